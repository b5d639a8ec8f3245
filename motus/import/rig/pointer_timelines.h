// motus/import/rig/pointer_timelines.h - what KHR_animation_pointer keys, as a timeline.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/document/document.h>

#include <string>

namespace motus {

/// Where a timeline comes from and belongs.
struct PointerSource {
    std::uint64_t source = 0;  ///< Id of the Source.
    std::uint64_t rig = 0;     ///< Id of the entity that has the rig.
    std::string clip;          ///< Tells the clips of a source apart.
    std::string name;          ///< Of a timeline that is made.
};

/// The timeline that was made of a clip before; 0 where none was.
[[nodiscard]] std::uint64_t find_pointer_timeline(const Document& document,
                                                  const PointerSource& from);

/// Makes a timeline of a clip's pointers, or brings the one it made before up to date: keys and
/// length follow the file, what was added by hand stays. Each object that is animated (a material,
/// a light) is an entity below the rig's, with a host component: its name and that of the property,
/// joined, are the pointer. Weights of morph targets are properties of their node. Part of the step
/// that is open. Returns the timeline's id.
std::uint64_t import_pointers(Document& document, const Asset& asset, const AssetClip& clip,
                              const PointerSource& from);

/// A rate on whose frames all keys of a clip's pointers lie, as far as seconds in floats can say;
/// else ticks.
[[nodiscard]] std::int64_t pointer_rate(const AssetClip& clip);
/// From 0 to the last key of the clip and its pointers.
[[nodiscard]] Ticks pointer_length(const AssetClip& clip);

}  // namespace motus

// tools/motus/any_input.h - any FILE as a baked file, baked here where it is none yet.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake_input.h"
#include "baked_input.h"
#include "input.h"
#include "unity_options.h"

#include <memory>
#include <optional>
#include <string>

namespace motus::tool {

/// A baked file, and what it was baked from.
struct BakedInput {
    std::optional<BakeInput> source;  ///< None for a .motusb file.
    Library library;

    [[nodiscard]] const BakedFile& file() const noexcept { return library.file(); }
};

/// What a bake here does with clips.
enum class Keys { as_authored, exact };

/// Reads a baked file; bakes a document, a glTF file, an embedded scene or a Unity controller.
/// Throws an InputFault; warnings are messages.
[[nodiscard]] std::unique_ptr<BakedInput> load_any_input(const std::string& file,
                                                         const UnityOptions& unity = {},
                                                         Keys keys = Keys::as_authored);

/// The machine of that name; where it is empty, the one that drives the first rig that has one,
/// else the first. Throws an InputFault that names those there are.
[[nodiscard]] std::uint32_t find_machine_named(const std::string& file, const BakedFile& baked,
                                               const std::string& name);

/// The first rig with joints that has a clip of that name; else the one with joints whose clips
/// have that index among them; else the first with joints; kNoItem where there is none.
[[nodiscard]] std::uint32_t find_figure(const BakedFile& baked, const ClipKey& clip);

/// The names of all clips, and which are those of `rig`.
[[nodiscard]] ClipNames clip_names_of(const BakedFile& baked, std::uint32_t rig);

/// The asset that a rig was baked from; null where it is not known.
[[nodiscard]] const Asset* asset_of_rig(const BakedInput& input, std::uint32_t rig);

}  // namespace motus::tool

// motus/import/rig/default_machine.h - a machine that can play every clip of a rig.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/model_change.h>

#include <string>
#include <vector>

namespace motus {

/// A clip as the default machine sees it.
struct DefaultClip {
    std::uint64_t id = 0;
    std::string name;
    float length_s = 0.0f;
    bool loop = true;
    std::uint64_t timeline = 0;  ///< Of the same animation: what it moves beside the rig.
    bool is_timeline = false;    ///< There is no clip: `id` is a timeline.
};

/// Adds a machine to the library: a state per clip, and a trigger per clip, of its name, that leads
/// there from any state. Clips that do not loop lead back to the first state, which is the one
/// named like "idle", else the first that loops. Where clips have timelines beside them, a second
/// layer follows the first and plays those. Names must differ. Returns the machine's id.
std::uint64_t add_default_machine(doc::AnimationLibraryChange& library, const std::string& name,
                                  const std::vector<DefaultClip>& clips);

}  // namespace motus

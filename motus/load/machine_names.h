// motus/load/machine_names.h - the names of one machine of a baked file, for people.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/load/file.h>
#include <motus/machine/instance.h>

#include <cstdint>
#include <string>
#include <vector>

namespace motus {

/// The text of a hash; "#" and its number where the file has no names; empty for none.
[[nodiscard]] std::string name_text(const BakedFile& file, NameHash hash);

/// Texts in the order of the graph's tables.
struct MachineNames {
    std::string machine;
    std::vector<std::string> layers, variables;
    std::vector<std::string> states;   ///< Paths: names from the layer's graph down, '/' between.
    std::vector<std::string> motions;  ///< Clips and timelines of the file.
};
[[nodiscard]] MachineNames machine_names(const BakedFile& file, std::uint32_t machine);
/// The same of a machine that plays the motions of the file; `machine` stays empty.
[[nodiscard]] MachineNames machine_names(const BakedFile& file, const Machine& graph);

/// The rig that a machine drives: the one that says so; else that of the first clip it can play;
/// kNoItem where the file has none.
[[nodiscard]] std::uint32_t rig_of_machine(const BakedFile& file, std::uint32_t machine) noexcept;

/// The list that a transition stands in, and its place there. A way out of a sub-machine is of
/// source `exit`.
struct TransitionPlace {
    TransitionSource source = TransitionSource::none;
    std::uint32_t index = 0;
    std::uint32_t owner = kNoState;  ///< Of source `state`: whose list it is.
};
[[nodiscard]] TransitionPlace place_of(const Machine& graph, std::uint32_t transition) noexcept;

}  // namespace motus

// motus/session/transition_list.h - where each transition of a machine stands, with words for it.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/load/machine_names.h>

#include <string>
#include <vector>

namespace motus {

/// A transition as people see it.
struct TransitionInfo {
    TransitionSource source = TransitionSource::none;
    std::uint32_t layer = 0;
    std::uint32_t from = kNoState;  ///< kNoState for any and entry; else what is left.
    std::uint32_t to = kNoState;    ///< kNoState: out of the sub-machine.
    std::string title;              ///< "Idle → Move", "Any → Jump".
};

/// One per transition of the graph, in its order.
[[nodiscard]] std::vector<TransitionInfo> list_transitions(const Machine& graph,
                                                           const MachineNames& names);

/// "state", "any", "entry", "exit".
[[nodiscard]] const char* source_word(TransitionSource source) noexcept;

}  // namespace motus

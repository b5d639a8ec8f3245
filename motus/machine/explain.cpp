// SPDX-License-Identifier: MIT
#include <motus/machine/explain.h>

#include <motus/machine/select.h>

namespace motus {

bool condition_holds(const Machine& graph, std::span<const std::uint32_t> variables,
                     const record::StateMachineCondition& condition) noexcept {
    Machine alone = graph;
    alone.conditions = {&condition, 1};
    record::StateMachineTransition transition{};
    transition.conditions = {0, 1};
    return detail::conditions_hold({alone, variables}, {}, transition);
}

const char* to_string(Blocked blocked) noexcept {
    switch (blocked) {
        case Blocked::no:
            return "taken";
        case Blocked::conditions:
            return "a condition does not hold";
        case Blocked::exit_time:
            return "the exit time is not reached";
        case Blocked::nothing_to_do:
            return "it has neither condition nor exit time";
        case Blocked::self:
            return "it may not lead to the state it starts from";
        case Blocked::no_target:
            return "there is no state to enter";
        case Blocked::later:
            return "another transition comes first";
        case Blocked::too_many:
            return "too many transitions in one update";
        case Blocked::no_carry:
            return "no pose is kept to blend from";
    }
    return "unknown";
}

}  // namespace motus

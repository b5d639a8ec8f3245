// SPDX-License-Identifier: MIT
#include <motus/document/ready_index.h>

#include <algorithm>

namespace motus {

using doc::StateMachineCondition;
using doc::StateMachineTransition;

bool can_fire(const StateMachineTransition& t) noexcept {
    return !t.mute() && (t.has_exit_time() || !t.conditions().empty());
}

void ReadyIndex::add(const StateMachineTransition& t) {
    if (!can_fire(t)) return;
    for (const StateMachineCondition& condition : t.conditions()) {
        const std::optional<double> value = solver_->only_value(condition);
        if (!value) continue;
        lists_[condition.variable()][*value].push_back(&t);
        return;
    }
    lists_[0][0.0].push_back(&t);
}

bool ReadyIndex::meets(const StateMachineTransition& t) const {
    if (!can_fire(t)) return false;
    std::map<std::uint64_t, double> own;
    for (const StateMachineCondition& condition : t.conditions())
        if (const auto value = solver_->only_value(condition))
            own.emplace(condition.variable(), *value);
    for (const auto& [variable, by_value] : lists_) {
        const auto wanted = own.find(variable);
        if (wanted != own.end()) {
            const auto same = by_value.find(wanted->second);
            if (same != by_value.end() && meets(t, same->second)) return true;
            continue;
        }
        for (const auto& [value, list] : by_value)
            if (meets(t, list)) return true;
    }
    return false;
}

bool ReadyIndex::meets(const StateMachineTransition& t, const List& list) const {
    return std::any_of(list.begin(), list.end(), [&](const StateMachineTransition* other) {
        Conditions together;
        add_conditions(together, *other);
        add_conditions(together, t);
        return solver_->can_hold(std::move(together));
    });
}

}  // namespace motus

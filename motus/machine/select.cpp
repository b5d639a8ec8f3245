// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/machine/select.h>

#include <cmath>

namespace motus::detail {
namespace {

constexpr Ticks kNotNow{-1};

std::span<const record::StateMachineCondition> conditions_of(
    const Machine& graph, const record::StateMachineTransition& transition) noexcept {
    return graph.conditions.subspan(transition.conditions.start, transition.conditions.count);
}

bool is_trigger(const Machine& graph, std::uint32_t variable) noexcept {
    return variable < graph.variables.size() &&
           graph.variables[variable].kind == record::VariableKind::trigger;
}

bool holds(const Values& values, const Consumed& consumed,
           const record::StateMachineCondition& condition) noexcept {
    const Machine& graph = values.graph;
    if (condition.variable >= graph.variables.size()) return false;
    const bool spent =
        is_trigger(graph, condition.variable) && consumed.has(graph, condition.variable);
    const double value = spent ? 0.0 : values.number(condition.variable);
    double with = condition.compare_value;
    const record::VariableKind kind = graph.variables[condition.variable].kind;
    if (kind == record::VariableKind::int_ || kind == record::VariableKind::enum_) {
        with = std::round(with);
    }
    switch (condition.op) {
        case record::ConditionOperator::is_true:
            return value != 0.0;
        case record::ConditionOperator::is_false:
            return value == 0.0;
        case record::ConditionOperator::greater:
            return value > with;
        case record::ConditionOperator::less:
            return value < with;
        case record::ConditionOperator::greater_equal:
            return value >= with;
        case record::ConditionOperator::less_equal:
            return value <= with;
        case record::ConditionOperator::equal:
            return value == with;
        case record::ConditionOperator::not_equal:
            return value != with;
    }
    return false;
}

Blocked lead(const Question& question, std::uint32_t index, TransitionSource source,
             Choice& choice) noexcept {
    if (!resolve(question, index, source, choice)) return Blocked::no_target;
    const bool self = choice.target == question.current || choice.target == question.next;
    const bool may = source != TransitionSource::any ||
                     question.values.graph.transitions[index].can_transition_to_self;
    return self && !may ? Blocked::self : question.closed;
}

// Time until the exit time lets the transition fire; kNotNow where not within the limit.
Ticks wait_for_exit(const record::StateMachineTransition& transition, const Stand& stand,
                    Ticks limit) noexcept {
    MOTUS_ASSERT(stand.pace != nullptr && transition.exit_time >= 0.0f);
    const bool forward = !std::signbit(stand.pace->speed);
    const Cycles exit = cycles_of(transition.exit_time);
    // Backwards a loop counts down from 0, and what ends from its end.
    const Cycles origin{stand.pace->loops ? 0 : kCycle};
    const Cycles at = forward ? stand.clock.at : origin - stand.clock.at;
    Cycles target = exit;
    if (transition.exit_time_mode == record::ExitTimeMode::at_crossing && at >= exit) {
        // Passed: once for exit times beyond one loop, else again in every loop.
        if (exit.value > kCycle || !stand.pace->loops) return kNotNow;
        target.value += ((at - exit).value / kCycle + 1) * kCycle;
    }
    if (!forward) target = origin - target;
    return time_until(stand.clock, target, *stand.pace, limit);
}

Ticks wait_for_exit(const record::StateMachineTransition& transition, std::span<const Stand> stands,
                    Ticks limit) noexcept {
    Ticks soonest = kNotNow;
    for (const Stand& stand : stands) {
        const Ticks wait = wait_for_exit(transition, stand, limit);
        if (wait >= Ticks{} && (soonest < Ticks{} || wait < soonest)) soonest = wait;
    }
    return soonest;
}

// Whether one candidate can be taken, before asking where it leads. `wait`: how long until then.
Blocked look(const Question& question, const record::StateMachineTransition& transition,
             std::span<const Stand> stands, Ticks& wait) noexcept {
    if (!transition.has_exit_time && transition.conditions.count == 0) {
        return Blocked::nothing_to_do;
    }
    const bool hold = conditions_hold(question.values, question.consumed, transition);
    if (!hold && question.explain == nullptr) return Blocked::conditions;
    wait = transition.has_exit_time ? wait_for_exit(transition, stands, question.limit) : Ticks{};
    if (!hold) return Blocked::conditions;
    return wait < Ticks{} ? Blocked::exit_time : Blocked::no;
}

void note(const Question& question, std::uint32_t index, TransitionSource source,
          std::uint32_t target, Blocked blocked, bool crossed) noexcept {
    Explanation& explain = *question.explain;
    ++explain.total;
    if (explain.count >= explain.considered.size()) return;
    const Machine& graph = question.values.graph;
    Considered entry;
    entry.layer = question.layer;
    entry.transition = index;
    entry.from = question.current;
    entry.to = target;
    entry.source = source;
    entry.blocked = blocked;
    entry.crossed = crossed;
    const auto conditions = conditions_of(graph, graph.transitions[index]);
    for (std::size_t i = 0; i < conditions.size() && i < 64; ++i) {
        if (holds(question.values, question.consumed, conditions[i])) {
            entry.met |= std::uint64_t{1} << i;
        }
    }
    explain.considered[explain.count++] = entry;
}

}  // namespace

bool Consumed::has(const Machine& graph, std::uint32_t trigger) const noexcept {
    bool found = false;
    for (std::uint32_t i = 0; i < count && !found; ++i)
        for_each_trigger(graph, transitions[i], [&](std::uint32_t v) { found |= v == trigger; });
    return found;
}

void Consumed::add(const Machine& graph, std::uint32_t transition) noexcept {
    bool has_trigger = false;
    for_each_trigger(graph, transition, [&](std::uint32_t) { has_trigger = true; });
    if (!has_trigger) return;
    MOTUS_ASSERT(count < kMost);
    if (count < kMost) transitions[count++] = transition;
}

bool conditions_hold(const Values& values, const Consumed& consumed,
                     const record::StateMachineTransition& transition) noexcept {
    for (const record::StateMachineCondition& condition : conditions_of(values.graph, transition)) {
        if (!holds(values, consumed, condition)) return false;
    }
    return true;
}

void consider(const Question& question, record::Range list, TransitionSource source,
              std::span<const Stand> stands, std::uint32_t stop_at, std::uint32_t skip,
              Choice& best) noexcept {
    MOTUS_ASSERT(!stands.empty() && question.limit >= Ticks{});
    MOTUS_ASSERT(list.start + list.count <= question.values.graph.transitions.size());
    for (std::uint32_t i = list.start; i < list.start + list.count && i != stop_at; ++i) {
        if (i == skip) continue;
        const record::StateMachineTransition& transition = question.values.graph.transitions[i];
        Ticks wait = kNotNow;
        Blocked blocked = look(question, transition, stands, wait);
        // At this very moment it was taken; where it comes again later in the step, it is.
        const bool again = blocked == Blocked::no && wait > Ticks{};
        if (i == question.just_taken && !again) continue;
        std::uint32_t target = kNoState;
        if (blocked == Blocked::no) {
            Choice choice;
            blocked = lead(question, i, source, choice);
            target = choice.target;
            choice.after = wait;
            if (blocked == Blocked::no && best.transition != kNoIndex && wait >= best.after) {
                blocked = Blocked::later;
            }
            if (blocked == Blocked::no) {
                if (best.transition != kNoIndex) put_off(question.explain, best.transition);
                best = choice;
            }
        }
        if (question.explain != nullptr) {
            note(question, i, source, target, blocked, transition.has_exit_time && wait >= Ticks{});
        } else if (best.transition != kNoIndex && best.after == Ticks{}) {
            return;  // nothing can come before what is ready now
        }
    }
}

void put_off(Explanation* explain, std::uint32_t transition) noexcept {
    if (explain == nullptr) return;
    for (std::uint32_t i = explain->count; i-- > 0;) {
        Considered& entry = explain->considered[i];
        if (entry.transition != transition || entry.blocked != Blocked::no) continue;
        entry.blocked = Blocked::later;
        return;
    }
}

}  // namespace motus::detail

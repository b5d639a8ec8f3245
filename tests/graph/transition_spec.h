// tests/graph/transition_spec.h - a transition of a machine in code, while it is described.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/graph/graph.h>
#include <motus/graph/tick.h>

#include <cstring>
#include <vector>

namespace motus::test {

using Op = record::ConditionOperator;

/// A record of zeros, padding included.
template <class T>
T zeroed() {
    T record;
    std::memset(static_cast<void*>(&record), 0, sizeof record);
    return record;
}

/// Chainable.
struct TransitionSpec {
    record::StateMachineTransition data{};
    std::vector<record::StateMachineCondition> conditions;
    std::vector<CurveKey> curve;
    std::uint32_t graph = 0;

    TransitionSpec& when(std::uint32_t variable, Op op, float value = 0.0f) {
        auto condition = zeroed<record::StateMachineCondition>();
        condition.variable = variable;
        condition.op = op;
        condition.compare_value = value;
        conditions.push_back(condition);
        return *this;
    }
    TransitionSpec& lasts(float seconds) {
        data.duration = seconds;
        data.duration_unit = record::DurationUnit::seconds;
        return *this;
    }
    TransitionSpec& lasts_normalized(float lengths) {
        data.duration = lengths;
        data.duration_unit = record::DurationUnit::normalized;
        return *this;
    }
    TransitionSpec& exit_at(float time, bool only_at_crossing = false) {
        data.has_exit_time = true;
        data.exit_time = time;
        data.exit_time_mode = only_at_crossing ? record::ExitTimeMode::at_crossing
                                               : record::ExitTimeMode::from_crossing;
        return *this;
    }
    TransitionSpec& starts_at(float offset) {
        data.offset = offset;
        return *this;
    }
    TransitionSpec& interrupted_by(record::InterruptionSource source, bool ordered = true) {
        data.interruption_source = source;
        data.ordered = ordered;
        return *this;
    }
    TransitionSpec& not_to_self() {
        data.can_transition_to_self = false;
        return *this;
    }
    TransitionSpec& inherits() {
        data.inherit = true;
        return *this;
    }
    TransitionSpec& shaped(std::vector<CurveKey> keys) {
        curve = std::move(keys);
        return *this;
    }
    TransitionSpec& frozen() {
        data.interruption_blend = record::InterruptionBlend::frozen;
        return *this;
    }
    TransitionSpec& synced(record::MotionSync sync) {
        data.sync = sync;
        return *this;
    }
};

}  // namespace motus::test

// tests/document/fold_machine.h - machines to be folded, and where they go, by rules of their own.
// SPDX-License-Identifier: MIT
#pragma once

#include "sample.h"

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace motus::test {

using doc::StateGraph;
using doc::StateMachineLayer;
using doc::StateMachineTransition;
using doc::TransitionFrom;

/// A layer of states, and triggers a, b, c.
struct FoldMachine {
    std::unique_ptr<Document> document = new_document();
    std::vector<std::uint64_t> states, triggers;

    explicit FoldMachine(int count, bool nested = false) {
        auto library = document->begin_change(content(*document).library(), "Machine");
        auto machine = library.machines_append();
        machine.set_name("m");
        for (const char* name : {"a", "b", "c"}) {
            auto trigger = machine.variables_append();
            trigger.set_name(name).set_kind(doc::VariableKind::trigger);
            triggers.push_back(trigger.object().id());
        }
        auto graph = machine.machine_change().layers_append().graph_change();
        for (int i = 0; i < count; ++i) {
            auto state = graph.states_append();
            state.set_name(std::to_string(i));
            states.push_back(state.object().id());
        }
        if (nested) {
            auto sub = graph.states_append();
            sub.set_name("sub").set_kind(doc::StateKind::sub_machine);
            auto inner = sub.graph_make().states_append();
            inner.set_name("inner");
            states.push_back(inner.object().id());
        }
        graph.set_entry(states[0]);
        EXPECT_TRUE(library.commit());
        document->clear_history();
    }
    [[nodiscard]] const StateMachineLayer& layer() const {
        return content(*document).library().machines()[0].machine().layers()[0];
    }
    /// A transition from a state (0: any) that fires by a trigger.
    std::uint64_t connect(std::uint64_t from, std::uint64_t to, std::uint64_t trigger,
                          bool exit_time = false) {
        const auto* state = object_cast<doc::StateMachineState>(document->find_id(from));
        const auto& graph =
            state != nullptr ? static_cast<const StateGraph&>(*state->parent()) : layer().graph();
        Step step = document->begin_step("Connect");
        auto t = document->begin_change(graph).transitions_append();
        t.set_to(to).set_from(from).set_has_exit_time(exit_time);
        if (from == 0) t.set_from_kind(TransitionFrom::any);
        if (trigger != 0) t.conditions_append().set_variable(trigger);
        const std::uint64_t id = t.object().id();
        EXPECT_TRUE(step.commit());
        return id;
    }
};

using Values = std::map<std::uint64_t, bool>;

inline bool is_open(const StateMachineTransition& t, const Values& values, bool exit_reached) {
    if (t.mute() || (t.conditions().empty() && !t.has_exit_time())) return false;
    if (t.has_exit_time() && !exit_reached) return false;
    for (const doc::StateMachineCondition& c : t.conditions())
        if (values.at(c.variable()) != (c.op() == doc::ConditionOperator::is_true)) return false;
    return true;
}

inline void gather(const StateGraph& graph, std::vector<const StateMachineTransition*>& any,
                   std::vector<const StateMachineTransition*>& own, std::uint64_t current) {
    for (const StateMachineTransition& t : graph.transitions()) {
        if (t.from_kind() == TransitionFrom::any) any.push_back(&t);
        if (t.from_kind() == TransitionFrom::state && t.from() == current) own.push_back(&t);
    }
    for (const auto& state : graph.states())
        if (state.graph() != nullptr) gather(*state.graph(), any, own, current);
}

/// Where one is solo, those that are not are silent.
inline void keep_solos(std::vector<const StateMachineTransition*>& list) {
    const auto is_solo = [](const auto* t) { return t->solo() && !t->mute(); };
    if (std::none_of(list.begin(), list.end(), is_solo)) return;
    list.erase(std::remove_if(list.begin(), list.end(), [&](const auto* t) { return !is_solo(t); }),
               list.end());
}

/// Where the machine goes from `current`: any-state transitions first, each list in its order.
inline std::uint64_t decide(const StateMachineLayer& layer, std::uint64_t current,
                            const Values& values, bool exit_reached) {
    std::vector<const StateMachineTransition*> any, own;
    gather(layer.graph(), any, own, current);
    keep_solos(any);
    keep_solos(own);
    for (const auto* t : any) {
        if (!t->can_transition_to_self() && t->to() == current) continue;
        if (is_open(*t, values, exit_reached)) return t->to();
    }
    for (const auto* t : own)
        if (is_open(*t, values, exit_reached)) return t->to();
    return 0;
}

inline void expect_same_decisions(const FoldMachine& a, const FoldMachine& b) {
    for (const std::uint64_t current : a.states) {
        for (unsigned bits = 0; bits < 16; ++bits) {
            Values values;
            for (std::size_t i = 0; i < 3; ++i)
                values[a.triggers[i]] = ((bits >> i) & 1) != 0;
            ASSERT_EQ(decide(a.layer(), current, values, bits >= 8),
                      decide(b.layer(), current, values, bits >= 8));
        }
    }
}

inline std::size_t transitions(const FoldMachine& machine) {
    return machine.layer().graph().transitions().size();
}

}  // namespace motus::test

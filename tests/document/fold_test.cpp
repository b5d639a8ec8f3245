// SPDX-License-Identifier: MIT
#include <motus/document/fold.h>

#include "sample.h"

#include <motus/document/validate.h>
#include <tests/support/random.h>

#include <map>

#include <gtest/gtest.h>

namespace motus {
namespace {

using doc::StateGraph;
using doc::StateMachineLayer;
using doc::StateMachineTransition;
using doc::TransitionFrom;
using test::Random;

using Values = std::map<std::uint64_t, bool>;

bool is_open(const StateMachineTransition& t, const Values& values, bool exit_reached) {
    if (t.mute() || (t.conditions().empty() && !t.has_exit_time())) return false;
    if (t.has_exit_time() && !exit_reached) return false;
    for (const doc::StateMachineCondition& c : t.conditions())
        if (values.at(c.variable()) != (c.op() == doc::ConditionOperator::is_true)) return false;
    return true;
}

void gather(const StateGraph& graph, std::vector<const StateMachineTransition*>& any,
            std::vector<const StateMachineTransition*>& own, std::uint64_t current) {
    for (const StateMachineTransition& t : graph.transitions()) {
        if (t.from_kind() == TransitionFrom::any) any.push_back(&t);
        if (t.from_kind() == TransitionFrom::state && t.from() == current) own.push_back(&t);
    }
    for (const auto& state : graph.states())
        if (state.graph() != nullptr) gather(*state.graph(), any, own, current);
}

/// Where the machine goes from `current`: any-state transitions first, each list in its order.
std::uint64_t decide(const StateMachineLayer& layer, std::uint64_t current, const Values& values,
                     bool exit_reached) {
    std::vector<const StateMachineTransition*> any, own;
    gather(layer.graph(), any, own, current);
    for (const auto* t : any) {
        if (!t->can_transition_to_self() && t->to() == current) continue;
        if (is_open(*t, values, exit_reached)) return t->to();
    }
    for (const auto* t : own)
        if (is_open(*t, values, exit_reached)) return t->to();
    return 0;
}

/// A layer of states, and triggers a, b, c.
struct Machine {
    std::unique_ptr<Document> document = new_document();
    std::vector<std::uint64_t> states, triggers;

    explicit Machine(int count, bool nested = false) {
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

void expect_same_decisions(const Machine& a, const Machine& b) {
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

std::size_t transitions(const Machine& machine) {
    return machine.layer().graph().transitions().size();
}

TEST(Fold, EveryStateButTheTarget) {
    Machine m(5), copy(5);
    for (Machine* each : {&m, &copy}) {
        Step step = each->document->begin_step("Draw");
        for (std::size_t i = 0; i < 5; ++i) {
            if (i != 2) each->connect(each->states[i], each->states[2], each->triggers[0]);
            each->connect(each->states[i], each->states[0], each->triggers[1], true);
        }
        ASSERT_TRUE(step.commit());
    }
    const auto repeated = find_repeated(*m.document, m.layer());
    ASSERT_EQ(repeated.size(), 2u);
    EXPECT_EQ(repeated[0].obstacle, "");
    EXPECT_FALSE(repeated[0].from_target);
    EXPECT_EQ(repeated[0].transitions.size(), 4u);
    EXPECT_TRUE(repeated[1].from_target);
    EXPECT_NE(repeated[1].obstacle, "");  // the other one comes before it

    const std::string before = write_document(*m.document);
    const std::uint64_t kept = repeated[0].transitions[0]->id();
    const auto folded = fold_repeated(*m.document, repeated[0]);
    ASSERT_TRUE(folded) << to_string(folded.error());
    EXPECT_EQ(transitions(m), 6u);
    const auto& one = m.layer().graph().transitions().back();
    EXPECT_EQ(one.handle(), *folded);
    EXPECT_EQ(one.id(), kept);
    EXPECT_EQ(one.from_kind(), TransitionFrom::any);
    EXPECT_EQ(one.from(), 0u);
    EXPECT_FALSE(one.can_transition_to_self());
    expect_same_decisions(m, copy);

    // What stood behind it is first now, and can be folded too: it restarts its target.
    const auto next = find_repeated(*m.document, m.layer());
    ASSERT_EQ(next.size(), 1u);
    ASSERT_TRUE(fold_repeated(*m.document, next[0]));
    EXPECT_TRUE(m.layer().graph().transitions().back().can_transition_to_self());
    EXPECT_EQ(transitions(m), 2u);
    expect_same_decisions(m, copy);
    EXPECT_TRUE(find_repeated(*m.document, m.layer()).empty());

    ASSERT_TRUE(*m.document->undo());
    ASSERT_TRUE(*m.document->undo());
    EXPECT_EQ(write_document(*m.document), before);
}

TEST(Fold, NeedsEveryState) {
    Machine m(4);
    for (std::size_t i = 0; i < 2; ++i)
        m.connect(m.states[i], m.states[3], m.triggers[0]);
    EXPECT_TRUE(find_repeated(*m.document, m.layer()).empty());
    // One that differs in its duration is another one.
    const std::uint64_t third = m.connect(m.states[2], m.states[3], m.triggers[0]);
    EXPECT_EQ(find_repeated(*m.document, m.layer()).size(), 1u);
    const auto& t = *object_cast<StateMachineTransition>(m.document->find_id(third));
    ASSERT_TRUE(m.document->begin_change(t).set_duration(1).commit());
    EXPECT_TRUE(find_repeated(*m.document, m.layer()).empty());
}

TEST(Fold, CountsTheStatesOfSubMachines) {
    Machine m(3, true), copy(3, true);
    for (Machine* each : {&m, &copy})
        for (std::size_t i = 1; i < 3; ++i)
            each->connect(each->states[i], each->states[0], each->triggers[0]);
    EXPECT_TRUE(find_repeated(*m.document, m.layer()).empty());
    for (Machine* each : {&m, &copy})
        each->connect(each->states[3], each->states[0], each->triggers[0]);
    const auto repeated = find_repeated(*m.document, m.layer());
    ASSERT_EQ(repeated.size(), 1u);
    ASSERT_TRUE(fold_repeated(*m.document, repeated[0]));
    EXPECT_EQ(transitions(m), 1u);
    EXPECT_EQ(m.layer().graph().states()[3].graph()->transitions().size(), 0u);
    expect_same_decisions(m, copy);
}

TEST(Fold, RefusesWhatWouldDiffer) {
    const auto obstacle = [](auto&& edit) {
        Machine m(3);
        std::vector<std::uint64_t> ids;
        for (std::size_t i = 1; i < 3; ++i)
            ids.push_back(m.connect(m.states[i], m.states[0], m.triggers[0]));
        edit(m, ids);
        const auto repeated = find_repeated(*m.document, m.layer());
        EXPECT_EQ(repeated.size(), 1u);
        if (repeated.size() != 1) return std::string("?");
        if (!repeated[0].obstacle.empty()) {
            const std::string before = write_document(*m.document);
            const auto refused = fold_repeated(*m.document, repeated[0]);
            EXPECT_FALSE(refused);
            EXPECT_EQ(refused.error().code, "fold-differs");
            EXPECT_EQ(write_document(*m.document), before);
        }
        return repeated[0].obstacle;
    };
    const auto each = [](Machine& m, const std::vector<std::uint64_t>& ids, auto&& change) {
        for (const std::uint64_t id : ids)
            change(m.document->begin_change(
                *object_cast<StateMachineTransition>(m.document->find_id(id))));
    };
    EXPECT_EQ(obstacle([](Machine&, auto&) {}), "");
    // Another one stands before it and may be ready at the same time.
    EXPECT_NE(obstacle([](Machine& m, auto&) {
                  m.connect(m.states[1], m.states[2], m.triggers[1]);
                  auto graph = m.document->begin_change(m.layer().graph(), "Order");
                  graph.transitions_move(2, 0);
                  ASSERT_TRUE(graph.commit());
              }),
              "");
    // ... or never can.
    EXPECT_EQ(obstacle([](Machine& m, auto&) {
                  m.connect(m.states[1], m.states[2], m.triggers[0]);
                  auto graph = m.document->begin_change(m.layer().graph(), "Order");
                  graph.transitions_change(2).conditions_change(0).set_op(
                      doc::ConditionOperator::is_false);
                  graph.transitions_move(2, 0);
                  ASSERT_TRUE(graph.commit());
              }),
              "");
    EXPECT_NE(obstacle([&](Machine& m, auto& ids) {
                  each(m, ids, [](auto t) { ASSERT_TRUE(t.set_solo(true).commit()); });
              }),
              "");
    EXPECT_NE(obstacle([&](Machine& m, auto& ids) {
                  each(m, ids, [](auto t) {
                      t.set_interruption_source(doc::InterruptionSource::destination);
                      ASSERT_TRUE(t.commit());
                  });
              }),
              "");
    // From the target too, and by a truth that lasts: it would interrupt itself.
    EXPECT_NE(
        obstacle([&](Machine& m, auto&) {
            m.connect(m.states[0], m.states[0], m.triggers[0]);
            const auto& variable = content(*m.document).library().machines()[0].variables()[0];
            ASSERT_TRUE(
                m.document->begin_change(variable).set_kind(doc::VariableKind::bool_).commit());
        }),
        "");
}

// Against rules written apart from it: whatever can be folded decides as it did before.
TEST(Fold, RandomMachinesDecideTheSame) {
    std::size_t folds = 0, refused = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const auto make = [&] {
            Machine m(3, seed % 3 == 0);
            Random random(seed);
            Step step = m.document->begin_step("Draw");
            for (int t = 0; t < 3; ++t) {
                const std::uint64_t target = m.states[random.below(3)];
                const std::uint64_t trigger = m.triggers[random.below(3)];
                const bool exit_time = random.below(3) == 0, from_target = random.below(2) == 0;
                if (random.below(4) == 0) m.connect(0, target, m.triggers[random.below(3)]);
                for (const std::uint64_t state : m.states)
                    if (state != target || from_target)
                        m.connect(state, target, trigger, exit_time);
                if (random.below(3) == 0)
                    m.connect(m.states[random.below(3)], m.states[random.below(3)],
                              m.triggers[random.below(3)]);
            }
            EXPECT_TRUE(step.commit());
            return m;
        };
        Machine m = make();
        const Machine copy = make();
        for (bool again = true; again;) {
            again = false;
            for (const RepeatedTransitions& repeated : find_repeated(*m.document, m.layer())) {
                if (!repeated.obstacle.empty()) {
                    ++refused;
                    continue;
                }
                ASSERT_TRUE(fold_repeated(*m.document, repeated));
                ++folds;
                again = true;
                break;
            }
        }
        expect_same_decisions(m, copy);
        if (HasFatalFailure()) FAIL() << "seed " << seed;
    }
    EXPECT_GT(folds, 300u);
    EXPECT_GT(refused, 100u);
}

TEST(Fold, IsReportedAndItsPatchDoesTheSame) {
    Machine m(4);
    for (std::size_t i = 1; i < 4; ++i)
        m.connect(m.states[i], m.states[0], m.triggers[0]);
    const auto repeated = find_repeated(*m.document, m.layer());
    Diagnostics diagnostics;
    validate(*m.document, diagnostics);
    std::size_t reported = 0;
    for (const Fault& fault : diagnostics.faults())
        if (fault.code == "repeated-transition") ++reported;
    EXPECT_EQ(reported, 1u);
    Machine other(4);
    for (std::size_t i = 1; i < 4; ++i)
        other.connect(other.states[i], other.states[0], other.triggers[0]);
    std::string patch = fold_patch(*m.document, repeated[0]);
    patch.insert(patch.begin(), '[');
    const auto applied = test::apply(*other.document, patch + "]");
    ASSERT_TRUE(applied) << to_string(applied.error());
    EXPECT_EQ(*applied, 1u);
    ASSERT_TRUE(fold_repeated(*m.document, repeated[0]));
    EXPECT_EQ(write_document(*other.document), write_document(*m.document));
}

}  // namespace
}  // namespace motus

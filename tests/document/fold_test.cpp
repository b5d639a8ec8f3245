// SPDX-License-Identifier: MIT
#include <motus/document/fold.h>

#include "fold_machine.h"

#include <motus/document/validate.h>
#include <tests/support/random.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

using doc::StateGraph;
using doc::StateMachineLayer;
using doc::StateMachineTransition;
using doc::TransitionFrom;
using test::decide;
using test::expect_same_decisions;
using test::FoldMachine;
using test::Random;
using test::transitions;

TEST(Fold, EveryStateButTheTarget) {
    FoldMachine m(5), copy(5);
    for (FoldMachine* each : {&m, &copy}) {
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
    EXPECT_TRUE(repeated[0].in_turn && repeated[1].in_turn);

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
    FoldMachine m(4);
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
    FoldMachine m(3, true), copy(3, true);
    for (FoldMachine* each : {&m, &copy})
        for (std::size_t i = 1; i < 3; ++i)
            each->connect(each->states[i], each->states[0], each->triggers[0]);
    EXPECT_TRUE(find_repeated(*m.document, m.layer()).empty());
    for (FoldMachine* each : {&m, &copy})
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
        FoldMachine m(3);
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
    const auto each = [](FoldMachine& m, const std::vector<std::uint64_t>& ids, auto&& change) {
        for (const std::uint64_t id : ids)
            change(m.document->begin_change(
                *object_cast<StateMachineTransition>(m.document->find_id(id))));
    };
    EXPECT_EQ(obstacle([](FoldMachine&, auto&) {}), "");
    // Another one stands before it and may be ready at the same time.
    EXPECT_NE(obstacle([](FoldMachine& m, auto&) {
                  m.connect(m.states[1], m.states[2], m.triggers[1]);
                  auto graph = m.document->begin_change(m.layer().graph(), "Order");
                  graph.transitions_move(2, 0);
                  ASSERT_TRUE(graph.commit());
              }),
              "");
    // ... or never can.
    EXPECT_EQ(obstacle([](FoldMachine& m, auto&) {
                  m.connect(m.states[1], m.states[2], m.triggers[0]);
                  auto graph = m.document->begin_change(m.layer().graph(), "Order");
                  graph.transitions_change(2).conditions_change(0).set_op(
                      doc::ConditionOperator::is_false);
                  graph.transitions_move(2, 0);
                  ASSERT_TRUE(graph.commit());
              }),
              "");
    EXPECT_NE(obstacle([&](FoldMachine& m, auto& ids) {
                  each(m, ids, [](auto t) { ASSERT_TRUE(t.set_solo(true).commit()); });
              }),
              "");
    EXPECT_NE(obstacle([&](FoldMachine& m, auto& ids) {
                  each(m, ids, [](auto t) {
                      t.set_interruption_source(doc::InterruptionSource::destination);
                      ASSERT_TRUE(t.commit());
                  });
              }),
              "");
    // A solo that stands behind it silences it all the same.
    EXPECT_NE(obstacle([&](FoldMachine& m, auto&) {
                  for (std::size_t i = 1; i < 3; ++i)
                      each(m, {m.connect(m.states[i], m.states[1], m.triggers[1])},
                           [](auto t) { ASSERT_TRUE(t.set_solo(true).commit()); });
              }),
              "");
    // From the target too, and by a truth that lasts: it would interrupt itself.
    EXPECT_NE(
        obstacle([&](FoldMachine& m, auto&) {
            m.connect(m.states[0], m.states[0], m.triggers[0]);
            const auto& variable = content(*m.document).library().machines()[0].variables()[0];
            ASSERT_TRUE(
                m.document->begin_change(variable).set_kind(doc::VariableKind::bool_).commit());
        }),
        "");
}

/// The patches of all that can be folded in turn, made before any of them is applied.
std::string all_folds(const Document& document, const StateMachineLayer& layer) {
    std::string patches;
    for (const RepeatedTransitions& repeated : find_repeated(document, layer))
        if (repeated.in_turn)
            patches += (patches.empty() ? "" : ", ") + fold_patch(document, repeated);
    return "[" + patches + "]";
}

// Against rules written apart from it: whatever can be folded decides as it did before.
TEST(Fold, RandomMachinesDecideTheSame) {
    std::size_t folds = 0, refused = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const auto make = [&] {
            FoldMachine m(3, seed % 3 == 0);
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
            if (random.below(6) == 0) {
                const auto& all = m.layer().graph().transitions();
                EXPECT_TRUE(m.document->begin_change(all[random.below(all.size())])
                                .set_solo(true)
                                .commit());
            }
            EXPECT_TRUE(step.commit());
            return m;
        };
        FoldMachine m = make();
        const FoldMachine copy = make();
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
        FoldMachine at_once = make();
        const auto applied =
            test::apply(*at_once.document, all_folds(*at_once.document, at_once.layer()));
        ASSERT_TRUE(applied) << to_string(applied.error()) << ", seed " << seed;
        expect_same_decisions(at_once, copy);
        EXPECT_EQ(transitions(at_once), transitions(m)) << "seed " << seed;
        if (HasFatalFailure()) FAIL() << "seed " << seed;
    }
    EXPECT_GT(folds, 300u);
    EXPECT_GT(refused, 100u);
}

// Three sets, each of which stands before another one in the lists of the states.
TEST(Fold, AllAtOnce) {
    const auto draw = [](FoldMachine& m) {
        Step step = m.document->begin_step("Draw");
        for (std::size_t i = 0; i < 5; ++i) {
            if (i != 0) m.connect(m.states[i], m.states[0], m.triggers[0]);
            if (i != 1) m.connect(m.states[i], m.states[1], m.triggers[1]);
            if (i != 2) m.connect(m.states[i], m.states[2], m.triggers[2]);
        }
        ASSERT_TRUE(step.commit());
    };
    FoldMachine m(5), copy(5);
    draw(m);
    draw(copy);
    const auto repeated = find_repeated(*m.document, m.layer());
    ASSERT_EQ(repeated.size(), 3u);
    std::string targets;
    for (const RepeatedTransitions& each : repeated) {
        EXPECT_TRUE(each.in_turn);
        targets +=
            object_cast<doc::StateMachineState>(m.document->find_id(each.transitions.front()->to()))
                ->name() +
            " ";
    }
    // The first state has none of the first set: its list begins with the second.
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(repeated[i].transitions.front()->to(), m.states[i]) << targets;
    EXPECT_EQ(repeated[0].obstacle, "");
    EXPECT_NE(repeated[1].obstacle, "");
    const auto applied = test::apply(*m.document, all_folds(*m.document, m.layer()));
    ASSERT_TRUE(applied) << to_string(applied.error());
    EXPECT_EQ(transitions(m), 3u);
    expect_same_decisions(m, copy);
    EXPECT_TRUE(find_repeated(*m.document, m.layer()).empty());
}

TEST(Fold, IsReportedAndItsPatchDoesTheSame) {
    FoldMachine m(4);
    for (std::size_t i = 1; i < 4; ++i)
        m.connect(m.states[i], m.states[0], m.triggers[0]);
    const auto repeated = find_repeated(*m.document, m.layer());
    Diagnostics diagnostics;
    validate(*m.document, diagnostics);
    std::size_t reported = 0;
    for (const Fault& fault : diagnostics.faults())
        if (fault.code == "repeated-transition") ++reported;
    EXPECT_EQ(reported, 1u);
    FoldMachine other(4);
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

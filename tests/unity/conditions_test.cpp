// Transitions of controllers made in code: every condition on every parameter, and the odd ones.
// SPDX-License-Identifier: MIT
#include <tests/unity/made.h>

namespace motus::unity {
namespace {

using doc::ConditionOperator;
using test::own_file;
using test::with;

struct Case {
    const char* parameter;
    ConditionMode mode;
    double threshold;
    std::optional<ConditionOperator> op;  ///< None: it can never hold.
    float with = 0.0f;
};

TEST(UnityConditions, EveryModeOnEveryKindOfParameter) {
    using M = ConditionMode;
    using Op = ConditionOperator;
    const Case cases[] = {
        {"f", M::greater, 0.4, Op::greater, 0.4f},
        {"f", M::less, 0.4, Op::less, 0.4f},
        {"f", M::if_true, 5, Op::not_equal, 0},
        {"f", M::if_false, 5, Op::equal, 0},
        {"i", M::greater, 2.6, Op::greater, 3},
        {"i", M::less, -2.6, Op::less, -3},
        {"i", M::equals, 2.4, Op::equal, 2},
        {"i", M::not_equal, 7, Op::not_equal, 7},
        {"i", M::if_true, 9, Op::not_equal, 0},
        {"i", M::if_false, 9, Op::equal, 0},
        {"b", M::if_true, 9, Op::is_true},
        {"b", M::if_false, 9, Op::is_false},
        {"b", M::greater, 0.5, Op::is_true},
        {"b", M::less, 0.5, Op::is_false},
        {"b", M::equals, 1, Op::is_true},
        {"b", M::equals, 0, Op::is_false},
        {"b", M::not_equal, 0, Op::is_true},
        {"b", M::equals, 5, {}},
        {"b", M::greater, 1, {}},
        {"b", M::less, 0, {}},
        {"t", M::if_true, 0, Op::is_true},
        {"t", M::greater, 0, Op::is_true},
        {"t", M::greater, 3, {}},
        {"nobody", M::if_true, 0, {}},
        {"i", static_cast<M>(5), 0, {}},
        {"i", static_cast<M>(0), 0, {}},
        {"i", static_cast<M>(8), 0, {}},
    };
    for (const Case& c : cases) {
        Made made;
        made.lead(0, Target::state, 1).conditions = {
            {static_cast<std::int32_t>(c.mode), c.parameter, c.threshold}};
        const doc::StateMachineTransition& t = made.run().transitions()[0];
        const auto what = std::string(c.parameter) + " mode " +
                          std::to_string(static_cast<int>(c.mode)) + " " +
                          std::to_string(c.threshold);
        if (!c.op) {
            EXPECT_TRUE(t.mute()) << what << ": it can never hold";
            EXPECT_TRUE(t.conditions().empty()) << what;
            ASSERT_EQ(t.annotations().size(), 1u) << what;
            EXPECT_EQ(t.annotations()[0].name(), "unity.condition");
            continue;
        }
        EXPECT_FALSE(t.mute()) << what;
        ASSERT_EQ(t.conditions().size(), 1u) << what;
        EXPECT_EQ(t.conditions()[0].op(), *c.op) << what;
        EXPECT_EQ(t.conditions()[0].compare_value(), c.with) << what;
    }
}

TEST(UnityConditions, AnExitTimeBelowTheStartIsTheStart) {
    Made made;
    Transition& leave = made.lead(0, Target::state, 1);
    leave.has_exit_time = true;
    leave.exit_time = -0.5f;
    const doc::StateMachineTransition& t = made.run().transitions()[0];
    EXPECT_TRUE(t.has_exit_time());
    EXPECT_EQ(t.exit_time(), 0.0f);
}

// From a sub-machine to the layer's root: one transition per way in that counts, then the default.
TEST(UnityConditions, WaysIntoTheRootKeepTheirConditions) {
    Made made;
    Controller& c = made.controller;
    c.machines.resize(2);
    c.machines[1].name = "Inner";
    c.machines[1].states = {2};
    c.machines[1].default_state = 2;
    c.machines[0].children.resize(1);
    c.machines[0].children[0].machine = 1;
    c.states.emplace_back().name = "C";
    made.lead(2, Target::machine, 0).conditions = {{1, "t", 0}};
    const auto entry = [&](const char* parameter, bool mute) {
        Transition& in = c.machines[0].entry.emplace_back();
        in.to_kind = Target::state;
        in.to = 1;
        in.conditions = {{1, parameter, 0}};
        in.mute = mute;
    };
    entry("b", false);
    entry("i", true);
    made.run();
    const doc::StateGraph* inner = nullptr;
    for (const doc::StateMachineState& state : made.graph().states())
        if (state.kind() == doc::StateKind::sub_machine) inner = state.graph();
    ASSERT_NE(inner, nullptr);
    ASSERT_EQ(inner->transitions().size(), 2u) << "the muted way in does not count";
    EXPECT_EQ(inner->transitions()[0].conditions().size(), 2u) << "its own and the entry's";
    EXPECT_EQ(inner->transitions()[1].conditions().size(), 1u) << "the default state";
}

TEST(UnityConditions, AStateOfAnotherLayerIsNoTarget) {
    Diagnostics diagnostics;
    const std::string text = own_file("v5.controller");
    const Result<Controller> before = read_controller(text, diagnostics);
    ASSERT_TRUE(before);
    ASSERT_TRUE(diagnostics.faults().empty());
    ASSERT_EQ(before->states[0].name, "Idle");
    ASSERT_FALSE(before->states[0].transitions.empty());
    // "Go" leads from Idle to -21; -25 is a state of the second layer.
    const Result<Controller> after = read_controller(
        with(text, "m_DstState: {fileID: -21}", "m_DstState: {fileID: -25}"), diagnostics);
    ASSERT_TRUE(after);
    EXPECT_EQ(after->states[0].transitions.size() + 1, before->states[0].transitions.size());
    EXPECT_TRUE(test::has_code(diagnostics, "unity-dangling"));
}

}  // namespace
}  // namespace motus::unity

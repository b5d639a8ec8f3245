// Controllers of every version as values.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/controller.h>
#include <tests/unity/files.h>

namespace motus::unity {
namespace {

using test::has_code;
using test::own_file;

Controller read(const std::string& name, Diagnostics& diagnostics) {
    Result<Controller> controller = read_controller(own_file(name), diagnostics);
    EXPECT_TRUE(controller) << name << ": " << to_string(controller.error());
    return controller ? std::move(*controller) : Controller();
}

std::uint32_t state_named(const Controller& controller, std::string_view name) {
    for (std::uint32_t i = 0; i < controller.states.size(); ++i) {
        if (controller.states[i].name == name) return i;
    }
    ADD_FAILURE() << "no state " << name;
    return 0;
}

TEST(UnityController, Version5) {
    Diagnostics diagnostics;
    const Controller c = read("v5.controller", diagnostics);
    EXPECT_TRUE(diagnostics.faults().empty());
    EXPECT_EQ(c.version, 5);
    EXPECT_EQ(c.counts.states, 7u);
    EXPECT_EQ(c.counts.transitions, 8u);
    EXPECT_EQ(c.counts.any_transitions, 1u);
    EXPECT_EQ(c.counts.entry_transitions, 1u);
    EXPECT_EQ(c.counts.machine_transitions, 1u);
    EXPECT_EQ(c.counts.machines, 5u);
    EXPECT_EQ(c.counts.trees, (std::array<std::uint32_t, 5>{1, 1, 1, 1, 1}));
    EXPECT_EQ(c.counts.behaviours, 3u);
    EXPECT_EQ(c.counts.orphans,
              2u);  // a state and its transition, on a parameter that is not there

    ASSERT_EQ(c.parameters.size(), 6u);
    EXPECT_EQ(c.parameters[0], (Parameter{"Speed", ParameterType::number, 0.25}));
    EXPECT_EQ(c.parameters[2], (Parameter{"Mode", ParameterType::integer, 3}));
    EXPECT_EQ(c.parameters[3], (Parameter{"Grounded", ParameterType::boolean, 1}));
    EXPECT_EQ(c.parameters[4], (Parameter{"Jump", ParameterType::trigger, 0}));

    ASSERT_EQ(c.layers.size(), 4u);
    EXPECT_TRUE(c.layers[0].ik_pass);
    EXPECT_EQ(c.layers[1].mask.guid, "000000000000000000000000000000b0");
    EXPECT_EQ(c.layers[2].sync_layer, 0);
    EXPECT_TRUE(c.layers[2].sync_timing);
    EXPECT_EQ(c.layers[2].weight, 0.5f);
    EXPECT_TRUE(c.layers[3].additive);
    ASSERT_EQ(c.layers[2].synced.size(), 3u);
    EXPECT_EQ(c.layers[2].synced[0].state, state_named(c, "Idle"));
    EXPECT_NE(c.layers[2].synced[1].motion.tree, kNoItem);
    EXPECT_EQ(c.layers[2].synced[2].behaviours.at(0).name, "Synced one");

    const Machine& base = c.machines[c.layers[0].machine];
    EXPECT_EQ(base.default_state, state_named(c, "Idle"));
    ASSERT_EQ(base.any.size(), 1u);
    EXPECT_FALSE(base.any[0].can_self);
    ASSERT_EQ(base.children.size(), 1u);
    EXPECT_EQ(base.children[0].position, (std::array{500.0f, 0.0f}));
    ASSERT_EQ(base.children[0].leave.size(), 1u);
    EXPECT_EQ(base.children[0].leave[0].to, state_named(c, "Move: \"fast\""));
    const Machine& air = c.machines[base.children[0].machine];
    EXPECT_EQ(air.entry.at(0).conditions.at(0).parameter, "Grounded");
    EXPECT_EQ(air.entry.at(0).to, state_named(c, "Land é😀 \"x\""));

    const State& idle = c.states[state_named(c, "Idle")];
    EXPECT_EQ(idle.tag, "rest");
    EXPECT_EQ(idle.position, (std::array{200.0f, 0.0f}));
    const Transition& jump = idle.transitions.at(1);
    EXPECT_EQ(jump.to_kind, Target::machine);
    EXPECT_FALSE(jump.fixed_duration);
    EXPECT_EQ(jump.offset, 0.25f);
    const State& move = c.states[state_named(c, "Move: \"fast\"")];
    EXPECT_EQ(move.speed_parameter, "Speed");
    EXPECT_FALSE(move.write_defaults);
    EXPECT_EQ(move.transitions.at(0).interruption_source, 3);
    EXPECT_FALSE(move.transitions.at(0).ordered);
    EXPECT_TRUE(move.transitions.at(1).mute);
    const State& land = c.states[state_named(c, "Land é😀 \"x\"")];
    EXPECT_TRUE(land.motion.clip.is_local());
    EXPECT_EQ(land.transitions.at(0).to_kind, Target::exit);
    const State& take_off = c.states[state_named(c, "Take off")];
    EXPECT_EQ(take_off.speed, -1.5f);
    EXPECT_EQ(take_off.motion.clip.guid, "00000000000000000000000000000002");
    EXPECT_EQ(c.states[state_named(c, "Hit.Front")].time_parameter, "Turn");
}

TEST(UnityController, BehavioursKeepTheirFields) {
    Diagnostics diagnostics;
    const Controller c = read("v5.controller", diagnostics);
    const Behaviour& behaviour = c.states[state_named(c, "Idle")].behaviours.at(0);
    EXPECT_EQ(behaviour.script.guid, "000000000000000000000000000000aa");
    const std::vector<std::pair<std::string, std::string>> fields = {
        {"volume", "0.5"},
        {"label", "a long text that is folded by Unity over more than one line because it is long"},
        {"steps[0].name", "one"},
        {"steps[0].value", "1"},
        {"steps[1].name", "two"},
        {"steps[1].value", "2"},
        {"target", "{fileID: 11500000, guid: 000000000000000000000000000000ab, type: 3}"},
        {"empty", "[]"}};
    EXPECT_EQ(behaviour.fields, fields);
}

TEST(UnityController, BlendTrees) {
    Diagnostics diagnostics;
    const Controller c = read("v5.controller", diagnostics);
    const BlendTree& tree = c.trees[c.states[state_named(c, "Move: \"fast\"")].motion.tree];
    EXPECT_EQ(tree.type, TreeType::one_d);
    ASSERT_EQ(tree.children.size(), 3u);
    EXPECT_EQ(tree.children[1].threshold, 0.5f);
    EXPECT_EQ(c.trees[tree.children[1].motion.tree].type, TreeType::freeform_directional);
    EXPECT_TRUE(tree.children[2].motion.is_none());
    EXPECT_EQ(tree.children[2].time_scale, -1.0f);
    const BlendTree& direct = c.trees[c.states[state_named(c, "Breathe")].motion.tree];
    EXPECT_TRUE(direct.normalized);
    EXPECT_EQ(direct.children.at(1).direct_parameter, "Turn");
}

// What Unity 4 calls otherwise, or not at all, comes out as in version 5.
TEST(UnityController, Versions1And2) {
    for (const char* name : {"v1.controller", "v2.controller"}) {
        SCOPED_TRACE(name);
        Diagnostics diagnostics;
        const Controller c = read(name, diagnostics);
        const bool first = c.version == 1;
        EXPECT_EQ(has_code(diagnostics, "unity-parameter-type"), first);
        EXPECT_EQ(c.counts.transitions, 4u);
        EXPECT_EQ(c.counts.any_transitions, 1u);
        EXPECT_EQ(c.parameters.at(0), (Parameter{"Speed", ParameterType::number, 0.5}));
        EXPECT_EQ(c.parameters.at(2).type, first ? ParameterType::number : ParameterType::trigger);
        ASSERT_EQ(c.layers.size(), 2u);
        EXPECT_EQ(c.layers[1].weight, first ? 0.0f : 0.75f);
        EXPECT_EQ(c.layers[1].machine, kNoItem);
        ASSERT_EQ(c.layers[1].synced.size(), 1u);
        EXPECT_EQ(c.layers[1].synced[0].motion.clip.file_id, 7400002);

        const Machine& base = c.machines[c.layers[0].machine];
        ASSERT_EQ(base.children.size(), 1u);
        EXPECT_EQ(base.children[0].position, (std::array{300.0f, -20.5f}));
        ASSERT_EQ(base.any.size(), 1u);
        EXPECT_EQ(base.any[0].conditions.at(0).mode, 2);
        EXPECT_EQ(base.any[0].can_self, first);

        const State& idle = c.states[state_named(c, "Idle")];
        EXPECT_EQ(idle.motion.clip.file_id, 7400000);
        EXPECT_TRUE(idle.write_defaults);
        EXPECT_EQ(idle.position, (std::array{24.0f, 144.0f}));
        ASSERT_EQ(idle.transitions.size(), 2u);
        EXPECT_EQ(idle.transitions[0].interruption_source, 0);  // atomic
        EXPECT_FALSE(idle.transitions[0].has_exit_time);
        EXPECT_EQ(idle.transitions[0].exit_time, 0.9f);
        EXPECT_FALSE(idle.transitions[0].fixed_duration);
        EXPECT_EQ(idle.transitions[1].interruption_source, 1);
        EXPECT_TRUE(idle.transitions[1].ordered);
        EXPECT_TRUE(idle.transitions[1].has_exit_time);
        EXPECT_EQ(idle.transitions[1].exit_time, 0.75f);
        EXPECT_EQ(idle.transitions[1].conditions.size(), 1u);
        // Given in the root machine, for a state of a nested one.
        EXPECT_EQ(c.states[state_named(c, "Fall")].transitions.at(0).exit_time, 1.5f);
        const State& walk = c.states[state_named(c, "Walk")];
        EXPECT_EQ(walk.speed, -0.5f);
        EXPECT_EQ(c.trees[walk.motion.tree].parameter_x, "Speed");
        EXPECT_TRUE(c.trees[walk.motion.tree].children.at(1).mirror);
    }
}

// The root of a file of Unity 4 may list the transitions of states in sub-machines, which list them
// too.
TEST(UnityController, OldTransitionsListedTwiceCountOnce) {
    const std::string once = own_file("v1.controller");
    const std::string twice = test::with(once, "  m_OrderedTransitions: {}\n",
                                         "  m_OrderedTransitions:\n"
                                         "    data:\n"
                                         "      first: {fileID: 110200002}\n"
                                         "      second:\n"
                                         "      - {fileID: 110100003}\n"
                                         "    data:\n"
                                         "      first: {fileID: 0}\n"
                                         "      second:\n"
                                         "      - {fileID: 110100002}\n");
    Diagnostics diagnostics;
    const Result<Controller> a = read_controller(once, diagnostics);
    const Result<Controller> b = read_controller(twice, diagnostics);
    ASSERT_TRUE(a && b);
    EXPECT_EQ(b->counts, a->counts);
    EXPECT_EQ(b->states[state_named(*b, "Fall")].transitions.size(), 1u);
    EXPECT_EQ(b->machines[b->layers[0].machine].any.size(), 1u);
}

TEST(UnityController, Version4) {
    Diagnostics diagnostics;
    const Controller c = read("v4.controller", diagnostics);
    EXPECT_TRUE(diagnostics.faults().empty());
    EXPECT_EQ(c.version, 4);
    EXPECT_EQ(c.counts.machine_transitions, 1u);
    const Machine& base = c.machines[c.layers.at(0).machine];
    EXPECT_EQ(base.children.at(0).leave.at(0).to, state_named(c, "Closed"));
    const State& closed = c.states[state_named(c, "Closed")];
    EXPECT_EQ(closed.behaviours.size(), 1u);
    EXPECT_EQ(closed.transitions.at(0).interruption_source, 1);
    EXPECT_FALSE(closed.transitions.at(0).fixed_duration);
    EXPECT_EQ(closed.transitions.at(0).to_kind, Target::machine);
}

// Line ends, a mark at the start and the order of objects do not matter.
TEST(UnityController, SameFromEveryForm) {
    const std::string text = own_file("v5.controller");
    Diagnostics diagnostics;
    Result<Controller> plain = read_controller(text, diagnostics);
    ASSERT_TRUE(plain);
    std::string crlf;
    for (const char c : text)
        crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
    EXPECT_EQ(*plain, *read_controller(crlf, diagnostics));
    EXPECT_EQ(*plain, *read_controller("\xef\xbb\xbf" + text, diagnostics));
    EXPECT_TRUE(diagnostics.faults().empty());
    std::string bare = text.substr(text.find("---"));
    EXPECT_TRUE(read_controller(bare, diagnostics));
    EXPECT_TRUE(has_code(diagnostics, "unity-no-header"));
}

}  // namespace
}  // namespace motus::unity

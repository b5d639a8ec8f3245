// Machines in code: what the documentation shows, and every fault that is told.
// SPDX-License-Identifier: MIT
#include <motus/machine/build.h>
#include <motus/machine/tick.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace motus {
namespace {

std::vector<MotionDesc> motions() {
    return {{.name = "Idle", .duration = ticks_of_seconds(2)},
            {.name = "Walk", .duration = ticks_of_seconds(1)},
            {.name = "Run", .duration = ticks_of_seconds(0.6)},
            {.name = "Jump", .duration = ticks_of_seconds(0.8), .loops = false},
            {.name = "Wave", .duration = ticks_of_seconds(1)}};
}

#include "machine_page.inc"  // the example of docs/machine.md: MachineDesc hero()

const std::vector<std::string> kMasks{"upper body"};

struct Instance {
    const Machine& machine;
    std::vector<std::byte> bytes;
    std::vector<PlaylistItem> items;
    std::vector<PlaylistLayer> layers;
    std::vector<MachineEvent> event_room;

    explicit Instance(const Machine& from)
        : machine(from),
          bytes(instance_size(from)),
          items(playlist_limits(from).items),
          layers(playlist_limits(from).layers),
          event_room(16) {
        EXPECT_EQ(start(machine, bytes), Status::ok);
    }
    void tick(float dt_s) {
        Playlist playlist{items, layers, 0, 0};
        MachineEvents events{event_room, 0, 0};
        EXPECT_EQ(run(TickJob{machine, bytes, dt_s, &playlist, &events}), Status::ok);
    }
    std::uint32_t state(std::uint32_t layer) { return view_of(machine, bytes).layers[layer].state; }
};

TEST(BuildMachine, TheExampleOfThePageRuns) {
    const auto built = build_machine(hero(), motions(), kMasks);
    ASSERT_TRUE(built) << to_string(built.error());
    const Machine& machine = *built;
    Instance one(machine);
    const auto find = [&](const char* name) { return find_variable(machine, hash_name(name)); };
    one.tick(0.1f);
    EXPECT_EQ(built->state_name(one.state(0)), "stand");
    ASSERT_EQ(set_float(machine, one.bytes, find("speed"), 3.0f), Status::ok);
    ASSERT_EQ(set_bool(machine, one.bytes, find("wave"), true), Status::ok);
    one.tick(0.5f);
    EXPECT_EQ(built->state_name(one.state(0)), "move");
    EXPECT_EQ(built->state_name(one.state(1)), "wave");
    ASSERT_EQ(set_trigger(machine, one.bytes, find("jump")), Status::ok);
    one.tick(0.2f);
    EXPECT_EQ(built->state_name(one.state(0)), "jump");
    ASSERT_EQ(set_float(machine, one.bytes, find("speed"), 0.0f), Status::ok);
    one.tick(1.0f);
    EXPECT_EQ(built->state_name(one.state(0)), "stand");
    EXPECT_EQ(machine.layers[1].mask, 0u);
    EXPECT_EQ(find_name(built->names(), NameHash{machine.layers[1].name}), "arms");
}

TEST(BuildMachine, MovingABufferLeavesViewsValid) {
    auto built = build_machine(hero(), motions(), kMasks);
    ASSERT_TRUE(built);
    const Machine& before = built->view();
    const MachineBuffer moved = *std::move(built);
    EXPECT_EQ(&moved.view(), &before);
    EXPECT_EQ(moved.view().states.size(), 5u);
}

TEST(BuildMachine, PathsLeadIntoSubMachines) {
    MachineDesc machine;
    machine.variables = {{"hit", VariableKind::trigger}};
    StateDesc fight{.name = "fight"};
    fight.machine = GraphDesc{.states = {{.name = "guard"}, {.name = "strike"}},
                              .transitions = {{.from = "strike", .exit_time = 1.0f}}};
    machine.layers.resize(1);
    machine.layers[0].graph = {.states = {{.name = "idle"}, fight},
                               .transitions = {{.from = "fight", .to = "idle"}},
                               .any = {{.to = "fight/strike", .when = {{"hit"}}}},
                               .start = "fight/guard"};
    const auto built = build_machine(machine, {});
    ASSERT_TRUE(built) << to_string(built.error());
    const Machine& view = *built;
    const auto path = [&](std::uint32_t state) {
        return find_name(built->names(), NameHash{view.states[state].path});
    };
    EXPECT_EQ(path(view.graphs[0].default_state), "fight/guard");
    EXPECT_EQ(path(view.transitions[view.layer_links[0].any.start].to), "fight/strike");
    EXPECT_EQ(view.graphs[1].leave.count, 1u);
}

TEST(BuildMachine, ACurveIsWhatABakeMakesOfIt) {
    const CurvePoint linear[] = {{0, 0, 0, 1}, {1, 1, 1, 0}};
    const auto none = build_curve(linear);
    ASSERT_TRUE(none);
    EXPECT_TRUE(none->empty());
    const CurvePoint ease[] = {{0, 0, 0, 0}, {1, 1, 0, 0}};
    const auto keys = build_curve(ease);
    ASSERT_TRUE(keys);
    EXPECT_EQ(keys->size(), 2u);
    const CurvePoint unsorted[] = {{0.5f, 0, 0, 0}, {0, 1, 0, 0}};
    EXPECT_EQ(build_curve(unsorted).error().code, "curve-order");
    const CurvePoint large[] = {{0, 70000.0f, 0, 0}, {1, 1, 0, 0}};
    EXPECT_EQ(build_curve(large).error().place, "[0]");
}

// What is done to the hero, and what is said of it.
struct Plant {
    const char* title;
    void (*plant)(MachineDesc&, std::vector<MotionDesc>&);
    const char* place;
    const char* words;
};

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
#define MOTUS_PLANT(...)                                                                   \
    []([[maybe_unused]] MachineDesc& m, [[maybe_unused]] std::vector<MotionDesc>& clips) { \
        __VA_ARGS__;                                                                       \
    }

const Plant kPlants[] = {
    {"unknown motion", MOTUS_PLANT(m.layers[0].graph.states[0].motion = "Idel"),
     "layers[0].graph.states[0].motion",
     "there is no motion \"Idel\"; there are \"Idle\", \"Walk\", \"Run\", \"Jump\", "
     "\"Wave\""},
    {"unknown variable", MOTUS_PLANT(m.layers[0].graph.transitions[0].when[0].variable = "sped"),
     "layers[0].graph.transitions[0].when[0].variable",
     "there is no variable \"sped\"; there are \"speed\", \"jump\", \"wave\""},
    {"unknown target", MOTUS_PLANT(m.layers[0].graph.transitions[1].to = "stan"),
     "layers[0].graph.transitions[1].to",
     "there is no state \"stan\"; there are \"stand\", \"move\", \"jump\""},
    {"unknown source", MOTUS_PLANT(m.layers[0].graph.transitions[1].from = "run"),
     "layers[0].graph.transitions[1].from", "there is no state \"run\""},
    {"no source", MOTUS_PLANT(m.layers[0].graph.transitions[1].from = ""),
     "layers[0].graph.transitions[1].from", "there is no state \"\""},
    {"source of any", MOTUS_PLANT(m.layers[0].graph.any[0].from = "stand"),
     "layers[0].graph.any[0].from", "names no state"},
    {"unknown mask", MOTUS_PLANT(m.layers[1].mask = "upper"), "layers[1].mask",
     "there is no mask \"upper\"; there are \"upper body\""},
    {"unknown layer", MOTUS_PLANT(m.layers.push_back({.name = "copy", .follows = "bass"})),
     "layers[2].follows", "there is no layer \"bass\"; there are \"base\", \"arms\", \"copy\""},
    {"follows itself", MOTUS_PLANT(m.layers.push_back({.name = "copy", .follows = "copy"})),
     "layers[2].follows", "without states can follow another"},
    {"unknown followed state",
     MOTUS_PLANT(
         m.layers.push_back({.name = "copy", .follows = "base", .synced = {{"sit", "Idle"}}})),
     "layers[2].synced[0].state", "layer \"base\" has no state \"sit\""},
    {"unknown start", MOTUS_PLANT(m.layers[0].graph.start = "sit"), "layers[0].graph.start",
     "there is no state \"sit\""},
    {"unknown blend variable", MOTUS_PLANT(m.layers[0].graph.states[1].blend->x = "rate"),
     "layers[0].graph.states[1].blend.x", "there is no variable \"rate\""},
    {"unknown child", MOTUS_PLANT(m.layers[0].graph.states[1].blend->children[1].motion = "R"),
     "layers[0].graph.states[1].blend.children[1].motion", "there is no motion \"R\""},
    {"two variables", MOTUS_PLANT(m.variables.push_back({"speed"})), "variables[3].name",
     "two variables are named \"speed\""},
    {"two states", MOTUS_PLANT(m.layers[0].graph.states.push_back({.name = "move"})),
     "layers[0].graph.states[3].name", "two states are named \"move\""},
    {"two layers", MOTUS_PLANT(m.layers.push_back({.name = "base"})), "layers[2].name",
     "two layers are named \"base\""},
    {"two motions", MOTUS_PLANT(clips.push_back(clips[0])), "layers[0].graph.states[0].motion",
     "two motions are named \"Idle\""},
    {"no names", MOTUS_PLANT(m.variables.push_back({})), "variables[3].name", "needs a name"},
    {"a state without name", MOTUS_PLANT(m.layers[1].graph.states.push_back({})),
     "layers[1].graph.states[2].name", "needs a name"},
    {"NaN of a variable", MOTUS_PLANT(m.variables[0].value = kNaN), "variables[0].value",
     "not finite"},
    {"a large int", MOTUS_PLANT(m.variables.push_back({"i", VariableKind::int_, 1e10f})),
     "variables[3].value", "32-bit"},
    {"half a truth", MOTUS_PLANT(m.variables[2].value = 0.5f), "variables[2].value", "0 or 1"},
    {"NaN of a condition", MOTUS_PLANT(m.layers[0].graph.transitions[0].when[0].value = kNaN),
     "layers[0].graph.transitions[0].when[0].value", "not finite"},
    {"NaN of a duration", MOTUS_PLANT(m.layers[0].graph.any[0].duration = kNaN),
     "layers[0].graph.any[0].duration", "finite and not negative"},
    {"a negative exit time", MOTUS_PLANT(m.layers[0].graph.transitions[2].exit_time = -1.0f),
     "layers[0].graph.transitions[2].exit_time", "finite and not negative"},
    {"NaN of a speed", MOTUS_PLANT(m.layers[0].graph.states[0].speed = kNaN),
     "layers[0].graph.states[0].speed", "not finite"},
    {"NaN of a child", MOTUS_PLANT(m.layers[0].graph.states[1].blend->children[0].x = kNaN),
     "layers[0].graph.states[1].blend.children[0]", "not finite"},
    {"a weight above 1", MOTUS_PLANT(m.layers[1].weight = 1.5f), "layers[1].weight", "from 0 to 1"},
    {"NaN of a weight", MOTUS_PLANT(m.layers[1].weight = kNaN), "layers[1].weight", "from 0 to 1"},
    {"a negative length", MOTUS_PLANT(clips[1].duration = Ticks{-1}), "motions[1].duration",
     "9 days"},
    {"an early event", MOTUS_PLANT(clips[1].events = {{Ticks{-1}, NameHash{1}}}), "motions[1]",
     "negative time"},
    {"a number as a truth", MOTUS_PLANT(m.layers[0].graph.transitions[0].when = {{"speed"}}),
     "layers[0].graph.transitions[0].when[0].op", "is a number"},
    {"a truth as a number",
     MOTUS_PLANT(m.layers[0].graph.any[0].when[0].op = ConditionOperator::greater),
     "layers[0].graph.any[0].when[0].op", "is true or false"},
    {"never fires", MOTUS_PLANT(m.layers[0].graph.any[0].when.clear()), "layers[0].graph.any[0]",
     "neither a condition nor an exit time"},
    {"entry to exit", MOTUS_PLANT(m.layers[0].graph.entry.emplace_back()),
     "layers[0].graph.entry[0].to", "cannot lead to the exit"},
    {"motion and blend", MOTUS_PLANT(m.layers[0].graph.states[1].motion = "Run"),
     "layers[0].graph.states[1]", "only one of them"},
    {"a 2D blend on a line",
     MOTUS_PLANT(m.layers[0].graph.states[1].blend->kind = BlendKind::freeform_cartesian),
     "layers[0].graph.states[1].blend.y", "second variable"},
    {"a direct blend without weights",
     MOTUS_PLANT(m.layers[0].graph.states[1].blend->kind = BlendKind::direct),
     "layers[0].graph.states[1].blend.children[0].weight", "the variable that is its weight"},
    {"too many children",
     MOTUS_PLANT(m.layers[0].graph.states[1].blend->children.resize(kMaxBlendChildren + 1)),
     "layers[0].graph.states[1].blend.children", "at most 64"},
    {"a curve that goes back",
     MOTUS_PLANT(m.layers[0].graph.any[0].curve = {{1, 0, 0, 0}, {0, 1, 0, 0}}),
     "layers[0].graph.any[0].curve", "times must ascend"},
};

TEST(BuildMachine, EveryFaultIsToldWithItsPlace) {
    for (const Plant& plant : kPlants) {
        MachineDesc machine = hero();
        std::vector<MotionDesc> clips = motions();
        plant.plant(machine, clips);
        const auto built = build_machine(machine, clips, kMasks);
        ASSERT_FALSE(built) << plant.title;
        EXPECT_EQ(built.error().place, plant.place) << plant.title << ": " << built.error().cause;
        EXPECT_NE(built.error().cause.find(plant.words), std::string::npos)
            << plant.title << ": " << built.error().cause;
    }
}

TEST(BuildMachine, DepthsAreLimited) {
    for (const bool blends : {false, true}) {
        MachineDesc machine = hero();
        if (blends) {
            BlendDesc inner{.x = "speed", .children = {{"Walk"}}};
            for (std::uint32_t i = 0; i < kMaxBlendDepth; ++i) {
                BlendChildDesc child;
                child.blend = inner;
                inner = BlendDesc{.x = "speed", .children = {child}};
            }
            machine.layers[0].graph.states[1].blend = inner;
        } else {
            GraphDesc inner;
            for (std::uint32_t i = 0; i < kMaxGraphDepth; ++i) {
                StateDesc state{.name = "sub"};
                state.machine = inner;
                inner = GraphDesc{.states = {state}};
            }
            machine.layers[1].graph = inner;
        }
        const auto built = build_machine(machine, motions(), kMasks);
        ASSERT_FALSE(built);
        EXPECT_EQ(built.error().code, "machine-size") << to_string(built.error());
    }
}

}  // namespace
}  // namespace motus

// The hero's machine run by scripts, recorded, saved, restored, and reloaded under way.
// SPDX-License-Identifier: MIT
#include <motus/bake/bake.h>
#include <motus/document/model_change.h>
#include <motus/document/new_document.h>
#include <motus/load/reload.h>
#include <motus/play/evaluate.h>
#include <motus/session/frame_record.h>
#include <motus/session/simulation.h>
#include <scenes/hero/hero.h>
#include <scenes/hero/hero_document.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace motus {
namespace {

const Asset& hero_asset() {
    static const Asset asset = scenes::make_hero();
    return asset;
}

/// A document of the hero, baked.
struct Baked {
    explicit Baked(const Document& document) {
        const BakeAsset source{content(document).sources()[0].id(), &hero_asset()};
        Diagnostics diagnostics;
        Result<AlignedBytes> made = bake(document, {&source, 1}, diagnostics);
        EXPECT_TRUE(made) << to_string(made.error());
        library = std::make_unique<Library>(*Library::open(*std::move(made)));
    }
    [[nodiscard]] const BakedFile& file() const { return library->file(); }

    std::unique_ptr<Library> library;
};

const Baked& baked_hero() {
    static const Baked baked(*scenes::make_hero_document());
    return baked;
}

Animator hero_animator() {
    return *Animator::create(*baked_hero().library, 0);
}

SimulationScript script(std::string_view text, const Baked& baked = baked_hero()) {
    Diagnostics warnings;
    Result<SimulationScript> made = read_simulation_script(text, baked.file(), 0, warnings);
    EXPECT_TRUE(made) << to_string(made.error());
    EXPECT_TRUE(warnings.faults().empty());
    return *std::move(made);
}

constexpr std::string_view kWalk =
    R"({"dt":0.02,"frames":100,"inputs":[{"frame":5,"set":{"speed":2}},
        {"frame":30,"trigger":["jump"]},{"frame":40,"oneshot":"Wave"}]})";

/// Degrees that the joints of two poses are apart, at most.
double apart(const ConstPoseView& a, const ConstPoseView& b) {
    double most = 0.0;
    for (JointIndex i = 0; i < a.joint_count(); ++i) {
        const Quat p = joint_transform(a, i).rotation, q = joint_transform(b, i).rotation;
        const auto chord = [&](double sign) {
            return std::hypot(std::hypot(p.x - sign * q.x, p.y - sign * q.y),
                              std::hypot(p.z - sign * q.z, p.w - sign * q.w));
        };
        const double gap = std::min(chord(1.0), chord(-1.0));
        most = std::max(most, 4.0 * std::asin(std::min(1.0, gap / 2.0)) * 57.29577951);
    }
    return most;
}

TEST(Simulation, FollowsItsScript) {
    const SimulationScript walk = script(kWalk);
    Animator run = hero_animator();
    const MachineNames names = machine_names(baked_hero().file(), 0);
    Simulation simulation(run, walk);
    std::string lines;
    double walked = 0.0;
    std::uint32_t events = 0;
    while (!simulation.is_done()) {
        const std::uint64_t frame = simulation.frame();
        ASSERT_TRUE(simulation.step());
        const FrameRecord record = record_frame(run, names);
        EXPECT_EQ(record.layers[0].state, frame < 5 ? "Idle" : record.layers[0].state);
        float total = 0.0f;
        for (const FrameClip& clip : record.layers[0].clips)
            total += clip.weight;
        EXPECT_NEAR(total, 1.0f, 1e-5f) << frame;
        EXPECT_EQ(record.layers.size(), frame < 40 ? 2u : record.layers.size());
        walked += static_cast<double>(record.root.translation.z);
        for (const FrameEvent& event : record.events)
            events += event.name == "foot_left" || event.name == "foot_right";
        append_frame(lines, record, {frame});
    }
    EXPECT_GT(walked, 0.5);
    EXPECT_GT(events, 1u);
    EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 100);
    EXPECT_EQ(run.rig_index(), 0u);
}

TEST(Simulation, GoesOnFromASnapshotBitForBit) {
    const SimulationScript walk = script(kWalk);
    Animator run = hero_animator(), other = hero_animator();
    Simulation simulation(run, walk);
    for (int i = 0; i < 35; ++i)
        ASSERT_TRUE(simulation.step());
    ASSERT_EQ(other.restore(run.snapshot()), Status::ok);
    for (int i = 0; i < 60; ++i) {
        ASSERT_TRUE(run.update_fully(walk.dt));
        ASSERT_TRUE(other.update_fully(walk.dt));
        ASSERT_TRUE(run.snapshot() == other.snapshot());
        ASSERT_EQ(apart(run.pose(), other.pose()), 0.0);
    }
    std::uint64_t hash = 0;
    EXPECT_TRUE(simulation.step_twice(hash));
    EXPECT_NE(hash, 0u);
}

TEST(Simulation, ReloadingTheSameFileChangesNothing) {
    const SimulationScript walk = script(kWalk);
    Animator run = hero_animator(), reloaded = hero_animator();
    Simulation a(run, walk), b(reloaded, walk);
    while (!a.is_done()) {
        ASSERT_TRUE(a.step());
        ASSERT_TRUE(b.step());
        EXPECT_TRUE(reloaded.reload(*baked_hero().library, 0)->empty());
        ASSERT_TRUE(std::equal(run.instance().begin(), run.instance().end(),
                               reloaded.instance().begin(), reloaded.instance().end()))
            << a.frame();
        ASSERT_EQ(apart(run.pose(), reloaded.pose()), 0.0);
    }
}

TEST(Simulation, AnEditedFileKeepsWhatItCanAndSaysWhatWasLost) {
    const auto document = scenes::make_hero_document();
    const auto& machine = content(*document).library().machines()[0];
    {
        // A state before the others, one renamed, a variable gone, the arms' wave gone.
        auto change = document->begin_change(machine, "Edit");
        auto graph = change.machine_change().layers_change(0).graph_change();
        graph.states_insert(0).set_name("New");
        graph.states_change(2).set_name("Travel");  // was Move
        ASSERT_TRUE(change.commit());
    }
    const Baked edited(*document);
    const SimulationScript walk = script(kWalk);
    Animator run = hero_animator(), alone = hero_animator();
    Simulation simulation(run, walk), other(alone, walk);
    for (int i = 0; i < 12; ++i) {
        ASSERT_TRUE(simulation.step());
        ASSERT_TRUE(other.step());
    }
    EXPECT_TRUE(run.reload(*edited.library, 0)->empty());
    const MachineNames names = machine_names(edited.file(), 0);
    EXPECT_EQ(record_frame(run, names).layers.size(), 0u);  // nothing was ticked since
    for (int i = 0; i < 10; ++i) {
        ASSERT_TRUE(run.update_fully(walk.dt));
        ASSERT_TRUE(alone.update_fully(walk.dt));
        ASSERT_LT(apart(run.pose(), alone.pose()), 1e-4) << i;
    }
    EXPECT_EQ(record_frame(run, names).layers[0].state, "Travel");
    // Back, by name and id; then the state that is shown is gone.
    const auto other_document = scenes::make_hero_document();
    auto change =
        other_document->begin_change(content(*other_document).library().machines()[0], "Remove");
    auto graph = change.machine_change().layers_change(0).graph_change();
    const std::uint64_t move = graph.object().states()[1].id();
    for (std::size_t i = graph.object().transitions().size(); i-- > 0;) {
        const auto& transition = graph.object().transitions()[i];
        if (transition.from() == move || transition.to() == move) graph.transitions_remove(i);
    }
    graph.states_remove(1);
    ASSERT_TRUE(change.commit());
    const Baked removed(*other_document);
    EXPECT_EQ(*run.reload(*removed.library, 0),
              std::vector<std::string>{"Travel: the state is gone"});
    ASSERT_TRUE(run.update_fully(walk.dt));
    EXPECT_EQ(record_frame(run, machine_names(removed.file(), 0)).layers[0].state, "Idle");
}

TEST(Simulation, NamesWhatIsWrongInAScript) {
    Diagnostics warnings;
    const Result<SimulationScript> made =
        read_simulation_script(R"({"dt":0.1,"frames":2,"inputs":[{"frame":0,"set":{"sped":1}}]})",
                               baked_hero().file(), 0, warnings);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().place, "inputs[0].set.sped");
    EXPECT_NE(made.error().cause.find("\"speed\""), std::string::npos);
}

// The machine's rig has other joints.
TEST(Simulation, OneShotsAreClipsOfTheMachinesRig) {
    const auto document = scenes::make_hero_document();
    auto change = document->begin_change(content(*document), "Another rig");
    auto entity = change.scene_change().entities_append();
    entity.set_name("Other");
    auto rig = entity.components_append<doc::Rig>();
    rig.set_source(content(*document).sources()[0].id());
    for (const char* name : {"Other", "Wave"}) {
        auto clip = rig.clips_append();
        clip.set_name(name).set_source(rig.object().source()).set_source_clip("Jump");
        clip.set_source_index(3).set_length_s(1.0f);
    }
    ASSERT_TRUE(change.commit());
    const Baked baked(*document);
    const auto shot = [&](const std::string& name) {
        Diagnostics warnings;
        return read_simulation_script(
            R"({"dt":0.1,"frames":2,"inputs":[{"frame":0,"oneshot":")" + name + R"("}]})",
            baked.file(), 0, warnings);
    };
    const Result<SimulationScript> other = shot("Other");
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().place, "inputs[0].oneshot");
    const Result<SimulationScript> wave = shot("Wave");
    ASSERT_TRUE(wave) << to_string(wave.error());
    Animator run = *Animator::create(*baked.library, 0);
    Simulation simulation(run, *wave);
    EXPECT_TRUE(simulation.step());
    EXPECT_TRUE(simulation.step());
}

// A block may be larger than the machine's layers need: sized by the limits of its playlist, say.
TEST(Simulation, AReloadTakesCarryBlocksOfAnySizeThatIsEnough) {
    const Machine graph = machine_at(baked_hero().file().machines, 0);
    const Skeleton skeleton = skeleton_at(baked_hero().file().rigs, 0);
    std::vector<std::byte> from(instance_size(graph)), to(from);
    ASSERT_EQ(start(graph, from), Status::ok);
    MachineReload reload(baked_hero().file(), graph, 0, baked_hero().file(), graph, 0);
    const auto layers = static_cast<std::uint32_t>(graph.layers.size());
    const std::uint32_t larger = playlist_limits(graph).layers;
    ASSERT_GT(larger, layers);
    for (const std::uint32_t old : {layers, larger}) {
        for (const std::uint32_t now : {layers, larger}) {
            const std::vector<float> carry(carry_floats(skeleton, old), 2.0f);
            std::vector<float> out(carry_floats(skeleton, now), 3.0f);
            ASSERT_EQ(reload.run({from, carry, to, out}), Status::ok) << old << " " << now;
            const auto end = out.begin() + std::ptrdiff_t(carry_floats(skeleton, layers));
            EXPECT_EQ(std::count(out.begin(), end, 2.0f), end - out.begin());
            EXPECT_EQ(std::count(end, out.end(), 0.0f), out.end() - end);
        }
    }
    std::vector<float> fits(carry_floats(skeleton, layers)), small(fits.size() - 1);
    EXPECT_EQ(reload.run({from, fits, to, small}), Status::bad_size);
    EXPECT_EQ(reload.run({from, small, to, fits}), Status::bad_size);
}

}  // namespace
}  // namespace motus

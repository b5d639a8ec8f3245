// tests/animator/animator_test.cpp - an Animator of a machine: the same as the jobs wired by hand.
// SPDX-License-Identifier: MIT
#include <motus/animator/animator.h>

#include "stage.h"

#include <motus/machine/delta.h>
#include <motus/math/ops.h>
#include <motus/play/evaluate.h>
#include <motus/pose/pose_buffer.h>
#include <motus/skinning/palette.h>
#include <motus/timeline/scene.h>
#include <tests/support/alloc_counter.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace motus::test {
namespace {

Animator make_hero(const AnimatorOptions& options = {}) {
    Result<Animator> made = Animator::create(hero_library(), "hero", options);
    EXPECT_TRUE(made) << to_string(made.error());
    return *std::move(made);
}

/// Inputs of a frame: walks, runs, jumps, waves, stops.
void steer(Animator& hero, int frame) {
    const Parameter<float> speed = hero.parameter<float>("speed");
    if (frame == 10) speed = 1.2f;
    if (frame == 60) speed = 3.0f;
    if (frame == 100) hero.parameter<Trigger>("jump").fire();
    if (frame == 104) hero.parameter<Trigger>("wave").fire();
    if (frame == 110) hero.parameter<Trigger>("jump").fire();
    if (frame == 180) speed = 0.0f;
}

Vec3 position_of(const Mat34& m) {
    return {m.m[3], m.m[7], m.m[11]};
}

bool same_bytes(std::span<const Mat34> a, std::span<const Mat34> b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

// The oracle: every job as docs/machine.md wires it.
TEST(Animator, IsTheJobsWiredByHand) {
    Animator hero = make_hero();
    const Library& library = hero_library();
    const Machine machine = library.machine(*library.find_machine("hero"));
    const Rig& rig = library.rig(library.rig_of(0));
    std::vector<std::byte> instance(instance_size(machine));
    ASSERT_EQ(start(machine, instance), Status::ok);
    const PlaylistLimits limits = playlist_limits(machine);
    std::vector<float> carry(
        carry_floats(rig.skeleton, static_cast<std::uint32_t>(machine.layers.size())));
    std::vector<PlaylistItem> items(limits.items);
    std::vector<PlaylistLayer> layers(limits.layers);
    std::vector<MachineEvent> events(64);
    PoseBuffer pose(rig.skeleton);
    EvaluateWorkspace workspace(rig.skeleton);
    std::vector<Mat34> model(rig.skeleton.joint_count()), palette(rig.skins[0].joints.size());
    std::uint32_t heard = 0;
    for (int frame = 0; frame < 240; ++frame) {
        steer(hero, frame);
        std::memcpy(instance.data(), hero.instance().data(), instance.size());
        Playlist playlist{items, layers};
        MachineEvents happened{events};
        const TickJob tick{machine, instance, kDt, &playlist, &happened, nullptr, true};
        ASSERT_EQ(run(tick), Status::ok);
        RootDelta root;
        ASSERT_EQ(run(EvaluateJob{rig, &playlist, carry, workspace.scratch(), pose, &root}),
                  Status::ok);
        ASSERT_EQ(run(LocalToModelJob{rig.skeleton, pose, {}, model}), Status::ok);
        ASSERT_EQ(run(PaletteJob{rig.skins[0], model, palette}), Status::ok);
        ASSERT_TRUE(hero.update(kDt));
        ASSERT_EQ(hero.instance().size(), instance.size());
        ASSERT_EQ(std::memcmp(hero.instance().data(), instance.data(), instance.size()), 0);
        ASSERT_TRUE(same_bytes(hero.model(), model)) << frame;
        // Palettes come from the kernels of crowds, which multiply in another order.
        for (std::size_t k = 0; k < palette.size(); ++k) {
            for (std::size_t n = 0; n < 12; ++n)
                ASSERT_NEAR(hero.palette()[k].m[n], palette[k].m[n], 2e-6f) << frame << ' ' << k;
        }
        ASSERT_EQ(hero.root_delta(), root) << frame;
        ASSERT_EQ(hero.events().size() + hero.changes().size(), happened.count);
        heard += static_cast<std::uint32_t>(hero.events().size());
    }
    EXPECT_GT(heard, 4u);
}

TEST(Animator, UpdatesAndStatesAllocateNothing) {
    Animator hero = make_hero({.recorded = 8});
    std::vector<std::byte> saved(hero.snapshot_size());
    const Parameter<float> speed = hero.parameter<float>("speed");
    AllocCounter allocations;
    for (int frame = 0; frame < 120; ++frame) {
        speed = frame < 60 ? 2.0f : 0.0f;
        ASSERT_TRUE(hero.update(kDt));
        ASSERT_EQ(hero.snapshot(saved), Status::ok);
        ASSERT_EQ(hero.restore(saved), Status::ok);
        (void)hero.layer(0);
        (void)hero.attachment("Hand.R");
    }
    EXPECT_TRUE(hero.rewind(3));
    EXPECT_EQ(allocations.count(), 0u);
}

TEST(Animator, AWrongNameIsAnErrorThatListsTheRightOnes) {
    const Error machine = Animator::create(hero_library(), "hreo").error();
    EXPECT_NE(machine.cause.find("did you mean \"hero\"?"), std::string::npos) << machine.cause;
    Animator hero = make_hero();
    EXPECT_EQ(hero.take_fault(), "");
    const Parameter<float> typo = hero.parameter<float>("sped");
    EXPECT_FALSE(typo.is_bound());
    typo = 3.0f;
    const std::string fault = hero.take_fault();
    EXPECT_NE(fault.find("did you mean \"speed\"?"), std::string::npos) << fault;
    EXPECT_FALSE(hero.parameter<bool>("speed").is_bound());
    EXPECT_EQ(hero.take_fault(), "the parameter \"speed\" is of the kind float");
    EXPECT_FALSE(hero.play("Fly"));
    EXPECT_NE(hero.take_fault().find("\"Idle\""), std::string::npos);
    EXPECT_FALSE(hero.play("Idle", 7));
    EXPECT_FALSE(hero.play_once("Fly"));
    EXPECT_FALSE(hero.stop());
    EXPECT_FALSE(hero.cross_fade("Move", -1.0f));
    EXPECT_TRUE(hero.update(kDt));
    const Mat34 offset{};
    EXPECT_EQ(hero.attachment("Tail", offset), offset);
    EXPECT_TRUE(hero.palette(9).empty());
}

TEST(Animator, RefusesTimesThatAreNone) {
    Animator hero = make_hero();
    const std::vector<std::byte> before = hero.snapshot();
    EXPECT_FALSE(hero.update(-1.0f));
    EXPECT_FALSE(hero.update(std::nanf("")));
    EXPECT_FALSE(hero.update(HUGE_VALF));
    EXPECT_FALSE(hero.update(Ticks{-1}));
    EXPECT_EQ(hero.snapshot(), before);
}

TEST(Animator, NamesEventsAndStates) {
    Animator hero = make_hero();
    hero.parameter<float>("speed") = 2.0f;
    bool entered = false, stepped = false;
    for (int frame = 0; frame < 120; ++frame) {
        ASSERT_TRUE(hero.update(kDt));
        for (const Event& change : hero.changes())
            entered =
                entered || (change.kind == MachineEventKind::state_enter && change.name == "Move");
        for (const Event& event : hero.events()) {
            EXPECT_FALSE(event.name.empty());
            EXPECT_EQ(hash_name(event.name), event.hash);
            stepped = true;
        }
    }
    EXPECT_TRUE(entered);
    EXPECT_TRUE(stepped);
    EXPECT_EQ(hero.layer(0).state, "Move");
    EXPECT_EQ(hero.layer(0).next, "");
    EXPECT_GT(hero.layer(0).time, 0.5f);
    EXPECT_EQ(hero.layer_count(), 2u);
    EXPECT_EQ(hero.layer(1).state, "Free");
    EXPECT_EQ(hero.layer(5).state, "");
}

TEST(Animator, EntersAStateNowWithAFade) {
    Animator hero = make_hero();
    ASSERT_TRUE(hero.update(kDt));
    ASSERT_TRUE(hero.cross_fade("Turn", 0.5f));
    float last = -1.0f;
    for (int frame = 0; frame < 29; ++frame) {
        ASSERT_TRUE(hero.update(kDt));
        ASSERT_EQ(hero.layer().next, "Turn") << frame;
        EXPECT_GT(hero.layer().blend, last);
        last = hero.layer().blend;
    }
    ASSERT_TRUE(hero.update(2 * kDt));
    EXPECT_EQ(hero.layer().state, "Turn");
    // At once, and from its middle.
    ASSERT_TRUE(hero.play("Jump", 0, 0.5f));
    ASSERT_TRUE(hero.update(0.0f));
    EXPECT_EQ(hero.layer().state, "Jump");
    EXPECT_EQ(hero.layer().time, 0.5f);
    // Before the first update: the layer starts there.
    Animator other = make_hero();
    ASSERT_TRUE(other.cross_fade("Turn", 1.0f));
    ASSERT_TRUE(other.update(0.0f));
    EXPECT_EQ(other.layer().state, "Turn");
    EXPECT_EQ(other.layer().next, "");
    ASSERT_EQ(other.changes().size(), 1u + 1u);  // and the arms are free
}

// A fade that is broken off by another shows no jump; where nothing is kept it is ended first.
TEST(Animator, FadesThatAreBrokenOffGoOnFromWhatIsShown) {
    for (const bool interrupts : {true, false}) {
        Animator hero = make_hero({.interrupts = interrupts});
        for (int frame = 0; frame < 20; ++frame)
            ASSERT_TRUE(hero.update(kDt));
        ASSERT_TRUE(hero.cross_fade("Turn", 0.6f));
        for (int frame = 0; frame < 12; ++frame)
            ASSERT_TRUE(hero.update(kDt));
        ASSERT_TRUE(hero.cross_fade("Idle", 0.6f));
        const Vec3 before = position_of(hero.attachment("Hand.L"));
        ASSERT_TRUE(hero.update(0.0f));
        const Vec3 after = position_of(hero.attachment("Hand.L"));
        if (interrupts) {
            EXPECT_LT(length(subtract(after, before)), 1e-4f);
        }
        EXPECT_EQ(hero.layer().next, "Idle");
        for (int frame = 0; frame < 60; ++frame)
            ASSERT_TRUE(hero.update(kDt));
        EXPECT_EQ(hero.layer().state, "Idle");
    }
}

TEST(Animator, SnapshotsAndDeltasAreBytesThatGoOnEqually) {
    Animator a = make_hero(), b = make_hero();
    std::vector<std::byte> before = a.snapshot();
    for (int frame = 0; frame < 130; ++frame) {
        steer(a, frame);
        if (frame == 105) {
            ASSERT_TRUE(a.play_once("Wave"));
        }
        ASSERT_TRUE(a.update(kDt));
        const std::vector<std::byte> delta = a.delta(before);
        ASSERT_FALSE(delta.empty());
        ASSERT_EQ(b.restore(before, delta), Status::ok);
        before = a.snapshot();
        ASSERT_EQ(b.snapshot(), before);
    }
    for (int frame = 0; frame < 60; ++frame) {
        ASSERT_TRUE(a.update(kDt));
        ASSERT_TRUE(b.update(kDt));
        ASSERT_TRUE(same_bytes(a.palettes(), b.palettes()));
        ASSERT_EQ(a.root_delta(), b.root_delta());
    }
}

TEST(Animator, RefusesSnapshotsOfOthersAndDamagedOnes) {
    Animator hero = make_hero();
    ASSERT_TRUE(hero.update(kDt));
    const std::vector<std::byte> good = hero.snapshot();
    std::vector<std::byte> bad = good;
    bad.pop_back();
    EXPECT_EQ(hero.restore(bad), Status::bad_size);
    bad = good;
    bad[0] ^= std::byte{1};  // the machine's shape
    EXPECT_EQ(hero.restore(bad), Status::bad_data);
    bad = good;
    for (std::size_t i = hero.instance().size(); i < bad.size(); ++i)
        bad[i] = std::byte{0xff};  // NaN in the kept poses
    EXPECT_EQ(hero.restore(bad), Status::bad_data);
    EXPECT_EQ(hero.snapshot(), good);
    Animator plain = make_hero({.interrupts = false});
    EXPECT_EQ(plain.restore(good), Status::bad_size);
    EXPECT_TRUE(hero.update(kDt));
}

TEST(Animator, RewindsWhatItRecorded) {
    Animator hero = make_hero({.recorded = 10});
    std::vector<std::vector<std::byte>> states;
    for (int frame = 0; frame < 25; ++frame) {
        steer(hero, frame);
        states.push_back(hero.snapshot());
        ASSERT_TRUE(hero.update(kDt));
    }
    EXPECT_EQ(hero.recorded(), 10u);
    EXPECT_FALSE(hero.rewind(11));
    EXPECT_FALSE(hero.rewind(0));
    ASSERT_TRUE(hero.rewind(4));
    EXPECT_EQ(hero.snapshot(), states[21]);
    EXPECT_EQ(hero.recorded(), 6u);
    ASSERT_TRUE(hero.rewind(6));
    EXPECT_EQ(hero.snapshot(), states[15]);
    EXPECT_FALSE(hero.rewind(1));
}

TEST(Animator, ExplainsWhatItLookedAt) {
    Animator hero = make_hero({.reasons = 64});
    ASSERT_TRUE(hero.update(kDt));
    ASSERT_FALSE(hero.explain().empty());
    for (const Considered& c : hero.explain())
        EXPECT_NE(c.blocked, Blocked::no);
    hero.parameter<Trigger>("jump").fire();
    ASSERT_TRUE(hero.update(kDt));
    bool taken = false;
    for (const Considered& c : hero.explain())
        taken = taken || c.blocked == Blocked::no;
    EXPECT_TRUE(taken);
}

TEST(Animator, ReloadsAndSaysWhatWasLost) {
    Animator hero = make_hero(), alone = make_hero();
    for (int frame = 0; frame < 40; ++frame) {
        steer(hero, frame);
        steer(alone, frame);
        ASSERT_TRUE(hero.update(kDt));
        ASSERT_TRUE(alone.update(kDt));
    }
    // The same file: nothing changes.
    const Result<std::vector<std::string>> same = hero.reload(hero_library());
    ASSERT_TRUE(same);
    EXPECT_TRUE(same->empty());
    EXPECT_TRUE(std::equal(hero.instance().begin(), hero.instance().end(), alone.instance().begin(),
                           alone.instance().end()));
    EXPECT_TRUE(same_bytes(hero.palettes(), alone.palettes()));
    for (int frame = 40; frame < 80; ++frame) {
        steer(hero, frame);
        steer(alone, frame);
        ASSERT_TRUE(hero.update(kDt) && alone.update(kDt));
        ASSERT_TRUE(same_bytes(hero.palettes(), alone.palettes())) << frame;
    }
    // A state that was renamed is found by its id.
    const Result<std::vector<std::string>> edited = hero.reload(edited_library());
    ASSERT_TRUE(edited) << to_string(edited.error());
    EXPECT_TRUE(edited->empty()) << edited->front();
    ASSERT_TRUE(hero.update(kDt));
    EXPECT_EQ(hero.layer().state, "Travel");
    EXPECT_FALSE(hero.reload(card_library()));
    EXPECT_TRUE(hero.update(kDt));
}

TEST(Animator, PlaysTimelinesOnTheObjectsOfAHost) {
    const Library& library = card_library();
    const std::string name(library.text(library.file().machines.machines[0].name));
    Result<Animator> card = Animator::create(library, name);
    ASSERT_TRUE(card) << to_string(card.error());
    EXPECT_TRUE(card->palettes().empty());
    SceneBuffer scene(library.file().scene);
    const BindReport report = card->bind(scene.host());
    EXPECT_GT(report.bound, 0u);
    const auto records = scene.records();
    const std::vector<record::Transform2D> before(records.transforms_2d.begin(),
                                                  records.transforms_2d.end());
    card->parameter<bool>("hovered") = true;
    AllocCounter allocations;
    for (int frame = 0; frame < 60; ++frame)
        ASSERT_TRUE(card->update(kDt));
    EXPECT_EQ(allocations.count(), 0u);
    EXPECT_NE(std::memcmp(before.data(), scene.records().transforms_2d.data(),
                          before.size() * sizeof(before[0])),
              0);
}

TEST(Animator, ParametersAreTyped) {
    static_assert(std::is_assignable_v<const Parameter<float>&, float>);
    static_assert(std::is_assignable_v<const Parameter<float>&, int>);
    static_assert(!std::is_assignable_v<const Parameter<float>&, bool>);
    static_assert(!std::is_assignable_v<const Parameter<std::int32_t>&, float>);
    static_assert(!std::is_assignable_v<const Parameter<std::int32_t>&, bool>);
    static_assert(!std::is_assignable_v<const Parameter<bool>&, int>);
    Animator hero = make_hero();
    const Parameter<float> speed = hero.parameter<float>("speed");
    speed = 1.5f;
    EXPECT_EQ(static_cast<float>(speed), 1.5f);
    speed = std::nanf("");
    EXPECT_EQ(static_cast<float>(speed), 1.5f);
    Animator other = make_hero();
    Parameter<float> its = other.parameter<float>("speed");
    its = speed;  // the value, not the handle
    EXPECT_EQ(static_cast<float>(other.parameter<float>("speed")), 1.5f);
    Animator moved = std::move(hero);
    speed = 2.5f;
    EXPECT_EQ(static_cast<float>(moved.parameter<float>("speed")), 2.5f);
    const Parameter<Trigger> jump = moved.parameter<Trigger>("jump");
    jump.fire();
    EXPECT_TRUE(jump.is_set());
    jump.reset();
    EXPECT_FALSE(jump.is_set());
}

}  // namespace
}  // namespace motus::test

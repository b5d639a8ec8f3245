// tests/bake/slow_motion_test.cpp - the hero in slow motion: no step is too short.
// SPDX-License-Identifier: MIT
#include "baked.h"

#include <motus/load/library.h>
#include <motus/machine/tick.h>
#include <motus/math/ops.h>
#include <motus/play/evaluate.h>
#include <motus/pose/pose_buffer.h>
#include <scenes/hero/hero.h>
#include <scenes/hero/hero_document.h>
#include <tests/support/random.h>
#include <tests/support/rounds.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <vector>

namespace motus::test {
namespace {

constexpr float kFrame = 1.0f / 60.0f;
constexpr float kDenormal = 1e-39f;

const Library& hero_file() {
    static const Baked baked = bake_document(*scenes::make_hero_document(), scenes::make_hero());
    EXPECT_TRUE(baked.ok()) << baked.why();
    static const Library library = *Library::of(baked.file);
    return library;
}

/// The hero, with memory for interrupted blends.
class SlowHero {
  public:
    SlowHero()
        : graph_(hero_file().machine(*hero_file().find_machine("hero"))),
          rig_(hero_file().rig(0)),
          pose_(rig_.skeleton),
          workspace_(rig_.skeleton),
          bytes_(instance_size(graph_)) {
        EXPECT_EQ(start(graph_, bytes_), Status::ok);
        const PlaylistLimits limits = playlist_limits(graph_);
        items_.resize(limits.items);
        layers_.resize(limits.layers);
        carry_.resize(carry_floats(rig_.skeleton, limits.layers));
    }

    void speed(float value) {
        ASSERT_EQ(set_float(graph_, bytes_, hash_name("speed"), value), Status::ok);
    }
    void fire(const char* name) {
        ASSERT_EQ(set_trigger(graph_, bytes_, hash_name(name)), Status::ok);
    }
    void tick(float dt_s) {
        Playlist playlist{items_, layers_};
        TickJob tick{.graph = graph_, .instance = bytes_, .dt_s = dt_s, .playlist = &playlist};
        tick.can_carry = true;
        ASSERT_EQ(run(tick), Status::ok);
        carried += layers_[0].carry == Carry::inertial;
        EvaluateJob job{.rig = rig_, .playlist = &playlist, .carry = carry_};
        job.scratch = workspace_.scratch();
        job.out = pose_;
        ASSERT_EQ(run(job), Status::ok);
    }
    /// Of any joint from its parent; a NaN anywhere is infinite.
    [[nodiscard]] double farthest() const {
        double most = 0.0;
        bool finite = true;
        for (JointIndex j = 0; j < rig_.skeleton.joint_count(); ++j) {
            const Transform t = joint_transform(pose_, j);
            most = std::max(most, static_cast<double>(length(t.translation)));
            finite = finite && std::isfinite(length(t.translation)) &&
                     std::isfinite(dot(t.rotation, t.rotation)) && std::isfinite(length(t.scale));
        }
        for (const float kept : carry_)
            finite = finite && std::isfinite(kept);
        return finite ? most : std::numeric_limits<double>::infinity();
    }
    [[nodiscard]] Vec3 at(const char* joint) const {
        return joint_transform(pose_, find_joint(rig_.skeleton, hash_name(joint))).translation;
    }

    int carried = 0;  ///< Frames within an interrupted blend.

  private:
    Machine graph_;
    Rig rig_;
    PoseBuffer pose_;
    EvaluateWorkspace workspace_;
    std::vector<std::byte> bytes_;
    std::vector<PlaylistItem> items_;
    std::vector<PlaylistLayer> layers_;
    std::vector<float> carry_;
};

/// Runs under random inputs; `step_of` gives the length of each frame.
template <class StepOf>
double farthest_of_runs(std::uint32_t runs, const StepOf& step_of) {
    double most = 0.0;
    int carried = 0;
    for (std::uint32_t seed = 0; seed < runs; ++seed) {
        SlowHero hero;
        Random random(seed), steps(seed + 1000);
        for (int frame = 0; frame < 1200; ++frame) {
            if (random.below(10) == 0) hero.speed(random.range(0.0f, 4.0f));
            if (random.below(30) == 0) hero.speed(0.0f);
            if (random.below(40) == 0) hero.fire("jump");
            if (random.below(40) == 0) hero.fire("turn");
            if (random.below(40) == 0) hero.fire("wave");
            hero.tick(step_of(frame, steps));
            most = std::max(most, hero.farthest());
        }
        carried += hero.carried;
    }
    EXPECT_GT(carried, static_cast<int>(runs)) << "nothing was interrupted";
    return most;
}

/// A second at full speed and a second's frames of `slow_s` each, in turn.
double farthest_of_runs(std::uint32_t runs, float slow_s) {
    return farthest_of_runs(
        runs, [=](int frame, Random&) { return frame / 60 % 2 == 0 ? kFrame : slow_s; });
}

}  // namespace

TEST(SlowMotion, MovesNoFartherWhateverStepsFollowEachOther) {
    const std::uint32_t runs = rounds(100u);
    const double full = farthest_of_runs(runs, kFrame);
    const float any[] = {kFrame, kFrame, 0.25f, 1e-3f, 1e-4f, 1e-5f, 1e-9f, kDenormal, 0.0f};
    EXPECT_LE(farthest_of_runs(
                  runs, [&](int, Random& steps) { return any[steps.below(std::size(any))]; }),
              1.1 * full);
    EXPECT_LE(
        farthest_of_runs(runs, [&](int frame, Random&) { return frame % 2 == 0 ? kFrame : 1e-6f; }),
        1.1 * full);
}

TEST(SlowMotion, MovesNoFartherThanAtFullSpeed) {
    const std::uint32_t runs = rounds(100u);
    const double full = farthest_of_runs(runs, kFrame);
    EXPECT_GT(full, 0.5);
    for (const float scale : {0.1f, 0.01f, 0.001f})
        EXPECT_LE(farthest_of_runs(runs, kFrame * scale), 1.1 * full) << scale;
    EXPECT_LE(farthest_of_runs(runs, kDenormal), 1.1 * full);
}

// The hero sets off at speed 1. Within one step the speed jumps to 4, in the next to 0, which
// breaks the blend off: neither jump is motion, whatever the step.
TEST(SlowMotion, AJumpOfABlendParameterIsNoMotion) {
    for (const float dt : {kFrame, 1e-3f, 1e-5f, kDenormal}) {
        SlowHero hero;
        hero.tick(kFrame);
        hero.speed(1.0f);
        for (int i = 0; i < 9; ++i)
            hero.tick(kFrame);
        const float height = hero.at("Hips").y;
        hero.speed(4.0f);
        hero.tick(dt);
        hero.speed(0.0f);
        for (int i = 0; i < 60; ++i) {
            hero.tick(i == 0 ? dt : kFrame);
            ASSERT_NEAR(hero.at("Hips").y, height, 0.1) << "step " << dt << " frame " << i;
        }
        EXPECT_GT(hero.carried, 0);
    }
}

}  // namespace motus::test

// Machines played for real: graph -> playlist -> evaluator -> pose, over random machines and
// inputs. SPDX-License-Identifier: MIT
#include <motus/clip/build.h>
#include <motus/math/ops.h>
#include <motus/play/evaluate.h>
#include <motus/pose/pose_buffer.h>
#include <motus/skeleton/build.h>
#include <tests/machine/random_machine.h>
#include <tests/support/rounds.h>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace motus::test {
namespace {

constexpr std::uint32_t kMachines = rounds(1000);

constexpr float kLengths[] = {1.0f, 1.3f, 1.7f, 1.0f, 2.0f, 1.5f};
constexpr float kSwing = 0.5f;  // radians: all pairs of rotations within 1 rad

// One joint that swings about Z, and a root that walks. Every clip ends where it begins.
struct SwingStage {
    SkeletonBuffer skeleton;
    std::vector<ClipBuffer> clips;
    std::vector<Clip> views;
    PoseBuffer out;
    EvaluateWorkspace workspace;
    std::vector<float> carry;

    static SkeletonBuffer make() {
        const JointDesc joints[] = {{"Root", kNoJoint, {}}, {"Arm", 0, {}}};
        return std::move(*build_skeleton(joints));
    }
    SwingStage() : skeleton(make()), out(skeleton), workspace(skeleton, 64) {
        for (std::uint32_t c = 0; c < 6; ++c) {
            constexpr int kKeys = 24;
            std::vector<Ticks> times;
            std::vector<float> values;
            for (int k = 0; k <= kKeys; ++k) {
                const double t = static_cast<double>(k) / kKeys;
                times.push_back(ticks_of_seconds(kLengths[c] * t));
                const double phase = 2.0 * std::numbers::pi * (t + c * 0.15);
                const Quat q = axis_angle({0, 0, 1}, static_cast<float>(kSwing * std::sin(phase)));
                values.insert(values.end(), {q.x, q.y, q.z, q.w});
            }
            const TrackDesc track{TrackKind::rotation, Interpolation::linear, 1, 0, times, values};
            clips.push_back(std::move(*build_clip({&track, 1})));
        }
        views.assign(clips.begin(), clips.end());
    }
    double show(const RunningMachine& m) {
        EvaluateJob job;
        job.rig = {skeleton, views, {}, {}, {}};
        job.playlist = &m.playlist;
        job.carry = carry;
        job.scratch = workspace.scratch();
        job.out = out;
        EXPECT_EQ(run(job), Status::ok);
        const Quat q = joint_transform(out, 1).rotation;
        return 2.0 * std::atan2(q.z, q.w);
    }
};

TEST(PlayedMachines, NoPoseJumpsBeyondWhatMotionAndBlendsExplain) {
    SwingStage stage;
    const float dt = 1.0f / 240.0f;
    // Swinging at up to 1.25 x 2 x 1.5 of its pace; a blend of 0.2 s with a slope of at most 3 over
    // 1 rad; what an inertial blend adds on top of its target; for up to three layers.
    const double motion = kSwing * 2.0 * std::numbers::pi * 1.25 * 1.5, blend = 3.0 / 0.2;
    std::uint64_t carried = 0;
    for (std::uint32_t seed = 1; seed <= kMachines; ++seed) {
        RandomOptions options;
        options.smooth = true;
        options.lengths = kLengths;
        auto random = random_machine(seed, options);
        RunningMachine m(random->builder);
        const auto layers = static_cast<std::uint32_t>(m.graph.layers.size());
        stage.carry.assign(carry_floats(stage.skeleton, layers), 0.0f);
        std::mt19937 dice(seed);
        double before = 0.0;
        for (int frame = 0; frame < 1000; ++frame) {
            smooth_inputs(*random, m, dice, dt);
            m.tick(dt);
            const double angle = stage.show(m);
            ASSERT_TRUE(std::isfinite(angle));
            for (std::uint32_t l = 0; l < layers; ++l)
                carried += m.playlist.layers[l].carry != Carry::none;
            if (frame > 0) {
                const double turned = std::remainder(angle - before, 2.0 * std::numbers::pi);
                ASSERT_LE(std::fabs(turned), layers * (motion + 2.0 * blend) * dt)
                    << "seed " << seed << " frame " << frame << " " << before << " -> " << angle;
            }
            before = angle;
        }
    }
    EXPECT_GT(carried, 10u * kMachines);
}

}  // namespace
}  // namespace motus::test

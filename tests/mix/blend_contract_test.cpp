// tests/mix/blend_contract_test.cpp - the weighted blend: order, precision, faults, its bits.
// SPDX-License-Identifier: MIT
#include <motus/mix/blend.h>
#include <tests/mix/blend_fixture.h>
#include <tests/mix/blend_reference.h>
#include <tests/support/alloc_counter.h>
#include <tests/support/simd_targets.h>

#include <gtest/gtest.h>
#include <limits>

namespace motus::test {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST(Blend, DoesNotDependOnTheOrderOfLayers) {
    Random random(3);
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        BlendFixture f(19, 2, 6, seed, seed % 2 == 0);
        ASSERT_EQ(run(f.job()), Status::ok);
        const std::uint64_t first = hash_pose(f.out);
        for (int k = 0; k < 10; ++k) {
            std::swap(f.layers[random.below(6)], f.layers[random.below(6)]);
            ASSERT_EQ(run(f.job()), Status::ok);
            EXPECT_EQ(hash_pose(f.out), first);
        }
    }
}

TEST(Blend, EveryTargetGivesTheBitsOfPlainScalarCode) {
    const int targets = for_each_simd_target([](const char* name) {
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            BlendFixture f(1 + static_cast<std::uint32_t>(seed) * 3 % 70, 3, 1 + seed % 8, seed,
                           seed % 3 != 0);
            // Exact right angles, so that perpendicular inputs come up too.
            if (seed % 4 == 0) {
                for (JointIndex j = 0; j < f.out.view().joint_count(); ++j) {
                    for (std::size_t i = 0; i < f.poses.size(); ++i) {
                        const Quat axes[] = {{1, 0, 0, 0},  {0, 0, 1, 0},
                                             {0, 0, 0, 1},  {0, -1, 0, 0},
                                             {-1, 0, 0, 0}, {0, 0, 0.70710678f, 0.70710678f},
                                             {0, 0, -1, 0}, {0.6f, 0, 0, -0.8f}};
                        Transform t = joint_transform(f.poses[i], j);
                        t.rotation = axes[(seed + i * 3 + j * (i + 1)) % 8];
                        set_joint_transform(f.poses[i], j, t);
                    }
                }
            }
            const BlendJob job = f.job(seed % 5 == 0);
            ASSERT_EQ(run(job), Status::ok);
            if (f.layers.size() == 1 && f.layers[0].joint_weights.empty() && job.strict) continue;
            for (JointIndex j = 0; j < f.out.view().joint_count(); ++j) {
                const auto want = blend_joint<float>(job, j);
                const auto got = read_joint<float>(f.out, j);
                for (std::size_t c = 0; c < 10; ++c)
                    ASSERT_EQ(got[c], want[c]) << name << " seed " << seed << " joint " << j;
            }
        }
    });
    EXPECT_GE(targets, 1);
}

TEST(Blend, IsWithinRoundingOfDoublePrecision) {
    double worst = 0.0;
    std::size_t compared = 0;
    for (std::uint64_t seed = 100; seed < 300; ++seed) {
        BlendFixture f(16, 0, 2 + seed % 7, seed, seed % 2 == 0);
        const BlendJob job = f.job(seed % 3 == 0);
        ASSERT_EQ(run(job), Status::ok);
        for (JointIndex j = 0; j < 16; ++j) {
            const auto want = blend_joint<double>(job, j);
            const auto got = read_joint<double>(f.out, j);
            for (std::size_t c = 0; c < 10; ++c)
                worst = std::max(worst, std::abs(got[c] - want[c]));
            ++compared;
        }
    }
    EXPECT_EQ(compared, 3200u);
    EXPECT_LT(worst, 3e-6);
}

TEST(Blend, OutMayBeAnyInput) {
    for (bool masked : {false, true}) {
        BlendFixture f(40, 4, 4, 21, masked);
        ASSERT_EQ(run(f.job()), Status::ok);
        const std::uint64_t apart = hash_pose(f.out);
        for (std::size_t i = 0; i < 4; ++i) {
            BlendFixture g(40, 4, 4, 21, masked);
            BlendJob job = g.job();
            job.out = g.poses[i].view();
            ASSERT_EQ(run(job), Status::ok);
            EXPECT_EQ(hash_pose(g.poses[i]), apart) << i;
        }
        BlendFixture g(40, 4, 4, 21, masked);
        PoseBuffer rest(g.skeleton.view());
        BlendJob job = g.job();
        job.rest = rest.view();
        job.out = rest.view();
        ASSERT_EQ(run(job), Status::ok);
        EXPECT_EQ(hash_pose(rest), apart);
    }
}

TEST(Blend, RefusesBadWeightsAndLeavesOutUntouched) {
    BlendFixture f(4, 1, 2, 23, false);
    const std::uint64_t before = hash_pose(f.out);
    const std::vector<float> bad_mask{0.0f, kNaN, 1.0f, 1.0f}, big_mask{0.0f, 1.5f, 1.0f, 1.0f};
    const float inf = std::numeric_limits<float>::infinity();
    for (float weight : {-0.1f, kNaN, inf}) {
        BlendFixture g(4, 1, 2, 23, false);
        g.layers[1].weight = weight;
        EXPECT_EQ(run(g.job()), Status::bad_argument);
        EXPECT_EQ(hash_pose(g.out), before);
    }
    for (float factor : {-0.1f, kNaN, 1.1f}) {
        BlendFixture g(4, 1, 2, 23, false);
        g.layers[1].morph_factor = factor;
        EXPECT_EQ(run(g.job()), Status::bad_argument);
    }
    for (const auto& mask : {bad_mask, big_mask}) {
        BlendFixture g(4, 1, 2, 23, false);
        g.layers[0].joint_weights = mask;
        EXPECT_EQ(run(g.job()), Status::bad_argument);
        EXPECT_EQ(hash_pose(g.out), before);
    }
    BlendFixture g(4, 1, 2, 23, false);
    g.layers[0].weight = g.layers[1].weight = 3e38f;
    EXPECT_EQ(run(g.job()), Status::bad_argument);
}

TEST(Blend, RefusesPosesThatDoNotFit) {
    BlendFixture f(4, 1, 2, 24, false), small(3, 1, 1, 24, false), bare(4, 0, 1, 24, false);
    BlendJob job = f.job();
    job.out = small.out.view();
    EXPECT_EQ(run(job), Status::bad_size);
    f.layers[0].pose = small.poses[0].view();
    EXPECT_EQ(run(f.job()), Status::bad_size);
    f.layers[0].pose = bare.poses[0].view();
    EXPECT_EQ(run(f.job()), Status::bad_size);
    f.layers[0].pose = {};
    EXPECT_EQ(run(f.job()), Status::bad_size);
    const std::vector<float> short_mask(3, 1.0f);
    f.layers[0].pose = f.poses[0].view();
    f.layers[0].joint_weights = short_mask;
    EXPECT_EQ(run(f.job()), Status::bad_size);
    const std::vector<BlendLayer> many(kMaxBlendLayers + 1,
                                       BlendLayer{.pose = f.poses[0].view(), .weight = 0.001f});
    BlendJob big = f.job();
    big.layers = many;
    EXPECT_EQ(run(big), Status::bad_size);
    big.layers = std::span(many).first(kMaxBlendLayers);
    EXPECT_EQ(run(big), Status::ok);
}

TEST(Blend, ALargerPoseThanTheJobsIsReadInPart) {
    BlendFixture f(4, 1, 1, 25, false), large(40, 5, 1, 26, false);
    f.layers[0] = {.pose = large.poses[0].view(), .weight = 1.0f};
    ASSERT_EQ(run(f.job()), Status::ok);
    for (JointIndex j = 0; j < 4; ++j) {
        EXPECT_EQ(joint_transform(f.out, j).translation,
                  joint_transform(large.poses[0], j).translation);
    }
}

TEST(Blend, AllocatesNothing) {
    BlendFixture f(64, 4, 8, 27, true);
    AllocCounter allocations;
    ASSERT_EQ(run(f.job()), Status::ok);
    EXPECT_EQ(allocations.count(), 0u);
}

TEST(Blend, BitsArePinned) {
    std::uint64_t hash = kHashSeed;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        BlendFixture f(50, 3, 1 + seed % 6, seed, seed % 2 == 0);
        ASSERT_EQ(run(f.job(seed % 3 == 0)), Status::ok);
        hash = hash_u64(hash, hash_pose(f.out));
    }
    EXPECT_EQ(hash, 11317798355825394297u);
}

}  // namespace motus::test

// Fewer joints: what is left out follows as said, within the error that is reported, in the same
// bits alone and in crowds. SPDX-License-Identifier: MIT
#include <motus/bake/pack.h>
#include <motus/crowd/budget.h>
#include <motus/math/ops.h>
#include <motus/math/trig.h>
#include <motus/palette/palette.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <tests/support/alloc_counter.h>
#include <tests/support/rigs.h>
#include <tests/support/simd_targets.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <memory>

namespace motus {
namespace {

using test::ClipDraft;
using test::Random;

constexpr std::uint32_t kJoints = 45, kCount = 21;

enum class Kind { at_rest, bound_elsewhere, scaled };

// A spine of 9 joints that swings, and on it chains whose swing is the smaller, the later they are.
struct Stage {
    std::unique_ptr<SkeletonBuffer> skeleton;
    std::unique_ptr<SkinBuffer> skin;
    std::unique_ptr<CrowdRigBuffer> rig;
    std::vector<ClipBuffer> exact;
    std::vector<PackedClipBuffer> packed;
    std::vector<Clip> clips;
    std::vector<std::uint32_t> bound;
    std::vector<CrowdScratch> memory;
    std::vector<std::span<float>> scratch;
    std::vector<CrowdItem> items;
    std::vector<CrowdCharacter> characters;

    explicit Stage(Kind kind) {
        Random random(5);
        std::vector<JointDesc> joints(kJoints);
        for (std::uint32_t j = 0; j < kJoints; ++j) {
            if (j > 0) joints[j].parent = j < 9 || j % 4 != 1 ? j - 1 : (j / 4) % 9;
            joints[j].rest.translation = {0.02f, 0.1f, 0.0f};
            joints[j].rest.rotation = random.rotation();
            if (kind == Kind::scaled && j == 3) joints[j].rest.scale = {1.2f, 1.0f, 0.9f};
            if (j % 11 != 10) bound.push_back(j);
        }
        const SkeletonBuffer other = std::move(*build_skeleton(joints));
        if (kind == Kind::bound_elsewhere) {
            for (JointDesc& joint : joints) {
                joint.rest.rotation = normalize(
                    multiply(joint.rest.rotation, axis_angle({0, 1, 0}, random.range(0.1f, 0.4f))));
            }
        }
        skeleton = std::make_unique<SkeletonBuffer>(std::move(*build_skeleton(joints)));
        skin = std::make_unique<SkinBuffer>(std::move(*build_skin(other, bound)));
        for (int c = 0; c < 2; ++c) {
            ClipDraft draft;
            for (std::uint32_t j = 0; j < kJoints; ++j) {
                const double swing = j < 9 ? 0.3 : 0.2 / std::pow(2.0, (j - 9) / 4.0);
                std::vector<Ticks> times;
                std::vector<float> values;
                for (int f = 0; f <= 45; ++f) {
                    times.push_back(ticks_of_frames(f, 30));
                    const double angle = swing * sine(kPi * f / 15.0 + j + c);
                    const Quat q = multiply(joints[j].rest.rotation,
                                            axis_angle({0, 0, 1}, static_cast<float>(angle)));
                    values.insert(values.end(), {q.x, q.y, q.z, q.w});
                }
                draft.add(TrackKind::rotation, Interpolation::linear, j, times, values);
            }
            exact.push_back(std::move(*draft.build()));
        }
        const Skin skins[] = {*skin};
        const Clip sources[] = {exact[0], exact[1]};
        rig = std::make_unique<CrowdRigBuffer>(
            std::move(*build_crowd_rig(*skeleton, skins, sources)));
        EXPECT_EQ(rig->view().chain, kind != Kind::scaled);
        for (const ClipBuffer& clip : exact) {
            packed.push_back(
                std::move(*pack_fast(*skeleton, clip, {ErrorSettings{}, rig->view().space})));
        }
        for (const PackedClipBuffer& clip : packed)
            clips.push_back(clip);
        for (std::uint32_t w = 0; w < 8; ++w)
            scratch.push_back(memory.emplace_back(rig->view()).floats());
        for (std::uint32_t i = 0; i < kCount; ++i) {
            characters.push_back({i, 1});
            items.push_back({ticks_of_frames(2 * i, 30), i % 2, 1.0f});
        }
    }

    CrowdDetailBuffer detail(double tolerance) const {
        DetailSettings settings;
        settings.tolerance = tolerance;
        return std::move(*build_crowd_detail(*rig, clips, settings));
    }

    std::vector<Mat34> palettes(const CrowdDetail& detail, std::uint32_t batch = 64) const {
        std::vector<Mat34> out(kCount * rig->view().palette_size);
        CrowdFrameJob job;
        job.rig = *rig;
        job.detail = detail;
        job.clips = clips;
        job.items = items;
        job.characters = characters;
        job.palettes = out;
        job.scratch = scratch;
        job.batch = batch;
        const test::AllocCounter allocations;
        EXPECT_EQ(run(job), Status::ok);
        EXPECT_EQ(allocations.count(), 0u);
        return out;
    }

    // Which joints are evaluated, as the view says it.
    static std::vector<bool> evaluated(const CrowdDetail& detail) {
        std::vector<bool> out(kJoints, false);
        for (const DetailGroup& group : detail.groups) {
            for (std::uint32_t i = 0; i < 8; ++i) {
                if ((group.joints >> i & 1) != 0) out[group.group * 8 + i] = true;
            }
        }
        return out;
    }

    // How far apart two palettes put vertices at `reach` from the joints of character `i`.
    double apart(std::uint32_t i, const std::vector<Mat34>& a, const std::vector<Mat34>& b,
                 float reach) const {
        Random random(9);
        double worst = 0.0;
        const std::size_t size = bound.size();
        for (std::size_t k = 0; k < size; ++k) {
            const Mat34 bind = inverse(skin->view().inverse_binds[k]);
            for (int n = 0; n < 12; ++n) {
                const Vec3 v = transform_point(bind, multiply(normalize(random.vec3(1.0f)), reach));
                const Vec3 d = subtract(transform_point(a[i * size + k], v),
                                        transform_point(b[i * size + k], v));
                worst = std::max(
                    worst, std::sqrt(double(d.x) * d.x + double(d.y) * d.y + double(d.z) * d.z));
            }
        }
        return worst;
    }
};

bool same(const std::vector<Mat34>& a, const std::vector<Mat34>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Mat34)) == 0;
}

class Detail : public testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(All, Detail,
                         testing::Values(Kind::at_rest, Kind::bound_elsewhere, Kind::scaled));

TEST_P(Detail, OfAllJointsIsTheSameBits) {
    const Stage stage(GetParam());
    const CrowdDetailBuffer all = stage.detail(0.0);
    EXPECT_EQ(all.view().evaluated, kJoints);
    EXPECT_EQ(all.view().error, 0.0);
    EXPECT_TRUE(same(stage.palettes({}), stage.palettes(all)));
}

TEST_P(Detail, LeavesOutMoreTheMoreIsAllowedAndStaysWithinIt) {
    const Stage stage(GetParam());
    const std::vector<Mat34> full = stage.palettes({});
    std::uint32_t last = kJoints;
    for (const double tolerance : {0.0005, 0.002, 0.01, 0.05}) {
        const CrowdDetailBuffer detail = stage.detail(tolerance);
        const CrowdDetail view = detail;
        EXPECT_LT(view.evaluated, last) << tolerance;
        last = view.evaluated;
        EXPECT_LE(view.error, tolerance);
        EXPECT_GT(view.error, 0.0);
        const std::vector<Mat34> fewer = stage.palettes(view);
        const std::vector<bool> evaluated = Stage::evaluated(view);
        double worst = 0.0;
        for (std::uint32_t i = 0; i < kCount; ++i) {
            worst = std::max(worst, stage.apart(i, full, fewer, 0.03f));
            for (std::size_t k = 0; k < stage.bound.size(); ++k) {
                if (!evaluated[stage.bound[k]]) continue;
                const std::size_t at = i * stage.bound.size() + k;
                ASSERT_EQ(std::memcmp(&full[at], &fewer[at], sizeof(Mat34)), 0) << i << " " << k;
            }
        }
        EXPECT_LE(worst, view.error + 1e-5);
        EXPECT_GT(worst, 0.3 * view.error);  // and it is no idle figure
    }
    EXPECT_LT(last, kJoints / 2);
}

TEST_P(Detail, WhatIsLeftOutStandsAtRestUnderItsParent) {
    const Stage stage(GetParam());
    const CrowdDetailBuffer detail = stage.detail(0.01);
    const std::vector<bool> evaluated = Stage::evaluated(detail);
    const std::vector<Mat34> fewer = stage.palettes(detail);
    const Skeleton skeleton = *stage.skeleton;
    PoseBuffer pose(skeleton);
    std::vector<Mat34> model(kJoints), palette(stage.bound.size());
    for (std::uint32_t i = 0; i < kCount; ++i) {
        const CrowdItem& item = stage.items[i];
        ASSERT_EQ(run(SampleJob{stage.clips[item.clip], item.time, rest_pose(skeleton), {}, pose}),
                  Status::ok);
        for (std::uint32_t j = 0; j < kJoints; ++j) {
            if (evaluated[j]) continue;
            for (std::uint32_t p = 0; p < kPlaneCount; ++p) {
                const auto plane = static_cast<Plane>(p);
                pose.view().joints.plane(plane)[j] = skeleton.rest.plane(plane)[j];
            }
        }
        ASSERT_EQ(run(LocalToModelJob{skeleton, pose, {}, model}), Status::ok);
        ASSERT_EQ(run(PaletteJob{*stage.skin, model, palette}), Status::ok);
        for (std::size_t k = 0; k < palette.size(); ++k) {
            for (int n = 0; n < 12; ++n) {
                ASSERT_NEAR(palette[k].m[n], fewer[i * palette.size() + k].m[n], 2e-5)
                    << i << " " << k << " " << n;
            }
        }
    }
}

TEST_P(Detail, AloneAndInACrowdIsTheSameBits) {
    const Stage stage(GetParam());
    const CrowdDetailBuffer detail = stage.detail(0.01);
    std::vector<Mat34> first;
    test::for_each_simd_target([&](const char* name) {
        for (const std::uint32_t batch : {1u, 5u, 64u}) {
            const std::vector<Mat34> palettes = stage.palettes(detail, batch);
            if (first.empty()) first = palettes;
            EXPECT_TRUE(same(first, palettes)) << name << " " << batch;
        }
    });
}

TEST(DetailSettings, KeepsWhatMustStayAndAllAboveIt) {
    const Stage stage(Kind::at_rest);
    std::vector<std::uint8_t> keep(kJoints, 0);
    keep[kJoints - 1] = 1;
    DetailSettings settings;
    settings.tolerance = 1e9;
    settings.keep = keep;
    const auto detail = build_crowd_detail(*stage.rig, stage.clips, settings);
    ASSERT_TRUE(detail);
    const std::vector<bool> evaluated = Stage::evaluated(*detail);
    for (JointIndex j = kJoints - 1; j != kNoJoint; j = stage.skeleton->view().parents[j])
        EXPECT_TRUE(evaluated[j]) << j;
    EXPECT_LT(detail->view().evaluated, 20u);
}

TEST(DetailSettings, RefusesWhatDoesNotFit) {
    const Stage stage(Kind::at_rest);
    DetailSettings settings;
    settings.tolerance = std::nan("");
    EXPECT_FALSE(build_crowd_detail(*stage.rig, stage.clips, settings));
    settings.tolerance = 0.1;
    settings.rate = 0.0;
    EXPECT_FALSE(build_crowd_detail(*stage.rig, stage.clips, settings));
    settings.rate = 30.0;
    const std::uint8_t few[] = {1};
    settings.keep = few;
    EXPECT_FALSE(build_crowd_detail(*stage.rig, stage.clips, settings));
    CrowdFrameJob job;
    job.rig = *stage.rig;
    job.scratch = stage.scratch;
    CrowdDetailBuffer detail = stage.detail(0.01);
    job.detail = detail;
    job.detail.first = job.detail.first.first(3);
    EXPECT_EQ(run(job), Status::bad_size);
}

TEST(DetailBudget, SaysHowFarOffSimplifiedCharactersAre) {
    const Stage stage(Kind::bound_elsewhere);
    const CrowdDetailBuffer coarse = stage.detail(0.02), fine = stage.detail(0.002);
    const CrowdDetail details[] = {coarse, fine};
    const BudgetLevel levels[] = {{0.7f, 1}, {0.4f, 1, 1}, {0.0f, 1, 0}};
    const std::vector<Mat34> full = stage.palettes({});
    std::vector<Mat34> shown(full.size()), before = shown, after = shown;
    const std::size_t room = budget_room(kCount, 1, levels);
    std::vector<Mat34> updates(room * stage.bound.size());
    std::vector<CrowdCharacter> due(room);
    std::vector<std::uint32_t> who(room);
    std::vector<BudgetState> states(kCount);
    std::vector<float> significance;
    for (std::uint32_t i = 0; i < kCount; ++i)
        significance.push_back(static_cast<float>(i * 8 % kCount) / static_cast<float>(kCount));
    BudgetReport report;
    CrowdBudgetJob job;
    job.frame.rig = *stage.rig;
    job.frame.clips = stage.clips;
    job.frame.items = stage.items;
    job.frame.characters = stage.characters;
    job.frame.palettes = shown;
    job.frame.scratch = stage.scratch;
    job.significance = significance;
    job.levels = levels;
    job.details = details;
    job.states = states;
    job.before = before;
    job.after = after;
    job.updates = updates;
    job.due = due;
    job.who = who;
    job.probe = 1;
    job.report = &report;
    const test::AllocCounter allocations;
    ASSERT_EQ(run(job), Status::ok);
    EXPECT_EQ(allocations.count(), 0u);
    double worst = 0.0;
    std::uint32_t simplified = 0;
    for (std::uint32_t i = 0; i < kCount; ++i) {
        const double error = stage.apart(i, full, shown, 0.03f);
        const bool all = significance[i] >= 0.7f;
        simplified += all ? 0 : 1;
        worst = std::max(worst, error);
        EXPECT_EQ(error == 0.0, all) << i;
        if (!all) {
            EXPECT_LE(error, (significance[i] >= 0.4f ? 0.002 : 0.02) + 1e-5) << i;
        }
    }
    EXPECT_EQ(report.simplified, simplified);
    EXPECT_EQ(report.probed, simplified);
    EXPECT_EQ(report.updated, kCount);
    EXPECT_LE(worst, report.error_max + 1e-6);
    EXPECT_GT(worst, 0.3 * report.error_max);
    EXPECT_LE(report.error_max, 0.02 + 1e-5);

    const BudgetLevel gone[] = {{0.0f, 1, 2}};
    job.levels = gone;
    EXPECT_EQ(run(job), Status::missing);
    job.levels = levels;
    job.who = job.who.first(kCount);
    EXPECT_EQ(run(job), Status::bad_size);
}

}  // namespace
}  // namespace motus

// tests/crowd/detail_stage.h - a rig with joints that matter less and less, and characters of it.
// SPDX-License-Identifier: MIT
#pragma once

#include "packed_rig.h"

#include <motus/crowd/budget.h>
#include <motus/math/ops.h>
#include <motus/math/trig.h>
#include <tests/support/alloc_counter.h>

#include <gtest/gtest.h>

#include <cmath>

namespace motus::test {

inline constexpr std::uint32_t kDetailJoints = 45, kDetailCount = 21;

enum class DetailKind { at_rest, bound_elsewhere, scaled };

/// A spine of 9 joints that swings, and on it chains whose swing is the smaller, the later they
/// are.
struct DetailStage : PackedRig {
    std::vector<std::uint32_t> bound;
    std::vector<CrowdItem> items;
    std::vector<CrowdCharacter> characters;

    explicit DetailStage(DetailKind kind) {
        Random random(5);
        std::vector<JointDesc> joints(kDetailJoints);
        for (std::uint32_t j = 0; j < kDetailJoints; ++j) {
            if (j > 0) joints[j].parent = j < 9 || j % 4 != 1 ? j - 1 : (j / 4) % 9;
            joints[j].rest.translation = {0.02f, 0.1f, 0.0f};
            joints[j].rest.rotation = random.rotation();
            if (kind == DetailKind::scaled && j == 3) joints[j].rest.scale = {1.2f, 1.0f, 0.9f};
            if (j % 11 != 10) bound.push_back(j);
        }
        const SkeletonBuffer other = std::move(*build_skeleton(joints));
        if (kind == DetailKind::bound_elsewhere) {
            for (JointDesc& joint : joints) {
                joint.rest.rotation = normalize(
                    multiply(joint.rest.rotation, axis_angle({0, 1, 0}, random.range(0.1f, 0.4f))));
            }
        }
        bind(joints, bound, {}, &other);
        for (int c = 0; c < 2; ++c) {
            ClipDraft draft;
            for (std::uint32_t j = 0; j < kDetailJoints; ++j) {
                const double swing = j < 9 ? 0.3 : 0.2 / std::pow(2.0, (j - 9) / 4.0);
                add_turns(draft, j, 45, [&](int f) {
                    const double angle = swing * sine(kPi * f / 15.0 + j + c);
                    return multiply(joints[j].rest.rotation,
                                    axis_angle({0, 0, 1}, static_cast<float>(angle)));
                });
            }
            exact.push_back(std::move(*draft.build()));
        }
        pack(ErrorSettings{}, 8);
        EXPECT_EQ(rig->view().plan->chain, kind != DetailKind::scaled);
        for (std::uint32_t i = 0; i < kDetailCount; ++i) {
            characters.push_back({i, 1});
            items.push_back({ticks_of_frames(2 * i, 30), i % 2, 1.0f});
        }
    }

    CrowdDetailBuffer detail(double tolerance) const {
        DetailSettings settings;
        settings.tolerance = tolerance;
        Rig whole = *rig;
        whole.clips = clips;
        return std::move(*build_crowd_detail(whole, settings));
    }

    std::vector<Mat34> palettes(const CrowdDetail& detail, std::uint32_t batch = 64) const {
        std::vector<Mat34> out(kDetailCount * rig->view().plan->palette_size);
        CrowdFrameJob job = frame_job(*rig, clips, items, characters, out, scratch);
        job.detail = detail;
        job.batch = batch;
        const AllocCounter allocations;
        EXPECT_EQ(run(job), Status::ok);
        EXPECT_EQ(allocations.count(), 0u);
        return out;
    }

    /// Which joints are evaluated, as the view says it.
    static std::vector<bool> evaluated(const CrowdDetail& detail) {
        std::vector<bool> out(kDetailJoints, false);
        for (const DetailGroup& group : detail.groups) {
            for (std::uint32_t i = 0; i < 8; ++i) {
                if ((group.joints >> i & 1) != 0) out[group.group * 8 + i] = true;
            }
        }
        return out;
    }

    /// How far apart two palettes put vertices at `reach` from the joints of character `i`.
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

}  // namespace motus::test

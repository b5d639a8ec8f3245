// tests/mix/blend_fixture.h - a job of random poses and masks for the weighted blend.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/mix/blend.h>
#include <tests/mix/poses.h>

#include <vector>

namespace motus::test {

struct BlendFixture {
    SkeletonBuffer skeleton;
    std::vector<PoseBuffer> poses;
    std::vector<std::vector<float>> masks;
    std::vector<BlendLayer> layers;
    PoseBuffer out;

    BlendFixture(std::uint32_t joints, std::uint32_t morphs, std::size_t count, std::uint64_t seed,
                 bool masked)
        : skeleton(make_skeleton(joints, morphs, seed)), out(skeleton.view()) {
        Random random(seed * 7919 + 1);
        masks.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            poses.push_back(random_pose(skeleton, random));
            layers.push_back({.pose = {},
                              .weight = random.range(0.0f, 0.8f),
                              .motion = static_cast<std::uint32_t>(i * 3 + 1)});
            if (masked && random.below(3) != 0) {
                for (std::uint32_t j = 0; j < joints; ++j) {
                    const std::uint32_t kind = random.below(4);
                    masks[i].push_back(kind == 0   ? 0.0f
                                       : kind == 1 ? 1.0f
                                                   : random.range(0.0f, 1.0f));
                }
            }
        }
        for (std::size_t i = 0; i < count; ++i) {
            layers[i].pose = poses[i].view();
            layers[i].joint_weights = masks[i];
        }
    }
    BlendJob job(bool strict = false) { return {layers, rest_pose(skeleton), out.view(), strict}; }
};

}  // namespace motus::test

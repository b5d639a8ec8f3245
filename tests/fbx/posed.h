// tests/fbx/posed.h - the file's vertices of an FBX scene at a time, through the runtime.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset_rig.h>
#include <motus/import/fbx/fbx.h>
#include <motus/math/ops.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <motus/skinning/palette.h>

#include <gtest/gtest.h>

#include <vector>

namespace motus::test {

/// Of all meshes, in the order of nodes; `clip` kNone: at rest.
inline std::vector<Vec3> posed_vertices(const FbxScene& scene, std::uint32_t clip, Ticks time) {
    std::vector<Vec3> out;
    const Asset& asset = scene.asset;
    const Result<AssetRig> rig = make_rig(asset);
    EXPECT_TRUE(rig) << to_string(rig.error());
    if (!rig) return out;
    const Skeleton skeleton = rig->skeleton.view();
    PoseBuffer pose(skeleton);
    if (clip != kNone) {
        EXPECT_EQ(run(SampleJob{.clip = rig->clips[clip].view(),
                                .time = time,
                                .rest = rest_pose(skeleton),
                                .out = pose}),
                  Status::ok);
    }
    std::vector<Mat34> model(skeleton.joint_count());
    EXPECT_EQ(run(LocalToModelJob{.skeleton = skeleton, .local = pose, .model = model}),
              Status::ok);
    for (std::uint32_t i = 0; i < asset.nodes.size(); ++i) {
        const AssetNode& node = asset.nodes[i];
        if (node.mesh == kNone) continue;
        std::vector<float> weights;
        for (const MorphRange& morph : rig->morphs) {
            const auto all = pose.view().weights;
            if (morph.node == i)
                weights.assign(all.begin() + morph.first, all.begin() + morph.first + morph.count);
        }
        const FbxPoints& points = scene.points[node.mesh];
        std::vector<Vec3> moved(points.count);
        for (std::size_t p = 0; p < points.of_vertices.size(); ++p) {
            const AssetPrimitive& primitive = asset.meshes[node.mesh].primitives[p];
            for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
                Vec3 at = primitive.positions[v], sum{};
                for (std::size_t t = 0; t < weights.size(); ++t)
                    at = add(at, multiply(primitive.targets[t].positions[v], weights[t]));
                for (std::size_t k = 0; node.skin != kNone && k < primitive.influences; ++k) {
                    const std::size_t slot = v * primitive.influences + k;
                    const AssetSkin& skin = asset.skins[node.skin];
                    const std::uint16_t joint = primitive.joints[slot];
                    const Mat34 bone = multiply(model[skeleton.of_source[skin.joints[joint]]],
                                                skin.inverse_binds[joint]);
                    sum = add(sum,
                              multiply(transform_point(bone, at), primitive.joint_weights[slot]));
                }
                moved[points.of_vertices[p][v]] =
                    node.skin != kNone ? sum : transform_point(model[skeleton.of_source[i]], at);
            }
        }
        out.insert(out.end(), moved.begin(), moved.end());
    }
    return out;
}

}  // namespace motus::test

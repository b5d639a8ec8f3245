// SPDX-License-Identifier: MIT
#include <tests/render/skin_compare.h>

#include <motus/render/bindings.h>
#include <motus/render/capture.h>
#include <motus/skinning/morph.h>
#include <motus/skinning/skinning.h>
#include <tests/skinning/skinning_reference.h>

#include <algorithm>

#include <gtest/gtest.h>

namespace motus::test {
namespace {

using render::CapturedPart;
using render::FigurePoses;
using render::Instance;
using render::Model;

/// A morph or skinning job over the vertices, to where they are.
template <class Job>
void run_in_place(Job& job, Moved& vertices) {
    job.positions = stream_of(std::span<const Vec3>(vertices.positions));
    job.out_positions = stream_of(std::span(vertices.positions));
    if (!vertices.normals.empty()) {
        job.normals = stream_of(std::span<const Vec3>(vertices.normals));
        job.out_normals = stream_of(std::span(vertices.normals));
    }
    EXPECT_EQ(run(job), Status::ok);
}

// NaN is as wrong as can be.
double distance_between(const Vec3& a, const Vec3& b) {
    const double d = distance(to_double(a), b);
    return d >= 0.0 ? d : 1e30;
}

}  // namespace

Moved move_on_cpu(const AssetPrimitive& primitive, std::span<const Mat34> palette,
                  std::span<const float> weights) {
    Moved out{primitive.positions, primitive.normals};
    const auto count = static_cast<std::uint32_t>(primitive.positions.size());
    const bool normals = !primitive.normals.empty();
    if (!primitive.targets.empty()) {
        std::vector<MorphTarget> targets;
        for (const AssetMorphTarget& target : primitive.targets) {
            targets.push_back(
                {target.positions,
                 normals ? std::span<const Vec3>(target.normals) : std::span<const Vec3>(),
                 {},
                 {}});
        }
        MorphJob job;
        job.vertex_count = count;
        job.targets = targets;
        job.weights = weights.first(targets.size());
        run_in_place(job, out);
    }
    SkinningJob job;
    job.vertex_count = count;
    job.influences = {primitive.influences, primitive.joints, primitive.joint_weights, 0};
    job.palette = palette;
    run_in_place(job, out);
    return out;
}

Compared compare(const Asset& asset, const AssetRig& rig, const Model& model,
                 const FigurePoses& poses) {
    Compared out;
    const Instance here;
    const auto captured = render::capture(model, poses.view(), {&here, 1});
    EXPECT_TRUE(captured) << to_string(captured.error());
    if (!captured) return out;
    const render::Bounds box = model.bounds(poses.view());
    const double size = std::max(2.0 * radius(box), 1e-6);
    for (const CapturedPart& part : *captured) {
        if (part.skin == kNone) continue;
        const AssetPrimitive& primitive = asset.meshes[part.mesh].primitives[part.primitive];
        std::span<const float> weights;
        for (const MorphRange& range : rig.morphs) {
            if (rig.skeleton.view().of_source[range.node] == part.joint)
                weights = poses.view().weights.subspan(range.first, range.count);
        }
        const Moved cpu = move_on_cpu(primitive, poses.view().palettes[part.skin], weights);
        ++out.parts;
        out.texture = out.texture || part.pose_texture;
        EXPECT_EQ(part.positions.size(), cpu.positions.size());
        for (std::size_t v = 0; v < part.positions.size() && v < cpu.positions.size(); ++v) {
            ++out.vertices;
            out.position = std::max(out.position,
                                    distance_between(part.positions[v], cpu.positions[v]) / size);
            if (cpu.normals.empty()) continue;
            // Random rotations blend to nearly flat matrices, which no float arithmetic inverts
            // well: there the bound grows with the condition. Characters stay below 10.
            const std::size_t n = primitive.influences;
            const double squeeze = condition(blended(
                poses.view().palettes[part.skin], std::span(primitive.joints).subspan(v * n, n),
                std::span(primitive.joint_weights).subspan(v * n, n)));
            const double error = distance_between(part.normals[v], cpu.normals[v]);
            out.normal = std::max(out.normal, squeeze > 10.0 ? error * 10.0 / squeeze : error);
        }
    }
    return out;
}

}  // namespace motus::test

// tests/render/rigs.cpp - random rigs, the same on every machine.
// SPDX-License-Identifier: MIT
#include <tests/render/rigs.h>
#include <tests/support/random.h>

#include <algorithm>
#include <vector>

namespace motus::test {
namespace {

// Integer shares of `steps` that sum to it; or floats that sum to 1 within rounding.
std::vector<float> random_weights(Random& random, std::uint32_t count, std::uint32_t steps) {
    std::vector<float> out(count);
    if (steps == 0) {
        double sum = 0.0;
        for (float& w : out)
            sum += w = random.range(0.05f, 1.0f);
        for (float& w : out)
            w = static_cast<float>(w / sum);
        return out;
    }
    std::uint32_t left = steps;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t share = i + 1 == count ? left : random.below(left + 1);
        out[i] = static_cast<float>(static_cast<double>(share) / steps);
        left -= share;
    }
    return out;
}

}  // namespace

Asset make_random_rig(const RigOptions& options) {
    Random random(options.seed);
    Asset asset;
    AssetSkin skin;
    for (std::uint32_t j = 0; j < options.joints; ++j) {
        AssetNode node;
        node.name = "joint" + std::to_string(j);
        // A short trunk and bushy branches: chains stay short, so that errors do not pile up.
        if (j > 0) node.parent = j < 6 ? j - 1 : random.below(std::min(j, 60u));
        node.local.translation = random.vec3(0.15f);
        node.local.rotation = random.rotation();
        if (options.scaled) {
            node.local.scale = {random.range(0.7f, 1.4f), random.range(0.7f, 1.4f),
                                random.range(0.7f, 1.4f)};
        }
        if (options.mirrored && j % 3 == 1) node.local.scale.x = -node.local.scale.x;
        skin.joints.push_back(j);
        Mat34 bind;
        bind.m[3] = random.range(-0.2f, 0.2f);
        bind.m[7] = random.range(-0.2f, 0.2f);
        bind.m[11] = random.range(-0.2f, 0.2f);
        skin.inverse_binds.push_back(bind);
        asset.nodes.push_back(std::move(node));
    }
    asset.skins.push_back(std::move(skin));

    AssetPrimitive primitive;
    primitive.mode = PrimitiveMode::points;
    primitive.influences = options.influences;
    primitive.targets.resize(options.targets);
    for (std::uint32_t v = 0; v < options.vertices; ++v) {
        primitive.positions.push_back(random.vec3(0.5f));
        primitive.normals.push_back(random.direction());
        // A mirrored rig with one joint per vertex: blends of a matrix and its mirror image are
        // flat, and flat things have no side.
        const bool one = options.mirrored;
        std::vector<float> weights =
            random_weights(random, options.influences, options.weight_steps);
        if (one) std::fill(weights.begin(), weights.end(), 0.0f);
        if (one) weights[v % options.influences] = 1.0f;
        for (std::uint32_t i = 0; i < options.influences; ++i)
            primitive.joints.push_back(static_cast<std::uint16_t>(random.below(options.joints)));
        primitive.joint_weights.insert(primitive.joint_weights.end(), weights.begin(),
                                       weights.end());
        for (AssetMorphTarget& target : primitive.targets) {
            target.positions.push_back(random.vec3(0.2f));
            target.normals.push_back(random.vec3(0.2f));
        }
    }
    AssetMesh mesh;
    mesh.primitives.push_back(std::move(primitive));
    for (std::uint32_t t = 0; t < options.targets; ++t)
        mesh.weights.push_back(t % 3 == 1 ? 0.0f : random.range(-0.5f, 1.0f));
    asset.meshes.push_back(std::move(mesh));
    AssetNode body;
    body.name = "body";
    body.mesh = 0;
    body.skin = 0;
    asset.nodes.push_back(std::move(body));
    AssetScene scene;
    scene.roots = {0, options.joints};
    asset.scenes.push_back(std::move(scene));
    asset.scene = 0;
    return asset;
}

}  // namespace motus::test

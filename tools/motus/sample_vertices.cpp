// SPDX-License-Identifier: MIT
#include "sample_vertices.h"

#include <motus/math/ops.h>

namespace motus::tool {

std::vector<Vec3> vertices_of(const PosedModel& posed, std::uint32_t index) {
    const Asset& asset = posed.model.asset;
    const AssetNode& node = asset.nodes[index];
    std::vector<Vec3> out;
    if (node.mesh == kNone) return out;
    const AssetMesh& mesh = asset.meshes[node.mesh];
    std::span<const float> weights;
    for (const MorphRange& morph : posed.morphs)
        if (morph.node == index) weights = posed.pose.weights.subspan(morph.first, morph.count);
    const FbxPoints* points =
        node.mesh < posed.model.points.size() ? &posed.model.points[node.mesh] : nullptr;
    if (points != nullptr) out.resize(points->count);
    const Mat34& world = posed.world[posed.skeleton.of_source[index]];
    for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
        const AssetPrimitive& primitive = mesh.primitives[p];
        for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
            Vec3 at = primitive.positions[v];
            for (std::size_t t = 0; t < primitive.targets.size() && t < weights.size(); ++t) {
                const std::vector<Vec3>& moves = primitive.targets[t].positions;
                if (!moves.empty()) at = add(at, multiply(moves[v], weights[t]));
            }
            Vec3 shown{};
            if (node.skin != kNone && primitive.influences != 0) {
                for (std::size_t k = 0; k < primitive.influences; ++k) {
                    const std::size_t i = v * primitive.influences + k;
                    const float share = primitive.joint_weights[i];
                    if (share == 0.0f) continue;
                    const Mat34& bone = posed.palettes[node.skin][primitive.joints[i]];
                    shown = add(shown, multiply(transform_point(bone, at), share));
                }
            } else {
                shown = transform_point(world, at);
            }
            if (points != nullptr) {
                out[points->of_vertices[p][v]] = shown;
            } else {
                out.push_back(shown);
            }
        }
    }
    return out;
}

void write_vertices(const PosedModel& posed, JsonWriter& json) {
    json.key("verts").begin_array();
    for (std::uint32_t i = 0; i < posed.model.asset.nodes.size(); ++i) {
        const std::uint32_t mesh = posed.model.asset.nodes[i].mesh;
        if (mesh == kNone) continue;
        json.begin_object().key("node").value(i).key("mesh").value(mesh);
        json.key("positions").begin_array();
        for (const Vec3& v : vertices_of(posed, i))
            json.value(v.x).value(v.y).value(v.z);
        json.end_array().end_object();
    }
    json.end_array();
}

}  // namespace motus::tool

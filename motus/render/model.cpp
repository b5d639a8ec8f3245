// motus/render/model.cpp - which primitives of an asset are drawn, and where.
// SPDX-License-Identifier: MIT
#include "model_data.h"

#include <motus/math/ops.h>

#include <utility>

namespace motus::render {
namespace {

constexpr float kCountedWeight = 0.05f;

// Nodes of the default scene that neither themselves nor an ancestor hide.
std::vector<bool> shown_nodes(const Asset& asset) {
    std::vector<std::vector<std::uint32_t>> children(asset.nodes.size());
    std::vector<std::uint32_t> todo;
    for (std::uint32_t i = 0; i < asset.nodes.size(); ++i) {
        const std::uint32_t parent = asset.nodes[i].parent;
        if (parent < asset.nodes.size())
            children[parent].push_back(i);
        else
            todo.push_back(i);
    }
    const std::uint32_t scene = asset.scene != kNone ? asset.scene : 0;
    if (scene < asset.scenes.size()) todo = asset.scenes[scene].roots;
    std::vector<bool> shown(asset.nodes.size(), false);
    while (!todo.empty()) {
        const std::uint32_t node = todo.back();
        todo.pop_back();
        if (node >= asset.nodes.size() || shown[node] || !asset.nodes[node].visible) continue;
        shown[node] = true;
        todo.insert(todo.end(), children[node].begin(), children[node].end());
    }
    return shown;
}

void add_skin_bounds(const AssetPrimitive& primitive, SkinBounds& out) {
    for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
        Bounds at;
        extend(at, primitive.positions[v]);
        for (const AssetMorphTarget& target : primitive.targets) {
            if (v < target.positions.size())
                extend(at, add(primitive.positions[v], target.positions[v]));
        }
        for (std::uint32_t i = 0; i < primitive.influences; ++i) {
            const std::size_t k = v * primitive.influences + i;
            if (primitive.joint_weights[k] >= kCountedWeight &&
                primitive.joints[k] < out.joints.size()) {
                extend(out.joints[primitive.joints[k]], at);
            }
        }
    }
}

Error mismatch(const std::string& place, const char* cause) {
    return {"render-asset", place, cause};
}

}  // namespace

Model::Model(std::unique_ptr<Data> data) : data_(std::move(data)) {}
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

std::uint32_t Model::part_count() const noexcept {
    return static_cast<std::uint32_t>(data_->parts.size());
}

Result<Model> Model::make(const Asset& asset, const AssetRig& rig, Diagnostics& diagnostics) {
    auto data = std::make_unique<Data>();
    const Skeleton skeleton = rig.skeleton.view();
    if (skeleton.of_source.size() != asset.nodes.size() || rig.skins.size() != asset.skins.size())
        return mismatch("", "the rig was made from another asset");
    data->joint_count = skeleton.joint_count();
    data->weight_count = static_cast<std::uint32_t>(skeleton.rest_weights.size());
    for (const SkinBuffer& skin : rig.skins) {
        data->skin_joints.push_back(static_cast<std::uint32_t>(skin.view().joints.size()));
        data->skin_bounds.push_back({std::vector<Bounds>(skin.view().joints.size())});
    }
    make_materials(asset, *data, diagnostics);

    std::vector<std::uint32_t> first_geometry(asset.meshes.size(), kNone);
    const std::vector<bool> shown = shown_nodes(asset);
    for (std::uint32_t n = 0; n < asset.nodes.size(); ++n) {
        const AssetNode& node = asset.nodes[n];
        if (!shown[n] || node.mesh >= asset.meshes.size()) continue;
        const AssetMesh& mesh = asset.meshes[node.mesh];
        Part part;
        part.joint = skeleton.of_source[n];
        for (const MorphRange& range : rig.morphs) {
            if (range.node != n) continue;
            part.first_weight = range.first;
            part.weights = range.count;
        }
        if (first_geometry[node.mesh] == kNone) {
            first_geometry[node.mesh] = static_cast<std::uint32_t>(data->geometry.size());
            for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
                const std::string place = "meshes[" + std::to_string(node.mesh) + "].primitives[" +
                                          std::to_string(p) + "]";
                Result<Geometry> geometry = make_geometry(mesh.primitives[p], place);
                if (!geometry) return geometry.error();
                data->geometry.push_back(std::move(*geometry));
            }
        }
        for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
            const AssetPrimitive& primitive = mesh.primitives[p];
            if (primitive.positions.empty()) continue;
            part.mesh = node.mesh;
            part.primitive = static_cast<std::uint32_t>(p);
            part.geometry = first_geometry[node.mesh] + static_cast<std::uint32_t>(p);
            const std::size_t material = primitive.material < asset.materials.size()
                                             ? primitive.material
                                             : data->materials.size() - 1;
            part.material = static_cast<std::uint32_t>(material);
            part.skin = primitive.influences > 0 ? node.skin : kNone;
            if (part.skin != kNone && part.skin < data->skin_bounds.size()) {
                add_skin_bounds(primitive, data->skin_bounds[part.skin]);
            } else {
                part.skin = kNone;
                data->rigid_parts = true;
            }
            data->parts.push_back(part);
        }
    }
    if (const auto ok = check_gl("uploading the model"); !ok) return ok.error();
    return Model(std::move(data));
}

bool Model::fits(const PoseSet& poses) const {
    const Data& d = *data_;
    const std::size_t count = poses.count;
    if (count == 0 || poses.palettes.size() != d.skin_joints.size()) return false;
    for (std::size_t s = 0; s < d.skin_joints.size(); ++s) {
        if (poses.palettes[s].size() < count * d.skin_joints[s]) return false;
    }
    if (d.rigid_parts && poses.joints.size() < count * d.joint_count) return false;
    return poses.weights.size() >= count * d.weight_count;
}

Bounds Model::bounds(const PoseSet& poses, std::uint32_t pose) const {
    Bounds out;
    if (!fits(poses) || pose >= poses.count) return out;
    const Data& d = *data_;
    for (const Part& part : d.parts) {
        if (part.skin != kNone) continue;
        extend(out, transform(poses.joints[std::size_t{pose} * d.joint_count + part.joint],
                              d.geometry[part.geometry].bounds));
    }
    for (std::size_t s = 0; s < d.skin_bounds.size(); ++s) {
        const auto& joints = d.skin_bounds[s].joints;
        for (std::size_t j = 0; j < joints.size(); ++j)
            extend(out, transform(poses.palettes[s][pose * joints.size() + j], joints[j]));
    }
    return out;
}

}  // namespace motus::render

// Models to nodes. Where a child does not inherit a scale as matrices do, the parent is split in
// two: a node that moves and turns, and below it one that scales.
// SPDX-License-Identifier: MIT
#include <motus/import/fbx/context.h>
#include <motus/import/fbx/hierarchy.h>

#include <algorithm>
#include <cmath>

namespace motus::fbx {
namespace {

constexpr std::size_t kMostLevels = 256;  // of models that pass a scale on

bool is_one(const Double3& scale) {
    return scale == Double3{1.0, 1.0, 1.0};
}

bool is_uniform(const Double3& scale) {
    const double size = std::fabs(scale.x) * 1e-6;
    return std::fabs(scale.x - scale.y) <= size && std::fabs(scale.x - scale.z) <= size;
}

/// Models, parents first.
std::vector<std::uint32_t> parents_first(const Scene& scene) {
    const std::size_t count = scene.models.size();
    std::vector<std::uint32_t> first(count, kNoIndex), next(count, kNoIndex), out;
    out.reserve(count);
    for (std::size_t i = count; i-- > 0;) {
        const std::uint32_t parent = scene.models[i].parent;
        if (parent == kNoIndex) continue;
        next[i] = first[parent];
        first[parent] = static_cast<std::uint32_t>(i);
    }
    for (std::uint32_t i = 0; i < count; ++i)
        if (scene.models[i].parent == kNoIndex) out.push_back(i);
    for (std::size_t i = 0; i < out.size(); ++i)
        for (std::uint32_t c = first[out[i]]; c != kNoIndex; c = next[c])
            out.push_back(c);
    return out;
}

}  // namespace

std::string place_of(const Model& model) {
    return "Model[" + model.name + "]";
}

Hierarchy::Hierarchy(const Scene& scene, const std::vector<bool>& scale_animated)
    : scene_(scene),
      order_(parents_first(scene)),
      inherit_(scene.models.size()),
      inherited_(scene.models.size()),
      scaled_(scene.models.size()),
      split_(scene.models.size()) {
    std::vector<Double3> total(scene.models.size());  // of models whose scale is constant
    std::vector<bool> moving(scene.models.size());
    for (const std::uint32_t i : order_) {
        const Model& model = scene.models[i];
        const std::uint32_t p = model.parent;
        inherit_[i] = p == kNoIndex ? InheritType::normal : model.inherit;
        // A scale that is the same in all directions may stand on either side of a rotation.
        if (inherit_[i] == InheritType::scale_after_rotation && !moving[p] && is_uniform(total[p]))
            inherit_[i] = InheritType::normal;
        if (inherit_[i] != InheritType::normal && !scaled_[p]) inherit_[i] = InheritType::normal;
        const bool after = inherit_[i] == InheritType::scale_after_rotation;
        const bool none = inherit_[i] == InheritType::no_parent_scale;
        inherited_[i] = after ? scaled_[p] : none && inherited_[p];
        const bool own = scale_animated[i] || !is_one(model.scaling);
        scaled_[i] = own || inherited_[i];
        moving[i] = scale_animated[i] || (inherited_[i] && moving[p]);
        total[i] = after ? scaled(total[p], model.scaling) : model.scaling;
        if (inherit_[i] != InheritType::normal) split_[p] = true;
    }
}

Double3 Hierarchy::inherited_scale(std::uint32_t model, const ScaleSource& scale_of) const {
    // From the model up, as far as the scale is passed on.
    Double3 out{1.0, 1.0, 1.0};
    std::uint32_t at = model;
    for (std::size_t level = 0; inherited_[at] && level < kMostLevels; ++level) {
        const std::uint32_t parent = scene_.models[at].parent;
        if (inherit_[at] == InheritType::scale_after_rotation) out = scaled(out, scale_of(parent));
        at = parent;
    }
    return out;
}

LocalTransform Hierarchy::node_transform(std::uint32_t model, LocalTransform local,
                                         const ScaleSource& scale_of) const {
    const std::uint32_t parent = scene_.models[model].parent;
    if (inherit_[model] != InheritType::normal) {
        const Double3 above = scaled(inherited_scale(parent, scale_of), scale_of(parent));
        local.translation = scaled(above, local.translation);
    }
    local.scale = scaled(inherited_scale(model, scale_of), local.scale);
    return scene_.space.transform(local, parent == kNoIndex);
}

bool read_nodes(Context& context, const Hierarchy& hierarchy) {
    const Scene& scene = context.scene;
    Asset& asset = context.asset;
    if (!context.faults.charge(scene.models.size(), 2 * sizeof(AssetNode))) return false;
    asset.nodes.resize(scene.models.size());
    context.nodes.resize(scene.models.size());
    const Hierarchy::ScaleSource scale_of = [&](std::uint32_t model) {
        return scene.models[model].scaling;
    };
    for (const std::uint32_t i : hierarchy.order()) {
        const Model& model = scene.models[i];
        const LocalTransform local = hierarchy.node_transform(
            i,
            local_transform(model.pivots, model.translation,
                            rotation_of(model.rotation, model.pivots.order), model.scaling),
            scale_of);
        AssetNode node;
        node.name = model.name;
        node.visible = model.visible;
        node.local = to_float(local);
        if (model.parent != kNoIndex) {
            const ModelNodes& above = context.nodes[model.parent];
            node.parent = hierarchy.inherit(i) == InheritType::normal ? above.scaled : above.turned;
        }
        context.nodes[i] = {i, i};
        if (hierarchy.is_split(i)) {
            AssetNode scale;
            scale.name = model.name + "_scale";
            scale.parent = i;
            scale.local.scale = node.local.scale;
            scale.visible = model.visible;
            node.local.scale = {1.0f, 1.0f, 1.0f};
            context.nodes[i].scaled = static_cast<std::uint32_t>(asset.nodes.size());
            asset.nodes.push_back(std::move(scale));
        }
        asset.nodes[i] = std::move(node);
    }
    asset.scenes.push_back({});
    asset.scene = 0;
    for (std::uint32_t i = 0; i < scene.models.size(); ++i)
        if (asset.nodes[i].parent == kNone) asset.scenes[0].roots.push_back(i);
    return true;
}

}  // namespace motus::fbx

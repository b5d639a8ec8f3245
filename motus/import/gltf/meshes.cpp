// SPDX-License-Identifier: MIT
#include <motus/import/gltf/primitive.h>

namespace motus::gltf {
namespace {

void read_targets(const Object& json, std::size_t count, AssetMesh& mesh, MeshInfo& info) {
    info.targets = static_cast<std::uint32_t>(count);
    mesh.weights.assign(count, 0.0f);
    std::vector<float> weights;
    if (!json.number_list("weights", weights)) info.valid = false;
    if (!weights.empty() && weights.size() != count) {
        json.error("gltf-mesh", "weights",
                   std::to_string(weights.size()) + " weights for " + std::to_string(count) +
                       " morph targets");
        info.valid = false;
    } else if (!weights.empty()) {
        mesh.weights = std::move(weights);
    }
    // A convention of exporters, in extras: take it where it fits, say nothing where it does not.
    const Json* extras = json.find("extras");
    if (extras == nullptr || !extras->is_object()) return;
    const auto it = extras->find("targetNames");
    if (it == extras->end() || !it->is_array() || it->size() != count) return;
    for (const Json& name : *it) {
        const std::string* text = name.get_ptr<const Json::string_t*>();
        mesh.target_names.push_back(text != nullptr ? *text : std::string());
    }
}

void read_mesh(Context& context, const Object& json, AssetMesh& mesh, MeshInfo& info) {
    info.valid = json.text("name", mesh.name) && json.require("primitives");
    const Array list = json.array("primitives", &info.valid);
    if (info.valid && list.size() == 0) {
        info.valid = json.error("gltf-mesh", "primitives", "there is none");
    }
    std::size_t targets = 0;
    mesh.primitives.reserve(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Object entry = list.object(i, &info.valid);
        if (!entry.exists()) continue;
        const std::size_t own = entry.array("targets", &info.valid).size();
        if (i == 0) targets = own;
        if (own != targets) {
            info.valid =
                entry.error("gltf-mesh", "targets",
                            std::to_string(own) + " morph targets; the first primitive has " +
                                std::to_string(targets));
        }
        AssetPrimitive primitive;
        PrimitiveJoints joints;
        if (!read_primitive(context, entry, primitive, joints)) {
            info.valid = false;
            continue;
        }
        if (primitive.influences != 0) {
            if (!info.skinned || joints.largest > info.largest_joint) {
                info.largest_joint = joints.largest;
                info.largest_vertex = joints.vertex;
                info.largest_primitive = static_cast<std::uint32_t>(i);
            }
            info.skinned = true;
        }
        mesh.primitives.push_back(std::move(primitive));
    }
    read_targets(json, targets, mesh, info);
}

}  // namespace

void read_meshes(Context& context) {
    const Array list = context.root.array("meshes");
    context.meshes.resize(list.size());
    context.asset.meshes.resize(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Object json = list.object(i);
        if (json.exists()) read_mesh(context, json, context.asset.meshes[i], context.meshes[i]);
    }
}

}  // namespace motus::gltf

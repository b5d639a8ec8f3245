// Skins, and whether the meshes of skinned nodes fit them.
// SPDX-License-Identifier: MIT
#include <motus/import/gltf/accessor.h>

namespace motus::gltf {
void read_skins(Context& context) {
    const Array list = context.root.array("skins");
    Asset& asset = context.asset;
    asset.skins.resize(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Object json = list.object(i);
        if (!json.exists()) continue;
        AssetSkin& skin = asset.skins[i];
        json.text("name", skin.name);
        json.index("skeleton", asset.nodes.size(), "node", skin.skeleton);
        if (!json.require("joints") ||
            !json.index_list("joints", asset.nodes.size(), "node", skin.joints)) {
            continue;
        }
        if (skin.joints.empty()) {
            json.error(kSkinCode, "joints", "there is none");
            continue;
        }
        skin.inverse_binds.resize(skin.joints.size());
        std::uint32_t index = kNone;
        const char* key = "inverseBindMatrices";
        json.index(key, context.accessors.size(), "accessor", index);
        if (index == kNone || !context.accessors[index].valid) continue;
        const Accessor& accessor = context.accessors[index];
        if (!accessor.matrix || accessor.width != 16 || accessor.component != Component::f32) {
            json.error(kSkinCode, key,
                       "accessor " + std::to_string(index) + " must be MAT4 of float, not " +
                           describe(accessor));
            continue;
        }
        const std::size_t joints = skin.joints.size();
        if (accessor.count < joints) {
            json.error(kSkinCode, key,
                       std::to_string(accessor.count) + " matrices for " + std::to_string(joints) +
                           " joints");
            continue;
        }
        if (!context.charge(joints, 64, json.where(key))) continue;
        std::vector<float> values(joints * 16);
        if (!read_floats(context, accessor, joints, values, json.where(key))) continue;
        if (const std::size_t bad = first_not_finite(values); bad != values.size()) {
            json.error(kSkinCode, key,
                       "matrix " + std::to_string(bad / 16) + " has a number that is not finite");
            continue;
        }
        bool affine = true;
        for (std::size_t k = 0; k < joints; ++k) {
            const auto columns = std::span<const float>(values).subspan(k * 16, 16);
            affine = affine_of(columns, skin.inverse_binds[k]) && affine;
        }
        if (!affine) json.warn(kSkinCode, key, "a last row is not 0 0 0 1 and is ignored");
    }
}

void check_skinned_nodes(Context& context) {
    Asset& asset = context.asset;
    for (std::size_t i = 0; i < asset.nodes.size(); ++i) {
        AssetNode& node = asset.nodes[i];
        if (node.skin == kNone) continue;
        const std::string place = "nodes[" + std::to_string(i) + "].skin";
        if (node.mesh == kNone) {
            context.faults.warn(kSkinCode, place, "is ignored: the node has no mesh");
            node.skin = kNone;
            continue;
        }
        const MeshInfo& mesh = context.meshes[node.mesh];
        const std::size_t joints = asset.skins[node.skin].joints.size();
        if (!mesh.valid || joints == 0) continue;
        if (!mesh.skinned) {
            context.faults.warn(kSkinCode, place,
                                "mesh " + std::to_string(node.mesh) + " has no joints");
        } else if (mesh.largest_joint >= joints) {
            context.faults.error(kSkinCode,
                                 "meshes[" + std::to_string(node.mesh) + "].primitives[" +
                                     std::to_string(mesh.largest_primitive) +
                                     "].attributes.JOINTS_0",
                                 "vertex " + std::to_string(mesh.largest_vertex) + " uses joint " +
                                     std::to_string(mesh.largest_joint) + "; skin " +
                                     std::to_string(node.skin) + " has " + std::to_string(joints));
        }
    }
}

}  // namespace motus::gltf

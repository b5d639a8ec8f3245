// SPDX-License-Identifier: MIT
#include <scenes/hero/clips.h>
#include <scenes/hero/hero.h>
#include <scenes/hero/joints.h>
#include <scenes/hero/mesh.h>

namespace motus::scenes {
namespace {

using hero::Joint;

void add_joints(Asset& asset) {
    AssetSkin skin;
    skin.name = "Hero";
    skin.skeleton = hero::index_of(Joint::root);
    for (std::uint32_t i = 0; i < hero::kJointCount; ++i) {
        const hero::JointRest& rest = hero::rest_joints()[i];
        const hero::JointRest& parent = hero::rest_of(rest.parent);
        const bool is_root = i == hero::index_of(Joint::root);
        const Quatd up = conjugate(parent.rotation);
        AssetNode node;
        node.name = rest.name;
        node.parent = is_root ? kNone : hero::index_of(rest.parent);
        node.local.translation = to_float(rotate(up, rest.position - parent.position));
        node.local.rotation = to_float(is_root ? rest.rotation : up * rest.rotation);
        asset.nodes.push_back(node);

        // The inverse of a rotation and a translation, row by row.
        const Quatd back = conjugate(rest.rotation);
        const Vec3d x = rotate(back, {1, 0, 0}), y = rotate(back, {0, 1, 0});
        const Vec3d z = rotate(back, {0, 0, 1}), t = rotate(back, -rest.position);
        const Vec3 cx = to_float(x), cy = to_float(y), cz = to_float(z), ct = to_float(t);
        skin.joints.push_back(i);
        skin.inverse_binds.push_back(
            {{cx.x, cy.x, cz.x, ct.x, cx.y, cy.y, cz.y, ct.y, cx.z, cy.z, cz.z, ct.z}});
    }
    asset.skins.push_back(skin);
    asset.root_motion_node = hero::index_of(Joint::root);
}

void add_materials(Asset& asset) {
    AssetMaterial matte;
    matte.name = "Matte";
    matte.metallic = 0.0f;
    matte.roughness = 0.85f;
    AssetMaterial gloss = matte;
    gloss.name = "Gloss";
    gloss.roughness = 0.25f;
    asset.materials = {matte, gloss};
}

}  // namespace

Asset make_hero() {
    Asset asset;
    add_joints(asset);
    add_materials(asset);
    asset.meshes.push_back(hero::make_mesh());

    AssetNode body;
    body.name = "Hero";
    body.mesh = 0;
    body.skin = 0;
    asset.nodes.push_back(body);
    asset.scenes.push_back({"Hero", {hero::index_of(Joint::root), hero::kJointCount}});
    asset.scene = 0;

    asset.clips = hero::make_clips(asset.nodes);
    return asset;
}

}  // namespace motus::scenes

// SPDX-License-Identifier: MIT
#include "everything.h"

namespace motus::test {
namespace {

// The smallest PNG there is: one grey pixel.
constexpr std::uint8_t kPng[] = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
    0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00,
    0x00, 0x3a, 0x7e, 0x9b, 0x55, 0x00, 0x00, 0x00, 0x0a, 0x49, 0x44, 0x41, 0x54, 0x78,
    0xda, 0x63, 0x68, 0x00, 0x00, 0x00, 0x82, 0x00, 0x81, 0xda, 0x45, 0x08, 0x3b, 0x00,
    0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};

AssetNode node(const char* name, std::uint32_t parent = kNone) {
    AssetNode made;
    made.name = name;
    made.parent = parent;
    return made;
}

AssetPrimitive skinned_triangle() {
    AssetPrimitive primitive;
    primitive.material = 0;
    primitive.positions = {{0, 0, 0}, {1, 0, 0.1f}, {0, 1, -0.0f}};
    primitive.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
    primitive.tangents = {{1, 0, 0, 1}, {1, 0, 0, -1}, {0, 1, 0, 1}};
    primitive.texcoords0 = {{0, 0}, {1, 0}, {0, 1}};
    primitive.texcoords1 = {{0.5f, 0.25f}, {1, 1}, {0, 0.1f}};
    primitive.colors = {{1, 0, 0, 1}, {0.2f, 1, 0, 1}, {0, 0, 1, 0.5f}};
    primitive.influences = 8;
    primitive.joints = {0, 1, 2, 3, 4, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0};
    primitive.joint_weights = {0.25f, 0.25f, 0.125f, 0.125f, 0.25f, 0, 0, 0, 0.5f, 0.5f, 0, 0,
                               0,     0,     0,      0,      1,     0, 0, 0, 0,    0,    0, 0};
    primitive.indices = {0, 1, 2, 2, 1, 0};
    AssetMorphTarget up, turn;
    up.positions = {{0, 1, 0}, {0, 0.5f, 0}, {0, 0, 0}};
    turn.positions = {{0, 0, 0}, {0, 0, 0}, {0, 0, 1}};
    turn.normals = {{0, 0.1f, 0}, {0, 0, 0}, {0.1f, 0, 0}};
    turn.tangents = {{0, 0, 0.1f}, {0, 0, 0}, {0, 0, 0}};
    primitive.targets = {up, turn};
    return primitive;
}

AssetPrimitive lines() {
    AssetPrimitive primitive;
    primitive.mode = PrimitiveMode::lines;
    primitive.positions = {{0, 0, 0}, {1, 2, 3}};
    return primitive;
}

AssetTrack track(std::uint32_t node, TrackKind kind, Interpolation interpolation, int width) {
    AssetTrack made{node, kind, interpolation, {}, {}};
    for (int key = 0; key < 4; ++key) {
        made.times.push_back(ticks_of_frames(key * key, 30));
        const int elements = interpolation == Interpolation::cubic_spline ? 3 : 1;
        for (int element = 0; element < elements; ++element) {
            const bool value = elements == 1 || element == 1;
            for (int i = 0; i < width; ++i) {
                // Rotations: x y z 0 and a unit w, near enough; the rest anything.
                const float number =
                    0.01f * static_cast<float>(key + 1) * static_cast<float>(i + 1);
                made.values.push_back(
                    kind == TrackKind::rotation ? (value && i == key % 4 ? 1.0f : 0.0f) : number);
            }
        }
    }
    return made;
}

AssetClip everything_clip() {
    AssetClip clip;
    clip.name = "all \"kinds\"\n\xc3\xa4";
    std::uint32_t node = 1;
    for (const auto interpolation :
         {Interpolation::step, Interpolation::linear, Interpolation::cubic_spline}) {
        clip.tracks.push_back(track(node, TrackKind::translation, interpolation, 3));
        clip.tracks.push_back(track(node, TrackKind::rotation, interpolation, 4));
        clip.tracks.push_back(track(node, TrackKind::scale, interpolation, 3));
        ++node;
    }
    clip.tracks.push_back(track(0, TrackKind::weights, Interpolation::cubic_spline, 2));
    clip.duration = clip.tracks.front().times.back();
    clip.events = {{ticks_of_frames(1, 30), "left"}, {ticks_of_frames(3, 30), "right"}};
    clip.loop = false;
    clip.root_motion = true;
    return clip;
}

AssetClip close_keys() {
    AssetClip clip;
    clip.name = "one tick apart";
    const Ticks second = ticks_of_seconds(3.0);
    clip.tracks = {{2,
                    TrackKind::translation,
                    Interpolation::linear,
                    {Ticks{0}, Ticks{1}, second, second + Ticks{1}, second + Ticks{2}},
                    {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1}}};
    clip.duration = second + Ticks{2};
    return clip;
}

AssetMaterial rich_material() {
    AssetMaterial material;
    material.name = "skin";
    material.base_color = {0.8f, 0.7f, 0.1f, 0.9f};
    material.metallic = 0.1f;
    material.roughness = 0.3f;
    material.emissive = {0.1f, 0, 0.3f};
    material.base_color_texture = {0, 0, 1.0f};
    material.metallic_roughness_texture = {0, 1, 1.0f};
    material.normal_texture = {0, 0, 0.7f};
    material.occlusion_texture = {1, 1, 0.6f};
    material.emissive_texture = {1, 0, 1.0f};
    material.alpha_mode = AlphaMode::mask;
    material.alpha_cutoff = 0.3f;
    material.double_sided = true;
    return material;
}

}  // namespace

Asset make_everything() {
    Asset asset;
    // The hand comes before the arm it hangs on.
    asset.nodes = {node("body"),
                   node("root"),
                   node("hand", 3),
                   node("arm", 1),
                   node("\xf0\x9f\xa6\x8a \\ \"", 1),
                   node("", 4),
                   node("lines"),
                   node("eye", 6),
                   node("map")};
    asset.nodes[0].mesh = 0;
    asset.nodes[0].skin = 0;
    asset.nodes[0].weights = {0.25f, 0.75f};
    asset.nodes[3].local = {{0.1f, 1, -0.0f}, {0, 0, 1, 0}, {1, -2, 0.5f}};
    asset.nodes[4].visible = false;
    asset.nodes[6].mesh = 1;
    asset.nodes[7].camera = 0;
    asset.nodes[8].camera = 1;

    asset.skins.resize(1);
    asset.skins[0].name = "bones";
    asset.skins[0].skeleton = 1;
    asset.skins[0].joints = {3, 1, 2, 4, 5};
    asset.skins[0].inverse_binds.resize(5);
    asset.skins[0].inverse_binds[2] = {{1, 0, 0.1f, -1, 0, 2, 0, -2, 0, 0, 0.5f, -3}};

    asset.meshes.resize(2);
    asset.meshes[0].name = "body mesh";
    asset.meshes[0].primitives = {skinned_triangle()};
    asset.meshes[0].weights = {0.1f, 0.2f};
    asset.meshes[0].target_names = {"up", "turn"};
    asset.meshes[1].primitives = {lines()};

    asset.materials = {rich_material(), {.name = "flat", .unlit = true}};
    asset.textures = {{"t", 0, 9729, 9987, 33071, 33648}, {"", 0}};
    asset.images = {{"grey", "image/png", {std::begin(kPng), std::end(kPng)}}};
    asset.cameras = {
        {.name = "c",
         .perspective = true,
         .yfov_rad = 0.7f,
         .aspect = 1.5f,
         .znear = 0.1f,
         .zfar = 100.0f},
        {.name = "", .perspective = false, .xmag = 2, .ymag = 3, .znear = 0.5f, .zfar = 9}};
    asset.clips = {everything_clip(), close_keys()};
    asset.scenes = {{"main", {0, 1, 6}}, {"plan", {8}}};
    asset.scene = 1;
    asset.root_motion_node = 1;
    return asset;
}

}  // namespace motus::test

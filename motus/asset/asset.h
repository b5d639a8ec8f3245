// motus/asset/asset.h - an imported or generated scene as plain values: nothing shared, nothing
// packed, indices between the vectors.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/clip/track.h>
#include <motus/core/ticks.h>
#include <motus/math/vec.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace motus {

inline constexpr std::uint32_t kNone = 0xffffffffu;  ///< "No such item" for every index below.

struct Vec2 {
    float x = 0.0f, y = 0.0f;
    friend bool operator==(const Vec2&, const Vec2&) = default;
};

struct Vec4 {
    float x = 0.0f, y = 0.0f, z = 0.0f, w = 0.0f;
    friend bool operator==(const Vec4&, const Vec4&) = default;
};

/// A node of the hierarchy, in file order: a parent may come after its child.
struct AssetNode {
    std::string name;
    std::uint32_t parent = kNone;
    Transform local{};
    std::uint32_t mesh = kNone;
    std::uint32_t skin = kNone;
    std::uint32_t camera = kNone;
    bool visible = true;         ///< KHR_node_visibility.
    std::vector<float> weights;  ///< Morph weights of this node; empty: the mesh's own.
    friend bool operator==(const AssetNode&, const AssetNode&) = default;
};

struct AssetSkin {
    std::string name;
    std::uint32_t skeleton = kNone;     ///< Node named as the skeleton's root, if any.
    std::vector<std::uint32_t> joints;  ///< Nodes, in the order the vertices refer to them.
    std::vector<Mat34> inverse_binds;   ///< One per joint; identities where the file has none.
    friend bool operator==(const AssetSkin&, const AssetSkin&) = default;
};

/// Displacements of one morph target. A vector is empty, or has one entry per vertex.
struct AssetMorphTarget {
    std::vector<Vec3> positions, normals, tangents;
    friend bool operator==(const AssetMorphTarget&, const AssetMorphTarget&) = default;
};

enum class PrimitiveMode : std::uint8_t {
    points,
    lines,
    line_loop,
    line_strip,
    triangles,
    triangle_strip,
    triangle_fan
};

/// One draw of a mesh. Attribute vectors are empty, or have one entry per vertex.
struct AssetPrimitive {
    PrimitiveMode mode = PrimitiveMode::triangles;
    std::uint32_t material = kNone;
    std::vector<Vec3> positions;
    std::vector<Vec3> normals;
    std::vector<Vec4> tangents;  ///< w is the handedness, +1 or -1.
    std::vector<Vec2> texcoords0, texcoords1;
    std::vector<Vec4> colors;            ///< Linear RGBA.
    std::uint32_t influences = 0;        ///< Joints per vertex: 0, 4 or 8.
    std::vector<std::uint16_t> joints;   ///< influences per vertex; index into the skin.
    std::vector<float> joint_weights;    ///< The same; each vertex sums to 1.
    std::vector<std::uint32_t> indices;  ///< Empty: vertices in order.
    std::vector<AssetMorphTarget> targets;
    friend bool operator==(const AssetPrimitive&, const AssetPrimitive&) = default;
};

struct AssetMesh {
    std::string name;
    std::vector<AssetPrimitive> primitives;  ///< All with the same number of targets.
    std::vector<float> weights;              ///< Default weight per target.
    std::vector<std::string> target_names;   ///< Empty, or one per target.
    friend bool operator==(const AssetMesh&, const AssetMesh&) = default;
};

struct AssetTextureRef {
    std::uint32_t texture = kNone;
    std::uint32_t texcoord = 0;
    float scale = 1.0f;  ///< Normal scale or occlusion strength.
    friend bool operator==(const AssetTextureRef&, const AssetTextureRef&) = default;
};

enum class AlphaMode : std::uint8_t { opaque, mask, blend };

struct AssetMaterial {
    std::string name;
    std::array<float, 4> base_color{1.0f, 1.0f, 1.0f, 1.0f};
    float metallic = 1.0f;
    float roughness = 1.0f;
    std::array<float, 3> emissive{0.0f, 0.0f, 0.0f};
    AssetTextureRef base_color_texture{}, metallic_roughness_texture{}, normal_texture{},
        occlusion_texture{}, emissive_texture{};
    AlphaMode alpha_mode = AlphaMode::opaque;
    float alpha_cutoff = 0.5f;
    bool double_sided = false;
    bool unlit = false;  ///< KHR_materials_unlit.
    friend bool operator==(const AssetMaterial&, const AssetMaterial&) = default;
};

/// Still encoded, as it came: PNG or JPEG bytes.
struct AssetImage {
    std::string name;
    std::string mime_type;
    std::vector<std::uint8_t> bytes;
    friend bool operator==(const AssetImage&, const AssetImage&) = default;
};

struct AssetTexture {
    std::string name;
    std::uint32_t image = kNone;
    std::uint16_t mag_filter = 0, min_filter = 0;  ///< glTF's GL numbers; 0: not said.
    std::uint16_t wrap_s = 10497, wrap_t = 10497;  ///< 10497 is REPEAT.
    friend bool operator==(const AssetTexture&, const AssetTexture&) = default;
};

struct AssetCamera {
    std::string name;
    bool perspective = true;
    float yfov_rad = 0.8f, aspect = 0.0f;  ///< Perspective; aspect 0: not said.
    float xmag = 1.0f, ymag = 1.0f;        ///< Orthographic.
    float znear = 0.01f, zfar = 0.0f;      ///< zfar 0: infinite.
    friend bool operator==(const AssetCamera&, const AssetCamera&) = default;
};

/// Keys of one property of one node. Times ascend strictly. `values` has `width` floats per key
/// (3, 4, 3, or the number of morph targets), three times that for cubic_spline: in-tangent,
/// value, out-tangent. Tangents are per second.
struct AssetTrack {
    std::uint32_t node = kNone;
    TrackKind kind = TrackKind::translation;
    Interpolation interpolation = Interpolation::linear;
    std::vector<Ticks> times;
    std::vector<float> values;
    friend bool operator==(const AssetTrack&, const AssetTrack&) = default;
};

/// What a value of a pointer track is.
enum class PointerKind : std::uint8_t { number, integer, boolean, vec2, vec3, vec4, color };

/// Keys of anything in a file but transforms and weights of nodes (KHR_animation_pointer): a
/// material's colour, a light. Times and values are laid out as in AssetTrack; booleans are 0
/// and 1.
struct AssetPointerTrack {
    std::string pointer;  ///< JSON pointer: "/materials/0/pbrMetallicRoughness/baseColorFactor".
    std::string name;     ///< Of the object that it leads into; may be empty.
    PointerKind kind = PointerKind::number;
    Interpolation interpolation = Interpolation::linear;
    std::vector<Ticks> times;
    std::vector<float> values;
    std::vector<float> base;  ///< One value: what is there while nothing plays.
    friend bool operator==(const AssetPointerTrack&, const AssetPointerTrack&) = default;
};

/// Something that happens at a time of a clip: a footstep. Sorted by time.
struct AssetEvent {
    Ticks time{};
    std::string name;
    friend bool operator==(const AssetEvent&, const AssetEvent&) = default;
};

struct AssetClip {
    std::string name;
    Ticks duration{};  ///< The largest key time; 0 without tracks.
    std::vector<AssetTrack> tracks;
    std::vector<AssetEvent> events;
    std::vector<AssetPointerTrack> pointers;  ///< What a document plays as a timeline.
    bool loop = true;          ///< Made to be looped (extras.motus); a hint for default machines.
    bool root_motion = false;  ///< The root-motion joint's movement is to be extracted.
    friend bool operator==(const AssetClip&, const AssetClip&) = default;
};

struct AssetScene {
    std::string name;
    std::vector<std::uint32_t> roots;
    friend bool operator==(const AssetScene&, const AssetScene&) = default;
};

struct Asset {
    std::vector<AssetNode> nodes;
    std::vector<AssetSkin> skins;
    std::vector<AssetMesh> meshes;
    std::vector<AssetMaterial> materials;
    std::vector<AssetTexture> textures;
    std::vector<AssetImage> images;
    std::vector<AssetCamera> cameras;
    std::vector<AssetClip> clips;
    std::vector<AssetScene> scenes;
    std::uint32_t scene = kNone;             ///< The default scene.
    std::uint32_t root_motion_node = kNone;  ///< Which node carries root motion, if one does.
    friend bool operator==(const Asset&, const Asset&) = default;
};

}  // namespace motus

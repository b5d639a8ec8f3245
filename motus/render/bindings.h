// motus/render/bindings.h - the numbers that shaders and C++ agree on.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace motus::render {

/// Vertex attributes, as the layout(location) of the shaders.
enum Attribute : std::uint32_t {
    at_position = 0,
    at_normal,
    at_color,
    at_texcoord0,
    at_texcoord1,
    at_joints0,
    at_weights0,
    at_joints1,
    at_weights1,
    at_place0,                ///< Per instance, three rows.
    at_pose = at_place0 + 3,  ///< Per instance: which pose.
    at_tint,                  ///< Per instance: multiplies the base colour.
};

/// Uniform blocks by the names they have in the shaders.
enum Block : std::uint32_t { block_frame = 0, block_palette, block_morph, block_material };

/// Texture units by the names of their samplers.
enum Unit : std::uint32_t {
    unit_base_color = 0,
    unit_metallic_roughness,
    unit_normal,
    unit_occlusion,
    unit_emissive,
    unit_poses,
    unit_deltas,
    unit_key_shadow,
    unit_key_depth,
    unit_sky_depth,
    unit_font,
    unit_count
};

inline constexpr std::uint32_t kBlockJoints = 341;        ///< In the 16 KiB that GLES3 promises.
inline constexpr std::uint32_t kBlockWeights = 256;       ///< Morph weights in a block.
inline constexpr std::uint32_t kDataTextureWidth = 2048;  ///< Of pose and delta textures.

}  // namespace motus::render

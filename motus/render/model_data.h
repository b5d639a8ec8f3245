// motus/render/model_data.h - what a Model holds: geometry, materials, parts.
// SPDX-License-Identifier: MIT
#pragma once

#include "gl_objects.h"

#include <motus/render/model.h>

#include <array>
#include <vector>

namespace motus::render {

/// Vertices of one primitive. Weights are stored in 8, 16 or 32 bits, whichever is exact.
struct Geometry {
    GlVertexArray array;
    GlBuffer vertices, indices;
    GLenum mode = GL_TRIANGLES;
    GLsizei count = 0;            ///< Indices, or vertices where there are none.
    GLenum index_type = GL_NONE;  ///< GL_NONE: not indexed.
    std::uint32_t vertex_count = 0;
    std::uint32_t influences = 0;
    std::uint32_t targets = 0;
    GlTexture deltas;  ///< RGBA32F: target after target, vertex after vertex, position and normal.
    bool has_normals = false;
    Bounds bounds;  ///< At rest and with each morph target at 1.
};

/// std140, as Material in the surface shader.
struct MaterialBlock {
    float base_color[4] = {1, 1, 1, 1};
    float emissive[4] = {0, 0, 0, 0.5f};
    float surface[4] = {0, 0.9f, 1, 1};
    std::int32_t texcoord[4] = {};
    std::int32_t kind[4] = {};
};
inline constexpr std::int32_t kUnlit = 1, kNormalMap = 2;

struct Material {
    GlBuffer block;
    std::array<std::uint32_t, 5> textures{};  ///< Into Data::textures; 0 is white.
    bool blended = false;
    bool double_sided = false;
};

/// One draw: a primitive at a node.
struct Part {
    std::uint32_t mesh = 0, primitive = 0;  ///< Of the asset.
    std::uint32_t geometry = 0;
    std::uint32_t material = 0;
    JointIndex joint = 0;        ///< Of the node; moves it where there is no skin.
    std::uint32_t skin = kNone;  ///< Into PoseSet::palettes.
    std::uint32_t first_weight = 0;
    std::uint32_t weights = 0;
};

/// Box of the vertices that one joint of a skin moves, in the space of the mesh.
struct SkinBounds {
    std::vector<Bounds> joints;
};

struct Model::Data {
    std::vector<Geometry> geometry;
    std::vector<Material> materials;
    std::vector<GlTexture> textures;
    std::vector<Part> parts;
    std::vector<SkinBounds> skin_bounds;     ///< Per skin.
    std::vector<std::uint32_t> skin_joints;  ///< Per skin.
    std::uint32_t joint_count = 0;
    std::uint32_t weight_count = 0;
    bool rigid_parts = false;
};

/// Uploads one primitive. Null `primitive.normals` are allowed: the shader makes flat ones.
[[nodiscard]] Result<Geometry> make_geometry(const AssetPrimitive& primitive,
                                             const std::string& place);

/// Decodes and uploads an image with its mipmaps; `srgb` for colours.
[[nodiscard]] Result<GlTexture> make_texture(const AssetImage& image, const AssetTexture& texture,
                                             bool srgb);
/// One texel.
[[nodiscard]] GlTexture make_color_texture(std::array<std::uint8_t, 4> rgba);

/// Materials and their textures; the last material is glTF's default one.
void make_materials(const Asset& asset, Model::Data& data, Diagnostics& diagnostics);

/// A texture of RGBA32F texels, kDataTextureWidth wide, for texelFetch. "gl-limit" where it would
/// be too high.
[[nodiscard]] Result<GlTexture> make_data_texture(std::size_t texels, const std::string& place);
/// Writes `floats` (a multiple of 4) from texel `first`, which begins a row.
void write_data_texture(std::size_t first, std::span<const float> floats);

}  // namespace motus::render

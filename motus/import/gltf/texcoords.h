// motus/import/gltf/texcoords.h - KHR_texture_transform, applied to the texture coordinates.
//
// An Asset's texture has no transform of its own, but each of its primitives has coordinates of
// its own: so the transform goes into them, once, when the file is read.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/import/gltf/json.h>

#include <array>

namespace motus::gltf {

struct TexcoordTransform {
    std::array<float, 2> offset{0.0f, 0.0f};
    float rotation_rad = 0.0f;
    std::array<float, 2> scale{1.0f, 1.0f};
    friend bool operator==(const TexcoordTransform&, const TexcoordTransform&) = default;
};

/// The transforms of a material's textures, one per set of coordinates.
class MaterialTexcoords {
  public:
    /// Reads the transform of one texture of the material. Where an earlier texture of the same set
    /// has another, that one stays, and a warning says so. `texcoord` may be changed by it.
    void read(const Object& texture_info, std::uint32_t& texcoord);

    /// Moves the primitive's coordinates. Cost: vertices, and none where there is no transform.
    void apply(AssetPrimitive& primitive) const;

  private:
    std::array<TexcoordTransform, 2> transforms_{};
    std::array<bool, 2> known_{};
};

}  // namespace motus::gltf

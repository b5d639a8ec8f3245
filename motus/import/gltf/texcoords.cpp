// SPDX-License-Identifier: MIT
#include <motus/import/gltf/texcoords.h>

#include <motus/math/trig.h>

#include <cmath>

namespace motus::gltf {
namespace {

void transform(const TexcoordTransform& t, std::vector<Vec2>& coords) {
    if (t == TexcoordTransform{}) return;
    const SinCos turn = sin_cos(static_cast<double>(t.rotation_rad));
    for (Vec2& uv : coords) {
        // v runs down, so a turn against the clock is a turn with it in numbers.
        const double u = static_cast<double>(t.scale[0]) * uv.x;
        const double v = static_cast<double>(t.scale[1]) * uv.y;
        const double x = t.offset[0] + turn.cos * u + turn.sin * v;
        const double y = t.offset[1] - turn.sin * u + turn.cos * v;
        uv = {static_cast<float>(x), static_cast<float>(y)};
        // A float can overflow here, and nothing that is not finite leaves the importer.
        if (!std::isfinite(uv.x)) uv.x = 0.0f;
        if (!std::isfinite(uv.y)) uv.y = 0.0f;
    }
}

}  // namespace

void MaterialTexcoords::read(const Object& texture_info, std::uint32_t& texcoord) {
    const Object json = texture_info.extension("KHR_texture_transform");
    TexcoordTransform own;
    std::uint64_t set = texcoord;
    bool ok = json.numbers("offset", own.offset);
    ok = json.number("rotation", own.rotation_rad) && ok;
    ok = json.numbers("scale", own.scale) && ok;
    ok = json.integer("texCoord", set, 0, 0xffffu) && ok;
    if (!ok) return;
    texcoord = static_cast<std::uint32_t>(set);
    if (set >= transforms_.size()) return;
    const auto i = static_cast<std::size_t>(set);
    if (!known_[i]) {
        transforms_[i] = own;
        known_[i] = true;
    } else if (!(transforms_[i] == own)) {
        texture_info.warn("gltf-texture-transform", "",
                          "the transform is not that of the material's first texture on the same "
                          "coordinates; that one is applied to both");
    }
}

void MaterialTexcoords::apply(AssetPrimitive& primitive) const {
    transform(transforms_[0], primitive.texcoords0);
    transform(transforms_[1], primitive.texcoords1);
}

}  // namespace motus::gltf

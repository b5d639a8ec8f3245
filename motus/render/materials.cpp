// motus/render/materials.cpp - material blocks, and the textures they use.
// SPDX-License-Identifier: MIT
#include "model_data.h"

#include <motus/render/picture.h>

#include <algorithm>
#include <map>
#include <utility>

namespace motus::render {
namespace {

// Each texture is uploaded once as colours and once as numbers, where both are used.
class TextureCache {
  public:
    TextureCache(const Asset& asset, Model::Data& data, Diagnostics& diagnostics)
        : asset_(asset), data_(data), diagnostics_(diagnostics) {}

    std::uint32_t get(const AssetTextureRef& ref, bool srgb) {
        if (ref.texture >= asset_.textures.size()) return 0;
        const auto [entry, is_new] = known_.try_emplace({ref.texture, srgb}, 0u);
        if (!is_new) return entry->second;
        const AssetTexture& texture = asset_.textures[ref.texture];
        if (texture.image >= asset_.images.size()) return 0;
        Result<GlTexture> made = make_texture(asset_.images[texture.image], texture, srgb);
        if (!made) {
            diagnostics_.warn("render-image", "images[" + std::to_string(texture.image) + "]",
                              made.error().cause + "; drawn as white");
            return 0;
        }
        data_.textures.push_back(std::move(*made));
        entry->second = static_cast<std::uint32_t>(data_.textures.size() - 1);
        return entry->second;
    }

  private:
    const Asset& asset_;
    Model::Data& data_;
    Diagnostics& diagnostics_;
    std::map<std::pair<std::uint32_t, bool>, std::uint32_t> known_;
};

Material make_material(const AssetMaterial& from, TextureCache& textures) {
    MaterialBlock block;
    std::copy(from.base_color.begin(), from.base_color.end(), block.base_color);
    std::copy(from.emissive.begin(), from.emissive.end(), block.emissive);
    block.emissive[3] = from.alpha_cutoff;
    block.surface[0] = from.metallic;
    block.surface[1] = from.roughness;
    block.surface[2] = from.normal_texture.scale;
    block.surface[3] = from.occlusion_texture.scale;
    const auto set = [](const AssetTextureRef& ref) { return ref.texcoord == 1 ? 1 : 0; };
    block.texcoord[0] = set(from.base_color_texture);
    block.texcoord[1] = set(from.metallic_roughness_texture);
    block.texcoord[2] = set(from.normal_texture);
    block.texcoord[3] = set(from.occlusion_texture);
    block.kind[0] = set(from.emissive_texture);
    block.kind[1] = static_cast<std::int32_t>(from.alpha_mode);

    Material out;
    out.textures = {textures.get(from.base_color_texture, true),
                    textures.get(from.metallic_roughness_texture, false),
                    textures.get(from.normal_texture, false),
                    textures.get(from.occlusion_texture, false),
                    textures.get(from.emissive_texture, true)};
    block.kind[2] = (from.unlit ? kUnlit : 0) | (out.textures[2] != 0 ? kNormalMap : 0);
    out.blended = from.alpha_mode == AlphaMode::blend;
    out.double_sided = from.double_sided;
    out.block = make_buffer(GL_UNIFORM_BUFFER, std::as_bytes(std::span(&block, 1)));
    return out;
}

GLint filter_or(std::uint16_t filter, GLint otherwise) {
    return filter != 0 ? static_cast<GLint>(filter) : otherwise;
}

}  // namespace

GlTexture make_color_texture(std::array<std::uint8_t, 4> rgba) {
    GlTexture texture = GlTexture::make();
    gl::BindTexture(GL_TEXTURE_2D, texture.id());
    gl::TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    return texture;
}

Result<GlTexture> make_texture(const AssetImage& image, const AssetTexture& texture, bool srgb) {
    const Result<Picture> picture = decode_picture(std::as_bytes(std::span(image.bytes)));
    if (!picture) return picture.error();
    GLint limit = 0;
    gl::GetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
    if (picture->width > static_cast<std::uint32_t>(limit) ||
        picture->height > static_cast<std::uint32_t>(limit)) {
        return Error{"gl-limit", image.name, "the image is larger than the driver allows"};
    }
    GlTexture out = GlTexture::make();
    gl::BindTexture(GL_TEXTURE_2D, out.id());
    gl::TexImage2D(GL_TEXTURE_2D, 0, srgb ? GL_SRGB8_ALPHA8 : GL_RGBA8,
                   static_cast<GLsizei>(picture->width), static_cast<GLsizei>(picture->height), 0,
                   GL_RGBA, GL_UNSIGNED_BYTE, picture->rgba.data());
    gl::GenerateMipmap(GL_TEXTURE_2D);
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
                      filter_or(texture.min_filter, GL_LINEAR_MIPMAP_LINEAR));
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER,
                      filter_or(texture.mag_filter, GL_LINEAR));
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, static_cast<GLint>(texture.wrap_s));
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, static_cast<GLint>(texture.wrap_t));
    return out;
}

void make_materials(const Asset& asset, Model::Data& data, Diagnostics& diagnostics) {
    data.textures.push_back(make_color_texture({255, 255, 255, 255}));
    TextureCache textures(asset, data, diagnostics);
    for (const AssetMaterial& material : asset.materials)
        data.materials.push_back(make_material(material, textures));
    AssetMaterial plain;
    plain.metallic = 0.0f;
    plain.roughness = 0.7f;
    plain.base_color = {0.75f, 0.75f, 0.75f, 1.0f};
    plain.double_sided = true;
    data.materials.push_back(make_material(plain, textures));
}

}  // namespace motus::render

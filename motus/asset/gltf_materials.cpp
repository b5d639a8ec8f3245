// SPDX-License-Identifier: MIT
#include <motus/asset/gltf_parts.h>

#include <algorithm>

namespace motus {
namespace {

void write_reference(const AssetTextureRef& reference, const char* key, const char* scale_key,
                     JsonWriter& json) {
    if (reference.texture == kNone) return;
    json.key(key).begin_object().key("index").value(reference.texture);
    if (reference.texcoord != 0) json.key("texCoord").value(reference.texcoord);
    if (scale_key != nullptr && reference.scale != 1.0f) {
        json.key(scale_key).value(reference.scale);
    }
    json.end_object();
}

void write_material(const AssetMaterial& material, JsonWriter& json) {
    json.begin_object();
    if (!material.name.empty()) json.key("name").value(material.name);
    json.key("pbrMetallicRoughness").begin_object();
    json.key("baseColorFactor").values(material.base_color);
    write_reference(material.base_color_texture, "baseColorTexture", nullptr, json);
    json.key("metallicFactor").value(material.metallic);
    json.key("roughnessFactor").value(material.roughness);
    write_reference(material.metallic_roughness_texture, "metallicRoughnessTexture", nullptr, json);
    json.end_object();
    write_reference(material.normal_texture, "normalTexture", "scale", json);
    write_reference(material.occlusion_texture, "occlusionTexture", "strength", json);
    write_reference(material.emissive_texture, "emissiveTexture", nullptr, json);
    json.key("emissiveFactor").values(material.emissive);
    if (material.alpha_mode != AlphaMode::opaque) {
        json.key("alphaMode").value(material.alpha_mode == AlphaMode::mask ? "MASK" : "BLEND");
    }
    if (material.alpha_cutoff != 0.5f) json.key("alphaCutoff").value(material.alpha_cutoff);
    if (material.double_sided) json.key("doubleSided").value(true);
    if (material.unlit) {
        json.key("extensions").begin_object().key("KHR_materials_unlit").begin_object();
        json.end_object().end_object();
    }
    json.end_object();
}

struct Sampler {
    std::uint16_t mag_filter = 0, min_filter = 0, wrap_s = 0, wrap_t = 0;
    friend bool operator==(const Sampler&, const Sampler&) = default;
};

Sampler sampler_of(const AssetTexture& texture) {
    return {texture.mag_filter, texture.min_filter, texture.wrap_s, texture.wrap_t};
}

/// The number of each image in the file. One without bytes has no place in it: kNone. Textures
/// that show it have no source then, which glTF allows.
std::vector<std::uint32_t> image_numbers(const Asset& asset) {
    std::vector<std::uint32_t> numbers;
    std::uint32_t next = 0;
    for (const AssetImage& image : asset.images)
        numbers.push_back(image.bytes.empty() ? kNone : next++);
    return numbers;
}

void write_textures(const Asset& asset, const std::vector<std::uint32_t>& images,
                    JsonWriter& json) {
    const Sampler plain = sampler_of(AssetTexture{});
    std::vector<Sampler> samplers;
    json.key("textures").begin_array();
    for (const AssetTexture& texture : asset.textures) {
        json.begin_object();
        if (!texture.name.empty()) json.key("name").value(texture.name);
        if (const Sampler sampler = sampler_of(texture); sampler != plain) {
            auto found = std::find(samplers.begin(), samplers.end(), sampler);
            if (found == samplers.end()) found = samplers.insert(found, sampler);
            json.key("sampler").value(static_cast<std::uint32_t>(found - samplers.begin()));
        }
        if (texture.image != kNone && images[texture.image] != kNone) {
            json.key("source").value(images[texture.image]);
        }
        json.end_object();
    }
    json.end_array();
    if (samplers.empty()) return;
    json.key("samplers").begin_array();
    for (const Sampler& sampler : samplers) {
        json.begin_object();
        if (sampler.mag_filter != 0) json.key("magFilter").value(std::uint32_t{sampler.mag_filter});
        if (sampler.min_filter != 0) json.key("minFilter").value(std::uint32_t{sampler.min_filter});
        json.key("wrapS").value(std::uint32_t{sampler.wrap_s});
        json.key("wrapT").value(std::uint32_t{sampler.wrap_t});
        json.end_object();
    }
    json.end_array();
}

}  // namespace

void write_gltf_materials(const Asset& asset, JsonWriter& json, GltfBuffer& buffer) {
    if (!asset.materials.empty()) {
        json.key("materials").begin_array();
        for (const AssetMaterial& material : asset.materials)
            write_material(material, json);
        json.end_array();
    }
    const std::vector<std::uint32_t> images = image_numbers(asset);
    if (!asset.textures.empty()) write_textures(asset, images, json);
    if (std::count(images.begin(), images.end(), kNone) == std::ptrdiff_t(images.size())) return;
    json.key("images").begin_array();
    for (const AssetImage& image : asset.images) {
        if (image.bytes.empty()) continue;
        json.begin_object();
        if (!image.name.empty()) json.key("name").value(image.name);
        if (!image.mime_type.empty()) json.key("mimeType").value(image.mime_type);
        const auto bytes = std::as_bytes(std::span<const std::uint8_t>(image.bytes));
        json.key("bufferView").value(buffer.add_view(bytes, GltfTarget::none)).end_object();
    }
    json.end_array();
}

}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/import/gltf/context.h>
#include <motus/import/gltf/uri.h>

#include <array>

namespace motus::gltf {
namespace {

std::string mime_of(std::span<const std::byte> bytes) {
    struct Magic {
        std::string_view start;
        const char* mime;
    };
    using namespace std::string_view_literals;
    static constexpr Magic kMagics[] = {{"\x89PNG\r\n\x1a\n"sv, "image/png"},
                                        {"\xff\xd8\xff"sv, "image/jpeg"},
                                        {"RIFF"sv, "image/webp"},
                                        {"\xabKTX 20\xbb\r\n\x1a\n"sv, "image/ktx2"}};
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    for (const Magic& magic : kMagics) {
        if (text.starts_with(magic.start)) return magic.mime;
    }
    return {};
}

void read_image(Context& context, const Object& json, AssetImage& image) {
    std::uint32_t view_index = kNone;
    std::string uri;
    bool ok = json.text("name", image.name);
    ok = json.text("mimeType", image.mime_type) && ok;
    ok = json.text("uri", uri) && ok;
    ok = json.index("bufferView", context.views.size(), "bufferView", view_index) && ok;
    if (!ok) return;
    std::vector<std::byte> own;
    std::span<const std::byte> data{};
    if (view_index != kNone) {
        if (!context.views[view_index].valid) return;
        data = context.views[view_index].data;
        if (json.has("uri"))
            json.warn(kMaterialCode, "uri", "is ignored: the image has a bufferView");
    } else if (!json.has("uri")) {
        json.warn(kMaterialCode, "", "the image has neither a uri nor a bufferView");
        return;
    } else if (is_data_uri(uri)) {
        std::string media_type, cause;
        if (!decode_data_uri(uri, own, media_type, cause)) {
            json.error("gltf-uri", "uri", cause);
            return;
        }
        if (image.mime_type.empty()) image.mime_type = media_type;
        data = own;
    } else {
        // A model without its pictures still moves: a missing file is a warning.
        const auto* file = context.load(uri, true, json.where("uri"));
        if (file == nullptr) return;
        data = *file;
    }
    if (!context.charge(data.size(), 1, json.where())) return;
    const std::string found = mime_of(data);
    if (found.empty()) {
        json.warn(kMaterialCode, "", "the image is of no known kind; its bytes are kept");
    } else {
        if (!image.mime_type.empty() && image.mime_type != found) {
            json.warn(kMaterialCode, "mimeType",
                      "says " + in_quotes(image.mime_type) + ", the bytes are " + found);
        }
        image.mime_type = found;
    }
    const auto* first = reinterpret_cast<const std::uint8_t*>(data.data());
    image.bytes.assign(first, first + data.size());
}

bool read_wrap(const Object& json, const char* key, std::uint16_t& out) {
    std::uint64_t value = out;
    if (!json.integer(key, value, 0, 0xffffu)) return false;
    if (value != 33071 && value != 33648 && value != 10497) {
        return json.error(kMaterialCode, key, std::to_string(value) + " is not a way to wrap");
    }
    out = static_cast<std::uint16_t>(value);
    return true;
}

bool read_filter(const Object& json, const char* key, bool mipmaps, std::uint16_t& out) {
    std::uint64_t value = 0;
    if (!json.has(key)) return true;
    if (!json.integer(key, value, 0, 0xffffu)) return false;
    const bool plain = value == 9728 || value == 9729;
    if (!plain && !(mipmaps && value >= 9984 && value <= 9987)) {
        return json.error(kMaterialCode, key, std::to_string(value) + " is not a filter");
    }
    out = static_cast<std::uint16_t>(value);
    return true;
}

void read_texture_ref(Context& context, const Object& parent, const char* key,
                      const char* scale_key, MaterialTexcoords& texcoords, AssetTextureRef& out) {
    const Object json = parent.object(key);
    if (!json.exists()) return;
    std::uint64_t texcoord = 0;
    if (!json.require("index") ||
        !json.index("index", context.asset.textures.size(), "texture", out.texture) ||
        !json.integer("texCoord", texcoord, 0, 0xffffu)) {
        return;
    }
    out.texcoord = static_cast<std::uint32_t>(texcoord);
    texcoords.read(json, out.texcoord);
    if (out.texcoord > 1) {
        json.warn(kMaterialCode, "texCoord", "only TEXCOORD_0 and TEXCOORD_1 are kept");
    }
    if (scale_key != nullptr) json.number(scale_key, out.scale);
}

void read_material(Context& context, const Object& json, MaterialTexcoords& uv,
                   AssetMaterial& out) {
    json.text("name", out.name);
    const Object pbr = json.object("pbrMetallicRoughness");
    pbr.numbers("baseColorFactor", out.base_color);
    pbr.number("metallicFactor", out.metallic);
    pbr.number("roughnessFactor", out.roughness);
    read_texture_ref(context, pbr, "baseColorTexture", nullptr, uv, out.base_color_texture);
    read_texture_ref(context, pbr, "metallicRoughnessTexture", nullptr, uv,
                     out.metallic_roughness_texture);
    read_texture_ref(context, json, "normalTexture", "scale", uv, out.normal_texture);
    read_texture_ref(context, json, "occlusionTexture", "strength", uv, out.occlusion_texture);
    read_texture_ref(context, json, "emissiveTexture", nullptr, uv, out.emissive_texture);
    json.numbers("emissiveFactor", out.emissive);
    json.number("alphaCutoff", out.alpha_cutoff);
    json.boolean("doubleSided", out.double_sided);
    std::string mode = "OPAQUE";
    json.text("alphaMode", mode);
    if (mode == "MASK") {
        out.alpha_mode = AlphaMode::mask;
    } else if (mode == "BLEND") {
        out.alpha_mode = AlphaMode::blend;
    } else if (mode != "OPAQUE") {
        json.warn(kMaterialCode, "alphaMode", in_quotes(mode) + " is not known; OPAQUE is taken");
    }
    out.unlit = json.extension("KHR_materials_unlit").exists();
}

}  // namespace

void read_images(Context& context) {
    const Array list = context.root.array("images");
    context.asset.images.resize(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Object json = list.object(i);
        if (json.exists()) read_image(context, json, context.asset.images[i]);
    }
}

void read_textures(Context& context) {
    const Array samplers = context.root.array("samplers");
    std::vector<AssetTexture> kinds(samplers.size());
    for (std::size_t i = 0; i < samplers.size(); ++i) {
        const Object json = samplers.object(i);
        if (!json.exists()) continue;
        read_filter(json, "magFilter", false, kinds[i].mag_filter);
        read_filter(json, "minFilter", true, kinds[i].min_filter);
        read_wrap(json, "wrapS", kinds[i].wrap_s);
        read_wrap(json, "wrapT", kinds[i].wrap_t);
    }
    const Array list = context.root.array("textures");
    context.asset.textures.resize(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Object json = list.object(i);
        if (!json.exists()) continue;
        AssetTexture& texture = context.asset.textures[i];
        std::uint32_t sampler = kNone;
        json.index("sampler", kinds.size(), "sampler", sampler);
        if (sampler != kNone) texture = kinds[sampler];
        json.text("name", texture.name);
        json.index("source", context.asset.images.size(), "image", texture.image);
    }
}

void read_materials(Context& context) {
    const Array list = context.root.array("materials");
    context.asset.materials.resize(list.size());
    context.texcoords.resize(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Object json = list.object(i);
        if (!json.exists()) continue;
        read_material(context, json, context.texcoords[i], context.asset.materials[i]);
    }
}

}  // namespace motus::gltf

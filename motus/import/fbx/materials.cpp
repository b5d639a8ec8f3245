// Materials and textures, as far as an asset has them.
// SPDX-License-Identifier: MIT
#include <motus/import/fbx/context.h>

#include <algorithm>
#include <map>

namespace motus::fbx {
namespace {

std::string mime_of(std::span<const std::byte> bytes) {
    const auto byte = [&](std::size_t i) { return std::to_integer<unsigned>(bytes[i]); };
    if (bytes.size() > 8 && byte(0) == 0x89 && byte(1) == 'P' && byte(2) == 'N') return "image/png";
    if (bytes.size() > 3 && byte(0) == 0xff && byte(1) == 0xd8) return "image/jpeg";
    return {};
}

/// The paths to try beside the file: the one it has, then the bare name of it.
std::vector<std::string> paths_of(std::string file) {
    std::replace(file.begin(), file.end(), '\\', '/');
    std::vector<std::string> out;
    const bool absolute = file.starts_with('/') || file.find(':') != file.npos;
    const bool leaves = file.find("..") != file.npos || file.find("./") != file.npos;
    if (!absolute && !leaves && !file.empty()) out.push_back(file);
    const std::string bare = file.substr(file.rfind('/') + 1);
    if (!bare.empty() && bare != file && bare.find(':') == bare.npos && bare != "..")
        out.push_back(bare);
    return out;
}

class MaterialReader {
  public:
    explicit MaterialReader(Context& context) : context_(context) {}

    void run() {
        for (const Material& from : context_.scene.materials) {
            AssetMaterial out;
            out.name = from.name;
            const Properties& p = from.properties;
            const Double3 diffuse = p.vector(
                "DiffuseColor", p.vector("Diffuse", p.vector("Maya|baseColor", {0.8, 0.8, 0.8})));
            const double factor = p.number("DiffuseFactor", p.number("Maya|base", 1.0));
            const Double3 glow = p.vector("EmissiveColor", p.vector("Emissive", {}));
            const double glow_by = p.number("EmissiveFactor", 1.0);
            double opacity = p.number("Opacity", 1.0 - p.number("TransparencyFactor", 0.0) *
                                                           p.vector("TransparentColor", {}).x);
            opacity = std::clamp(opacity, 0.0, 1.0);
            const auto unit = [](double v) { return static_cast<float>(std::clamp(v, 0.0, 1.0)); };
            out.base_color = {unit(diffuse.x * factor), unit(diffuse.y * factor),
                              unit(diffuse.z * factor), static_cast<float>(opacity)};
            out.emissive = {unit(glow.x * glow_by), unit(glow.y * glow_by), unit(glow.z * glow_by)};
            out.alpha_mode = opacity < 1.0 ? AlphaMode::blend : AlphaMode::opaque;
            out.metallic = unit(p.number("Maya|metalness", 0.0));
            // A shiny highlight of an old material is a smooth one of a new.
            const double shine = p.number("ShininessExponent", p.number("Shininess", 20.0));
            out.roughness = unit(p.number("Maya|specularRoughness",
                                          1.0 - std::clamp(shine, 0.0, 100.0) / 100.0 * 0.9));
            for (const auto& [property, texture] : from.textures)
                set_texture(out, property, texture);
            context_.asset.materials.push_back(std::move(out));
        }
    }

  private:
    void set_texture(AssetMaterial& out, std::string_view property, std::uint32_t index) {
        AssetTextureRef* to = nullptr;
        if (property == "DiffuseColor" || property == "Maya|baseColor" || property == "Diffuse") {
            to = &out.base_color_texture;
        } else if (property == "NormalMap" || property == "Bump" ||
                   property == "Maya|normalCamera") {
            to = &out.normal_texture;
        } else if (property == "EmissiveColor" || property == "Maya|emissionColor") {
            to = &out.emissive_texture;
        }
        if (to == nullptr || to->texture != kNone) {
            context_.faults.warn_some(
                kMaterialCode, "Material[" + out.name + "]",
                "the texture of " + in_quotes(plain_text(property)) + " is left out");
            return;
        }
        const std::uint32_t texture = texture_of(index);
        if (texture == kNone) return;
        to->texture = texture;
        if (to == &out.base_color_texture)  // a texture replaces the colour
            out.base_color = {1.0f, 1.0f, 1.0f, out.base_color[3]};
        if (to == &out.emissive_texture) out.emissive = {1.0f, 1.0f, 1.0f};
    }

    std::uint32_t texture_of(std::uint32_t index) {
        const auto [found, is_new] = made_.try_emplace(index, kNone);
        if (!is_new) return found->second;
        const Texture& from = context_.scene.textures[index];
        AssetImage image;
        image.name = from.name;
        const std::string place = "Texture[" + from.name + "]";
        if (!from.content.empty()) {
            if (!context_.faults.charge(from.content.size(), 1)) return kNone;
            image.bytes.resize(from.content.size());
            std::transform(from.content.begin(), from.content.end(), image.bytes.begin(),
                           [](std::byte b) { return std::to_integer<std::uint8_t>(b); });
        } else if (context_.options.load) {
            for (const std::string& path : paths_of(from.file)) {
                const Result<std::vector<std::byte>> loaded = context_.options.load(path);
                if (!loaded) continue;
                image.bytes.resize(loaded->size());
                std::transform(loaded->begin(), loaded->end(), image.bytes.begin(),
                               [](std::byte b) { return std::to_integer<std::uint8_t>(b); });
                break;
            }
        }
        image.mime_type = mime_of(std::as_bytes(std::span(image.bytes)));
        if (image.mime_type.empty()) {
            context_.faults.warn_some(kMaterialCode, place,
                                      image.bytes.empty()
                                          ? "there is no picture " + in_quotes(from.file)
                                          : std::string("the picture is neither PNG nor JPEG"));
            return kNone;
        }
        AssetTexture texture;
        texture.name = from.name;
        texture.image = static_cast<std::uint32_t>(context_.asset.images.size());
        constexpr std::uint16_t kClampToEdge = 33071;
        if (from.properties.integer("WrapModeU", 0) == 1) texture.wrap_s = kClampToEdge;
        if (from.properties.integer("WrapModeV", 0) == 1) texture.wrap_t = kClampToEdge;
        context_.asset.images.push_back(std::move(image));
        context_.asset.textures.push_back(std::move(texture));
        found->second = static_cast<std::uint32_t>(context_.asset.textures.size() - 1);
        return found->second;
    }

    Context& context_;
    std::map<std::uint32_t, std::uint32_t> made_;
};

}  // namespace

void read_materials(Context& context) {
    MaterialReader(context).run();
}

}  // namespace motus::fbx

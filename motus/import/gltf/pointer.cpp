// SPDX-License-Identifier: MIT
#include <motus/import/gltf/pointer.h>

#include <motus/asset/pointer.h>

#include <array>
#include <cmath>

namespace motus::gltf {
namespace {

/// A property of glTF's object model. `end` is what its pointer ends in, behind the object's.
struct Known {
    std::string_view start;  ///< "/materials/"
    std::string_view end;
    PointerKind kind = PointerKind::number;
    std::array<float, 4> base{};
    bool has_base = true;
};

constexpr auto kNumber = PointerKind::number;
constexpr auto kVec2 = PointerKind::vec2;
constexpr auto kVec3 = PointerKind::vec3;

// From the glTF object model and the extensions' own tables; what has no default says so.
constexpr Known kModel[] = {
    {"/cameras/", "/orthographic/xmag", kNumber, {}, false},
    {"/cameras/", "/orthographic/ymag", kNumber, {}, false},
    {"/cameras/", "/orthographic/zfar", kNumber, {}, false},
    {"/cameras/", "/orthographic/znear", kNumber, {}, false},
    {"/cameras/", "/perspective/aspectRatio", kNumber, {}, false},
    {"/cameras/", "/perspective/yfov", kNumber, {}, false},
    {"/cameras/", "/perspective/zfar", kNumber, {}, false},
    {"/cameras/", "/perspective/znear", kNumber, {}, false},
    {"/materials/", "/alphaCutoff", kNumber, {0.5f}},
    {"/materials/", "/emissiveFactor", kVec3, {}},
    {"/materials/", "/normalTexture/scale", kNumber, {1.0f}},
    {"/materials/", "/occlusionTexture/strength", kNumber, {1.0f}},
    {"/materials/", "/pbrMetallicRoughness/baseColorFactor", PointerKind::color, {1, 1, 1, 1}},
    {"/materials/", "/pbrMetallicRoughness/metallicFactor", kNumber, {1.0f}},
    {"/materials/", "/pbrMetallicRoughness/roughnessFactor", kNumber, {1.0f}},
    {"/materials/", "/KHR_texture_transform/offset", kVec2, {}},
    {"/materials/", "/KHR_texture_transform/rotation", kNumber, {}},
    {"/materials/", "/KHR_texture_transform/scale", kVec2, {1, 1}},
    {"/materials/", "/KHR_materials_anisotropy/anisotropyStrength", kNumber, {}},
    {"/materials/", "/KHR_materials_anisotropy/anisotropyRotation", kNumber, {}},
    {"/materials/", "/KHR_materials_clearcoat/clearcoatFactor", kNumber, {}},
    {"/materials/", "/KHR_materials_clearcoat/clearcoatRoughnessFactor", kNumber, {}},
    {"/materials/", "/KHR_materials_clearcoat/clearcoatNormalTexture/scale", kNumber, {1.0f}},
    {"/materials/", "/KHR_materials_dispersion/dispersion", kNumber, {}},
    {"/materials/", "/KHR_materials_emissive_strength/emissiveStrength", kNumber, {1.0f}},
    {"/materials/", "/KHR_materials_ior/ior", kNumber, {1.5f}},
    {"/materials/", "/KHR_materials_iridescence/iridescenceFactor", kNumber, {}},
    {"/materials/", "/KHR_materials_iridescence/iridescenceIor", kNumber, {1.3f}},
    {"/materials/", "/KHR_materials_iridescence/iridescenceThicknessMinimum", kNumber, {100.0f}},
    {"/materials/", "/KHR_materials_iridescence/iridescenceThicknessMaximum", kNumber, {400.0f}},
    {"/materials/", "/KHR_materials_sheen/sheenColorFactor", kVec3, {}},
    {"/materials/", "/KHR_materials_sheen/sheenRoughnessFactor", kNumber, {}},
    {"/materials/", "/KHR_materials_specular/specularFactor", kNumber, {1.0f}},
    {"/materials/", "/KHR_materials_specular/specularColorFactor", kVec3, {1, 1, 1}},
    {"/materials/", "/KHR_materials_transmission/transmissionFactor", kNumber, {}},
    {"/materials/", "/KHR_materials_volume/attenuationColor", kVec3, {1, 1, 1}},
    {"/materials/", "/KHR_materials_volume/attenuationDistance", kNumber, {}, false},
    {"/materials/", "/KHR_materials_volume/thicknessFactor", kNumber, {}},
    {"/extensions/KHR_lights_punctual/lights/", "/color", kVec3, {1, 1, 1}},
    {"/extensions/KHR_lights_punctual/lights/", "/intensity", kNumber, {1.0f}},
    {"/extensions/KHR_lights_punctual/lights/", "/range", kNumber, {}, false},
    {"/extensions/KHR_lights_punctual/lights/", "/spot/innerConeAngle", kNumber, {}},
    {"/extensions/KHR_lights_punctual/lights/", "/spot/outerConeAngle", kNumber, {0.78539816f}},
    {"/nodes/", "/KHR_node_visibility/visible", PointerKind::boolean, {1.0f}},
};

/// The parts of a JSON pointer, with ~1 and ~0 resolved. False: it is not one.
bool split(const std::string& pointer, std::vector<std::string>& out) {
    if (pointer.empty() || pointer[0] != '/') return false;
    for (std::size_t i = 0; i < pointer.size(); ++i) {
        const char c = pointer[i];
        if (c == '/') {
            out.emplace_back();
        } else if (c != '~') {
            out.back() += c;
        } else {
            if (++i == pointer.size() || (pointer[i] != '0' && pointer[i] != '1')) return false;
            out.back() += pointer[i] == '0' ? '~' : '/';
        }
    }
    return true;
}

/// A whole number without sign or leading zeros, below `size`.
bool index_of(const std::string& text, std::size_t size, std::uint32_t& out) {
    if (text.empty() || text.size() > 9 || (text.size() > 1 && text[0] == '0')) return false;
    std::uint32_t index = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return false;
        index = index * 10 + static_cast<std::uint32_t>(c - '0');
    }
    out = index;
    return index < size;
}

/// Follows the parts as far as the file has them. An index beyond its array leads nowhere; a key
/// that is absent may have a default. `object` is the first item of an array on the way.
struct Followed {
    const Json* value = nullptr;   ///< Null: the file does not say it.
    const Json* object = nullptr;  ///< What the pointer leads into.
    bool nowhere = false;
};

Followed follow(const Json& root, const std::vector<std::string>& parts) {
    Followed out;
    const Json* at = &root;
    for (const std::string& part : parts) {
        if (at == nullptr) continue;
        if (at->is_array()) {
            std::uint32_t index = 0;
            if (!index_of(part, at->size(), index)) {
                out.nowhere = true;
                return out;
            }
            at = &(*at)[index];
            if (out.object == nullptr) out.object = at;
        } else if (at->is_object()) {
            const auto found = at->find(part);
            at = found != at->end() ? &*found : nullptr;
        } else {
            out.nowhere = true;
            return out;
        }
    }
    // What is in no array belongs to nothing that can be animated.
    out.nowhere = out.object == nullptr;
    out.value = at;
    return out;
}

bool read_numbers(const Json& json, std::vector<float>& out) {
    const auto add = [&](const Json& item) {
        double number = 0.0;
        if (const auto* f = item.get_ptr<const Json::number_float_t*>()) {
            number = *f;
        } else if (const auto* u = item.get_ptr<const Json::number_unsigned_t*>()) {
            number = static_cast<double>(*u);
        } else if (const auto* i = item.get_ptr<const Json::number_integer_t*>()) {
            number = static_cast<double>(*i);
        } else if (const auto* b = item.get_ptr<const Json::boolean_t*>()) {
            number = *b ? 1.0 : 0.0;
        } else {
            return false;
        }
        if (!(std::fabs(number) <= 3.0e38)) return false;
        out.push_back(static_cast<float>(number));
        return true;
    };
    if (!json.is_array()) return add(json);
    if (json.size() > 4) return false;
    for (const Json& item : json)
        if (!add(item)) return false;
    return true;
}

/// Transforms and weights: what core glTF animates too.
bool as_channel(const Context& context, const std::vector<std::string>& parts, PointerTarget& out) {
    if (parts.size() != 3) return false;
    std::uint32_t index = 0;
    const std::string& what = parts[2];
    if (parts[0] == "nodes" && index_of(parts[1], context.asset.nodes.size(), index)) {
        if (!track_kind_of(what, out.kind)) return false;
        out.nodes = {index};
        return true;
    }
    // The weights of a mesh are those of the nodes that have it and none of their own.
    if (parts[0] == "meshes" && what == "weights" &&
        index_of(parts[1], context.meshes.size(), index)) {
        out.kind = TrackKind::weights;
        for (std::uint32_t i = 0; i < context.asset.nodes.size(); ++i) {
            const AssetNode& node = context.asset.nodes[i];
            if (node.mesh == index && node.weights.empty()) out.nodes.push_back(i);
        }
        return !out.nodes.empty();
    }
    return false;
}

}  // namespace

bool track_kind_of(std::string_view path, TrackKind& out) noexcept {
    if (path == "translation") {
        out = TrackKind::translation;
    } else if (path == "rotation") {
        out = TrackKind::rotation;
    } else if (path == "scale") {
        out = TrackKind::scale;
    } else if (path == "weights") {
        out = TrackKind::weights;
    } else {
        return false;
    }
    return true;
}

bool resolve_pointer(Context& context, const Object& target, const std::string& pointer,
                     PointerTarget& out) {
    std::vector<std::string> parts;
    if (!split(pointer, parts)) {
        return target.error(kPointerCode, "pointer", in_quotes(pointer) + " is not a JSON pointer");
    }
    const Followed found = follow(*context.root.json(), parts);
    if (found.nowhere) {
        target.warn(kPointerCode, "pointer",
                    in_quotes(pointer) + " leads nowhere; the channel is left out");
        return false;
    }
    if (as_channel(context, parts, out)) return true;
    out.track.pointer = pointer;
    if (found.object->is_object()) {
        const auto name = found.object->find("name");
        const auto* text =
            name != found.object->end() ? name->get_ptr<const Json::string_t*>() : nullptr;
        if (text != nullptr) out.track.name = *text;
    }
    for (const Known& known : kModel) {
        if (!std::string_view(pointer).starts_with(known.start) ||
            !std::string_view(pointer).ends_with(known.end)) {
            continue;
        }
        out.known = true;
        out.track.kind = known.kind;
        out.has_base = known.has_base;
        if (known.has_base) {
            out.track.base.assign(known.base.begin(),
                                  known.base.begin() + std::ptrdiff_t(width_of(known.kind)));
        }
    }
    // A weight of one morph target.
    if (parts.size() == 4 && parts[2] == "weights") {
        out.known = true;
        out.track.kind = PointerKind::number;
    }
    std::vector<float> said;
    if (found.value != nullptr && read_numbers(*found.value, said) &&
        (!out.known || said.size() == width_of(out.track.kind))) {
        out.track.base = std::move(said);
        out.has_base = true;
    }
    return true;
}

}  // namespace motus::gltf

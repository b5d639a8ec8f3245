// Which extensions are read, which may be left out, and which make a file unreadable.
// SPDX-License-Identifier: MIT
#include <motus/import/gltf/context.h>

#include <algorithm>
#include <iterator>

namespace motus::gltf {
namespace {

constexpr const char* kExtensionCode = "gltf-extension";

constexpr std::string_view kReadExtensions[] = {"EXT_meshopt_compression",
                                                "KHR_animation_pointer",
                                                "KHR_draco_mesh_compression",
                                                "KHR_materials_unlit",
                                                "KHR_mesh_quantization",
                                                "KHR_meshopt_compression",
                                                "KHR_node_visibility",
                                                "KHR_texture_transform",
                                                "VRM",
                                                "VRMC_vrm",
                                                "VRMC_vrm_animation"};

/// Beginnings of names of extensions that say how things look, sound or are described. Whatever
/// they stand on, nodes, skins, geometry and keys mean the same without them.
constexpr std::string_view kNotOfMotion[] = {"KHR_materials_",
                                             "EXT_materials_",
                                             "KHR_texture_",
                                             "EXT_texture_",
                                             "MSFT_texture_",
                                             "MSFT_packing_",
                                             "KHR_lights_",
                                             "EXT_lights_",
                                             "KHR_audio",
                                             "MSFT_audio_",
                                             "KHR_xmp",
                                             "KHR_node_hoverability",
                                             "KHR_node_selectability",
                                             "EXT_mesh_features",
                                             "EXT_instance_features",
                                             "EXT_structural_metadata"};

/// Lists of the file whose entries cannot change nodes, skins, geometry or keys.
constexpr std::string_view kAppearance[] = {"materials", "textures", "images", "samplers",
                                            "cameras"};

template <typename List>
bool is_one_of(const List& list, std::string_view name) {
    return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

/// True where some object below `top` has the extension. Extras are other people's.
bool has_extension_below(const Json& top, const std::string& name) {
    std::vector<const Json*> open = {&top};
    while (!open.empty()) {
        const Json& value = *open.back();
        open.pop_back();
        if (value.is_object()) {
            for (const auto& [key, part] : value.items()) {
                if (key == "extras") continue;
                if (key == "extensions" && part.is_object() && part.contains(name)) return true;
                if (part.is_structured()) open.push_back(&part);
            }
        } else if (value.is_array()) {
            for (const Json& part : value) {
                if (part.is_structured()) open.push_back(&part);
            }
        }
    }
    return false;
}

/// The list that an extension stands on and may change, or empty where it cannot. An extension
/// that is on nothing may still change how the rest is to be read: "the file".
std::string what_it_may_change(const Context& context, const std::string& name) {
    for (const std::string_view start : kNotOfMotion) {
        if (std::string_view(name).starts_with(start)) return {};
    }
    bool found = false;
    for (const auto& [key, part] : context.json.items()) {
        if (key == "extensions" ? !(part.is_object() && part.contains(name))
                                : !has_extension_below(part, name)) {
            continue;
        }
        if (!is_one_of(kAppearance, key)) return key == "extensions" ? "the file" : key;
        found = true;
    }
    return found ? "" : "the file";
}

void check_required(Context& context, const std::string& name, const std::string& place) {
    if (is_one_of(kReadExtensions, name)) return;
    const std::string changed = what_it_may_change(context, name);
    if (changed.empty()) {
        context.faults.warn(kExtensionCode, place,
                            "the file needs the extension " + in_quotes(name) +
                                ", which is not known; it does not change what moves, and what it "
                                "says is left out");
        return;
    }
    context.faults.error(kExtensionCode, place,
                         "the file needs the extension " + in_quotes(name) +
                             ", which is not known and may change " + changed);
}

}  // namespace

void check_extensions(Context& context) {
    const Array required = context.root.array("extensionsRequired");
    const Array used = context.root.array("extensionsUsed");
    std::vector<std::string_view> reported;
    for (std::size_t i = 0; i < required.size(); ++i) {
        const std::string* name = required[i].get_ptr<const Json::string_t*>();
        const std::string place = to_string(required.place_of(i));
        if (name == nullptr) {
            context.faults.error("gltf-type", place, "must be a string");
            continue;
        }
        reported.push_back(*name);
        check_required(context, *name, place);
    }
    std::sort(reported.begin(), reported.end());
    for (std::size_t i = 0; i < used.size(); ++i) {
        const std::string* name = used[i].get_ptr<const Json::string_t*>();
        const std::string place = to_string(used.place_of(i));
        if (name == nullptr) {
            context.faults.error("gltf-type", place, "must be a string");
        } else if (!is_one_of(kReadExtensions, *name) &&
                   !std::binary_search(reported.begin(), reported.end(), *name)) {
            context.faults.warn(
                kExtensionCode, place,
                "the extension " + in_quotes(*name) + " is not known; what it says is left out");
        }
    }
}

bool Context::uses(std::string_view extension, const char* list) const {
    const Json* used = root.find(list);
    if (used == nullptr || !used->is_array()) return false;
    return std::any_of(used->begin(), used->end(), [&](const Json& entry) {
        const std::string* name = entry.get_ptr<const Json::string_t*>();
        return name != nullptr && *name == extension;
    });
}

}  // namespace motus::gltf

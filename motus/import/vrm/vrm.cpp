// SPDX-License-Identifier: MIT
#include <motus/import/vrm/vrm.h>

#include <motus/import/gltf/container.h>
#include <motus/import/gltf/json.h>

#include <array>
#include <string_view>
#include <utility>

namespace motus {
namespace {

using gltf::in_quotes;
using gltf::Json;

constexpr const char* kVrmCode = "vrm";

/// Thumbs have one bone fewer in the names of VRM 0.x.
std::string bone_of_vrm0(std::string name) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kThumbs = {
        {{"ThumbProximal", "ThumbMetacarpal"}, {"ThumbIntermediate", "ThumbProximal"}}};
    for (const std::string_view side : {"left", "right"}) {
        for (const auto& [before, now] : kThumbs)
            if (name == std::string(side).append(before)) return std::string(side).append(now);
    }
    return name;
}

std::string text_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

const Json* find(const Json& json, const char* key) {
    if (!json.is_object()) return nullptr;
    const auto at = json.find(key);
    return at != json.end() ? &*at : nullptr;
}

std::string string_at(const Json& json, const char* key) {
    const Json* found = find(json, key);
    const std::string* text = found != nullptr ? found->get_ptr<const Json::string_t*>() : nullptr;
    return text != nullptr ? *text : "";
}

class VrmReader {
  public:
    VrmReader(std::size_t nodes, Diagnostics& diagnostics)
        : nodes_(nodes), diagnostics_(diagnostics) {}

    VrmInfo run(const Json& root) {
        VrmInfo out;
        const Json* extensions = find(root, "extensions");
        for (const char* name : {"VRMC_vrm", "VRMC_vrm_animation", "VRM"}) {
            const Json* found = extensions != nullptr ? find(*extensions, name) : nullptr;
            if (found == nullptr) continue;
            out.extension = name;
            place_ = std::string("extensions.") + name;
            if (!found->is_object()) {
                warn("", "must be an object");
            } else if (out.extension == "VRM") {
                read_vrm0(*found, out);
            } else {
                read_vrm1(*found, out);
            }
            return out;
        }
        place_ = "extensions";
        warn("", "there is neither VRM, VRMC_vrm nor VRMC_vrm_animation in it");
        return out;
    }

  private:
    void warn(const std::string& key, const std::string& message) {
        // A file has 55 bones; one that lists a million faults is not worth as many lines.
        if (++warnings_ > 100) return;
        diagnostics_.warn(kVrmCode, key.empty() ? place_ : place_ + "." + key, message);
    }

    void add_bone(const std::string& place, std::string name, const Json& json, VrmInfo& out) {
        if (out.bones.size() == kMaxVrmBones) {
            warn(place, "there are more bones than a humanoid can have: the others are left out");
            return;
        }
        const Json* node = find(json, "node");
        if (node == nullptr || !node->is_number_unsigned() ||
            node->get<std::uint64_t>() >= nodes_) {
            warn(place, "names no node of the file: the bone is left out");
            return;
        }
        out.bones.push_back({std::move(name), node->get<std::uint32_t>()});
    }

    void read_vrm1(const Json& json, VrmInfo& out) {
        out.version = string_at(json, "specVersion");
        const Json* humanoid = find(json, "humanoid");
        const Json* bones = humanoid != nullptr ? find(*humanoid, "humanBones") : nullptr;
        if (bones != nullptr && bones->is_object()) {
            for (const auto& [name, bone] : bones->items())
                add_bone("humanoid.humanBones." + name, name, bone, out);
        } else {
            warn("humanoid", "there is no humanoid");
        }
        if (const Json* look = find(json, "lookAt")) out.look_at = text_of(*look);
        const Json* expressions = find(json, "expressions");
        for (const char* kind : {"preset", "custom"}) {
            const Json* list = expressions != nullptr ? find(*expressions, kind) : nullptr;
            if (list == nullptr || !list->is_object()) continue;
            for (const auto& [name, expression] : list->items())
                out.expressions.push_back(
                    {name, std::string_view(kind) == "preset", text_of(expression)});
        }
    }

    void read_vrm0(const Json& json, VrmInfo& out) {
        out.version = string_at(json, "specVersion");
        const Json* humanoid = find(json, "humanoid");
        const Json* bones = humanoid != nullptr ? find(*humanoid, "humanBones") : nullptr;
        if (bones != nullptr && bones->is_array()) {
            for (std::size_t i = 0; i < bones->size(); ++i) {
                const std::string place = "humanoid.humanBones[" + std::to_string(i) + "]";
                std::string name = string_at((*bones)[i], "bone");
                if (name.empty()) {
                    warn(place, "has no name: the bone is left out");
                } else {
                    add_bone(place, bone_of_vrm0(std::move(name)), (*bones)[i], out);
                }
            }
        } else {
            warn("humanoid", "there is no humanoid");
        }
        if (const Json* look = find(json, "firstPerson")) out.look_at = text_of(*look);
        const Json* master = find(json, "blendShapeMaster");
        const Json* groups = master != nullptr ? find(*master, "blendShapeGroups") : nullptr;
        if (groups == nullptr || !groups->is_array()) return;
        for (const Json& group : *groups) {
            const std::string preset = string_at(group, "presetName");
            const bool is_preset = !preset.empty() && preset != "unknown";
            out.expressions.push_back(
                {is_preset ? preset : string_at(group, "name"), is_preset, text_of(group)});
        }
    }

    std::size_t nodes_;
    Diagnostics& diagnostics_;
    std::string place_;
    std::size_t warnings_ = 0;
};

}  // namespace

Result<VrmInfo> read_vrm(std::span<const std::byte> bytes, std::size_t node_count,
                         Diagnostics& diagnostics) {
    gltf::Faults faults(diagnostics);
    gltf::Container container;
    Json root;
    if (!gltf::open_container(bytes, container, faults) ||
        !gltf::parse_json(container.json, root, faults)) {
        return *faults.first_error();
    }
    return VrmReader(node_count, diagnostics).run(root);
}

}  // namespace motus

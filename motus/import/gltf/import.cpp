// SPDX-License-Identifier: MIT
#include <motus/import/gltf/context.h>

#include <utility>

namespace motus {
namespace gltf {
namespace {

/// "2.1" to {2, 1}. False: it is not of that form.
bool parse_version(std::string_view text, std::uint32_t& major, std::uint32_t& minor) {
    const std::size_t dot = text.find('.');
    if (dot == text.npos) return false;
    const auto number = [](std::string_view digits, std::uint32_t& out) {
        if (digits.empty() || digits.size() > 6) return false;
        out = 0;
        for (char c : digits) {
            if (c < '0' || c > '9') return false;
            out = out * 10 + static_cast<std::uint32_t>(c - '0');
        }
        return true;
    };
    return number(text.substr(0, dot), major) && number(text.substr(dot + 1), minor);
}

bool check_version(Context& context) {
    const Object& root = context.root;
    if (!root.require("asset")) return false;
    bool ok = true;
    const Object info = root.object("asset", &ok);
    std::string version, minimum = "2.0";
    if (!ok || !info.require("version") || !info.text("version", version) ||
        !info.text("minVersion", minimum)) {
        return false;
    }
    std::uint32_t major = 0, minor = 0, min_major = 0, min_minor = 0;
    if (!parse_version(version, major, minor) || major != 2) {
        return info.error("gltf-version", "version", in_quotes(version) + " is not a version 2.x");
    }
    if (!parse_version(minimum, min_major, min_minor) || min_major != 2 || min_minor != 0) {
        return info.error("gltf-version", "minVersion",
                          in_quotes(minimum) + " is asked for; this reader knows 2.0");
    }
    return true;
}

void read_all(Context& context) {
    check_extensions(context);
    read_buffers(context);
    read_views(context);
    read_accessors(context);
    read_images(context);
    read_textures(context);
    read_materials(context);
    read_meshes(context);
    read_cameras(context);
    read_nodes(context);
    read_scenes(context);
    read_skins(context);
    check_skinned_nodes(context);
    read_animations(context);
}

}  // namespace
}  // namespace gltf

Result<Asset> import_gltf(std::span<const std::byte> bytes, const GltfOptions& options,
                          Diagnostics& diagnostics) {
    gltf::Context context(diagnostics, options);
    context.budget = kGltfBaseBytes + bytes.size() * kGltfBytesPerByte;
    bool ok = gltf::open_container(bytes, context.container, context.faults) &&
              gltf::parse_json(context.container.json, context.json, context.faults);
    if (ok && !context.json.is_object()) {
        ok = context.faults.error("gltf-type", "", "the JSON must be an object");
    }
    if (ok) {
        context.root = gltf::Object(context.faults, &context.json, {});
        if (gltf::check_version(context)) gltf::read_all(context);
    }
    if (context.faults.first_error()) return *context.faults.first_error();
    return std::move(context.asset);
}

}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/asset/gltf_export.h>
#include <motus/asset/gltf_parts.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace motus {
namespace {

constexpr std::uint32_t kGlbMagic = 0x46546c67u;   // "glTF"
constexpr std::uint32_t kJsonChunk = 0x4e4f534au;  // "JSON"
constexpr std::uint32_t kBinChunk = 0x004e4942u;   // "BIN\0"

/// By bits: -0 is written, so that it comes back.
template <typename T>
bool same_bits(const T& a, const T& b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

void write_transform(const Transform& local, JsonWriter& json) {
    const Transform identity;
    const Vec3& t = local.translation;
    const Quat& r = local.rotation;
    const Vec3& s = local.scale;
    if (!same_bits(t, identity.translation)) {
        json.key("translation").begin_array().value(t.x).value(t.y).value(t.z).end_array();
    }
    if (!same_bits(r, identity.rotation)) {
        json.key("rotation").begin_array().value(r.x).value(r.y).value(r.z).value(r.w).end_array();
    }
    if (!same_bits(s, identity.scale)) {
        json.key("scale").begin_array().value(s.x).value(s.y).value(s.z).end_array();
    }
}

void write_node(const AssetNode& node, const std::vector<std::uint32_t>& children,
                JsonWriter& json) {
    json.begin_object();
    if (!node.name.empty()) json.key("name").value(node.name);
    if (!children.empty()) json.key("children").values(children);
    write_transform(node.local, json);
    if (node.mesh != kNone) json.key("mesh").value(node.mesh);
    if (node.skin != kNone) json.key("skin").value(node.skin);
    if (node.camera != kNone) json.key("camera").value(node.camera);
    if (!node.weights.empty()) json.key("weights").values(node.weights);
    if (!node.visible) {
        json.key("extensions").begin_object().key("KHR_node_visibility").begin_object();
        json.key("visible").value(false).end_object().end_object();
    }
    json.end_object();
}

void write_nodes(const Asset& asset, JsonWriter& json) {
    if (asset.nodes.empty()) return;
    std::vector<std::vector<std::uint32_t>> children(asset.nodes.size());
    for (std::uint32_t i = 0; i < asset.nodes.size(); ++i) {
        if (const auto parent = asset.nodes[i].parent; parent != kNone) {
            children[parent].push_back(i);
        }
    }
    json.key("nodes").begin_array();
    for (std::size_t i = 0; i < asset.nodes.size(); ++i) {
        write_node(asset.nodes[i], children[i], json);
    }
    json.end_array();
}

void write_scenes(const Asset& asset, JsonWriter& json) {
    if (asset.scene != kNone) json.key("scene").value(asset.scene);
    if (asset.scenes.empty()) return;
    json.key("scenes").begin_array();
    for (const AssetScene& scene : asset.scenes) {
        json.begin_object();
        if (!scene.name.empty()) json.key("name").value(scene.name);
        if (!scene.roots.empty()) json.key("nodes").values(scene.roots);
        json.end_object();
    }
    json.end_array();
}

void write_cameras(const Asset& asset, JsonWriter& json) {
    if (asset.cameras.empty()) return;
    json.key("cameras").begin_array();
    for (const AssetCamera& camera : asset.cameras) {
        json.begin_object();
        if (!camera.name.empty()) json.key("name").value(camera.name);
        const char* type = camera.perspective ? "perspective" : "orthographic";
        json.key("type").value(type).key(type).begin_object();
        if (camera.perspective) {
            json.key("yfov").value(camera.yfov_rad);
            if (camera.aspect != 0.0f) json.key("aspectRatio").value(camera.aspect);
        } else {
            json.key("xmag").value(camera.xmag).key("ymag").value(camera.ymag);
        }
        json.key("znear").value(camera.znear);
        if (camera.zfar != 0.0f || !camera.perspective) json.key("zfar").value(camera.zfar);
        json.end_object().end_object();
    }
    json.end_array();
}

void write_header(const Asset& asset, JsonWriter& json) {
    json.key("asset").begin_object().key("version").value("2.0");
    json.key("generator").value("Motus").end_object();
    bool visibility = false, unlit = false;
    for (const AssetNode& node : asset.nodes)
        visibility = visibility || !node.visible;
    for (const AssetMaterial& material : asset.materials)
        unlit = unlit || material.unlit;
    bool pointers = false;
    for (const AssetClip& clip : asset.clips)
        pointers = pointers || std::any_of(clip.pointers.begin(), clip.pointers.end(), is_exported);
    if (!visibility && !unlit && !pointers) return;
    json.key("extensionsUsed").begin_array();
    if (pointers) json.value("KHR_animation_pointer");
    if (visibility) json.value("KHR_node_visibility");
    if (unlit) json.value("KHR_materials_unlit");
    json.end_array();
}

void write_extras(const Asset& asset, JsonWriter& json) {
    if (asset.root_motion_node == kNone) return;
    json.key("extras").begin_object().key("motus").begin_object();
    json.key("rootMotionNode").value(asset.root_motion_node).end_object().end_object();
}

void append_u32(std::vector<std::byte>& out, std::uint64_t value) {
    for (int shift = 0; shift < 32; shift += 8)
        out.push_back(std::byte(value >> shift & 0xff));
}

std::uint64_t padded(std::uint64_t size) {
    return (size + 3) / 4 * 4;
}

}  // namespace

Result<std::vector<std::byte>> export_glb(const Asset& asset) {
    if (auto fault = find_export_fault(asset)) return *std::move(fault);
    std::string text;
    GltfBuffer buffer;
    JsonWriter json(text);
    json.begin_object();
    write_header(asset, json);
    write_scenes(asset, json);
    write_nodes(asset, json);
    write_cameras(asset, json);
    write_gltf_meshes(asset, json, buffer);
    write_gltf_skins(asset, json, buffer);
    write_gltf_animations(asset, json, buffer);
    write_gltf_materials(asset, json, buffer);
    buffer.write(json);
    write_extras(asset, json);
    json.end_object();

    text.resize(padded(text.size()), ' ');
    const std::vector<std::byte>& binary = buffer.bytes();
    const std::uint64_t binary_size = binary.empty() ? 0 : 8 + padded(binary.size());
    const std::uint64_t total = 12 + 8 + text.size() + binary_size;
    if (total > 0xffffffffu) {
        return Error{
            "export-too-large", "",
            "a .glb holds at most 4 GiB, this one has " + std::to_string(total) + " bytes"};
    }
    std::vector<std::byte> out;
    out.reserve(total);
    append_u32(out, kGlbMagic);
    append_u32(out, 2);
    append_u32(out, total);
    append_u32(out, text.size());
    append_u32(out, kJsonChunk);
    const auto text_bytes = std::as_bytes(std::span<const char>(text));
    out.insert(out.end(), text_bytes.begin(), text_bytes.end());
    if (!binary.empty()) {
        append_u32(out, padded(binary.size()));
        append_u32(out, kBinChunk);
        out.insert(out.end(), binary.begin(), binary.end());
        out.resize(total);
    }
    return out;
}

}  // namespace motus

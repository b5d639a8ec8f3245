// SPDX-License-Identifier: MIT
#include <motus/asset/gltf_parts.h>

#include <algorithm>
#include <array>
#include <string>

namespace motus {
namespace {

static_assert(sizeof(Vec2) == 8 && sizeof(Vec3) == 12 && sizeof(Vec4) == 16);

constexpr GltfShape vertices(std::uint8_t width, bool bounds = false) {
    return {GltfComponent::f32, width, GltfTarget::vertices, bounds};
}

template <typename T>
void write_attribute(JsonWriter& json, GltfBuffer& buffer, const char* name,
                     const std::vector<T>& elements, const GltfShape& shape) {
    if (!elements.empty()) json.key(name).value(buffer.add(elements, shape));
}

/// Four of each vertex's influences, as glTF wants them in one attribute.
template <typename To, typename From>
std::vector<To> four_of(const std::vector<From>& from, std::uint32_t influences,
                        std::uint32_t first) {
    std::vector<To> four;
    four.reserve(from.size() / influences * 4);
    for (std::size_t vertex = 0; vertex < from.size(); vertex += influences) {
        for (std::size_t i = 0; i < 4; ++i) {
            four.push_back(static_cast<To>(from[vertex + first + i]));
        }
    }
    return four;
}

void write_influences(const AssetPrimitive& primitive, JsonWriter& json, GltfBuffer& buffer) {
    if (primitive.influences == 0 || primitive.joints.empty()) return;
    const bool small = *std::max_element(primitive.joints.begin(), primitive.joints.end()) < 256;
    for (std::uint32_t first = 0; first < primitive.influences; first += 4) {
        const std::string set = std::to_string(first / 4);
        const GltfShape shape{small ? GltfComponent::u8 : GltfComponent::u16, 4,
                              GltfTarget::vertices, false};
        json.key("JOINTS_" + set);
        if (small) {
            json.value(buffer.add(
                four_of<std::uint8_t>(primitive.joints, primitive.influences, first), shape));
        } else {
            json.value(buffer.add(
                four_of<std::uint16_t>(primitive.joints, primitive.influences, first), shape));
        }
        json.key("WEIGHTS_" + set)
            .value(buffer.add(four_of<float>(primitive.joint_weights, primitive.influences, first),
                              vertices(4)));
    }
}

std::uint32_t add_indices(const std::vector<std::uint32_t>& indices, GltfBuffer& buffer) {
    // 65535 means "restart the primitive" in 16 bits, and may not be used.
    if (*std::max_element(indices.begin(), indices.end()) < 65535) {
        const std::vector<std::uint16_t> small(indices.begin(), indices.end());
        return buffer.add(small, {GltfComponent::u16, 1, GltfTarget::indices, false});
    }
    return buffer.add(indices, {GltfComponent::u32, 1, GltfTarget::indices, false});
}

/// An attribute that readers pass over. A primitive without vertices has it, because glTF has
/// neither primitives nor morph targets without attributes.
constexpr const char* kEmptyAttribute = "_EMPTY";

void write_target(const AssetMorphTarget& target, std::size_t vertex_count, std::uint32_t empty_one,
                  JsonWriter& json, GltfBuffer& buffer) {
    json.begin_object();
    if (vertex_count == 0) json.key(kEmptyAttribute).value(empty_one);
    write_attribute(json, buffer, "POSITION", target.positions, vertices(3, true));
    write_attribute(json, buffer, "NORMAL", target.normals, vertices(3));
    write_attribute(json, buffer, "TANGENT", target.tangents, vertices(3));
    const bool empty =
        target.positions.empty() && target.normals.empty() && target.tangents.empty();
    if (empty && vertex_count != 0) {
        const auto count = static_cast<std::uint32_t>(vertex_count);
        json.key("POSITION").value(buffer.add_zeros(count, vertices(3, true)));
    }
    json.end_object();
}

void write_primitive(const AssetPrimitive& primitive, JsonWriter& json, GltfBuffer& buffer) {
    json.begin_object().key("attributes").begin_object();
    std::uint32_t empty_one = kNone;
    if (primitive.positions.empty()) {
        empty_one = buffer.add_zeros(1, vertices(1));
        json.key(kEmptyAttribute).value(empty_one);
    }
    write_attribute(json, buffer, "POSITION", primitive.positions, vertices(3, true));
    write_attribute(json, buffer, "NORMAL", primitive.normals, vertices(3));
    write_attribute(json, buffer, "TANGENT", primitive.tangents, vertices(4));
    write_attribute(json, buffer, "TEXCOORD_0", primitive.texcoords0, vertices(2));
    write_attribute(json, buffer, "TEXCOORD_1", primitive.texcoords1, vertices(2));
    write_attribute(json, buffer, "COLOR_0", primitive.colors, vertices(4));
    write_influences(primitive, json, buffer);
    json.end_object();
    if (!primitive.indices.empty()) {
        json.key("indices").value(add_indices(primitive.indices, buffer));
    }
    if (primitive.material != kNone) json.key("material").value(primitive.material);
    if (primitive.mode != PrimitiveMode::triangles) {
        json.key("mode").value(static_cast<std::uint32_t>(primitive.mode));
    }
    if (!primitive.targets.empty()) {
        json.key("targets").begin_array();
        for (const AssetMorphTarget& target : primitive.targets) {
            write_target(target, primitive.positions.size(), empty_one, json, buffer);
        }
        json.end_array();
    }
    json.end_object();
}

void write_skin(const AssetSkin& skin, JsonWriter& json, GltfBuffer& buffer) {
    std::vector<std::array<float, 16>> binds;
    binds.reserve(skin.inverse_binds.size());
    for (const Mat34& bind : skin.inverse_binds) {
        std::array<float, 16> columns{};
        for (std::size_t row = 0; row < 3; ++row) {
            for (std::size_t column = 0; column < 4; ++column) {
                columns[column * 4 + row] = bind.m[row * 4 + column];
            }
        }
        columns[15] = 1.0f;
        binds.push_back(columns);
    }
    json.begin_object();
    if (!skin.name.empty()) json.key("name").value(skin.name);
    json.key("inverseBindMatrices").value(buffer.add(binds, {.width = 16}));
    if (skin.skeleton != kNone) json.key("skeleton").value(skin.skeleton);
    json.key("joints").values(skin.joints).end_object();
}

}  // namespace

void write_gltf_meshes(const Asset& asset, JsonWriter& json, GltfBuffer& buffer) {
    if (asset.meshes.empty()) return;
    json.key("meshes").begin_array();
    for (const AssetMesh& mesh : asset.meshes) {
        json.begin_object();
        if (!mesh.name.empty()) json.key("name").value(mesh.name);
        json.key("primitives").begin_array();
        for (const AssetPrimitive& primitive : mesh.primitives) {
            write_primitive(primitive, json, buffer);
        }
        json.end_array();
        if (!mesh.weights.empty()) json.key("weights").values(mesh.weights);
        if (!mesh.target_names.empty()) {
            json.key("extras").begin_object().key("targetNames").begin_array();
            for (const std::string& name : mesh.target_names)
                json.value(name);
            json.end_array().end_object();
        }
        json.end_object();
    }
    json.end_array();
}

void write_gltf_skins(const Asset& asset, JsonWriter& json, GltfBuffer& buffer) {
    if (asset.skins.empty()) return;
    json.key("skins").begin_array();
    for (const AssetSkin& skin : asset.skins)
        write_skin(skin, json, buffer);
    json.end_array();
}

}  // namespace motus

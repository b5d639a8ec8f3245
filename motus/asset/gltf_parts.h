// motus/asset/gltf_parts.h - private: the parts that glTF export is made of.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/asset/gltf_buffer.h>
#include <motus/core/result.h>

#include <optional>

namespace motus {

/// What makes the asset impossible to export, if anything does.
[[nodiscard]] std::optional<Error> find_export_fault(const Asset& asset);

/// Each writes its keys into the open root object, and its data into the buffer.
void write_gltf_meshes(const Asset& asset, JsonWriter& json, GltfBuffer& buffer);
void write_gltf_skins(const Asset& asset, JsonWriter& json, GltfBuffer& buffer);
void write_gltf_materials(const Asset& asset, JsonWriter& json, GltfBuffer& buffer);
void write_gltf_animations(const Asset& asset, JsonWriter& json, GltfBuffer& buffer);

}  // namespace motus

// tools/motus/inspect_parts.h - what inspect prints alike for glTF files and documents.
// SPDX-License-Identifier: MIT
#pragma once

#include "output.h"

#include <motus/asset/asset.h>
#include <motus/asset/json_writer.h>
#include <motus/core/diagnostics.h>

#include <array>
#include <cstdint>
#include <string>

namespace motus::tool {

/// Channels per interpolation, in the order of the enum: STEP, LINEAR, CUBICSPLINE.
using InterpolationCounts = std::array<std::uint32_t, 3>;
[[nodiscard]] InterpolationCounts count_interpolations(const AssetClip& clip);

/// Morph targets, summed over the meshes.
[[nodiscard]] std::uint64_t count_targets(const Asset& asset);

/// "interpolations": {...}
void write_interpolations(const InterpolationCounts& counts, JsonWriter& json);
/// The entries of "skins".
void write_skins(const Asset& asset, JsonWriter& json);
/// "warnings": [...]
void write_warnings(const Diagnostics& diagnostics, JsonWriter& json);
/// The same for people.
void print_warnings(const Diagnostics& diagnostics, std::string& out);

/// What `motus inspect` prints of a document.
int inspect_document(const std::string& file, bool json, Output& out);

}  // namespace motus::tool

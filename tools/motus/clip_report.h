// tools/motus/clip_report.h - what the clips of a baked file take, and what packing cost them.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/json_writer.h>
#include <motus/bake/bake.h>

#include <span>
#include <string>

namespace motus::tool {

/// "fast", "small" or "exact".
[[nodiscard]] const char* kind_name(ClipKind kind);

/// "kind", "bytes", "ratio" and, of a packed clip, "error", into the object of clip `index`.
/// `measure` is what only a bake knows.
void write_clip_size(const BakedFile& file, std::uint32_t index, const ClipSize& size,
                     JsonWriter& json, const ClipMeasure& measure = {});

/// The same as a table, for all clips; below it those that take more than their keys would.
void print_clip_sizes(const BakedFile& file, std::string& out,
                      std::span<const ClipMeasure> measures = {});

}  // namespace motus::tool

// motus/bake/bake.h - a document and its assets to one baked file: pure, reproducible.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/core/bytes.h>
#include <motus/core/container.h>
#include <motus/core/diagnostics.h>
#include <motus/document/document.h>
#include <motus/load/file.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace motus {

/// What a Source of the document holds. The caller reads files; bake never does.
struct BakeAsset {
    std::uint64_t source = 0;  ///< Id of the Source.
    const Asset* asset = nullptr;
};

/// What was measured of a clip while it was packed, and is not in the file.
struct ClipMeasure {
    bool weights = false;     ///< It is packed and has morph weights.
    float weight_max = 0.0f;  ///< Largest error of one of them.
    double unit = 1.0;        ///< Model units per metre.
    double seconds = 0.0;     ///< That packing took, when it was done.
    bool kept = false;        ///< It was done by an earlier program: a store had the result.
};

/// What a bake does beside what the document says.
struct BakeSettings {
    std::optional<ClipKind> pack{};  ///< The form of every clip of every rig.
    float bound_m = 0.0f;  ///< Above 0: the error bound of every clip, in metres. Joints that have
                           ///< a bound of their own keep it.
    bool pack_later =
        false;  ///< Do not pack: unpacked clips keep exact keys, and Baker::pack_jobs() lists them.
};

/// Bakes a document. The same document and assets give the same bytes: on any machine, from any
/// compiler, in any thread. Every fault is put into `diagnostics` with a JSON pointer into the
/// document, warnings too; the first error is returned. Authored values only. Who bakes again after
/// each edit has a Baker (baker.h) do it, which gives the same bytes.
///
/// Codes are those of validate; what only assets can tell has the same where it is the same, and
/// "source-file" (an asset is missing or inconsistent). Only of bytes: "name-collision",
/// "bake-pack", "bake-size", and "bake-check" where the reader refuses what was made, which would
/// be a fault of ours.
[[nodiscard]] Result<AlignedBytes> bake(const Document& document, std::span<const BakeAsset> assets,
                                        Diagnostics& diagnostics,
                                        const BakeSettings& settings = {});

/// Every fault that `bake` would find, without the bytes: validate(), then what only the assets can
/// tell. It runs the same code, but for the packing of clips ("bake-pack").
void check_bake(const Document& document, std::span<const BakeAsset> assets,
                Diagnostics& diagnostics);

/// One section of a baked file, for people.
struct SectionSize {
    std::string name;  ///< "clip_values", "records.StateMachineTransition".
    std::uint64_t bytes = 0;
    std::uint64_t count = 0;
};

/// Sections in the order of the file; header, table and gaps come first as "container", so that
/// the bytes add up to the file's.
[[nodiscard]] std::vector<SectionSize> section_sizes(const Container& container,
                                                     const Schema& schema);

/// One clip of a baked file, for people: what it takes, and how far it is from its source.
struct ClipSize {
    ClipKind kind = ClipKind::exact;
    std::uint64_t bytes = 0;        ///< In the file, its entry left out.
    std::uint64_t exact_bytes = 0;  ///< With all its keys.
    float error_max = 0.0f;         ///< Model units; 0 for an exact clip.
    float error_p99 = 0.0f;
    std::uint32_t error_joint = kNoItem;  ///< Where and when it is that large.
    Ticks error_time{};
};

/// In the order of the file's clips.
[[nodiscard]] std::vector<ClipSize> clip_sizes(const BakedFile& file);

}  // namespace motus

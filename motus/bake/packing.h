// motus/bake/packing.h - what a document asks of packed clips, and their sections in the file.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/pack.h>
#include <motus/bake/rigs.h>
#include <motus/clip/read_clips.h>

#include <vector>

namespace motus {

/// The arrays of all packed clips, as sections hold them.
struct PackedSections {
    std::vector<PackedEntry> clips;
    std::vector<PackedGroup> groups;
    std::vector<PackedChannel> channels;
    std::vector<PackedConstant> constants;
    std::vector<PackedLine> lines;
    std::vector<float> space;
    std::vector<SmallEntry> small;
    std::vector<SmallGroup> small_groups;
    std::vector<SmallScalar> small_scalars;
    std::vector<SmallStill> small_stills;
    std::vector<std::uint8_t> small_rests;
    std::vector<std::uint32_t> small_words;

    void write(SectionWriter& writer) const;
};

/// How the clips of one rig are held to the truth. Lengths in model units.
struct RigPacking {
    ErrorSettings error{};
    std::vector<float> joint_bounds;  ///< What `error` refers to; empty: none.
    PackedSpace space{};              ///< Relative to the bind pose, where the rig is a chain.
    double unit = 1.0;                ///< Model units per metre.
};

/// The kind that a clip is to have: that of the settings, else its own, else its rig's.
[[nodiscard]] ClipKind kind_of(const BakeSettings& settings, const doc::Rig& rig,
                               const doc::AnimationClip& clip);

/// Bounds of a rig in its own unit: metres by its unit_scale, or, where that is 1, by the size of
/// the skeleton (rig_unit). A joint that is not there is an error of the document.
[[nodiscard]] RigPacking packing_of(BakeContext& context, const doc::Rig& rig,
                                    const SourceRig& joints);

/// The settings for one clip, which may have a bound of its own. `packing` must outlive them.
[[nodiscard]] PackSettings settings_of(const BakeSettings& settings, const RigPacking& packing,
                                       const doc::Rig& rig, const doc::AnimationClip& clip);

/// Appends a packed clip; returns its place. Its exact tracks are the caller's.
std::uint32_t add_packed(const PackedClipBuffer& clip, std::size_t source_bytes,
                         PackedSections& out);
std::uint32_t add_packed(const SmallClipBuffer& clip, std::size_t source_bytes,
                         PackedSections& out);
/// Appends the one clip of a file that is packed in that kind; returns its place.
std::uint32_t add_packed(ClipKind kind, const ClipTable& clip, PackedSections& out);

}  // namespace motus

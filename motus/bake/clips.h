// motus/bake/clips.h - the clips of a rig as they are stored, and as machines see them.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/packing.h>
#include <motus/bake/rigs.h>
#include <motus/clip/read_clips.h>

#include <vector>

namespace motus {

/// The arrays of all clips, as sections hold them.
struct ClipSections {
    std::vector<ClipEntry> clips;
    std::vector<TrackRecord> tracks;
    std::vector<Ticks> times;
    std::vector<float> values;
    PackedSections packed;

    void write(SectionWriter& writer) const;
};

/// Appends the keys of a clip, or those that its packed form keeps, and sets their ranges in
/// `entry`.
void put_tracks(const Clip& clip, ClipEntry& entry, ClipSections& out);

/// Where the clips of a rig stand.
struct ClipPlace {
    std::uint32_t rig_index = 0;
    std::uint32_t first = 0;  ///< Among the file's clips: their records.
    const SourceRig* joints = nullptr;
};

/// Appends the clips of a rig: their keys or frames, their entries, and in `context.clips` their
/// length, events and markers. Faults go to the diagnostics; the entries are there all the same, so
/// that indices stay. A clip that cannot be packed within its bound keeps its keys, with a warning.
void add_clips(BakeContext& context, SourceRigs& sources, const ClipPlace& place,
               const doc::Rig& rig, ClipSections& out);

}  // namespace motus

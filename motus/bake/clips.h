// motus/bake/clips.h - the clips of a rig as they are stored, and as machines see them.
// Room: bake. Includes rigs, clip/read. Included by bake_rigs.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/rigs.h>
#include <motus/clip/read.h>

#include <vector>

namespace motus {

/// The arrays of all clips, as sections hold them.
struct ClipSections {
    std::vector<ClipEntry> clips;
    std::vector<TrackRecord> tracks;
    std::vector<Ticks> times;
    std::vector<float> values;

    void write(SectionWriter& writer) const;
};

/// Where a clip stands.
struct ClipPlace {
    std::uint32_t rig_index = 0;
    std::uint32_t index = 0;  ///< Among the file's clips: its record.
    const SourceRig* joints = nullptr;
};

/// Appends one clip: its keys, its entry, and in `context.clips` its length, events and markers.
/// Faults go to the diagnostics; the entry is there all the same, so that indices stay.
void add_clip(BakeContext& context, SourceRigs& sources, const ClipPlace& place,
              const doc::AnimationClip& clip, ClipSections& out);

}  // namespace motus

// tests/support/crowd.h - what frames of crowds need, for tests of any room.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/crowd/frame.h>
#include <motus/load/file.h>

#include <cstring>
#include <vector>

namespace motus::test {

/// All skins of a rig of a baked file.
inline std::vector<Skin> skins_of(const BakedFile& file, std::uint32_t rig = 0) {
    std::vector<Skin> skins;
    for (std::uint32_t s = 0; s < file.rigs.rigs[rig].skin_count; ++s)
        skins.push_back(skin_at(file.rigs, rig, s));
    return skins;
}

/// A frame of all joints and without morph weights, on the caller's thread unless said.
inline CrowdFrameJob frame_job(const Rig& rig, std::span<const Clip> clips,
                               std::span<const CrowdItem> items,
                               std::span<const CrowdCharacter> characters,
                               std::span<Mat34> palettes,
                               std::span<const std::span<float>> scratch) {
    CrowdFrameJob job;
    job.rig = rig;
    job.rig.clips = clips;
    job.items = items;
    job.characters = characters;
    job.palettes = palettes;
    job.scratch = scratch;
    return job;
}

inline bool same_bytes(const std::vector<Mat34>& a, const std::vector<Mat34>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Mat34)) == 0;
}

}  // namespace motus::test

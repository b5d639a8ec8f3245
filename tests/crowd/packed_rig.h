// tests/crowd/packed_rig.h - a skeleton, a skin and clips, packed as crowds want them.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/pack.h>
#include <tests/support/crowd.h>
#include <tests/support/rigs.h>

#include <memory>

namespace motus::test {

/// Owns all that the views in `sources` and `clips` look at.
struct PackedRig {
    std::unique_ptr<SkeletonBuffer> skeleton;
    std::unique_ptr<SkinBuffer> skin;
    std::unique_ptr<RigBuffer> rig;
    std::vector<ClipBuffer> exact;
    std::vector<PackedClipBuffer> packed;
    std::vector<Clip> sources, clips;
    std::vector<CrowdScratch> memory;
    std::vector<std::span<float>> scratch;

    /// `binding`: the skeleton that the skin is bound to, where it is another one than `joints`.
    void bind(std::span<const JointDesc> joints, std::span<const std::uint32_t> bound,
              std::span<const float> weights = {}, const SkeletonBuffer* binding = nullptr) {
        skeleton = std::make_unique<SkeletonBuffer>(std::move(*build_skeleton(joints, weights)));
        skin = std::make_unique<SkinBuffer>(
            std::move(*build_skin(binding != nullptr ? *binding : *skeleton, bound)));
    }

    /// Packs what is in `exact`, and takes scratch for `workers`.
    void pack(const ErrorSettings& error, std::uint32_t workers = 1) {
        sources.assign(exact.begin(), exact.end());
        const Skin skins[] = {*skin};
        rig = std::make_unique<RigBuffer>(
            std::move(*build_rig({.skeleton = *skeleton, .clips = sources, .skins = skins})));
        for (const Clip& clip : sources)
            packed.push_back(
                std::move(*pack_fast(*skeleton, clip, {error, rig->view().plan->space})));
        clips.assign(packed.begin(), packed.end());
        for (std::uint32_t w = 0; w < workers; ++w)
            scratch.push_back(memory.emplace_back(rig->view()).floats());
    }
};

/// Rotations of one joint, a key a frame at 30 frames a second; `at(frame)` gives them.
template <typename At>
void add_turns(ClipDraft& draft, std::uint32_t joint, int frames, At at) {
    std::vector<Ticks> times;
    std::vector<float> values;
    for (int f = 0; f <= frames; ++f) {
        times.push_back(ticks_of_frames(f, 30));
        const Quat q = at(f);
        values.insert(values.end(), {q.x, q.y, q.z, q.w});
    }
    draft.add(TrackKind::rotation, Interpolation::linear, joint, times, values);
}

}  // namespace motus::test

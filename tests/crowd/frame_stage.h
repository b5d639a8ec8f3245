// tests/crowd/frame_stage.h - random rigs with clips of every sort, and crowds of them.
// SPDX-License-Identifier: MIT
#pragma once

#include "packed_rig.h"

#include <motus/math/ops.h>
#include <motus/math/trig.h>

#include <algorithm>

namespace motus::test {

enum class FrameKind { rigid, scaled };

/// A rig with a skin in an order of its own, and clips of every sort.
struct FrameStage : PackedRig {
    FrameStage(std::uint32_t joints, FrameKind kind, std::uint64_t seed, bool ordered = false) {
        Random random(seed);
        RandomTree tree(joints, random, !ordered);
        for (JointDesc& joint : tree.joints) {
            joint.rest.translation = multiply(joint.rest.translation, 0.2f);
            if (kind == FrameKind::rigid) joint.rest.scale = {1.0f, 1.0f, 1.0f};
        }
        std::vector<std::uint32_t> bound;
        for (std::uint32_t j = joints; j-- > 0;) {
            if (j % 7 != 3) bound.push_back(j);
        }
        if (ordered) std::reverse(bound.begin(), bound.end());
        const float weights[] = {0.25f, 0.0f};
        bind(tree.joints, bound, weights);
        for (int k = 0; k < 4; ++k)
            exact.push_back(draw(random, joints, kind, k));
        pack(settings_for(*skeleton));
        clips.push_back(sources[0]);  // one that is not packed
    }

    static ClipBuffer draw(Random& random, std::uint32_t joints, FrameKind kind, int k) {
        ClipDraft draft;
        std::vector<Ticks> times;
        for (int f = 0; f <= 20; ++f)
            times.push_back(ticks_of_frames(f, 30));
        for (std::uint32_t j = 0; j < joints; ++j) {
            // The second clip leaves whole groups alone, the third holds some still.
            if (k == 1 && j / 8 % 2 == 1) continue;
            const Vec3 axis = random.direction();
            const bool still = k == 2 && j / 8 % 2 == 0;
            if (random.below(6) != 0) {
                add_turns(draft, j, 20, [&](int f) {
                    return axis_angle(axis, still ? 0.5f : float(0.6 * sine(0.2 * f + j)));
                });
            }
            if (random.below(5) != 0) continue;
            std::vector<float> values;
            for (int f = 0; f <= 20; ++f)
                values.insert(values.end(), {float(0.1 * sine(0.3 * f)), 0.1f, 0.01f * float(f)});
            draft.add(TrackKind::translation, Interpolation::linear, j, times, values);
            if (kind != FrameKind::scaled) continue;
            for (float& value : values)
                value += 1.0f;
            draft.add(TrackKind::scale, Interpolation::linear, j, times, values);
        }
        std::vector<float> morph;
        for (int f = 0; f <= 20; ++f)
            morph.insert(morph.end(), {0.05f * float(f), 0.5f});
        draft.add(TrackKind::weights, Interpolation::linear, 0, times, morph, 2);
        return std::move(*draft.build());
    }
};

/// Characters of all kinds, and where their palettes go.
struct FrameCrowd {
    std::vector<CrowdItem> items;
    std::vector<CrowdCharacter> characters;
    std::vector<Mat34> palettes;
    std::vector<float> weights;

    FrameCrowd(const FrameStage& stage, std::uint32_t count, std::uint64_t seed,
               std::uint32_t most = 4) {
        Random random(seed);
        for (std::uint32_t i = 0; i < count; ++i) {
            CrowdCharacter c;
            c.first = static_cast<std::uint32_t>(items.size());
            c.count = i % 11 == 5 ? 0 : 1 + random.below(most);
            float left = random.below(4) == 0 ? 0.7f : 1.0f;
            for (std::uint32_t k = 0; k < c.count; ++k) {
                const float weight = k + 1 == c.count ? left : left * random.range(0.2f, 0.8f);
                left -= weight;
                const Ticks time{static_cast<std::int64_t>(random.unit() * 0.7 * kTicksPerSecond)};
                const std::uint32_t clips = random.below(16) == 0 ? 5 : 4;
                items.push_back({time, random.below(clips), weight});
            }
            characters.push_back(c);
        }
        palettes.resize(count * stage.rig->view().plan->palette_size);
        weights.resize(count * 2);
    }

    [[nodiscard]] CrowdFrameJob job(const FrameStage& stage,
                                    std::span<const std::span<float>> scratch) {
        CrowdFrameJob out =
            frame_job(*stage.rig, stage.clips, items, characters, palettes, scratch);
        out.weights = weights;
        return out;
    }
};

}  // namespace motus::test

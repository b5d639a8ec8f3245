// tests/play/troupe.h - many players of one random rig, with all the memory that they need.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/hash.h>
#include <motus/play/player.h>
#include <motus/pose/pose_buffer.h>
#include <tests/support/rigs.h>

#include <vector>

namespace motus::test {

inline SkeletonBuffer random_skeleton(std::uint32_t joints, std::uint64_t seed) {
    Random random(seed);
    const RandomTree tree(joints, random);
    const float weights[] = {0.5f, 0.25f, 0.0f};
    return build_skeleton(tree.joints, weights).value();
}

inline SkinBuffer skin_of_all(const Skeleton& skeleton) {
    std::vector<std::uint32_t> joints(skeleton.joint_count());
    for (std::uint32_t i = 0; i < joints.size(); ++i)
        joints[i] = i;
    return build_skin(skeleton, joints).value();
}

inline ClipBuffer random_clip(std::uint32_t joints, std::uint64_t seed) {
    Random random(seed);
    ClipDraft draft;
    for (std::uint32_t j = 0; j < joints; ++j) {
        for (const auto kind : {TrackKind::translation, TrackKind::rotation, TrackKind::scale}) {
            if (j + 1 < joints && random.below(3) == 0) continue;
            // One after the other: compilers differ in the order of a call's arguments.
            const std::uint32_t keys = 1 + random.below(10);
            const auto interpolation = static_cast<Interpolation>(random.below(3));
            draft.add_random(kind, interpolation, j, keys, random);
        }
    }
    draft.add_random(TrackKind::weights, Interpolation::linear, 0, 4, random, 3);
    return draft.build().value();
}

/// Players in all modes, speeds of both signs, three clips.
struct Troupe {
    SkeletonBuffer skeleton;
    SkinBuffer skin;
    std::vector<Skin> skins;
    std::vector<ClipBuffer> clip_buffers;
    std::vector<Clip> clips;
    std::vector<Player> players;
    PoseBuffer pose;
    std::vector<Mat34> model, palettes, rest_palette;

    Troupe(std::uint32_t joints, std::uint32_t count, std::uint64_t seed)
        : skeleton(random_skeleton(joints, seed)),
          skin(skin_of_all(skeleton)),
          skins{skin.view()},
          pose(skeleton),
          model(joints),
          palettes(std::size_t{joints} * count),
          rest_palette(joints) {
        for (std::uint64_t i = 0; i < 3; ++i)
            clip_buffers.push_back(random_clip(joints, seed + i));
        for (const ClipBuffer& clip : clip_buffers)
            clips.push_back(clip);
        const float speeds[] = {1.0f, -1.0f, 0.37f, -2.5f, 0.0f};
        for (std::uint32_t i = 0; i < count; ++i) {
            Player player;
            player.clip = ClipId{i % 3};
            player.mode = static_cast<PlayMode>(i / 3 % 3);
            player.speed = speeds[i % 5];
            players.push_back(player);
        }
        (void)run(LocalToModelJob{skeleton, rest_pose(skeleton), {}, model});
        (void)run(PaletteJob{skin, model, rest_palette});
    }

    [[nodiscard]] Rig rig() const { return {.skeleton = skeleton, .clips = clips, .skins = skins}; }
    [[nodiscard]] PlayersJob job(float dt_s) {
        return {rig(), dt_s, players, {pose, model}, palettes, nullptr, nullptr};
    }
    [[nodiscard]] std::uint64_t hash() const {
        std::uint64_t h = kHashSeed;
        for (const Mat34& m : palettes)
            h = hash_floats(h, m.floats());
        for (const Player& p : players)
            h = hash_u64(h, std::uint64_t(p.head.phase.value));
        return h;
    }
};

}  // namespace motus::test

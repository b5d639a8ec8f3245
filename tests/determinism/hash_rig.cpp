// Sampling, composition, palettes and players.
#include <motus/math/ops.h>
#include <motus/play/player.h>
#include <motus/pose/mask.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <motus/skinning/palette.h>
#include <tests/determinism/hash.h>

#include <utility>
#include <vector>

namespace motus::determinism {

using scenes::Dice;

/// Every clip at many times, with and without a cursor; model space, palette and an attachment.
void hash_poses(const scenes::StressRig& rig) {
    Hash sampled, composed, palettes;
    PoseBuffer pose(rig.skeleton);
    const std::uint32_t joints = rig.skeleton.view().joint_count();
    std::vector<Mat34> model(joints), palette(joints);
    std::vector<float> mask(joints, 0.0f);
    sampled.add(mask_subtree(rig.skeleton, joints / 3, 0.5f, mask));
    sampled.add(std::span<const float>(mask));
    for (const Clip& clip : rig.clips) {
        std::vector<std::uint32_t> cursor(clip.tracks.size(), 0);
        for (int frame = -3; frame < 70; ++frame) {
            const bool remember = frame % 2 == 0;
            const Ticks time = ticks_of_frames(frame, 30) + Ticks{frame * 12'345'67};
            sampled.add(run(SampleJob{
                clip, time, rest_pose(rig.skeleton),
                remember ? std::span<std::uint32_t>(cursor) : std::span<std::uint32_t>(), pose}));
            sampled.add(std::as_const(pose).view());
            const Mat34 root = to_matrix({{0.5f, 0.0f, -2.0f}, {0.0f, 0.6f, 0.0f, 0.8f}, {}});
            composed.add(run(LocalToModelJob{rig.skeleton, pose, root, model}));
            composed.add(model);
            palettes.add(run(PaletteJob{rig.skin, model, palette}));
            palettes.add(palette);
            Mat34 sword;
            palettes.add(
                attach({joints - 1, to_matrix({{0.0f, 0.1f, 0.0f}, {}, {2, 2, 2}})}, model, sword));
            palettes.add(sword);
        }
    }
    sampled.print("sample");
    composed.print("compose");
    palettes.print("palette");
}

/// Players of every clip and mode, at speeds of both signs, through irregular steps.
void hash_players(const scenes::StressRig& rig) {
    Hash hash;
    Dice dice(13);
    const std::uint32_t joints = rig.skeleton.view().joint_count();
    constexpr float kSpeeds[] = {1.0f, -1.0f, 0.37f, -2.75f, 0.0f, 40.0f};
    std::vector<Player> players;
    for (std::uint32_t clip = 0; clip <= scenes::kStressClips; ++clip) {  // the last is missing
        for (PlayMode mode : {PlayMode::once, PlayMode::loop, PlayMode::ping_pong}) {
            for (float speed : kSpeeds) {
                Player player;
                player.clip = ClipId{clip};
                player.mode = mode;
                player.speed = speed;
                players.push_back(player);
            }
        }
    }
    PoseBuffer pose(rig.skeleton);
    std::vector<Mat34> model(joints), palettes(joints * players.size());
    for (int frame = 0; frame < 40; ++frame) {
        PlayersJob job;
        job.rig = rig.view();
        job.dt_s = frame % 5 == 0 ? 0.5f * (1.0f + dice.unit()) : 1.0f / 60.0f;
        job.players = players;
        job.scratch = {pose, model};
        job.palettes = palettes;
        hash.add(run(job));
        for (const Player& player : players) {
            hash.add(static_cast<std::uint64_t>(player.head.phase.value));
            hash.add(player.head.remainder.fraction);
            hash.add(player.step.fraction);
            hash.add(static_cast<std::uint64_t>(player.finished));
            hash.add(player.last);
        }
        hash.add(palettes);
    }
    hash.print("players");
}

}  // namespace motus::determinism

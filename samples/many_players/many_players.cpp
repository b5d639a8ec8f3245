// samples/many_players - thousands of players in plain arrays, a snapshot of all, and a replay.
// SPDX-License-Identifier: MIT
#include <motus/asset/rig.h>
#include <motus/core/hash.h>
#include <motus/play/player.h>
#include <motus/pose/pose_buffer.h>
#include <scenes/scenes.h>

#include <cstdio>
#include <span>
#include <vector>

using namespace motus;

namespace {

constexpr std::size_t kPlayers = 2000;
constexpr float kFrame = 1.0f / 60.0f;

std::uint64_t hash_of(std::span<const Mat34> matrices) {
    std::uint64_t hash = kHashSeed;
    for (const Mat34& m : matrices)
        hash = hash_floats(hash, m.floats());
    return hash;
}

}  // namespace

int main() {
    const Result<Asset> asset = scenes::make_scene("hero");
    if (!asset) return 1;
    const Result<Rig> rig = make_rig(*asset);
    if (!rig) return 1;
    const Skeleton skeleton = rig->skeleton;
    const std::vector<Clip> clips(rig->clips.begin(), rig->clips.end());
    const Skin skin = rig->skins[0];

    // An array of players, an array of palettes: as an entity system holds its components.
    std::vector<Player> players(kPlayers);
    std::vector<Mat34> palettes(kPlayers * skin.joints.size());
    for (std::size_t i = 0; i < kPlayers; ++i) {
        players[i].clip = ClipId{static_cast<std::uint32_t>(i % clips.size())};
        players[i].speed = 0.8f + 0.1f * static_cast<float>(i % 5);
        players[i].mode = static_cast<PlayMode>(i / clips.size() % 3);
    }

    // Scratch for one player at a time. Threads would have one each, and a part of the arrays.
    PoseBuffer pose(skeleton);
    std::vector<Mat34> model(skeleton.joint_count());
    const PlayersJob frame{.rig = {skeleton, clips, skin},
                           .dt_s = kFrame,
                           .players = players,
                           .scratch = {pose, model},
                           .palettes = palettes};

    const auto play = [&](int frames) {
        for (int i = 0; i < frames; ++i) {
            if (run(frame) != Status::ok) return false;
        }
        return true;
    };
    if (!play(30)) return 1;
    const std::vector<Player> saved = players;  // plain data: a copy is a snapshot
    if (!play(30)) return 1;
    const std::uint64_t first = hash_of(palettes);
    players.assign(saved.begin(), saved.end());
    if (!play(30)) return 1;
    const std::uint64_t again = hash_of(palettes);

    std::size_t finished = 0;
    for (const Player& player : players)
        finished += player.finished ? 1 : 0;
    std::printf("%zu players of %zu clips, %zu bytes of state each\n", players.size(), clips.size(),
                sizeof(Player));
    std::printf("%zu palettes, %.1f MB to upload a frame\n", players.size(),
                static_cast<double>(palettes.size() * sizeof(Mat34)) / 1e6);
    std::printf("after 60 frames %zu have come to their end\n", finished);
    std::printf("30 frames played twice from one snapshot: %s\n",
                first == again ? "the same bits" : "DIFFERENT");
    return first == again ? 0 : 1;
}

// motus/play/player.h - one clip on one rig: a clock, a speed, a mode; and arrays of them.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/playhead.h>
#include <motus/core/status.h>
#include <motus/play/rig.h>
#include <motus/pose/pose_view.h>
#include <motus/skinning/palette.h>

#include <cstdint>
#include <span>

namespace motus {

/// Which clip of a library, by position.
enum class ClipId : std::uint32_t { none = 0xffffffffu };

/// State of one playing clip. Plain data: a copy is a snapshot, a compare is a test. 32 bytes.
struct Player {
    Playhead head{};       ///< Where it stands.
    TickRemainder step{};  ///< What was left of the last dt.
    ClipId clip{0};
    float speed = 1.0f;  ///< Any finite number; negative plays backwards.
    PlayMode mode = PlayMode::loop;
    bool playing = true;
    bool finished = false;     ///< Mode once came to its end and holds there.
    Status last = Status::ok;  ///< What the last update came to; see PlayersJob::warn.

    friend bool operator==(const Player&, const Player&) = default;
};

/// Clip time of a player in [0, duration].
[[nodiscard]] Ticks time_of(const Player& player, const Clip& clip) noexcept;

/// Puts the player at `time` and makes it playable again.
void seek(Player& player, const Clip& clip, Ticks time) noexcept;

/// Moves the clock by `dt_s` x speed. Does nothing while not playing. `out`, where given, says what
/// the step did. `bad_argument` for a dt or speed that is not finite: the player is unchanged.
Status advance(Player& player, const Clip& clip, float dt_s, Advance* out = nullptr) noexcept;

/// The same with a step in ticks, for hosts that keep time themselves.
Status advance(Player& player, const Clip& clip, Ticks dt, Advance* out = nullptr) noexcept;

/// Memory for one player at a time; reused, never kept.
struct PlayerScratch {
    PoseView pose{};           ///< As large as the skeleton.
    std::span<Mat34> model{};  ///< One per joint.
};

/// Called when a player's status changes to something else than ok: once per cause, not per frame.
using PlayerWarning = void (*)(void* user, std::uint32_t player, Status status);

/// One frame of many players of one rig, as an ECS would hold them: advance, sample, compose,
/// palette. A player whose clip is missing, or whose speed is not finite, shows the rest pose.
struct PlayersJob {
    Rig rig{};
    float dt_s = 0.0f;
    std::span<Player> players{};
    PlayerScratch scratch{};
    std::span<Mat34> palettes{};  ///< palette_size(rig) per player; empty: none is written.
    PlayerWarning warn = nullptr;
    void* warn_user = nullptr;
};

/// Runs the job. Cost: players x joints. No allocation, no lock.
/// `bad_argument` for a dt that is not finite, `bad_size` for spans too small: nothing changes.
Status run(const PlayersJob& job) noexcept;

/// One player for one frame without touching its clock: sample, compose, and, where `palette` is
/// not empty, the palettes of all skins. The rest pose where the clip is missing, and then
/// `missing` is returned.
Status evaluate(const Player& player, const Rig& rig, const PlayerScratch& scratch,
                std::span<Mat34> palette) noexcept;

}  // namespace motus

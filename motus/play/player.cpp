// SPDX-License-Identifier: MIT
#include <motus/play/evaluate.h>
#include <motus/play/player.h>

#include <cmath>

namespace motus {
namespace {

const Clip* find_clip(const Player& player, const Rig& rig) noexcept {
    const auto index = static_cast<std::uint32_t>(player.clip);
    return index < rig.clips.size() ? &rig.clips[index] : nullptr;
}

bool fits(const Clip& clip, const Skeleton& skeleton) noexcept {
    return clip.joint_limit <= skeleton.joint_count() &&
           clip.weight_limit <= skeleton.rest_weights.size();
}

bool fits(const PlayerScratch& scratch, const Skeleton& skeleton) noexcept {
    return is_valid(scratch.pose) && scratch.pose.joint_count() == skeleton.joint_count() &&
           scratch.pose.weights.size() == skeleton.rest_weights.size() &&
           scratch.model.size() >= skeleton.joint_count();
}

// Local pose, model matrices and palette; the rest pose where there is no clip.
Status pose_and_palette(const Clip* clip, Ticks time, const Rig& rig, const PlayerScratch& scratch,
                        std::span<Mat34> palette) noexcept {
    Status status = Status::ok;
    if (clip != nullptr) {
        PlaylistItem item;
        item.from = item.to = time;
        item.source = static_cast<std::uint32_t>(clip - rig.clips.data());
        item.weight = 1.0f;
        PlaylistLayer layer;
        layer.count = 1;
        const Playlist playlist{{&item, 1}, {&layer, 1}, 1, 1};
        EvaluateJob job{.rig = rig, .playlist = &playlist, .out = scratch.pose};
        job.rig.root = {};  // what a clip moves stays in its pose
        job.rig.roots = {};
        status = run(job);
    } else {
        status = copy_pose(rest_pose(rig.skeleton), scratch.pose);
    }
    if (status != Status::ok) return status;
    status = run(LocalToModelJob{rig.skeleton, scratch.pose, {}, scratch.model});
    if (palette.empty()) return status;
    for (const Skin& skin : rig.skins) {
        if (status != Status::ok) return status;
        const std::size_t count = skin.joints.size();
        if (palette.size() < count) return Status::bad_size;
        status = run(PaletteJob{skin, scratch.model, palette.first(count)});
        palette = palette.subspan(count);
    }
    return status;
}

}  // namespace

Ticks time_of(const Player& player, const Clip& clip) noexcept {
    return time_of(player.head, player.mode, clip.duration);
}

void seek(Player& player, const Clip& clip, Ticks time) noexcept {
    seek(player.head, time, player.mode, clip.duration);
    player.step = {};
    player.finished = false;
}

Status advance(Player& player, const Clip& clip, Ticks dt, Advance* out) noexcept {
    Advance step{.from = player.head.phase, .to = player.head.phase};
    if (player.playing) {
        const Status status =
            advance(player.head, dt, player.speed, player.mode, clip.duration, step);
        if (status != Status::ok) return status;
        const bool moved = step.moved != Ticks{} || step.spilled != Ticks{};
        const bool was_finished = player.finished;
        if (moved) player.finished = step.finished;
        // Turned round, and at the other end in one step: said again.
        step.finished = step.finished && (!was_finished || step.moved != Ticks{});
    }
    if (out != nullptr) *out = step;
    return Status::ok;
}

Status advance(Player& player, const Clip& clip, float dt_s, Advance* out) noexcept {
    if (!std::isfinite(dt_s) || !std::isfinite(player.speed)) return Status::bad_argument;
    Ticks dt{};
    if (player.playing) {
        TickRemainder remainder = player.step;
        if (Status s = ticks_of_step(dt_s, remainder, dt); s != Status::ok) return s;
        if (Status s = advance(player, clip, dt, out); s != Status::ok) return s;
        player.step = remainder;
        return Status::ok;
    }
    return advance(player, clip, dt, out);
}

Status evaluate(const Player& player, const Rig& rig, const PlayerScratch& scratch,
                std::span<Mat34> palette) noexcept {
    if (!fits(scratch, rig.skeleton)) return Status::bad_size;
    const Clip* clip = find_clip(player, rig);
    const bool usable = clip != nullptr && fits(*clip, rig.skeleton);
    const Ticks time = usable ? time_of(player, *clip) : Ticks{};
    const Status status = pose_and_palette(usable ? clip : nullptr, time, rig, scratch, palette);
    if (status != Status::ok || usable) return status;
    return clip == nullptr ? Status::missing : Status::bad_size;
}

Status run(const PlayersJob& job) noexcept {
    const std::size_t joints = palette_size(job.rig);
    if (!std::isfinite(job.dt_s)) return Status::bad_argument;
    if (!fits(job.scratch, job.rig.skeleton) ||
        job.palettes.size() / (joints > 0 ? joints : 1) < (joints > 0 ? job.players.size() : 0)) {
        return Status::bad_size;
    }
    for (const Skin& skin : job.rig.skins) {
        if (skin.inverse_binds.size() < skin.joints.size()) return Status::bad_size;
        for (JointIndex joint : skin.joints) {
            if (joint >= job.rig.skeleton.joint_count()) return Status::bad_size;
        }
    }
    for (std::size_t i = 0; i < job.players.size(); ++i) {
        Player& player = job.players[i];
        const Clip* clip = find_clip(player, job.rig);
        Status status = clip == nullptr ? Status::missing : advance(player, *clip, job.dt_s);
        const bool shown = status == Status::ok && fits(*clip, job.rig.skeleton);
        if (status == Status::ok && !shown) status = Status::bad_size;
        const Ticks time = shown ? time_of(player, *clip) : Ticks{};
        const Status posed = pose_and_palette(
            shown ? clip : nullptr, time, job.rig, job.scratch,
            joints > 0 ? job.palettes.subspan(i * joints, joints) : std::span<Mat34>{});
        if (status == Status::ok) status = posed;
        if (status != player.last && status != Status::ok && job.warn != nullptr) {
            job.warn(job.warn_user, static_cast<std::uint32_t>(i), status);
        }
        player.last = status;
    }
    return Status::ok;
}

}  // namespace motus

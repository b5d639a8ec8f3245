// SPDX-License-Identifier: MIT
#include <motus/play/mixing.h>

#include <motus/play/action_step.h>
#include <motus/play/carry.h>
#include <motus/skinning/palette.h>

#include <algorithm>
#include <cmath>

namespace motus {
namespace {

bool counts(const ActionState& action) noexcept {
    return action.playing && action.weight > 0.0f;
}

bool fits(const PoseView& pose, const Skeleton& skeleton) noexcept {
    return is_valid(pose) && pose.joint_count() == skeleton.joint_count() &&
           pose.weights.size() == skeleton.rest_weights.size();
}

Status check_actions(const MixerJob& job, std::size_t& playing) noexcept {
    const Rig& rig = job.mixer.rig;
    for (std::size_t i = 0; i < job.mixer.actions.size(); ++i) {
        const ActionState& action = job.mixer.actions[i];
        if (!action.playing) continue;
        ++playing;
        if (action.mask != kNoMask &&
            (action.mask >= rig.masks.size() || action.mask >= kNoItemMask)) {
            return Status::missing;
        }
        if (!(action.weight >= 0.0f) || !std::isfinite(action.weight) ||
            !std::isfinite(action.speed)) {
            return Status::bad_argument;
        }
        const Clip& clip = rig.clips[i];
        if (clip.joint_limit > rig.skeleton.joint_count() ||
            clip.weight_limit > rig.skeleton.rest_weights.size()) {
            return Status::bad_size;
        }
    }
    return Status::ok;
}

Status check(const MixerJob& job) noexcept {
    const MixerView& mixer = job.mixer;
    const Skeleton& skeleton = mixer.rig.skeleton;
    if (mixer.state == nullptr || !std::isfinite(mixer.state->time_scale)) {
        return Status::bad_argument;
    }
    const std::size_t palettes = palette_size(mixer.rig);
    std::size_t playing = 0;
    if (mixer.actions.size() > mixer.rig.clips.size() || !fits(job.local, skeleton) ||
        job.model.size() < skeleton.joint_count() ||
        (!job.palettes.empty() && job.palettes.size() < palettes)) {
        return Status::bad_size;
    }
    if (const Status status = check_actions(job, playing); status != Status::ok) return status;
    const MixerScratch& scratch = job.scratch;
    const bool fit =
        playing <= scratch.evaluate.items && playing <= scratch.items.size() &&
        2 * playing < scratch.layers.size() && scratch.references.size() >= mixer.actions.size() &&
        scratch.evaluate.floats.size() >= scratch_floats(skeleton, scratch.evaluate.items) &&
        fits(scratch.target, skeleton);
    return fit ? Status::ok : Status::bad_size;
}

PlaylistItem item_of(const MixerJob& job, std::size_t index, float weight) noexcept {
    const ActionState& action = job.mixer.actions[index];
    PlaylistItem item;
    item.from = item.to = time_of(action, job.mixer.rig.clips[index]);
    item.motion = item.source = static_cast<std::uint32_t>(index);
    item.weight = weight;
    return item;
}

// What the actions play now: the blend of each layer, and then what is added to it.
Playlist write_playlist(const MixerJob& job) noexcept {
    const std::span<const ActionState> actions = job.mixer.actions;
    Playlist list{job.scratch.items, job.scratch.layers, 0, 0};
    unsigned top = 0;
    for (const ActionState& action : actions) {
        if (counts(action)) top = std::max<unsigned>(top, action.layer);
    }
    for (unsigned n = 0; n <= top; ++n) {
        PlaylistLayer blend;
        blend.first = list.item_count;
        // A strict blend takes the rest pose of joints without tracks for theirs: else they would
        // jump to the one clip that has them as soon as that has any weight.
        blend.strict = job.mixer.state->strict && n == 0;
        if (!blend.strict) blend.unanimated = Unanimated::left_out;
        for (std::size_t i = 0; i < actions.size(); ++i) {
            if (!counts(actions[i]) || actions[i].additive || actions[i].layer != n) continue;
            PlaylistItem& item = list.items[list.item_count++];
            item = item_of(job, i, actions[i].weight);
            if (actions[i].mask != kNoMask) item.mask = static_cast<std::uint16_t>(actions[i].mask);
        }
        blend.count = list.item_count - blend.first;
        if (n == 0 || blend.count > 0) list.layers[list.layer_count++] = blend;
        for (std::size_t i = 0; i < actions.size(); ++i) {
            if (!counts(actions[i]) || !actions[i].additive || actions[i].layer != n) continue;
            PlaylistLayer added;
            added.first = list.item_count;
            added.count = 1;
            added.mask = actions[i].mask;
            added.weight = std::min(actions[i].weight, 1.0f);
            added.mode = LayerMode::additive;
            list.layers[list.layer_count++] = added;
            list.items[list.item_count++] = item_of(job, i, 1.0f);
            job.scratch.references[i] = {static_cast<std::uint32_t>(i), actions[i].reference};
        }
    }
    return list;
}

// The mix as it stands, into job.local.
Status evaluate(const MixerJob& job) noexcept {
    const Playlist playlist = write_playlist(job);
    EvaluateJob evaluation{.rig = job.mixer.rig,
                           .playlist = &playlist,
                           .scratch = job.scratch.evaluate,
                           .out = job.local};
    evaluation.rig.root = {};  // what a clip moves stays in its pose
    evaluation.rig.roots = {};
    evaluation.rig.references = job.scratch.references;
    return run(evaluation);
}

// Collects what happens, as far as there is room.
struct Reporter {
    const MixerJob& job;
    MixerReport report{};

    bool event(ClipId clip, const EventTime& event, float weight) noexcept {
        if (report.events == job.events.size()) {
            report.dropped = true;
            return false;
        }
        job.events[report.events++] = {clip, event.name, event.time, weight};
        return true;
    }
    void notice(const MixerNotice& notice) noexcept {
        if (report.notices == job.notices.size()) {
            report.dropped = true;
            return;
        }
        job.notices[report.notices++] = notice;
    }
};

void step_actions(const MixerJob& job, Ticks dt, Reporter& reporter) noexcept {
    const Ticks real = dt < Ticks{} ? -dt : dt;
    for (std::size_t i = 0; i < job.mixer.actions.size(); ++i) {
        ActionState& action = job.mixer.actions[i];
        if (!action.playing) continue;
        const auto clip = static_cast<ClipId>(i);
        const bool heard = action.weight > 0.0f;
        const Rig& rig = job.mixer.rig;
        const detail::ActionStep step = detail::step_clock(
            action, rig.clips[i],
            i < rig.events.size() ? rig.events[i] : std::span<const EventTime>{}, dt);
        detail::step_fade(action, real);
        // What has no weight before nor after is not there to be heard.
        if (heard || action.weight > 0.0f) {
            for_each_event(step.walk, [&](const EventTime& event) {
                return reporter.event(clip, event, action.weight);
            });
        }
        if (step.laps > 0) reporter.notice({clip, NoticeKind::looped, step.laps});
        if (step.finished) reporter.notice({clip, NoticeKind::finished, 1});
    }
}

Status compose(const MixerJob& job) noexcept {
    const Rig& rig = job.mixer.rig;
    Status status = run(LocalToModelJob{rig.skeleton, job.local, {}, job.model});
    if (job.palettes.empty()) return status;
    std::size_t first = 0;
    for (const Skin& skin : rig.skins) {
        if (status != Status::ok) return status;
        status = run(PaletteJob{skin, job.model, job.palettes.subspan(first, skin.joints.size())});
        first += skin.joints.size();
    }
    return status;
}

}  // namespace

Action MixerView::action(ClipId clip) const noexcept {
    const auto index = static_cast<std::size_t>(clip);
    return {actions[index], rig.clips[index], static_cast<std::uint32_t>(rig.masks.size()), *state};
}

Status step_of(MixerState& mixer, float dt_s, Ticks& out) noexcept {
    return ticks_of_step(dt_s, mixer.step, out);
}

Status run(const MixerJob& job) noexcept {
    if (const Status status = check(job); status != Status::ok) return status;
    MixerState& state = *job.mixer.state;
    Ticks dt{};
    Status status = scale_ticks(job.dt, state.time_scale, state.scaled, dt);
    if (status != Status::ok) return status;
    const Ticks real = dt < Ticks{} ? -dt : dt;
    Reporter reporter{job};
    detail::Carry carry(job.mixer);
    const bool begins = carry.waits() && real > Ticks{};
    const PoseView& target = job.scratch.target;
    if (begins) {
        status = evaluate(job);
        if (status == Status::ok) status = copy_pose(job.local, target);
        if (status != Status::ok) return status;
    }
    if (real > Ticks{}) step_actions(job, dt, reporter);
    status = carry.waits() && !begins ? copy_pose(carry.shown(), job.local) : evaluate(job);
    if (status != Status::ok) return status;
    if (begins) status = carry.begin(target, job.local, real);
    if (!carry.waits()) state.carry_pending = false;
    if (status == Status::ok) status = carry.apply(job.local, real);
    if (status != Status::ok) return status;
    carry.keep(job.local, real, state.jumped && !begins);
    state.jumped = false;
    for (ActionState& action : job.mixer.actions)
        action.shown = action.shown || counts(action);
    if (job.report != nullptr) *job.report = reporter.report;
    return compose(job);
}

}  // namespace motus

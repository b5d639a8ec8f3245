// SPDX-License-Identifier: MIT
#include <motus/play/mixing.h>

#include <motus/mix/additive.h>
#include <motus/palette/palette.h>
#include <motus/play/action_step.h>
#include <motus/play/carry.h>
#include <motus/sample/sample.h>

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
    const MixerRig& rig = job.mixer.rig;
    for (std::size_t i = 0; i < job.mixer.actions.size(); ++i) {
        const ActionState& action = job.mixer.actions[i];
        if (!action.playing) continue;
        ++playing;
        if (action.mask != kNoMask && action.mask >= rig.masks.size()) return Status::missing;
        if (!(action.weight >= 0.0f) || !std::isfinite(action.weight) ||
            !std::isfinite(action.speed)) {
            return Status::bad_argument;
        }
        const Clip& clip = rig.clips[i].clip;
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
    std::size_t palettes = 0, playing = 0;
    for (const Skin& skin : mixer.rig.skins)
        palettes += skin.joints.size();
    if (mixer.actions.size() > mixer.rig.clips.size() || !fits(job.local, skeleton) ||
        job.model.size() < skeleton.joint_count() ||
        (!job.palettes.empty() && job.palettes.size() < palettes)) {
        return Status::bad_size;
    }
    if (const Status status = check_actions(job, playing); status != Status::ok) return status;
    if (job.scratch.layers.size() < playing || job.scratch.poses.size() < playing + 3 ||
        playing > kMaxBlendLayers) {
        return Status::bad_size;
    }
    const bool all_fit = std::all_of(job.scratch.poses.begin(), job.scratch.poses.end(),
                                     [&](const PoseView& pose) { return fits(pose, skeleton); });
    return all_fit ? Status::ok : Status::bad_size;
}

// Weighted actions of one layer onto what the layers below have made.
Status blend_layer(const MixerJob& job, std::uint8_t layer) noexcept {
    const MixerRig& rig = job.mixer.rig;
    const ConstPoseView rest = rest_pose(rig.skeleton);
    const bool strict = job.mixer.state->strict && layer == 0;
    std::size_t used = 0;
    for (std::size_t i = 0; i < job.mixer.actions.size(); ++i) {
        const ActionState& action = job.mixer.actions[i];
        if (!counts(action) || action.additive || action.layer != layer) continue;
        const MixerClip& clip = rig.clips[i];
        const PoseView pose = job.scratch.poses[used];
        const Status status = run(SampleJob{clip.clip, time_of(action, clip.clip), rest, {}, pose});
        if (status != Status::ok) return status;
        // A strict blend takes the rest pose of joints without tracks for theirs: else they would
        // jump to the one clip that has them as soon as that has any weight.
        Mask mask = strict ? Mask{} : clip.joints;
        if (action.mask != kNoMask) {
            const std::size_t place = i * rig.masks.size() + action.mask;
            mask = !strict && place < rig.clip_masks.size() ? rig.clip_masks[place]
                                                            : rig.masks[action.mask];
        }
        job.scratch.layers[used++] = {.pose = pose,
                                      .weight = action.weight,
                                      .motion = static_cast<std::uint32_t>(i),
                                      .joint_weights = mask,
                                      .morph_factor = strict || clip.morphs ? 1.0f : 0.0f};
    }
    return run(BlendJob{job.scratch.layers.first(used),
                        layer == 0 ? rest : ConstPoseView(job.local), job.local, strict});
}

Status add_layer(const MixerJob& job, std::uint8_t layer) noexcept {
    const MixerRig& rig = job.mixer.rig;
    const ConstPoseView rest = rest_pose(rig.skeleton);
    const PoseView delta = job.scratch.poses[0], reference = job.scratch.poses[1];
    for (std::size_t i = 0; i < job.mixer.actions.size(); ++i) {
        const ActionState& action = job.mixer.actions[i];
        if (!counts(action) || !action.additive || action.layer != layer) continue;
        const Clip& clip = rig.clips[i].clip;
        Status status = run(SampleJob{clip, time_of(action, clip), rest, {}, delta});
        ConstPoseView zero = rest;
        if (status == Status::ok && action.reference >= Ticks{}) {
            status = run(SampleJob{clip, action.reference, rest, {}, reference});
            zero = reference;
        }
        if (status == Status::ok) status = run(AdditiveDeltaJob{delta, zero, delta});
        if (status == Status::ok) {
            status = run(AdditiveJob{job.local, delta, std::min(action.weight, 1.0f),
                                     action.mask == kNoMask ? Mask{} : rig.masks[action.mask],
                                     job.local});
        }
        if (status != Status::ok) return status;
    }
    return Status::ok;
}

// The mix as it stands, into job.local.
Status evaluate(const MixerJob& job) noexcept {
    unsigned top = 0;
    for (const ActionState& action : job.mixer.actions) {
        if (counts(action)) top = std::max<unsigned>(top, action.layer);
    }
    for (unsigned layer = 0; layer <= top; ++layer) {
        const auto index = static_cast<std::uint8_t>(layer);
        Status status = blend_layer(job, index);
        if (status == Status::ok) status = add_layer(job, index);
        if (status != Status::ok) return status;
    }
    return Status::ok;
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
        const detail::ActionStep step = detail::step_clock(action, job.mixer.rig.clips[i], dt);
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
    const MixerRig& rig = job.mixer.rig;
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
    const PoseView& target = job.scratch.poses.back();
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

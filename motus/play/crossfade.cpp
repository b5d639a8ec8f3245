// SPDX-License-Identifier: MIT
#include <motus/play/action_step.h>
#include <motus/play/mixing.h>

#include <algorithm>
#include <cmath>

namespace motus {
namespace {

bool goes_out(const ActionState& action) noexcept {
    return action.fading && action.fade_to == 0.0f;
}

// What a crossfade to one action sees of the others.
struct Group {
    float fading = 0.0f;  // weights that it moves, the target's own among them
    float steady = 0.0f;  // weights that it leaves alone
    bool settled = true;  // all that it would move goes out already
};

bool is_silent(const ActionState& action) noexcept {
    return !action.playing || action.weight == 0.0f || !action.shown;
}

// Plays beside `to`, in the same part of the mix.
bool plays_beside(const ActionState& action, const ActionState& to) noexcept {
    return &action != &to && action.playing && action.layer == to.layer &&
           action.additive == to.additive;
}

bool is_moved(const ActionState& action, const ActionState& from) noexcept {
    return &action == &from || action.fading || action.crossing;
}

Group group_of(const MixerView& mixer, const ActionState& from, const ActionState& to) noexcept {
    Group group{};
    for (const ActionState& action : mixer.actions) {
        if (!plays_beside(action, to)) continue;
        if (is_moved(action, from)) {
            group.fading += action.weight;
            if (!goes_out(action)) group.settled = false;
        } else {
            group.steady += action.weight;
        }
    }
    if (!is_silent(to)) group.fading += to.weight;
    return group;
}

float target_weight(const Group& group, const ActionState& to) noexcept {
    const float kept = std::min(group.fading, 1.0f);
    if (to.additive || to.layer != 0) return kept > 0.0f ? kept : 1.0f;
    return std::max(kept, 1.0f - std::min(group.steady, 1.0f));
}

}  // namespace

Status cross_fade(const MixerView& mixer, ClipId from, ClipId to, float seconds,
                  FadeMode mode) noexcept {
    if (!(seconds >= 0.0f) || !std::isfinite(seconds)) return Status::bad_argument;
    return cross_fade(mixer, from, to, ticks_of_seconds(static_cast<double>(seconds)), mode);
}

Status cross_fade(const MixerView& mixer, ClipId from_clip, ClipId to_clip, Ticks length,
                  FadeMode mode) noexcept {
    const auto from_index = static_cast<std::size_t>(from_clip);
    const auto to_index = static_cast<std::size_t>(to_clip);
    if (from_index >= mixer.actions.size() || to_index >= mixer.actions.size() ||
        mixer.actions.size() > mixer.rig.clips.size()) {
        return Status::missing;
    }
    ActionState& from = mixer.actions[from_index];
    ActionState& to = mixer.actions[to_index];
    if (length < Ticks{} || from.layer != to.layer || from.additive != to.additive) {
        return Status::bad_argument;
    }
    const bool inertial = mode == FadeMode::inertial && length > Ticks{};
    if (inertial && mixer.carry.size() < mixer_carry_floats(mixer.rig.skeleton)) {
        return Status::bad_size;
    }
    const Group group = group_of(mixer, from, to);
    const bool active = to.playing && !goes_out(to) && (to.crossing || !is_silent(to));
    if (active && group.settled) return Status::ok;

    const float weight = target_weight(group, to);
    const Ticks fade = inertial ? Ticks{} : length;
    if (is_silent(to)) {
        detail::leave(to);
        detail::rewind(to, mixer.rig.clips[to_index]);
        to.weight = 0.0f;
        to.playing = true;
    }
    for (ActionState& action : mixer.actions) {
        if (!plays_beside(action, to) || !is_moved(action, from)) continue;
        action.crossing = true;
        detail::start_fade(action, 0.0f, fade);
    }
    to.crossing = true;
    detail::start_fade(to, weight, fade);
    if (inertial) {
        mixer.state->carry_pending = true;
        mixer.state->carry_length = length;
    }
    return Status::ok;
}

}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/play/action.h>

#include <motus/play/action_step.h>
#include <motus/play/mixing.h>

#include <cmath>

namespace motus {
namespace {

bool is_size(float value) noexcept {
    return value >= 0.0f && std::isfinite(value);
}

// At the end that its speed leads to.
bool is_done(const ActionState& action) noexcept {
    if (!action.finished) return false;
    const bool at_start = action.counting && action.travelled == Ticks{};
    return at_start ? action.speed < 0.0f : action.speed > 0.0f;
}

}  // namespace

Action Action::fault() const noexcept {
    if (mixer_->fault == Status::ok) mixer_->fault = Status::bad_argument;
    return *this;
}

Action Action::play() const noexcept {
    if (!action_->playing) {
        action_->weight = action_->full;
        action_->shown = false;
        mixer_->jumped = true;
    }
    if (is_done(*action_)) {
        detail::rewind(*action_, *clip_);
        mixer_->jumped = true;
    }
    action_->playing = true;
    action_->paused = false;
    return *this;
}

Action Action::stop() const noexcept {
    detail::leave(*action_);
    return reset();
}

Action Action::pause(bool on) const noexcept {
    if (action_->playing) action_->paused = on;
    return *this;
}

Action Action::reset() const noexcept {
    action_->paused = false;
    action_->fading = false;
    action_->weight = action_->full;
    action_->delay = {};
    return set_time(action_->begin);
}

Action Action::set_speed(float speed) const noexcept {
    if (!std::isfinite(speed)) return fault();
    action_->speed = speed;
    return *this;
}

Action Action::set_weight(float weight) const noexcept {
    if (!is_size(weight)) return fault();
    if (weight != action_->weight) mixer_->jumped = true;  // no motion that a fade could take over
    action_->weight = weight;
    action_->full = weight;
    action_->fading = false;
    return *this;
}

Action Action::set_loop(PlayMode mode, std::uint32_t laps) const noexcept {
    const Ticks now = time();
    const bool was_done = is_done(*action_);
    if (mode != action_->mode) {
        // A swing on its way back keeps its direction only as a swing.
        seek(action_->head, now - action_->begin, mode, length_of(*action_, *clip_));
    }
    action_->mode = mode;
    action_->laps = laps;
    action_->counting = false;
    action_->travelled = {};
    if (was_done) action_->finished = false;
    return *this;
}

Action Action::set_range(Ticks begin, Ticks end) const noexcept {
    if (begin < Ticks{} || end < begin || end > clip_->duration) return fault();
    action_->begin = begin;
    action_->end = end;
    return set_time(begin);
}

Action Action::set_delay(float seconds) const noexcept {
    if (!is_size(seconds)) return fault();
    action_->delay = ticks_of_seconds(static_cast<double>(seconds));
    return *this;
}

Action Action::set_time(Ticks time) const noexcept {
    seek(action_->head, time - action_->begin, action_->mode, length_of(*action_, *clip_));
    action_->travelled = {};
    action_->counting = false;
    action_->entered = true;
    action_->finished = false;
    mixer_->jumped = true;
    return *this;
}

Action Action::fade_to(float weight, float seconds) const noexcept {
    if (!is_size(seconds)) return fault();
    return fade_to(weight, ticks_of_seconds(static_cast<double>(seconds)));
}

Action Action::fade_to(float weight, Ticks length) const noexcept {
    if (!is_size(weight) || length < Ticks{}) return fault();
    if (!action_->playing) {
        if (weight == 0.0f) return *this;
        play();
        action_->weight = 0.0f;
    }
    if (weight > 0.0f) action_->full = weight;
    detail::start_fade(*action_, weight, length);
    return *this;
}

Action Action::set_additive(bool on, Ticks reference) const noexcept {
    action_->additive = on;
    action_->reference = reference;
    return *this;
}

Action Action::set_mask(std::uint32_t mask) const noexcept {
    if (mask != kNoMask && mask >= masks_) return fault();
    action_->mask = mask;
    return *this;
}

Action Action::set_layer(std::uint8_t layer) const noexcept {
    action_->layer = layer;
    return *this;
}

}  // namespace motus

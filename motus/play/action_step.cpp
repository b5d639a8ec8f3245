// SPDX-License-Identifier: MIT
#include <motus/play/action_step.h>

#include <algorithm>

namespace motus {
namespace {

std::uint32_t laps_of(const ActionState& action) noexcept {
    return action.mode == PlayMode::once ? 1 : action.laps;
}

// Whole way of an action with a lap count; 0 where it never ends (or not within 200 years).
std::int64_t way_of(const ActionState& action, Ticks duration) noexcept {
    const std::int64_t laps = laps_of(action);
    if (laps == 0 || duration.value <= 0 || laps > kMaxTicks.value / duration.value) return 0;
    return laps * duration.value;
}

bool holds_at_top(const ActionState& action, Ticks duration) noexcept {
    const std::int64_t way = way_of(action, duration);
    return way != 0 && action.mode == PlayMode::loop && action.counting &&
           action.travelled.value == way;
}

// Where on its way an action begins: forwards in its first lap, backwards in its last, where time
// 0 is the end of that lap.
std::int64_t begin_way(const ActionState& action, Ticks duration, std::int64_t way,
                       bool backward) noexcept {
    const std::int64_t phase = action.head.phase.value;
    if (action.mode == PlayMode::once) return phase;
    const std::int64_t into = phase % duration.value;
    if (!backward) return into;
    return into > 0 ? way - duration.value + into : way;
}

std::int64_t floor_div(std::int64_t a, std::int64_t b) noexcept {
    return a / b - (a % b < 0 ? 1 : 0);
}

// Ends of laps that a step reaches.
std::int64_t laps_reached(Ticks from, Ticks moved, Ticks duration) noexcept {
    const std::int64_t d = duration.value, to = from.value + moved.value;
    if (moved.value >= 0) return floor_div(to, d) - floor_div(from.value, d);
    return -floor_div(-from.value, d) + floor_div(-to, d);
}

}  // namespace

Ticks length_of(const ActionState& action, const Clip& clip) noexcept {
    const Ticks end =
        action.end < Ticks{} || action.end > clip.duration ? clip.duration : action.end;
    return std::max(end - action.begin, Ticks{});
}

Ticks time_of(const ActionState& action, const Clip& clip) noexcept {
    const Ticks length = length_of(action, clip), begin = std::min(action.begin, clip.duration);
    if (holds_at_top(action, length)) return begin + length;
    return begin + time_of(action.head, action.mode, length);
}

namespace detail {
namespace {

// Spends the delay, and returns what is left of the step.
Ticks wait(ActionState& action, Ticks dt) noexcept {
    if (action.delay <= Ticks{}) return dt;
    const bool backward = dt < Ticks{};
    const Ticks size = backward ? -dt : dt, waited = std::min(size, action.delay);
    action.delay = action.delay - waited;
    return backward ? waited - size : size - waited;
}

}  // namespace

ActionStep step_clock(ActionState& action, const Clip& clip, std::span<const EventTime> events,
                      Ticks dt) noexcept {
    const Ticks duration = length_of(action, clip);
    ActionStep result{};
    if (!action.playing || action.paused) return result;
    dt = wait(action, dt);
    if (dt == Ticks{}) return result;
    Ticks step{};
    if (scale_ticks(dt, action.speed, action.head.remainder, step) != Status::ok ||
        step == Ticks{}) {
        return result;
    }
    const std::int64_t way = way_of(action, duration);
    const bool backward = step < Ticks{};
    const bool from_top = holds_at_top(action, duration);
    if (backward && action.entered && action.mode == PlayMode::ping_pong &&
        action.head.phase == Ticks{}) {
        action.head.phase = duration;  // as in a loop, the start of a way back is the end
    }
    const bool counted = laps_of(action) != 0;
    bool at_end = counted && duration.value <= 0;
    Ticks moved = step;
    if (way != 0) {
        const std::int64_t at = action.counting
                                    ? std::clamp<std::int64_t>(action.travelled.value, 0, way)
                                    : begin_way(action, duration, way, backward);
        const std::int64_t to = std::clamp<std::int64_t>(at + step.value, 0, way);
        action.travelled = {to};
        action.counting = true;
        at_end = backward ? to == 0 : to == way;
        moved = {to - at};
    }
    Advance advanced{};
    // Speed 1 is exact and leaves the remainder alone; the mode keeps the phase in its range.
    if (advance(action.head, moved, 1.0f, action.mode, duration, advanced) != Status::ok) {
        return result;
    }
    if (at_end) action.head.remainder = {};
    result.walk = {.events = events,
                   .mode = duration.value <= 0 && counted ? PlayMode::once : action.mode,
                   .duration = duration,
                   .begin = action.begin,
                   .from = from_top ? duration : advanced.from,
                   .moved = advanced.moved,
                   .backward = backward,
                   .stepped = true,
                   .entered = action.entered,
                   .ended = at_end};
    // Turned round, and at the other end in one step: said again.
    result.finished = at_end && (!action.finished || advanced.moved != Ticks{});
    if (duration.value > 0 && advanced.moved != Ticks{}) {
        result.laps = laps_reached(advanced.from, advanced.moved, duration) - (at_end ? 1 : 0);
    }
    action.finished = at_end;
    action.entered = false;
    return result;
}

void step_fade(ActionState& action, Ticks dt) noexcept {
    if (!action.playing || !action.fading || dt == Ticks{}) return;
    const std::int64_t length = action.fade_length.value;
    action.fade_elapsed = {action.fade_elapsed.value + std::min(dt.value, length + 1)};
    const std::int64_t elapsed = action.fade_elapsed.value;
    if (elapsed < length) {
        const double part = static_cast<double>(elapsed) / static_cast<double>(length);
        const double from = static_cast<double>(action.fade_from);
        action.weight =
            static_cast<float>(from + (static_cast<double>(action.fade_to) - from) * part);
        return;
    }
    action.weight = action.fade_to;
    if (elapsed == length) return;  // just there: what fades out still shows its last moment
    action.fading = false;
    if (action.fade_to == 0.0f) leave(action);
}

void start_fade(ActionState& action, float weight, Ticks length) noexcept {
    action.fade_from = action.weight;
    action.fade_to = weight;
    action.fade_elapsed = {};
    action.fade_length = length;
    action.fading = length > Ticks{};
    if (action.fading) return;
    action.weight = weight;
    if (weight == 0.0f) leave(action);
}

void rewind(ActionState& action, const Clip& clip) noexcept {
    const bool from_end = action.mode == PlayMode::once && action.speed < 0.0f;
    const Ticks length = length_of(action, clip);
    seek(action.head, from_end ? length : Ticks{}, action.mode, length);
    action.travelled = {};
    action.counting = false;
    action.entered = true;
    action.finished = false;
}

void leave(ActionState& action) noexcept {
    action.playing = false;
    action.paused = false;
    action.fading = false;
    action.crossing = false;
    action.shown = false;
}

}  // namespace detail
}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/core/playhead.h>

namespace motus {
namespace {

struct Folded {
    std::int64_t phase;
    std::int64_t wraps;
};

// Floor division, so that time that runs backwards folds as time that runs forwards does.
Folded fold(std::int64_t value, std::int64_t period) noexcept {
    MOTUS_ASSERT(period > 0);
    if (value >= 0 && value < period) return {value, 0};
    std::int64_t wraps = value / period;
    std::int64_t phase = value % period;
    if (phase < 0) {
        phase += period;
        --wraps;
    }
    MOTUS_ASSERT(phase >= 0 && phase < period);
    return {phase, wraps};
}

std::int64_t clamp_to(std::int64_t value, std::int64_t duration) noexcept {
    return value < 0 ? 0 : (value > duration ? duration : value);
}

std::int64_t period_of(PlayMode mode, Ticks duration) noexcept {
    return mode == PlayMode::ping_pong ? 2 * duration.value : duration.value;
}

// The phase as it counts: a clip may have become shorter since it was stored.
std::int64_t phase_of(const Playhead& head, PlayMode mode, Ticks duration) noexcept {
    if (duration.value <= 0) return 0;
    if (mode == PlayMode::once) return clamp_to(head.phase.value, duration.value);
    return fold(head.phase.value, period_of(mode, duration)).phase;
}

}  // namespace

Ticks time_of(const Playhead& head, PlayMode mode, Ticks duration) noexcept {
    const std::int64_t phase = phase_of(head, mode, duration);
    return {phase > duration.value ? 2 * duration.value - phase : phase};
}

int direction_of(const Playhead& head, PlayMode mode, Ticks duration) noexcept {
    if (mode != PlayMode::ping_pong) return 1;
    return phase_of(head, mode, duration) < duration.value ? 1 : -1;
}

void seek(Playhead& head, Ticks time, PlayMode mode, Ticks duration) noexcept {
    head.phase = time;
    head.phase = {phase_of(head, mode, duration)};
    head.remainder = {};
}

Status advance(Playhead& head, Ticks dt, float speed, PlayMode mode, Ticks duration,
               Advance& out) noexcept {
    if (duration.value < 0 || duration.value > kMaxTicks.value / 2) return Status::bad_argument;
    TickRemainder remainder = head.remainder;
    Ticks step{};
    if (const Status status = scale_ticks(dt, speed, remainder, step); status != Status::ok) {
        return status;
    }
    const std::int64_t from = phase_of(head, mode, duration);
    std::int64_t to = from, wraps = 0, moved = 0, spilled = 0;
    bool finished = false;
    if (mode == PlayMode::once) {
        to = clamp_to(from + step.value, duration.value);
        moved = to - from;
        spilled = step.value - moved;
        finished = (step.value > 0 && to == duration.value) || (step.value < 0 && to == 0);
        if (finished) remainder = {};
    } else if (duration.value > 0) {
        const Folded folded = fold(from + step.value, period_of(mode, duration));
        to = folded.phase;
        wraps = folded.wraps;
        moved = step.value;
    }
    MOTUS_ASSERT(to >= 0 && to <= period_of(mode, duration));
    head.phase = {to};
    head.remainder = remainder;
    out = {{from}, {to}, wraps, {moved}, {spilled}, finished};
    return Status::ok;
}

}  // namespace motus

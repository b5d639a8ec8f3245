// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/machine/clock.h>

#include <cmath>

namespace motus {
namespace {

__extension__ typedef __int128 Int128;

constexpr Cycles kFar{(std::int64_t{1} << 30) * kCycle};

Int128 floor_divide(Int128 a, Int128 b) noexcept {
    const Int128 q = a / b;
    return a % b < 0 ? q - 1 : q;
}

}  // namespace

Cycles cycles_of(double count) noexcept {
    const double scaled = std::round(count * static_cast<double>(kCycle));
    if (!(scaled == scaled)) return {};
    if (scaled >= static_cast<double>(kFar.value)) return kFar;
    if (scaled <= -static_cast<double>(kFar.value)) return {-kFar.value};
    return {static_cast<std::int64_t>(scaled)};
}

double count_of(Cycles cycles) noexcept {
    return static_cast<double>(cycles.value) / static_cast<double>(kCycle);
}

namespace {

// Moves `clock` but for its cycles, which may be out of their range: they come in `at`.
Status travel(StateClock& clock, Ticks dt, float speed, Ticks length, Int128& at) noexcept {
    if (!(length > Ticks{})) return Status::bad_argument;
    StateClock next = clock;
    Ticks step{};
    const Status status = scale_ticks(dt, speed, next.remainder, step);
    if (status != Status::ok) return status;
    if (next.rest >= length.value) next.rest = 0;           // left over from a longer motion
    constexpr std::int64_t kShort = std::int64_t{1} << 29;  // under a second: fits 64 bits
    if (step.value >= 0 && step.value < kShort && next.rest < kShort * kCycle) {
        const std::int64_t total = step.value * kCycle + next.rest;
        at = next.at.value + total / length.value;
        next.rest = total % length.value;
    } else {
        const Int128 total = Int128{step.value} * kCycle + next.rest;
        const Int128 units = floor_divide(total, length.value);
        next.rest = static_cast<std::int64_t>(total - units * length.value);
        at = units + next.at.value;
    }
    MOTUS_ASSERT(next.rest >= 0 && next.rest < length.value);
    clock = next;
    return Status::ok;
}

}  // namespace

Status advance(StateClock& clock, Ticks dt, float speed, Ticks length) noexcept {
    Int128 at = 0;
    const Status status = travel(clock, dt, speed, length, at);
    if (status != Status::ok) return status;
    // Only the fraction matters out there; exit times are far behind.
    if (at >= kFar.value || at <= -kFar.value) at -= at / kFar.value * kFar.value;
    clock.at = {static_cast<std::int64_t>(at)};
    return Status::ok;
}

Ticks time_at(const StateClock& clock, Ticks length, bool looping) noexcept {
    if (!(length > Ticks{})) return {};
    std::int64_t at = clock.at.value;
    if (looping) {
        at &= kCycle - 1;
    } else {
        if (at < 0) return {};
        if (at >= kCycle) return length;
    }
    MOTUS_ASSERT(at >= 0 && at < kCycle && clock.rest >= 0);
    const std::int64_t rest = clock.rest < length.value ? clock.rest : 0;
    return {static_cast<std::int64_t>((Int128{at} * length.value + rest) / kCycle)};
}

Ticks time_until(const StateClock& clock, Cycles target, float speed, Ticks length,
                 Ticks limit) noexcept {
    constexpr Ticks kNever{-1};
    if (!(length > Ticks{}) || !std::isfinite(speed) || limit < Ticks{}) return kNever;
    const bool forward = !std::signbit(speed);
    const auto there = [&](Int128 at) { return forward ? at >= target.value : at <= target.value; };
    if (there(clock.at.value)) return {};
    const auto after = [&](Ticks dt) {
        StateClock moved = clock;
        Int128 at = 0;
        (void)travel(moved, dt, speed, length, at);
        return at;
    };
    if (speed == 0.0f || !there(after(limit))) return kNever;
    // Steps grow with dt, so the least one is found by bisection: exact whatever the rounding.
    std::int64_t low = 0, high = limit.value;
    while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        (there(after({middle})) ? high : low) = middle;
    }
    return {high};
}

}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/core/events.h>

#include <algorithm>

namespace motus {
namespace {

using Visit = bool (*)(void*, const EventTime&);

// Times that a part of a lap passes, from `low` to `high`; an end that is open is not passed.
struct Passage {
    std::int64_t low, high;
    bool low_open, high_open;
    bool descending;
};

class Walker {
  public:
    Walker(const EventWalk& walk, Visit visit, void* user) noexcept
        : walk_(walk), visit_(visit), user_(user), duration_(walk.duration.value) {
        MOTUS_ASSERT(visit != nullptr);
        MOTUS_ASSERT(duration_ <= kMaxTicks.value / 2);
        MOTUS_ASSERT(
            std::is_sorted(walk.events.begin(), walk.events.end(),
                           [](const EventTime& a, const EventTime& b) { return a.time < b.time; }));
    }

    bool run() noexcept {
        if (!walk_.stepped) return true;
        if (first_at(0) == first_after(duration_)) return true;  // a long way to walk for nothing
        if (duration_ <= 0) {
            return (walk_.mode == PlayMode::once && !walk_.entered) || at(0, walk_.backward);
        }
        if (walk_.entered && !enter()) return false;
        // 2^63 is out of reach: steps are within kMaxTicks.
        const std::int64_t left = walk_.backward ? -walk_.moved.value : walk_.moved.value;
        MOTUS_ASSERT(walk_.from.value >= 0 && walk_.from.value <= 2 * duration_);
        if (walk_.mode == PlayMode::ping_pong) {
            return walk_.backward ? swing_back(left) : swing(left);
        }
        return walk_.backward ? backward(left) : forward(left);
    }

  private:
    [[nodiscard]] std::size_t first_at(std::int64_t time) const noexcept {
        const auto found = std::lower_bound(
            walk_.events.begin(), walk_.events.end(), walk_.begin.value + time,
            [](const EventTime& event, std::int64_t t) { return event.time.value < t; });
        return static_cast<std::size_t>(found - walk_.events.begin());
    }
    [[nodiscard]] std::size_t first_after(std::int64_t time) const noexcept {
        const auto found = std::upper_bound(
            walk_.events.begin(), walk_.events.end(), walk_.begin.value + time,
            [](std::int64_t t, const EventTime& event) { return t < event.time.value; });
        return static_cast<std::size_t>(found - walk_.events.begin());
    }

    bool pass(const Passage& p) noexcept {
        const std::size_t begin = p.low_open ? first_after(p.low) : first_at(p.low);
        const std::size_t end = p.high_open ? first_at(p.high) : first_after(p.high);
        for (std::size_t i = begin; i < end; ++i) {
            const std::size_t index = p.descending ? end - 1 - (i - begin) : i;
            if (!visit_(user_, walk_.events[index])) return false;
        }
        return true;
    }
    bool at(std::int64_t time, bool descending) noexcept {
        return pass({time, time, false, false, descending});
    }
    bool up(std::int64_t from, std::int64_t to) noexcept {
        return pass({from, to, true, false, false});
    }
    bool down(std::int64_t from, std::int64_t to) noexcept {
        return pass({to, from, false, true, true});
    }

    bool enter() noexcept {
        const std::int64_t phase = walk_.from.value;
        const bool returning = walk_.mode == PlayMode::ping_pong && phase > duration_;
        if (!at(returning ? 2 * duration_ - phase : phase, walk_.backward != returning)) {
            return false;
        }
        const bool wraps = walk_.mode == PlayMode::loop && walk_.backward && phase == 0;
        return !wraps || at(duration_, true);
    }

    bool forward(std::int64_t left) noexcept {
        std::int64_t phase = walk_.from.value;
        while (left > 0) {
            if (phase == duration_) {  // held at the end of a last lap, and sent on
                if (!at(0, false)) return false;
                phase = 0;
            }
            const std::int64_t part = std::min(left, duration_ - phase);
            if (!up(phase, phase + part)) return false;
            phase += part;
            left -= part;
            if (phase < duration_ || walk_.mode == PlayMode::once) continue;
            if (left == 0 && walk_.ended) break;
            if (!at(0, false)) return false;
            phase = 0;
        }
        return true;
    }

    bool backward(std::int64_t left) noexcept {
        std::int64_t phase = walk_.from.value;
        while (left > 0) {
            if (phase == 0) phase = duration_;  // its events came when the start was reached
            const std::int64_t part = std::min(left, phase);
            if (!down(phase, phase - part)) return false;
            phase -= part;
            left -= part;
            if (phase > 0 || walk_.mode == PlayMode::once) continue;
            if (left == 0 && walk_.ended) break;
            if (!at(duration_, true)) return false;
        }
        return true;
    }

    bool swing(std::int64_t left) noexcept {
        const std::int64_t period = 2 * duration_;
        std::int64_t phase = walk_.from.value;
        while (left > 0) {
            const bool out = phase < duration_;
            const std::int64_t part = std::min(left, (out ? duration_ : period) - phase);
            if (!(out ? up(phase, phase + part) : down(period - phase, period - phase - part))) {
                return false;
            }
            phase = phase + part == period ? 0 : phase + part;
            left -= part;
        }
        return true;
    }

    bool swing_back(std::int64_t left) noexcept {
        const std::int64_t period = 2 * duration_;
        std::int64_t phase = walk_.from.value;
        while (left > 0) {
            if (phase == 0) phase = period;
            const bool out = phase <= duration_;
            const std::int64_t part = std::min(left, out ? phase : phase - duration_);
            if (!(out ? down(phase, phase - part) : up(period - phase, period - phase + part))) {
                return false;
            }
            phase -= part;
            left -= part;
        }
        return true;
    }

    const EventWalk& walk_;
    Visit visit_;
    void* user_;
    std::int64_t duration_;
};

}  // namespace

EventWalk event_walk(std::span<const EventTime> events, const Advance& step, PlayMode mode,
                     Ticks duration, bool entered) noexcept {
    const Ticks length = step.moved != Ticks{} ? step.moved : step.spilled;
    return {.events = events,
            .mode = mode,
            .duration = duration,
            .begin = {},
            .from = step.from,
            .moved = step.moved,
            .backward = length < Ticks{},
            .stepped = length != Ticks{} || duration.value <= 0,  // there, no step moves anything
            .entered = entered,
            .ended = false};
}

bool walk_events(const EventWalk& walk, bool (*visit)(void* user, const EventTime& event),
                 void* user) noexcept {
    return Walker(walk, visit, user).run();
}

}  // namespace motus

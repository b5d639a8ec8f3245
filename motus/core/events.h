// motus/core/events.h - which events of a motion a step of its clock passes, in which order.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/hash.h>
#include <motus/core/playhead.h>

#include <span>
#include <type_traits>

namespace motus {

/// Something that happens at a time of a motion: a footstep.
struct EventTime {
    Ticks time{};
    NameHash name = NameHash::none;

    friend constexpr bool operator==(const EventTime&, const EventTime&) = default;
};

/// A step of a motion's clock, as its events see it.
///
/// Forward, a step from t0 to t1 passes the events in (t0, t1]; reaching the end of a loop is also
/// reaching its start, the end's events first. Backward it is the mirror image: [t1, t0) in reverse
/// order, the start's events first. The turns of a ping-pong are passed once. On entry the events
/// at exactly the entry time come first. Every lap counts. A step that moves nothing passes
/// nothing.
struct EventWalk {
    std::span<const EventTime> events{};  ///< Ascending times; those outside never fire.
    PlayMode mode = PlayMode::loop;
    Ticks duration{};
    Ticks begin{};  ///< Time of an event that is at phase 0: where a part of a motion is played.
    Ticks from{};  ///< Phase before the step; `duration` at the end of a loop that came to its end.
    Ticks moved{};          ///< Signed length of the step in phase.
    bool backward = false;  ///< The sign of the step, also where an end kept it from moving.
    bool stepped = false;  ///< False: the clock did not run, nothing fires, entry is still to come.
    bool entered =
        false;           ///< This is the first step since the motion was started or put elsewhere.
    bool ended = false;  ///< The step ends the last lap: reaching the end is not a new start.
};

/// The walk of a step that advance() has just made; its dt was not 0.
[[nodiscard]] EventWalk event_walk(std::span<const EventTime> events, const Advance& step,
                                   PlayMode mode, Ticks duration, bool entered) noexcept;

/// Calls `visit(user, event)` for each event passed, in order, until it returns false.
/// Returns false where it was stopped. Cost: laps x log2(events) + events passed. A motion of
/// length 0 passes all its events on entry and, unless it plays once, in each later step.
bool walk_events(const EventWalk& walk, bool (*visit)(void* user, const EventTime& event),
                 void* user) noexcept;

/// The same with anything callable as `visit(const EventTime&)`, returning nothing or bool.
template <typename Visit>
bool for_each_event(const EventWalk& walk, Visit&& visit) noexcept {
    using Callable = std::remove_reference_t<Visit>;
    return walk_events(
        walk,
        [](void* user, const EventTime& event) -> bool {
            Callable& call = *static_cast<Callable*>(user);
            if constexpr (std::is_void_v<decltype(call(event))>) {
                call(event);
                return true;
            } else {
                return static_cast<bool>(call(event));
            }
        },
        const_cast<void*>(static_cast<const void*>(&visit)));
}

}  // namespace motus

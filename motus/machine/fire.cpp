// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/machine/fire.h>

#include <algorithm>

namespace motus::detail {

void fire(const TickJob& job, const MachineEvent& event) noexcept {
    if (job.events == nullptr) return;
    ++job.events->total;
    if (job.events->count < job.events->events.size()) {
        job.events->events[job.events->count++] = event;
    }
}

void fire_state(const TickJob& job, std::uint32_t layer, std::uint32_t state,
                record::StateMoment moment) noexcept {
    if (job.events == nullptr) return;
    const Machine& graph = job.graph;
    MOTUS_ASSERT(state < graph.states.size());
    const record::StateMachineState& s = graph.states[state];
    MachineEvent event{.name = NameHash{s.name}, .layer = layer, .state = state};
    if (moment != record::StateMoment::update) {
        event.kind = moment == record::StateMoment::enter ? MachineEventKind::state_enter
                                                          : MachineEventKind::state_exit;
        fire(job, event);
    }
    for (std::uint32_t i = s.events.start; i < s.events.start + s.events.count; ++i) {
        const record::StateEvent& own = graph.state_events[i];
        if (own.moment != moment || own.event >= graph.event_names.size()) continue;
        event.name = NameHash{graph.event_names[own.event].name};
        event.kind = MachineEventKind::state;
        event.event = i;
        fire(job, event);
    }
}

// A motion without length passes no time: once per update, however many parts its state plays.
static bool heard(const MotionInfo& info, std::span<const PlaylistItem> before,
                  const PlaylistItem& item) noexcept {
    if (info.duration > Ticks{} || item.entered) return false;
    return std::any_of(before.begin(), before.end(), [&](const PlaylistItem& other) {
        return other.passed && other.probe == CutProbe::none && other.state == item.state &&
               other.motion == item.motion && other.weight > 0.0f;
    });
}

void fire_motions(const TickJob& job, std::uint32_t layer, std::span<const PlaylistItem> items,
                  bool stepped) noexcept {
    if (job.events == nullptr) return;
    for (const PlaylistItem& item : items) {
        MOTUS_ASSERT(item.motion < job.graph.motions.size());
        const MotionInfo& info = job.graph.motions[item.motion];
        MOTUS_ASSERT(item.from >= Ticks{} && item.from <= info.duration);
        MOTUS_ASSERT(item.to >= Ticks{} && item.to <= info.duration);
        if (item.probe != CutProbe::none) continue;
        if (info.events.count == 0 || !(item.weight > 0.0f)) continue;
        if (heard(info, items.first(static_cast<std::size_t>(&item - items.data())), item)) {
            continue;
        }
        EventWalk walk;
        walk.events = job.graph.events.subspan(info.events.start, info.events.count);
        walk.mode = item.loops ? PlayMode::loop : PlayMode::once;
        walk.duration = info.duration;
        walk.from = item.from;
        const std::int64_t laps = std::clamp(item.wraps, -kMaxEventLaps, kMaxEventLaps);
        walk.moved = {laps * info.duration.value + (item.to - item.from).value};
        walk.backward = item.backward;
        walk.stepped = stepped;
        walk.entered = item.entered;
        for_each_event(walk, [&](const EventTime& event) {
            MachineEvent out{.name = event.name,
                             .layer = layer,
                             .state = item.state,
                             .motion = item.motion,
                             .weight = item.weight};
            out.event = info.events.start + static_cast<std::uint32_t>(&event - walk.events.data());
            fire(job, out);
        });
    }
}

}  // namespace motus::detail

// SPDX-License-Identifier: MIT
#include <motus/machine/motion_tree.h>

#include <motus/core/assert.h>

#include <cmath>

namespace motus::detail {
namespace {

constexpr Ticks kOneSecond{kTicksPerSecond}, kShortestBlend{kTicksPerSecond / 50};

double weighted_length(const Values& values, const Motion& motion, double scale) noexcept {
    if (motion.blend == nullptr) {
        if (motion.motion == kNoIndex) return 0.0;
        MOTUS_ASSERT(motion.motion < values.graph.motions.size());
        MOTUS_ASSERT(scale > 0.0);
        const Ticks duration = values.graph.motions[motion.motion].duration;
        return static_cast<double>((duration > Ticks{} ? duration : kOneSecond).value) / scale;
    }
    Weights weights;
    weigh(values, *motion.blend, weights);
    const auto children = children_of(values.graph, *motion.blend);
    double sum = 0.0;
    for (std::size_t i = 0; i < children.size(); ++i) {
        if (weights[i] == 0.0f) continue;
        // Only clips have a time scale of their own.
        const Motion child = motion_of(values.graph, children[i]);
        const double rate = std::fabs(static_cast<double>(children[i].time_scale));
        sum += weights[i] *
               weighted_length(values, child, child.blend == nullptr && rate > 0.0 ? rate : 1.0);
    }
    return sum;
}

// Adds what each span between markers lasts, in ticks.
void add_spans(const Values& values, const Motion& motion, double weight, float time_scale,
               const MarkerRing& leader, double* spans) noexcept {
    if (motion.blend != nullptr) {
        Weights weights;
        weigh(values, *motion.blend, weights);
        const auto children = children_of(values.graph, *motion.blend);
        for (std::size_t i = 0; i < children.size(); ++i) {
            if (weights[i] == 0.0f) continue;
            add_spans(values, motion_of(values.graph, children[i]), weight * weights[i],
                      children[i].time_scale, leader, spans);
        }
        return;
    }
    const MarkerRing ring = follower_of(values.graph, leader, motion.motion, time_scale);
    const double rate = std::fabs(static_cast<double>(time_scale));
    const double share = rate > 0.0 ? weight / rate : weight;
    const double even = weighted_length(values, motion, 1.0) / leader.count();
    for (std::uint32_t i = 0; i < leader.count(); ++i) {
        const double length =
            ring.count() != 0 ? static_cast<double>((ring.time(i + 1) - ring.time(i)).value) : even;
        spans[i] += share * length;
    }
}

void set_spans(const Values& values, const Motion& motion, StatePace& pace) noexcept {
    const MarkerRing leader = leader_of(values.graph, motion);
    double spans[kMaxSyncMarkers] = {};
    add_spans(values, motion, 1.0, 1.0f, leader, spans);
    MOTUS_ASSERT(leader.count() <= kMaxSyncMarkers);
    pace.spans = leader.count();
    for (std::uint32_t i = 0; i < pace.spans; ++i) {
        const double length = spans[i] >= 1.0 ? spans[i] : 1.0;
        const double limit = static_cast<double>(kMaxTicks.value / 64);
        pace.span[i] = {static_cast<std::int64_t>(length < limit ? length : limit)};
    }
}

}  // namespace

Ticks length_of(const Values& values, const Motion& motion) noexcept {
    double length = weighted_length(values, motion, 1.0);
    if (!(length >= 1.0)) return kOneSecond;
    // Direct weights near 0 would make a blend of seconds race through its loops.
    const double shortest = static_cast<double>(kShortestBlend.value);
    if (motion.blend != nullptr && length < shortest) length = shortest;
    const double limit = static_cast<double>(kMaxTicks.value / 2);
    return {static_cast<std::int64_t>(length < limit ? length : limit)};
}

bool loops(const Machine& graph, const Motion& motion) noexcept {
    if (motion.blend == nullptr) {
        return motion.motion != kNoIndex && graph.motions[motion.motion].loops;
    }
    for (const record::BlendChild& child : children_of(graph, *motion.blend)) {
        if (loops(graph, motion_of(graph, child))) return true;
    }
    return false;
}

StatePace pace_of(const Values& values, std::span<const LayerState> layers,
                  std::uint32_t state) noexcept {
    const Machine& graph = values.graph;
    MOTUS_ASSERT(state < graph.states.size() && layers.size() == graph.layers.size());
    const record::StateMachineState& s = graph.states[state];
    record::BlendNode own;
    const Motion motion = motion_of(graph, state, own);
    StatePace pace;
    pace.length = length_of(values, motion);
    pace.speed = s.speed * values.real(s.speed_variable, 1.0f);
    pace.loops = loops(graph, motion);
    if (s.loop != record::LoopMode::from_motion) pace.loops = s.loop == record::LoopMode::loop;
    for (std::uint32_t layer = 0; layer < graph.layers.size(); ++layer) {
        if (graph.layer_links[layer].follows != graph.state_links[state].layer ||
            !graph.layers[layer].sync_timing) {
            continue;
        }
        const Motion synced = synced_motion_of(graph, layer, state);
        if (synced.motion == kNoIndex && synced.blend == nullptr) continue;
        const double other = static_cast<double>(length_of(values, synced).value);
        const double mine = static_cast<double>(pace.length.value);
        const double w = layers[layer].weight;
        pace.length = {static_cast<std::int64_t>(mine * (1.0 - w) + other * w)};
    }
    if (!std::isfinite(pace.speed)) pace.speed = 0.0f;
    MOTUS_ASSERT(pace.length > Ticks{});
    if (s.sync == record::MotionSync::markers && pace.loops && motion.blend != nullptr) {
        set_spans(values, motion, pace);
    }
    return pace;
}

void advance(StateClock& clock, Ticks dt, const StatePace& pace) noexcept {
    MOTUS_ASSERT(dt >= Ticks{});
    const auto step = [&](Ticks part, Ticks length) {
        const Status status = motus::advance(clock, part, pace.speed, length);
        MOTUS_ASSERT(status == Status::ok);
        (void)status;
    };
    if (pace.spans == 0 || pace.speed == 0.0f) return step(dt, pace.length);
    const auto count = static_cast<std::int64_t>(pace.spans);
    std::int64_t cycle = 0;
    for (std::uint32_t i = 0; i < pace.spans; ++i)
        cycle += pace.span[i].value;
    // Whole cycles at once: then at most one round of the spans is left to walk.
    const double cycles =
        static_cast<double>(dt.value) * std::fabs(pace.speed) / static_cast<double>(cycle);
    if (cycles > 2.0) {
        const auto whole = static_cast<std::int64_t>(cycles < 1e9 ? cycles : 1e9) - 1;
        const auto used = static_cast<double>(whole) * static_cast<double>(cycle) /
                          std::fabs(static_cast<double>(pace.speed));
        dt = {dt.value - static_cast<std::int64_t>(used)};
        clock.at.value += (pace.speed > 0.0f ? whole : -whole) * kCycle;
    }
    const bool forward = pace.speed > 0.0f;
    for (std::int64_t left = 3 * count; dt > Ticks{}; --left) {
        // Backwards, a clock that stands on a marker is at the end of the span before it.
        const std::int64_t at = forward ? clock.at.value : clock.at.value - 1;
        const std::int64_t part = (at & (kCycle - 1)) * count;
        const std::int64_t i = part >> 32;
        const Ticks length{pace.span[i].value * count};
        const std::int64_t cycle_start = at & ~(kCycle - 1);
        const std::int64_t edge = (i + (forward ? 1 : 0)) * kCycle;
        const Cycles target{cycle_start + (edge + count - 1) / count};
        const Ticks until =
            left > 0 ? motus::time_until(clock, target, pace.speed, length, dt) : Ticks{-1};
        if (until < Ticks{} || until == dt) return step(dt, length);
        step(until > Ticks{} ? until : Ticks{1}, length);
        dt = dt - (until > Ticks{} ? until : Ticks{1});
    }
}

Ticks time_until(const StateClock& clock, Cycles target, const StatePace& pace,
                 Ticks limit) noexcept {
    if (pace.spans == 0) {
        return motus::time_until(clock, target, pace.speed, pace.length, limit);
    }
    const bool forward = !std::signbit(pace.speed);
    const auto there_after = [&](Ticks dt) {
        StateClock moved = clock;
        advance(moved, dt, pace);
        return forward ? moved.at >= target : moved.at <= target;
    };
    if (there_after({})) return {};
    if (pace.speed == 0.0f || !there_after(limit)) return {-1};
    std::int64_t low = 0, high = limit.value;
    while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        (there_after({middle}) ? high : low) = middle;
    }
    return {high};
}

Cycles meeting_phase(const Values& values, std::uint32_t from, const StateClock& from_clock,
                     std::uint32_t to) noexcept {
    const Machine& graph = values.graph;
    // A state's markers as its own clock counts: in spans, or in the time of its one motion.
    struct Side {
        MarkerRing ring;
        bool in_spans;
    };
    const auto side_of = [&](std::uint32_t state) -> Side {
        record::BlendNode own;
        const Motion motion = motion_of(graph, state, own);
        const bool spans =
            motion.blend != nullptr && graph.states[state].sync == record::MotionSync::markers;
        return {leader_of(graph, motion), spans};
    };
    const Side a = side_of(from), b = side_of(to);
    if (a.ring.count() == 0 || b.ring.count() == 0) return {};
    const Ticks now = a.in_spans ? time_at(a.ring, from_clock.at).time
                                 : motus::time_at(from_clock, a.ring.duration, true);
    // Which marker was passed last, and how much of the way to the next is done.
    const std::int64_t count = a.ring.count();
    const std::int64_t part = phase_at(a.ring, now).value * count;
    const auto passed = static_cast<std::uint32_t>(part >> 32);
    const NameHash name = a.ring.name(passed), next = a.ring.name(passed + 1);
    std::uint32_t found = b.ring.count();
    for (std::uint32_t i = b.ring.count(); i-- > 0;) {
        if (b.ring.name(i) != name) continue;
        const bool better =
            b.ring.name(i + 1) == next || found == b.ring.count() || b.ring.name(found + 1) != next;
        if (better) found = i;
    }
    if (found == b.ring.count()) return {};
    const Cycles phase{((std::int64_t{found} << 32) + (part & (kCycle - 1))) /
                       static_cast<std::int64_t>(b.ring.count())};
    if (b.in_spans) return phase;
    const double time = static_cast<double>(time_at(b.ring, phase).time.value);
    return cycles_of(time / static_cast<double>(b.ring.duration.value));
}

}  // namespace motus::detail

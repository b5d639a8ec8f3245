// SPDX-License-Identifier: MIT
#include <motus/graph/motion.h>

#include <motus/core/assert.h>
#include <motus/graph/blend_space.h>

#include <cmath>
#include <cstring>

namespace motus::detail {
namespace {

constexpr Ticks kOneSecond{kTicksPerSecond}, kShortestBlend{kTicksPerSecond / 50};

BlendKind kind_of(record::BlendKind kind) noexcept {
    return static_cast<BlendKind>(kind);  // the same order: checked below
}
static_assert(static_cast<int>(BlendKind::direct) ==
              static_cast<int>(record::BlendKind::blend_direct));
static_assert(static_cast<int>(BlendKind::simple_directional) ==
              static_cast<int>(record::BlendKind::blend_simple_directional));

using Weights = float[kMaxBlendChildren];

// Direct weights are what a game sets: beyond this, sums of them would not be numbers.
constexpr float kMostWeight = 1e6f;

std::span<const record::BlendChild> children_of(const Graph& graph,
                                                const record::BlendNode& blend) noexcept {
    return graph.children.subspan(blend.children.start, blend.children.count);
}

void weigh(const Values& values, const record::BlendNode& blend, Weights& out) noexcept {
    const auto children = children_of(values.graph, blend);
    const float x = values.real(blend.variable_x, 0.0f);
    const float y = values.real(blend.variable_y, 0.0f);
    Status status = Status::ok;
    const BlendKind kind = kind_of(blend.kind);
    if (kind == BlendKind::linear || kind == BlendKind::direct) {
        Weights in;
        for (std::size_t i = 0; i < children.size(); ++i) {
            in[i] = kind == BlendKind::linear ? children[i].threshold
                                              : values.real(children[i].direct_variable, 0.0f);
        }
        const std::span<const float> given{in, children.size()};
        status = kind == BlendKind::linear ? blend_linear(given, x, out)
                                           : blend_direct(given, blend.normalized, out);
    } else {
        BlendPoint points[kMaxBlendChildren];
        for (std::size_t i = 0; i < children.size(); ++i) {
            points[i] = {children[i].position[0], children[i].position[1]};
        }
        status = blend_2d(kind, {points, children.size()}, {x, y}, out);
    }
    MOTUS_ASSERT(status == Status::ok);
    (void)status;
}

// Links to clips and timelines hold the index in Graph::motions.
std::uint32_t index_of(const record::Link& link) noexcept {
    return link.type != 0 ? link.index : kNoIndex;
}

Motion motion_of(const Graph& graph, const record::BlendChild& child) noexcept {
    return {index_of(child.motion), child.blend == kNoIndex ? nullptr : &graph.blends[child.blend]};
}

double weighted_length(const Values& values, const Motion& motion, double scale) noexcept {
    if (motion.blend == nullptr) {
        if (motion.motion == kNoIndex) return 0.0;
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

// The first motion of a tree that has markers leads: the others keep step with it.
MarkerRing leader_of(const Graph& graph, const Motion& motion) noexcept {
    if (motion.blend == nullptr) return markers_of(graph, motion.motion);
    for (const record::BlendChild& child : children_of(graph, *motion.blend)) {
        const MarkerRing ring = leader_of(graph, motion_of(graph, child));
        if (ring.count() != 0) return ring;
    }
    return {};
}

// A child that runs backwards, or has other markers, stays in phase only.
MarkerRing follower_of(const Graph& graph, const MarkerRing& leader, std::uint32_t motion,
                       float time_scale) noexcept {
    if (leader.count() == 0 || !(time_scale >= 0.0f)) return {};
    return in_step_with(leader, markers_of(graph, motion));
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
    pace.spans = leader.count();
    for (std::uint32_t i = 0; i < pace.spans; ++i) {
        const double length = spans[i] >= 1.0 ? spans[i] : 1.0;
        const double limit = static_cast<double>(kMaxTicks.value / 64);
        pace.span[i] = {static_cast<std::int64_t>(length < limit ? length : limit)};
    }
}

std::int64_t floor_cycles(Cycles at) noexcept {
    return at.value >> 32;
}

// Offsets far beyond a cycle say nothing more, and sums of them must not overflow.
Cycles offset_of(float cycles) noexcept {
    constexpr std::int64_t kMost = kCycle << 20;
    const std::int64_t value = cycles_of(cycles).value;
    return {value > kMost ? kMost : value < -kMost ? -kMost : value};
}

// A leaf: one clip or timeline at the state's phase, turned and shifted as the child asks.
struct Leaf {
    std::uint32_t motion;
    float weight;
    bool reverse;
    Cycles offset;
    MarkerRing ring{};  ///< Not empty: in step by markers.
};

Status append(const Values& values, const StateStep& step, const Leaf& leaf, bool state_loops,
              Playlist& playlist) noexcept {
    if (playlist.item_count >= playlist.items.size()) return Status::bad_size;
    const MotionInfo& info = values.graph.motions[leaf.motion];
    const auto turned = [&](StateClock clock) {
        if (leaf.reverse) clock.at = {kCycle - clock.at.value};  // from the end to the start
        clock.at = clock.at + leaf.offset;
        return clock;
    };
    const StateClock before = turned(step.before), after = turned(step.after);
    PlaylistItem item;
    if (leaf.ring.count() != 0) {
        const LapTime from = time_at(leaf.ring, before.at), to = time_at(leaf.ring, after.at);
        item.from = from.time;
        item.to = to.time;
        item.wraps = to.lap - from.lap;
    } else {
        item.from = time_at(before, info.duration, state_loops);
        item.to = time_at(after, info.duration, state_loops);
        item.wraps = state_loops ? floor_cycles(after.at) - floor_cycles(before.at) : 0;
    }
    item.motion = leaf.motion;
    item.source = info.index;
    item.state = step.state;
    item.weight = leaf.weight;
    item.kind = info.kind;
    item.loops = state_loops;
    item.backward = after.at < before.at;
    item.entered = step.entered;
    playlist.items[playlist.item_count++] = item;
    return Status::ok;
}

struct Gathering {
    const Values& values;
    const StateStep& step;
    const MarkerRing& leader;
    Cycles offset;
    bool state_loops;
    Playlist& playlist;
};

Status gather_blend(const Gathering& g, const record::BlendNode& blend, float weight) noexcept {
    const Values& values = g.values;
    Weights weights;
    weigh(values, blend, weights);
    const auto children = children_of(values.graph, blend);
    for (std::size_t i = 0; i < children.size(); ++i) {
        const record::BlendChild& child = children[i];
        const float product = weight * weights[i];
        if (!(product > 0.0f)) continue;
        const float share = product < kMostWeight ? product : kMostWeight;
        const Motion motion = motion_of(values.graph, child);
        Status status = Status::ok;
        if (motion.blend != nullptr) {
            status = gather_blend(g, *motion.blend, share);
        } else if (motion.motion != kNoIndex) {
            Leaf leaf{motion.motion, share, child.time_scale < 0.0f, g.offset};
            leaf.ring = follower_of(values.graph, g.leader, motion.motion, child.time_scale);
            if (leaf.ring.count() == 0) leaf.offset = leaf.offset + offset_of(child.cycle_offset);
            status = append(values, g.step, leaf, g.state_loops, g.playlist);
        }
        if (status != Status::ok) return status;
    }
    return Status::ok;
}

}  // namespace

double Values::number(std::uint32_t variable) const noexcept {
    if (variable >= graph.variables.size()) return 0.0;
    const std::uint32_t bits = variables[variable];
    switch (graph.variables[variable].kind) {
        case record::VariableKind::float_: {
            float value = 0.0f;
            std::memcpy(&value, &bits, sizeof value);
            return value;
        }
        case record::VariableKind::int_:
        case record::VariableKind::enum_:
            return static_cast<std::int32_t>(bits);
        default:
            return bits != 0 ? 1.0 : 0.0;
    }
}

float Values::real(std::uint32_t variable, float otherwise) const noexcept {
    if (variable >= graph.variables.size() ||
        graph.variables[variable].kind != record::VariableKind::float_) {
        return otherwise;
    }
    return static_cast<float>(number(variable));
}

Motion motion_of(const Graph& graph, std::uint32_t state, record::BlendNode& own) noexcept {
    const record::StateMachineState& s = graph.states[state];
    switch (s.kind) {
        case record::StateKind::clip:
        case record::StateKind::timeline:
            return {index_of(s.motion), nullptr};
        case record::StateKind::empty:
        case record::StateKind::sub_machine:
            return {};
        default:
            break;
    }
    std::memset(static_cast<void*>(&own), 0, sizeof own);
    own.kind = static_cast<record::BlendKind>(static_cast<int>(s.kind) -
                                              static_cast<int>(record::StateKind::blend_1d));
    own.variable_x = s.variable_x;
    own.variable_y = s.variable_y;
    own.normalized = s.normalized;
    own.children = s.children;
    return {kNoIndex, &own};
}

Motion synced_motion_of(const Graph& graph, std::uint32_t layer, std::uint32_t state) noexcept {
    const record::Range range = graph.layer_links[layer].synced;
    for (const SyncedLink& link : graph.synced.subspan(range.start, range.count)) {
        if (link.state != state) continue;
        return {link.motion, link.blend == kNoIndex ? nullptr : &graph.blends[link.blend]};
    }
    return {};
}

Ticks length_of(const Values& values, const Motion& motion) noexcept {
    double length = weighted_length(values, motion, 1.0);
    if (!(length >= 1.0)) return kOneSecond;
    // Direct weights near 0 would make a blend of seconds race through its loops.
    const double shortest = static_cast<double>(kShortestBlend.value);
    if (motion.blend != nullptr && length < shortest) length = shortest;
    const double limit = static_cast<double>(kMaxTicks.value / 2);
    return {static_cast<std::int64_t>(length < limit ? length : limit)};
}

bool loops(const Graph& graph, const Motion& motion) noexcept {
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
    const Graph& graph = values.graph;
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
    if (s.sync == record::MotionSync::markers && pace.loops && motion.blend != nullptr) {
        set_spans(values, motion, pace);
    }
    return pace;
}

void advance(StateClock& clock, Ticks dt, const StatePace& pace) noexcept {
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
    const bool forward = pace.speed >= 0.0f;
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
    const Graph& graph = values.graph;
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

std::uint32_t leaves_of(const Graph& graph, const Motion& motion) noexcept {
    if (motion.blend == nullptr) return motion.motion == kNoIndex ? 0 : 1;
    std::uint64_t sum = 0;
    for (const record::BlendChild& child : children_of(graph, *motion.blend))
        sum += leaves_of(graph, motion_of(graph, child));
    constexpr std::uint64_t kMost = 1u << 16;
    return static_cast<std::uint32_t>(sum < kMost ? sum : kMost);
}

std::uint32_t leaves_of(const Graph& graph, std::uint32_t state) noexcept {
    record::BlendNode own;
    return leaves_of(graph, motion_of(graph, state, own));
}

Status gather(const Values& values, const StateStep& step, const Motion& motion, bool state_loops,
              Playlist& playlist) noexcept {
    if (!(step.weight > 0.0f)) return Status::ok;
    const record::StateMachineState& s = values.graph.states[step.state];
    const Cycles offset = offset_of(values.real(s.cycle_offset_variable, s.cycle_offset));
    if (motion.blend != nullptr) {
        const bool by_markers = s.sync == record::MotionSync::markers && state_loops;
        const MarkerRing leader = by_markers ? leader_of(values.graph, motion) : MarkerRing{};
        return gather_blend({values, step, leader, offset, state_loops, playlist}, *motion.blend,
                            step.weight);
    }
    if (motion.motion == kNoIndex) return Status::ok;
    return append(values, step, {motion.motion, step.weight, false, offset}, state_loops, playlist);
}

}  // namespace motus::detail

// SPDX-License-Identifier: MIT
#include <motus/graph/motion.h>

#include <motus/core/assert.h>
#include <motus/graph/blend_space.h>

#include <cmath>
#include <cstring>

namespace motus::detail {
namespace {

constexpr Ticks kOneSecond{kTicksPerSecond};

BlendKind kind_of(record::BlendKind kind) noexcept {
    return static_cast<BlendKind>(kind);  // the same order: checked below
}
static_assert(static_cast<int>(BlendKind::direct) ==
              static_cast<int>(record::BlendKind::blend_direct));
static_assert(static_cast<int>(BlendKind::simple_directional) ==
              static_cast<int>(record::BlendKind::blend_simple_directional));

using Weights = float[kMaxBlendChildren];

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
};

Status append(const Values& values, const StateStep& step, const Leaf& leaf, bool state_loops,
              Playlist& playlist) noexcept {
    if (playlist.item_count >= playlist.items.size()) return Status::bad_size;
    const MotionInfo& info = values.graph.motions[leaf.motion];
    const auto turned = [&](StateClock clock) {
        if (leaf.reverse) clock.at = {-clock.at.value};
        clock.at = clock.at + leaf.offset;
        return clock;
    };
    const StateClock before = turned(step.before), after = turned(step.after);
    PlaylistItem item;
    item.from = time_at(before, info.duration, state_loops);
    item.to = time_at(after, info.duration, state_loops);
    item.wraps = state_loops ? floor_cycles(after.at) - floor_cycles(before.at) : 0;
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

Status gather_blend(const Values& values, const StateStep& step, const record::BlendNode& blend,
                    float weight, Cycles offset, bool state_loops, Playlist& playlist) noexcept {
    Weights weights;
    weigh(values, blend, weights);
    const auto children = children_of(values.graph, blend);
    for (std::size_t i = 0; i < children.size(); ++i) {
        const record::BlendChild& child = children[i];
        const float share = weight * weights[i];
        if (!(share > 0.0f)) continue;
        const Motion motion = motion_of(values.graph, child);
        Status status = Status::ok;
        if (motion.blend != nullptr) {
            status =
                gather_blend(values, step, *motion.blend, share, offset, state_loops, playlist);
        } else if (motion.motion != kNoIndex) {
            const Cycles shift = offset + offset_of(child.cycle_offset);
            status = append(values, step, {motion.motion, share, child.time_scale < 0.0f, shift},
                            state_loops, playlist);
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
    const double length = weighted_length(values, motion, 1.0);
    if (!(length >= 1.0)) return kOneSecond;
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
    StatePace pace{length_of(values, motion), s.speed, loops(graph, motion)};
    pace.speed *= values.real(s.speed_variable, 1.0f);
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
    return pace;
}

Status gather(const Values& values, const StateStep& step, const Motion& motion, bool state_loops,
              Playlist& playlist) noexcept {
    if (!(step.weight > 0.0f)) return Status::ok;
    const record::StateMachineState& s = values.graph.states[step.state];
    const Cycles offset = offset_of(values.real(s.cycle_offset_variable, s.cycle_offset));
    if (motion.blend != nullptr) {
        return gather_blend(values, step, *motion.blend, step.weight, offset, state_loops,
                            playlist);
    }
    if (motion.motion == kNoIndex) return Status::ok;
    return append(values, step, {motion.motion, step.weight, false, offset}, state_loops, playlist);
}

}  // namespace motus::detail

// motus/machine/gather.cpp - the items that a state puts into a playlist.
// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/machine/motion_tree.h>

namespace motus::detail {
namespace {

// Direct weights are what a game sets: beyond this, sums of them would not be numbers.
constexpr float kMostWeight = 1e6f;

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
    MOTUS_ASSERT(leaf.motion < values.graph.motions.size());
    MOTUS_ASSERT(leaf.weight > 0.0f && leaf.weight <= kMostWeight);
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
    item.backward = after.at == before.at ? step.backward != leaf.reverse : after.at < before.at;
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

std::uint32_t leaves_of(const Machine& graph, const Motion& motion) noexcept {
    if (motion.blend == nullptr) return motion.motion == kNoIndex ? 0 : 1;
    std::uint64_t sum = 0;
    for (const record::BlendChild& child : children_of(graph, *motion.blend))
        sum += leaves_of(graph, motion_of(graph, child));
    constexpr std::uint64_t kMost = 1u << 16;
    return static_cast<std::uint32_t>(sum < kMost ? sum : kMost);
}

std::uint32_t leaves_of(const Machine& graph, std::uint32_t state) noexcept {
    record::BlendNode own;
    return leaves_of(graph, motion_of(graph, state, own));
}

Status gather(const Values& values, const StateStep& step, const Motion& motion, bool state_loops,
              Playlist& playlist) noexcept {
    MOTUS_ASSERT(step.state < values.graph.states.size());
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

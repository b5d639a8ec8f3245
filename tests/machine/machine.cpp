// tests/machine/machine.cpp - an instance of a machine that a test has built.
// SPDX-License-Identifier: MIT
#include "sketch.h"

#include <motus/machine/check.h>

#include <gtest/gtest.h>

namespace motus::test {

RunningMachine::RunningMachine(Sketch& builder) : graph(builder.build()), builder_(builder) {
    EXPECT_EQ(check_motions(graph.motions, graph.events, graph.markers), Status::ok);
    EXPECT_EQ(check(graph, 0), Status::ok);
    bytes.resize(instance_size(graph));
    EXPECT_EQ(start(graph, bytes), Status::ok);
    const PlaylistLimits limits = playlist_limits(graph);
    items_.resize(limits.items);
    layers_.resize(limits.layers);
    events_.resize(4096);
}

RunningMachine& RunningMachine::set(std::uint32_t variable, float value) {
    switch (graph.variables[variable].kind) {
        case Kind::float_:
            EXPECT_EQ(set_float(graph, bytes, variable, value), Status::ok);
            break;
        case Kind::bool_:
            EXPECT_EQ(set_bool(graph, bytes, variable, value != 0.0f), Status::ok);
            break;
        case Kind::trigger:
            ADD_FAILURE() << "use fire()";
            break;
        default:
            EXPECT_EQ(set_int(graph, bytes, variable, static_cast<int>(value)), Status::ok);
            break;
    }
    return *this;
}

RunningMachine& RunningMachine::fire(std::uint32_t trigger) {
    EXPECT_EQ(set_trigger(graph, bytes, trigger), Status::ok);
    return *this;
}

RunningMachine& RunningMachine::tick(float dt_s) {
    playlist = {items_, layers_, 0, 0};
    MachineEvents events{events_, 0, 0};
    TickJob job{graph, bytes, dt_s, &playlist, &events, explain, can_carry};
    EXPECT_EQ(run(job), Status::ok);
    EXPECT_EQ(events.count, events.total);
    event_count_ = events.count;
    return *this;
}

const LayerState& RunningMachine::layer(std::uint32_t index) const {
    return view_of(graph, const_cast<RunningMachine*>(this)->bytes).layers[index];
}

std::string RunningMachine::state(std::uint32_t index) const {
    return builder_.name(layer(index).state);
}
std::string RunningMachine::next(std::uint32_t index) const {
    return builder_.name(layer(index).next);
}
double RunningMachine::time(std::uint32_t index) const {
    return count_of(layer(index).clock.at);
}
double RunningMachine::next_time(std::uint32_t index) const {
    return count_of(layer(index).next_clock.at);
}
double RunningMachine::progress(std::uint32_t index) const {
    return count_of(layer(index).fade.at);
}

float RunningMachine::weight(std::uint32_t index) const {
    return transition_weight(graph, layer(index));
}

bool RunningMachine::is_set(std::uint32_t trigger) const {
    return view_of(graph, const_cast<RunningMachine*>(this)->bytes).variables[trigger] != 0;
}

std::span<const PlaylistItem> RunningMachine::items(std::uint32_t index) const {
    const PlaylistLayer& range = playlist.layers[index];
    return playlist.items.subspan(range.first, range.count);
}

std::span<const MachineEvent> RunningMachine::events() const {
    return {events_.data(), event_count_};
}

std::vector<NameHash> RunningMachine::motion_events() const {
    std::vector<NameHash> names;
    for (const MachineEvent& event : events()) {
        if (event.kind == MachineEventKind::motion) names.push_back(event.name);
    }
    return names;
}

double RunningMachine::total_weight(std::uint32_t index) const {
    const PlaylistLayer& layer = playlist.layers[index];
    double sum = layer.carry == Carry::frozen ? layer.carry_weight : 0.0;
    for (const PlaylistItem& item : items(index))
        sum += item.passed ? 0.0 : item.weight;
    return sum;
}

}  // namespace motus::test

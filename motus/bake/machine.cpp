// SPDX-License-Identifier: MIT
#include <motus/bake/machine.h>

#include <motus/bake/machine_parts.h>
#include <motus/document/pointer.h>

#include <algorithm>

namespace motus {
namespace {

template <class T>
record::Range append(std::vector<T>& to, const std::vector<T>& from) {
    const record::Range range{static_cast<std::uint32_t>(to.size()),
                              static_cast<std::uint32_t>(from.size())};
    to.insert(to.end(), from.begin(), from.end());
    return range;
}

void append_machine(LoweredMachines& all, const LoweredMachines& one) {
    MachineEntry entry = one.machines.front();
    entry.variables = append(all.variables, one.variables);
    entry.choices = append(all.choices, one.choices);
    entry.layers = append(all.layers, one.layers);
    append(all.layer_links, one.layer_links);
    entry.graphs = append(all.graphs, one.graphs);
    entry.states = append(all.states, one.states);
    append(all.state_links, one.state_links);
    entry.transitions = append(all.transitions, one.transitions);
    append(all.curves, one.curves);
    entry.conditions = append(all.conditions, one.conditions);
    entry.curve_keys = append(all.curve_keys, one.curve_keys);
    entry.blends = append(all.blends, one.blends);
    entry.children = append(all.children, one.children);
    entry.state_events = append(all.state_events, one.state_events);
    entry.synced = append(all.synced, one.synced);
    all.dropped_transitions += one.dropped_transitions;
    all.machines.push_back(entry);
}

void sort_times(std::vector<EventTime>& times) {
    std::stable_sort(times.begin(), times.end(),
                     [](const EventTime& a, const EventTime& b) { return a.time < b.time; });
}

template <class T>
void add(SectionWriter& writer, GraphRecord type, const std::vector<T>& items) {
    writer.add(SectionKind::records, static_cast<std::uint32_t>(type), std::span<const T>(items));
}

}  // namespace

MachineTables LoweredMachines::tables() const noexcept {
    MachineTables t;
    t.machines = machines;
    t.variables = variables;
    t.choices = choices;
    t.layers = layers;
    t.layer_links = layer_links;
    t.graphs = graphs;
    t.states = states;
    t.state_links = state_links;
    t.transitions = transitions;
    t.curves = curves;
    t.conditions = conditions;
    t.curve_keys = curve_keys;
    t.blends = blends;
    t.children = children;
    t.state_events = state_events;
    t.synced = synced;
    t.event_names = event_names;
    t.motions = motions;
    t.events = events;
    t.markers = markers;
    t.mask_count = mask_count;
    return t;
}

void LoweredMachines::add_motion(MotionKind kind, Ticks duration, bool loops,
                                 std::vector<EventTime> its_events,
                                 std::vector<EventTime> its_markers) {
    MotionInfo info;
    info.kind = kind;
    info.duration = duration < kMinDuration ? Ticks{} : duration;
    info.loops = loops;
    // Those of one kind stand together, so the last one is near.
    const auto last = std::find_if(motions.rbegin(), motions.rend(),
                                   [&](const MotionInfo& earlier) { return earlier.kind == kind; });
    info.index = last != motions.rend() ? last->index + 1 : 0;
    sort_times(its_events);
    // The end of a loop is its start: a ring of markers has each once.
    for (EventTime& marker : its_markers) {
        if (loops && marker.time == info.duration) marker.time = {};
    }
    sort_times(its_markers);
    its_markers.erase(std::unique(its_markers.begin(), its_markers.end()), its_markers.end());
    info.events = append(events, its_events);
    info.markers = append(markers, its_markers);
    motions.push_back(info);
}

LoweredMachines lower_machines(const Document& document, const RecordSet& records,
                               Diagnostics& faults) {
    const BaseView base(document);
    const detail::RecordBytes bytes(records);
    LoweredMachines all;
    if (const RecordTable* masks = records.find(doc::Mask::static_type().number)) {
        all.mask_count = static_cast<std::uint32_t>(masks->count());
    }
    if (const RecordTable* names = records.find(doc::EventDefinition::static_type().number)) {
        for (const Object* event : names->objects)
            bytes.append(*event, all.event_names);
    }
    const RecordTable* machines = records.find(doc::StateMachineDefinition::static_type().number);
    if (machines == nullptr) return all;
    for (const Object* machine : machines->objects) {
        detail::MachineLowering lowering(document, bytes, all.mask_count, faults);
        append_machine(all,
                       lowering.run(static_cast<const doc::StateMachineDefinition&>(*machine)));
    }
    return all;
}

void check_machines(const Document& document, const RecordSet& records,
                    const LoweredMachines& machines, Diagnostics& faults) {
    const MachineTables tables = machines.tables();
    if (check_motions(tables.motions, tables.events, tables.markers) != Status::ok) {
        faults.error("bake-check", "", "a clip or timeline is longer than 9 days");
        return;
    }
    const RecordTable* all = records.find(doc::StateMachineDefinition::static_type().number);
    for (std::uint32_t i = 0; i < tables.machines.size(); ++i) {
        Machine graph;
        if (read_machine(tables, i, graph) == Status::ok) continue;
        faults.error("bake-check", pointer_to(document, *all->objects[i]),
                     "the machine has a number that is out of range");
    }
}

void add_sections(const LoweredMachines& machines, SectionWriter& writer) {
    writer.add(SectionKind::machines, machines.machines);
    add(writer, GraphRecord::variable, machines.variables);
    add(writer, GraphRecord::choice, machines.choices);
    add(writer, GraphRecord::layer, machines.layers);
    writer.add(SectionKind::layer_links, machines.layer_links);
    writer.add(SectionKind::graph_links, machines.graphs);
    add(writer, GraphRecord::state, machines.states);
    writer.add(SectionKind::state_links, machines.state_links);
    add(writer, GraphRecord::transition, machines.transitions);
    writer.add(SectionKind::curve_ranges, machines.curves);
    add(writer, GraphRecord::condition, machines.conditions);
    writer.add(SectionKind::curve_keys, machines.curve_keys);
    add(writer, GraphRecord::blend, machines.blends);
    add(writer, GraphRecord::blend_child, machines.children);
    add(writer, GraphRecord::state_event, machines.state_events);
    writer.add(SectionKind::synced_links, machines.synced);
    add(writer, GraphRecord::event_definition, machines.event_names);
    writer.add(SectionKind::motions, machines.motions);
    writer.add(SectionKind::events, machines.events);
    writer.add(SectionKind::markers, machines.markers);
}

}  // namespace motus

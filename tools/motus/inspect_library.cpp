// SPDX-License-Identifier: MIT
#include "inspect_library.h"

#include "table.h"

#include <fmt/format.h>

namespace motus::tool {
namespace {}  // namespace

void write_machine(const MachineCounts& counts, JsonWriter& json) {
    json.begin_object().key("name").value(counts.name);
    json.key("layers").value(counts.layers).key("states").value(counts.states);
    json.key("transitions").value(counts.transitions);
    json.key("anyStateTransitions").value(counts.any);
    json.key("entryTransitions").value(counts.entry);
    json.key("stateMachineTransitions").value(counts.machine);
    json.key("stateMachines").value(counts.layers + counts.sub_machines);
    json.key("variables").value(counts.variables);
}

void write_timelines(const std::vector<TimelineCounts>& timelines, JsonWriter& json) {
    json.key("timelines").begin_array();
    for (const TimelineCounts& timeline : timelines) {
        json.begin_object().key("name").value(timeline.name);
        json.key("frames").value(timeline.frames).key("fps").value(timeline.fps);
        json.key("tracks").value(timeline.tracks);
        json.key("keys").value(timeline.keys).end_object();
    }
    json.end_array();
}

void print_machines(const std::vector<MachineCounts>& machines, std::string& out) {
    if (machines.empty()) return;
    Table table({kLeft, kRight, kRight, kRight, kRight, kRight},
                {"machine", "layers", "states", "transitions", "from any", "variables"});
    for (const MachineCounts& counts : machines) {
        table.add({counts.name, fmt::to_string(counts.layers), fmt::to_string(counts.states),
                   fmt::to_string(counts.transitions), fmt::to_string(counts.any),
                   fmt::to_string(counts.variables)});
    }
    out += '\n';
    table.print(out);
}

void print_timelines(const std::vector<TimelineCounts>& timelines, std::string& out) {
    if (timelines.empty()) return;
    Table table({kLeft, kRight, kRight, kRight, kRight},
                {"timeline", "frames", "fps", "tracks", "keys"});
    for (const TimelineCounts& timeline : timelines) {
        table.add({timeline.name, fmt::to_string(timeline.frames), fmt::to_string(timeline.fps),
                   fmt::to_string(timeline.tracks), fmt::to_string(timeline.keys)});
    }
    out += '\n';
    table.print(out);
}

}  // namespace motus::tool

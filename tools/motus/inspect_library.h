// tools/motus/inspect_library.h - what inspect prints alike of machines and timelines, wherever
// they are.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/json_writer.h>

#include <cstdint>
#include <string>
#include <vector>

namespace motus::tool {

/// Counted over a machine and its sub-machines.
struct MachineCounts {
    std::string name;
    std::uint64_t layers = 0, states = 0, transitions = 0, any = 0, entry = 0, machine = 0,
                  sub_machines = 0, variables = 0;
};

/// Counts a transition by where it comes from, an enum of documents or of records.
template <typename From>
void count_transition(From from, MachineCounts& counts) {
    switch (from) {
        case From::any:
            ++counts.any;
            [[fallthrough]];
        case From::state:
            ++counts.transitions;
            break;
        case From::entry:
            ++counts.entry;
            break;
        case From::machine:
            ++counts.machine;
            break;
    }
}

struct TimelineCounts {
    std::string name;
    std::int64_t frames = 0;
    float fps = 0.0f;
    std::uint64_t tracks = 0, keys = 0;
};

/// The members of an entry of "machines"; the object stays open for more.
void write_machine(const MachineCounts& counts, JsonWriter& json);
/// "timelines": [...]
void write_timelines(const std::vector<TimelineCounts>& timelines, JsonWriter& json);

/// A table for people, below an empty line; nothing where there are none.
void print_machines(const std::vector<MachineCounts>& machines, std::string& out);
void print_timelines(const std::vector<TimelineCounts>& timelines, std::string& out);

}  // namespace motus::tool

// motus/session/describe.h - what is open and what plays, as JSON for a page: motus.d.ts has it.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/json_writer.h>
#include <motus/session/performance.h>
#include <motus/session/project.h>
#include <motus/session/why.h>

#include <string>
#include <vector>

namespace motus {

/// Each writes one value of the type of the same name in bindings/web/package/motus.d.ts. Ids are
/// decimal strings, since they are 64 bits.
void describe_library(const Project& project, JsonWriter& json);
void describe_report(const Project& project, JsonWriter& json);
void describe_faults(const std::vector<Fault>& faults, JsonWriter& json);
/// Parameters, layers, states, transitions and motions of a machine of the baked file.
void describe_machine(const Project& project, std::uint32_t machine, const Machine& graph,
                      const MachineNames& names, const std::vector<TransitionInfo>& transitions,
                      JsonWriter& json);
/// Joints and skins of a rig of the baked file.
void describe_rig(const Project& project, std::uint32_t rig, JsonWriter& json);
void describe_events(const std::deque<StageEvent>& events, JsonWriter& json);
void describe_why(const Why& why, std::uint64_t tick, JsonWriter& json);
void describe_history(const Document& document, JsonWriter& json);

/// The range a slider of a variable should have.
struct ParameterRange {
    double min = 0.0, max = 1.0;
    bool authored = false;
};
/// As the document has it; else around everything that conditions and blends compare it with.
[[nodiscard]] ParameterRange range_of(const Document& document, const Machine& graph,
                                      std::uint32_t variable);

}  // namespace motus

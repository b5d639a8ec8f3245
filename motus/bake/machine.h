// motus/bake/machine.h - state machines of a document, laid out as the runtime reads them.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/writer.h>
#include <motus/core/diagnostics.h>
#include <motus/document/records.h>
#include <motus/machine/read_machines.h>

#include <string>
#include <vector>

namespace motus {

/// The tables of machine/read_machines.h, owned. Padding of records is 0.
struct LoweredMachines {
    std::vector<MachineEntry> machines;
    std::vector<record::StateMachineVariable> variables;
    std::vector<record::VariableChoice> choices;
    std::vector<record::StateMachineLayer> layers;
    std::vector<LayerLink> layer_links;
    std::vector<GraphLink> graphs;
    std::vector<record::StateMachineState> states;
    std::vector<StateLink> state_links;
    std::vector<record::StateMachineTransition> transitions;
    std::vector<record::Range> curves;
    std::vector<record::StateMachineCondition> conditions;
    std::vector<CurveKey> curve_keys;
    std::vector<record::BlendNode> blends;
    std::vector<record::BlendChild> children;
    std::vector<record::StateEvent> state_events;
    std::vector<SyncedLink> synced;
    std::vector<record::EventDefinition> event_names;
    std::vector<MotionInfo> motions;  ///< Clips in the order of their records, then timelines.
    std::vector<EventTime> events;
    std::vector<EventTime> markers;
    std::uint32_t mask_count = 0;
    std::uint32_t dropped_transitions = 0;  ///< Muted, silenced by solo, or never firing.

    /// As the runtime sees them; valid as long as nothing changes here.
    [[nodiscard]] MachineTables tables() const noexcept;
    /// Adds a motion; those of one kind in their order, clips first. Times are sorted. One that is
    /// shorter than kMinDuration has no length.
    void add_motion(MotionKind kind, Ticks duration, bool loops, std::vector<EventTime> its_events,
                    std::vector<EventTime> its_markers);
};

/// Lays out every machine of a document. `records` are make_records of the same document. Faults
/// go to `faults` with their paths: where there is an error among them, the result is not to be
/// used. A document without errors of validate has none here, and warnings are validate's alone.
/// Cost: linear in the document.
[[nodiscard]] LoweredMachines lower_machines(const Document& document, const RecordSet& records,
                                             Diagnostics& faults);

/// Has the reader look at what was laid out, motions included: an error names each machine that
/// it would refuse.
void check_machines(const Document& document, const RecordSet& records,
                    const LoweredMachines& machines, Diagnostics& faults);

/// Adds all tables as sections.
void add_sections(const LoweredMachines& machines, SectionWriter& writer);

}  // namespace motus

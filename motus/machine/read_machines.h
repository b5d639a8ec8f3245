// motus/machine/read_machines.h - state machines of a baked file: from sections to checked graphs,
// no copy. SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/container.h>
#include <motus/core/hash.h>
#include <motus/machine/check.h>

#include <cstdint>
#include <span>

namespace motus {

/// One machine of a file: its part of each table. Indices in those parts count from the start of
/// the part, so that a machine does not change when another one does; motions, their events and
/// the names of events are the file's.
struct MachineEntry {
    std::uint64_t id = 0;
    NameHash name = NameHash::none;
    record::Range variables{};
    record::Range choices{};
    record::Range layers{};  ///< Of records and of LayerLinks.
    record::Range graphs{};
    record::Range states{};       ///< Of records and of StateLinks.
    record::Range transitions{};  ///< Of records and of curve ranges.
    record::Range conditions{};
    record::Range curve_keys{};
    record::Range blends{};
    record::Range children{};
    record::Range state_events{};
    record::Range synced{};
    record::LayerStart start{};
    record::TriggerReset trigger_reset{};
    std::uint8_t reserved[6] = {};
};
static_assert(sizeof(MachineEntry) == 120);

/// The tables of all machines of a file. Views: whoever made them owns the bytes.
struct MachineTables {
    std::span<const MachineEntry> machines{};
    std::span<const record::StateMachineVariable> variables{};
    std::span<const record::VariableChoice> choices{};
    std::span<const record::StateMachineLayer> layers{};
    std::span<const LayerLink> layer_links{};
    std::span<const GraphLink> graphs{};
    std::span<const record::StateMachineState> states{};
    std::span<const StateLink> state_links{};
    std::span<const record::StateMachineTransition> transitions{};
    std::span<const record::Range> curves{};
    std::span<const record::StateMachineCondition> conditions{};
    std::span<const CurveKey> curve_keys{};
    std::span<const record::BlendNode> blends{};
    std::span<const record::BlendChild> children{};
    std::span<const record::StateEvent> state_events{};
    std::span<const SyncedLink> synced{};
    std::span<const record::EventDefinition> event_names{};
    std::span<const MotionInfo> motions{};
    std::span<const EventTime> events{};
    std::span<const EventTime> markers{};
    std::uint32_t mask_count = 0;  ///< Masks that layers may refer to.
};

/// Finds the tables in a file and checks all of it: what machines share, and each machine as in
/// check.h. A file without machines has empty tables. `bad_data` otherwise; `out` is then
/// untouched. Cost: linear in the machines and the events of motions; no copy, no allocation.
Status read_machines(const Container& container, MachineTables& out) noexcept;

/// Machine `index` of tables that read_machines found good: a view of their bytes. An empty
/// one, which no job takes, where there is no such machine. Cost: none to speak of.
[[nodiscard]] Machine machine_at(const MachineTables& tables, std::uint32_t index) noexcept;

/// The same for tables that are not known to be good: those a bake has just made. `missing` where
/// there is no such machine, `bad_data` where it may not be run; `out` is then untouched.
/// check_motions is the caller's. Cost: the size of the machine.
Status read_machine(const MachineTables& tables, std::uint32_t index, Machine& out) noexcept;

/// Index of a machine by name, or kNoIndex. For set-up.
[[nodiscard]] std::uint32_t find_machine(const MachineTables& tables, NameHash name) noexcept;

/// Type numbers of the records in a machine's sections, and of the motions that they refer to, as
/// the schema has them.
enum class GraphRecord : std::uint32_t {
    event_definition = 4,
    timeline = 16,
    choice = 32,
    variable = 33,
    condition = 34,
    transition = 35,
    blend_child = 36,
    blend = 37,
    state_event = 38,
    state = 39,
    layer = 42,
    clip = 66,
};

}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/machine/instance.h>
#include <motus/machine/read_machines.h>

#include <iterator>

namespace motus {
namespace {

// Reads sections one after the other; the first that does not fit ends it.
class Sections {
  public:
    explicit Sections(const Container& container) noexcept : container_(container) {}

    template <class T>
    void get(SectionKind kind, std::span<const T>& out) noexcept {
        if (status_ == Status::ok) status_ = read_section(container_, kind, out);
    }
    template <class T>
    void get(GraphRecord type, std::span<const T>& out) noexcept {
        if (status_ != Status::ok) return;
        status_ =
            read_section(container_, SectionKind::records, static_cast<std::uint32_t>(type), out);
    }
    [[nodiscard]] Status status() const noexcept { return status_; }

  private:
    const Container& container_;
    Status status_ = Status::ok;
};

// Cuts the parts of a machine out of the tables; one that is not inside ends it.
struct Cutter {
    bool fits = true;

    template <class T>
    void cut(std::span<const T> table, record::Range range, std::span<const T>& out) noexcept {
        fits = fits && in_range(range.start, range.count, table.size());
        if (fits) out = table.subspan(range.start, range.count);
    }
};

bool cut_machine(const MachineTables& tables, const MachineEntry& entry, Machine& graph) noexcept {
    Cutter cutter;
    cutter.cut(tables.variables, entry.variables, graph.variables);
    cutter.cut(tables.choices, entry.choices, graph.choices);
    cutter.cut(tables.layers, entry.layers, graph.layers);
    cutter.cut(tables.layer_links, entry.layers, graph.layer_links);
    cutter.cut(tables.graphs, entry.graphs, graph.graphs);
    cutter.cut(tables.states, entry.states, graph.states);
    cutter.cut(tables.state_links, entry.states, graph.state_links);
    cutter.cut(tables.transitions, entry.transitions, graph.transitions);
    cutter.cut(tables.curves, entry.transitions, graph.curves);
    cutter.cut(tables.conditions, entry.conditions, graph.conditions);
    cutter.cut(tables.curve_keys, entry.curve_keys, graph.curve_keys);
    cutter.cut(tables.blends, entry.blends, graph.blends);
    cutter.cut(tables.children, entry.children, graph.children);
    cutter.cut(tables.state_events, entry.state_events, graph.state_events);
    cutter.cut(tables.synced, entry.synced, graph.synced);
    graph.event_names = tables.event_names;
    graph.motions = tables.motions;
    graph.events = tables.events;
    graph.markers = tables.markers;
    graph.start = entry.start;
    graph.trigger_reset = entry.trigger_reset;
    return cutter.fits;
}

// Machines lie one after the other in every table: no two share a record, so that checking all of
// them is linear.
bool machines_tile(const MachineTables& t) noexcept {
    constexpr record::Range MachineEntry::*kParts[] = {
        &MachineEntry::variables,  &MachineEntry::choices,      &MachineEntry::layers,
        &MachineEntry::graphs,     &MachineEntry::states,       &MachineEntry::transitions,
        &MachineEntry::conditions, &MachineEntry::curve_keys,   &MachineEntry::blends,
        &MachineEntry::children,   &MachineEntry::state_events, &MachineEntry::synced};
    const std::size_t sizes[] = {t.variables.size(),  t.choices.size(),      t.layers.size(),
                                 t.graphs.size(),     t.states.size(),       t.transitions.size(),
                                 t.conditions.size(), t.curve_keys.size(),   t.blends.size(),
                                 t.children.size(),   t.state_events.size(), t.synced.size()};
    for (std::size_t part = 0; part < std::size(kParts); ++part) {
        std::uint64_t next = 0;
        for (const MachineEntry& entry : t.machines) {
            if ((entry.*kParts[part]).start != next) return false;
            next += (entry.*kParts[part]).count;
        }
        if (next != sizes[part]) return false;
    }
    return true;
}

}  // namespace

Status read_machines(const Container& container, MachineTables& out) noexcept {
    MachineTables t;
    Sections sections(container);
    sections.get(SectionKind::machines, t.machines);
    sections.get(GraphRecord::variable, t.variables);
    sections.get(GraphRecord::choice, t.choices);
    sections.get(GraphRecord::layer, t.layers);
    sections.get(SectionKind::layer_links, t.layer_links);
    sections.get(SectionKind::graph_links, t.graphs);
    sections.get(GraphRecord::state, t.states);
    sections.get(SectionKind::state_links, t.state_links);
    sections.get(GraphRecord::transition, t.transitions);
    sections.get(SectionKind::curve_ranges, t.curves);
    sections.get(GraphRecord::condition, t.conditions);
    sections.get(SectionKind::curve_keys, t.curve_keys);
    sections.get(GraphRecord::blend, t.blends);
    sections.get(GraphRecord::blend_child, t.children);
    sections.get(GraphRecord::state_event, t.state_events);
    sections.get(SectionKind::synced_links, t.synced);
    sections.get(GraphRecord::event_definition, t.event_names);
    sections.get(SectionKind::motions, t.motions);
    sections.get(SectionKind::events, t.events);
    sections.get(SectionKind::markers, t.markers);
    if (sections.status() != Status::ok) return sections.status();
    if (const SectionEntry* entry = find_section(container, SectionKind::property_masks)) {
        t.mask_count = entry->count;
    }
    if (t.layers.size() != t.layer_links.size() || t.states.size() != t.state_links.size() ||
        t.transitions.size() != t.curves.size()) {
        return Status::bad_data;
    }
    if (const Status s = check_motions(t.motions, t.events, t.markers); s != Status::ok) return s;
    if (!machines_tile(t)) return Status::bad_data;
    for (std::uint32_t i = 0; i < t.machines.size(); ++i) {
        Machine graph;
        if (const Status s = read_machine(t, i, graph); s != Status::ok) return s;
    }
    out = t;
    return Status::ok;
}

Status read_machine(const MachineTables& tables, std::uint32_t index, Machine& out) noexcept {
    if (index >= tables.machines.size()) return Status::missing;
    Machine graph;
    if (!cut_machine(tables, tables.machines[index], graph)) return Status::bad_data;
    if (const Status s = check(graph, tables.mask_count); s != Status::ok) return s;
    graph.shape = shape_of(graph);
    out = graph;
    return Status::ok;
}

Machine machine_at(const MachineTables& tables, std::uint32_t index) noexcept {
    Machine graph;
    if (index >= tables.machines.size()) return graph;
    const bool fits = cut_machine(tables, tables.machines[index], graph);
    MOTUS_ASSERT(fits);
    (void)fits;
    graph.shape = shape_of(graph);
    return graph;
}

std::uint32_t find_machine(const MachineTables& tables, NameHash name) noexcept {
    for (std::uint32_t i = 0; i < tables.machines.size(); ++i) {
        if (tables.machines[i].name == name) return i;
    }
    return kNoIndex;
}

}  // namespace motus

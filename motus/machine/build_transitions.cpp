// The transitions of a described machine, and the curves that shape them.
// SPDX-License-Identifier: MIT
#include <motus/machine/build_parts.h>

#include <cmath>

namespace motus {
namespace detail {
namespace {

using From = record::TransitionFrom;
using To = record::TransitionTo;

bool suits(ConditionOperator op, VariableKind kind) {
    const bool truth = op == ConditionOperator::is_true || op == ConditionOperator::is_false;
    return truth == (kind == VariableKind::bool_ || kind == VariableKind::trigger);
}

bool is_length(float value) {
    return value >= 0.0f && std::isfinite(value);
}

}  // namespace

void MachineLayout::add_way(const TransitionDesc& transition, const Place& place,
                            std::uint32_t graph, From kind, Ways& ways) {
    Way way{&transition, place.text(), kind, kNoState, kNoState};
    const NameIndex& here = graphs_[graph].names;
    if (kind == From::state) {
        way.from = find(here, "state", transition.from, {&place, "from"});
        if (way.from == kNoIndex) return;
        if (out_.state_links[way.from].inside != kNoIndex) way.from_kind = From::machine;
    } else if (!transition.from.empty()) {
        fail("machine-kind", {&place, "from"},
             "a transition from any state or from the entry names no state here");
    }
    if (!transition.to.empty()) {
        way.to = find_state(graph, transition.to);
        if (way.to == kNoState) {
            fail("machine-name", {&place, "to"},
                 "there is no state \"" + transition.to + "\"; there are " + here.list());
        }
    } else if (kind == From::entry) {
        fail("machine-kind", {&place, "to"}, "an entry cannot lead to the exit");
    }
    const bool timed = way.from_kind == From::state || way.from_kind == From::any;
    if (timed && transition.when.empty() && !transition.exit_time) {
        fail("machine-never", place, "it has neither a condition nor an exit time, so never fires");
    }
    if (!is_length(transition.duration)) {
        fail("machine-range", {&place, "duration"}, "a duration is finite and not negative");
    }
    if (!is_length(transition.exit_time.value_or(0.0f))) {
        fail("machine-range", {&place, "exit_time"}, "an exit time is finite and not negative");
    }
    if (!std::isfinite(transition.offset)) {
        fail("machine-number", {&place, "offset"}, "the number is not finite");
    }
    switch (way.from_kind) {
        case From::state:
            out_of_[way.from].push_back(std::move(way));
            break;
        case From::machine:
            leave_[out_.state_links[way.from].inside].push_back(std::move(way));
            break;
        default:
            ways.push_back(std::move(way));
            break;
    }
}

// Puts each transition of a graph into the list it is looked for in.
void MachineLayout::add_ways(std::uint32_t graph) {
    const GraphDesc& desc = *graphs_[graph].desc;
    const Place place{nullptr, graphs_[graph].place.c_str()};
    const auto add = [&](const std::vector<TransitionDesc>& list, const char* member, From kind,
                         Ways& ways) {
        for (std::size_t i = 0; i < list.size(); ++i)
            add_way(list[i], {&place, member, i}, graph, kind, ways);
    };
    add(desc.transitions, "transitions", From::state, any_[graph]);
    add(desc.any, "any", From::any, any_[graph]);
    add(desc.entry, "entry", From::entry, entry_[graph]);
}

void MachineLayout::add_condition(const ConditionDesc& condition, const Place& place) {
    ZeroedRecord<record::StateMachineCondition> record;
    record::StateMachineCondition& out = *record;
    out.variable = find(variables_, "variable", condition.variable, {&place, "variable"});
    out.op = condition.op;
    out.compare_value = condition.value;
    record.append_to(out_.conditions);
    if (!std::isfinite(condition.value)) {
        fail("machine-number", {&place, "value"}, "the number is not finite");
    }
    if (out.variable == kNoIndex) return;
    const VariableKind kind = out_.variables[out.variable].kind;
    if (suits(condition.op, kind)) return;
    const bool truth = kind == VariableKind::bool_ || kind == VariableKind::trigger;
    fail("machine-kind", {&place, "op"},
         "\"" + condition.variable +
             (truth ? "\" is true or false and cannot be compared with a number"
                    : "\" is a number: compare it with one"));
}

record::Range MachineLayout::lay(const Ways& ways) {
    const record::Range range{count_of(out_.transitions), count_of(ways)};
    for (const Way& way : ways) {
        const TransitionDesc& desc = *way.desc;
        const Place place{nullptr, way.place.c_str()};
        ZeroedRecord<record::StateMachineTransition> record;
        record::StateMachineTransition& out = *record;
        out.name = named(desc.name);
        out.from = way.from;
        out.from_kind = way.from_kind;
        out.to = way.to;
        out.to_kind = desc.to.empty() ? To::exit : To::state;
        if (way.to != kNoState && out_.state_links[way.to].inside != kNoIndex) {
            out.to_kind = To::machine;
        }
        out.duration = desc.duration;
        out.duration_unit = desc.duration_unit;
        out.offset = desc.offset;
        out.has_exit_time = desc.exit_time.has_value();
        out.exit_time = desc.exit_time.value_or(0.75f);  // a document's default
        out.exit_time_mode = desc.exit_time_mode;
        out.inherit = desc.inherit;
        out.interruption_source = desc.interruption_source;
        out.ordered = desc.ordered;
        out.interruption_blend = desc.interruption_blend;
        out.can_transition_to_self = desc.can_transition_to_self;
        out.sync = desc.sync;
        out.conditions = {count_of(out_.conditions), count_of(desc.when)};
        record.append_to(out_.transitions);
        for (std::size_t i = 0; i < desc.when.size(); ++i)
            add_condition(desc.when[i], {&place, "when", i});
        record::Range& curve = out_.curves.emplace_back();
        curve = {count_of(out_.curve_keys), 0};
        // Without timing of its own, or with that of an exit: there is nothing to shape.
        if (way.from_kind == From::entry || desc.inherit) continue;
        const auto keys = build_curve(desc.curve);
        if (!keys) {
            fail("machine-curve", {&place, "curve"},
                 keys.error().place + ": " + keys.error().cause);
            continue;
        }
        curve.count = count_of(*keys);
        out_.curve_keys.insert(out_.curve_keys.end(), keys->begin(), keys->end());
    }
    return range;
}

void MachineLayout::lay_transitions() {
    any_.resize(graphs_.size());
    entry_.resize(graphs_.size());
    leave_.resize(graphs_.size());
    out_of_.resize(states_.size());
    for (std::uint32_t graph = 0; graph < graphs_.size(); ++graph)
        add_ways(graph);
    // Graphs are numbered depth first, so a layer's any-state transitions are the root's first.
    for (std::uint32_t layer = 0; layer < out_.layer_links.size(); ++layer) {
        record::Range& any = out_.layer_links[layer].any;
        any = {count_of(out_.transitions), 0};
        for (std::uint32_t graph = 0; graph < graphs_.size(); ++graph)
            if (graphs_[graph].layer == layer) any.count += lay(any_[graph]).count;
    }
    for (std::uint32_t graph = 0; graph < graphs_.size(); ++graph) {
        out_.graphs[graph].entry = lay(entry_[graph]);
        out_.graphs[graph].leave = lay(leave_[graph]);
    }
    for (std::uint32_t state = 0; state < out_.states.size(); ++state)
        out_.state_links[state].out = lay(out_of_[state]);
}

}  // namespace detail

Result<std::vector<CurveKey>> build_curve(std::span<const CurvePoint> points) {
    const auto near = [](float a, float b) { return std::fabs(a - b) <= 0.001f; };
    std::vector<CurveKey> keys;
    if (points.size() == 2) {
        // The tangents that point away from the segment are never looked at.
        const CurvePoint &first = points[0], &last = points[1];
        if (near(first.time, 0.0f) && near(last.time, 1.0f) && near(first.value, 0.0f) &&
            near(last.value, 1.0f) && near(first.out, 1.0f) && near(last.in, 1.0f)) {
            return keys;
        }
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        const CurvePoint& point = points[i];
        std::string place(1, '[');
        place.append(std::to_string(i)).append(1, ']');
        const CurveKey key{half_of(point.time), half_of(point.value), half_of(point.in),
                           half_of(point.out)};
        for (const Half number : {key.time, key.value, key.in, key.out}) {
            if (std::isfinite(float_of(number))) continue;
            return Error{"curve-range", place, "a number is beyond 65504 or not finite"};
        }
        if (i > 0 && !(points[i - 1].time <= point.time)) {
            return Error{"curve-order", place, "times must ascend"};
        }
        keys.push_back(key);
    }
    return keys;
}

}  // namespace motus

// The states of a described machine and their blends.
// SPDX-License-Identifier: MIT
#include <motus/machine/build_parts.h>

#include <algorithm>
#include <cmath>

namespace motus::detail {
namespace {

record::StateKind kind_of(const BlendDesc& blend) {
    return static_cast<record::StateKind>(static_cast<int>(record::StateKind::blend_1d) +
                                          static_cast<int>(blend.kind));
}

}  // namespace

// A sub-machine's states follow the state that holds it: so all that is in a graph is one range.
void MachineLayout::add_graph(const GraphDesc& graph, const Place& place, std::uint32_t above,
                              std::uint32_t layer, std::uint32_t depth, std::string prefix) {
    const std::uint32_t index = count_of(graphs_), first = count_of(out_.states);
    const std::uint32_t root = above == kNoIndex ? index : graphs_[above].root;
    graphs_.push_back({&graph, place.text(), std::move(prefix), layer, root, {}});
    out_.graphs.emplace_back().above = above;
    if (depth > kMaxGraphDepth) {
        fail("machine-size", place,
             "sub-machines are nested deeper than " + std::to_string(kMaxGraphDepth));
        return;
    }
    for (std::size_t i = 0; i < graph.states.size(); ++i) {
        const StateDesc& state = graph.states[i];
        const Place at{&place, "states", i};
        if (state.name.empty()) {
            fail("machine-name", {&at, "name"}, "a state needs a name");
        } else if (!graphs_[index].names.add(state.name, count_of(out_.states))) {
            fail("machine-name", {&at, "name"}, "two states are named \"" + state.name + "\"");
        }
        add_state(state, at, index);
        if (!state.machine) continue;
        out_.state_links.back().inside = count_of(graphs_);
        add_graph(*state.machine, {&at, "machine"}, index, layer, depth + 1,
                  graphs_[index].prefix + state.name + "/");
    }
    out_.graphs[index].states = {first, count_of(out_.states) - first};
}

void MachineLayout::add_state(const StateDesc& state, const Place& place, std::uint32_t graph) {
    ZeroedRecord<record::StateMachineState> record;
    record::StateMachineState& out = *record;
    if (!state.motion.empty() + state.blend.has_value() + state.machine.has_value() > 1) {
        fail("machine-kind", place,
             "a state has a motion, a blend or a sub-machine, and only one of them");
    }
    if (!std::isfinite(state.speed)) {
        fail("machine-number", {&place, "speed"}, "the number is not finite");
    }
    if (!std::isfinite(state.cycle_offset)) {
        fail("machine-number", {&place, "cycle_offset"}, "the number is not finite");
    }
    out.id = state.id;
    out.name = named(state.name);
    out.tag = named(state.tag);
    out.path = named(graphs_[graph].prefix + state.name);
    out.cycle_offset = state.cycle_offset;
    out.motion = motion(state.motion, place, out.cycle_offset);
    if (state.machine) {
        out.kind = record::StateKind::sub_machine;
    } else if (state.blend) {
        out.kind = kind_of(*state.blend);
        out.normalized = state.blend->normalized;
    } else if (!state.motion.empty()) {
        const bool clip = out.motion.index == kNoIndex ||
                          motion_descs_[out.motion.index].kind == MotionKind::clip;
        out.kind = clip ? record::StateKind::clip : record::StateKind::timeline;
    }
    const Place blend{&place, "blend"};
    out.variable_x = state.blend ? variable(state.blend->x, blend, "x") : kNoIndex;
    out.variable_y = state.blend ? variable(state.blend->y, blend, "y") : kNoIndex;
    out.speed = state.speed;
    out.speed_variable = variable(state.speed_variable, place, "speed_variable");
    out.cycle_offset_variable =
        variable(state.cycle_offset_variable, place, "cycle_offset_variable");
    out.time_variable = variable(state.time_variable, place, "time_variable");
    out.mirror_variable = kNoIndex;
    out.sync = state.sync;
    out.loop = state.loop;
    out.write_defaults = state.write_defaults;
    add_events(state, place, out);
    record.append_to(out_.states);
    states_.push_back(&state);
    StateLink& link = out_.state_links.emplace_back();
    link.graph = graph;
    link.layer = graphs_[graph].layer;
}

void MachineLayout::add_events(const StateDesc& state, const Place& place,
                               record::StateMachineState& out) {
    out.events = {count_of(out_.state_events), count_of(state.events)};
    for (std::size_t i = 0; i < state.events.size(); ++i) {
        const StateEventDesc& desc = state.events[i];
        const Place at{&place, "events", i};
        if (desc.event.empty()) fail("machine-name", {&at, "event"}, "an event needs a name");
        if (!std::isfinite(desc.number)) {
            fail("machine-number", {&at, "number"}, "the number is not finite");
        }
        const std::uint64_t name = named(desc.event);
        const auto known = std::find_if(out_.event_names.begin(), out_.event_names.end(),
                                        [&](const auto& event) { return event.name == name; });
        auto& event = ZeroedRecord<record::StateEvent>().append_to(out_.state_events);
        event.event = static_cast<std::uint32_t>(known - out_.event_names.begin());
        event.moment = desc.moment;
        event.number = desc.number;
        event.integer = desc.integer;
        event.text = named(desc.text);
        if (known != out_.event_names.end()) continue;
        ZeroedRecord<record::EventDefinition>().append_to(out_.event_names).name = name;
    }
}

// In this graph and, as a path, in those inside it.
std::uint32_t MachineLayout::find_path(std::uint32_t graph, std::string_view path) const {
    const NameIndex& names = graphs_[graph].names;
    if (const std::uint32_t state = names.find(path); state < out_.states.size()) return state;
    for (std::size_t at = path.find('/'); at != path.npos; at = path.find('/', at + 1)) {
        const std::uint32_t holder = names.find(path.substr(0, at));
        if (holder >= out_.states.size()) continue;
        const std::uint32_t inside = out_.state_links[holder].inside;
        if (inside == kNoIndex) continue;
        const std::uint32_t state = find_path(inside, path.substr(at + 1));
        if (state != kNoState) return state;
    }
    return kNoState;
}

std::uint32_t MachineLayout::find_state(std::uint32_t graph, std::string_view path) const {
    const std::uint32_t here = find_path(graph, path);
    return here != kNoState ? here : find_path(graphs_[graph].root, path);
}

void MachineLayout::set_starts() {
    for (std::uint32_t i = 0; i < graphs_.size(); ++i) {
        const GraphDesc& graph = *graphs_[i].desc;
        GraphLink& link = out_.graphs[i];
        if (graph.start.empty()) {
            if (!graph.states.empty()) link.default_state = link.states.start;
            continue;
        }
        link.default_state = find_path(i, graph.start);
        if (link.default_state != kNoState) continue;
        const Place place{nullptr, graphs_[i].place.c_str()};
        fail("machine-name", {&place, "start"},
             "there is no state \"" + graph.start + "\"; there are " + graphs_[i].names.list());
    }
}

// Numbers in the order in which blends are referred to, which is the order they are laid out in.
std::uint32_t MachineLayout::queue_blend(const BlendDesc& blend, const Place& place,
                                         std::uint32_t depth) {
    if (depth > kMaxBlendDepth) {
        fail("machine-size", place,
             "blends are nested deeper than " + std::to_string(kMaxBlendDepth));
        return kNoIndex;
    }
    blends_.push_back({&blend, place.text(), depth});
    return count_of(blends_) - 1;
}

void MachineLayout::check_blend(const BlendDesc& blend, const Place& place) {
    const bool direct = blend.kind == BlendKind::direct;
    const bool flat = blend.kind == BlendKind::linear;
    if (blend.x.empty() && !direct) {
        fail("machine-name", {&place, "x"}, "a blend needs the variable that moves its point");
    }
    if (blend.y.empty() && !direct && !flat) {
        fail("machine-name", {&place, "y"}, "a 2D blend needs a second variable");
    }
    if (blend.children.size() > kMaxBlendChildren) {
        fail("machine-size", {&place, "children"},
             "a blend has at most " + std::to_string(kMaxBlendChildren) + " children");
    }
    for (std::size_t i = 0; i < blend.children.size(); ++i) {
        const BlendChildDesc& child = blend.children[i];
        const Place at{&place, "children", i};
        if (!std::isfinite(child.x) || !std::isfinite(child.y) ||
            !std::isfinite(child.time_scale) || !std::isfinite(child.cycle_offset)) {
            fail("machine-number", at, "a number is not finite");
        }
        if (child.weight.empty() == direct) {
            fail("machine-kind", {&at, "weight"},
                 direct ? "a child of a direct blend needs the variable that is its weight"
                        : "only children of direct blends have a variable as their weight");
        }
        if (child.blend && !child.motion.empty()) {
            fail("machine-kind", at, "a motion and a blend cannot both be played");
        }
    }
}

record::Range MachineLayout::add_children(const BlendDesc& blend, const Place& place,
                                          std::uint32_t depth) {
    check_blend(blend, place);
    const record::Range range{count_of(out_.children), count_of(blend.children)};
    const bool flat = blend.kind == BlendKind::linear;
    std::vector<std::size_t> order(blend.children.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    if (flat) {
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return blend.children[a].x < blend.children[b].x;
        });
    }
    for (const std::size_t i : order) {
        const BlendChildDesc& child = blend.children[i];
        const Place at{&place, "children", i};
        ZeroedRecord<record::BlendChild> record;
        record::BlendChild& out = *record;
        if (flat) {
            out.threshold = child.x;
        } else {
            out.position[0] = child.x;
            out.position[1] = child.y;
        }
        out.time_scale = child.time_scale;
        out.cycle_offset = child.cycle_offset;
        out.motion = motion(child.motion, at, out.cycle_offset);
        out.direct_variable = variable(child.weight, at, "weight");
        out.blend = child.blend ? queue_blend(*child.blend, {&at, "blend"}, depth + 1) : kNoIndex;
        record.append_to(out_.children);
    }
    return range;
}

// States first, then the blends inside them, level by level: machine/check.h relies on it.
void MachineLayout::add_blends() {
    for (std::size_t i = 0; i < states_.size(); ++i) {
        record::Range range{count_of(out_.children), 0};
        if (states_[i]->blend) {
            const Place graph{nullptr, graphs_[out_.state_links[i].graph].place.c_str()};
            const GraphDesc& owner = *graphs_[out_.state_links[i].graph].desc;
            const Place state{&graph, "states",
                              static_cast<std::size_t>(states_[i] - owner.states.data())};
            range = add_children(*states_[i]->blend, {&state, "blend"}, 1);
        }
        out_.states[i].children = range;
    }
    for (std::size_t i = 0; i < blends_.size(); ++i) {
        const QueuedBlend next = blends_[i];
        const Place place{nullptr, next.place.c_str()};
        const bool direct = next.desc->kind == BlendKind::direct;
        const bool flat = next.desc->kind == BlendKind::linear;
        ZeroedRecord<record::BlendNode> record;
        record::BlendNode& out = *record;
        out.name = named(next.desc->name);
        out.kind = static_cast<record::BlendKind>(next.desc->kind);
        out.normalized = next.desc->normalized;
        out.variable_x = direct ? kNoIndex : variable(next.desc->x, place, "x");
        out.variable_y = direct || flat ? kNoIndex : variable(next.desc->y, place, "y");
        out.children = add_children(*next.desc, place, next.depth);
        record.append_to(out_.blends);
    }
}

}  // namespace motus::detail

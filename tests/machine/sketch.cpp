// SPDX-License-Identifier: MIT
#include "sketch.h"

#include <cstdio>
#include <cstdlib>

namespace motus::test {
namespace {

std::uint32_t last_of(const auto& items) {
    return static_cast<std::uint32_t>(items.size() - 1);
}

}  // namespace

TransitionSpec& TransitionSpec::when(std::uint32_t variable, Op op, float value) {
    desc.when.push_back({sketch->variable_name(variable), op, value});
    return *this;
}

TransitionSpec& TransitionSpec::shaped(const std::vector<CurveKey>& keys) {
    desc.curve.clear();
    for (const CurveKey& key : keys) {
        desc.curve.push_back(
            {float_of(key.time), float_of(key.value), float_of(key.in), float_of(key.out)});
    }
    return *this;
}

Sketch::Sketch() {
    layer();
}

std::uint32_t Sketch::variable(std::string_view name, Kind kind, float value) {
    desc.variables.push_back({std::string(name), kind, value, {}});
    return last_of(desc.variables);
}

std::string Sketch::variable_name(std::uint32_t variable) const {
    return variable == kNoIndex ? "" : desc.variables[variable].name;
}

std::uint32_t Sketch::clip(float seconds, bool loops, std::vector<EventTime> events) {
    MotionDesc& motion = motions.emplace_back();
    motion.name = "clip" + std::to_string(motions.size() - 1);
    motion.duration = ticks_of_seconds(seconds);
    motion.loops = loops;
    motion.events = std::move(events);
    return last_of(motions);
}

void Sketch::mark(std::uint32_t clip, std::vector<EventTime> markers) {
    motions[clip].markers = std::move(markers);
}

std::string Sketch::motion_name(std::uint32_t motion) const {
    return motion == kNoIndex ? "" : motions[motion].name;
}

std::uint32_t Sketch::layer(float weight, bool additive) {
    LayerDesc& layer = desc.layers.emplace_back();
    layer.name = "layer" + std::to_string(desc.layers.size() - 1);
    layer.weight = weight;
    layer.blending = additive ? record::LayerBlending::additive : record::LayerBlending::override;
    graphs_.emplace_back();
    roots_.push_back(last_of(graphs_));
    return last_of(desc.layers);
}

void Sketch::name_layer(std::uint32_t layer, std::string_view name) {
    desc.layers[layer].name = name;
}

void Sketch::sync(std::uint32_t layer, std::uint32_t to, bool timing) {
    desc.layers[layer].follows = desc.layers[to].name;
    desc.layers[layer].sync_timing = timing;
}

void Sketch::synced_motion(std::uint32_t layer, std::uint32_t state, std::uint32_t motion) {
    const std::uint32_t root = root_of(states_[state].graph);
    desc.layers[layer].synced.push_back({path(state, root), motion_name(motion), {}});
}

std::uint32_t Sketch::root_of(std::uint32_t graph) const {
    while (graphs_[graph].holder != kNoState)
        graph = states_[graphs_[graph].holder].graph;
    return graph;
}

std::string Sketch::path(std::uint32_t state, std::uint32_t graph) const {
    std::string text = states_[state].desc.name;
    for (std::uint32_t at = states_[state].graph; at != graph;) {
        const std::uint32_t holder = graphs_[at].holder;
        text = states_[holder].desc.name + "/" + text;
        at = states_[holder].graph;
    }
    return text;
}

std::uint32_t Sketch::state(std::string_view name, std::uint32_t motion, std::uint32_t graph) {
    State& state = states_.emplace_back();
    state.desc.name = name;
    state.desc.motion = motion_name(motion);
    state.graph = graph;
    return last_of(states_);
}

std::uint32_t Sketch::machine(std::string_view name, std::uint32_t graph) {
    const std::uint32_t index = state(name, kNoIndex, graph);
    graphs_.push_back({index, kNoState});
    states_[index].inside = last_of(graphs_);
    return index;
}

void Sketch::set_default(std::uint32_t graph, std::uint32_t state) {
    graphs_[graph].start = state;
}

std::uint32_t Sketch::blend(std::string_view name, record::StateKind kind, std::uint32_t x,
                            std::uint32_t y, std::uint32_t graph) {
    const std::uint32_t index = state(name, kNoIndex, graph);
    BlendDesc& blend = states_[index].desc.blend.emplace();
    blend.kind = static_cast<BlendKind>(static_cast<int>(kind) -
                                        static_cast<int>(record::StateKind::blend_1d));
    blend.x = variable_name(x);
    blend.y = variable_name(y);
    return index;
}

BlendChildDesc& Sketch::child(std::uint32_t blend, std::uint32_t motion, float x, float y) {
    BlendChildDesc& child = states_[blend].desc.blend->children.emplace_back();
    child.motion = motion_name(motion);
    child.x = x;
    child.y = y;
    return child;
}

TransitionSpec& Sketch::add(record::TransitionFrom kind, std::uint32_t graph, std::uint32_t to) {
    TransitionSpec& spec = specs_.emplace_back();
    spec.kind = kind;
    spec.graph = graph;
    spec.sketch = this;
    spec.desc.duration = 0.0f;
    if (to != kNoState) {
        const bool here = states_[to].graph == graph;
        spec.desc.to = here ? states_[to].desc.name : path(to, root_of(graph));
    }
    return spec;
}

TransitionSpec& Sketch::from_state(std::uint32_t from, std::uint32_t to) {
    TransitionSpec& spec = add(record::TransitionFrom::state, states_[from].graph, to);
    spec.desc.from = states_[from].desc.name;
    return spec;
}

TransitionSpec& Sketch::to_exit(std::uint32_t from) {
    return from_state(from, kNoState);
}

TransitionSpec& Sketch::any(std::uint32_t to, std::uint32_t graph) {
    return add(record::TransitionFrom::any, graph, to);
}

TransitionSpec& Sketch::entry(std::uint32_t graph, std::uint32_t to) {
    return add(record::TransitionFrom::entry, graph, to);
}

TransitionSpec& Sketch::leave(std::uint32_t machine, std::uint32_t to) {
    return from_state(machine, to);
}

TransitionSpec& Sketch::leave_to_exit(std::uint32_t machine) {
    return from_state(machine, kNoState);
}

void Sketch::state_event(std::uint32_t state, record::StateMoment moment, std::string_view name) {
    states_[state].desc.events.push_back({std::string(name), moment, 0.0f, 0, {}});
}

// Graphs are numbered as build_machine does: each before those inside it.
GraphDesc Sketch::assemble(std::uint32_t graph) {
    GraphDesc out;
    const std::uint32_t index = assembled_++;
    for (const TransitionSpec& spec : specs_) {
        if (spec.graph != graph) continue;
        switch (spec.kind) {
            case record::TransitionFrom::any:
                out.any.push_back(spec.desc);
                any_graphs_.push_back(index);
                break;
            case record::TransitionFrom::entry:
                out.entry.push_back(spec.desc);
                break;
            default:
                out.transitions.push_back(spec.desc);
                break;
        }
    }
    for (const State& state : states_) {
        if (state.graph != graph) continue;
        out.states.push_back(state.desc);
        if (state.inside != kNoIndex) out.states.back().machine = assemble(state.inside);
    }
    if (graphs_[graph].start != kNoState) out.start = path(graphs_[graph].start, graph);
    return out;
}

const Machine& Sketch::build() {
    any_graphs_.clear();
    assembled_ = 0;
    desc.start = start;
    desc.trigger_reset = trigger_reset;
    for (std::size_t i = 0; i < roots_.size(); ++i)
        desc.layers[i].graph = assemble(roots_[i]);
    auto built = build_machine(desc, motions);
    if (!built) {
        std::fprintf(stderr, "sketch: %s\n", to_string(built.error()).c_str());
        std::abort();
    }
    built_.push_back(*std::move(built));
    return built_.back().view();
}

std::string Sketch::name(std::uint32_t state) const {
    return state == kNoState ? "" : std::string(built_.back().state_name(state));
}

}  // namespace motus::test

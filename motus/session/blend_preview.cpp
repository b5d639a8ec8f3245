// SPDX-License-Identifier: MIT
#include <motus/session/blend_preview.h>

#include <motus/schema/json.h>

#include <cmath>

namespace motus {
namespace {

/// A state that plays a motion itself: of a sub-machine the one that it starts with.
std::uint32_t leaf_of(const Machine& graph, std::uint32_t state) {
    for (std::uint32_t depth = 0; state < graph.states.size() && depth < kMaxGraphDepth; ++depth) {
        const std::uint32_t inside = graph.state_links[state].inside;
        if (inside == kNoIndex) return state;
        state = graph.graphs[inside].default_state;
    }
    return kNoState;
}

std::uint32_t any_source(const Machine& graph, std::uint32_t layer, std::uint32_t target) {
    std::uint32_t found = kNoState;
    for (std::uint32_t s = 0; s < graph.states.size(); ++s) {
        if (graph.state_links[s].layer != layer || graph.state_links[s].inside != kNoIndex)
            continue;
        if (s != target) return s;
        found = s;
    }
    return found;
}

}  // namespace

Result<std::vector<AuthoredCurveKey>> read_curve_keys(std::string_view json) {
    const Result<Json> parsed = parse_json(json);
    if (!parsed) return parsed.error();
    if (!parsed->is_array()) return Error{"wrong-type", "", "keys are a list"};
    std::vector<AuthoredCurveKey> keys;
    for (const Json& item : parsed->items) {
        AuthoredCurveKey& key = keys.emplace_back();
        const std::pair<const char*, float*> members[] = {{"time", &key.time},
                                                          {"value", &key.value},
                                                          {"in_tangent", &key.in_tangent},
                                                          {"out_tangent", &key.out_tangent}};
        for (const auto& [name, number] : members) {
            const Json* member = item.find(name);
            if (member == nullptr) continue;
            if (!member->is_number() || !std::isfinite(member->number))
                return Error{"wrong-type", name, "is not a number"};
            *number = static_cast<float>(member->number);
        }
    }
    return keys;
}

std::vector<float> sample_curve(const LoweredCurve& curve, std::size_t count) {
    std::vector<float> weights(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double t = count > 1 ? static_cast<double>(i) / static_cast<double>(count - 1) : 0.0;
        weights[i] = curve_weight(curve.keys, static_cast<float>(t));
    }
    return weights;
}

Result<BlendStart> blend_start(const Machine& graph, const std::vector<TransitionInfo>& transitions,
                               std::uint32_t transition) {
    const auto refuse = [&](const char* why) {
        return Error{"no-blend", std::to_string(transition), why};
    };
    if (transition >= transitions.size() || transition >= graph.transitions.size())
        return Error{"no-transition", std::to_string(transition), "there is no such transition"};
    const TransitionInfo& info = transitions[transition];
    const record::StateMachineTransition& record = graph.transitions[transition];
    if (info.source == TransitionSource::entry) return refuse("an entry leads in at once");
    if (info.to == kNoState)
        return refuse("the way out of the sub-machine blends, not the exit inside it");
    if (!(record.duration > 0.0f)) return refuse("it takes no time: give it a duration");
    BlendStart start;
    start.layer = info.layer;
    start.transition = transition;
    start.source = info.source;
    start.from = info.source == TransitionSource::any
                     ? any_source(graph, info.layer, leaf_of(graph, info.to))
                     : leaf_of(graph, info.from);
    if (start.from == kNoState) return refuse("there is no state that it leaves");
    if (record.has_exit_time) start.at = cycles_of(static_cast<double>(record.exit_time));
    return start;
}

}  // namespace motus

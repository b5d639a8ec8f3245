// SPDX-License-Identifier: MIT
#include "machine_hud.h"

#include <cstring>

#include <fmt/format.h>

namespace motus::tool {
namespace {

using render::HudPanel;
using render::PanelRow;

constexpr const char* kNothing = "-";

PanelRow bar(std::string label, float value) {
    return {std::move(label), fmt::format("{:.2f}", value), value};
}

HudPanel layer_panel(const FrameLayer& layer) {
    HudPanel panel;
    panel.title = std::string(layer.name);
    if (layer.weight != 1.0f) panel.title += fmt::format("  {:.2f}", layer.weight);
    const bool moves = layer.transition.has_value();
    const std::string state = layer.one_shot ? "(one-shot)" : std::string(layer.state);
    panel.rows.push_back({"state", state.empty() ? kNothing : state});
    // Always there, so that nothing jumps when a transition begins.
    panel.rows.push_back({"next", layer.next.empty() ? kNothing : std::string(layer.next)});
    panel.rows.push_back(
        bar("progress", moves ? static_cast<float>(layer.transition->progress) : 0.0f));
    panel.rows.push_back(bar("weight", moves ? layer.transition->weight : 0.0f));
    for (const FrameClip& clip : layer.clips)
        panel.rows.push_back(bar(clip.is_pose ? "(pose)" : std::string(clip.clip), clip.weight));
    return panel;
}

std::string value_text(const BakedFile& file, const Machine& graph,
                       const record::StateMachineVariable& variable, std::uint32_t bits) {
    switch (variable.kind) {
        case record::VariableKind::float_: {
            float value = 0.0f;
            std::memcpy(&value, &bits, sizeof value);
            return fmt::format("{:.2f}", value);
        }
        case record::VariableKind::bool_:
            return bits != 0 ? "true" : "false";
        case record::VariableKind::trigger:
            return bits != 0 ? "set" : kNothing;
        case record::VariableKind::enum_:
            for (const record::VariableChoice& choice :
                 graph.choices.subspan(variable.choices.start, variable.choices.count)) {
                if (static_cast<std::uint32_t>(choice.value) == bits)
                    return name_text(file, NameHash{choice.name});
            }
            break;
        case record::VariableKind::int_:
            break;
    }
    return fmt::to_string(static_cast<std::int32_t>(bits));
}

}  // namespace

void add_machine_hud(Animator& run, const MachineNames& names, render::TakeFrame& frame) {
    const FrameRecord record = record_frame(run, names);
    for (const FrameLayer& layer : record.layers)
        frame.left.push_back(layer_panel(layer));
    HudPanel parameters;
    parameters.title = "Parameters";
    const Machine& graph = run.machine();
    // As the tick found them: a trigger that was used up is seen.
    const InstanceView seen = run.before();
    for (std::size_t i = 0; i < graph.variables.size(); ++i) {
        parameters.rows.push_back(
            {names.variables[i],
             value_text(run.library().file(), graph, graph.variables[i], seen.variables[i])});
    }
    if (!parameters.rows.empty()) frame.right.push_back(std::move(parameters));
    for (const FrameEvent& event : record.events) {
        if (event.kind == MachineEventKind::motion || event.kind == MachineEventKind::state)
            frame.events.push_back(event.name);
    }
}

}  // namespace motus::tool

// motus/session/describe_machine.cpp - a machine of the baked file, for a page.
// SPDX-License-Identifier: MIT
#include <motus/session/describe.h>

#include <motus/document/new_document.h>
#include <motus/document/pointer.h>

#include <algorithm>
#include <cmath>

namespace motus {
namespace {

class MachineDescriber {
  public:
    MachineDescriber(const Project& project, std::uint32_t machine, const Machine& graph,
                     const MachineNames& names, const std::vector<TransitionInfo>& transitions,
                     JsonWriter& json)
        : project_(project),
          document_(project.document()),
          entry_(project.file()->machines.machines[machine]),
          graph_(graph),
          names_(names),
          transitions_(transitions),
          json_(json) {}

    void write() {
        json_.begin_object().key("id").value(std::to_string(entry_.id));
        json_.key("name").value(names_.machine).key("pointer").value(pointer(entry_.id));
        write_parameters();
        write_layers();
        write_states();
        write_transitions();
        json_.key("motions").begin_array();
        for (std::size_t i = 0; i < graph_.motions.size(); ++i) {
            const MotionInfo& motion = graph_.motions[i];
            json_.begin_object().key("name").value(names_.motions[i]);
            json_.key("kind").value(motion.kind == MotionKind::clip ? "clip" : "timeline");
            json_.key("seconds").value(seconds_of(motion.duration)).end_object();
        }
        json_.end_array().end_object();
    }

  private:
    std::string pointer(std::uint64_t id) const {
        const Object* object = document_.find_id(id);
        return object != nullptr ? pointer_to(document_, *object) : std::string();
    }

    void write_parameters() {
        constexpr const char* kKinds[] = {"float", "int", "bool", "trigger", "enum"};
        json_.key("parameters").begin_array();
        for (std::uint32_t i = 0; i < graph_.variables.size(); ++i) {
            const record::StateMachineVariable& variable = graph_.variables[i];
            const auto* authored =
                object_cast<doc::StateMachineVariable>(document_.find_id(variable.id));
            const ParameterRange range = range_of(document_, graph_, i);
            json_.begin_object().key("index").value(i);
            json_.key("id").value(std::to_string(variable.id));
            json_.key("name").value(names_.variables[i]);
            json_.key("kind").value(kKinds[static_cast<std::size_t>(variable.kind)]);
            json_.key("default").value(variable.default_value);
            json_.key("min").value(range.min).key("max").value(range.max);
            json_.key("ranged").value(range.authored);
            json_.key("choices").begin_array();
            for (std::uint32_t c = 0; authored != nullptr && c < authored->choices().size(); ++c) {
                const doc::VariableChoice& choice = authored->choices()[c];
                json_.begin_object().key("name").value(choice.name());
                json_.key("value").value(choice.value()).end_object();
            }
            json_.end_array().key("description");
            json_.value(authored != nullptr ? authored->description() : std::string());
            json_.end_object();
        }
        json_.end_array();
    }

    void write_layers() {
        json_.key("layers").begin_array();
        for (std::uint32_t i = 0; i < graph_.layers.size(); ++i) {
            const record::StateMachineLayer& layer = graph_.layers[i];
            json_.begin_object().key("index").value(i);
            json_.key("id").value(std::to_string(layer.id)).key("name").value(names_.layers[i]);
            json_.key("additive").value(layer.blending == record::LayerBlending::additive);
            json_.key("pointer").value(pointer(layer.id)).end_object();
        }
        json_.end_array();
    }

    void write_states() {
        constexpr const char* kKinds[] = {"empty",
                                          "clip",
                                          "timeline",
                                          "blend_1d",
                                          "blend_simple_directional",
                                          "blend_freeform_directional",
                                          "blend_freeform_cartesian",
                                          "blend_direct",
                                          "sub_machine"};
        std::vector<std::int64_t> holder(graph_.graphs.size(), -1);
        for (std::uint32_t s = 0; s < graph_.states.size(); ++s) {
            const std::uint32_t inside = graph_.state_links[s].inside;
            if (inside != kNoIndex) holder[inside] = s;
        }
        json_.key("states").begin_array();
        for (std::uint32_t s = 0; s < graph_.states.size(); ++s) {
            const record::StateMachineState& state = graph_.states[s];
            const StateLink& link = graph_.state_links[s];
            const std::string& path = names_.states[s];
            const std::size_t slash = path.rfind('/');
            json_.begin_object().key("index").value(s);
            json_.key("id").value(std::to_string(state.id)).key("path").value(path);
            json_.key("name").value(slash == std::string::npos ? path : path.substr(slash + 1));
            json_.key("layer").value(link.layer);
            json_.key("kind").value(kKinds[static_cast<std::size_t>(state.kind)]);
            json_.key("parent").value(link.graph == kNoIndex ? std::int64_t{-1}
                                                             : holder[link.graph]);
            json_.key("pointer").value(pointer(state.id)).end_object();
        }
        json_.end_array();
    }

    void write_transitions() {
        const auto number = [](std::uint32_t index) {
            return index == kNoState ? std::int64_t{-1} : std::int64_t{index};
        };
        json_.key("transitions").begin_array();
        for (std::uint32_t i = 0; i < transitions_.size(); ++i) {
            const TransitionInfo& info = transitions_[i];
            const record::StateMachineTransition& transition = graph_.transitions[i];
            json_.begin_object().key("index").value(i);
            json_.key("id").value(std::to_string(transition.id)).key("name");
            json_.value(name_text(*project_.file(), NameHash{transition.name}));
            json_.key("layer").value(info.layer).key("source").value(source_word(info.source));
            json_.key("from").value(number(info.from)).key("to").value(number(info.to));
            json_.key("title").value(info.title).key("seconds").value(transition.duration);
            json_.key("hasExitTime").value(transition.has_exit_time);
            json_.key("exitTime").value(transition.exit_time);
            json_.key("pointer").value(pointer(transition.id)).end_object();
        }
        json_.end_array();
    }

    const Project& project_;
    const Document& document_;
    const MachineEntry& entry_;
    const Machine& graph_;
    const MachineNames& names_;
    const std::vector<TransitionInfo>& transitions_;
    JsonWriter& json_;
};

}  // namespace

void describe_machine(const Project& project, std::uint32_t machine, const Machine& graph,
                      const MachineNames& names, const std::vector<TransitionInfo>& transitions,
                      JsonWriter& json) {
    MachineDescriber(project, machine, graph, names, transitions, json).write();
}

ParameterRange range_of(const Document& document, const Machine& graph, std::uint32_t variable) {
    const record::StateMachineVariable& record = graph.variables[variable];
    if (record.kind == record::VariableKind::bool_ ||
        record.kind == record::VariableKind::trigger) {
        return {};
    }
    const auto* authored = object_cast<doc::StateMachineVariable>(document.find_id(record.id));
    if (authored != nullptr && authored->min() < authored->max()) {
        return {static_cast<double>(authored->min()), static_cast<double>(authored->max()), true};
    }
    double lo = std::min(0.0, static_cast<double>(record.default_value));
    double hi = std::max(0.0, static_cast<double>(record.default_value));
    const auto take = [&](float number) {
        lo = std::min(lo, static_cast<double>(number));
        hi = std::max(hi, static_cast<double>(number));
    };
    for (const record::StateMachineCondition& condition : graph.conditions) {
        // Past what it is compared with, so that both sides can be reached.
        if (condition.variable == variable) take(2.0f * condition.compare_value);
    }
    const auto take_blend = [&](std::uint32_t x, std::uint32_t y, record::Range children) {
        for (const record::BlendChild& child :
             graph.children.subspan(children.start, children.count)) {
            if (x == variable) take(child.threshold), take(child.position[0]);
            if (y == variable) take(child.position[1]);
        }
    };
    for (const record::StateMachineState& state : graph.states) {
        take_blend(state.variable_x, state.variable_y, state.children);
        if (state.speed_variable == variable) take(2.0f);
    }
    for (const record::BlendNode& blend : graph.blends)
        take_blend(blend.variable_x, blend.variable_y, blend.children);
    if (record.kind == record::VariableKind::float_) {
        if (!(lo < hi)) hi = lo + 1.0;
        return {lo, hi, false};
    }
    lo = std::floor(lo);
    hi = std::ceil(hi);
    if (!(lo < hi)) hi = lo + 10.0;
    return {lo, hi, false};
}

}  // namespace motus

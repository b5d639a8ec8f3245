// SPDX-License-Identifier: MIT
#include <motus/import/rig/default_machine.h>

#include <algorithm>

namespace motus {
namespace {

constexpr float kFade = 0.25f;  // seconds
constexpr std::size_t kColumns = 4;

bool says_idle(std::string name) {
    for (char& c : name)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return name.find("idle") != std::string::npos;
}

std::size_t first_of(const std::vector<DefaultClip>& clips) {
    const auto place = [&](auto&& test) {
        return static_cast<std::size_t>(std::find_if(clips.begin(), clips.end(), test) -
                                        clips.begin());
    };
    const std::size_t idle = place([](const DefaultClip& c) { return says_idle(c.name); });
    if (idle < clips.size()) return idle;
    const std::size_t looping = place([](const DefaultClip& c) { return c.loop; });
    return looping < clips.size() ? looping : 0;
}

/// Short clips are not faded for longer than half of them.
float fade_of(const DefaultClip& clip) {
    return std::min(kFade, clip.length_s / 2);
}

/// A layer in step with the first: the same states, with the timelines of their clips.
void add_timelines(doc::StateMachineDefinitionChange& definition, std::uint64_t first,
                   const std::vector<DefaultClip>& clips,
                   const std::vector<std::uint64_t>& states) {
    if (std::none_of(clips.begin(), clips.end(), [](const auto& c) { return c.timeline != 0; })) {
        return;
    }
    auto layer = definition.machine_change().layers_append();
    layer.set_name("Properties").set_machine(definition.object().id()).set_sync_layer(first);
    for (std::size_t i = 0; i < clips.size(); ++i) {
        if (clips[i].timeline == 0) continue;
        layer.synced_motions_append().set_state(states[i]).set_motion(clips[i].timeline);
    }
}

}  // namespace

std::uint64_t add_default_machine(doc::AnimationLibraryChange& library, const std::string& name,
                                  const std::vector<DefaultClip>& clips) {
    auto definition = library.machines_append();
    const std::uint64_t id = definition.object().id();
    definition.set_name(name);
    auto layer = definition.machine_change().layers_append();
    layer.set_name("Base").set_machine(id);
    auto graph = layer.graph_change();
    graph.set_entry_position({-220, 0}).set_any_position({-220, 120});
    const std::size_t first = first_of(clips);
    std::vector<std::uint64_t> states;
    for (std::size_t i = 0; i < clips.size(); ++i) {
        auto state = graph.states_append();
        state.set_name(clips[i].name).set_motion(clips[i].id);
        state.set_kind(clips[i].is_timeline ? doc::StateKind::timeline : doc::StateKind::clip);
        state.set_position(
            {static_cast<float>(i % kColumns) * 220.0f, static_cast<float>(i / kColumns) * 120.0f});
        states.push_back(state.object().id());
    }
    if (states.empty()) return id;
    add_timelines(definition, layer.object().id(), clips, states);
    graph.set_entry(states[first]);
    if (states.size() == 1) return id;
    for (std::size_t i = 0; i < clips.size(); ++i) {
        auto trigger = definition.variables_append();
        trigger.set_name(clips[i].name).set_kind(doc::VariableKind::trigger);
        auto play = graph.transitions_append();
        play.set_from_kind(doc::TransitionFrom::any)
            .set_to(states[i])
            .set_duration(fade_of(clips[i]));
        play.conditions_append()
            .set_variable(trigger.object().id())
            .set_op(doc::ConditionOperator::is_true);
    }
    for (std::size_t i = 0; i < clips.size(); ++i) {
        if (clips[i].loop || i == first) continue;
        const float fade = fade_of(clips[i]);
        auto back = graph.transitions_append();
        back.set_from(states[i]).set_to(states[first]).set_duration(fade).set_has_exit_time(true);
        back.set_exit_time(clips[i].length_s > 0.0f ? 1.0f - fade / clips[i].length_s : 1.0f);
    }
    return id;
}

}  // namespace motus

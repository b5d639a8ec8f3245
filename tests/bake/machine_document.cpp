// SPDX-License-Identifier: MIT
#include "random_machine.h"

#include <motus/document/model_change.h>

#include <gtest/gtest.h>

namespace motus::test {
namespace {

using From = doc::TransitionFrom;

class Writer {
  public:
    Writer(const Sketch& builder, const Machine& graph, Random& random)
        : b_(builder), g_(graph), random_(random), document_(new_document()) {}

    std::unique_ptr<Document> run() {
        add_clips();
        auto library = document_->begin_change(content(*document_).library(), "Machine");
        auto machine = library.machines_append();
        machine.set_name("machine");
        for (std::size_t i = 0; i < g_.variables.size(); ++i) {
            auto variable = machine.variables_append();
            variable.set_name(numbered("v", i))
                .set_kind(static_cast<doc::VariableKind>(g_.variables[i].kind))
                .set_default_value(g_.variables[i].default_value);
            variables_.push_back(variable.object().id());
        }
        auto top = machine.machine_change();
        top.set_start(static_cast<doc::LayerStart>(g_.start));
        top.set_trigger_reset(static_cast<doc::TriggerReset>(g_.trigger_reset));
        states_.resize(g_.states.size());
        std::vector<std::uint64_t> layers;
        for (std::uint32_t i = 0; i < g_.layers.size(); ++i) {
            auto layer = top.layers_append();
            layer.set_name(b_.desc.layers[i].name)
                .set_weight(g_.layers[i].weight)
                .set_blending(static_cast<doc::LayerBlending>(g_.layers[i].blending))
                .set_sync_timing(g_.layers[i].sync_timing);
            layers.push_back(layer.object().id());
            auto graph = layer.graph_change();
            add_states(graph, g_.layer_links[i].root);
            const LayerLink& link = g_.layer_links[i];
            if (link.follows == kNoIndex) continue;
            layer.set_sync_layer(layers[link.follows]);
            for (const SyncedLink& synced :
                 g_.synced.subspan(link.synced.start, link.synced.count)) {
                layer.synced_motions_append()
                    .set_state(states_[synced.state])
                    .set_motion(clips_[synced.motion]);
            }
        }
        // References need ids of states that come later: so transitions come last.
        for (std::uint32_t i = 0; i < g_.layers.size(); ++i) {
            auto layer = top.layers_change(i);
            auto graph = layer.graph_change();
            add_transitions(graph, g_.layer_links[i].root);
        }
        EXPECT_TRUE(library.commit());
        return std::move(document_);
    }

  private:
    void add_clips() {
        auto scene = document_->begin_change(content(*document_).scene(), "Clips");
        auto rig = scene.entities_append().components_append<doc::Rig>();
        for (const MotionInfo& motion : g_.motions) {
            auto clip = rig.clips_append();
            clip.set_loop(motion.loops);
            clips_.push_back(clip.object().id());
        }
        EXPECT_TRUE(scene.commit());
    }

    [[nodiscard]] std::uint64_t variable(std::uint32_t index) const {
        return index == kNoIndex ? 0 : variables_[index];
    }

    void add_states(doc::StateGraphChange& graph, std::uint32_t index) {
        for (std::uint32_t i = 0; i < g_.states.size(); ++i) {
            if (g_.state_links[i].graph != index) continue;
            const record::StateMachineState& s = g_.states[i];
            auto state = graph.states_append();
            states_[i] = state.object().id();
            state.set_name(b_.name(i)).set_kind(static_cast<doc::StateKind>(s.kind));
            if (s.motion.type != 0) state.set_motion(clips_[s.motion.index]);
            state.set_variable_x(variable(s.variable_x))
                .set_variable_y(variable(s.variable_y))
                .set_normalized(s.normalized)
                .set_speed(s.speed)
                .set_speed_variable(variable(s.speed_variable))
                .set_cycle_offset(s.cycle_offset)
                .set_cycle_offset_variable(variable(s.cycle_offset_variable))
                .set_time_variable(variable(s.time_variable))
                .set_loop(static_cast<doc::LoopMode>(s.loop))
                .set_write_defaults(s.write_defaults);
            for (const record::BlendChild& c :
                 g_.children.subspan(s.children.start, s.children.count)) {
                auto child = state.children_append();
                child.set_threshold(c.threshold)
                    .set_position({c.position[0], c.position[1]})
                    .set_time_scale(c.time_scale)
                    .set_cycle_offset(c.cycle_offset)
                    .set_direct_variable(variable(c.direct_variable));
                if (c.motion.type != 0) child.set_motion(clips_[c.motion.index]);
            }
            if (g_.state_links[i].inside != kNoIndex) {
                auto inside = state.graph_make();
                add_states(inside, g_.state_links[i].inside);
            }
        }
    }

    // Every list of a graph, one transition at a time from a list at random.
    void add_transitions(doc::StateGraphChange& graph, std::uint32_t index) {
        if (g_.graphs[index].default_state != kNoState) {
            graph.set_entry(states_[g_.graphs[index].default_state]);
        }
        std::vector<std::vector<std::uint32_t>> lists;
        const auto add = [&](record::Range range) {
            auto& list = lists.emplace_back();
            for (std::uint32_t i = 0; i < range.count; ++i)
                list.push_back(range.start + i);
        };
        add(g_.graphs[index].entry);
        auto& any = lists.emplace_back();
        for (std::uint32_t i = 0; i < g_.transitions.size(); ++i) {
            if (g_.transitions[i].from_kind == record::TransitionFrom::any &&
                b_.graph_of_any(i) == index) {
                any.push_back(i);
            }
        }
        std::uint32_t child = 0;
        for (std::uint32_t i = 0; i < g_.states.size(); ++i) {
            const StateLink& link = g_.state_links[i];
            if (link.graph != index) continue;
            add(link.out);
            if (link.inside != kNoIndex) {
                add(g_.graphs[link.inside].leave);
                auto state = graph.states_change(child);
                auto inside = state.graph_change();
                add_transitions(inside, link.inside);
            }
            ++child;
        }
        std::vector<std::size_t> at(lists.size(), 0);
        for (;;) {
            std::vector<std::size_t> open;
            for (std::size_t i = 0; i < lists.size(); ++i)
                if (at[i] < lists[i].size()) open.push_back(i);
            if (open.empty()) return;
            const std::size_t list = open[random_.below(static_cast<std::uint32_t>(open.size()))];
            add_transition(graph, lists[list][at[list]++]);
        }
    }

    void add_transition(doc::StateGraphChange& graph, std::uint32_t index) {
        if (random_.below(4) == 0) {
            auto muted = graph.transitions_append();
            write(muted, index);
            muted.set_mute(true);
        }
        auto transition = graph.transitions_append();
        write(transition, index);
        if (random_.below(8) == 0 &&
            g_.transitions[index].from_kind == record::TransitionFrom::any) {
            auto never = graph.transitions_append();  // neither condition nor exit time
            never.set_from_kind(From::any).set_to(states_[g_.transitions[index].to]);
        }
    }

    void write(doc::StateMachineTransitionChange& out, std::uint32_t index) {
        const record::StateMachineTransition& t = g_.transitions[index];
        out.set_from_kind(static_cast<From>(t.from_kind))
            .set_from(t.from == kNoState ? 0 : states_[t.from])
            .set_to_kind(static_cast<doc::TransitionTo>(t.to_kind))
            .set_to(t.to == kNoState ? 0 : states_[t.to])
            .set_duration(t.duration)
            .set_duration_unit(static_cast<doc::DurationUnit>(t.duration_unit))
            .set_offset(t.offset)
            .set_has_exit_time(t.has_exit_time)
            .set_exit_time(t.exit_time)
            .set_exit_time_mode(static_cast<doc::ExitTimeMode>(t.exit_time_mode))
            .set_inherit(t.inherit)
            .set_interruption_source(static_cast<doc::InterruptionSource>(t.interruption_source))
            .set_ordered(t.ordered)
            .set_interruption_blend(static_cast<doc::InterruptionBlend>(t.interruption_blend))
            .set_can_transition_to_self(t.can_transition_to_self)
            .set_sync(static_cast<doc::MotionSync>(t.sync));
        for (const record::StateMachineCondition& c :
             g_.conditions.subspan(t.conditions.start, t.conditions.count)) {
            out.conditions_append()
                .set_variable(variables_[c.variable])
                .set_op(static_cast<doc::ConditionOperator>(c.op))
                .set_compare_value(c.compare_value);
        }
        const record::Range keys = g_.curves[index];
        if (keys.count == 0) return;
        auto curve = out.curve_make();
        for (const CurveKey& key : g_.curve_keys.subspan(keys.start, keys.count)) {
            curve.keys_append()
                .set_time(float_of(key.time))
                .set_value(1.0f - float_of(key.value))
                .set_in_tangent(-float_of(key.in))
                .set_out_tangent(-float_of(key.out));
        }
    }

    const Sketch& b_;
    const Machine& g_;
    Random& random_;
    std::unique_ptr<Document> document_;
    std::vector<std::uint64_t> clips_, variables_, states_;
};

}  // namespace

std::unique_ptr<Document> document_of(const Sketch& builder, const Machine& graph, Random& random) {
    return Writer(builder, graph, random).run();
}

}  // namespace motus::test

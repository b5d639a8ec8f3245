// tests/bake/timeline_stage.h - a document whose machine plays timelines of one entity.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/keys.h>
#include <motus/document/model_change.h>
#include <motus/document/new_document.h>

#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace motus::test {

/// One entity with everything, and timelines that hold a value or move it.
struct TimelineStage {
    std::unique_ptr<Document> document = new_document();
    std::uint64_t entity = 0, machine = 0;

    TimelineStage() {
        auto scene = document->begin_change(content(*document).scene(), "Scene");
        auto box = scene.entities_append();
        box.set_name("Box");
        box.components_append<doc::Transform2D>().set_position({100, 0});
        box.components_append<doc::Fill>().set_opacity(0.5f).set_corner_radius(4);
        box.components_append<doc::Text>().set_text("base").set_weight(400);
        entity = box.object().id();
        EXPECT_TRUE(scene.commit());
        auto library = document->begin_change(content(*document).library(), "Machine");
        auto made = library.machines_append();
        made.set_name("m");
        machine = made.object().id();
        EXPECT_TRUE(library.commit());
    }

    struct Key {
        std::uint32_t component, property;
        int frame;
        Value value;
    };
    std::uint64_t timeline(const char* name, int frames, const std::vector<Key>& keys,
                           doc::PlaybackMode mode = doc::PlaybackMode::loop) {
        auto library = document->begin_change(content(*document).library(), name);
        auto t = library.timelines_append();
        t.set_name(name).set_duration(frames).set_playback_mode(mode);
        const std::uint64_t id = t.object().id();
        EXPECT_TRUE(library.commit());
        for (const Key& key : keys) {
            const auto done =
                write_key(*document, get<doc::AnimationTimeline>(id),
                          {entity, key.component, key.property}, key.frame, key.value);
            EXPECT_TRUE(done) << to_string(done.error());
        }
        return id;
    }
    template <class T>
    const T& get(std::uint64_t id) const {
        return *object_cast<T>(document->find_id(id));
    }
    doc::StateMachineDefinitionChange change() {
        return document->begin_change(get<doc::StateMachineDefinition>(machine), "Edit");
    }
    std::uint64_t variable(const char* name, doc::VariableKind kind) {
        auto c = change();
        auto v = c.variables_append();
        v.set_name(name).set_kind(kind);
        const std::uint64_t id = v.object().id();
        EXPECT_TRUE(c.commit());
        return id;
    }
    std::uint64_t layer(const char* name, std::uint64_t mask = 0, float weight = 1.0f,
                        doc::LayerBlending blending = doc::LayerBlending::override) {
        auto c = change();
        auto l = c.machine_change().layers_append();
        l.set_name(name).set_machine(machine).set_mask(mask).set_weight(weight);
        l.set_blending(blending);
        const std::uint64_t id = l.object().id();
        EXPECT_TRUE(c.commit());
        return id;
    }
    std::uint64_t state(std::uint64_t layer, const char* name, std::uint64_t motion,
                        bool write_defaults = true) {
        auto c = document->begin_change(get<doc::StateMachineLayer>(layer), "State");
        auto graph = c.graph_change();
        auto s = graph.states_append();
        s.set_name(name).set_write_defaults(write_defaults);
        if (motion != 0) s.set_kind(doc::StateKind::timeline).set_motion(motion);
        const std::uint64_t id = s.object().id();
        if (get<doc::StateMachineLayer>(layer).graph().states().size() == 1) graph.set_entry(id);
        EXPECT_TRUE(c.commit());
        return id;
    }
    std::uint64_t connect(std::uint64_t layer, std::uint64_t from, std::uint64_t to,
                          std::uint64_t variable, float seconds) {
        auto c = document->begin_change(get<doc::StateMachineLayer>(layer), "Transition");
        auto t = c.graph_change().transitions_append();
        t.set_from(from).set_to(to).set_duration(seconds);
        t.conditions_append().set_variable(variable).set_op(doc::ConditionOperator::is_true);
        const std::uint64_t id = t.object().id();
        EXPECT_TRUE(c.commit());
        return id;
    }
};

}  // namespace motus::test

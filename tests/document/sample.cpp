// SPDX-License-Identifier: MIT
#include "sample.h"

#include <motus/document/keys.h>
#include <motus/document/patch.h>

#include <gtest/gtest.h>

namespace motus::test {
namespace {

void add_scene(Sample& s) {
    auto change = s.document->begin_change(content(*s.document).scene(), "Scene");
    auto button = change.entities_append();
    button.set_name("Button");
    button.components_append<doc::Transform2D>().set_position({10, 20});
    button.components_append<doc::Fill>().set_color({0.25f, 0.5f, 1, 1});
    auto paint = button.components_append<doc::Paint>();
    paint.layers_append().set_opacity(0.5f);
    paint.layers_append().set_kind(doc::PaintKind::stroke);
    auto card = change.entities_append();
    card.set_name("Card").set_parent_entity(button.object().id());
    card.components_append<doc::Transform2D>();
    card.components_append<doc::Fill>();
    card.components_append<doc::Text>().set_text("Hello\n\"you\"");
    s.button = button.object().id();
    s.card = card.object().id();
    EXPECT_TRUE(change.commit());
}

void add_timeline(Sample& s) {
    auto change = s.document->begin_change(content(*s.document).library(), "Timeline");
    auto timeline = change.timelines_append();
    timeline.set_name("hover").set_duration(40);
    s.timeline = timeline.object().id();
    EXPECT_TRUE(change.commit());
    const doc::Fill& fill = s.component<doc::Fill>(s.button);
    const PropertyKey key = key_of(fill, *fill.type().find(doc::Fill::kOpacity));
    for (const int frame : {0, 10, 30}) {
        EXPECT_TRUE(write_key(*s.document, s.get<doc::AnimationTimeline>(s.timeline), key, frame,
                              Value(static_cast<float>(frame) / 30)));
    }
}

void add_machine(Sample& s) {
    auto change = s.document->begin_change(content(*s.document).library(), "Machine");
    auto machine = change.machines_append();
    machine.set_name("hero");
    auto speed = machine.variables_append();
    speed.set_name("speed").set_default_value(0.5f);
    s.machine = machine.object().id();
    s.speed = speed.object().id();
    auto layer = machine.machine_change().layers_append();
    layer.set_name("base").set_machine(s.machine);
    auto graph = layer.graph_change();
    auto idle = graph.states_append();
    idle.set_name("Idle").set_kind(doc::StateKind::timeline).set_motion(s.timeline);
    s.idle = idle.object().id();
    auto walk = graph.states_append();
    walk.set_name("Walk").set_kind(doc::StateKind::blend_1d).set_variable_x(s.speed);
    walk.children_append().set_threshold(0).set_motion(s.timeline);
    walk.children_append().set_threshold(1).blend_make().set_kind(doc::BlendKind::blend_direct);
    s.walk = walk.object().id();
    auto sub = graph.states_append();
    sub.set_name("Sub").set_kind(doc::StateKind::sub_machine);
    auto nested = sub.graph_make().states_append();
    nested.set_name("Inner");
    s.nested = nested.object().id();
    graph.set_entry(s.idle);
    auto transition = graph.transitions_append();
    transition.set_from(s.idle).set_to(s.walk).set_duration(0.2f);
    transition.conditions_append()
        .set_variable(s.speed)
        .set_op(doc::ConditionOperator::greater)
        .set_compare_value(0.1f);
    transition.curve_make().keys_append().set_value(1);
    EXPECT_TRUE(change.commit());
}

}  // namespace

Sample make_sample(const DocumentOptions& options) {
    Sample s;
    s.document = new_document(options);
    add_scene(s);
    add_timeline(s);
    add_machine(s);
    return s;
}

Result<std::size_t> apply(Document& document, const std::string& patch) {
    const Result<Json> json = parse_json(patch);
    if (!json) return json.error();
    return apply_patch(document, *json);
}

std::filesystem::path scratch(const std::string& name) {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    const std::filesystem::path folder =
        std::filesystem::path(::testing::TempDir()) /
        (std::string("motus_document_") + test->test_suite_name() + "_" + test->name());
    std::filesystem::remove_all(folder);  // what an earlier run has left
    std::filesystem::create_directories(folder);
    return folder / name;
}

}  // namespace motus::test

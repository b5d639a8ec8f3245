// SPDX-License-Identifier: MIT
#include <motus/bake/typed_header.h>
#include <motus/document/model_change.h>
#include <motus/document/new_document.h>
#include <scenes/hero/hero_document.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST(TypedHeader, HasAMemberPerVariableOfItsKind) {
    const std::string text = cpp_header(*scenes::make_hero_document(), "hero");
    EXPECT_TRUE(has(text, "struct Hero {"));
    EXPECT_TRUE(has(text, "    motus::Parameter<float> speed;\n"));
    EXPECT_TRUE(has(text, "    motus::Parameter<motus::Trigger> jump;\n"));
    EXPECT_TRUE(has(text, "foot_left = motus::hash_name(\"foot_left\")"));
    EXPECT_EQ(text, cpp_header(*scenes::make_hero_document(), "hero"));
    const std::string ts = typescript_header(*scenes::make_hero_document(), "hero");
    EXPECT_TRUE(has(ts, "export class Hero {"));
    EXPECT_TRUE(has(ts, "set speed(value: number) { this.machine.setFloat(\"speed\", value); }"));
    EXPECT_TRUE(has(ts, "jump(): void { this.machine.setTrigger(\"jump\", true); }"));
    EXPECT_TRUE(has(ts, "export type HeroState = \"Free\" | \"Idle\""));
}

TEST(TypedHeader, MakesIdentifiersOfAnyNames) {
    const auto document = new_document();
    auto change = document->begin_change(content(*document).library(), "Names");
    for (const char* machine : {"2nd boss!", "2nd boss?", "", "class"}) {
        auto definition = change.machines_append();
        definition.set_name(machine);
        for (const char* name : {"walk speed", "walk_speed", "class", "1st", "\xc3\xa9t\xc3\xa9",
                                 "", "a*/b\n\"c\\", "States"}) {
            definition.variables_append().set_name(name).set_description("line\n*/ \\");
        }
        auto mode = definition.variables_append();
        mode.set_name("mode").set_kind(doc::VariableKind::enum_);
        mode.choices_append().set_name("on foot").set_value(0);
        mode.choices_append().set_name("default").set_value(-3);
    }
    ASSERT_TRUE(change.commit());
    const std::string text = cpp_header(*document, "names");
    for (const char* part :
         {"struct N2ndBoss {", "struct N2ndBoss_2 {", "struct Unnamed {", "struct Class {",
          " walk_speed;", " walk_speed_2;", " class_;", " n1st;", " t;", " unnamed;", " a_b_c;",
          "enum class Mode", "on_foot = 0,", "default_ = -3,", "motus::Parameter<Mode> mode;",
          "parameter<float>(\"a*/b\\u000a\\\"c\\\\\")"}) {
        EXPECT_TRUE(has(text, part)) << part << "\n" << text;
    }
}

// Each of these names once made a header that does not compile.
TEST(TypedHeader, NamesDoNotMeetWhatIsGeneratedBesideThem) {
    const auto document = new_document();
    auto change = document->begin_change(content(*document).library(), "Names");
    for (const char* machine : {"Hero", "HeroState", "HeroEvent", "HeroMode"}) {
        auto definition = change.machines_append();
        definition.set_name(machine);
        for (const char* name : {"animator", "is_bound", "parameter"})
            definition.variables_append().set_name(name);
        auto mode = definition.variables_append();
        mode.set_name("mode").set_kind(doc::VariableKind::enum_);
        mode.choices_append().set_name("on");
        auto graph = definition.machine_change().layers_append().graph_change();
        graph.states_append().set_name("States");
    }
    change.events_append().set_name("Events");
    ASSERT_TRUE(change.commit());
    const std::string text = cpp_header(*document, "names");
    for (const char* part : {"animator(animator.parameter<float>(\"animator\"))", " is_bound_;",
                             "return animator.is_bound() && is_bound_.is_bound()",
                             "NameHash States_2 =", "NameHash Events_2 ="}) {
        EXPECT_TRUE(has(text, part)) << part << "\n" << text;
    }
    const std::string ts = typescript_header(*document, "names");
    for (const char* part :
         {"class HeroState {", "type HeroState_2 =", "type HeroEvent_2 =", "enum HeroMode_2 {",
          "set mode(value: HeroMode_2)", "type HeroStateState ="}) {
        EXPECT_TRUE(has(ts, part)) << part << "\n" << ts;
    }
}

}  // namespace
}  // namespace motus

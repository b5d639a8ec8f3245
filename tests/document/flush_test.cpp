// SPDX-License-Identifier: MIT
#include "sample.h"

#include <motus/document/bind.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

using doc::Fill;
using doc::StateMachineState;

struct FlushTest : ::testing::Test {
    test::Sample s = test::make_sample();
    const Fill& button = s.component<Fill>(s.button);
    const Fill& card = s.component<Fill>(s.card);

    static std::uint32_t id(const TypeInfo& type, std::uint16_t property) {
        return type.find(property)->id;
    }

    /// One property of a Fill drives another.
    Result<Done> bind(std::uint64_t from, std::uint16_t source, std::uint64_t to,
                      std::uint16_t target, doc::BindingMap map = doc::BindingMap::copy,
                      float a = 1, float b = 0) {
        const TypeInfo& fill = Fill::static_type();
        auto change = s.document->begin_change(content(*s.document).scene(), "Bind");
        auto binding = change.bindings_append();
        binding.set_map(map).set_a(a).set_b(b);
        binding.from_change()
            .set_entity(from)
            .set_component(fill.number)
            .set_property(id(fill, source));
        binding.to_change()
            .set_entity(to)
            .set_component(fill.number)
            .set_property(id(fill, target));
        return change.commit();
    }
};

TEST_F(FlushTest, ComputedFieldsFollowTheirInputs) {
    const auto& nested = s.get<StateMachineState>(s.nested);
    EXPECT_EQ(nested.path(), "Sub/Inner");
    const auto& sub = static_cast<const StateMachineState&>(*nested.parent()->parent());
    ASSERT_TRUE(s.document->begin_change(sub).set_name("Air").commit());
    EXPECT_EQ(nested.path(), "Air/Inner");
    ASSERT_TRUE(*s.document->undo());
    EXPECT_EQ(nested.path(), "Sub/Inner");
    const auto& outer = static_cast<const doc::StateGraph&>(*sub.parent());
    ASSERT_TRUE(s.document->move(nested.parent()->handle(), doc::StateGraph::kStates, 0,
                                 outer.handle(), doc::StateGraph::kStates, 0));
    EXPECT_EQ(nested.path(), "Inner");
    EXPECT_EQ(s.text().find("\"path\": \"Inner\""), std::string::npos);  // never saved
}

TEST_F(FlushTest, BindingDrivesAndLeavesTheAuthoredValue) {
    const std::string before = s.text();
    ASSERT_TRUE(s.document->begin_change(card).set_opacity(0.125f).commit());
    ASSERT_TRUE(bind(s.button, Fill::kOpacity, s.card, Fill::kOpacity, doc::BindingMap::linear,
                     0.5f, 0.25f));
    EXPECT_EQ(card.opacity(), 0.75f);
    ASSERT_TRUE(s.document->begin_change(button).set_opacity(0.5f).commit());
    EXPECT_EQ(card.opacity(), 0.5f);
    EXPECT_NE(s.text().find("\"opacity\": 0.125"), std::string::npos);
    {
        auto preview = s.document->begin_preview(button);
        preview.set_opacity(0.0f);
        s.document->flush();
        EXPECT_EQ(card.opacity(), 0.25f);
    }
    EXPECT_EQ(card.opacity(), 0.5f);
    ASSERT_TRUE(*s.document->undo());
    EXPECT_EQ(card.opacity(), 0.75f);
    ASSERT_TRUE(*s.document->undo());
    EXPECT_EQ(card.opacity(), 0.125f);  // the binding is gone
    ASSERT_TRUE(*s.document->undo());
    EXPECT_EQ(s.text(), before);
}

TEST_F(FlushTest, ChainsRunInOrderWhateverTheirPlace) {
    // Listed back to front: radius <- card opacity <- button opacity.
    ASSERT_TRUE(
        bind(s.card, Fill::kOpacity, s.card, Fill::kCornerRadius, doc::BindingMap::linear, 10));
    ASSERT_TRUE(bind(s.button, Fill::kOpacity, s.card, Fill::kOpacity, doc::BindingMap::invert));
    ASSERT_TRUE(s.document->begin_change(button).set_opacity(0.25f).commit());
    EXPECT_EQ(card.opacity(), 0.75f);
    EXPECT_EQ(card.corner_radius(), 7.5f);
}

TEST_F(FlushTest, MapsAndKinds) {
    using doc::BindingMap;
    ASSERT_TRUE(
        bind(s.button, Fill::kOpacity, s.button, Fill::kVisible, BindingMap::threshold, 0.5f));
    ASSERT_TRUE(
        bind(s.button, Fill::kOpacity, s.card, Fill::kColor, BindingMap::clamp, 0.25f, 0.5f));
    EXPECT_TRUE(button.visible());
    EXPECT_EQ(card.color(), (Float4{0.5f, 0.5f, 0.5f, 0.5f}));
    ASSERT_TRUE(s.document->begin_change(button).set_opacity(0.125f).commit());
    EXPECT_FALSE(button.visible());
    EXPECT_EQ(card.color(), (Float4{0.25f, 0.25f, 0.25f, 0.25f}));
}

TEST_F(FlushTest, CycleIsRefusedWithItsPath) {
    ASSERT_TRUE(bind(s.button, Fill::kOpacity, s.card, Fill::kOpacity));
    ASSERT_TRUE(bind(s.card, Fill::kOpacity, s.card, Fill::kCornerRadius));
    const std::string before = s.text();
    const Result<Done> closed = bind(s.card, Fill::kCornerRadius, s.button, Fill::kOpacity);
    ASSERT_FALSE(closed);
    EXPECT_EQ(closed.error().code, "binding-cycle");
    for (const char* part : {"Button.Fill.opacity -> Card.Fill.opacity",
                             "Card.Fill.opacity -> Card.Fill.corner_radius",
                             "Card.Fill.corner_radius -> Button.Fill.opacity"}) {
        EXPECT_NE(closed.error().cause.find(part), std::string::npos) << closed.error().cause;
    }
    EXPECT_EQ(s.text(), before);
    ASSERT_TRUE(s.document->begin_change(button).set_opacity(0.5f).commit());
    EXPECT_EQ(card.corner_radius(), 0.5f);  // the others still work
    const Result<Done> itself = bind(s.button, Fill::kOpacity, s.button, Fill::kOpacity);
    EXPECT_EQ(itself.error().code, "binding-cycle");
    EXPECT_NE(itself.error().cause.find("Button.Fill.opacity -> Button.Fill.opacity"),
              std::string::npos)
        << itself.error().cause;
}

TEST_F(FlushTest, FileWithACycleOpensAndCanBeRepaired) {
    ASSERT_TRUE(bind(s.button, Fill::kOpacity, s.card, Fill::kOpacity));
    std::string text = s.text();
    // Swap from and to into a second binding by hand, as a merge might.
    ASSERT_TRUE(bind(s.card, Fill::kCornerRadius, s.button, Fill::kCornerRadius));
    text = s.text();
    const std::string radius = std::to_string(id(Fill::static_type(), Fill::kCornerRadius));
    const std::string opacity = std::to_string(id(Fill::static_type(), Fill::kOpacity));
    for (std::size_t at = 0; (at = text.find(radius, at)) != std::string::npos;)
        text.replace(at, radius.size(), opacity);
    Diagnostics diagnostics;
    const auto opened = read_document(text, diagnostics);
    ASSERT_TRUE(opened) << to_string(opened.error());
    EXPECT_TRUE(test::apply(**opened, R"([{"op": "replace", "path": "/name", "value": "x"}])"));
    EXPECT_TRUE(test::apply(**opened, R"([{"op": "remove", "path": "/scene/bindings/1"}])"));
    EXPECT_TRUE(test::apply(**opened, R"([{"op": "replace", "path": "/name", "value": "y"}])"));
}

TEST_F(FlushTest, RemovedEndsStopDriving) {
    ASSERT_TRUE(bind(s.button, Fill::kOpacity, s.card, Fill::kOpacity));
    ASSERT_TRUE(s.document->begin_change(button).set_opacity(0.5f).commit());
    EXPECT_EQ(card.opacity(), 0.5f);
    const auto& entity = s.get<doc::Entity>(s.button);
    ASSERT_TRUE(s.document->remove(entity.handle(), doc::Entity::kComponents, button.index()));
    EXPECT_EQ(card.opacity(), 1.0f);
    ASSERT_TRUE(*s.document->undo());
    EXPECT_EQ(card.opacity(), 0.5f);
}

}  // namespace
}  // namespace motus

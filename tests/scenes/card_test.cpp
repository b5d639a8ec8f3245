// The card as a game plays it: baked, loaded, its machine ticked, its components written.
// SPDX-License-Identifier: MIT
#include "../bake/property_show.h"

#include <motus/document/file.h>
#include <motus/document/validate.h>
#include <scenes/card/card.h>

#include <cmath>
#include <set>

namespace motus {
namespace {

using test::PropertyShow;

constexpr std::uint32_t kTransform = 61, kFill = 62, kLayer = 63, kPaint = 64, kText = 65;
constexpr std::uint32_t id(std::uint32_t type, std::uint32_t number) {
    return type << 16 | number;
}

struct Card : ::testing::Test {
    std::unique_ptr<Document> document = scenes::make_card_document();
    PropertyShow show{*document};

    std::string text(const char* entity) const {
        return show.text(show.value(entity, kText, id(kText, 1)));
    }
    float scale(const char* entity) const {
        return show.value(entity, kTransform, id(kTransform, 3)).v[0];
    }
    /// Ticks for a time and counts an event.
    int count(const char* event, float seconds) {
        int n = 0;
        for (int i = 0; i < static_cast<int>(seconds * 60.0f); ++i) {
            EXPECT_EQ(show.tick(1.0f / 60.0f), Status::ok);
            n += show.fired(event);
        }
        return n;
    }
};

TEST_F(Card, IsSoundAndTheSameEveryTime) {
    Diagnostics faults;
    validate(*document, faults);
    for (const Fault& fault : faults.faults())
        ADD_FAILURE() << fault.path << ": " << fault.message;
    EXPECT_EQ(write_document(*document), write_document(*scenes::make_card_document()));
    EXPECT_EQ(show.report().missing, 0u) << "every track finds what it animates";
}

TEST_F(Card, AnimatesTransformFillPaintAndText) {
    std::set<std::uint32_t> types;
    for (const Channel& channel : show.timelines().channels)
        if (channel.kind != ValueKind::none) types.insert(channel.property >> 16);
    EXPECT_EQ(types, (std::set<std::uint32_t>{kTransform, kFill, kLayer, kText}));
    EXPECT_NE(find_timeline(show.file().timelines, hash_name("flip")), kNoRecord);
}

TEST_F(Card, FloatsWhileNothingHappens) {
    show.run_for(1.5f);
    EXPECT_NEAR(show.value("Card", kTransform, id(kTransform, 1)).v[1], 161.0f, 0.1f);
    EXPECT_NEAR(show.value("Glow", kFill, id(kFill, 2)).v[0], 0.8f, 1e-3f);
    EXPECT_NEAR(show.value("Card", kPaint, id(kLayer, 4), 2).v[0], 1.0f, 1e-2f)
        << "the edge follows the glow, through a binding";
    show.run_for(1.5f);
    EXPECT_NEAR(show.value("Card", kTransform, id(kTransform, 1)).v[1], 168.0f, 0.1f);
    EXPECT_NEAR(show.value("Card", kPaint, id(kLayer, 4), 2).v[0], 0.5f, 1e-2f);
}

TEST_F(Card, TheButtonHoversPressesAndLetsGo) {
    show.run_for(0.2f);
    EXPECT_EQ(scale("Button"), 1.0f);
    show.set("hovered", true);
    show.run_for(0.6f);
    EXPECT_NEAR(scale("Button"), 1.06f, 1e-4f);
    EXPECT_NEAR(show.value("Button", kPaint, id(kLayer, 7), 0).v[0], 26.0f, 1e-3f);
    show.set("pressed", true);
    show.run_for(0.4f);
    EXPECT_NEAR(scale("Button"), 0.94f, 1e-4f);
    EXPECT_EQ(text("Label"), "Flip!");
    show.set("pressed", false);
    show.set("hovered", false);
    show.run_for(0.6f);
    EXPECT_NEAR(scale("Button"), 1.0f, 1e-4f);
    EXPECT_EQ(text("Label"), "Flip");
}

TEST_F(Card, FlipsOverAndBack) {
    show.run_for(0.5f);
    EXPECT_EQ(text("Title"), "Aurora");
    show.trigger("flip");
    float narrowest = 1.0f;
    int turned = 0;
    for (int i = 0; i < 120; ++i) {
        ASSERT_EQ(show.tick(1.0f / 60.0f), Status::ok);
        narrowest = std::min(narrowest, scale("Card"));
        turned += show.fired("turned");
        if (text("Title") == "Kp 6.3") continue;
        EXPECT_LT(i, 60) << "the other face shows within a second";
    }
    EXPECT_LT(narrowest, 0.1f) << "it was seen from its edge";
    EXPECT_EQ(turned, 1);
    EXPECT_EQ(text("Title"), "Kp 6.3");
    EXPECT_EQ(text("Caption"), "Clear until dawn");
    EXPECT_NEAR(scale("Card"), 1.0f, 1e-3f);
    const PropertyValue back = show.value("Rule", kFill, id(kFill, 1));
    EXPECT_EQ(count("turned", 1.0f), 0) << "nothing more without a trigger";
    show.trigger("flip");
    EXPECT_EQ(count("turned", 2.0f), 1) << "the timeline inside the timeline fires it too";
    EXPECT_EQ(text("Title"), "Aurora");
    EXPECT_NE(show.value("Rule", kFill, id(kFill, 1)).v[0], back.v[0]) << "its fill colour turned";
    EXPECT_NEAR(scale("Card"), 1.0f, 1e-3f);
}

TEST_F(Card, NeverShowsANumberThatIsNone) {
    unsigned seed = 7;
    const auto next = [&] { return (seed = seed * 1664525u + 1013904223u) >> 16; };
    for (int i = 0; i < 3000; ++i) {
        if (next() % 11 == 0) show.set("hovered", next() % 2 == 0);
        if (next() % 13 == 0) show.set("pressed", next() % 2 == 0);
        if (next() % 29 == 0) show.trigger("flip");
        ASSERT_EQ(show.tick(static_cast<float>(next() % 50) / 1000.0f), Status::ok);
        for (const BoundProperty& bound : show.bound()) {
            const PropertyValue value = bound.property->get(bound.object);
            for (const float v : value.v)
                ASSERT_TRUE(std::isfinite(v)) << i;
        }
        const float opacity = show.value("Glow", kFill, id(kFill, 2)).v[0];
        ASSERT_TRUE(opacity >= 0.0f && opacity <= 1.0f) << opacity;
    }
}

}  // namespace
}  // namespace motus

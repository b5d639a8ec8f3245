// Machines that play timelines, from a document through a baked file to the structs they move.
// SPDX-License-Identifier: MIT
#include "../support/alloc_counter.h"
#include "property_show.h"
#include "timeline_stage.h"

namespace motus {
namespace {

using doc::StateKind;
using doc::VariableKind;
using test::PropertyShow;
using test::TimelineStage;

constexpr std::uint32_t kTransform2D = 61, kFill = 62, kText = 65;
constexpr std::uint32_t kPosition = 61 << 16 | 1, kOpacity = 62 << 16 | 2, kRadius = 62 << 16 | 3,
                        kVisible = 62 << 16 | 4, kString = 65 << 16 | 1, kWeight = 65 << 16 | 6;

float number(const PropertyShow& show, std::uint32_t component, std::uint32_t property) {
    return show.value("Box", component, property).v[0];
}

TEST(TimelineMachine, AStatePlaysATimelineAtItsSpeed) {
    TimelineStage s;
    const auto move = s.timeline("move", 30,
                                 {{kTransform2D, kPosition, 0, Value(Float2{0, 10})},
                                  {kTransform2D, kPosition, 30, Value(Float2{60, 10})}});
    const auto layer = s.layer("base");
    const auto state = s.state(layer, "Move", move);
    ASSERT_TRUE(s.document->begin_change(s.get<doc::StateMachineState>(state), "Speed")
                    .set_speed(0.5f)
                    .commit());
    PropertyShow show(*s.document);
    show.run_for(0.5f);
    EXPECT_NEAR(number(show, kTransform2D, kPosition), 15.0f, 1e-3f);
    show.run_for(1.0f);
    EXPECT_NEAR(number(show, kTransform2D, kPosition), 45.0f, 1e-3f);
    show.run_for(1.0f);
    EXPECT_NEAR(number(show, kTransform2D, kPosition), 15.0f, 1e-3f) << "it loops";
    EXPECT_EQ(show.report().missing, 0u);
    EXPECT_EQ(show.report().corrected, 0u);
}

TEST(TimelineMachine, ATransitionFollowsItsCurvePerProperty) {
    TimelineStage s;
    const auto a = s.timeline("a", 30,
                              {{kFill, kOpacity, 0, Value(0.0f)},
                               {kFill, kRadius, 0, Value(20.0f)},
                               {kText, kString, 0, Value("a")}});
    const auto b =
        s.timeline("b", 30, {{kFill, kOpacity, 0, Value(1.0f)}, {kText, kString, 0, Value("b")}});
    const auto go = s.variable("go", VariableKind::trigger);
    const auto layer = s.layer("base");
    const auto from = s.state(layer, "A", a), to = s.state(layer, "B", b);
    const auto way = s.connect(layer, from, to, go, 1.0f);
    // The weight of what is left: 1 - t^2 as a cubic (Hermite, slopes 0 and -2).
    auto change = s.document->begin_change(s.get<doc::StateMachineTransition>(way), "Curve");
    auto curve = change.curve_make();
    curve.keys_append().set_time(0.0f).set_value(1.0f);
    curve.keys_append().set_time(1.0f).set_value(0.0f).set_in_tangent(-2.0f);
    ASSERT_TRUE(change.commit());
    PropertyShow show(*s.document);
    show.run_for(0.5f);
    EXPECT_EQ(number(show, kFill, kOpacity), 0.0f);
    EXPECT_EQ(number(show, kFill, kRadius), 20.0f);
    show.trigger("go");
    ASSERT_EQ(show.tick(0.0f), Status::ok);
    for (int i = 1; i <= 59; ++i) {
        ASSERT_EQ(show.tick(1.0f / 60.0f), Status::ok);
        const double t = i / 60.0;
        EXPECT_NEAR(number(show, kFill, kOpacity), t * t, 2e-3) << i;
        EXPECT_NEAR(number(show, kFill, kRadius), 20.0 + t * t * (4.0 - 20.0), 0.05)
            << "not animated by the new state: it glides back to its base value";
        const char* heavier = t * t > 0.5 ? "b" : "a";
        if (std::abs(t * t - 0.5) > 0.01) {
            EXPECT_EQ(show.text(show.value("Box", kText, kString)), heavier) << i;
        }
    }
    show.run_for(0.1f);
    EXPECT_EQ(number(show, kFill, kOpacity), 1.0f);
    EXPECT_EQ(number(show, kFill, kRadius), 4.0f);
}

// Broken off on the way from 0 to 0.5: with a curve that holds until 0.9 nothing is seen of the
// target before, whether the blend is inertial or frozen.
TEST(TimelineMachine, ACurveShapesInterruptions) {
    for (const auto blend : {doc::InterruptionBlend::inertial, doc::InterruptionBlend::frozen}) {
        TimelineStage s;
        const auto timeline = [&](const char* name, float value) {
            return s.timeline(name, 30, {{kFill, kOpacity, 0, Value(value)}});
        };
        const auto go = s.variable("go", VariableKind::trigger);
        const auto on = s.variable("on", VariableKind::trigger);
        const auto layer = s.layer("base");
        const auto a = s.state(layer, "A", timeline("a", 0.0f));
        const auto b = s.state(layer, "B", timeline("b", 0.5f));
        const auto c = s.state(layer, "C", timeline("c", 1.0f));
        s.connect(layer, a, b, go, 1.0f);
        const auto way = s.connect(layer, a, c, on, 1.0f);
        auto change = s.document->begin_change(s.get<doc::StateMachineTransition>(way), "Any");
        change.set_from_kind(doc::TransitionFrom::any).set_from(0).set_interruption_blend(blend);
        auto curve = change.curve_make();
        curve.keys_append().set_time(0.0f).set_value(1.0f);
        curve.keys_append().set_time(0.9f).set_value(1.0f);
        curve.keys_append().set_time(1.0f).set_value(0.0f);
        ASSERT_TRUE(change.commit());
        PropertyShow show(*s.document);
        show.trigger("go");
        show.run_for(0.5f);
        const float before = number(show, kFill, kOpacity);
        EXPECT_NEAR(before, 0.25f, 0.01f);
        show.trigger("on");
        // What an inertial blend takes over is a speed of 0.5 a second, for at most 0.2 of it.
        for (int i = 1; i < 54; ++i) {
            ASSERT_EQ(show.tick(1.0f / 60.0f), Status::ok);
            const float now = number(show, kFill, kOpacity);
            EXPECT_GE(now, before - 1e-3f) << i;
            EXPECT_LE(now, before + 0.11f) << i;
        }
        show.run_for(0.2f);
        EXPECT_EQ(number(show, kFill, kOpacity), 1.0f);
    }
}

TEST(TimelineMachine, WithoutWriteDefaultsAPropertyStays) {
    TimelineStage s;
    const auto a =
        s.timeline("a", 30, {{kFill, kOpacity, 0, Value(0.0f)}, {kFill, kRadius, 0, Value(20.0f)}});
    const auto b = s.timeline("b", 30, {{kFill, kOpacity, 0, Value(1.0f)}});
    const auto go = s.variable("go", VariableKind::trigger);
    const auto layer = s.layer("base");
    const auto from = s.state(layer, "A", a), to = s.state(layer, "B", b, false);
    s.connect(layer, from, to, go, 0.25f);
    PropertyShow show(*s.document);
    show.run_for(0.2f);
    show.trigger("go");
    show.run_for(1.0f);
    EXPECT_EQ(number(show, kFill, kOpacity), 1.0f);
    EXPECT_EQ(number(show, kFill, kRadius), 20.0f);
}

TEST(TimelineMachine, BlendsOfTimelinesAreWeighted) {
    TimelineStage s;
    const auto low =
        s.timeline("low", 30, {{kFill, kOpacity, 0, Value(0.0f)}, {kText, kWeight, 0, Value(100)}});
    const auto high = s.timeline(
        "high", 30, {{kFill, kOpacity, 0, Value(1.0f)}, {kText, kWeight, 0, Value(900)}});
    const auto speed = s.variable("x", VariableKind::float_);
    const auto layer = s.layer("base");
    const auto state = s.state(layer, "Blend", 0);
    auto change = s.document->begin_change(s.get<doc::StateMachineState>(state), "Blend");
    change.set_kind(StateKind::blend_1d).set_variable_x(speed);
    change.children_append().set_threshold(0).set_motion(low);
    change.children_append().set_threshold(10).set_motion(high);
    ASSERT_TRUE(change.commit());
    PropertyShow show(*s.document);
    for (const float x : {-1.0f, 0.0f, 2.5f, 5.0f, 9.0f, 10.0f, 12.0f}) {
        show.set("x", x);
        ASSERT_EQ(show.tick(1.0f / 60.0f), Status::ok);
        const float t = std::min(std::max(x / 10.0f, 0.0f), 1.0f);
        EXPECT_NEAR(number(show, kFill, kOpacity), t, 1e-6f) << x;
        EXPECT_EQ(show.value("Box", kText, kWeight).whole,
                  static_cast<std::int64_t>(100 + 800 * t + 0.5f))
            << x;
    }
}

TEST(TimelineMachine, TwoDimensionalBlendsOfTimelines) {
    TimelineStage s;
    const auto x = s.variable("x", VariableKind::float_), y = s.variable("y", VariableKind::float_);
    const auto layer = s.layer("base");
    const auto state = s.state(layer, "Blend", 0);
    const Float2 corners[4] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    std::uint64_t motions[4];
    for (int i = 0; i < 4; ++i) {
        // At each corner the property is the corner: in between it should follow the point.
        motions[i] = s.timeline(std::to_string(i).c_str(), 30,
                                {{kTransform2D, kPosition, 0, Value(corners[i])}});
    }
    auto change = s.document->begin_change(s.get<doc::StateMachineState>(state), "Blend");
    change.set_kind(StateKind::blend_freeform_cartesian).set_variable_x(x).set_variable_y(y);
    for (int i = 0; i < 4; ++i)
        change.children_append().set_position(corners[i]).set_motion(motions[i]);
    ASSERT_TRUE(change.commit());
    PropertyShow show(*s.document);
    for (int i = 0; i < 4; ++i) {
        show.set("x", corners[i][0]);
        show.set("y", corners[i][1]);
        ASSERT_EQ(show.tick(1.0f / 60.0f), Status::ok);
        const PropertyValue at = show.value("Box", kTransform2D, kPosition);
        EXPECT_NEAR(at.v[0], corners[i][0], 1e-6f) << i;
        EXPECT_NEAR(at.v[1], corners[i][1], 1e-6f) << i;
    }
    show.set("x", 0.5f);
    show.set("y", 0.5f);
    ASSERT_EQ(show.tick(1.0f / 60.0f), Status::ok);
    EXPECT_NEAR(show.value("Box", kTransform2D, kPosition).v[0], 0.5f, 1e-6f);
    EXPECT_NEAR(show.value("Box", kTransform2D, kPosition).v[1], 0.5f, 1e-6f);
}

TEST(TimelineMachine, LayersAndMasksByProperty) {
    TimelineStage s;
    const auto below = s.timeline(
        "below", 30, {{kFill, kOpacity, 0, Value(0.0f)}, {kFill, kRadius, 0, Value(0.0f)}});
    const auto above = s.timeline("above", 30,
                                  {{kFill, kOpacity, 0, Value(1.0f)},
                                   {kFill, kRadius, 0, Value(10.0f)},
                                   {kFill, kVisible, 0, Value(false)}});
    auto library = s.document->begin_change(content(*s.document).library(), "Mask");
    auto mask = library.masks_append();
    mask.set_name("no radius").set_rest_weight(1.0f);
    mask.properties_append()
        .set_target(s.entity)
        .set_component(kFill)
        .set_property(kRadius)
        .set_weight(0.25f);
    const std::uint64_t mask_id = mask.object().id();
    ASSERT_TRUE(library.commit());
    const auto base = s.layer("base"), top = s.layer("top", mask_id, 0.5f);
    s.state(base, "Below", below);
    s.state(top, "Above", above);
    PropertyShow show(*s.document);
    ASSERT_EQ(show.tick(1.0f / 60.0f), Status::ok);
    EXPECT_NEAR(number(show, kFill, kOpacity), 0.5f, 1e-6f) << "the layer's weight";
    EXPECT_NEAR(number(show, kFill, kRadius), 10.0f * 0.5f * 0.25f, 1e-6f) << "and the mask's";
    ASSERT_EQ(set_layer_weight(show.graph(), show.instance(), 1, 1.0f), Status::ok);
    ASSERT_EQ(show.tick(1.0f / 60.0f), Status::ok);
    EXPECT_EQ(number(show, kFill, kOpacity), 1.0f);
    EXPECT_EQ(show.value("Box", kFill, kVisible).whole, 0);
}

TEST(TimelineMachine, AdditiveLayersAddTheWay) {
    TimelineStage s;
    const auto below = s.timeline("below", 30, {{kTransform2D, kPosition, 0, Value(Float2{7, 3})}});
    const auto shake = s.timeline("shake", 30,
                                  {{kTransform2D, kPosition, 0, Value(Float2{1, 1})},
                                   {kTransform2D, kPosition, 30, Value(Float2{3, 1})}});
    s.state(s.layer("base"), "Below", below);
    s.state(s.layer("top", 0, 1.0f, doc::LayerBlending::additive), "Shake", shake);
    PropertyShow show(*s.document);
    show.run_for(0.5f);
    EXPECT_NEAR(show.value("Box", kTransform2D, kPosition).v[0], 8.0f, 1e-4f);
    EXPECT_NEAR(show.value("Box", kTransform2D, kPosition).v[1], 3.0f, 1e-4f);
}

TEST(TimelineMachine, EventsAreFiredOncePerLap) {
    TimelineStage s;
    const auto t = s.timeline("t", 30, {{kFill, kOpacity, 0, Value(0.0f)}});
    auto library = s.document->begin_change(content(*s.document).library(), "Event");
    auto event = library.events_append();
    event.set_name("beat");
    const std::uint64_t beat = event.object().id();
    ASSERT_TRUE(library.commit());
    auto change = s.document->begin_change(s.get<doc::AnimationTimeline>(t), "Event");
    change.events_append().set_frame(10).set_event(beat);
    change.markers_append().set_frame(20).set_name("far");
    ASSERT_TRUE(change.commit());
    s.state(s.layer("base"), "Play", t);
    PropertyShow show(*s.document);
    int count = 0;
    for (int i = 1; i <= 300; ++i) {
        ASSERT_EQ(show.tick(1.0f / 60.0f), Status::ok);
        count += show.fired("beat");
        EXPECT_EQ(count, (i + 40) / 60) << i;
    }
    EXPECT_EQ(count, 5);
    ASSERT_EQ(show.tick(3.0f), Status::ok);
    EXPECT_EQ(show.fired("beat"), 3) << "a long step passes each lap's";
    const MotionInfo& motion = show.graph().motions[0];
    ASSERT_EQ(motion.markers.count, 1u);
    EXPECT_EQ(show.graph().markers[motion.markers.start].time, ticks_of_frames(20, 30));
}

TEST(TimelineMachine, AllocatesNothing) {
    TimelineStage s;
    const auto a =
        s.timeline("a", 30, {{kFill, kOpacity, 0, Value(0.0f)}, {kText, kString, 0, Value("a")}});
    const auto b = s.timeline("b", 30, {{kFill, kOpacity, 0, Value(1.0f)}});
    const auto go = s.variable("go", VariableKind::trigger);
    const auto layer = s.layer("base");
    const auto from = s.state(layer, "A", a), to = s.state(layer, "B", b);
    s.connect(layer, from, to, go, 0.25f);
    PropertyShow show(*s.document);
    show.trigger("go");
    const test::AllocCounter counter;
    for (int i = 0; i < 60; ++i)
        (void)show.tick(1.0f / 60.0f);
    EXPECT_EQ(counter.count(), 0u);
}

}  // namespace
}  // namespace motus

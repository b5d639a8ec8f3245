// SPDX-License-Identifier: MIT
#include "stage.h"

#include <motus/timeline/read_timelines.h>

#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace motus::test {
namespace {

Stage good() {
    Stage s;
    s.entity(7);
    s.timeline("inner", 30);
    s.track({}, {{0, float_value(1)}, {10, float_value(2)}});
    s.timeline("outer", 60);
    s.track({}, {{0, float_value(1)}, {10, float_value(2)}});
    s.nested(0, 5, 1.0f);
    s.event(3, "step");
    s.marker(4, "here");
    s.bind({0, 1, 1 << 16 | 1, 0}, {0, 1, 1 << 16 | 2, 0}, record::BindingMap::copy);
    s.mask({{0, 1, 0, 0.5f}}, 0.0f);
    return s;
}

TEST(TimelineCheck, FindsEveryFault) {
    const Stage fine = good();
    ASSERT_EQ(check(fine.view()), Status::ok);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<std::pair<const char*, std::function<void(Stage&)>>> faults = {
        {"tracks", [](Stage& s) { s.timelines_[1].tracks.count = 9; }},
        {"range overflow",
         [](Stage& s) {
             s.timelines_[0].tracks = {1, 0xffffffffu};
         }},
        {"events", [](Stage& s) { s.timelines_[1].events.start = 1; }},
        {"markers", [](Stage& s) { s.timelines_[1].markers.count = 2; }},
        {"fps", [=](Stage& s) { s.timelines_[0].snap_fps = nan; }},
        {"negative fps", [](Stage& s) { s.timelines_[0].snap_fps = -1; }},
        {"speed", [=](Stage& s) { s.timelines_[0].playback_speed = nan; }},
        {"divisor",
         [](Stage& s) {
             s.timelines_[0].key_rate = 60;
             s.timelines_[0].key_rate_divisor = 0;
         }},
        {"duration", [](Stage& s) { s.timelines_[0].duration = -1; }},
        {"mode",
         [](Stage& s) { s.timelines_[0].playback_mode = static_cast<record::PlaybackMode>(3); }},
        {"keys",
         [](Stage& s) {
             s.tracks_[0].keys.start = 3;
             s.tracks_[0].keys.count = 3;
         }},
        {"key order", [](Stage& s) { s.keys_[1].frame = 0; }},
        {"key value", [](Stage& s) { s.keys_[0].value = 1000; }},
        {"tangent", [](Stage& s) { s.keys_[0].in_tangent = 1000; }},
        {"interpolation",
         [](Stage& s) { s.keys_[0].interpolation = static_cast<record::KeyInterpolation>(3); }},
        {"binding", [](Stage& s) { s.tracks_[0].binding = 5; }},
        {"target", [](Stage& s) { s.bindings_[0].target = 1; }},
        {"kind", [](Stage& s) { s.bindings_[0].property_kind = static_cast<ValueKind>(12); }},
        {"nested", [](Stage& s) { s.tracks_[2].timeline = 2; }},
        {"itself", [](Stage& s) { s.tracks_[2].timeline = 1; }},
        {"nested speed", [=](Stage& s) { s.tracks_[2].speed = nan; }},
        {"event name", [](Stage& s) { s.events_[0].event = 1; }},
        {"address", [](Stage& s) { s.property_bindings_[0].to = 2; }},
        {"entity", [](Stage& s) { s.addresses_[0].entity = 1; }},
        {"map", [](Stage& s) { s.property_bindings_[0].map = static_cast<record::BindingMap>(6); }},
        {"map range", [=](Stage& s) { s.property_bindings_[0].b = nan; }},
        {"mask", [](Stage& s) { s.masks_[0].entries.count = 2; }},
        {"mask weight", [=](Stage& s) { s.mask_entries_[0].weight = nan; }},
        {"value", [=](Stage& s) { s.values_[2].v[3] = nan; }},
    };
    for (const auto& [name, plant] : faults) {
        Stage s = good();
        plant(s);
        EXPECT_EQ(check(s.view()), Status::bad_data) << name;
    }
}

TEST(TimelineCheck, NestingIsBounded) {
    Stage s;
    for (std::uint32_t i = 0; i <= kMaxTimelineDepth; ++i) {
        s.timeline("t", 10);
        if (i > 0) s.nested(i - 1, 0, 1.0f);
    }
    EXPECT_EQ(check(s.view()), Status::ok);
    s.timeline("one too deep", 10);
    s.nested(kMaxTimelineDepth, 0, 1.0f);
    EXPECT_EQ(check(s.view()), Status::bad_data);
}

// Eight levels of forty each would be played 40^8 times a frame.
TEST(TimelineCheck, NestingThatMultipliesIsRefused) {
    Stage s;
    for (std::uint32_t i = 0; i <= kMaxTimelineDepth; ++i) {
        s.timeline("t", 10);
        for (int k = 0; i > 0 && k < 40; ++k)
            s.nested(i - 1, 0, 1.0f);
    }
    EXPECT_EQ(check(s.view()), Status::bad_data);
}

TEST(TimelineCheck, FindsByName) {
    const Stage s = good();
    EXPECT_EQ(find_timeline(s.view(), hash_name("outer")), 1u);
    EXPECT_EQ(find_timeline(s.view(), hash_name("none")), kNoRecord);
}

TEST(SceneCheck, EveryNumberIsFinite) {
    record::Transform2D flat{};
    record::Transform3D solid{};
    record::Fill fill{};
    record::PaintLayer layer{};
    record::Paint paint{};
    record::Text text{};
    record::HostComponent component{};
    record::HostProperty property{};
    PropertyValue values[2];
    component.properties = {0, 1};
    property.value = 1;
    property.value_kind = ValueKind::vec2;
    SceneRecords scene;
    scene.transforms_2d = {&flat, 1};
    scene.transforms_3d = {&solid, 1};
    scene.fills = {&fill, 1};
    scene.paint_layers = {&layer, 1};
    scene.paints = {&paint, 1};
    scene.texts = {&text, 1};
    scene.host_components = {&component, 1};
    scene.host_properties = {&property, 1};
    scene.values = values;
    ASSERT_EQ(check(scene), Status::ok);
    const auto refuses = [&](std::initializer_list<float*> numbers) {
        for (float* number : numbers) {
            for (const float bad : {std::numeric_limits<float>::quiet_NaN(),
                                    -std::numeric_limits<float>::infinity()}) {
                *number = bad;
                EXPECT_EQ(check(scene), Status::bad_data) << number - *numbers.begin();
            }
            *number = 0.0f;
        }
    };
    refuses({&flat.position[1], &flat.angle_rad, &flat.scale[0], &flat.size[1], &flat.pivot[0],
             &flat.depth});
    refuses({&solid.position[2], &solid.rotation[3], &solid.scale[1]});
    refuses({&fill.color[3], &fill.opacity, &fill.corner_radius});
    refuses({&layer.color[0], &layer.color_end[2], &layer.opacity, &layer.width, &layer.offset[1],
             &layer.blur, &layer.angle_rad});
    refuses({&paint.opacity, &text.size, &text.color[1], &text.letter_spacing, &values[1].v[1]});
    values[1].v[2] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(check(scene), Status::ok) << "no number of a vec2";
}

}  // namespace
}  // namespace motus::test

// SPDX-License-Identifier: MIT
#include "stage.h"

#include "../support/alloc_counter.h"

#include <motus/timeline/evaluate.h>

#include <gtest/gtest.h>

#include <array>

namespace motus::test {
namespace {

enum class Mood : std::uint8_t { calm, wild };

/// A host's own structs: nothing of ours in them.
struct Lamp {
    float power = 2.0f;
    bool on = true;
    std::int32_t watts = 40;
    Mood mood = Mood::calm;
    std::array<float, 3> place{1, 2, 3};
    std::array<float, 4> color{1, 1, 1, 1};
    std::array<float, 4> turn{0, 0, 0, 1};
    std::uint64_t label = 0;
    float glow = 0.0f;  ///< Follows from power.
    int computed = 0;

    [[nodiscard]] float dimmed() const { return 1.0f - power; }
    void set_dimmed(float value) { power = 1.0f - value; }
};
struct Bulb {
    float heat = 0.0f;
};

constexpr std::uint32_t kLamp = 1000, kBulb = 1001;

const PropertyDef kLampProperties[] = {
    property<&Lamp::power>(id_of(kLamp, 1)),
    property<&Lamp::on>(id_of(kLamp, 2)),
    property<&Lamp::watts>(id_of(kLamp, 3)),
    property<&Lamp::mood>(id_of(kLamp, 4)),
    property<&Lamp::place>(id_of(kLamp, 5)),
    property<&Lamp::color>(id_of(kLamp, 6), ValueKind::color),
    property<&Lamp::turn>(id_of(kLamp, 7), ValueKind::quat),
    property<&Lamp::label>(id_of(kLamp, 8), ValueKind::text),
    property<&Lamp::dimmed, &Lamp::set_dimmed>(id_of(kLamp, 9)),
};
const PropertyDef kBulbProperties[] = {property<&Bulb::heat>(id_of(kBulb, 1))};
const ComponentDef kLampTypes[] = {
    {kLamp, kLampProperties,
     [](void* object) noexcept {
         Lamp& lamp = *static_cast<Lamp*>(object);
         lamp.glow = lamp.power * 10.0f;
         ++lamp.computed;
     }},
    {kBulb, kBulbProperties},
};

struct Room {
    std::array<Lamp, 2> lamps;
    std::array<std::array<Bulb, 3>, 2> bulbs;
    struct Report {
        std::uint32_t property;
        BindFault fault;
    };
    std::vector<Report> reports;
    int asked = 0;
};

void* find(void* user, const TargetQuery& query) noexcept {
    Room& room = *static_cast<Room*>(user);
    ++room.asked;
    if (query.entity == nullptr || query.entity->id == 0 || query.entity->id > 2) return nullptr;
    const std::size_t which = query.entity->id - 1;
    if (query.component != kLamp) return nullptr;
    if (query.type == kLamp) return &room.lamps[which];
    return query.array_index < 3 ? &room.bulbs[which][query.array_index] : nullptr;
}

void report(void* user, const TargetQuery&, std::uint32_t property, BindFault fault) noexcept {
    static_cast<Room*>(user)->reports.push_back({property, fault});
}

struct Instance {
    explicit Instance(const TimelineSet& set, Room& room)
        : bound(set.channels.size()), base(set.channels.size()) {
        BindJob job{set, {kLampTypes, find, &room, report}, bound, base, &outcome};
        EXPECT_EQ(run(job), Status::ok);
    }
    std::vector<BoundProperty> bound;
    std::vector<PropertyValue> base;
    BindReport outcome;
};

TEST(TimelineBind, WritesEveryKindThroughItsSetter) {
    Stage s;
    s.entity(1);
    s.timeline("t", 30);
    const auto key = [](const PropertyValue& v) { return std::vector<KeySpec>{{0, v}}; };
    s.track({0, kLamp, id_of(kLamp, 1), ValueKind::number, 0}, key(float_value(0.75f)));
    s.track({0, kLamp, id_of(kLamp, 2), ValueKind::boolean, 1}, key(bool_value(false)));
    s.track({0, kLamp, id_of(kLamp, 3), ValueKind::integer, 2}, key(whole_value(-7)));
    s.track({0, kLamp, id_of(kLamp, 4), ValueKind::enumeration, 3}, key(whole_value(1)));
    s.track({0, kLamp, id_of(kLamp, 5), ValueKind::vec3, 4}, key(float_value(7, 8, 9)));
    s.track({0, kLamp, id_of(kLamp, 6), ValueKind::color, 5}, key(float_value(.1f, .2f, .3f, .4f)));
    s.track({0, kLamp, id_of(kLamp, 7), ValueKind::quat, 6}, key(float_value(0, 1, 0, 0)));
    s.track({0, kLamp, id_of(kLamp, 8), ValueKind::text, 7}, key(text_value(hash_name("hi"))));
    s.track({0, kLamp, id_of(kBulb, 1), ValueKind::number, 0, 2}, key(float_value(55)));
    const TimelineIndex index(s.view());
    Room room;
    const Instance instance(index.set(), room);
    EXPECT_EQ(instance.outcome.bound, 9u);
    EXPECT_EQ(instance.outcome.missing, 0u);
    EXPECT_EQ(instance.outcome.corrected, 0u);
    EXPECT_TRUE(room.reports.empty());
    ASSERT_EQ(run(PlayTimelineJob{index.set(), 0, {}, false, instance.bound}), Status::ok);
    const Lamp& lamp = room.lamps[0];
    EXPECT_EQ(lamp.power, 0.75f);
    EXPECT_FALSE(lamp.on);
    EXPECT_EQ(lamp.watts, -7);
    EXPECT_EQ(lamp.mood, Mood::wild);
    EXPECT_EQ(lamp.place, (std::array<float, 3>{7, 8, 9}));
    EXPECT_EQ(lamp.color, (std::array<float, 4>{.1f, .2f, .3f, .4f}));
    EXPECT_EQ(lamp.turn, (std::array<float, 4>{0, 1, 0, 0}));
    EXPECT_EQ(lamp.label, static_cast<std::uint64_t>(hash_name("hi")));
    EXPECT_EQ(room.bulbs[0][2].heat, 55.0f);
    EXPECT_EQ(room.bulbs[0][1].heat, 0.0f);
    EXPECT_EQ(room.lamps[1].power, 2.0f);
}

TEST(TimelineBind, AGetterAndASetterMakeAProperty) {
    Stage s;
    s.entity(1);
    s.timeline("t", 30);
    s.track({0, kLamp, id_of(kLamp, 9), ValueKind::number, 8}, {{0, float_value(0.25f)}});
    const TimelineIndex index(s.view());
    Room room;
    const Instance instance(index.set(), room);
    EXPECT_EQ(instance.base[0].v[0], -1.0f) << "the getter gave the base";
    ASSERT_EQ(run(PlayTimelineJob{index.set(), 0, {}, false, instance.bound}), Status::ok);
    EXPECT_EQ(room.lamps[0].power, 0.75f);
}

TEST(TimelineBind, AWrongHintIsCorrectedByTheId) {
    for (const std::uint32_t hint : {1u, 4u, 900u}) {
        Stage s;
        s.entity(1);
        s.timeline("t", 30);
        s.track({0, kLamp, id_of(kLamp, 1), ValueKind::number, hint}, {{0, float_value(9)}});
        const TimelineIndex index(s.view());
        Room room;
        const Instance instance(index.set(), room);
        EXPECT_EQ(instance.outcome.corrected, 1u);
        ASSERT_EQ(run(PlayTimelineJob{index.set(), 0, {}, false, instance.bound}), Status::ok);
        EXPECT_EQ(room.lamps[0].power, 9.0f);
    }
}

TEST(TimelineBind, WhatIsMissingIsReportedOnceAndTheRestPlays) {
    Stage s;
    s.entity(1);
    s.entity(77);
    s.timeline("t", 30);
    s.track({1, kLamp, id_of(kLamp, 1), ValueKind::number, 0}, {{0, float_value(9)}});
    s.track({0, kLamp, id_of(kLamp, 55), ValueKind::number, 0}, {{0, float_value(9)}});
    s.track({0, 2000, id_of(2000, 1), ValueKind::number, 0}, {{0, float_value(9)}});
    s.track({0, kLamp, id_of(kLamp, 3), ValueKind::number, 2}, {{0, float_value(9)}});
    s.track({kNoRecord, kLamp, id_of(kLamp, 1), ValueKind::number, 0}, {{0, float_value(9)}});
    s.track({0, kLamp, id_of(kLamp, 1), ValueKind::number, 0}, {{0, float_value(9)}});
    const TimelineIndex index(s.view());
    Room room;
    const Instance instance(index.set(), room);
    EXPECT_EQ(instance.outcome.bound, 1u);
    EXPECT_EQ(instance.outcome.missing, 5u);
    for (int frame = 0; frame < 10; ++frame)
        ASSERT_EQ(run(PlayTimelineJob{index.set(), 0, {}, false, instance.bound}), Status::ok);
    ASSERT_EQ(room.reports.size(), 5u) << "once, not once a frame";
    int targets = 0;
    for (const Room::Report& r : room.reports) {
        targets += r.fault == BindFault::target ? 1 : 0;
        if (r.property == id_of(kLamp, 55)) {
            EXPECT_EQ(r.fault, BindFault::property);
        }
        if (r.property == id_of(2000, 1)) {
            EXPECT_EQ(r.fault, BindFault::type);
        }
        if (r.property == id_of(kLamp, 3)) {
            EXPECT_EQ(r.fault, BindFault::kind);
        }
    }
    EXPECT_EQ(targets, 2);
    EXPECT_EQ(room.lamps[0].power, 9.0f);
    EXPECT_EQ(room.lamps[0].watts, 40);
}

TEST(TimelineBind, SizesMustFit) {
    Stage s;
    s.entity(1);
    s.timeline("t", 30);
    s.track({0, kLamp, id_of(kLamp, 1), ValueKind::number, 0}, {{0, float_value(9)}});
    const TimelineIndex index(s.view());
    std::vector<BoundProperty> bound(1);
    std::vector<PropertyValue> base;
    EXPECT_EQ(run(BindJob{index.set(), {kLampTypes, find}, bound, base}), Status::bad_size);
    EXPECT_EQ(run(PlayTimelineJob{index.set(), 1, {}, false, bound}), Status::missing);
    EXPECT_EQ(run(PlayTimelineJob{index.set(), 0, {}, false, {}}), Status::bad_size);
}

TEST(TimelineSetTest, TracksOfOnePropertyShareAChannel) {
    Stage s;
    s.entity(1);
    s.timeline("a", 30);
    s.track({0, kLamp, id_of(kLamp, 1), ValueKind::number}, {{0, float_value(1)}});
    s.track({0, kLamp, id_of(kBulb, 1), ValueKind::number, 0, 1}, {{0, float_value(1)}});
    s.timeline("b", 30);
    s.track({0, kLamp, id_of(kBulb, 1), ValueKind::number, 0, 1}, {{0, float_value(2)}});
    s.track({0, kLamp, id_of(kBulb, 1), ValueKind::number, 0, 0}, {{0, float_value(2)}});
    s.track({0, kLamp, id_of(kLamp, 1), ValueKind::vec2}, {{0, float_value(2)}});
    const TimelineIndex index(s.view());
    const TimelineSet set = index.set();
    EXPECT_EQ(set.channels.size(), 3u);
    EXPECT_EQ(set.track_channels[1], set.track_channels[2]);
    EXPECT_NE(set.track_channels[2], set.track_channels[3]);
    EXPECT_EQ(set.track_channels[4], kNoRecord) << "of another kind than the first says";
    EXPECT_EQ(find_channel(set, 0, kLamp, id_of(kBulb, 1), 1), set.track_channels[1]);
    EXPECT_EQ(find_channel(set, 0, kLamp, id_of(kBulb, 1), 9), kNoRecord);
}

TEST(TimelineLinks, BindingsRunInOrderThenComputedFields) {
    using record::BindingMap;
    Stage s;
    s.entity(1);
    s.entity(2);
    s.timeline("t", 30);
    s.track({0, kLamp, id_of(kLamp, 1), ValueKind::number, 0},
            {{0, float_value(0)}, {10, float_value(1)}});
    const record::PropertyAddress power0{0, kLamp, id_of(kLamp, 1), 0};
    const record::PropertyAddress power1{1, kLamp, id_of(kLamp, 1), 0};
    const record::PropertyAddress on1{1, kLamp, id_of(kLamp, 2), 0};
    const record::PropertyAddress place1{1, kLamp, id_of(kLamp, 5), 0};
    const record::PropertyAddress watts1{1, kLamp, id_of(kLamp, 3), 0};
    const record::PropertyAddress heat0{0, kLamp, id_of(kBulb, 1), 1};
    // Written last, runs first: what follows from it stands before it in the file.
    auto& threshold = s.bind(power1, on1, BindingMap::threshold);
    threshold.a = 4.0f;
    s.bind(power1, place1, BindingMap::copy);
    auto& scaled = s.bind(power0, power1, BindingMap::linear);
    scaled.a = 6.0f;
    scaled.b = 1.0f;
    auto& remapped = s.bind(power0, watts1, BindingMap::remap);
    remapped.a = 0.0f;
    remapped.b = 1.0f;
    remapped.c = 10.0f;
    remapped.d = 21.0f;
    s.bind(power0, heat0, BindingMap::invert);
    auto& off = s.bind(power0, {0, kLamp, id_of(kLamp, 3), 0}, BindingMap::copy);
    off.enabled = false;
    ASSERT_EQ(check(s.view()), Status::ok);
    const TimelineIndex index(s.view());
    Room room;
    const Instance instance(index.set(), room);
    const Ticks half = time_of_key_frame(s.timelines_[0], 5);
    ASSERT_EQ(run(PlayTimelineJob{index.set(), 0, half, false, instance.bound}), Status::ok);
    ASSERT_EQ(run(WriteJob{index.set(), instance.bound, instance.base, {}, {}}), Status::ok);
    EXPECT_FLOAT_EQ(room.lamps[0].power, 0.5f);
    EXPECT_FLOAT_EQ(room.lamps[1].power, 4.0f);
    EXPECT_TRUE(room.lamps[1].on);
    EXPECT_EQ(room.lamps[1].place, (std::array<float, 3>{4, 4, 4}));
    EXPECT_EQ(room.lamps[1].watts, 16) << "15.5 rounds up";
    EXPECT_FLOAT_EQ(room.bulbs[0][1].heat, 0.5f);
    EXPECT_EQ(room.lamps[0].watts, 40) << "disabled";
    EXPECT_FLOAT_EQ(room.lamps[1].glow, 40.0f) << "computed after the bindings";
    EXPECT_EQ(room.lamps[0].computed, 1);
    EXPECT_EQ(room.lamps[1].computed, 1);
}

TEST(TimelineLinks, WholeNumbersDoNotPassThroughFloats) {
    Stage s;
    s.entity(1);
    s.entity(2);
    s.bind({0, kLamp, id_of(kLamp, 3), 0}, {1, kLamp, id_of(kLamp, 3), 0},
           record::BindingMap::copy);
    const TimelineIndex index(s.view());
    Room room;
    room.lamps[0].watts = 16777217;
    Instance instance(index.set(), room);
    ASSERT_EQ(run(WriteJob{index.set(), instance.bound, instance.base, {}, {}}), Status::ok);
    EXPECT_EQ(room.lamps[1].watts, 16777217);
}

TEST(TimelineLinks, WhatDrivesItselfIsLeftOut) {
    Stage s;
    s.entity(1);
    s.entity(2);
    const record::PropertyAddress a{0, kLamp, id_of(kLamp, 1), 0};
    const record::PropertyAddress b{1, kLamp, id_of(kLamp, 1), 0};
    s.bind(a, b, record::BindingMap::copy);
    s.bind(b, a, record::BindingMap::copy);
    EXPECT_TRUE(TimelineIndex(s.view()).set().links.empty());
}

TEST(TimelineBind, FramesAllocateNothing) {
    Stage s;
    s.entity(1);
    s.timeline("t", 30);
    s.track({0, kLamp, id_of(kLamp, 1), ValueKind::number, 0},
            {{0, float_value(9)}, {20, float_value(1)}});
    s.bind({0, kLamp, id_of(kLamp, 1), 0}, {0, kLamp, id_of(kLamp, 3), 0},
           record::BindingMap::copy);
    const TimelineIndex index(s.view());
    Room room;
    Instance instance(index.set(), room);
    const TimelineSet set = index.set();
    TimelineClock clock;
    const AllocCounter allocations;
    bool ok =
        run(BindJob{set, {kLampTypes, find, &room}, instance.bound, instance.base}) == Status::ok;
    for (int i = 0; i < 100; ++i) {
        TimelineStep step;
        ok = ok && advance(s.timelines_[0], 0.01f, 1.0f, clock, step) == Status::ok &&
             run(PlayTimelineJob{set, 0, step.time, false, instance.bound}) == Status::ok &&
             run(WriteJob{set, instance.bound, instance.base, {}, {}}) == Status::ok;
    }
    EXPECT_EQ(allocations.count(), 0u);
    EXPECT_TRUE(ok);
}

}  // namespace
}  // namespace motus::test

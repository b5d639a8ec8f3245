// SPDX-License-Identifier: MIT
#include <motus/bake/timelines.h>
#include <motus/document/keys.h>
#include <motus/document/model_change.h>
#include <motus/document/new_document.h>
#include <motus/timeline/evaluate.h>
#include <motus/timeline/tables.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

struct ButtonStage {
    std::unique_ptr<Document> document = new_document();
    std::uint64_t entity = 0, timeline = 0;

    ButtonStage() {
        auto scene = document->begin_change(content(*document).scene(), "Scene");
        auto button = scene.entities_append();
        button.set_name("Button");
        button.components_append<doc::Fill>().set_opacity(0.5f);
        auto paint = button.components_append<doc::Paint>();
        paint.layers_append();
        paint.layers_append().set_width(3);
        button.components_append<doc::Text>().set_text("Hello");
        entity = button.object().id();
        EXPECT_TRUE(scene.commit());
        auto library = document->begin_change(content(*document).library(), "Timeline");
        auto t = library.timelines_append();
        t.set_name("t").set_duration(30);
        timeline = t.object().id();
        EXPECT_TRUE(library.commit());
    }

    [[nodiscard]] const doc::AnimationTimeline& get() const {
        return *object_cast<doc::AnimationTimeline>(document->find_id(timeline));
    }
    void key(std::uint32_t component, std::uint32_t type, std::uint32_t property, int frame,
             const Value& value, std::uint32_t item = 0) {
        const PropertyKey where{entity, component, type << 16 | property, item};
        const auto done = write_key(*document, get(), where, frame, value);
        ASSERT_TRUE(done) << to_string(done.error());
    }
    [[nodiscard]] LoweredTimelines lower(Diagnostics& faults) const {
        const Result<RecordSet> records = make_records(*document);
        EXPECT_TRUE(records);
        return lower_timelines(*document, *records, faults);
    }
};

struct Copy {
    record::Fill fill;
    record::Text text;
    record::PaintLayer layers[2];
};

void* find(void* user, const TargetQuery& query) noexcept {
    Copy& copy = *static_cast<Copy*>(user);
    if (query.type == 62) return &copy.fill;
    if (query.type == 65) return &copy.text;
    return query.type == 63 && query.array_index < 2 ? &copy.layers[query.array_index] : nullptr;
}

TEST(BakeTimelines, PlaysFromAFileOnRecords) {
    ButtonStage s;
    s.key(62, 62, 2, 0, Value(0.0f));
    s.key(62, 62, 2, 30, Value(1.0f));
    s.key(62, 62, 1, 10, Value(Float4{1, 0, 0, 1}));
    s.key(64, 63, 5, 0, Value(8.0f), 1);
    s.key(65, 65, 1, 0, Value("Pressed"));
    s.key(65, 65, 6, 0, Value(700));
    Diagnostics faults;
    const LoweredTimelines lowered = s.lower(faults);
    EXPECT_FALSE(faults.has_errors());
    SectionWriter writer;
    add_sections(lowered, writer);
    const AlignedBytes bytes = writer.finish();

    Container container;
    ASSERT_EQ(open_container(bytes, container), Status::ok);
    Timelines timelines;
    SceneRecords scene;
    ASSERT_EQ(read_timelines(container, timelines), Status::ok);
    ASSERT_EQ(read_scene(container, scene), Status::ok);
    ASSERT_EQ(scene.fills.size(), 1u);
    Copy copy{scene.fills[0], scene.texts[0], {scene.paint_layers[0], scene.paint_layers[1]}};
    EXPECT_EQ(copy.text.text, static_cast<std::uint64_t>(hash_name("Hello")));
    EXPECT_EQ(copy.layers[1].width, 3.0f);

    const TimelineIndex index(timelines);
    std::vector<BoundProperty> bound(index.set().channels.size());
    std::vector<PropertyValue> base(bound.size());
    BindReport report;
    ASSERT_EQ(run(BindJob{index.set(), {record::kComponents, find, &copy}, bound, base, &report}),
              Status::ok);
    EXPECT_EQ(report.bound, 5u);
    EXPECT_EQ(report.corrected, 0u) << "hints of the document fit the generated tables";
    const Ticks half = time_of_frame(timelines.timelines[0], 15);
    ASSERT_EQ(run(PlayTimelineJob{index.set(), 0, half, false, bound}), Status::ok);
    EXPECT_FLOAT_EQ(copy.fill.opacity, 0.5f);
    EXPECT_EQ(copy.fill.color[0], 1.0f);
    EXPECT_EQ(copy.fill.color[1], 0.0f);
    EXPECT_EQ(copy.layers[1].width, 8.0f);
    EXPECT_EQ(copy.layers[0].width, 1.0f);
    EXPECT_EQ(copy.text.text, static_cast<std::uint64_t>(hash_name("Pressed")));
    EXPECT_EQ(copy.text.weight, 700);
}

TEST(BakeTimelines, TextsOfKeysAreNamed) {
    ButtonStage s;
    s.key(65, 65, 1, 0, Value("Pressed"));
    const Result<RecordSet> records = make_records(*s.document);
    ASSERT_TRUE(records);
    bool found = false;
    for (const auto& [hash, text] : records->names)
        found = found || text == "Pressed";
    EXPECT_TRUE(found);
}

TEST(BakeTimelines, KeysAreSortedAndTheLastOfAFrameCounts) {
    ButtonStage s;
    for (const int frame : {0, 10, 20})
        s.key(62, 62, 2, frame, Value(static_cast<float>(frame)));
    const doc::AnimationTrack& track = s.get().tracks()[0];
    auto change = s.document->begin_change(track, "Shuffle");
    s.document->begin_change(track.keys()[0]).set_frame(15);
    s.document->begin_change(track.keys()[2]).set_frame(10);
    ASSERT_TRUE(change.commit());
    Diagnostics faults;
    const LoweredTimelines lowered = s.lower(faults);
    EXPECT_TRUE(faults.faults().empty());
    ASSERT_EQ(lowered.keys.size(), 2u);
    EXPECT_EQ(lowered.keys[0].frame, 10);
    EXPECT_EQ(lowered.values[lowered.keys[0].value].v[0], 20.0f);
    EXPECT_EQ(lowered.keys[1].frame, 15);
    EXPECT_EQ(check(lowered.view()), Status::ok);
}

TEST(BakeTimelines, RotationsHaveUnitLength) {
    ButtonStage s;
    const auto& entity = content(*s.document).scene().entities()[0];
    auto change = s.document->begin_change(entity, "Turn");
    change.components_append<doc::Transform3D>();
    ASSERT_TRUE(change.commit());
    const auto quat = [](float x, float y, float z, float w) {
        const float v[] = {x, y, z, w};
        return Value::tuple(v);
    };
    s.key(60, 60, 2, 0, quat(0, 0, 0.6f, 2));
    s.key(60, 60, 2, 30, quat(0, 0, 0.6f, 0.8f));
    Diagnostics faults;
    const LoweredTimelines lowered = s.lower(faults);
    ASSERT_EQ(lowered.keys.size(), 2u);
    const float* first = lowered.values[lowered.keys[0].value].v;
    EXPECT_NEAR(first[2] * first[2] + first[3] * first[3], 1.0f, 1e-6f);
    EXPECT_NEAR(first[2] / first[3], 0.3f, 1e-6f);
    const float* second = lowered.values[lowered.keys[1].value].v;
    EXPECT_EQ(second[2], 0.6f);  // those that have it keep their bits
    EXPECT_EQ(second[3], 0.8f);
}

TEST(BakeTimelines, ATimelineThatPlaysItselfIsAnError) {
    ButtonStage s;
    auto change = s.document->begin_change(s.get(), "Nest");
    change.tracks_append().set_kind(doc::TrackKind::timeline).set_timeline(s.timeline);
    ASSERT_TRUE(change.commit());
    Diagnostics faults;
    (void)s.lower(faults);
    ASSERT_TRUE(faults.has_errors());
    EXPECT_EQ(faults.first_error().code, "too-deep");
}

TEST(BakeTimelines, BindingsAreInTheOrderInWhichADocumentRunsThem) {
    const auto document = new_document();
    auto scene = document->begin_change(content(*document).scene(), "Chain");
    std::vector<std::uint64_t> entities;
    for (int i = 0; i < 6; ++i) {
        auto entity = scene.entities_append();
        entity.components_append<doc::Fill>().set_opacity(i == 0 ? 0.25f : 1.0f);
        entities.push_back(entity.object().id());
    }
    // Each drives the next; drawn from the end of the chain to its start, one of them disabled.
    const std::uint32_t fill = doc::Fill::static_type().number;
    const std::uint32_t opacity = fill << 16 | doc::Fill::kOpacity;
    for (std::size_t i = 5; i-- > 0;) {
        auto binding = scene.bindings_append();
        binding.set_enabled(i != 3);
        binding.from_change().set_entity(entities[i]).set_component(fill).set_property(opacity);
        binding.to_change().set_entity(entities[i + 1]).set_component(fill).set_property(opacity);
    }
    ASSERT_TRUE(scene.commit());
    Diagnostics faults;
    const Result<RecordSet> records = make_records(*document);
    ASSERT_TRUE(records);
    const LoweredTimelines lowered = lower_timelines(*document, *records, faults);
    ASSERT_EQ(lowered.property_bindings.size(), 4u);
    const std::uint32_t targets[] = {5, 1, 2, 3};  // what is ready first is drawn first
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(lowered.addresses[lowered.property_bindings[i].to].entity, targets[i]);
    }
    const TimelineIndex index(lowered.view());
    ASSERT_EQ(index.set().links.size(), 4u);
    for (std::uint32_t i = 0; i < 4; ++i)
        EXPECT_EQ(index.set().links[i].binding, i);
}

TEST(BakeTimelines, ValuesGoThereAndBack) {
    const std::pair<ValueKind, Value> values[] = {
        {ValueKind::boolean, Value(true)},
        {ValueKind::integer, Value(-17)},
        {ValueKind::number, Value(0.25f)},
        {ValueKind::vec2, Value(Float2{1, 2})},
        {ValueKind::vec3, Value(Float3{1, 2, 3})},
        {ValueKind::color, Value(Float4{1, 2, 3, 4})},
        {ValueKind::reference, Value(Reference{12})},
    };
    for (const auto& [kind, value] : values)
        EXPECT_EQ(document_value(kind, runtime_value(value)), value) << int(kind);
    EXPECT_EQ(document_value(ValueKind::text, runtime_value(Value("hi")), "hi"), Value("hi"));
}

}  // namespace
}  // namespace motus

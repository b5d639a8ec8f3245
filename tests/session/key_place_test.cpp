// tests/session/key_place_test.cpp - keys of nodes inside rigs, at the ends of what frames can be,
// and very many.
// SPDX-License-Identifier: MIT
#include <motus/document/file.h>
#include <motus/document/key_edit.h>
#include <motus/document/model_change.h>
#include <motus/document/new_document.h>
#include <motus/document/validate.h>
#include <motus/session/desk.h>
#include <scenes/scenes.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

using doc::AnimationKeyframe;
using doc::AnimationTimeline;
using doc::AnimationTrack;

/// A track on the node "Root/Hips" of a rig, and one on the entity itself.
constexpr const char* kRig = R"({"version": 2, "scene": {"entities": [
    {"id": 1, "name": "Hero", "components": [{"type": "Transform3D"}, {"type": "Rig"}]},
    {"id": 2, "name": "Twin", "components": [{"type": "Rig"}]},
    {"id": 3, "name": "Box", "components": [{"type": "Transform3D"}]}]},
    "library": {"timelines": [{"id": 5, "name": "t", "duration": 30, "snap_fps": 30,
    "targets": [{"id": 6, "entity": 1, "path": "Root/Hips"}],
    "tracks": [{"id": 7, "binding": {"target": 1, "component": 60, "property": 3932161,
        "property_kind": "vec3", "path": "Root/Hips"},
        "keys": [{"frame": 0, "value": [0, 0, 0]}, {"frame": 10, "value": [1, 2, 3]}]}]}]}})";

struct NodeKeys : ::testing::Test {
    Stage stage{[](std::string_view name) { return scenes::make_scene(name); }};
    Desk desk{stage};

    NodeKeys() {
        Diagnostics diagnostics;
        EXPECT_TRUE(stage.open(*read_document(kRig, diagnostics)).has_value());
    }
    Document& document() { return stage.project().document(); }
    const AnimationTimeline& timeline() {
        return *object_cast<AnimationTimeline>(document().find_id(5));
    }
    const AnimationTrack& track() { return timeline().tracks()[0]; }
};

TEST_F(NodeKeys, ArePastedOnTheirNode) {
    const Handle keys[] = {track().keys()[1].handle()};
    const CopiedKeys copied = copy_keys(document(), keys);
    ASSERT_TRUE(paste_keys(document(), timeline(), copied, 20));
    ASSERT_EQ(timeline().tracks().size(), 1u);
    EXPECT_EQ(track().keys().size(), 3u);
    // Onto the same node of another rig, which has no track yet.
    ASSERT_TRUE(paste_keys(document(), timeline(), copied, 20, 2));
    ASSERT_EQ(timeline().tracks().size(), 2u);
    const doc::AnimationBinding& twin = timeline().tracks()[1].binding();
    EXPECT_EQ(twin.target(), 2u);
    EXPECT_EQ(twin.path(), "Root/Hips");
    EXPECT_EQ(twin.property_kind(), doc::ValueKind::vec3);
    ASSERT_EQ(timeline().targets().size(), 2u);
    EXPECT_EQ(timeline().targets()[1].path(), "Root/Hips");
    // What has no rig has no nodes.
    const auto refused = paste_keys(document(), timeline(), copied, 20, 3);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, "no-property");
    EXPECT_EQ(timeline().tracks().size(), 2u);
}

TEST_F(NodeKeys, AreInsertedDuplicatedAndPastedByTheDesk) {
    const auto run = [&](const std::string& command) {
        const Result<std::string> text = desk.command(command);
        EXPECT_TRUE(text) << command << ": " << to_string(text.error());
    };
    run(R"({"do": "key_insert", "track": "7", "frame": 5})");
    ASSERT_EQ(timeline().tracks().size(), 1u);
    ASSERT_EQ(track().keys().size(), 3u);
    EXPECT_EQ(track().keys()[1].value(), Value(Float3{0.5f, 1.0f, 1.5f}));
    const auto name = [&] {
        return std::to_string(static_cast<std::uint32_t>(track().keys()[1].handle()));
    };
    run(R"({"do": "key_duplicate", "frames": 2, "keys": [)" + name() + "]}");
    EXPECT_EQ(track().keys().size(), 4u);
    run(R"({"do": "key_copy", "keys": [)" + name() + "]}");
    run(R"({"do": "key_paste", "timeline": "5", "track": "7", "frame": 25})");
    EXPECT_EQ(track().keys().size(), 5u);
    EXPECT_EQ(timeline().tracks().size(), 1u);
}

// The entity's own property is another one.
TEST_F(NodeKeys, AreNotThoseOfTheEntity) {
    const PropertyKey key = key_of(document(), track().binding());
    EXPECT_EQ(find_track(document(), timeline(), key), nullptr);
    EXPECT_EQ(find_track(document(), timeline(), key, "Root/Hips"), &track());
    ASSERT_TRUE(write_key(document(), timeline(), key, 5, Value(Float3{7, 7, 7})));
    EXPECT_EQ(timeline().tracks().size(), 2u);
    EXPECT_EQ(track().keys().size(), 2u);
    ASSERT_TRUE(*remove_key(document(), timeline(), key, 5));
    EXPECT_EQ(timeline().tracks().size(), 1u);
}

struct KeyLimits : ::testing::Test {
    std::unique_ptr<Document> document;
    std::string before;

    KeyLimits() {
        Diagnostics diagnostics;
        document = *read_document(kRig, diagnostics);
        before = write_document(*document);
    }
    const AnimationTimeline& timeline() {
        return *object_cast<AnimationTimeline>(document->find_id(5));
    }
    std::vector<Handle> all() {
        std::vector<Handle> handles;
        for (const AnimationKeyframe& key : timeline().tracks()[0].keys())
            handles.push_back(key.handle());
        return handles;
    }
    void refused(const Result<Done>& result) {
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().code, "bad-frame");
        EXPECT_EQ(write_document(*document), before);
    }
};

TEST_F(KeyLimits, KeysStayWhereFramesCanBe) {
    refused(scale_keys(*document, all(), 0, 1e300));
    refused(scale_keys(*document, all(), 0, 1e17));
    refused(scale_keys(*document, all(), 1e300, 2));
    refused(move_keys(*document, all(), std::numeric_limits<std::int64_t>::max()));
    refused(move_keys(*document, all(), std::int64_t{1} << 60));
    ASSERT_TRUE(move_keys(*document, all(), std::numeric_limits<std::int64_t>::min()));
    EXPECT_EQ(write_document(*document), before);  // none before 0
    const Result<std::vector<Handle>> pasted =
        paste_keys(*document, timeline(), copy_keys(*document, all()), std::int64_t{1} << 60);
    ASSERT_FALSE(pasted);
    EXPECT_EQ(pasted.error().code, "bad-frame");
    EXPECT_EQ(write_document(*document), before);
}

TEST_F(KeyLimits, ARippleStaysWhereFramesCanBe) {
    refused(ripple_insert(*document, timeline(), 5, 3000000000));
    refused(ripple_insert(*document, timeline(), 5, std::numeric_limits<std::int64_t>::max()));
    refused(ripple_insert(*document, timeline(), 5, std::numeric_limits<std::int64_t>::min()));
    refused(ripple_insert(*document, timeline(), -5, -3));
    refused(ripple_insert(*document, timeline(), -5, 3));
    EXPECT_TRUE(ripple_insert(*document, timeline(), 5, 100));
    EXPECT_EQ(timeline().duration(), 130);
}

TEST_F(NodeKeys, ThatNoNumberNamesAreRefusedByTheDesk) {
    for (const char* key : {"-1", "1e300", "4294967296", "0.5", "\"7\""}) {
        for (const char* rest : {R"("do": "key_set", "value": 1)",
                                 R"("do": "key_tangent", "side": "in", "tangent": [0, 0, 0])"}) {
            const Result<std::string> text =
                desk.command("{" + std::string(rest) + ", \"key\": " + key + "}");
            ASSERT_FALSE(text) << key;
            EXPECT_EQ(text.error().code, "no-key") << key;
        }
    }
}

std::unique_ptr<Document> with_keys(int count, std::vector<Handle>& keys) {
    auto document = new_document();
    auto change = document->begin_change(content(*document));
    auto track = change.library_change().timelines_append().tracks_append();
    track.binding_change().set_property_kind(doc::ValueKind::number);
    for (int i = 0; i < count; ++i) {
        auto key = track.keys_append();
        key.set_frame(i * 2).set_value(Value(0.5f));
        keys.push_back(key.handle());
    }
    EXPECT_TRUE(change.commit());
    return document;
}

TEST(ManyKeys, OfWhichHalfMoveBehindTheOthersStaySorted) {
    std::vector<Handle> keys;
    const auto document = with_keys(1000, keys);
    const std::string before = write_document(*document);
    std::vector<Handle> half(keys.begin(), keys.begin() + 500);
    ASSERT_TRUE(move_keys(*document, half, 1001));
    const auto& track = content(*document).library().timelines()[0].tracks()[0];
    ASSERT_EQ(track.keys().size(), 1000u);
    for (std::size_t i = 1; i < track.keys().size(); ++i)
        ASSERT_LT(track.keys()[i - 1].frame(), track.keys()[i].frame());
    ASSERT_TRUE(*document->undo());
    EXPECT_EQ(write_document(*document), before);
    ASSERT_TRUE(move_keys(*document, half, 1000));  // onto the others, which go
    EXPECT_EQ(track.keys().size(), 500u);
    ASSERT_TRUE(*document->undo());
    EXPECT_EQ(write_document(*document), before);
}

}  // namespace
}  // namespace motus

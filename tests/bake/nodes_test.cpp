// Transforms of nodes and weights of morph targets, keyed as properties of a rig.
// SPDX-License-Identifier: MIT
#include "../support/alloc_counter.h"

#include <motus/bake/bake.h>
#include <motus/document/keys.h>
#include <motus/document/model_change.h>
#include <motus/document/new_document.h>
#include <motus/document/validate.h>
#include <motus/import/rig/rig_import.h>
#include <motus/load/nodes.h>
#include <motus/pose/pose_buffer.h>
#include <motus/timeline/evaluate.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace motus {
namespace {

constexpr std::uint32_t kTransform3D = 60, kRig = 67, kMorph = 74;

/// Root/Head, the head with two morph targets; and a timeline on it.
struct NodeStage {
    Asset asset;
    std::unique_ptr<Document> document = new_document();
    std::uint64_t entity = 0, timeline = 0;
    AlignedBytes bytes;
    BakedFile file;
    int missing = 0;
    Diagnostics faults;

    NodeStage() {
        asset.nodes.resize(2);
        asset.nodes[0].name = "Root";
        asset.nodes[1].name = "Head";
        asset.nodes[1].parent = 0;
        asset.nodes[1].local.translation = {0, 1, 0};
        asset.nodes[1].mesh = 0;
        asset.meshes.resize(1);
        asset.meshes[0].weights = {0.25f, 0.5f};
        AssetPrimitive primitive;
        primitive.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
        primitive.targets.resize(2);
        for (AssetMorphTarget& target : primitive.targets)
            target.positions.resize(3);
        asset.meshes[0].primitives = {primitive};
        asset.scenes = {{"", {0}}};
        asset.scene = 0;
        Diagnostics said;
        const auto done = import_rig(*document, asset, {"a.glb", "", "gltf", "Hero", ""}, said);
        EXPECT_TRUE(done);
        entity = done->entity;
        auto library = document->begin_change(content(*document).library(), "Timeline");
        auto t = library.timelines_append();
        t.set_name("nod").set_duration(30);
        timeline = t.object().id();
        EXPECT_TRUE(library.commit());
    }

    void key(const char* path, std::uint32_t component, std::uint32_t property, doc::ValueKind kind,
             const Value& at_0, const Value& at_30, std::uint32_t item = 0) {
        auto change = document->begin_change(
            *object_cast<doc::AnimationTimeline>(document->find_id(timeline)), "Track");
        auto track = change.tracks_append();
        track.binding_change()
            .set_target(entity)
            .set_path(path)
            .set_component(component)
            .set_property(property)
            .set_property_kind(kind)
            .set_array_index(item);
        track.keys_append().set_frame(0).set_value(at_0);
        track.keys_append().set_frame(30).set_value(at_30);
        ASSERT_TRUE(change.commit());
    }
    void open() {
        const BakeAsset sources[] = {{content(*document).sources()[0].id(), &asset}};
        auto baked = bake(*document, sources, faults);
        ASSERT_TRUE(baked) << to_string(baked.error());
        bytes = *std::move(baked);
        ASSERT_EQ(open_baked(bytes, file), Status::ok);
    }
};

TEST(NodeProperties, TimelinesWriteTransformsAndWeights) {
    NodeStage s;
    using doc::ValueKind;
    s.key("Root/Head", kTransform3D, kTransform3D << 16 | 1, ValueKind::vec3,
          Value(Float3{0, 1, 0}), Value(Float3{0, 3, 0}));
    s.key("Root/Head", kRig, kMorph << 16 | 1, ValueKind::number, Value(0.0f), Value(1.0f), 1);
    s.open();
    NodeProperties nodes(s.file, 0);
    SceneBuffer scene(s.file.scene);
    const TimelineIndex index(s.file.timelines);
    std::vector<BoundProperty> bound(index.set().channels.size());
    std::vector<PropertyValue> base(bound.size());
    BindReport report;
    ASSERT_EQ(run(BindJob{index.set(), nodes.host(scene.host()), bound, base, &report}),
              Status::ok);
    EXPECT_EQ(report.bound, 2u);
    EXPECT_EQ(report.missing, 0u);
    bool found_rest = false;
    for (std::size_t c = 0; c < bound.size(); ++c)
        found_rest = found_rest || base[c].v[0] == 0.5f;
    EXPECT_TRUE(found_rest) << "base values are those of the rest pose";

    const Skeleton skeleton = skeleton_at(s.file.rigs, 0);
    PoseBuffer pose(skeleton);
    const JointIndex head = find_joint(skeleton, hash_name("Head"));
    const JointIndex root = find_joint(skeleton, hash_name("Root"));
    // A clip has moved both nodes; the timeline keys the head's place alone.
    set_joint_transform(pose, head, {{9, 9, 9}, {0, 0, 1, 0}, {2, 2, 2}});
    set_joint_transform(pose, root, {{5, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}});
    pose.view().weights[0] = 0.875f;
    pose.view().weights[1] = 0.75f;
    const test::AllocCounter allocations;
    ASSERT_EQ(nodes.load(pose), Status::ok);
    const Ticks half = time_of_frame(s.file.timelines.timelines[0], 15);
    ASSERT_EQ(run(PlayTimelineJob{index.set(), 0, half, false, bound}), Status::ok);
    ASSERT_EQ(nodes.store(pose), Status::ok);
    EXPECT_EQ(allocations.count(), 0u);
    const Transform shown = joint_transform(pose, head);
    EXPECT_FLOAT_EQ(shown.translation.y, 2.0f);
    EXPECT_EQ(shown.rotation.z, 1.0f) << "what no track keys stays as it was";
    EXPECT_EQ(shown.scale.x, 2.0f);
    EXPECT_EQ(joint_transform(pose, root).translation.x, 5.0f);
    ASSERT_EQ(pose.view().weights.size(), 2u);
    EXPECT_FLOAT_EQ(pose.view().weights[0], 0.875f) << "as the clip left it";
    EXPECT_FLOAT_EQ(pose.view().weights[1], 0.5f);
}

TEST(NodeProperties, KnowsTheNodesOfItsOwnRigAlone) {
    NodeStage s;
    s.open();
    NodeProperties nodes(s.file, 0);
    const PropertyHost host = nodes.host();
    record::Entity entity{};
    entity.id = s.entity;
    const auto path = static_cast<std::uint64_t>(hash_name("Root/Head"));
    EXPECT_NE(host.find(host.user, {&entity, path, kTransform3D, kTransform3D, 0}), nullptr);
    EXPECT_NE(host.find(host.user, {&entity, path, kRig, kMorph, 1}), nullptr);
    EXPECT_EQ(host.find(host.user, {&entity, path, kRig, kMorph, 2}), nullptr);
    EXPECT_EQ(host.find(host.user, {&entity, path + 1, kTransform3D, kTransform3D, 0}), nullptr);
    entity.id = s.entity + 1;
    EXPECT_EQ(host.find(host.user, {&entity, path, kTransform3D, kTransform3D, 0}), nullptr);
    // Types that the next host has are its own: asked once, of one table.
    SceneBuffer next(s.file.scene);
    std::vector<std::uint32_t> types;
    for (const ComponentDef& type : nodes.host(next.host()).components)
        types.push_back(type.type);
    std::sort(types.begin(), types.end());
    EXPECT_EQ(std::adjacent_find(types.begin(), types.end()), types.end());
    EXPECT_TRUE(std::binary_search(types.begin(), types.end(), kTransform3D));
    EXPECT_TRUE(std::binary_search(types.begin(), types.end(), kMorph));
}

TEST(NodeProperties, WhatIsNotThereIsReportedAndTheRestPlays) {
    NodeStage s;
    using doc::ValueKind;
    s.key("Root/Tail", kTransform3D, kTransform3D << 16 | 1, ValueKind::vec3, Value(Float3{}),
          Value(Float3{}));
    s.key("Root/Head", kRig, kMorph << 16 | 1, ValueKind::number, Value(0.0f), Value(1.0f), 2);
    s.key("Root", kTransform3D, kTransform3D << 16 | 3, ValueKind::vec3, Value(Float3{1, 1, 1}),
          Value(Float3{2, 2, 2}));
    s.open();
    NodeProperties nodes(s.file, 0);
    const TimelineIndex index(s.file.timelines);
    std::vector<BoundProperty> bound(index.set().channels.size());
    std::vector<PropertyValue> base(bound.size());
    PropertyHost outer;
    outer.user = &s.missing;
    outer.report = [](void* user, const TargetQuery&, std::uint32_t, BindFault fault) noexcept {
        if (fault == BindFault::target) ++*static_cast<int*>(user);
    };
    ASSERT_EQ(run(BindJob{index.set(), nodes.host(outer), bound, base}), Status::ok);
    EXPECT_EQ(s.missing, 2);
    ASSERT_EQ(s.faults.faults().size(), 1u) << "bake has warned of it";
    EXPECT_EQ(s.faults.faults()[0].code, "missing-target");
    EXPECT_NE(s.faults.faults()[0].message.find("Root/Tail"), std::string::npos);
    PoseBuffer pose(skeleton_at(s.file.rigs, 0));
    ASSERT_EQ(nodes.load(pose), Status::ok);
    ASSERT_EQ(run(PlayTimelineJob{index.set(), 0, {}, false, bound}), Status::ok);
    ASSERT_EQ(nodes.store(pose), Status::ok);
    PoseView small = pose;
    small.weights = {};
    EXPECT_EQ(nodes.load(small), Status::bad_size);
    EXPECT_EQ(nodes.store(small), Status::bad_size);
}

}  // namespace
}  // namespace motus

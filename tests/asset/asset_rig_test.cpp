// An asset turned into what the runtime plays.
// SPDX-License-Identifier: MIT
#include <motus/asset/asset_rig.h>
#include <tests/asset/everything.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace motus {
namespace {

/// Node 0 hangs below node 2; nodes 1 and 2 have a mesh of three targets.
Asset small_asset() {
    Asset asset;
    asset.nodes.resize(3);
    asset.nodes[0].name = "child";
    asset.nodes[0].parent = 2;
    asset.nodes[1].mesh = asset.nodes[2].mesh = 0;
    asset.nodes[2].weights = {7, 8, 9};
    asset.meshes.resize(1);
    asset.meshes[0].weights = {1, 2, 3};
    asset.skins.resize(1);
    asset.skins[0].joints = {0, 2};
    asset.skins[0].inverse_binds.resize(2);
    asset.skins[0].inverse_binds[1].m[3] = 5.0f;
    asset.clips.resize(1);
    asset.clips[0].duration = {20};
    asset.clips[0].tracks.resize(2);
    asset.clips[0].tracks[0] = {
        2, TrackKind::weights, Interpolation::linear, {{0}, {10}}, {1, 2, 3, 4, 5, 6}};
    asset.clips[0].tracks[1] = {0, TrackKind::translation, Interpolation::step, {{0}}, {1, 2, 3}};
    return asset;
}

TEST(AssetRig, SkeletonOfAllNodesParentsFirst) {
    const Asset asset = small_asset();
    const Result<AssetRig> rig = make_rig(asset);
    ASSERT_TRUE(rig) << to_string(rig.error());
    const Skeleton skeleton = rig->skeleton.view();
    ASSERT_EQ(skeleton.joint_count(), 3u);
    for (std::uint32_t node = 0; node < 3; ++node) {
        const JointIndex joint = skeleton.of_source[node];
        EXPECT_EQ(skeleton.source[joint], node);
        const JointIndex parent = skeleton.parents[joint];
        EXPECT_EQ(parent == kNoJoint ? kNone : skeleton.source[parent], asset.nodes[node].parent);
        EXPECT_TRUE(parent == kNoJoint || parent < joint);
    }
    EXPECT_EQ(skeleton.of_source[0], find_joint(skeleton, hash_name("child")));
}

TEST(AssetRig, MorphRangesInNodeOrder) {
    const Result<AssetRig> rig = make_rig(small_asset());
    ASSERT_TRUE(rig);
    ASSERT_EQ(rig->morphs.size(), 2u);
    EXPECT_EQ(rig->morphs[0].node, 1u);
    EXPECT_EQ(rig->morphs[0].first, 0u);
    EXPECT_EQ(rig->morphs[1].node, 2u);
    EXPECT_EQ(rig->morphs[1].first, 3u);
    EXPECT_EQ(rig->morphs[1].count, 3u);
    const auto rest = rig->skeleton.view().rest_weights;
    EXPECT_TRUE(std::equal(rest.begin(), rest.end(), std::begin({1.f, 2.f, 3.f, 7.f, 8.f, 9.f})));
}

TEST(AssetRig, ClipsAndSkinsReferToJoints) {
    const Result<AssetRig> rig = make_rig(small_asset());
    ASSERT_TRUE(rig);
    const Skeleton skeleton = rig->skeleton.view();
    const Clip clip = rig->clips.at(0).view();
    EXPECT_EQ(clip.duration.value, 20) << "the clip's own, not the last key's";
    ASSERT_EQ(clip.tracks.size(), 2u);
    for (const TrackRecord& track : clip.tracks) {
        if (track.kind == TrackKind::weights) {
            EXPECT_EQ(track.target, 3u);
            EXPECT_EQ(track.width, 3u);
        } else {
            EXPECT_EQ(track.target, skeleton.of_source[0]);
        }
    }
    const Skin skin = rig->skins.at(0).view();
    ASSERT_EQ(skin.joints.size(), 2u);
    EXPECT_EQ(skin.joints[0], skeleton.of_source[0]);
    EXPECT_EQ(skin.joints[1], skeleton.of_source[2]);
    EXPECT_EQ(skin.inverse_binds[1].m[3], 5.0f);
    EXPECT_TRUE(make_rig(test::make_everything()));
    EXPECT_TRUE(make_rig(Asset{}));
}

TEST(AssetRig, WhatIsInconsistentIsNamed) {
    struct Case {
        const char* place;
        std::function<void(Asset&)> spoil;
    };
    const Case cases[] = {
        {"nodes[1].mesh", [](Asset& a) { a.nodes[1].mesh = 1; }},
        {"nodes[2].weights", [](Asset& a) { a.nodes[2].weights.pop_back(); }},
        {"skins[0].inverse_binds", [](Asset& a) { a.skins[0].inverse_binds.pop_back(); }},
        {"skins[0].joints[1]", [](Asset& a) { a.skins[0].joints[1] = 3; }},
        {"clips[0].tracks[1].node", [](Asset& a) { a.clips[0].tracks[1].node = 3; }},
        {"clips[0].tracks[0].node", [](Asset& a) { a.clips[0].tracks[0].node = 0; }},
    };
    for (const Case& broken : cases) {
        Asset asset = small_asset();
        broken.spoil(asset);
        const Result<AssetRig> rig = make_rig(asset);
        ASSERT_FALSE(rig) << broken.place;
        EXPECT_EQ(rig.error().place, broken.place) << rig.error().cause;
    }
    Asset ring = small_asset();
    ring.nodes[2].parent = 0;
    EXPECT_FALSE(make_rig(ring));
    Asset short_track = small_asset();
    short_track.clips[0].tracks[1].values.pop_back();
    ASSERT_FALSE(make_rig(short_track));
    EXPECT_TRUE(make_rig(short_track).error().place.starts_with("clips[0].tracks[1]"));
}

/// Nodes times targets: a small file must not ask for the memory of a large one.
TEST(AssetRig, WeightsAreLimited) {
    Asset asset;
    asset.meshes.resize(1);
    asset.meshes[0].weights.resize(1 << 14);
    asset.nodes.resize((1 << 10) + 1);
    for (AssetNode& node : asset.nodes)
        node.mesh = 0;
    const Result<AssetRig> rig = make_rig(asset);
    ASSERT_FALSE(rig);
    EXPECT_EQ(rig.error().code, "asset-limit");
    EXPECT_EQ(rig.error().place, "nodes[1024].mesh");
}

}  // namespace
}  // namespace motus

// tests/scenes/scenes_test.cpp - the registry and the small rigs.
// SPDX-License-Identifier: MIT
#include <motus/core/hash.h>
#include <motus/math/ops.h>
#include <scenes/chain/chain.h>
#include <scenes/morph/morph.h>
#include <scenes/scenes.h>
#include <scenes/spine/spine.h>
#include <tests/scenes/hero_stage.h>

#include <cmath>
#include <set>
#include <string>

namespace motus::test {
namespace {

std::uint64_t hash_of(const Asset& asset) {
    std::uint64_t hash = kHashSeed;
    for (const AssetMesh& mesh : asset.meshes)
        for (const AssetPrimitive& p : mesh.primitives) {
            for (const Vec3& v : p.positions)
                hash = hash_floats(hash, std::span(&v.x, 3));
            for (const AssetMorphTarget& t : p.targets)
                for (const Vec3& v : t.normals)
                    hash = hash_floats(hash, std::span(&v.x, 3));
        }
    for (const AssetClip& clip : asset.clips)
        for (const AssetTrack& t : clip.tracks)
            hash = hash_floats(hash, t.values);
    return hash;
}

TEST(Scenes, AreKnownByNameAndPlayable) {
    ASSERT_EQ(scenes::all_scenes().size(), scenes::scene_names().size());
    EXPECT_EQ(scenes::all_scenes()[0].name, "hero");
    std::set<std::string> names;
    for (const scenes::SceneInfo& info : scenes::all_scenes()) {
        EXPECT_TRUE(names.insert(std::string(info.name)).second);
        EXPECT_FALSE(info.summary.empty());
        const Result<Asset> asset = scenes::make_scene(info.name);
        ASSERT_TRUE(asset.has_value()) << info.name;
        const Result<AssetRig> rig = make_rig(*asset);
        ASSERT_TRUE(rig.has_value()) << info.name << ": " << to_string(rig.error());
        EXPECT_FALSE(asset->clips.empty());
        ASSERT_LT(asset->scene, asset->scenes.size());
        for (const AssetClip& clip : asset->clips)
            for (const AssetTrack& t : clip.tracks) {
                const std::size_t per_key = t.interpolation == Interpolation::cubic_spline ? 3 : 1;
                std::size_t width = t.kind == TrackKind::rotation ? 4 : 3;
                if (t.kind == TrackKind::weights)
                    width = asset->meshes[asset->nodes[t.node].mesh].weights.size();
                ASSERT_EQ(t.values.size(), t.times.size() * width * per_key) << clip.name;
                ASSERT_LE(t.times.back(), clip.duration);
            }
    }
    const Result<Asset> none = scenes::make_scene("villain");
    ASSERT_FALSE(none.has_value());
    EXPECT_EQ(none.error().code, "scene-unknown");
    EXPECT_NE(none.error().cause.find("chain67"), std::string::npos);
}

TEST(Spine, IsTheRigOfTheTextbook) {
    const Asset asset = scenes::make_spine();
    ASSERT_EQ(asset.skins[0].inverse_binds.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(asset.skins[0].inverse_binds[i].m[7], -static_cast<float>(i));
    Stage stage(asset);
    stage.play("Slide", ticks_of_frames(1, 2));
    EXPECT_FLOAT_EQ(stage.at("Head").x, 2.0f) << "the middle of 0 to 4";
    EXPECT_FLOAT_EQ(stage.at("Head").y, 2.0f);
    stage.play("Bend", ticks_of_frames(1, 2));
    EXPECT_NEAR(stage.at("Head").x, -1.0, 1e-6) << "a quarter turn about Z";
    EXPECT_NEAR(stage.at("Head").y, 1.0, 1e-6);
    EXPECT_EQ(hash_of(asset), 0xc52b640b8724dc75ull);
}

TEST(Chain, HasTheSizeThatWasAskedFor) {
    for (const std::uint32_t count : {1u, 3u, 66u, 67u, 68u, 200u, 1000u}) {
        const Asset asset = scenes::make_chain(count, 7);
        ASSERT_EQ(asset.nodes.size(), count);
        ASSERT_EQ(asset.skins[0].joints.size(), count);
        std::set<std::string> names;
        for (std::uint32_t i = 0; i < count; ++i) {
            EXPECT_TRUE(names.insert(asset.nodes[i].name).second) << asset.nodes[i].name;
            EXPECT_TRUE(i == 0 ? asset.nodes[i].parent == kNone : asset.nodes[i].parent < i);
        }
        EXPECT_TRUE(make_rig(asset).has_value());
    }
    const Asset body = scenes::make_chain(67, 1);
    std::set<std::string> names;
    for (const AssetNode& n : body.nodes)
        names.insert(n.name);
    EXPECT_EQ(names.count("Pinky4.R"), 1u) << "67 joints are one whole body";
}

TEST(Chain, MovesSmoothlyAndLoops) {
    const Asset asset = scenes::make_chain(67, 1);
    ASSERT_EQ(asset.clips.size(), 4u);
    for (const AssetClip& clip : asset.clips) {
        std::size_t turning = 0;
        for (const AssetTrack& t : clip.tracks) {
            if (t.kind != TrackKind::rotation) continue;
            ++turning;
            for (std::size_t i = 0; i < 4; ++i)
                EXPECT_EQ(t.values[i], t.values[t.values.size() - 4 + i]) << clip.name;
            double widest = 0.0;
            for (std::size_t k = 0; k + 8 <= t.values.size(); k += 4) {
                double d = 0.0;
                for (std::size_t i = 0; i < 4; ++i)
                    d += static_cast<double>(t.values[k + i]) * t.values[k + 4 + i];
                widest = std::fmax(widest, 2.0 * std::acos(std::fmin(1.0, std::fabs(d))));
            }
            EXPECT_LT(widest, 0.35) << clip.name << ": radians between two keys";
            EXPECT_GT(widest, 1e-4) << clip.name << ": a track that does not move";
        }
        EXPECT_GT(turning, 45u);
    }
    EXPECT_TRUE(asset == scenes::make_chain(67, 1));
    EXPECT_FALSE(asset == scenes::make_chain(67, 2));
    EXPECT_EQ(hash_of(asset), 0xed28c3b82bfa5fe4ull);
}

TEST(Morph, TargetsAndTracksOfEveryInterpolation) {
    const Asset asset = scenes::make_morph();
    const AssetMesh& mesh = asset.meshes[0];
    ASSERT_EQ(mesh.target_names.size(), 4u);
    for (const AssetMorphTarget& t : mesh.primitives[0].targets) {
        ASSERT_EQ(t.positions.size(), mesh.primitives[0].positions.size());
        double moved = 0.0;
        for (const Vec3& v : t.positions)
            moved = std::fmax(moved, length(v));
        EXPECT_GT(moved, 0.05);
    }
    std::set<std::pair<TrackKind, Interpolation>> kinds;
    for (const AssetClip& clip : asset.clips)
        for (const AssetTrack& t : clip.tracks)
            kinds.insert({t.kind, t.interpolation});
    for (const Interpolation i :
         {Interpolation::step, Interpolation::linear, Interpolation::cubic_spline})
        EXPECT_EQ(kinds.count({TrackKind::weights, i}), 1u);
    EXPECT_EQ(kinds.count({TrackKind::rotation, Interpolation::cubic_spline}), 1u);

    Stage stage(asset);
    stage.play("Linear", ticks_of_frames(3, 4));
    const ConstPoseView pose = stage.pose().view();
    ASSERT_EQ(pose.weights.size(), 4u);
    EXPECT_FLOAT_EQ(pose.weights[1], 0.5f);
    EXPECT_FLOAT_EQ(pose.weights[2], 0.5f);
    stage.play("Spline", ticks_of_frames(1, 2));
    // Halfway through a bounce, and a quarter of a turn at 180 degrees a second.
    EXPECT_NEAR(stage.at("Ball").y, 0.5 + 3.6 / 4.0, 1e-5);
    EXPECT_NEAR(stage.model()[stage.joint("Ball")].m[2], 1.0, 2e-3);
    stage.play("Step", ticks_of_frames(29, 60));
    EXPECT_EQ(stage.pose().view().weights[0], 0.0f);
    stage.play("Step", ticks_of_frames(30, 60));
    EXPECT_EQ(stage.pose().view().weights[0], 1.0f);
    EXPECT_EQ(hash_of(asset), 0x8bfa4f087f6a075full);
}

}  // namespace
}  // namespace motus::test

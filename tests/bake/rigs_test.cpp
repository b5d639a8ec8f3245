// tests/bake/rigs_test.cpp - rigs, clips and masks through a baked file: the same poses, bit by
// bit. SPDX-License-Identifier: MIT
#include "baked.h"

#include <motus/asset/asset_rig.h>
#include <motus/bake/rigs.h>
#include <motus/document/model_change.h>
#include <motus/load/library.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <scenes/hero/hero_document.h>
#include <scenes/scenes.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace motus::test {
namespace {

template <class T>
bool same(std::span<const T> a, std::span<const T> b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

std::vector<float> pose_at(const Skeleton& skeleton, const Clip& clip, Ticks time) {
    PoseBuffer pose(skeleton);
    const SampleJob job{.clip = clip, .time = time, .rest = rest_pose(skeleton), .out = pose};
    EXPECT_EQ(run(job), Status::ok);
    const ConstPoseView view = pose.view();
    std::vector<float> out(view.joints.data, view.joints.data + soa_floats(skeleton.joint_count()));
    out.insert(out.end(), view.weights.begin(), view.weights.end());
    return out;
}

class BakedScene : public testing::TestWithParam<const char*> {};

TEST_P(BakedScene, PlaysAsTheAssetDoes) {
    const Asset asset = scenes::make_scene(GetParam()).value();
    const Result<AssetRig> rig = make_rig(asset);
    ASSERT_TRUE(rig);
    const Baked baked = bake_asset(asset);
    ASSERT_TRUE(baked.ok()) << baked.why();
    const BakedFile& file = baked.file;
    ASSERT_EQ(file.rigs.rigs.size(), 1u);
    const Library library = *Library::of(file);
    const Skeleton a = rig->skeleton.view(), b = skeleton_at(file.rigs, 0);
    EXPECT_TRUE(same(a.parents, b.parents));
    EXPECT_TRUE(same(a.names, b.names));
    EXPECT_TRUE(same(a.by_name, b.by_name));
    EXPECT_TRUE(same(a.source, b.source));
    EXPECT_TRUE(same(a.of_source, b.of_source));
    EXPECT_TRUE(same(a.rest_weights, b.rest_weights));
    const std::size_t floats = soa_floats(a.joint_count());
    EXPECT_TRUE(same<float>({a.rest.data, floats}, {b.rest.data, floats}));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(b.rest.data) % 64, 0u);
    ASSERT_EQ(file.rigs.rigs[0].skin_count, rig->skins.size());
    for (std::uint32_t s = 0; s < rig->skins.size(); ++s) {
        EXPECT_TRUE(same(rig->skins[s].view().joints, skin_at(file.rigs, 0, s).joints));
        EXPECT_TRUE(
            same(rig->skins[s].view().inverse_binds, skin_at(file.rigs, 0, s).inverse_binds));
    }
    ASSERT_EQ(file.clips.clips.size(), asset.clips.size());
    for (std::uint32_t c = 0; c < asset.clips.size(); ++c) {
        const Clip clip = clip_at(file.clips, c);
        EXPECT_EQ(clip.duration, asset.clips[c].duration);
        EXPECT_EQ(library.find_clip(0, asset.clips[c].name).value(), c);
        EXPECT_EQ(find_name(file.names, file.clips.clips[c].name), asset.clips[c].name);
        for (int i = 0; i <= 7; ++i) {
            const Ticks time{clip.duration.value * i / 7};
            EXPECT_EQ(pose_at(b, clip, time), pose_at(a, rig->clips[c], time)) << c << " " << i;
        }
    }
}
INSTANTIATE_TEST_SUITE_P(All, BakedScene, testing::Values("hero", "morph", "chain67", "spine"));

TEST(Bake, IsTheSameEveryTime) {
    const Asset asset = scenes::make_scene("hero").value();
    const auto document = scenes::make_hero_document();
    const Baked first = bake_document(*document, asset), second = bake_document(*document, asset);
    ASSERT_TRUE(first.ok()) << first.why();
    EXPECT_TRUE(first.bytes == second.bytes);
}

// What plays of a part is what the whole plays from its start on: step, linear and cubic.
TEST(Bake, ClipsAreCut) {
    const Asset asset = curves_asset();
    const Result<AssetRig> rig = make_rig(asset);
    ASSERT_TRUE(rig);
    auto document = document_of(asset);
    const auto& entity = content(*document).scene().entities()[0];
    const auto& clip = static_cast<const doc::Rig&>(entity.components()[0]).clips()[0];
    {
        auto change = document->begin_change(clip);
        change.set_start_s(0.7f).set_stop_s(1.9f);
        ASSERT_TRUE(change.commit());
    }
    const Baked baked = bake_document(*document, asset);
    ASSERT_TRUE(baked.ok()) << baked.why();
    const Skeleton skeleton = skeleton_at(baked.file.rigs, 0);
    const Clip part = clip_at(baked.file.clips, 0), whole = rig->clips[0];
    const Ticks start = ticks_of_seconds(static_cast<double>(0.7f));
    EXPECT_EQ(part.duration, ticks_of_seconds(static_cast<double>(1.9f)) - start);
    EXPECT_LT(part.times.size(), whole.times.size());
    for (int i = 0; i <= 50; ++i) {
        const Ticks time{part.duration.value * i / 50};
        const std::vector<float> a = pose_at(skeleton, part, time);
        const std::vector<float> b = pose_at(skeleton, whole, time + start);
        ASSERT_EQ(a.size(), b.size());
        for (std::size_t f = 0; f < a.size(); ++f)
            ASSERT_NEAR(a[f], b[f], 2e-6f) << "float " << f << " at " << i;
    }
}

TEST(Bake, MasksAreWeightsOfJoints) {
    const Asset asset = scenes::make_scene("hero").value();
    const Baked baked = bake_document(*scenes::make_hero_document(), asset);
    ASSERT_TRUE(baked.ok()) << baked.why();
    ASSERT_EQ(baked.file.masks.mask_count, 1u);
    const Mask mask = mask_at(baked.file.masks, 0, 0);
    const Skeleton skeleton = skeleton_at(baked.file.rigs, 0);
    const auto weight = [&](const char* name) {
        return mask[find_joint(skeleton, hash_name(name))];
    };
    EXPECT_EQ(weight("Hips"), 0.0f);
    EXPECT_EQ(weight("Spine"), 0.25f);
    EXPECT_EQ(weight("Chest"), 0.5f);
}

// Unity's masks name transforms below the root: "Arm" is not "Left/Arm".
TEST(Bake, PathsBelowTheRootComeBeforeOthersThatEndSo) {
    Asset asset;
    const std::pair<const char*, std::uint32_t> nodes[] = {
        {"Root", kNone}, {"Left", 0}, {"Arm", 1}, {"Arm", 0}, {"Hand", 2}, {"Hand", 3}};
    for (const auto& [name, parent] : nodes) {
        asset.nodes.emplace_back().name = name;
        asset.nodes.back().parent = parent;
    }
    const SourceRig rig{&asset, make_rig(asset).value()};
    const auto node_of = [&](const char* path, bool several_do) {
        bool several = false;
        const JointIndex joint = find_path(rig, path, several);
        EXPECT_EQ(several, several_do) << path;
        return joint == kNoJoint ? kNone : rig.skeleton().source[joint];
    };
    EXPECT_EQ(node_of("Arm", false), 3u);
    EXPECT_EQ(node_of("Left/Arm", false), 2u);
    EXPECT_EQ(node_of("Root/Arm", false), 3u);
    EXPECT_EQ(node_of("Arm/Hand", false), 5u);
    (void)node_of("Hand", true);  // below two arms: neither is meant
    EXPECT_EQ(node_of("Foot", false), kNone);
}

TEST(Bake, RootMotionIsTakenFromTheClipsThatGiveIt) {
    const Asset asset = scenes::make_scene("hero").value();
    const Baked baked = bake_document(*scenes::make_hero_document(), asset);
    ASSERT_TRUE(baked.ok()) << baked.why();
    const Library library = *Library::of(baked.file);
    const JointIndex root = baked.file.rigs.rigs[0].root_joint;
    ASSERT_NE(root, kNoJoint);
    std::size_t moving = 0;
    for (std::size_t i = 0; i < baked.file.clips.clips.size(); ++i) {
        const bool moves = baked.file.clips.clips[i].root_motion == 1;
        EXPECT_EQ(library.rig(0).roots[i].joint, moves ? root : kNoJoint) << i;
        moving += moves ? 1 : 0;
    }
    EXPECT_GT(moving, 0u);
    EXPECT_LT(moving, baked.file.clips.clips.size());
}

TEST(Bake, ACycleOffsetIsOnlyLeftOutWhereNothingLoops) {
    const Asset asset = scenes::make_scene("hero").value();
    const auto document = scenes::make_hero_document();
    std::size_t still = 0;
    visit_objects(document->root(), [&](const Object& object) {
        const auto* clip = object_cast<doc::AnimationClip>(&object);
        if (clip == nullptr) return;
        still += clip->loop() ? 0 : 1;
        ASSERT_TRUE(document->begin_change(*clip).set_cycle_offset(0.5f).commit());
    });
    const Baked baked = bake_document(*document, asset);
    ASSERT_TRUE(baked.ok()) << baked.why();
    std::size_t said = 0;
    for (const Fault& fault : baked.diagnostics.faults())
        said += fault.path.find("/cycle_offset") != std::string::npos ? 1 : 0;
    EXPECT_GT(still, 0u);
    EXPECT_EQ(said, still);
}

TEST(Bake, EveryFaultHasItsPath) {
    const Asset asset = curves_asset();
    auto document = document_of(asset);
    const auto& entity = content(*document).scene().entities()[0];
    const auto& rig = static_cast<const doc::Rig&>(entity.components()[0]);
    {
        auto change = document->begin_change(rig);
        change.set_root_motion_joint("No/Such");
        change.clips_change(0).set_start_s(9.0f);
        change.clips_append().set_name("gone").set_source(rig.source()).set_source_clip("gone");
        ASSERT_TRUE(change.commit());
    }
    const Baked baked = bake_document(*document, asset);
    ASSERT_FALSE(baked.ok());
    std::string list;
    for (const Fault& fault : baked.diagnostics.faults())
        list += fault.code + " " + fault.path.substr(fault.path.rfind('/')) + "\n";
    EXPECT_EQ(list,
              "out-of-range /start_s\nmissing-target /root_motion_joint\n"
              "missing-target /source_clip\n");
    EXPECT_EQ(baked.bytes.size(), 0u);
}

}  // namespace
}  // namespace motus::test

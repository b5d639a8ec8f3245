// tests/bake/golden_test.cpp - bytes that must not change by accident: the golden file of each
// format version, and hashes that every compiler must give. SPDX-License-Identifier: MIT
#include "baked.h"
#include "exercise.h"

#include <motus/core/hash.h>
#include <motus/document/model_change.h>
#include <motus/load/library.h>
#include <motus/math/trig.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <scenes/card/card.h>
#include <scenes/hero/hero_document.h>
#include <scenes/scenes.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace motus::test {
namespace {

constexpr std::uint64_t kHeroChecksum = 16865166659453505224u;
constexpr std::uint64_t kCardChecksum = 16536266420230923840u;
constexpr std::uint64_t kPackedChecksum = 7293191179866306241u;
constexpr std::uint64_t kPackedPoses = 3796561174578410649u;

std::vector<char> read_golden(const char* name) {
    std::ifstream stream(std::string(BAKE_TEST_DATA "/") + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

// MOTUS_UPDATE_GOLDEN=1 writes the file anew: for a format version that has not been released.
void update_golden(const char* name, const AlignedBytes& bytes) {
    if (std::getenv("MOTUS_UPDATE_GOLDEN") == nullptr) return;
    std::ofstream stream(std::string(BAKE_TEST_DATA "/") + name, std::ios::binary);
    stream.write(reinterpret_cast<const char*>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
}

/// A skinned chain with morph weights that swings twice, the same keys in two clips.
Asset swinging_asset() {
    constexpr std::uint32_t kJoints = 6, kFrames = 28;
    Asset asset;
    asset.nodes.resize(kJoints);
    AssetSkin& skin = asset.skins.emplace_back();
    for (std::uint32_t j = 0; j < kJoints; ++j) {
        asset.nodes[j].name = "Joint" + std::to_string(j);
        if (j > 0) {
            asset.nodes[j].parent = j - 1;
            asset.nodes[j].local.translation = {0.0f, 0.25f, 0.0f};
        }
        Mat34 bind;
        bind.m[7] = -0.25f * static_cast<float>(j);
        skin.joints.push_back(j);
        skin.inverse_binds.push_back(bind);
    }
    asset.nodes[0].mesh = 0;
    asset.meshes.emplace_back().weights = {0.0f};
    AssetClip clip;
    clip.name = "Fast";
    std::vector<Ticks> times;
    std::vector<float> moves, weights;
    for (std::uint32_t f = 0; f < kFrames; ++f) {
        const double t = f / 30.0;
        times.push_back(ticks_of_frames(f, 30));
        moves.insert(moves.end(), {static_cast<float>(0.5 * t), 0.0f, 0.0f});
        weights.push_back(static_cast<float>(0.5 + 0.5 * sine(5.0 * t)));
    }
    for (std::uint32_t j = 0; j < kJoints; ++j) {
        std::vector<float> turns;
        for (std::uint32_t f = 0; f < kFrames; ++f) {
            const double half = 0.3 * sine((6.0 + j) * f / 30.0 + j);
            const double other = 0.6 * half * (j % 2);
            turns.insert(turns.end(), {static_cast<float>(sine(half) * cosine(other)),
                                       static_cast<float>(cosine(half) * sine(other)),
                                       static_cast<float>(sine(half) * sine(other)),
                                       static_cast<float>(cosine(half) * cosine(other))});
        }
        clip.tracks.push_back({j, TrackKind::rotation, Interpolation::linear, times, turns});
    }
    clip.tracks.push_back({0, TrackKind::translation, Interpolation::linear, times, moves});
    clip.tracks.push_back({0, TrackKind::weights, Interpolation::linear, times, weights});
    clip.duration = times.back();
    asset.clips.push_back(clip);
    clip.name = "Small";
    asset.clips.push_back(clip);
    return asset;
}

Baked packed_bake() {
    const Asset asset = swinging_asset();
    const auto document = document_of(asset);
    auto change = document->begin_change(
        static_cast<const doc::Rig&>(content(*document).scene().entities()[0].components()[0]));
    change.clips_change(0).set_packed(doc::ClipPacking::fast);
    change.clips_change(1).set_packed(doc::ClipPacking::small);
    if (!change.commit()) return {};
    return bake_document(*document, asset);
}

/// Every number of poses all along the clips.
std::uint64_t hash_poses(const BakedFile& file) {
    const Result<Library> library = Library::of(file);
    if (!library) return 0;
    const Skeleton skeleton = skeleton_at(file.rigs, 0);
    PoseBuffer pose(skeleton);
    std::uint64_t hash = kHashSeed;
    for (const Clip& clip : library->clips()) {
        for (std::int64_t k = 0; k <= 40; ++k) {
            const Ticks time{clip.duration.value * k / 40};
            if (run(SampleJob{clip, time, rest_pose(skeleton), {}, pose}) != Status::ok) return 0;
            const ConstPoseView view = pose;
            for (JointIndex j = 0; j < skeleton.joint_count(); ++j) {
                const Transform t = joint_transform(view, j);
                const float numbers[] = {
                    t.translation.x, t.translation.y, t.translation.z, t.rotation.x, t.rotation.y,
                    t.rotation.z,    t.rotation.w,    t.scale.x,       t.scale.y,    t.scale.z};
                hash = hash_floats(hash, numbers);
            }
            hash = hash_floats(hash, view.weights);
        }
    }
    return hash;
}

TEST(Golden, VersionOneLoadsPlaysAndIsBakedAgain) {
    const AlignedBytes now = small_file();
    ASSERT_GT(now.size(), 0u);
    update_golden("v1.motusb", now);
    const std::vector<char> content = read_golden("v1.motusb");
    const AlignedBytes golden(std::as_bytes(std::span(content)));
    BakedFile file;
    ASSERT_EQ(open_baked(golden, file), Status::ok);
    EXPECT_EQ(exercise(file), nullptr);
    const Result<Library> library = Library::of(file);
    ASSERT_TRUE(library);
    EXPECT_EQ(library->find_rig("Asset").value(), 0u);
    EXPECT_EQ(library->find_machine("machine").value(), 0u);
    EXPECT_EQ(library->find_timeline("fade").value(), 0u);
    EXPECT_TRUE(golden == now) << "the bytes have changed: see Versions in docs/format.md";
}

// Packed clips of version 1: a change of a packed form that keeps the version fails here.
TEST(Golden, PackedVersionOneGivesThePosesItGave) {
    const std::vector<char> content = read_golden("v1-packed.motusb");
    const AlignedBytes golden(std::as_bytes(std::span(content)));
    BakedFile file;
    ASSERT_EQ(open_baked(golden, file), Status::ok);
    ASSERT_EQ(file.clips.clips.size(), 2u);
    EXPECT_EQ(file.clips.clips[0].kind, ClipKind::fast);
    EXPECT_EQ(file.clips.clips[1].kind, ClipKind::small);
    EXPECT_EQ(exercise(file), nullptr);
    EXPECT_EQ(hash_poses(file), kPackedPoses);
}

// Packing searches: every compiler must search alike.
TEST(Golden, PackedClipsAreTheSameFromEveryCompiler) {
    const Baked baked = packed_bake();
    ASSERT_TRUE(baked.ok()) << baked.why();
    update_golden("v1-packed.motusb", baked.bytes);
    EXPECT_EQ(checksum_bytes(baked.bytes), kPackedChecksum);
    EXPECT_EQ(hash_poses(baked.file), kPackedPoses);
    const std::vector<char> content = read_golden("v1-packed.motusb");
    EXPECT_TRUE(AlignedBytes(std::as_bytes(std::span(content))) == baked.bytes)
        << "the bytes have changed: see Versions in docs/format.md";
}

// One number for g++, clang, sanitizers and WebAssembly.
TEST(Golden, TheHeroIsTheSameFromEveryCompiler) {
    const Asset asset = scenes::make_scene("hero").value();
    const Baked baked = bake_document(*scenes::make_hero_document(), asset);
    ASSERT_TRUE(baked.ok()) << baked.why();
    EXPECT_EQ(checksum_bytes(baked.bytes), kHeroChecksum);
}

TEST(Golden, TheCardIsTheSameFromEveryCompiler) {
    const Baked baked = bake_document(*scenes::make_card_document(), Asset{});
    ASSERT_TRUE(baked.ok()) << baked.why();
    EXPECT_EQ(exercise(baked.file), nullptr);
    EXPECT_EQ(checksum_bytes(baked.bytes), kCardChecksum);
}

}  // namespace
}  // namespace motus::test

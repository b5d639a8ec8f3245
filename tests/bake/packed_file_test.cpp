// tests/bake/packed_file_test.cpp - packed clips through a baked file: chosen by the document, held
// to the bound, refused where damaged. SPDX-License-Identifier: MIT
#include "baked.h"
#include "exercise.h"

#include <motus/asset/asset_rig.h>
#include <motus/bake/pack.h>
#include <motus/bake/writer.h>
#include <motus/document/model_change.h>
#include <motus/document/pointer.h>
#include <motus/load/library.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/joint.h>
#include <motus/sample/sample.h>
#include <scenes/scenes.h>
#include <tests/support/crowd.h>

#include <vector>

#include <gtest/gtest.h>

#include <cstring>

namespace motus::test {
namespace {

const doc::Rig& rig_of(const Document& document) {
    return static_cast<const doc::Rig&>(content(document).scene().entities()[0].components()[0]);
}

std::unique_ptr<Document> packed_document(const Asset& asset, doc::PackedKind kind) {
    auto document = document_of(asset);
    auto change = document->begin_change(rig_of(*document));
    change.set_packed(kind);
    if (!change.commit()) return nullptr;
    return document;
}

/// The settings that a document without any gives.
ErrorSettings usual(const Skeleton& skeleton) {
    return settings_for(skeleton);
}

// Packing and playing are slow where asserts and sanitizers are on: there small scenes and fewer
// bits are tried.
#ifdef NDEBUG
constexpr bool kSlow = false;
constexpr std::size_t kTried = 300;
const std::vector<const char*> kScenes = {"hero", "morph", "chain67"};
#else
constexpr bool kSlow = true;
constexpr std::size_t kTried = 60;
const std::vector<const char*> kScenes = {"morph", "spine"};
#endif

class PackedScene : public testing::TestWithParam<std::tuple<const char*, doc::PackedKind>> {};

TEST_P(PackedScene, HoldsTheBoundThroughTheFile) {
    const auto [name, kind] = GetParam();
    const Asset asset = scenes::make_scene(name).value();
    const Result<AssetRig> rig = make_rig(asset);
    ASSERT_TRUE(rig);
    const Baked baked = bake_document(*packed_document(asset, kind), asset);
    ASSERT_TRUE(baked.ok()) << baked.why();
    const Library library = *Library::of(baked.file);
    const Skeleton skeleton = skeleton_at(baked.file.rigs, 0);
    ASSERT_EQ(library.clips().size(), rig->clips.size());
    std::size_t packed = 0;
    for (std::size_t i = 0; i < rig->clips.size(); ++i) {
        const Clip source = rig->clips[i];
        const ErrorSettings settings = usual(skeleton);
        const auto report = measure_error(skeleton, source, library.clips()[i], settings);
        ASSERT_TRUE(report);
        EXPECT_TRUE(report->held(settings)) << i << " " << report->worst;
        packed += baked.file.clips.clips[i].kind != ClipKind::exact ? 1 : 0;
        // One joint alone has the same bits.
        PoseBuffer pose(skeleton);
        for (int k = 0; k <= 5; ++k) {
            const Ticks time{source.duration.value * k / 5};
            ASSERT_EQ(run(SampleJob{library.clips()[i], time, rest_pose(skeleton), {}, pose}),
                      Status::ok);
            for (JointIndex j = 0; j < skeleton.joint_count(); ++j) {
                const Transform a = joint_transform(pose, j);
                const Transform b = sample_joint(library.clips()[i], j, time,
                                                 joint_transform(rest_pose(skeleton), j));
                ASSERT_EQ(std::memcmp(&a, &b, sizeof a), 0) << i << " " << j << " " << k;
            }
        }
    }
    // The few keys of these scenes are smaller than the small form.
    const bool few = std::string_view(name) == "morph" || std::string_view(name) == "spine";
    EXPECT_EQ(packed, few && kind == doc::PackedKind::small ? 0 : rig->clips.size());
    EXPECT_EQ(exercise(baked.file), nullptr);
    const Baked exact = bake_asset(asset);
    if (!few) {
        EXPECT_LT(baked.bytes.size(), exact.bytes.size());
    }
}
INSTANTIATE_TEST_SUITE_P(All, PackedScene,
                         testing::Combine(testing::ValuesIn(kScenes),
                                          testing::Values(doc::PackedKind::fast,
                                                          doc::PackedKind::small)));

TEST(PackedFile, ACrowdPlaysItAsFrames) {
    const Asset asset = scenes::make_scene("hero").value();
    const Baked baked = bake_document(*packed_document(asset, doc::PackedKind::fast), asset);
    ASSERT_TRUE(baked.ok()) << baked.why();
    const Library library = *Library::of(baked.file);
    const Rig& rig = library.rig(0);
    for (const Clip& clip : rig.clips) {
        ASSERT_NE(clip.packed, nullptr);
        // The rig takes the clips' own planes: that is what frames look at.
        EXPECT_EQ(clip.packed->space.left, rig.plan->space.left);
    }
    CrowdScratch memory(rig);
    const std::span<float> scratch[] = {memory.floats()};
    const CrowdItem items[] = {{ticks_of_frames(7, 60), 0, 0.75f},
                               {ticks_of_frames(9, 60), 1, 0.25f}};
    const CrowdCharacter characters[] = {{0, 2}, {0, 1}};
    std::vector<Mat34> palettes(2 * palette_size(rig));
    EXPECT_EQ(run(frame_job(rig, rig.clips, items, characters, palettes, scratch)), Status::ok);
}

TEST(PackedFile, TheClipHasTheLastWord) {
    const Asset asset = scenes::make_scene("hero").value();
    auto document = packed_document(asset, doc::PackedKind::fast);
    {
        auto change = document->begin_change(rig_of(*document));
        change.clips_change(0).set_packed(doc::ClipPacking::exact);
        ASSERT_TRUE(change.commit());
    }
    const Baked baked = bake_document(*document, asset);
    ASSERT_TRUE(baked.ok()) << baked.why();
    EXPECT_EQ(baked.file.clips.clips[0].kind, ClipKind::exact);
    EXPECT_EQ(baked.file.clips.clips[1].kind, ClipKind::fast);
    EXPECT_TRUE(bake_document(*document, asset).bytes == baked.bytes);
}

TEST(PackedFile, BoundsOfClipsAndJointsAreHeld) {
    const Asset asset = scenes::make_scene("hero").value();
    auto document = packed_document(asset, doc::PackedKind::fast);
    const Result<AssetRig> rig = make_rig(asset);
    ASSERT_TRUE(rig);
    {
        auto change = document->begin_change(rig_of(*document));
        change.set_error_bound(0.01f).set_vertex_distance(0.1f);
        change.clips_change(1).set_error_bound(0.00005f);
        auto item = change.joint_precisions_append();
        item.set_joint(std::string(rig->skeleton.name(5))).set_error_bound(0.0002f);
        ASSERT_TRUE(change.commit());
    }
    const Baked baked = bake_document(*document, asset);
    ASSERT_TRUE(baked.ok()) << baked.why();
    const Library library = *Library::of(baked.file);
    const Skeleton skeleton = skeleton_at(baked.file.rigs, 0);
    std::vector<float> bounds(skeleton.joint_count());
    bounds[5] = 0.0002f;
    for (std::size_t i = 0; i < 2; ++i) {
        ErrorSettings settings;
        settings.distance = 0.1;
        settings.bound = i == 0 ? 0.01 : 0.00005;
        settings.joint_bounds = bounds;
        const auto report = measure_error(skeleton, rig->clips[i], library.clips()[i], settings);
        EXPECT_TRUE(report->held(settings)) << i << " " << report->worst;
        // The place is that of the number beside it, whatever bound the joint has.
        const PackedEntry& entry = baked.file.clips.packed.clips[i];
        EXPECT_EQ(entry.error_joint, report->max_joint) << i;
        EXPECT_EQ(entry.error_time, report->max_time) << i;
        EXPECT_EQ(entry.error_max, static_cast<float>(report->max)) << i;
        if (i == 0) {
            EXPECT_NE(report->joint, report->max_joint);
        }
    }
    const PackedTable& packed = baked.file.clips.packed;
    EXPECT_LE(packed.clips[1].error_max, 0.0002f);
    EXPECT_GT(packed.clips[0].exact_bytes, 0u);

    auto change = document->begin_change(rig_of(*document));
    change.joint_precisions_append().set_joint("nobody");
    ASSERT_TRUE(change.commit());
    const Baked wrong = bake_document(*document, asset);
    EXPECT_FALSE(wrong.ok());
    EXPECT_NE(wrong.why().find("no joint is called nobody"), std::string::npos) << wrong.why();
}

TEST(PackedFile, ABoundThatFloatsCannotHoldKeepsTheKeys) {
    const Asset asset = scenes::make_scene("hero").value();
    auto document = packed_document(asset, doc::PackedKind::fast);
    {
        auto change = document->begin_change(rig_of(*document));
        change.set_error_bound(1e-12f);
        ASSERT_TRUE(change.commit());
    }
    const Baked baked = bake_document(*document, asset);
    ASSERT_TRUE(baked.ok()) << baked.why();
    EXPECT_EQ(baked.file.clips.clips[0].kind, ClipKind::exact);
    bool warned = false;
    for (const Fault& fault : baked.diagnostics.faults())
        warned = warned || fault.code == std::string_view("bake-pack");
    EXPECT_TRUE(warned);
}

// Where the small form cannot hold the bound something else is chosen: never more bytes than the
// keys take, and never without a word.
TEST(PackedFile, SmallIsNeverLargerThanTheKeysNorSilentlyFast) {
    std::size_t other = 0;
    for (const char* name : {"morph", "spine"}) {
        const Asset asset = scenes::make_scene(name).value();
        const Result<AssetRig> rig = make_rig(asset);
        ASSERT_TRUE(rig);
        for (const float bound : {1e-5f, 1e-6f, 1e-7f, 1e-12f}) {
            auto document = packed_document(asset, doc::PackedKind::small);
            {
                auto change = document->begin_change(rig_of(*document));
                change.set_error_bound(bound);
                ASSERT_TRUE(change.commit());
            }
            const Baked baked = bake_document(*document, asset);
            ASSERT_TRUE(baked.ok()) << baked.why();
            const std::vector<ClipSize> sizes = clip_sizes(baked.file);
            for (std::size_t i = 0; i < sizes.size(); ++i) {
                EXPECT_LE(sizes[i].bytes, sizes[i].exact_bytes) << name << i << " " << bound;
                const Skeleton skeleton = skeleton_at(baked.file.rigs, 0);
                ErrorSettings settings;
                settings.bound = static_cast<double>(bound);
                const PackSettings alone{settings_for(skeleton, settings), {}};
                const bool held = pack_small(skeleton, rig->clips[i], alone).has_value();
                std::size_t warned = 0;
                const std::string at = pointer_to(*document, rig_of(*document).clips()[i]);
                for (const Fault& fault : baked.diagnostics.faults()) {
                    warned += fault.code == "bake-pack" && fault.path == at &&
                              fault.message.find("not small: ") != std::string::npos;
                }
                EXPECT_EQ(warned, held ? 0u : 1u) << name << i << " " << bound;
                other += warned;
            }
        }
    }
    EXPECT_GT(other, 0u);
}

bool is_packed(SectionKind kind) {
    return kind >= SectionKind::clip_packed && kind < SectionKind::records;
}

// Signed again, the reader is alone: what it accepts must play, in poses and in crowds.
TEST(PackedFile, EveryFlippedBitIsRefusedOrPlays) {
    for (const doc::PackedKind kind : {doc::PackedKind::fast, doc::PackedKind::small}) {
        if (kSlow && kind == doc::PackedKind::small) continue;  // Packing it takes minutes there.
        // The few keys of the spine would not be packed small.
        const bool small = kind == doc::PackedKind::small;
        const Asset asset = scenes::make_scene(small ? "chain67" : "spine").value();
        const Baked baked = bake_document(*packed_document(asset, kind), asset);
        ASSERT_TRUE(baked.ok()) << baked.why();
        std::size_t accepted = 0, refused = 0;
        for (const SectionEntry& entry : baked.file.container.sections) {
            if (!is_packed(entry.kind)) continue;
            const std::size_t size = std::size_t{entry.count} * entry.stride;
            const std::size_t step = small || kSlow ? size * 8 / kTried + 1 : 1;
            for (std::size_t bit = 0; bit < size * 8; bit += step) {
                AlignedBytes bytes(std::span<const std::byte>(baked.bytes));
                bytes[entry.offset + bit / 8] ^= std::byte{1} << (bit % 8);
                sign_container(bytes);
                BakedFile file;
                if (open_baked(bytes, file) != Status::ok) {
                    ++refused;
                    continue;
                }
                ++accepted;
                const char* fault = exercise(file);
                ASSERT_EQ(fault, nullptr) << fault << ", bit " << bit;
            }
        }
        EXPECT_GT(accepted, kTried / 3);
        EXPECT_GT(refused, kTried / 3);
    }
}

}  // namespace
}  // namespace motus::test

// tests/bake/pack_step_test.cpp - packing one clip as a step: what goes in, what comes out.
// SPDX-License-Identifier: MIT
#include "baked.h"

#include <motus/asset/asset_rig.h>
#include <motus/bake/baker.h>
#include <tests/support/rigs.h>

#include <cmath>
#include <set>

#include <gtest/gtest.h>

namespace motus::test {
namespace {

AssetRig small_rig() {
    return make_rig(small_asset()).value();
}

PackTask task_of(const AssetRig& rig, ClipKind kind = ClipKind::small) {
    return {kind, rig.skeleton.view(), rig.clips[0].view(), {}};
}

/// The packed clip alone: the time it took is another each time.
std::uint64_t hash_of(const PackResult& part) {
    const ClipTable& clip = part.clip();
    std::uint64_t hash = static_cast<std::uint64_t>(part.kind());
    const auto add = [&](const auto& items) {
        hash = hash_u64(hash, checksum_bytes(std::as_bytes(items)));
    };
    add(clip.clips);
    add(clip.tracks);
    add(clip.times);
    add(clip.values);
    add(clip.packed.clips);
    add(clip.packed.groups);
    add(clip.packed.channels);
    add(clip.packed.constants);
    add(clip.packed.lines);
    add(clip.small.clips);
    add(clip.small.groups);
    add(clip.small.scalars);
    add(clip.small.stills);
    add(clip.small.rests);
    add(clip.small.words);
    return hash;
}

/// A chain of joints that swing, each at its own pace, with the same bits everywhere: no sines.
ClipBuffer swing(std::uint32_t joints) {
    constexpr std::size_t kFrames = 41;
    std::vector<Ticks> times;
    for (std::size_t f = 0; f < kFrames; ++f)
        times.push_back({static_cast<std::int64_t>(f) * (kTicksPerSecond / 30)});
    std::vector<std::vector<float>> values(joints);
    std::vector<TrackDesc> tracks;
    for (std::uint32_t j = 0; j < joints; ++j) {
        for (std::size_t f = 0; f < kFrames; ++f) {
            const double x = static_cast<double>(f * (j % 3 + 1) % 40) / 40.0;
            const double turn = 1.2 * x * (1.0 - x) - 0.1;
            for (const double number : {turn, 0.0, 0.0, std::sqrt(1.0 - turn * turn)})
                values[j].push_back(static_cast<float>(number));
        }
        tracks.push_back({TrackKind::rotation, Interpolation::linear, j, 4, times, values[j]});
    }
    return build_clip(tracks).value();
}

// Stores find results by the version of the step. Where these hashes change, packing has changed:
// raise kPackStepVersion, or old results are taken for new ones; then pin the new hashes.
TEST(PackStep, BytesArePinnedToTheVersion) {
    const SkeletonBuffer chain = make_chain(6);
    const ClipBuffer keys = swing(6);
    EXPECT_EQ(kPackStepVersion, 1u);
    const PackResult small = pack_clip({ClipKind::small, chain.view(), keys.view(), {}}).value();
    EXPECT_EQ(small.kind(), ClipKind::small);
    EXPECT_EQ(hash_of(small), 11905139178580888329u);
    const PackResult fast = pack_clip({ClipKind::fast, chain.view(), keys.view(), {}}).value();
    EXPECT_EQ(fast.kind(), ClipKind::fast);
    EXPECT_EQ(hash_of(fast), 1009558822327593548u);
}

TEST(PackStep, AJobInBytesGivesTheSame) {
    const AssetRig rig = small_rig();
    for (const ClipKind kind : {ClipKind::fast, ClipKind::small}) {
        const PackTask task = task_of(rig, kind);
        const Result<PackResult> here = pack_clip(task);
        const Result<PackResult> there = run_pack_job(write_pack_job(task));
        ASSERT_TRUE(here && there);
        EXPECT_EQ(hash_of(*here), hash_of(*there));
        EXPECT_EQ(here->warning(), there->warning());
        EXPECT_EQ(here->weight_max(), there->weight_max());
        const auto again = PackResult::read(AlignedBytes(here->bytes()), task.skeleton);
        ASSERT_TRUE(again);
        EXPECT_EQ(hash_of(*here), hash_of(*again));
    }
}

TEST(PackStep, EverythingThatGoesInIsInTheKey) {
    const AssetRig rig = small_rig();
    const PackTask task = task_of(rig);
    std::set<BakeKey> keys{pack_key(task)};
    std::size_t count = 1;
    const auto differs = [&](const PackTask& other) {
        ++count;
        keys.insert(pack_key(other));
        EXPECT_EQ(keys.size(), count);
    };
    const auto with = [&](auto&& change) {
        PackTask other = task;
        change(other);
        differs(other);
    };
    with([](PackTask& t) { t.kind = ClipKind::fast; });
    with([](PackTask& t) { t.settings.error.bound *= 2; });
    with([](PackTask& t) { t.settings.error.distance *= 2; });
    with([](PackTask& t) { t.settings.error.weight_bound *= 2; });
    with([](PackTask& t) { ++t.settings.error.between; });
    std::vector<float> bounds(rig.skeleton.view().joint_count(), 0.5f);
    with([&](PackTask& t) { t.settings.error.joint_bounds = bounds; });
    std::vector<float> planes(std::size_t{8} * rig.skeleton.view().rest.stride, 0.25f);
    with([&](PackTask& t) {
        const std::uint32_t stride = rig.skeleton.view().rest.stride;
        t.settings.space = {planes.data(), planes.data() + std::size_t{4} * stride, stride};
    });
    with([](PackTask& t) { t.keys.duration.value += 1; });
    std::vector<float> values(task.keys.values.begin(), task.keys.values.end());
    values.back() += 0.5f;
    with([&](PackTask& t) { t.keys.values = values; });
    std::vector<Ticks> times(task.keys.times.begin(), task.keys.times.end());
    times.back().value += 1;
    with([&](PackTask& t) { t.keys.times = times; });
    std::vector<JointIndex> parents(task.skeleton.parents.begin(), task.skeleton.parents.end());
    parents.back() = kNoJoint;
    with([&](PackTask& t) { t.skeleton.parents = parents; });
    std::vector<float> rest(task.skeleton.rest.data,
                            task.skeleton.rest.data + soa_floats(task.skeleton.joint_count()));
    rest[1] += 0.5f;
    with([&](PackTask& t) { t.skeleton.rest.data = rest.data(); });
    PackTask watched = task;
    watched.settings.watch = [] { return true; };
    EXPECT_EQ(pack_key(watched), pack_key(task));
}

TEST(PackStep, ACancelledOneGivesNothing) {
    const AssetRig rig = small_rig();
    for (const ClipKind kind : {ClipKind::fast, ClipKind::small}) {
        int asked = 0;
        const Result<PackResult> whole =
            run_pack_job(write_pack_job(task_of(rig, kind)), [&] { return ++asked > 0; });
        ASSERT_TRUE(whole);
        ASSERT_GT(asked, 0);
        for (const int last : {0, 1, asked / 2, asked - 1}) {
            int left = last;
            const Result<PackResult> part =
                run_pack_job(write_pack_job(task_of(rig, kind)), [&] { return left-- > 0; });
            ASSERT_FALSE(part) << "asked " << last << " times of " << asked;
            EXPECT_EQ(part.error().code, kPackCancelled);
        }
    }
}

TEST(PackStep, OtherBytesAreRefused) {
    const AssetRig rig = small_rig();
    const PackTask task = task_of(rig);
    const AlignedBytes job = write_pack_job(task);
    EXPECT_FALSE(run_pack_job({}));
    EXPECT_FALSE(run_pack_job(small_file()));
    const Result<PackResult> part = pack_clip(task);
    EXPECT_FALSE(run_pack_job(part->bytes()));
    EXPECT_FALSE(PackResult::read(AlignedBytes(std::span<const std::byte>(job)), task.skeleton));
    // A result for a larger rig.
    Skeleton fewer = task.skeleton;
    fewer.parents = fewer.parents.first(1);
    if (part->kind() != ClipKind::exact) {
        EXPECT_FALSE(PackResult::read(AlignedBytes(part->bytes()), fewer));
    }
    for (std::size_t i = 0; i < job.size(); i += 7) {
        AlignedBytes damaged{std::span<const std::byte>(job)};
        damaged[i] ^= std::byte{0x20};
        EXPECT_FALSE(run_pack_job(damaged)) << i;
    }
}

}  // namespace
}  // namespace motus::test

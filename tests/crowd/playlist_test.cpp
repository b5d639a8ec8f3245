// tests/crowd/playlist_test.cpp - playlists of many characters as frames: one way or the other, the
// same pose; alone or in any crowd, the same bits.
// SPDX-License-Identifier: MIT
#include "frame_stage.h"
#if !defined(__EMSCRIPTEN__)
#include "threads.h"
#endif

#include <motus/play/evaluate.h>
#include <motus/pose/pose_buffer.h>
#include <motus/skinning/palette.h>

#include <gtest/gtest.h>

namespace motus::test {
namespace {

constexpr std::uint32_t kItems = 12;

/// Characters with playlists of every sort: of few clips and many, with one-shots, masks, additive
/// layers, items that are left out where they animate nothing, and carry blocks.
struct PlaylistCrowd {
    const FrameStage& stage;
    std::vector<float> half;
    std::vector<Mask> masks;
    std::vector<RootMotion> roots;
    Rig rig;
    std::vector<std::vector<PlaylistItem>> items;
    std::vector<std::vector<PlaylistLayer>> layers;
    std::vector<Playlist> lists;
    std::vector<std::vector<float>> carries;
    std::vector<CrowdCharacter> characters;
    std::vector<RootDelta> deltas;
    std::vector<float> weights;
    std::size_t size;

    PlaylistCrowd(const FrameStage& s, std::uint32_t count, std::uint64_t seed) : stage(s) {
        Random random(seed);
        for (std::uint32_t j = 0; j < stage.skeleton->view().joint_count(); ++j)
            half.push_back(float(j % 3) * 0.5f);
        masks.push_back(half);
        rig = *stage.rig;
        rig.clips = stage.clips;
        rig.masks = masks;
        rig.root = {.joint = 0, .yaw = false};
        roots.assign(stage.clips.size(), RootMotion{});
        roots[2] = rig.root;
        rig.roots = roots;
        size = palette_size(rig);
        items.resize(count), layers.resize(count), carries.resize(count);
        lists.resize(count), characters.resize(count), deltas.resize(count);
        weights.resize(count * rig.skeleton.rest_weights.size());
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t sort = random.below(12);
            add(i, {}, random, sort == 0 ? 10 : 1 + random.below(4), sort == 1 ? 5 : 4);
            if (sort == 2) layers[i][0].unanimated = Unanimated::left_out;
            if (sort == 3) add(i, {.mask = 0, .weight = 0.6f}, random, 2, 4);
            if (sort == 4) add(i, {.weight = 0.5f, .mode = LayerMode::additive}, random, 1, 4);
            if (sort == 5) carries[i].assign(carry_floats(rig.skeleton, 1), 0.0f);
            if (sort >= 8 || sort == 3) {
                add(i, {.weight = random.range(0.1f, 1.0f), .over = true}, random, 1, 4);
                items[i].back().weight = 1.0f;
            }
            lists[i] = {items[i], layers[i], static_cast<std::uint32_t>(items[i].size()),
                        static_cast<std::uint32_t>(layers[i].size())};
            characters[i].playlist = &lists[i];
            characters[i].carry = carries[i];
        }
    }

    void add(std::uint32_t character, PlaylistLayer layer, Random& random, std::uint32_t count,
             std::uint32_t clips) {
        layer.first = static_cast<std::uint32_t>(items[character].size());
        layer.count = count;
        layers[character].push_back(layer);
        float left = random.below(4) == 0 ? 0.7f : 1.0f;
        for (std::uint32_t k = 0; k < count; ++k) {
            PlaylistItem item;
            item.source = random.below(clips);
            item.motion = random.below(1000);
            item.from = {static_cast<std::int64_t>(random.unit() * 0.3 * kTicksPerSecond)};
            item.to = {static_cast<std::int64_t>(random.unit() * 0.6 * kTicksPerSecond)};
            item.weight = k + 1 == count ? left : left * random.range(0.2f, 0.8f);
            left -= item.weight;
            items[character].push_back(item);
        }
    }

    CrowdFrameJob job(std::span<Mat34> palettes, std::span<const std::span<float>> scratch) {
        CrowdFrameJob out;
        out.rig = rig;
        out.characters = characters;
        out.palettes = palettes;
        out.weights = weights;
        out.roots = deltas;
        out.scratch = scratch;
        out.scratch_items = kItems;
        return out;
    }
};

class CrowdPlaylist : public testing::TestWithParam<FrameKind> {};

TEST_P(CrowdPlaylist, BothWaysShowThePoseOfTheEvaluator) {
    for (const std::uint64_t seed : {1, 2, 3}) {
        const FrameStage stage(29, GetParam(), seed);
        PlaylistCrowd crowd(stage, 120, seed);
        CrowdScratch memory(crowd.rig, kItems);
        const std::span<float> scratch[] = {memory.floats()};
        std::vector<Mat34> shown(crowd.size * 120), wanted(crowd.size);
        ASSERT_EQ(run(crowd.job(shown, scratch)), Status::ok);
        EvaluateWorkspace workspace(crowd.rig.skeleton, kItems);
        PoseBuffer pose(crowd.rig.skeleton);
        std::vector<Mat34> model(crowd.rig.skeleton.joint_count());
        for (std::uint32_t i = 0; i < 120; ++i) {
            RootDelta root;
            ASSERT_EQ(
                run(EvaluateJob{crowd.rig, &crowd.lists[i], {}, workspace.scratch(), pose, &root}),
                Status::ok);
            ASSERT_EQ(run(LocalToModelJob{crowd.rig.skeleton, pose, {}, model}), Status::ok);
            ASSERT_EQ(run(PaletteJob{crowd.rig.skins[0], model, wanted}), Status::ok);
            for (std::size_t k = 0; k < crowd.size; ++k) {
                for (std::size_t n = 0; n < 12; ++n) {
                    ASSERT_NEAR(shown[i * crowd.size + k].m[n], wanted[k].m[n], 2e-4)
                        << "seed " << seed << " character " << i << " matrix " << k;
                }
            }
            EXPECT_EQ(crowd.deltas[i], root);
            const std::size_t morphs = crowd.rig.skeleton.rest_weights.size();
            for (std::size_t w = 0; w < morphs; ++w)
                ASSERT_NEAR(crowd.weights[i * morphs + w], std::as_const(pose).view().weights[w],
                            1e-5)
                    << i;
        }
    }
}

#if !defined(__EMSCRIPTEN__)
TEST_P(CrowdPlaylist, TheSameBitsAloneAndInAnyCrowd) {
    const FrameStage stage(29, GetParam(), 5);
    PlaylistCrowd crowd(stage, 203, 9);
    std::vector<CrowdScratch> memory;
    std::vector<std::span<float>> scratch;
    for (int w = 0; w < 8; ++w)
        scratch.push_back(memory.emplace_back(crowd.rig, kItems).floats());
    const auto clear = [&] {
        for (std::vector<float>& carry : crowd.carries)
            std::fill(carry.begin(), carry.end(), 0.0f);
    };
    std::vector<Mat34> alone(crowd.size * 203);
    for (std::uint32_t i = 0; i < 203; ++i) {
        CrowdFrameJob job = crowd.job(std::span(alone).subspan(i * crowd.size), scratch);
        job.characters = job.characters.subspan(i, 1);
        job.weights = job.weights.subspan(i * crowd.rig.skeleton.rest_weights.size());
        job.roots = job.roots.subspan(i, 1);
        ASSERT_EQ(run(job), Status::ok);
    }
    const std::vector<RootDelta> moved = crowd.deltas;
    const std::vector<float> morphs = crowd.weights;
    for (const std::uint32_t workers : {1u, 2u, 8u}) {
        for (const std::uint32_t batch : {1u, 5u, 64u, 1000u}) {
            clear();
            Threads threads{workers};
            std::vector<Mat34> together(alone.size());
            CrowdFrameJob job = crowd.job(together, scratch);
            job.executor = threads.executor();
            job.batch = batch;
            ASSERT_EQ(run(job), Status::ok);
            EXPECT_TRUE(same_bytes(together, alone)) << workers << " workers, batch " << batch;
            EXPECT_EQ(crowd.deltas, moved);
            EXPECT_EQ(crowd.weights, morphs);
        }
    }
}
#endif

TEST_P(CrowdPlaylist, OneThatIsWrongShowsTheRestPoseAndIsNamed) {
    const FrameStage stage(20, GetParam(), 5);
    PlaylistCrowd crowd(stage, 20, 9);
    CrowdScratch memory(crowd.rig, kItems);
    const std::span<float> scratch[] = {memory.floats()};
    std::vector<Mat34> good(crowd.size * 20), shown(crowd.size * 20);
    ASSERT_EQ(run(crowd.job(good, scratch)), Status::ok);
    for (std::vector<float>& carry : crowd.carries)
        std::fill(carry.begin(), carry.end(), 0.0f);
    crowd.items[7][0].source = 99;
    crowd.items[9][0].weight = -1.0f;
    EXPECT_EQ(run(crowd.job(shown, scratch)), Status::missing);
    const Playlist nothing;
    crowd.characters[7].playlist = &nothing;
    crowd.characters[7].carry = {};
    std::vector<Mat34> rest(crowd.size * 20);
    EXPECT_EQ(run(crowd.job(rest, scratch)), Status::bad_argument);
    for (std::size_t i = 0; i < 20; ++i) {
        const std::vector<Mat34>& wanted = i == 7 || i == 9 ? rest : good;
        EXPECT_EQ(std::memcmp(&shown[i * crowd.size], &wanted[i * crowd.size],
                              crowd.size * sizeof(Mat34)),
                  0)
            << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, CrowdPlaylist,
                         testing::Values(FrameKind::rigid, FrameKind::scaled));

}  // namespace
}  // namespace motus::test

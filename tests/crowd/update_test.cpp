// tests/crowd/update_test.cpp - machines that decide and are evaluated in one job: as one by one.
// SPDX-License-Identifier: MIT
#include "frame_stage.h"
#if !defined(__EMSCRIPTEN__)
#include "threads.h"
#endif

#include <motus/crowd/update.h>
#include <motus/play/evaluate.h>
#include <tests/machine/sketch.h>

#include <gtest/gtest.h>

namespace motus::test {
namespace {

constexpr std::uint32_t kMachines = 75, kFrames = 40;

/// Machines that blend two clips, stop, and wave, each by inputs of its own.
class Flock {
  public:
    Flock(const FrameStage& stage, std::uint32_t workers, std::uint32_t batch, bool carries)
        : rig_(stage.rig->view()), batch_(batch) {
        rig_.clips = stage.clips;
        rig_.root = {.joint = 0, .yaw = false};
        for (int clip = 0; clip < 4; ++clip)
            builder_.clip(20.0f / 30.0f, true);
        speed_ = builder_.variable("speed", record::VariableKind::float_);
        stop_ = builder_.variable("stop", record::VariableKind::bool_);
        const std::uint32_t move = builder_.blend("Move", record::StateKind::blend_1d, speed_);
        builder_.child(move, 0, 0.0f);
        builder_.child(move, 1, 1.0f);
        const std::uint32_t stand = builder_.state("Stand", 2);
        builder_.from_state(move, stand).when(stop_, Op::is_true).lasts(0.15f);
        builder_.from_state(stand, move).when(stop_, Op::is_false).lasts(0.15f);
        graph_ = builder_.build();
        graph_.shape = shape_of(graph_);
        stride_ = instance_size(graph_);
        bytes_.resize(kMachines * stride_);
        for (std::uint32_t i = 0; i < kMachines; ++i)
            EXPECT_EQ(start(graph_, instance(i)), Status::ok);
        palettes.resize(kMachines * palette_size(rig_));
        roots.resize(kMachines);
        heard.resize(kMachines);
        if (carries) carry_.resize(kMachines * carry_floats(rig_.skeleton, 1));
        const PlaylistLimits limits = playlist_limits(graph_);
        workers_.resize(workers);
        for (Worker& w : workers_) {
            w.items.resize(std::size_t{limits.items} * batch);
            w.layers.resize(std::size_t{limits.layers} * batch);
            w.events.resize(16);
            w.playlists.resize(batch);
            w.characters.resize(batch);
            w.places.resize(batch);
            w.floats.emplace_back(rig_, 16);
            scratch_.push_back({w.items, w.layers, w.events, w.playlists, w.characters, w.places,
                                w.floats[0].floats()});
        }
    }

    [[nodiscard]] CrowdUpdateJob job(std::uint32_t frame) {
        for (std::uint32_t i = 0; i < kMachines; ++i) {
            Random random(frame * 977 + i);
            const auto bytes = instance(i);
            EXPECT_EQ(set_float(graph_, bytes, speed_, random.range(0.0f, 1.0f)), Status::ok);
            if (random.below(8) == 0) {
                EXPECT_EQ(set_bool(graph_, bytes, stop_, random.below(2) == 0), Status::ok);
            }
            if (random.below(16) == 0) {
                EXPECT_EQ(play_one_shot(graph_, bytes, 3), Status::ok);
            }
        }
        CrowdUpdateJob out;
        out.graph = graph_;
        out.instances = std::span(bytes_);
        out.dt_s = 1.0f / 30.0f;
        out.carry = carry_;
        out.user = this;
        out.visit = [](void* user, const TickResult& result) {
            static_cast<Flock*>(user)->heard[result.index] += result.events->count + 1;
        };
        out.frame.rig = rig_;
        out.frame.palettes = palettes;
        out.frame.roots = roots;
        out.frame.scratch_items = 16;
        out.scratch = scratch_;
        out.batch = batch_;
        return out;
    }
    [[nodiscard]] std::span<std::byte> instance(std::uint32_t i) {
        return std::span(bytes_).subspan(i * stride_, stride_);
    }
    [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }
    [[nodiscard]] const std::vector<float>& carry() const { return carry_; }

    std::vector<Mat34> palettes;
    std::vector<RootDelta> roots;
    std::vector<std::uint32_t> heard;

  private:
    struct Worker {
        std::vector<PlaylistItem> items;
        std::vector<PlaylistLayer> layers;
        std::vector<MachineEvent> events;
        std::vector<Playlist> playlists;
        std::vector<CrowdCharacter> characters;
        std::vector<std::uint32_t> places;
        std::vector<CrowdScratch> floats;  // one
    };
    Rig rig_;
    std::uint32_t batch_;
    Sketch builder_;
    Machine graph_{};
    std::uint32_t speed_ = 0, stop_ = 0;
    std::size_t stride_ = 0;
    std::vector<std::byte> bytes_;
    std::vector<float> carry_;
    std::vector<Worker> workers_;
    std::vector<CrowdUpdateScratch> scratch_;
};

class CrowdUpdate : public testing::TestWithParam<bool> {};

#if !defined(__EMSCRIPTEN__)
TEST_P(CrowdUpdate, IsTheSameForAnyWorkersAndBatches) {
    const FrameStage stage(23, FrameKind::rigid, 4);
    Flock alone(stage, 1, 1, GetParam());
    std::vector<std::vector<Mat34>> shown;
    std::vector<std::vector<RootDelta>> moved;
    for (std::uint32_t frame = 0; frame < kFrames; ++frame) {
        ASSERT_EQ(run(alone.job(frame)), Status::ok);
        shown.push_back(alone.palettes);
        moved.push_back(alone.roots);
    }
    for (const std::uint32_t workers : {1u, 2u, 8u}) {
        for (const std::uint32_t batch : {7u, 64u, 100u}) {
            Flock flock(stage, workers, batch, GetParam());
            Threads threads{workers};
            for (std::uint32_t frame = 0; frame < kFrames; ++frame) {
                CrowdUpdateJob job = flock.job(frame);
                job.executor = threads.executor();
                ASSERT_EQ(run(job), Status::ok);
                ASSERT_TRUE(same_bytes(flock.palettes, shown[frame])) << workers << ' ' << batch;
                ASSERT_EQ(flock.roots, moved[frame]);
            }
            EXPECT_EQ(flock.bytes(), alone.bytes());
            EXPECT_EQ(flock.carry(), alone.carry());
            EXPECT_EQ(flock.heard, alone.heard);
        }
    }
}
#endif

TEST_P(CrowdUpdate, AMachineMayWaitAndStepLater) {
    const FrameStage stage(23, FrameKind::rigid, 4);
    Flock flock(stage, 1, 16, GetParam());
    ASSERT_EQ(run(flock.job(0)), Status::ok);
    const std::vector<std::byte> before = flock.bytes();
    const std::vector<Mat34> shown = flock.palettes;
    const std::vector<std::uint32_t> heard = flock.heard;
    const std::size_t size = shown.size() / kMachines, stride = before.size() / kMachines;
    std::vector<Ticks> steps(kMachines, Ticks{kTicksPerSecond / 20});
    for (std::uint32_t i = 0; i < kMachines; i += 3)
        steps[i] = Ticks{-1};
    CrowdUpdateJob job = flock.job(1);
    const std::vector<std::byte> told = flock.bytes();
    job.steps = steps;
    ASSERT_EQ(run(job), Status::ok);
    for (std::uint32_t i = 0; i < kMachines; ++i) {
        const bool waits = i % 3 == 0;
        EXPECT_EQ(
            std::equal(&told[i * stride], &told[i * stride] + stride, &flock.bytes()[i * stride]),
            waits)
            << i;
        EXPECT_EQ(
            std::memcmp(&shown[i * size], &flock.palettes[i * size], size * sizeof(Mat34)) == 0,
            waits)
            << i;
        EXPECT_EQ(flock.heard[i] == heard[i], waits);
    }
}

TEST_P(CrowdUpdate, RefusesWhatDoesNotFit) {
    const FrameStage stage(23, FrameKind::rigid, 4);
    Flock flock(stage, 1, 16, GetParam());
    const CrowdUpdateJob good = flock.job(0);
    const std::vector<std::byte> before = flock.bytes();
    const auto refused = [&](auto change) {
        CrowdUpdateJob job = good;
        change(job);
        return run(job);
    };
    EXPECT_EQ(refused([](auto& j) { j.frame.rig.plan = nullptr; }), Status::missing);
    EXPECT_EQ(refused([](auto& j) { j.batch = 0; }), Status::bad_argument);
    EXPECT_EQ(refused([](auto& j) { j.batch = 17; }), Status::bad_size);
    EXPECT_EQ(refused([](auto& j) { j.executor.workers = 2; }), Status::bad_size);
    EXPECT_EQ(refused([](auto& j) {
                  j.frame.palettes = j.frame.palettes.first(j.frame.palettes.size() - 1);
              }),
              Status::bad_size);
    EXPECT_EQ(refused([](auto& j) { j.frame.roots = j.frame.roots.first(kMachines - 1); }),
              Status::bad_size);
    EXPECT_EQ(refused([](auto& j) { j.instances = j.instances.first(j.instances.size() - 8); }),
              Status::bad_size);
    const Ticks few[] = {Ticks{}};
    EXPECT_EQ(refused([&](auto& j) { j.steps = few; }), Status::bad_size);
    EXPECT_EQ(refused([&](auto& j) { j.frame.scratch_items = 17; }), Status::bad_size);
    EXPECT_EQ(flock.bytes(), before);
    EXPECT_EQ(run(good), Status::ok);
    CrowdUpdateJob nobody = good;
    nobody.instances = {};
    EXPECT_EQ(run(nobody), Status::ok);
}

INSTANTIATE_TEST_SUITE_P(Carry, CrowdUpdate, testing::Bool());

}  // namespace
}  // namespace motus::test

// The parts of a frame, and the whole of it, in time per joint. Every benchmark first does a fixed
// piece of work and prints its hash: a speed-up that changes results shows in the same run.
#include <benchmark/benchmark.h>
#include <motus/core/hash.h>
#include <motus/play/player.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <motus/skinning/palette.h>
#include <scenes/stress/stress.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace motus;
using scenes::StressClip;

constexpr std::int64_t kFixedFrames = 120;

void must(Status status) {
    if (status == Status::ok) return;
    std::fprintf(stderr, "bench: %s\n", to_string(status));
    std::abort();
}

/// A rig and the buffers of one character.
struct Stage {
    explicit Stage(std::uint32_t joints)
        : rig(scenes::make_stress_rig(joints)),
          pose(rig.skeleton),
          model(joints),
          palette(joints),
          joint_count(joints) {}

    scenes::StressRig rig;
    PoseBuffer pose;
    std::vector<Mat34> model, palette;
    std::vector<std::uint32_t> cursor;
    std::uint32_t joint_count;

    void sample(StressClip which, std::int64_t frame) {
        const Clip clip = rig.clip(which);
        const Ticks time{ticks_of_frames(frame, 60).value % clip.duration.value};
        must(run(SampleJob{clip, time, rest_pose(rig.skeleton), cursor, pose}));
    }
    void compose() { must(run(LocalToModelJob{rig.skeleton, pose, {}, model})); }
    void finish() { must(run(PaletteJob{rig.skin, model, palette})); }
};

std::uint64_t hash_pose(std::uint64_t hash, const ConstPoseView& pose) {
    for (std::uint32_t p = 0; p < kPlaneCount; ++p) {
        hash = hash_floats(hash, {pose.joints.plane(static_cast<Plane>(p)), pose.joints.count});
    }
    return hash;
}

std::uint64_t hash_matrices(std::uint64_t hash, const std::vector<Mat34>& matrices) {
    for (const Mat34& m : matrices)
        hash = hash_floats(hash, m.floats());
    return hash;
}

void report(benchmark::State& state, std::size_t joints, std::uint64_t hash) {
    using benchmark::Counter;
    state.counters["per_joint"] =
        Counter(static_cast<double>(joints), Counter::kIsIterationInvariantRate | Counter::kInvert);
    char text[32];
    std::snprintf(text, sizeof text, "hash %016llx", static_cast<unsigned long long>(hash));
    state.SetLabel(text);
}

void sampling(benchmark::State& state, StressClip which, bool with_cursor) {
    Stage stage(static_cast<std::uint32_t>(state.range(0)));
    if (with_cursor) stage.cursor.resize(stage.rig.clip(which).tracks.size());
    std::uint64_t hash = kHashSeed;
    for (std::int64_t frame = 0; frame < kFixedFrames; ++frame) {
        stage.sample(which, frame);
        hash = hash_pose(hash, stage.pose);
    }
    std::int64_t frame = 0;
    for (auto _ : state) {
        stage.sample(which, frame++);
        benchmark::ClobberMemory();
    }
    report(state, stage.joint_count, hash);
}

void composing(benchmark::State& state) {
    Stage stage(static_cast<std::uint32_t>(state.range(0)));
    stage.sample(StressClip::linear, 7);
    stage.compose();
    for (auto _ : state) {
        stage.compose();
        benchmark::ClobberMemory();
    }
    report(state, stage.joint_count, hash_matrices(kHashSeed, stage.model));
}

void finishing(benchmark::State& state) {
    Stage stage(static_cast<std::uint32_t>(state.range(0)));
    stage.sample(StressClip::linear, 7);
    stage.compose();
    stage.finish();
    for (auto _ : state) {
        stage.finish();
        benchmark::ClobberMemory();
    }
    report(state, stage.joint_count, hash_matrices(kHashSeed, stage.palette));
}

/// Advance, sample, compose, palette, for 100 characters of one rig.
void whole_frame(benchmark::State& state) {
    constexpr std::uint32_t kPlayers = 100;
    Stage stage(static_cast<std::uint32_t>(state.range(0)));
    std::vector<Player> players(kPlayers);
    const Clip clip = stage.rig.clip(StressClip::linear);
    for (std::uint32_t i = 0; i < kPlayers; ++i) {
        seek(players[i], clip, ticks_of_frames(i, 60));
        players[i].speed = i % 2 == 0 ? 1.0f : 1.1f;
    }
    std::vector<Mat34> palettes(std::size_t{kPlayers} * stage.joint_count);
    PlayersJob job;
    job.rig = stage.rig.view();
    job.dt_s = 1.0f / 60.0f;
    job.players = players;
    job.scratch = {stage.pose, stage.model};
    job.palettes = palettes;
    std::uint64_t hash = kHashSeed;
    for (std::int64_t frame = 0; frame < kFixedFrames; ++frame)
        must(run(job));
    hash = hash_matrices(hash, palettes);
    for (auto _ : state) {
        must(run(job));
        benchmark::ClobberMemory();
    }
    report(state, palettes.size(), hash);
}

void sizes(benchmark::internal::Benchmark* benchmark) {
    benchmark->ArgName("joints")->Arg(24)->Arg(75)->Arg(300);
}

BENCHMARK_CAPTURE(sampling, linear, StressClip::linear, false)->Apply(sizes);
BENCHMARK_CAPTURE(sampling, linear_cursor, StressClip::linear, true)->Apply(sizes);
BENCHMARK_CAPTURE(sampling, cubic_cursor, StressClip::cubic, true)->Apply(sizes);
BENCHMARK_CAPTURE(sampling, mixed_cursor, StressClip::mixed, true)->Apply(sizes);
BENCHMARK(composing)->Apply(sizes);
BENCHMARK(finishing)->Apply(sizes);
BENCHMARK(whole_frame)->Apply(sizes)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();

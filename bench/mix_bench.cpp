// bench/mix_bench.cpp - blending poses and whole mixer frames, in time per joint.
// SPDX-License-Identifier: MIT
#include <bench/report.h>
#include <motus/mix/additive.h>
#include <motus/mix/blend.h>
#include <motus/mix/inertial.h>
#include <motus/play/mixer.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <scenes/stress/stress.h>

#include <algorithm>
#include <array>
#include <vector>

namespace {

using namespace motus;
using bench::must;
using scenes::StressClip;

/// Poses of one clip at different times, as a blend tree would have them.
struct Poses {
    scenes::StressRig rig;
    std::vector<PoseBuffer> poses;
    std::vector<float> mask;
    std::vector<BlendLayer> layers;
    PoseBuffer out;

    Poses(std::uint32_t joints, std::size_t count, bool masked)
        : rig(scenes::make_stress_rig(joints)), mask(joints, 1.0f), out(rig.skeleton) {
        const Clip clip = rig.clip(StressClip::linear);
        for (std::size_t i = 0; i < count; ++i) {
            PoseBuffer& pose = poses.emplace_back(rig.skeleton);
            const Ticks time = ticks_of_frames(static_cast<std::int64_t>(3 * i), 60);
            must(run(SampleJob{clip, time, rest_pose(rig.skeleton), {}, pose}));
        }
        for (std::uint32_t j = 0; j < joints; ++j)
            mask[j] = static_cast<float>(j % 5) * 0.25f;
        for (std::size_t i = 0; i < count; ++i) {
            layers.push_back({.pose = poses[i].view(),
                              .weight = 1.0f / static_cast<float>(count),
                              .motion = static_cast<std::uint32_t>(i),
                              .joint_weights = masked && i % 2 == 1 ? Mask(mask) : Mask{}});
        }
    }
    BlendJob job() { return {layers, rest_pose(rig.skeleton), out}; }
};

void blend(benchmark::State& state, bool masked) {
    const auto joints = static_cast<std::uint32_t>(state.range(0));
    Poses poses(joints, static_cast<std::size_t>(state.range(1)), masked);
    const BlendJob job = poses.job();
    must(run(job));
    const std::uint64_t hash = bench::hash_pose(kHashSeed, poses.out);
    for (auto _ : state) {
        must(run(job));
        benchmark::ClobberMemory();
    }
    bench::report(state, "per_joint", joints, hash);
}

void additive(benchmark::State& state) {
    const auto joints = static_cast<std::uint32_t>(state.range(0));
    Poses poses(joints, 3, false);
    PoseBuffer delta(poses.rig.skeleton);
    must(run(AdditiveDeltaJob{poses.poses[0], poses.poses[1], delta}));
    const AdditiveJob job{poses.poses[2], delta, 0.5f, {}, poses.out};
    must(run(job));
    const std::uint64_t hash = bench::hash_pose(kHashSeed, poses.out);
    for (auto _ : state) {
        must(run(job));
        benchmark::ClobberMemory();
    }
    bench::report(state, "per_joint", joints, hash);
}

void inertial(benchmark::State& state) {
    const auto joints = static_cast<std::uint32_t>(state.range(0));
    Poses poses(joints, 4, false);
    std::vector<float> offsets(inertial_floats(joints, poses.out.view().weights.size()));
    must(run(InertialStartJob{poses.poses[1], poses.poses[0], poses.poses[1], 0.05f, poses.poses[2],
                              poses.poses[3], 0.05f, offsets}));
    const InertialJob job{offsets, 0.8f, 0.1f, 0.3f, poses.poses[3], poses.out};
    must(run(job));
    const std::uint64_t hash = bench::hash_pose(kHashSeed, poses.out);
    for (auto _ : state) {
        must(run(job));
        benchmark::ClobberMemory();
    }
    bench::report(state, "per_joint", joints, hash);
}

/// Update of one of 100 mixers that share a workspace, always in the middle of a crossfade of two
/// clips: advance, sample both, blend, compose, palette.
void mixer_frame(benchmark::State& state, FadeMode mode) {
    constexpr std::size_t kMixers = 100;
    const auto joints = static_cast<std::uint32_t>(state.range(0));
    const scenes::StressRig rig = scenes::make_stress_rig(joints);
    const std::array<Clip, 2> clips{rig.clip(StressClip::linear), rig.clip(StressClip::mixed)};
    const RigBuffer shared =
        std::move(*build_rig({.skeleton = rig.skeleton, .clips = clips, .skins = rig.skins}));
    MixerWorkspace workspace(shared);
    std::vector<Mixer> mixers;
    for (std::size_t i = 0; i < kMixers; ++i) {
        Mixer& mixer = mixers.emplace_back(shared, workspace);
        mixer.clip_action(ClipId{0}).set_time(ticks_of_frames(static_cast<int>(i), 60)).play();
        must(mixer.update(Ticks{1}));
        must(mixer.cross_fade(ClipId{0}, ClipId{1}, 1e6f, mode));
    }
    const auto frame = [&] {
        for (Mixer& mixer : mixers)
            must(mixer.update(ticks_of_frames(1, 60)));
    };
    for (int i = 0; i < 60; ++i)
        frame();
    std::uint64_t hash = kHashSeed;
    for (const Mixer& mixer : mixers)
        hash = bench::hash_matrices(hash, mixer.palette());
    for (auto _ : state) {
        frame();
        benchmark::ClobberMemory();
    }
    bench::report(state, "per_joint", kMixers * joints, hash);
}

void blend_sizes(benchmark::internal::Benchmark* benchmark) {
    benchmark->ArgNames({"joints", "poses"});
    for (int joints : {24, 75, 300}) {
        for (int poses : {2, 4, 8})
            benchmark->Args({joints, poses});
    }
}

void sizes(benchmark::internal::Benchmark* benchmark) {
    benchmark->ArgName("joints")->Arg(24)->Arg(75)->Arg(300);
}

BENCHMARK_CAPTURE(blend, even, false)->Apply(blend_sizes);
BENCHMARK_CAPTURE(blend, masked, true)->Apply(blend_sizes);
BENCHMARK(additive)->Apply(sizes);
BENCHMARK(inertial)->Apply(sizes);
BENCHMARK_CAPTURE(mixer_frame, crossfade, FadeMode::blend)
    ->Apply(sizes)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(mixer_frame, inertial, FadeMode::inertial)
    ->Apply(sizes)
    ->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();

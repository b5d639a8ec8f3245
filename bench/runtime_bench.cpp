// bench/runtime_bench.cpp - sampling, hierarchy, palette and the whole frame, in time per joint.
// SPDX-License-Identifier: MIT
#include <bench/report.h>
#include <motus/asset/asset_rig.h>
#include <motus/play/player.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <motus/skinning/palette.h>
#include <scenes/scenes.h>
#include <scenes/stress/stress.h>

#include <map>
#include <string>
#include <vector>

namespace {

using namespace motus;
using bench::must;

constexpr std::uint32_t kPlayers = 100;
constexpr std::int64_t kFixedFrames = 120;

/// A scene made once: some take longer to make than to measure.
const AssetRig& rig_of(const std::string& scene) {
    static std::map<std::string, AssetRig> rigs;
    const auto found = rigs.find(scene);
    if (found != rigs.end()) return found->second;
    auto asset = scenes::make_scene(scene);
    auto rig = asset ? make_rig(*asset) : Result<AssetRig>(asset.error());
    if (!rig || rig->clips.empty() || rig->skins.empty()) {
        std::fprintf(stderr, "bench: scene %s: %s\n", scene.c_str(),
                     rig ? "needs a clip and a skin" : to_string(rig.error()).c_str());
        std::abort();
    }
    return rigs.emplace(scene, std::move(rig).value()).first->second;
}

/// A rig's first clip and first skin, and the buffers of one character.
struct Stage {
    const AssetRig& rig;
    Skeleton skeleton;
    Skin skin;
    Clip clip;
    PoseBuffer pose;
    std::vector<Mat34> model, palette;
    std::vector<std::uint32_t> cursor;

    explicit Stage(const std::string& scene)
        : rig(rig_of(scene)),
          skeleton(rig.skeleton),
          skin(rig.skins[0]),
          clip(rig.clips[0]),
          pose(skeleton),
          model(skeleton.joint_count()),
          palette(skin.joints.size()) {}

    void sample(Ticks time) { must(run(SampleJob{clip, time, rest_pose(skeleton), cursor, pose})); }
    void compose() { must(run(LocalToModelJob{skeleton, pose, {}, model})); }
    void finish() { must(run(PaletteJob{skin, model, palette})); }
};

enum class Access { forward, forward_with_cursor, random };

/// Times of the frames that are sampled, all inside the clip.
std::vector<Ticks> times_of(const Clip& clip, Access access) {
    std::vector<Ticks> times;
    scenes::Dice dice(1);
    const std::int64_t length = clip.duration.value + 1;
    for (std::int64_t frame = 0; frame < 4 * kFixedFrames; ++frame) {
        const std::int64_t forward = ticks_of_frames(frame, 60).value % length;
        const auto random = static_cast<std::int64_t>(dice.next() % std::uint64_t(length));
        times.push_back({access == Access::random ? random : forward});
    }
    return times;
}

void sampling(benchmark::State& state, const std::string& scene, Access access) {
    Stage stage(scene);
    if (access == Access::forward_with_cursor) stage.cursor.resize(stage.clip.tracks.size());
    const std::vector<Ticks> times = times_of(stage.clip, access);
    std::uint64_t hash = kHashSeed;
    for (const Ticks time : times) {
        stage.sample(time);
        hash = bench::hash_pose(hash, stage.pose);
    }
    std::size_t next = 0;
    for (auto _ : state) {
        stage.sample(times[next]);
        benchmark::ClobberMemory();
        next = next + 1 < times.size() ? next + 1 : 0;
    }
    bench::report(state, "per_joint", stage.model.size(), hash);
}

void hierarchy(benchmark::State& state, const std::string& scene) {
    Stage stage(scene);
    stage.sample({stage.clip.duration.value / 3});
    stage.compose();
    for (auto _ : state) {
        stage.compose();
        benchmark::ClobberMemory();
    }
    bench::report(state, "per_joint", stage.model.size(),
                  bench::hash_matrices(kHashSeed, stage.model));
}

void palette(benchmark::State& state, const std::string& scene) {
    Stage stage(scene);
    stage.sample({stage.clip.duration.value / 3});
    stage.compose();
    stage.finish();
    for (auto _ : state) {
        stage.finish();
        benchmark::ClobberMemory();
    }
    bench::report(state, "per_joint", stage.palette.size(),
                  bench::hash_matrices(kHashSeed, stage.palette));
}

/// Advance, sample, compose and palette of many players of one rig, all clips in turn.
void whole_frame(benchmark::State& state, const std::string& scene) {
    Stage stage(scene);
    std::vector<Clip> clips(stage.rig.clips.begin(), stage.rig.clips.end());
    std::vector<Player> players(kPlayers);
    for (std::uint32_t i = 0; i < kPlayers; ++i) {
        players[i].clip = ClipId{i % static_cast<std::uint32_t>(clips.size())};
        players[i].speed = i % 2 == 0 ? 1.0f : 1.1f;
        seek(players[i], clips[i % clips.size()], ticks_of_frames(i, 60));
    }
    std::vector<Mat34> palettes(kPlayers * stage.palette.size());
    PlayersJob job;
    job.rig = {.skeleton = stage.skeleton, .clips = clips, .skins = {&stage.skin, 1}};
    job.dt_s = 1.0f / 60.0f;
    job.players = players;
    job.scratch = {stage.pose, stage.model};
    job.palettes = palettes;
    for (std::int64_t frame = 0; frame < kFixedFrames; ++frame)
        must(run(job));
    const std::uint64_t hash = bench::hash_matrices(kHashSeed, palettes);
    for (auto _ : state) {
        must(run(job));
        benchmark::ClobberMemory();
    }
    bench::report(state, "per_joint", kPlayers * stage.model.size(), hash);
}

void add(const std::string& scene) {
    const auto name = [&](const char* what) { return std::string(what) + "/" + scene; };
    const auto sampled = [&](const char* what, Access access) {
        benchmark::RegisterBenchmark(name(what).c_str(), [scene, access](benchmark::State& state) {
            sampling(state, scene, access);
        });
    };
    sampled("sample", Access::forward);
    sampled("sample_cursor", Access::forward_with_cursor);
    sampled("sample_random", Access::random);
    const auto part = [&](const char* what, void (*run)(benchmark::State&, const std::string&)) {
        return benchmark::RegisterBenchmark(
            name(what).c_str(), [scene, run](benchmark::State& state) { run(state, scene); });
    };
    part("hierarchy", hierarchy);
    part("palette", palette);
    part("whole_frame", whole_frame)->Unit(benchmark::kMicrosecond);
}

}  // namespace

int main(int argc, char** argv) {
    for (const char* scene : {"spine", "chain67", "hero"})
        add(scene);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}

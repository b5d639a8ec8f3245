// bench/front_bench.cpp - what the front costs beside the jobs that it is made of: an Animator
// beside jobs wired by hand, and a Crowd beside one CrowdUpdateJob. Pairs are measured by turns.
// SPDX-License-Identifier: MIT
#include "pairs.h"
#include "report.h"

#include <motus/animator/crowd.h>
#include <motus/bake/bake.h>
#include <motus/crowd/update.h>
#include <motus/document/model_change.h>
#include <motus/document/new_document.h>
#include <motus/import/gltf/gltf.h>
#include <motus/import/rig/rig_import.h>
#include <motus/machine/build.h>
#include <motus/play/evaluate.h>
#include <motus/pose/pose_buffer.h>
#include <motus/skinning/palette.h>
#include <scenes/scenes.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace motus;

constexpr float kDt = 1.0f / 60.0f;
bool g_brief = false;  // ctest asks only whether it works

/// A rig packed for speed, and the machine of bench_graph: a blend of two clips, and a third.
struct Stage {
    Library library;
    std::string rig;
    MachineBuffer machine;
};

Result<Stage> make_stage(bool fox) {
    Diagnostics diagnostics;
    const char* data = std::getenv("MOTUS_TEST_DATA");
    if (fox && data == nullptr) return Error{"data", "", "needs MOTUS_TEST_DATA"};
    const Result<Asset> asset =
        fox ? import_gltf_file(std::string(data) + "/models/Fox/Fox.glb", diagnostics)
            : scenes::make_scene("hero");
    if (!asset) return asset.error();
    const auto document = new_document();
    const auto imported =
        import_rig(*document, *asset, {"rig", "", "scene", "Rig", ""}, diagnostics);
    if (!imported) return imported.error();
    const BakeAsset source{content(*document).sources()[0].id(), &*asset};
    auto bytes = bake(*document, {&source, 1}, diagnostics, {.pack = ClipKind::fast});
    if (!bytes) return bytes.error();
    auto library = Library::open(*std::move(bytes));
    if (!library) return library.error();
    const auto& file = library->file();
    std::vector<MotionDesc> motions;
    for (std::uint32_t i = 0; i < file.clips.clips.size(); ++i) {
        MotionDesc motion;
        motion.name = library->text(file.clips.clips[i].name);
        motion.duration = file.machines.motions[i].duration;
        motions.push_back(motion);
    }
    BlendDesc blend;
    blend.x = "speed";
    blend.children.push_back({.motion = "Walk", .x = 0.0f});
    blend.children.push_back({.motion = "Run", .x = 1.0f});
    StateDesc move{.name = "Move"}, stand{.name = "Stand"};
    move.blend = blend;
    stand.motion = fox ? "Survey" : "Idle";
    GraphDesc graph;
    graph.states = {move, stand};
    TransitionDesc stop{.from = "Move", .to = "Stand"}, go{.from = "Stand", .to = "Move"};
    stop.when = {{"stop", ConditionOperator::is_true}};
    go.when = {{"stop", ConditionOperator::is_false}};
    stop.duration = go.duration = 0.15f;
    graph.transitions = {stop, go};
    MachineDesc machine;
    machine.variables = {{"speed", VariableKind::float_}, {"stop", VariableKind::bool_}};
    machine.layers.push_back({.graph = graph});
    auto built = build_machine(machine, motions);
    if (!built) return built.error();
    const std::string rig(library->text(file.rigs.rigs[0].name));
    return Stage{*std::move(library), rig, *std::move(built)};
}

/// What character i does in a frame: its speed, and whether it stands.
float speed_of(std::uint32_t i, std::uint32_t frame) {
    const std::uint32_t phase = (frame + i * 37) % 240;
    return static_cast<float>(phase < 120 ? phase : 240 - phase) / 120.0f;
}
bool stands(std::uint32_t i, std::uint32_t frame) {
    return (frame + i * 53) % 400 < 120;
}

/// Characters of one machine, each job wired by hand.
class Wired {
  public:
    Wired(const Stage& stage, std::uint32_t count, bool batches)
        : rig_(stage.library.rig(0)),
          machine_(stage.machine),
          count_(count),
          batches_(batches),
          size_(instance_size(machine_)),
          words_(count * size_ / 8),
          carry_(batches ? 0 : count * carry_floats(rig_.skeleton, 1)),
          palettes_(count * palette_size(rig_)),
          roots_(count),
          pose_(rig_.skeleton),
          workspace_(rig_.skeleton, 8),
          model_(rig_.skeleton.joint_count()),
          floats_(rig_) {
        const PlaylistLimits limits = playlist_limits(machine_);
        items_.resize(kBatch * limits.items);
        layers_.resize(kBatch * limits.layers);
        playlists_.resize(kBatch);
        characters_.resize(kBatch);
        places_.resize(kBatch);
        events_.resize(64);
        speed_ = find_variable(machine_, hash_name("speed"));
        stop_ = find_variable(machine_, hash_name("stop"));
        for (std::uint32_t i = 0; i < count; ++i)
            bench::must(start(machine_, instance(i)));
    }

    void operator()() {
        for (std::uint32_t i = 0; i < count_; ++i) {
            bench::must(set_float(machine_, instance(i), speed_, speed_of(i, frame_)));
            bench::must(set_bool(machine_, instance(i), stop_, stands(i, frame_)));
        }
        ++frame_;
        if (batches_) return update_all();
        for (std::uint32_t i = 0; i < count_; ++i)
            update_one(i);
    }
    [[nodiscard]] std::span<const Mat34> palettes() const { return palettes_; }

  private:
    static constexpr std::uint32_t kBatch = 64;

    std::span<std::byte> instance(std::uint32_t i) {
        return std::as_writable_bytes(std::span(words_)).subspan(i * size_, size_);
    }
    void update_one(std::uint32_t i) {
        Playlist playlist{items_, layers_, 0, 0};
        MachineEvents events{events_, 0, 0};
        TickJob tick{machine_, instance(i), kDt, &playlist, &events};
        tick.can_carry = true;
        bench::must(run(tick));
        const std::size_t carry = carry_.size() / count_, size = palettes_.size() / count_;
        RootDelta root;
        EvaluateJob evaluate{rig_, &playlist, std::span(carry_).subspan(i * carry, carry)};
        evaluate.scratch = workspace_.scratch();
        evaluate.out = pose_;
        evaluate.root = &root;
        bench::must(run(evaluate));
        bench::must(run(LocalToModelJob{rig_.skeleton, pose_, {}, model_}));
        const auto out = std::span(palettes_).subspan(i * size, size);
        bench::must(run(PaletteJob{rig_.skins[0], model_, out}));
    }
    void update_all() {
        const CrowdUpdateScratch scratch{items_,      layers_, events_,         playlists_,
                                         characters_, places_, floats_.floats()};
        CrowdUpdateJob job;
        job.graph = machine_;
        job.instances = std::as_writable_bytes(std::span(words_));
        job.dt_s = kDt;
        job.frame.rig = rig_;
        job.frame.palettes = palettes_;
        job.frame.roots = roots_;
        job.scratch = {&scratch, 1};
        job.batch = kBatch;
        bench::must(run(job));
    }

    const Rig& rig_;
    const Machine& machine_;
    std::uint32_t count_, frame_ = 0;
    bool batches_;
    std::size_t size_;
    std::vector<std::uint64_t> words_;
    std::vector<float> carry_;
    std::vector<Mat34> palettes_;
    std::vector<RootDelta> roots_;
    PoseBuffer pose_;
    EvaluateWorkspace workspace_;
    std::vector<Mat34> model_;
    CrowdScratch floats_;
    std::vector<PlaylistItem> items_;
    std::vector<PlaylistLayer> layers_;
    std::vector<Playlist> playlists_;
    std::vector<CrowdCharacter> characters_;
    std::vector<std::uint32_t> places_;
    std::vector<MachineEvent> events_;
    std::uint32_t speed_ = 0, stop_ = 0;
};

void show(benchmark::State& state, const bench::Pair& pair, std::uint32_t count) {
    state.SetIterationTime(pair.second_s);
    state.counters["ratio"] = pair.ratio;
    state.counters["jobs_ns"] = pair.first_s * 1e9 / count;
    state.counters["front_ns"] = pair.second_s * 1e9 / count;
}

/// First: jobs by hand, one character after the other. Second: Animators.
void animators(benchmark::State& state, bool fox) {
    const auto stage = make_stage(fox);
    if (!stage) return state.SkipWithError(stage.error().cause.c_str());
    const std::uint32_t count = g_brief ? 4 : 64;
    Wired wired(*stage, count, false);
    std::vector<Animator> alone;
    std::vector<Parameter<float>> speeds;
    std::vector<Parameter<bool>> stops;
    for (std::uint32_t i = 0; i < count; ++i) {
        auto one = Animator::create(stage->library, stage->machine, stage->rig);
        if (!one) return state.SkipWithError(one.error().cause.c_str());
        alone.push_back(*std::move(one));
        speeds.push_back(alone.back().parameter<float>("speed"));
        stops.push_back(alone.back().parameter<bool>("stop"));
    }
    std::uint32_t frame = 0;
    const auto update = [&] {
        for (std::uint32_t i = 0; i < count; ++i) {
            speeds[i] = speed_of(i, frame);
            stops[i] = stands(i, frame);
            if (!alone[i].update(kDt)) std::abort();
        }
        ++frame;
    };
    for (auto _ : state)
        show(state, bench::compare(wired, update, g_brief ? 3 : 101, g_brief ? 2 : 20), count);
    state.counters["snapshot_bytes"] = static_cast<double>(alone[0].snapshot_size());
}

/// First: one CrowdUpdateJob, without interruptions. Second: a Crowd, which also tells of events.
void crowds(benchmark::State& state, bool fox, bool interrupts) {
    const auto stage = make_stage(fox);
    if (!stage) return state.SkipWithError(stage.error().cause.c_str());
    const std::uint32_t count = g_brief ? 100 : 1000;
    Wired wired(*stage, count, true);
    CrowdOptions options;
    options.interrupts = interrupts;
    auto made = Crowd::create(stage->library, stage->machine, stage->rig, count, options);
    if (!made) return state.SkipWithError(made.error().cause.c_str());
    Crowd& crowd = *made;
    std::vector<Mat34> palettes(count * crowd.palette_size());
    const auto speeds = crowd.parameter<float>("speed");
    const auto stops = crowd.parameter<bool>("stop");
    std::uint32_t frame = 0;
    const auto update = [&] {
        for (std::uint32_t i = 0; i < count; ++i) {
            speeds[i] = speed_of(i, frame);
            stops[i] = stands(i, frame);
        }
        ++frame;
        if (!crowd.update(kDt, palettes)) std::abort();
    };
    // The same inputs give the same frame: what is compared is one thing.
    wired();
    update();
    if (std::memcmp(palettes.data(), wired.palettes().data(), wired.palettes().size_bytes()) != 0) {
        return state.SkipWithError("the crowd differs from its job");
    }
    for (auto _ : state)
        show(state, bench::compare(wired, update, g_brief ? 3 : 101, g_brief ? 2 : 5), count);
    state.counters["character_bytes"] = static_cast<double>(crowd.bytes_per_character());
}

void once(benchmark::internal::Benchmark* b) {
    b->Iterations(1)->UseManualTime()->Unit(benchmark::kMicrosecond);
}

BENCHMARK_CAPTURE(animators, hero, false)->Apply(once);
BENCHMARK_CAPTURE(animators, fox, true)->Apply(once);
BENCHMARK_CAPTURE(crowds, hero, false, false)->Apply(once);
BENCHMARK_CAPTURE(crowds, hero_interrupts, false, true)->Apply(once);
BENCHMARK_CAPTURE(crowds, fox, true, false)->Apply(once);
BENCHMARK_CAPTURE(crowds, fox_interrupts, true, true)->Apply(once);

}  // namespace

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i)
        g_brief = g_brief || std::strncmp(argv[i], "--benchmark_min_time", 20) == 0;
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}

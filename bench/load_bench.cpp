// bench/load_bench.cpp - opening baked files, which is one pass of checks; and baking them.
// SPDX-License-Identifier: MIT
#include <motus/bake/bake.h>
#include <motus/core/hash.h>
#include <motus/document/model_change.h>
#include <motus/document/new_document.h>
#include <motus/import/rig/rig_import.h>
#include <motus/load/file.h>
#include <scenes/scenes.h>

#include <cstdio>
#include <cstdlib>

#include <benchmark/benchmark.h>

namespace {

using namespace motus;

constexpr int kClips = 400, kStates = 1000, kTransitions = 5000, kTracks = 100, kKeys = 1000;

template <typename T>
T must(Result<T> result) {
    if (result) return *std::move(result);
    std::fprintf(stderr, "bench: %s\n", to_string(result.error()).c_str());
    std::abort();
}

AlignedBytes bake_all(const Document& document, const Asset* asset) {
    std::vector<BakeAsset> assets;
    if (asset != nullptr) assets.push_back({content(document).sources()[0].id(), asset});
    Diagnostics diagnostics;
    return must(bake(document, assets, diagnostics));
}

/// Nearly nothing but keys of clips.
AlignedBytes make_clips() {
    Asset asset = must(scenes::make_scene("chain67"));
    const AssetClip clip = asset.clips[0];
    for (int i = 0; i < kClips; ++i) {
        asset.clips.push_back(clip);
        asset.clips.back().name = "clip " + std::to_string(i);
    }
    const auto document = new_document();
    Diagnostics diagnostics;
    RigSource source;
    source.path = "a.glb";
    source.importer = "gltf";
    must(import_rig(*document, asset, source, diagnostics));
    return bake_all(*document, &asset);
}

/// Machines of a thousand states.
AlignedBytes make_machines() {
    const auto document = new_document();
    auto library = document->begin_change(content(*document).library(), "Large");
    for (int m = 0; m < 4; ++m) {
        auto machine = library.machines_append();
        machine.set_name("machine " + std::to_string(m));
        auto speed = machine.variables_append();
        speed.set_name("speed");
        auto graph = machine.machine_change().layers_append().graph_change();
        std::vector<std::uint64_t> states;
        for (int i = 0; i < kStates; ++i) {
            auto state = graph.states_append();
            state.set_name("State " + std::to_string(i));
            states.push_back(state.object().id());
        }
        graph.set_entry(states[0]);
        for (int i = 0; i < kTransitions; ++i) {
            auto transition = graph.transitions_append();
            transition.set_from(states[static_cast<std::size_t>(i % kStates)])
                .set_to(states[static_cast<std::size_t>((i * 7 + 1) % kStates)]);
            transition.conditions_append()
                .set_variable(speed.object().id())
                .set_op(doc::ConditionOperator::greater)
                .set_compare_value(0.5f);
        }
    }
    must(library.commit());
    return bake_all(*document, nullptr);
}

/// A hundred thousand keys of properties.
AlignedBytes make_timelines() {
    const auto document = new_document();
    auto change = document->begin_change(content(*document), "Large");
    auto entity = change.scene_change().entities_append();
    entity.components_append<doc::Fill>();
    auto timeline = change.library_change().timelines_append();
    timeline.set_name("all").set_duration(kKeys);
    const auto& fill = doc::Fill::static_type();
    for (int t = 0; t < kTracks; ++t) {
        auto track = timeline.tracks_append();
        track.binding_change()
            .set_target(entity.object().id())
            .set_component(fill.number)
            .set_property(std::uint32_t{fill.number} << 16 | doc::Fill::kOpacity)
            .set_property_kind(doc::ValueKind::number);
        for (int k = 0; k < kKeys; ++k) {
            const int value = (t * 37 + k * 11) % 1000;
            track.keys_append().set_frame(k).set_value(static_cast<float>(value) / 997);
        }
    }
    must(change.commit());
    return bake_all(*document, nullptr);
}

void report(benchmark::State& state, const AlignedBytes& bytes) {
    const double size = static_cast<double>(bytes.size());
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes.size()));
    state.counters["MB"] = size / 1e6;
    state.counters["s_per_MB"] = benchmark::Counter(
        size / 1e6, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    char text[32];
    std::snprintf(text, sizeof text, "hash %016llx",
                  static_cast<unsigned long long>(checksum_bytes(bytes)));
    state.SetLabel(text);
}

void open(benchmark::State& state, AlignedBytes (*make)()) {
    const AlignedBytes bytes = make();
    for (auto _ : state) {
        BakedFile file;
        if (open_baked(bytes, file) != Status::ok) std::abort();
        benchmark::DoNotOptimize(file);
    }
    report(state, bytes);
}
BENCHMARK_CAPTURE(open, clips, make_clips)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(open, machines, make_machines)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(open, timelines, make_timelines)->Unit(benchmark::kMillisecond);

/// What reading the bytes once costs: the part of it that is the checksum.
void checksum(benchmark::State& state) {
    const AlignedBytes bytes = make_clips();
    for (auto _ : state)
        benchmark::DoNotOptimize(checksum_bytes(bytes));
    report(state, bytes);
}
BENCHMARK(checksum)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();

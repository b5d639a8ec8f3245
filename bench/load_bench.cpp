// bench/load_bench.cpp - opening baked files, which is one pass of checks; and baking them.
// SPDX-License-Identifier: MIT
#include <motus/bake/bake.h>
#include <motus/core/hash.h>
#include <motus/document/model_change.h>
#include <motus/document/new_document.h>
#include <motus/import/rig/rig_import.h>
#include <motus/load/file.h>
#include <scenes/scenes.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

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

/// A document, and the rig's file where it has one.
struct Input {
    std::unique_ptr<Document> document = new_document();
    std::unique_ptr<Asset> asset;
};

AlignedBytes bake_all(const Input& input) {
    std::vector<BakeAsset> assets;
    if (input.asset)
        assets.push_back({content(*input.document).sources()[0].id(), input.asset.get()});
    Diagnostics diagnostics;
    return must(bake(*input.document, assets, diagnostics));
}

/// A rig of 67 joints with `count` copies of one of the scene's clips, to be packed like that.
Input make_rig_input(int count, doc::PackedKind packed, const char* name = "Brisk") {
    Input input;
    input.asset = std::make_unique<Asset>(must(scenes::make_scene("chain67")));
    Asset& asset = *input.asset;
    const auto found = std::find_if(asset.clips.begin(), asset.clips.end(),
                                    [&](const AssetClip& each) { return each.name == name; });
    if (found == asset.clips.end()) std::abort();
    const AssetClip clip = *found;
    asset.clips.clear();
    for (int i = 0; i < count; ++i) {
        asset.clips.push_back(clip);
        asset.clips.back().name = "clip " + std::to_string(i);
    }
    Diagnostics diagnostics;
    RigSource source;
    source.path = "a.glb";
    source.importer = "gltf";
    must(import_rig(*input.document, asset, source, diagnostics));
    std::vector<const doc::Rig*> rigs;
    visit_objects(input.document->root(), [&](const Object& object) {
        if (const auto* rig = object_cast<doc::Rig>(&object)) rigs.push_back(rig);
    });
    for (const doc::Rig* rig : rigs)
        must(input.document->begin_change(*rig).set_packed(packed).commit());
    return input;
}

/// Nearly nothing but keys of clips.
Input make_clips() {
    return make_rig_input(kClips, doc::PackedKind::exact, "Calm");
}
Input make_exact() {
    return make_rig_input(20, doc::PackedKind::exact);
}
Input make_fast() {
    return make_rig_input(4, doc::PackedKind::fast);
}
Input make_small() {
    return make_rig_input(1, doc::PackedKind::small);
}

/// Machines of a thousand states.
Input make_machines() {
    Input input;
    Document* document = input.document.get();
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
    return input;
}

/// A hundred thousand keys of properties.
Input make_timelines() {
    Input input;
    Document* document = input.document.get();
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
    return input;
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

void open(benchmark::State& state, Input (*make)()) {
    const AlignedBytes bytes = bake_all(make());
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
    const AlignedBytes bytes = bake_all(make_clips());
    for (auto _ : state)
        benchmark::DoNotOptimize(checksum_bytes(bytes));
    report(state, bytes);
}
BENCHMARK(checksum)->Unit(benchmark::kMillisecond);

/// A document that is in memory, to the bytes of its baked file.
void bake_document(benchmark::State& state, Input (*make)()) {
    const Input input = make();
    AlignedBytes bytes;
    for (auto _ : state)
        bytes = bake_all(input);
    report(state, bytes);
}
BENCHMARK_CAPTURE(bake_document, exact_20, make_exact)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(bake_document, fast_4, make_fast)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(bake_document, small_1, make_small)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(bake_document, machines, make_machines)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(bake_document, timelines, make_timelines)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();

// bench/document_bench.cpp - opening, saving, editing and packing a large document.
// SPDX-License-Identifier: MIT
#include <motus/core/hash.h>
#include <motus/document/file.h>
#include <motus/document/model_change.h>
#include <motus/document/records.h>
#include <motus/document/validate.h>

#include <cstdlib>

#include <benchmark/benchmark.h>

namespace {

using namespace motus;

constexpr int kStates = 1000, kTransitions = 5000, kTracks = 100, kKeys = 1000;

template <typename T>
T must(Result<T> result) {
    if (!result) std::abort();
    return *std::move(result);
}

/// 1,000 states, 5,000 transitions and 100,000 keys.
std::unique_ptr<Document> make_large() {
    std::unique_ptr<Document> document = new_document();
    auto library = document->begin_change(content(*document).library(), "Large");
    auto timeline = library.timelines_append();
    timeline.set_name("all").set_duration(kKeys);
    for (int t = 0; t < kTracks; ++t) {
        auto track = timeline.tracks_append();
        for (int k = 0; k < kKeys; ++k)
            track.keys_append().set_frame(k).set_value(
                static_cast<float>((t * 37 + k * 11) % 1000) / 997);
    }
    auto machine = library.machines_append();
    machine.set_name("hero");
    auto speed = machine.variables_append();
    speed.set_name("speed");
    auto graph = machine.machine_change().layers_append().graph_change();
    std::vector<std::uint64_t> states;
    for (int i = 0; i < kStates; ++i) {
        auto state = graph.states_append();
        state.set_name("State " + std::to_string(i)).set_position({static_cast<float>(i), 0});
        states.push_back(state.object().id());
    }
    for (int i = 0; i < kTransitions; ++i) {
        auto transition = graph.transitions_append();
        transition.set_from(states[static_cast<std::size_t>(i % kStates)])
            .set_to(states[static_cast<std::size_t>((i * 7 + 1) % kStates)]);
        transition.conditions_append()
            .set_variable(speed.object().id())
            .set_op(doc::ConditionOperator::greater)
            .set_compare_value(0.5f);
    }
    must(library.commit());
    document->clear_history();
    return document;
}

const std::string& large_text() {
    static const std::string text = write_document(*make_large());
    return text;
}

std::unique_ptr<Document> open_large() {
    Diagnostics diagnostics;
    return must(read_document(large_text(), diagnostics));
}

void open(benchmark::State& state) {
    for (auto _ : state) {
        auto document = open_large();
        benchmark::DoNotOptimize(document);
    }
    state.counters["bytes"] = static_cast<double>(large_text().size());
}
BENCHMARK(open)->Unit(benchmark::kMillisecond);

void save(benchmark::State& state) {
    const auto document = open_large();
    std::uint64_t hash = 0;
    for (auto _ : state)
        hash = static_cast<std::uint64_t>(hash_name(write_document(*document)));
    state.SetLabel(std::to_string(hash));
}
BENCHMARK(save)->Unit(benchmark::kMillisecond);

/// From a property change to flushed state, and back again by undo.
void change_key(benchmark::State& state) {
    const auto document = open_large();
    const auto& track = content(*document).library().timelines()[0].tracks()[50];
    float value = 0.0f;
    for (auto _ : state) {
        value = value == 0.0f ? 0.5f : 0.0f;
        must(document->begin_change(track.keys()[500]).set_value(value).commit());
    }
}
BENCHMARK(change_key)->Unit(benchmark::kMicrosecond);

void change_state_name(benchmark::State& state) {
    const auto document = open_large();
    const auto& graph = content(*document).library().machines()[0].machine().layers()[0].graph();
    int n = 0;
    for (auto _ : state)
        must(document->begin_change(graph.states()[500])
                 .set_name(++n % 2 != 0 ? "a" : "b")
                 .commit());
}
BENCHMARK(change_state_name)->Unit(benchmark::kMicrosecond);

void insert_and_undo(benchmark::State& state) {
    const auto document = open_large();
    const auto& track = content(*document).library().timelines()[0].tracks()[50];
    for (auto _ : state) {
        auto change = document->begin_change(track);
        change.keys_insert(500).set_frame(500);
        must(change.commit());
        must(document->undo());
    }
}
BENCHMARK(insert_and_undo)->Unit(benchmark::kMicrosecond);

void check_all(benchmark::State& state) {
    const auto document = open_large();
    std::size_t faults = 0;
    for (auto _ : state) {
        Diagnostics diagnostics;
        validate(*document, diagnostics);
        faults = diagnostics.faults().size();
    }
    state.counters["faults"] = static_cast<double>(faults);
}
BENCHMARK(check_all)->Unit(benchmark::kMillisecond);

void pack_records(benchmark::State& state) {
    const auto document = open_large();
    for (auto _ : state)
        benchmark::DoNotOptimize(must(make_records(*document)));
}
BENCHMARK(pack_records)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();

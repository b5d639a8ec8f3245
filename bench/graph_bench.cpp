// State machines: what curves cost those who use them and those who do not; one list of any-state
// transitions against a copy of it in every state; and a crowd that walks, runs, stops and waves,
// with and without sampling. Pairs are measured by turns in one run: their ratios count.
#include "graph_crowd.h"
#include "graph_fades.h"
#include "pairs.h"
#include "report.h"

#include <motus/import/gltf/gltf.h>
#include <scenes/scenes.h>
#include <tests/machine/sketch.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <string>

namespace {

using namespace motus;
using bench::Pair;

bool g_brief = false;  // ctest asks only whether it works

struct Owned {
    explicit Owned(FadeHerd made) : herd(made) {}
    ~Owned() { herd.free(herd.self); }
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    void operator()() const { herd.tick(herd.self); }
    FadeHerd herd;
};

void show(benchmark::State& state, const Pair& pair, std::uint32_t count) {
    state.SetIterationTime(pair.second_s);
    state.counters["ratio"] = pair.ratio;
    state.counters["first_ns"] = pair.first_s * 1e9 / count;
    state.counters["second_ns"] = pair.second_s * 1e9 / count;
}

int rounds() {
    return g_brief ? 5 : 101;
}

constexpr std::uint32_t kFades = 100;

/// First: curves compiled out. Second: compiled in, and every transition linear.
void linear_against_no_curves(benchmark::State& state) {
    const Owned plain(make_plain_fades(kFades, 0, 0)), linear(make_fades(kFades, 0, 0));
    if (plain.herd.hash(plain.herd.self) != linear.herd.hash(linear.herd.self)) std::abort();
    for (auto _ : state)
        show(state, bench::compare(plain, linear, rounds(), 20), kFades);
}

/// First: linear. Second: some of the machines blend along a curve.
void curves_against_linear(benchmark::State& state) {
    const auto custom = static_cast<std::uint32_t>(state.range(0));
    const auto keys = static_cast<std::uint32_t>(state.range(1));
    const Owned linear(make_fades(kFades, 0, 0)), curved(make_fades(kFades, custom, keys));
    for (auto _ : state) {
        const Pair pair = bench::compare(linear, curved, rounds(), 20);
        show(state, pair, kFades);
        state.counters["added_ms_per_frame"] = (pair.second_s - pair.first_s) * 1e3;
    }
}

std::string numbered(const char* prefix, std::uint32_t number) {
    std::string name = prefix;
    name += std::to_string(number);
    return name;
}

/// 100 states and 3 any-state transitions: as they are, or as 3 more transitions of every state.
std::unique_ptr<test::Sketch> make_ring(bool expanded) {
    constexpr std::uint32_t kStates = 100;
    auto builder = std::make_unique<test::Sketch>();
    std::uint32_t triggers[3];
    for (std::uint32_t i = 0; i < 3; ++i)
        triggers[i] = builder->variable(numbered("t", i), record::VariableKind::trigger);
    const std::uint32_t next = builder->variable("next", record::VariableKind::trigger);
    const std::uint32_t clip = builder->clip(1.0f);
    std::vector<std::uint32_t> states;
    for (std::uint32_t i = 0; i < kStates; ++i)
        states.push_back(builder->state(numbered("s", i), clip));
    if (!expanded) {
        for (std::uint32_t i = 0; i < 3; ++i)
            builder->any(states[i * 30]).when(triggers[i], test::Op::is_true).lasts(0.2f);
    }
    for (std::uint32_t s = 0; s < kStates; ++s) {
        for (std::uint32_t i = 0; expanded && i < 3; ++i) {
            builder->from_state(states[s], states[i * 30])
                .when(triggers[i], test::Op::is_true)
                .lasts(0.2f);
        }
        builder->from_state(states[s], states[(s + 1) % kStates])
            .when(next, test::Op::is_true)
            .lasts(0.2f);
    }
    return builder;
}

/// What a baked file holds of the machine.
std::size_t bytes_of(const Machine& g) {
    return g.variables.size_bytes() + g.layers.size_bytes() + g.states.size_bytes() +
           g.transitions.size_bytes() + g.conditions.size_bytes() + g.state_links.size_bytes() +
           g.graphs.size_bytes() + g.layer_links.size_bytes() + g.curves.size_bytes() +
           g.curve_keys.size_bytes() + g.motions.size_bytes();
}

/// A herd spread over the states of a ring; one in a hundred is told something each frame.
class Ring {
  public:
    Ring(bool expanded, std::uint32_t count)
        : builder_(make_ring(expanded)), graph_(builder_->build()), count_(count) {
        stride_ = instance_size(graph_);
        bytes_.resize(stride_ / 8 * count);
        const PlaylistLimits limits = playlist_limits(graph_);
        items_.resize(limits.items);
        layers_.resize(limits.layers);
        for (std::uint32_t i = 0; i < count; ++i) {
            bench::must(start(graph_, instance(i)));
            tick(i);
            view_of(graph_, instance(i)).layers[0].state = i * 7 % 100;
        }
    }
    void operator()() {
        ++frame_;
        for (std::uint32_t i = 0; i < count_; ++i) {
            if ((i + frame_) % 100 == 0) {
                bench::must(set_trigger(graph_, instance(i), (i + frame_) / 100 % 4));
            }
            tick(i);
        }
    }
    [[nodiscard]] const Machine& graph() const { return graph_; }
    [[nodiscard]] std::uint64_t hash() {
        std::uint64_t hash = kHashSeed;
        for (std::uint32_t i = 0; i < count_; ++i) {
            const LayerState& layer = view_of(graph_, instance(i)).layers[0];
            hash = hash_u64(hash, layer.state + (std::uint64_t{layer.next} << 32));
            hash = hash_u64(hash, static_cast<std::uint64_t>(layer.clock.at.value));
        }
        return hash;
    }

  private:
    [[nodiscard]] std::span<std::byte> instance(std::uint32_t i) {
        return std::as_writable_bytes(std::span(bytes_)).subspan(i * stride_, stride_);
    }
    void tick(std::uint32_t i) {
        Playlist playlist{items_, layers_, 0, 0};
        bench::must(run(TickJob{graph_, instance(i), 1.0f / 60.0f, &playlist}));
    }

    std::unique_ptr<test::Sketch> builder_;
    const Machine& graph_;
    std::uint32_t count_ = 0, frame_ = 0;
    std::size_t stride_ = 0;
    std::vector<std::uint64_t> bytes_;
    std::vector<PlaylistItem> items_;
    std::vector<PlaylistLayer> layers_;
};

/// First: one list for any state. Second: the same transitions in every state.
void expanded_against_any_state(benchmark::State& state) {
    constexpr std::uint32_t kCount = 1000;
    Ring native(false, kCount), expanded(true, kCount);
    for (int frame = 0; frame < 200; ++frame) {
        native();
        expanded();
    }
    if (native.hash() != expanded.hash()) std::abort();  // one machine in two ways
    for (auto _ : state)
        show(state, bench::compare(native, expanded, rounds(), 2), kCount);
    state.counters["bytes"] = static_cast<double>(bytes_of(native.graph()));
    state.counters["expanded_bytes"] = static_cast<double>(bytes_of(expanded.graph()));
    state.counters["bytes_ratio"] = static_cast<double>(bytes_of(expanded.graph())) /
                                    static_cast<double>(bytes_of(native.graph()));
}

std::string fox_path() {
    const char* data = std::getenv("MOTUS_TEST_DATA");
    return data == nullptr ? "" : std::string(data) + "/models/Fox/Fox.glb";
}

/// The benchmark of the field: docs/performance.md says what happens in it.
void crowd(benchmark::State& state, bool fox, bool samples) {
    const std::string file = fox ? fox_path() : "hero";
    if (file.empty()) {
        state.SkipWithError("needs MOTUS_TEST_DATA");
        return;
    }
    Diagnostics diagnostics;
    const Result<Asset> asset =
        fox ? import_gltf_file(file, diagnostics) : scenes::make_scene(file);
    if (!asset) return state.SkipWithError(asset.error().cause.c_str());
    const std::uint32_t count = g_brief ? 500 : 100'000;
    auto made = bench::GraphCrowd::make(*asset, fox ? "Survey" : "Idle", "Walk", "Run",
                                        fox ? "Survey" : "Wave", count);
    if (!made) return state.SkipWithError(made.error().cause.c_str());
    bench::GraphCrowd& crowd = **made;
    const auto update = [&] {
        crowd.choose();
        if (samples) {
            crowd.update();
        } else {
            crowd.tick();
        }
    };
    const int warm_up = g_brief ? 2 : 20, updates = g_brief ? 3 : 50;
    for (int i = 0; i < warm_up; ++i)
        update();
    const std::uint64_t hash = crowd.hash();
    std::vector<double> times;
    for (auto _ : state) {
        for (int i = 0; i < updates; ++i)
            times.push_back(bench::time_of(update, 1));
        state.SetIterationTime(bench::median(times));
    }
    const double median = bench::median(times);
    state.counters["update_ms"] = median * 1e3;
    state.counters["us_per_machine"] = median * 1e6 / count;
    state.counters["machines_per_s"] = count / median;
    char text[32];
    std::snprintf(text, sizeof text, "hash %016llx", static_cast<unsigned long long>(hash));
    state.SetLabel(text);
}

/// Wall time of a tick and a whole frame of 10,000 Foxes, on so many threads.
void foxes(benchmark::State& state) {
    const std::string file = fox_path();
    if (file.empty()) {
        state.SkipWithError("needs MOTUS_TEST_DATA");
        return;
    }
    Diagnostics diagnostics;
    const Result<Asset> asset = import_gltf_file(file, diagnostics);
    if (!asset) return state.SkipWithError(asset.error().cause.c_str());
    auto made =
        bench::GraphCrowd::make(*asset, "Survey", "Walk", "Run", "Survey", g_brief ? 500 : 10'000,
                                static_cast<std::uint32_t>(state.range(0)));
    if (!made) return state.SkipWithError(made.error().cause.c_str());
    bench::GraphCrowd& crowd = **made;
    std::vector<double> both;
    const auto seconds = [](auto from) {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
    };
    const auto update = [&] {
        crowd.choose();
        const auto start = std::chrono::steady_clock::now();
        crowd.update_all();
        both.push_back(seconds(start));
    };
    const int warm_up = g_brief ? 2 : 20, updates = g_brief ? 3 : 200;
    for (int i = 0; i < warm_up; ++i)
        update();
    const std::uint64_t hash = crowd.hash();
    both.clear();
    for (auto _ : state) {
        for (int i = 0; i < updates; ++i)
            update();
        state.SetIterationTime(bench::median(both));
    }
    std::sort(both.begin(), both.end());
    state.counters["frame_ms"] = bench::median(both) * 1e3;
    state.counters["p10_ms"] = both[both.size() / 10] * 1e3;
    state.counters["p90_ms"] = both[both.size() * 9 / 10] * 1e3;
    char text[32];
    std::snprintf(text, sizeof text, "hash %016llx", static_cast<unsigned long long>(hash));
    state.SetLabel(text);
}

void once(benchmark::internal::Benchmark* b) {
    b->Iterations(1)->UseManualTime()->Unit(benchmark::kMicrosecond);
}

BENCHMARK(linear_against_no_curves)->Apply(once);
BENCHMARK(curves_against_linear)
    ->ArgNames({"custom", "keys"})
    ->Args({100, 2})
    ->Args({10, 2})
    ->Args({100, 8})
    ->Args({100, 16})
    ->Apply(once);
BENCHMARK(expanded_against_any_state)->Apply(once);
BENCHMARK_CAPTURE(crowd, hero_decide, false, false)->Apply(once);
BENCHMARK_CAPTURE(crowd, hero_decide_and_sample, false, true)->Apply(once);
BENCHMARK_CAPTURE(crowd, fox_decide, true, false)->Apply(once);
BENCHMARK_CAPTURE(crowd, fox_decide_and_sample, true, true)->Apply(once);
BENCHMARK(foxes)->ArgName("threads")->Arg(1)->Arg(2)->Apply(once);

}  // namespace

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i)
        g_brief = g_brief || std::strncmp(argv[i], "--benchmark_min_time", 20) == 0;
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}

// SPDX-License-Identifier: MIT
#include "bench_stage.h"
#include "crew.h"
#include "input.h"
#include "table.h"
#include "verbs.h"

#include <motus/asset/json_writer.h>
#include <motus/core/bytes.h>
#include <motus/core/hash.h>
#include <motus/crowd/frame.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <functional>
#include <memory>
#include <optional>
#include <regex>
#include <thread>

#include <fmt/format.h>

namespace motus::tool {
namespace {

/// One line of the result.
struct Figure {
    std::string name;
    double median_ns = 0.0, low_ns = 0.0, high_ns = 0.0;  ///< Per joint.
    std::uint64_t hash = 0;
};

/// Processor time of this thread: what others do on the machine is left out.
double thread_ns() {
    std::timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

double wall_ns() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<double>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

void must(Status status) {
    if (status != Status::ok) throw std::logic_error(std::string("bench: ") + to_string(status));
}

/// As many threads as it is asked for, for one frame at a time.
struct Threads {
    std::uint32_t count = 1;
    std::uint32_t fewest = count;  ///< That there were in any frame.

    static void for_each(void* self, std::uint32_t parts, Executor::Body body, void* user) {
        auto& threads = *static_cast<Threads*>(self);
        std::atomic<std::uint32_t> next{0};
        const std::uint32_t there = work_together(threads.count, [&](std::uint32_t worker) {
            for (std::uint32_t part = next++; part < parts; part = next++)
                body(user, part, worker);
        });
        threads.fewest = std::min(threads.fewest, there);
    }
};

class Bench {
  public:
    explicit Bench(const std::string& filter) {
        try {
            filter_.assign(filter);
        } catch (const std::regex_error&) {
            throw UsageFault("bench: --filter is not a regular expression");
        }
    }

    [[nodiscard]] bool wants(const std::string& name) const {
        return std::regex_search(name, filter_);
    }

    /// Nine rounds of `body`, each of a few milliseconds; `joints` is what one call does.
    void measure(const std::string& name, std::size_t joints, std::uint64_t hash, bool threads,
                 const std::function<void()>& body) {
        const auto now = threads ? wall_ns : thread_ns;
        body();
        const double start = now();
        body();
        const double once = std::max(1.0, now() - start);
        const auto calls = static_cast<std::size_t>(std::clamp(8e6 / once, 1.0, 1e6));
        std::vector<double> rounds;
        for (int round = 0; round < 9; ++round) {
            const double from = now();
            for (std::size_t i = 0; i < calls; ++i)
                body();
            rounds.push_back((now() - from) / static_cast<double>(calls * joints));
        }
        std::sort(rounds.begin(), rounds.end());
        figures.push_back({name, rounds[4], rounds.front(), rounds.back(), hash});
    }

    std::vector<Figure> figures;

  private:
    std::regex filter_;
};

std::uint64_t hash_pose(std::uint64_t hash, const ConstPoseView& pose) {
    for (std::uint32_t p = 0; p < kPlaneCount; ++p)
        hash = hash_floats(hash, {pose.joints.plane(static_cast<Plane>(p)), pose.joints.count});
    return hash_floats(hash, pose.weights);
}

/// Clips of a form, made when they are asked for.
using Clips = std::function<std::span<const Clip>()>;

/// One clip: `sample` goes forward by a sixtieth of a second, `seek` jumps anywhere.
void sampling(Bench& bench, const BenchStage& stage, const char* form, const Clips& make) {
    const Skeleton skeleton = stage.skeleton();
    PoseBuffer pose(skeleton);
    for (const bool random : {false, true}) {
        const std::string name =
            fmt::format("{}/{}/{}", random ? "seek" : "sample", form, stage.name());
        if (!bench.wants(name)) continue;
        const Clip clip = make()[0];
        std::uint64_t state = 1;
        const auto step = [&] {
            state = random ? state * 6364136223846793005u + 1442695040888963407u : state + 1;
            const std::int64_t at = static_cast<std::int64_t>(random ? state >> 24 : state) *
                                    (random ? 1 : kTicksPerSecond / 60);
            const Ticks time{clip.duration.value > 0 ? at % clip.duration.value : 0};
            must(run(SampleJob{clip, time, rest_pose(skeleton), {}, pose}));
        };
        std::uint64_t hash = kHashSeed;
        for (int i = 0; i < 60; ++i) {
            step();
            hash = hash_pose(hash, pose);
        }
        bench.measure(name, skeleton.joint_count(), hash, false, step);
    }
}

/// A crowd in which everybody mixes two clips.
void frames(Bench& bench, BenchStage& stage, const std::string& kind, std::size_t count,
            const Clips& make, std::uint32_t workers = 1) {
    const std::string name = fmt::format("{}/{}/{}", kind, count, stage.name());
    if (!bench.wants(name)) return;
    const std::span<const Clip> clips = make();
    Rig rig = stage.rig();
    rig.clips = clips;
    std::vector<CrowdItem> items(2 * count);
    std::vector<CrowdCharacter> characters(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        characters[i] = {2 * i, 2};
        items[2 * i] = {{}, static_cast<std::uint32_t>(i * 7 % clips.size()), 0.6f};
        items[2 * i + 1] = {{}, static_cast<std::uint32_t>((i * 7 + 3) % clips.size()), 0.4f};
    }
    std::vector<CrowdScratch> memory;
    std::vector<std::span<float>> scratch;
    for (std::uint32_t w = 0; w < workers; ++w)
        scratch.push_back(memory.emplace_back(rig).floats());
    const std::size_t stride = (palette_size(rig) + 3) / 4 * 4;
    // At whole lines, as an upload buffer is.
    std::vector<Mat34> room(count * stride + 2);
    void* lines = room.data();
    std::size_t bytes = room.size() * sizeof(Mat34);
    const std::span<Mat34> palettes(
        static_cast<Mat34*>(std::align(64, count * stride * sizeof(Mat34), lines, bytes)),
        count * stride);
    std::fill(palettes.begin(), palettes.end(), Mat34{});  // what lies between them is hashed too
    std::vector<float> weights(count * rig.skeleton.rest_weights.size());
    Threads threads{workers};
    CrowdFrameJob job;
    job.rig = rig;
    job.items = items;
    job.characters = characters;
    job.palettes = palettes;
    job.palette_stride = stride;
    job.weights = weights;
    job.scratch = scratch;
    if (workers > 1) job.executor = {Threads::for_each, &threads, workers};
    std::int64_t frame = 0;
    const auto step = [&] {
        ++frame;
        for (std::size_t i = 0; i < items.size(); ++i) {
            const Ticks whole = clips[items[i].clip].duration;
            const std::int64_t at =
                frame * (kTicksPerSecond / 60) + static_cast<std::int64_t>(i) * 7'919'000;
            items[i].time = {whole.value > 0 ? at % whole.value : 0};
        }
        must(run(job));
    };
    std::uint64_t hash = kHashSeed;
    for (int i = 0; i < 3; ++i) {
        step();
        for (const Mat34& m : palettes)
            hash = hash_floats(hash, m.floats());
        hash = hash_floats(hash, weights);
    }
    bench.measure(name, count * rig.skeleton.joint_count(), hash, workers > 1, step);
    if (threads.fewest < workers) {
        print_message(fmt::format("{}: warning: there were only {} threads", name, threads.fewest));
    }
}

/// A library that no cache holds: copies of the clips' numbers, 64 MB of them.
struct BenchClips {
    explicit BenchClips(std::span<const Clip> from) {
        for (std::size_t bytes = 0; bytes < 64u << 20 && clips.size() < 4000;) {
            Clip clip = from[clips.size() % from.size()];
            const std::size_t size =
                std::size_t{clip.packed->frame_bytes} * clip.packed->frame_count;
            numbers.push_back(std::make_unique<AlignedBytes>(
                std::as_bytes(std::span(clip.packed->frames, size / 2))));
            copies.push_back(std::make_unique<PackedClip>(*clip.packed));
            copies.back()->frames = reinterpret_cast<const std::int16_t*>(numbers.back()->data());
            clip.packed = copies.back().get();
            clips.push_back(clip);
            bytes += std::max<std::size_t>(size, 1);
        }
    }

    std::vector<std::unique_ptr<PackedClip>> copies;
    std::vector<std::unique_ptr<AlignedBytes>> numbers;
    std::vector<Clip> clips;
};

void measure_rig(Bench& bench, BenchStage& stage, std::uint32_t threads) {
    const Clips fast = [&] { return stage.fast(); };
    const Clips small = [&] { return stage.small(); };
    sampling(bench, stage, "exact", [&] { return stage.exact(); });
    sampling(bench, stage, "fast", fast);
    sampling(bench, stage, "small", small);
    for (const std::size_t count : {1, 16, 1000, 10000})
        frames(bench, stage, "frame", count, fast);
    frames(bench, stage, "frame-small", 1000, small);
    std::optional<BenchClips> library;
    frames(bench, stage, "library", 1000,
           [&]() -> std::span<const Clip> { return library.emplace(stage.fast()).clips; });
    library.reset();
    for (std::uint32_t workers = 2; workers <= threads; workers *= 2)
        frames(bench, stage, fmt::format("threads{}", workers), 10000, fast, workers);
}

}  // namespace

int run_bench(const BenchOptions& options, Output& out) {
    Bench bench(options.filter);
    const std::uint32_t threads =
        options.threads != 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
    for (const std::string& file : options.files) {
        Diagnostics diagnostics;
        const Asset asset = load_asset(file, diagnostics);
        BenchStage stage(file, asset);
        measure_rig(bench, stage, threads);
    }
    if (bench.figures.empty())
        throw UsageFault(fmt::format("bench: --filter: \"{}\" names no benchmark", options.filter));
    if (options.json) {
        JsonWriter json(out.text);
        for (const Figure& figure : bench.figures) {
            json.begin_object().key("name").value(figure.name);
            json.key("nsPerJoint").value(figure.median_ns);
            json.key("low").value(figure.low_ns).key("high").value(figure.high_ns);
            json.key("hash").value(fmt::format("{:016x}", figure.hash)).end_object().end_line();
        }
        return exit_ok;
    }
    constexpr auto left = Table::Align::left;
    constexpr auto right = Table::Align::right;
    Table table({left, right, right, right, left},
                {"benchmark", "ns per joint", "lowest", "highest", "hash"});
    for (const Figure& figure : bench.figures) {
        table.add({figure.name, fmt::format("{:.2f}", figure.median_ns),
                   fmt::format("{:.2f}", figure.low_ns), fmt::format("{:.2f}", figure.high_ns),
                   fmt::format("{:016x}", figure.hash)});
    }
    table.print(out.text);
    return exit_ok;
}

}  // namespace motus::tool

// SPDX-License-Identifier: MIT
#include "input.h"
#include "table.h"
#include "verbs.h"

#include <motus/asset/json_writer.h>
#include <motus/asset/rig.h>
#include <motus/bake/pack.h>
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

    static void for_each(void* self, std::uint32_t parts, Executor::Body body, void* user) {
        std::atomic<std::uint32_t> next{0};
        const auto work = [&](std::uint32_t worker) {
            for (std::uint32_t part = next++; part < parts; part = next++)
                body(user, part, worker);
        };
        std::vector<std::thread> others;
        for (std::uint32_t w = 1; w < static_cast<Threads*>(self)->count; ++w)
            others.emplace_back(work, w);
        work(0);
        for (std::thread& thread : others)
            thread.join();
    }
};

/// A rig with its clips in every form.
struct Stage {
    std::string name;
    Rig rig;
    std::optional<CrowdRigBuffer> crowd;
    std::vector<PackedClipBuffer> fast;
    std::vector<SmallClipBuffer> small;
    std::vector<Clip> exact_views, fast_views, small_views;

    Stage(const std::string& file, const Asset& asset)
        : name(file.substr(file.find_last_of('/') + 1)), rig(load_rig(file, asset)) {
        std::vector<Skin> skins;
        for (const auto& skin : rig.skins)
            skins.push_back(skin.view());
        for (const auto& clip : rig.clips)
            exact_views.push_back(clip.view());
        if (exact_views.empty()) throw InputFault(file, "has no clip to measure");
        const Skeleton skeleton = rig.skeleton.view();
        Result<CrowdRigBuffer> made = build_crowd_rig(skeleton, skins, exact_views);
        if (!made) throw InputFault(file, made.error());
        crowd.emplace(std::move(*made));
        const PackSettings settings{settings_for(skeleton), crowd->view().space};
        for (const Clip& clip : exact_views) {
            Result<PackedClipBuffer> packed = pack_fast(skeleton, clip, settings);
            Result<SmallClipBuffer> tiny = pack_small(skeleton, clip, settings);
            if (!packed || !tiny) throw InputFault(file, packed ? tiny.error() : packed.error());
            fast.push_back(std::move(*packed));
            small.push_back(std::move(*tiny));
        }
        for (std::size_t i = 0; i < fast.size(); ++i) {
            fast_views.push_back(fast[i].view());
            small_views.push_back(small[i].view());
        }
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

void sampling(Bench& bench, const Stage& stage, const char* form, std::span<const Clip> clips) {
    const Skeleton skeleton = stage.rig.skeleton.view();
    PoseBuffer pose(skeleton);
    for (const bool random : {false, true}) {
        const std::string name =
            fmt::format("{}/{}/{}", random ? "seek" : "sample", form, stage.name);
        if (!bench.wants(name)) continue;
        std::uint64_t state = 1;
        const auto step = [&] {
            state = random ? state * 6364136223846793005u + 1442695040888963407u : state + 1;
            const Clip& clip = clips[0];
            const std::int64_t at = random ? static_cast<std::int64_t>(state >> 40)
                                           : static_cast<std::int64_t>(state) * 11'760'000;
            const Ticks time{clip.duration.value > 0 ? at * 97 % clip.duration.value : 0};
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
void frames(Bench& bench, const Stage& stage, const std::string& name, std::size_t count,
            std::span<const Clip> clips, std::uint32_t workers) {
    if (!bench.wants(name)) return;
    const CrowdRig rig = stage.crowd->view();
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
    const std::size_t stride = (rig.palette_size + 3) / 4 * 4;
    // At whole lines, as an upload buffer is.
    std::vector<Mat34> room(count * stride + 2);
    void* lines = room.data();
    std::size_t bytes = room.size() * sizeof(Mat34);
    const std::span<Mat34> palettes(
        static_cast<Mat34*>(std::align(64, count * stride * sizeof(Mat34), lines, bytes)),
        count * stride);
    Threads threads{workers};
    CrowdFrameJob job;
    job.rig = rig;
    job.clips = clips;
    job.items = items;
    job.characters = characters;
    job.palettes = palettes;
    job.palette_stride = stride;
    job.scratch = scratch;
    if (workers > 1) job.executor = {Threads::for_each, &threads, workers};
    std::int64_t frame = 0;
    const auto step = [&] {
        ++frame;
        for (std::size_t i = 0; i < items.size(); ++i) {
            const Ticks whole = clips[items[i].clip].duration;
            const std::int64_t at = frame * 11'760'000 + static_cast<std::int64_t>(i) * 7'919'000;
            items[i].time = {whole.value > 0 ? at % whole.value : 0};
        }
        must(run(job));
    };
    std::uint64_t hash = kHashSeed;
    for (int i = 0; i < 3; ++i) {
        step();
        for (const Mat34& m : palettes)
            hash = hash_floats(hash, m.floats());
    }
    bench.measure(name, count * rig.skeleton.joint_count(), hash, workers > 1, step);
}

void measure_rig(Bench& bench, const Stage& stage, std::uint32_t threads) {
    sampling(bench, stage, "exact", stage.exact_views);
    sampling(bench, stage, "fast", stage.fast_views);
    sampling(bench, stage, "small", stage.small_views);
    for (const std::size_t count : {1, 16, 1000, 10000}) {
        frames(bench, stage, fmt::format("frame/{}/{}", count, stage.name), count, stage.fast_views,
               1);
    }
    frames(bench, stage, fmt::format("frame-small/1000/{}", stage.name), 1000, stage.small_views,
           1);
    // A library that no cache holds: copies of the clips' numbers, 64 MB of them.
    const std::string library = fmt::format("library/1000/{}", stage.name);
    if (bench.wants(library)) {
        std::vector<std::unique_ptr<PackedClip>> copies;
        std::vector<std::unique_ptr<AlignedBytes>> numbers;
        std::vector<Clip> clips;
        for (std::size_t bytes = 0; bytes < 64u << 20 && clips.size() < 4000;) {
            Clip clip = stage.fast_views[clips.size() % stage.fast_views.size()];
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
        frames(bench, stage, library, 1000, clips, 1);
    }
    for (std::uint32_t workers = 2; workers <= threads; workers *= 2) {
        frames(bench, stage, fmt::format("threads{}/10000/{}", workers, stage.name), 10000,
               stage.fast_views, workers);
    }
}

/// Whether anything is asked of a file: packing its clips takes long.
bool wants_any(const Bench& bench, const std::string& file, std::uint32_t threads) {
    const std::string stage = file.substr(file.find_last_of('/') + 1);
    std::vector<std::string> kinds = {"frame/1",     "frame/16",         "frame/1000",
                                      "frame/10000", "frame-small/1000", "library/1000"};
    for (const char* form : {"exact", "fast", "small"}) {
        kinds.push_back(fmt::format("sample/{}", form));
        kinds.push_back(fmt::format("seek/{}", form));
    }
    for (std::uint32_t workers = 2; workers <= threads; workers *= 2)
        kinds.push_back(fmt::format("threads{}/10000", workers));
    return std::any_of(kinds.begin(), kinds.end(),
                       [&](const std::string& kind) { return bench.wants(kind + "/" + stage); });
}

}  // namespace

int run_bench(const BenchOptions& options, Output& out) {
    Bench bench(options.filter);
    const std::uint32_t threads =
        options.threads != 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
    for (const std::string& file : options.files) {
        Diagnostics diagnostics;
        const Asset asset = load_asset(file, diagnostics);
        if (wants_any(bench, file, threads)) measure_rig(bench, Stage(file, asset), threads);
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

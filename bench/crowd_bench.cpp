// bench/crowd_bench.cpp - whole frames of a crowd, as a program that is the same natively and as
// WebAssembly: its two outputs, divided, say what the latter costs. Without a library for
// benchmarks. SPDX-License-Identifier: MIT
#include <motus/asset/asset_rig.h>
#include <motus/bake/pack.h>
#include <motus/core/hash.h>
#include <motus/crowd/frame.h>
#include <scenes/scenes.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
// Processor time, as natively: what others do on the machine is left out.
EM_JS(double, now_ns, (), {
    const used = process.cpuUsage();
    return (used.user + used.system) * 1000;
});
#else
#include <time.h>
static double now_ns() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}
#endif

namespace {

using namespace motus;

template <typename T>
T must(Result<T> result) {
    if (result) return *std::move(result);
    std::fprintf(stderr, "bench: %s\n", to_string(result.error()).c_str());
    std::abort();
}

void must(Status status) {
    if (status == Status::ok) return;
    std::fprintf(stderr, "bench: %s\n", to_string(status));
    std::abort();
}

/// The rig of 67 joints with its clips packed fast.
struct Cast {
    Cast() : rig(must(make_rig(must(scenes::make_scene("chain67"))))) {
        std::vector<Skin> skins;
        for (const SkinBuffer& skin : rig.skins)
            skins.push_back(skin.view());
        std::vector<Clip> exact;
        for (const ClipBuffer& clip : rig.clips)
            exact.push_back(clip.view());
        const Skeleton skeleton = rig.skeleton.view();
        crowd.push_back(must(build_rig({.skeleton = skeleton, .clips = exact, .skins = skins})));
        const PackSettings settings{settings_for(skeleton), crowd[0].view().plan->space};
        for (const Clip& clip : exact)
            packed.push_back(must(pack_fast(skeleton, clip, settings)));
        for (const PackedClipBuffer& clip : packed)
            clips.push_back(clip.view());
    }

    AssetRig rig;
    std::vector<RigBuffer> crowd;  // one
    std::vector<PackedClipBuffer> packed;
    std::vector<Clip> clips;
};

/// Everybody mixes two clips, at times of their own.
class Crowd {
  public:
    Crowd(const Cast& cast, std::uint32_t count)
        : cast_(cast), items_(2 * count), characters_(count), memory_(cast.crowd[0].view()) {
        const auto kinds = static_cast<std::uint32_t>(cast.clips.size());
        for (std::uint32_t i = 0; i < count; ++i) {
            characters_[i] = {2 * i, 2};
            items_[2 * i] = {{}, i % kinds, 0.6f};
            items_[2 * i + 1] = {{}, (i + 1) % kinds, 0.4f};
        }
        stride_ = (palette_size(cast.crowd[0].view()) + 3) / 4 * 4;
        palettes_.resize(count * stride_);
    }

    void step() {
        ++frame_;
        for (std::size_t i = 0; i < items_.size(); ++i) {
            const std::int64_t at =
                frame_ * (kTicksPerSecond / 60) + static_cast<std::int64_t>(i) * 7'919'000;
            items_[i].time = {at % cast_.clips[items_[i].clip].duration.value};
        }
        std::span<float> scratch[] = {memory_.floats()};
        CrowdFrameJob job;
        job.rig = cast_.crowd[0].view();
        job.rig.clips = cast_.clips;
        job.items = items_;
        job.characters = characters_;
        job.palettes = palettes_;
        job.palette_stride = stride_;
        job.scratch = scratch;
        must(run(job));
    }

    [[nodiscard]] std::uint64_t hash(std::uint64_t hash) const {
        for (const Mat34& matrix : palettes_)
            hash = hash_floats(hash, matrix.floats());
        return hash;
    }

  private:
    const Cast& cast_;
    std::vector<CrowdItem> items_;
    std::vector<CrowdCharacter> characters_;
    CrowdScratch memory_;
    std::vector<Mat34> palettes_;
    std::size_t stride_ = 0;
    std::int64_t frame_ = 0;
};

void measure(const Cast& cast, std::uint32_t count, int rounds) {
    Crowd crowd(cast, count);
    std::uint64_t hash = kHashSeed;
    for (int i = 0; i < 3; ++i) {
        crowd.step();
        hash = crowd.hash(hash);
    }
    // A round is some 60 ms natively: a node tells its time in thousandths, and compiles at first.
    const int frames = rounds == 1 ? 1 : static_cast<int>(120'000 / count);
    std::vector<double> times;
    for (int round = rounds == 1 ? 1 : 0; round <= rounds; ++round) {
        const double from = now_ns();
        for (int i = 0; i < frames; ++i)
            crowd.step();
        const double joints = 67.0 * frames * count;
        if (round != 0) times.push_back((now_ns() - from) / joints);
    }
    std::sort(times.begin(), times.end());
    std::printf("frame of %4u: %6.2f ns per joint (%.2f-%.2f), hash %016llx\n", count,
                times[times.size() / 2], times.front(), times.back(),
                static_cast<unsigned long long>(hash));
}

}  // namespace

int main(int argc, char** argv) {
    const bool quick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;  // only whether it works
    const Cast cast;
    for (const std::uint32_t count : {16u, 1000u})
        measure(cast, count, quick ? 1 : 9);
    return 0;
}

// SPDX-License-Identifier: MIT
#include <motus/bake/pack.h>

#include <algorithm>
#include <cmath>

namespace motus {
namespace {

constexpr double kMostFrames = 1 << 20;

// Files hold times as floats: 10 s is rounded by up to 500 ticks.
constexpr std::int64_t kSameTicks = 2000;

std::vector<std::int64_t> key_times(const Clip& clip) {
    std::vector<std::int64_t> out;
    for (const TrackRecord& track : clip.tracks) {
        if (track.key_count < 2) continue;
        for (std::uint32_t k = 0; k < track.key_count; ++k)
            out.push_back(clip.times[track.time_start + k].value);
    }
    std::sort(out.begin(), out.end());
    std::vector<std::int64_t> apart;
    for (const std::int64_t time : out) {
        if (apart.empty() || time - apart.back() > kSameTicks) apart.push_back(time);
    }
    return apart;
}

bool on_grid(const std::vector<std::int64_t>& times, double step) {
    const double slack = std::min(0.02, 3.0 * static_cast<double>(kSameTicks) / step);
    for (const std::int64_t time : times) {
        const double at = static_cast<double>(time - times.front()) / step;
        if (std::fabs(at - std::floor(at + 0.5)) > slack) return false;
    }
    return true;
}

}  // namespace

FrameGrid find_grid(const Clip& clip) {
    const std::vector<std::int64_t> times = key_times(clip);
    FrameGrid grid;
    if (times.empty()) return grid;
    grid.start = {times.front()};
    const auto whole = static_cast<double>(times.back() - times.front());
    if (times.size() < 2 || !(whole > 0.0)) return grid;
    std::vector<std::int64_t> gaps;
    for (std::size_t i = 1; i < times.size(); ++i)
        gaps.push_back(times[i] - times[i - 1]);
    std::sort(gaps.begin(), gaps.end());
    const auto with = [&](double steps, bool even) {
        steps = std::max(1.0, std::min(steps, kMostFrames));
        return FrameGrid{grid.start, whole / steps, static_cast<std::uint32_t>(steps) + 1, even};
    };
    const double least = std::floor(whole / static_cast<double>(gaps.front()) + 0.5);
    for (int part = 1; part <= 4 && least * part <= kMostFrames; ++part) {
        if (on_grid(times, whole / (least * part))) return with(least * part, true);
    }
    const auto usual = static_cast<double>(gaps[gaps.size() / 2]);
    const double thirtieth = static_cast<double>(kTicksPerSecond) / 30.0;
    return with(std::ceil(whole / std::min(usual, thirtieth)), false);
}

FrameGrid find_fine_grid(const Clip& clip) {
    const std::vector<std::int64_t> times = key_times(clip);
    FrameGrid none;
    none.even = false;
    if (times.size() < 2) return none;
    const auto whole = static_cast<double>(times.back() - times.front());
    std::int64_t gap = times.back() - times.front();
    for (std::size_t i = 1; i < times.size(); ++i)
        gap = std::min(gap, times[i] - times[i - 1]);
    for (int part = 1; part <= 8; ++part) {
        const double steps = std::floor(whole / static_cast<double>(gap) * part + 0.5);
        if (steps < 1.0 || steps > kMostFrames || !on_grid(times, whole / steps)) continue;
        return {{times.front()}, whole / steps, static_cast<std::uint32_t>(steps) + 1, true};
    }
    return none;
}

std::size_t exact_bytes(const Clip& clip) noexcept {
    return clip.tracks.size_bytes() + clip.times.size_bytes() + clip.values.size_bytes();
}

}  // namespace motus

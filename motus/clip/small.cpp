// SPDX-License-Identifier: MIT
#include <motus/clip/small.h>
#include <motus/core/assert.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace motus {
namespace {

// Cosine of m quarter turns / (2 n), by symmetry and a series: while compiling, so every build has
// the same numbers.
constexpr double cosine_of(std::uint32_t m, std::uint32_t n) {
    m %= 4 * n;  // a turn
    if (m > 2 * n) m = 4 * n - m;
    const bool minus = m > n;
    if (minus) m = 2 * n - m;
    const double x = 1.5707963267948966192 * m / n;
    double term = 1.0, sum = 1.0;
    for (int k = 1; k < 16; ++k) {
        term *= -x * x / ((2 * k - 1) * (2 * k));
        sum += term;
    }
    return minus ? -sum : sum;
}

constexpr double root_of(double x) {
    double r = x > 1.0 ? x : 1.0;
    for (int k = 0; k < 40; ++k)
        r = 0.5 * (r + x / r);
    return r;
}

using Row = std::array<float, kSmallFrames>;
constexpr std::uint32_t kRows = kSmallFrames * (kSmallFrames + 1) / 2;

// Rows of all lengths, one behind the other.
constexpr std::array<Row, kRows> make_table() {
    std::array<Row, kRows> table{};
    std::uint32_t row = 0;
    for (std::uint32_t n = 1; n <= kSmallFrames; ++n) {
        const double first = root_of(1.0 / n), other = root_of(2.0 / n);
        for (std::uint32_t i = 0; i < n; ++i, ++row) {
            for (std::uint32_t k = 0; k < n; ++k) {
                const double c = k == 0 ? first : other * cosine_of((2 * i + 1) * k, n);
                table[row][k] = static_cast<float>(c);
            }
        }
    }
    return table;
}

alignas(64) constexpr std::array<Row, kRows> kTable = make_table();

}  // namespace

float small_step(std::uint32_t code, std::uint32_t fine) noexcept {
    const std::int32_t half = static_cast<std::int32_t>(code) - static_cast<std::int32_t>(fine);
    const std::int32_t octave = std::max((half >> 1) - 40, -120);
    MOTUS_ASSERT(octave <= 127);
    const std::uint32_t bits = static_cast<std::uint32_t>(127 + octave) << 23;
    float power;
    std::memcpy(&power, &bits, sizeof power);
    return (half & 1) != 0 ? power * 1.41421356f : power;
}

const float* small_cosines(std::uint32_t frames, std::uint32_t at) noexcept {
    MOTUS_ASSERT(frames >= 1 && frames <= kSmallFrames && at < frames);
    return kTable[frames * (frames - 1) / 2 + at].data();
}

SmallMoment small_moment(const SmallClip& clip, Ticks time) noexcept {
    const double at = static_cast<double>((time - clip.start).value) * clip.frames_per_tick;
    MOTUS_ASSERT(clip.frame_count > 0 && clip.frames_per_tick >= 0.0);
    MOTUS_ASSERT(clip.segment_frames >= 1 && clip.segment_frames <= kSmallFrames);
    const std::uint32_t last = clip.frame_count - 1;
    if (!(at > 0.0)) return {};
    if (!(at < static_cast<double>(last))) return {last, last, 0.0f};
    const auto frame = static_cast<std::uint32_t>(at);
    return {frame, frame + 1, static_cast<float>(at - static_cast<double>(frame))};
}

Ticks time_of_frame(const SmallClip& clip, std::uint32_t frame) noexcept {
    if (!(clip.frames_per_tick > 0.0)) return clip.start;
    const double at = static_cast<double>(frame) / clip.frames_per_tick;
    return {clip.start.value + static_cast<std::int64_t>(at + 0.5)};
}

}  // namespace motus

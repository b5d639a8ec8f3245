// SPDX-License-Identifier: MIT
#include <motus/clip/packed.h>
#include <motus/core/assert.h>

namespace motus {

PackedMoment moment_of(const PackedClip& clip, Ticks time) noexcept {
    MOTUS_ASSERT(clip.frame_count > 0 && clip.frames_per_tick >= 0.0);
    MOTUS_ASSERT(clip.frame_bytes % kPackedLine == 0);
    MOTUS_ASSERT(reinterpret_cast<std::uintptr_t>(clip.frames) % kPackedLine == 0);
    const std::size_t stride = clip.frame_bytes / sizeof(std::int16_t);
    const double at = static_cast<double>((time - clip.start).value) * clip.frames_per_tick;
    if (!(at > 0.0)) return {clip.frames, clip.frames, 0};
    const std::uint32_t last = clip.frame_count - 1;
    if (!(at < static_cast<double>(last))) {
        const std::int16_t* end = clip.frames + last * stride;
        return {end, end, 0};
    }
    const auto frame = static_cast<std::uint32_t>(at);
    const double part = at - static_cast<double>(frame);
    const std::int16_t* left = clip.frames + frame * stride;
    MOTUS_ASSERT(frame < last && part >= 0.0 && part < 1.0);
    return {left, left + stride, static_cast<std::int32_t>(part * kPackedWhole + 0.5)};
}

Ticks time_of_frame(const PackedClip& clip, std::uint32_t frame) noexcept {
    if (!(clip.frames_per_tick > 0.0)) return clip.start;
    const double at = static_cast<double>(frame) / clip.frames_per_tick;
    return {clip.start.value + static_cast<std::int64_t>(at + 0.5)};
}

}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/clip/read_small.h>

#include <motus/clip/read_clips.h>
#include <motus/core/assert.h>

#include <cmath>

namespace motus {
namespace {

constexpr std::uint8_t kCoarsestRotation = 80;  // A step of 1.
constexpr std::uint8_t kCoarsest = 120;         // 2^20: amounts of 24 bits stay far below 1e15.

bool check_times(const SmallEntry& entry) noexcept {
    if (!(entry.start >= Ticks{} && entry.start <= kMaxClipTime)) return false;
    if (!(entry.error_time >= Ticks{} && entry.error_time <= kMaxClipTime)) return false;
    if (!(std::fabs(entry.error_max) <= kLargestNumber &&
          std::fabs(entry.error_p99) <= kLargestNumber)) {
        return false;
    }
    if (entry.frame_count < 2) return entry.frames_per_tick >= 0.0 && entry.frames_per_tick <= 1.0;
    const double last = static_cast<double>(entry.frame_count - 1);
    return entry.frames_per_tick > 0.0 && entry.frames_per_tick <= 1.0 &&
           last <= entry.frames_per_tick * static_cast<double>(kMaxClipTime.value);
}

bool check_groups(std::span<const SmallGroup> groups) noexcept {
    for (const SmallGroup& group : groups) {
        for (std::size_t l = 0; l < kSmallLanes; ++l) {
            int left = 0, right = 0;
            for (std::size_t c = 0; c < 4; ++c) {
                left += group.left[c][l] * group.left[c][l];
                right += group.right[c][l] * group.right[c][l];
            }
            // About 127 long: what is built of them must have a length.
            if (left < 10000 || left > 22500 || right < 10000 || right > 22500) return false;
            if (group.steps[l] > kCoarsestRotation) return false;
        }
    }
    return true;
}

bool check_numbers(const SmallTable& table, const SmallEntry& entry) noexcept {
    for (const SmallScalar& s : table.scalars.subspan(entry.scalar_start, entry.scalar_count)) {
        const bool plane = s.plane < 3 || (s.plane >= 7 && s.plane < 10) || s.plane == kSmallWeight;
        if (!plane || s.step > kCoarsest || !(std::fabs(s.middle) <= kLargestNumber)) return false;
    }
    for (const SmallStill& still : table.stills.subspan(entry.still_start, entry.still_count)) {
        double square = 0.0;
        for (const std::int16_t number : still.rotation)
            square += static_cast<double>(number) * number;
        if (!(std::fabs(square / (32767.0 * 32767.0) - 1.0) <= 0.02)) return false;
    }
    return true;
}

// Every segment's streams are inside, up to the row behind the last.
bool check_streams(const SmallTable& table, const SmallEntry& entry) noexcept {
    const SmallClip clip = [&] {
        SmallClip view;
        view.frame_count = entry.frame_count;
        view.segment_frames = entry.segment_frames;
        view.narrow = entry.narrow;
        view.moving = entry.moving;
        view.groups = table.groups.subspan(entry.group_start, entry.group_count);
        return view;
    }();
    const bool empty = entry.group_count == 0 && entry.moving == 0;
    if (empty != (entry.frame_count == 0)) return false;
    if (empty) return entry.word_count == 0;
    if (entry.segment_frames == 0 || entry.segment_frames > kSmallFrames ||
        entry.frame_count > 1u << 24) {
        return false;
    }
    const std::uint64_t segments = clip.segment_count(), groups = clip.curve_groups();
    const std::uint64_t rows_at = segments + segments * groups;
    if (rows_at > entry.word_count || (entry.word_count - rows_at) % kSmallLanes != 0) return false;
    const std::uint64_t rows = (entry.word_count - rows_at) / kSmallLanes;
    const std::uint32_t* words = table.words.data() + entry.word_start;
    for (std::uint64_t s = 0; s < segments; ++s) {
        const std::uint64_t left = entry.frame_count - s * entry.segment_frames;
        const std::uint64_t frames = left < entry.segment_frames ? left : entry.segment_frames;
        std::uint64_t bits = 0;
        for (std::uint64_t g = 0; g < groups; ++g) {
            const std::uint32_t word = words[segments + s * groups + g];
            if (word >> 30 != 0) return false;
            for (std::uint32_t b = 0; b < kSmallBands; ++b) {
                const std::uint32_t width = small_width(word, b);
                if (width > kSmallBits) return false;
                if (kSmallBand[b] >= frames) {
                    if (width != 0) return false;
                    continue;
                }
                const std::uint64_t end = kSmallBand[b + 1] < frames ? kSmallBand[b + 1] : frames;
                bits += width * (end - kSmallBand[b]);
            }
        }
        // A row is read together with the next one, that behind the last bit too.
        const std::uint64_t first = words[s] & 0xffffffu;
        if (bits > 0xffffffffu || (bits > 0 && first + bits / 32 + 2 > rows)) return false;
    }
    return true;
}

}  // namespace

Status read_small(const Container& container, SmallTable& out) noexcept {
    SmallTable table;
    if (read_section(container, SectionKind::clip_small, table.clips) != Status::ok ||
        read_section(container, SectionKind::small_groups, table.groups) != Status::ok ||
        read_section(container, SectionKind::small_scalars, table.scalars) != Status::ok ||
        read_section(container, SectionKind::small_stills, table.stills) != Status::ok ||
        read_section(container, SectionKind::small_rests, table.rests) != Status::ok ||
        read_section(container, SectionKind::small_words, table.words) != Status::ok) {
        return Status::bad_data;
    }
    TiledRanges groups, scalars, stills, rests, words;
    for (const SmallEntry& entry : table.clips) {
        if (!groups.take(entry.group_start, entry.group_count, table.groups.size()) ||
            !scalars.take(entry.scalar_start, entry.scalar_count, table.scalars.size()) ||
            !stills.take(entry.still_start, entry.still_count, table.stills.size()) ||
            !rests.take(entry.rest_start, entry.rest_count, table.rests.size()) ||
            !words.take(entry.word_start, entry.word_count, table.words.size()) ||
            entry.narrow > entry.group_count || entry.moving > entry.scalar_count ||
            entry.group_count > 0xffffu || !check_times(entry) ||
            !check_groups(table.groups.subspan(entry.group_start, entry.group_count)) ||
            !check_numbers(table, entry) || !check_streams(table, entry)) {
            return Status::bad_data;
        }
    }
    if (!groups.end(table.groups.size()) || !scalars.end(table.scalars.size()) ||
        !stills.end(table.stills.size()) || !rests.end(table.rests.size()) ||
        !words.end(table.words.size())) {
        return Status::bad_data;
    }
    out = table;
    return Status::ok;
}

bool check_small(const SmallTable& table, std::uint32_t small, std::uint32_t joint_limit,
                 std::uint32_t weight_limit) noexcept {
    const SmallEntry& entry = table.clips[small];
    for (const SmallGroup& group : table.groups.subspan(entry.group_start, entry.group_count)) {
        for (const std::uint16_t joint : group.joints) {
            if (joint != kSmallNone && joint >= joint_limit) return false;
        }
    }
    for (const SmallScalar& s : table.scalars.subspan(entry.scalar_start, entry.scalar_count)) {
        if (s.index >= (s.plane == kSmallWeight ? weight_limit : joint_limit)) return false;
    }
    for (const SmallStill& still : table.stills.subspan(entry.still_start, entry.still_count)) {
        if (still.joint >= joint_limit) return false;
    }
    for (std::uint32_t at = 0; at < entry.rest_count; ++at) {
        const unsigned joints = table.rests[entry.rest_start + at];
        const std::uint64_t first = std::uint64_t{at} / 3 * 8;
        const unsigned free = first >= joint_limit ? 0 : joint_limit - static_cast<unsigned>(first);
        if (free < 8 && joints >> free != 0) return false;
    }
    return true;
}

SmallClip small_at(const SmallTable& table, std::uint32_t small,
                   const ConstSoaView& rest) noexcept {
    MOTUS_ASSERT(small < table.clips.size());
    const SmallEntry& entry = table.clips[small];
    SmallClip view;
    view.start = entry.start;
    view.frames_per_tick = entry.frames_per_tick;
    view.frame_count = entry.frame_count;
    view.segment_frames = entry.segment_frames;
    view.narrow = entry.narrow;
    view.moving = entry.moving;
    view.groups = table.groups.subspan(entry.group_start, entry.group_count);
    view.scalars = table.scalars.subspan(entry.scalar_start, entry.scalar_count);
    view.stills = table.stills.subspan(entry.still_start, entry.still_count);
    view.rests = table.rests.subspan(entry.rest_start, entry.rest_count);
    view.segments = table.words.data() + entry.word_start;
    view.widths = view.segments + view.segment_count();
    view.rows = view.widths + std::size_t{view.segment_count()} * view.curve_groups();
    view.rest = rest;
    return view;
}

std::uint64_t small_bytes(const SmallEntry& entry) noexcept {
    return sizeof(SmallEntry) + std::uint64_t{entry.group_count} * sizeof(SmallGroup) +
           std::uint64_t{entry.scalar_count} * sizeof(SmallScalar) +
           std::uint64_t{entry.still_count} * sizeof(SmallStill) + entry.rest_count +
           std::uint64_t{entry.word_count} * sizeof(std::uint32_t);
}

}  // namespace motus

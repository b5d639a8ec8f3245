// SPDX-License-Identifier: MIT
#include <motus/clip/read_packed.h>

#include <motus/clip/read_clips.h>
#include <motus/core/assert.h>

#include <cmath>
#include <cstring>
#include <tuple>

namespace motus {
namespace {

constexpr std::uint32_t kNumbersPerLine = kPackedLine / 2;
constexpr double kSquare = static_cast<double>(kPackedLargest) * kPackedLargest;

bool is_finite(float value) noexcept {
    return std::fabs(value) <= kLargestNumber;
}

std::int64_t product(const std::int16_t* a, const std::int16_t* b) noexcept {
    return std::int64_t{a[0]} * b[0] + std::int64_t{a[1]} * b[1] + std::int64_t{a[16]} * b[16] +
           std::int64_t{a[17]} * b[17];
}

// Rotations of a line are of length 1, and no more than half a turn from those before: so what
// lies between two frames has a length.
bool check_rotations(const PackedLine& line, const PackedLine* before) noexcept {
    for (std::size_t i = 0; i < kPackedLanes; ++i) {
        const std::int16_t* q = line.numbers + 2 * i;
        const double square = static_cast<double>(product(q, q)) / kSquare;
        if (!(square > 0.98 && square < 1.02)) return false;
        if (before == nullptr) continue;
        const double side = static_cast<double>(product(q, before->numbers + 2 * i)) / kSquare;
        if (!(side > -0.05)) return false;
    }
    return true;
}

bool check_numbers(const PackedLine& line) noexcept {
    for (const std::int16_t number : line.numbers) {
        if (number < -kPackedLargest) return false;
    }
    return true;
}

bool check_plane(PackedPart part, std::uint32_t plane) noexcept {
    if (part == PackedPart::weight) return plane == 0;
    return part == PackedPart::joint && (plane < 3 || (plane >= 7 && plane < 10));
}

bool check_times(const PackedEntry& entry) noexcept {
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

bool check_channels(const PackedTable& table, const PackedEntry& entry) noexcept {
    const auto channels = table.channels.subspan(entry.channel_start, entry.channel_count);
    for (std::size_t i = 0; i < channels.size(); ++i) {
        const PackedChannel& c = channels[i];
        if (!check_plane(c.part, c.plane) || c.more > 1) return false;
        if (!is_finite(c.offset) || !is_finite(c.scale * kPackedUnit)) return false;
        if (i == 0) {
            if (c.more != 0) return false;
            continue;
        }
        const PackedChannel& b = channels[i - 1];
        if (!(std::tuple(b.part, b.index, b.plane, b.more) <
              std::tuple(c.part, c.index, c.plane, c.more))) {
            return false;
        }
        const bool same =
            std::tuple(b.part, b.index, b.plane) == std::tuple(c.part, c.index, c.plane);
        if (c.more != (same ? 1 : 0)) return false;
    }
    const auto constants = table.constants.subspan(entry.constant_start, entry.constant_count);
    for (std::size_t i = 0; i < constants.size(); ++i) {
        const PackedConstant& c = constants[i];
        if (!check_plane(c.part, c.plane) || !is_finite(c.value)) return false;
        if (i == 0) continue;
        const PackedConstant& b = constants[i - 1];
        if (!(std::tuple(b.part, b.index, b.plane) < std::tuple(c.part, c.index, c.plane))) {
            return false;
        }
    }
    return true;
}

bool check_lines(const PackedTable& table, const PackedEntry& entry) noexcept {
    const std::uint64_t channel_lines =
        (std::uint64_t{entry.channel_count} + kNumbersPerLine - 1) / kNumbersPerLine;
    if (entry.rotation_lines >= kPackedStill || entry.still_lines >= kPackedNone - kPackedStill ||
        entry.frame_lines != entry.rotation_lines + channel_lines ||
        (entry.frame_lines == 0) != (entry.frame_count == 0) ||
        std::uint64_t{entry.frame_lines} * entry.frame_count + entry.still_lines !=
            entry.line_count) {
        return false;
    }
    const PackedLine* lines = table.lines.data() + entry.line_start;
    for (std::uint32_t i = 0; i < entry.line_count; ++i) {
        if (!check_numbers(lines[i])) return false;
    }
    for (std::uint32_t f = 0; f < entry.frame_count; ++f) {
        const PackedLine* frame = lines + std::size_t{f} * entry.frame_lines;
        for (std::uint32_t r = 0; r < entry.rotation_lines; ++r) {
            const PackedLine* before = f == 0 ? nullptr : frame + r - entry.frame_lines;
            if (!check_rotations(frame[r], before)) return false;
        }
    }
    const PackedLine* still = lines + entry.line_count - entry.still_lines;
    for (std::uint32_t i = 0; i < entry.still_lines; ++i) {
        if (!check_rotations(still[i], nullptr)) return false;
    }
    return true;
}

bool check_groups(const PackedTable& table, const PackedEntry& entry) noexcept {
    for (const PackedGroup& group : table.groups.subspan(entry.group_start, entry.group_count)) {
        const std::uint32_t line = group.line;
        if (group.reserved != 0) return false;
        if (line == kPackedNone) {
            if (group.joints != 0) return false;
        } else if (line >= kPackedStill ? line - kPackedStill >= entry.still_lines
                                        : line >= entry.rotation_lines) {
            return false;
        }
    }
    return true;
}

}  // namespace

Status read_packed(const Container& container, PackedTable& out) noexcept {
    PackedTable table;
    if (read_section(container, SectionKind::clip_packed, table.clips) != Status::ok ||
        read_section(container, SectionKind::clip_groups, table.groups) != Status::ok ||
        read_section(container, SectionKind::clip_channels, table.channels) != Status::ok ||
        read_section(container, SectionKind::clip_constants, table.constants) != Status::ok ||
        read_section(container, SectionKind::clip_frames, table.lines) != Status::ok ||
        read_section(container, SectionKind::clip_space, table.space) != Status::ok) {
        return Status::bad_data;
    }
    TiledRanges groups, channels, constants, lines;
    for (const PackedEntry& entry : table.clips) {
        if (!groups.take(entry.group_start, entry.group_count, table.groups.size()) ||
            !channels.take(entry.channel_start, entry.channel_count, table.channels.size()) ||
            !constants.take(entry.constant_start, entry.constant_count, table.constants.size()) ||
            !lines.take(entry.line_start, entry.line_count, table.lines.size()) ||
            entry.relative > 1 || entry.reserved != 0 || !check_times(entry) ||
            !check_channels(table, entry) || !check_lines(table, entry) ||
            !check_groups(table, entry)) {
            return Status::bad_data;
        }
    }
    if (!groups.end(table.groups.size()) || !channels.end(table.channels.size()) ||
        !constants.end(table.constants.size()) || !lines.end(table.lines.size())) {
        return Status::bad_data;
    }
    out = table;
    return Status::ok;
}

bool check_packed(const PackedTable& table, std::uint32_t packed, std::uint32_t joint_limit,
                  std::uint32_t weight_limit) noexcept {
    const PackedEntry& entry = table.clips[packed];
    const auto inside = [&](PackedPart part, std::uint32_t index) {
        return index < (part == PackedPart::weight ? weight_limit : joint_limit);
    };
    for (const PackedChannel& c :
         table.channels.subspan(entry.channel_start, entry.channel_count)) {
        if (!inside(c.part, c.index)) return false;
    }
    for (const PackedConstant& c :
         table.constants.subspan(entry.constant_start, entry.constant_count)) {
        if (!inside(c.part, c.index)) return false;
    }
    for (std::uint32_t g = 0; g < entry.group_count; ++g) {
        const PackedGroup& group = table.groups[entry.group_start + g];
        const unsigned joints =
            group.joints | group.rest_translations | group.rest_rotations | group.rest_scales;
        const std::uint64_t first = std::uint64_t{g} * kPackedLanes;
        const unsigned free = first >= joint_limit ? 0 : joint_limit - static_cast<unsigned>(first);
        if (free < kPackedLanes && joints >> free != 0) return false;
    }
    return true;
}

bool check_space(std::span<const float> planes, std::uint32_t stride) noexcept {
    for (std::size_t side = 0; side < 2; ++side) {
        for (std::uint32_t j = 0; j < stride; ++j) {
            double square = 0.0;
            for (std::size_t c = 0; c < 4; ++c) {
                const auto v = static_cast<double>(planes[(side * 4 + c) * stride + j]);
                square += v * v;
            }
            if (!(std::fabs(square - 1.0) <= 1e-3)) return false;
        }
    }
    return true;
}

PackedClip packed_at(const PackedTable& table, std::uint32_t packed, const ConstSoaView& rest,
                     const float* space) noexcept {
    MOTUS_ASSERT(packed < table.clips.size());
    const PackedEntry& entry = table.clips[packed];
    PackedClip view;
    view.start = entry.start;
    view.frames_per_tick = entry.frames_per_tick;
    view.frame_count = entry.frame_count;
    view.frame_bytes = entry.frame_lines * kPackedLine;
    const PackedLine* lines = table.lines.data() + entry.line_start;
    if (entry.frame_count > 0) view.frames = lines->numbers;
    if (entry.still_lines > 0) {
        view.still = (lines + (entry.line_count - entry.still_lines))->numbers;
    }
    view.groups = table.groups.subspan(entry.group_start, entry.group_count);
    view.channels = table.channels.subspan(entry.channel_start, entry.channel_count);
    view.constants = table.constants.subspan(entry.constant_start, entry.constant_count);
    view.lines = entry.rotation_lines;
    view.rest = rest;
    if (entry.relative != 0) {
        const auto stride = static_cast<std::uint32_t>(rest.stride);
        view.space = {space, space + std::size_t{4} * stride, stride};
    }
    return view;
}

std::uint64_t packed_bytes(const PackedEntry& entry) noexcept {
    return sizeof(PackedEntry) + std::uint64_t{entry.group_count} * sizeof(PackedGroup) +
           std::uint64_t{entry.channel_count} * sizeof(PackedChannel) +
           std::uint64_t{entry.constant_count} * sizeof(PackedConstant) +
           std::uint64_t{entry.line_count} * kPackedLine;
}

}  // namespace motus

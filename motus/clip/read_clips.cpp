// SPDX-License-Identifier: MIT
#include <motus/clip/read_clips.h>
#include <motus/core/assert.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace motus {
namespace {

constexpr double kUnit = 1.1e-2;  // Of a length squared: what build_clip leaves, and rounding.
constexpr std::uint8_t kRootAxes = 6;

std::uint32_t values_per_key(const TrackRecord& track) noexcept {
    return track.interpolation == Interpolation::cubic_spline ? 3 * track.width : track.width;
}

bool check_keys(const Clip& clip, const TrackRecord& track) noexcept {
    Ticks before{-1};
    for (const Ticks time : clip.times.subspan(track.time_start, track.key_count)) {
        if (!(before < time && time <= kMaxClipTime)) return false;
        before = time;
    }
    const std::uint32_t per_key = values_per_key(track);
    const auto values =
        clip.values.subspan(track.value_start, std::size_t{track.key_count} * per_key);
    if (!std::all_of(values.begin(), values.end(),
                     [](float v) { return std::fabs(v) <= kLargestNumber; })) {
        return false;
    }
    if (track.kind != TrackKind::rotation) return true;
    const bool spline = per_key == 12;
    for (std::size_t k = spline ? 4 : 0; k < values.size(); k += per_key) {
        double square = 0.0;
        for (std::size_t c = 0; c < 4; ++c)
            square += static_cast<double>(values[k + c]) * values[k + c];
        // Splines are normalised after they are sampled.
        if (!(square > 0.0) || (!spline && !(std::fabs(square - 1.0) <= kUnit))) return false;
    }
    return true;
}

bool check_shape(const Clip& clip, const TrackRecord& track) noexcept {
    if (track.interpolation > Interpolation::cubic_spline || track.reserved != 0) return false;
    switch (track.kind) {
        case TrackKind::translation:
        case TrackKind::scale:
            if (track.width != 3) return false;
            break;
        case TrackKind::rotation:
            if (track.width != 4) return false;
            break;
        case TrackKind::weights:
            if (track.width == 0 || track.width > 0x0fffffffu) return false;
            break;
        default:
            return false;
    }
    const bool fits = track.kind == TrackKind::weights
                          ? in_range(track.target, track.width, clip.weight_limit)
                          : track.target < clip.joint_limit;
    return fits && track.key_count != 0;
}

// Tracks are sorted by (kind, interpolation, target). Walks the three runs of one kind together,
// by target, so that a property that has two tracks is seen without memory.
bool targets_are_apart(std::span<const TrackRecord> tracks, TrackKind kind) noexcept {
    const auto run = [&](Interpolation interpolation) {
        const auto range = std::equal_range(
            tracks.begin(), tracks.end(), TrackRecord{.kind = kind, .interpolation = interpolation},
            [](const TrackRecord& a, const TrackRecord& b) {
                return std::tuple(a.kind, a.interpolation) < std::tuple(b.kind, b.interpolation);
            });
        return std::span<const TrackRecord>(range.first, range.second);
    };
    std::span<const TrackRecord> runs[] = {run(Interpolation::step), run(Interpolation::linear),
                                           run(Interpolation::cubic_spline)};
    std::uint64_t end = 0;
    for (;;) {
        std::span<const TrackRecord>* next = nullptr;
        for (auto& candidate : runs) {
            if (candidate.empty()) continue;
            if (next == nullptr || candidate.front().target < next->front().target) {
                next = &candidate;
            }
        }
        if (next == nullptr) return true;
        const TrackRecord& track = next->front();
        if (track.target < end) return false;
        end = std::uint64_t{track.target} + (kind == TrackKind::weights ? track.width : 1);
        *next = next->subspan(1);
    }
}

bool check_exact(const Clip& clip) noexcept {
    TiledRanges times, values;
    for (std::size_t i = 0; i < clip.tracks.size(); ++i) {
        const TrackRecord& b = clip.tracks[i];
        if (!check_shape(clip, b)) return false;
        const std::uint64_t floats = std::uint64_t{b.key_count} * values_per_key(b);
        if (floats > clip.values.size() ||
            !times.take(b.time_start, b.key_count, clip.times.size()) ||
            !values.take(b.value_start, static_cast<std::uint32_t>(floats), clip.values.size())) {
            return false;
        }
        if (!check_keys(clip, b)) return false;
        if (i == 0) continue;
        const TrackRecord& a = clip.tracks[i - 1];
        if (!(std::tuple(a.kind, a.interpolation, a.target) <
              std::tuple(b.kind, b.interpolation, b.target))) {
            return false;
        }
    }
    if (!times.end(clip.times.size()) || !values.end(clip.values.size())) return false;
    for (const TrackKind kind :
         {TrackKind::translation, TrackKind::rotation, TrackKind::scale, TrackKind::weights}) {
        if (!targets_are_apart(clip.tracks, kind)) return false;
    }
    return true;
}

bool check_clip(const ClipTable& table, const ClipEntry& entry) noexcept {
    if (!(entry.duration >= Ticks{} && entry.duration <= kMaxClipTime)) return false;
    if (!(entry.additive_time >= Ticks{} && entry.additive_time <= kMaxClipTime)) return false;
    if (entry.additive_clip != kNoClip && entry.additive_clip >= table.clips.size()) return false;
    if (entry.loops > 1 || entry.root_motion > 1 || entry.root_axes >= kRootAxes) return false;
    return true;
}

// Packed clips stand in the order of clips.
struct PackedCount {
    std::uint32_t fast = 0, small = 0;

    bool check(const ClipTable& table, const ClipEntry& entry) noexcept {
        switch (entry.kind) {
            case ClipKind::fast:
                return entry.packed == fast && fast++ < table.packed.clips.size() &&
                       check_packed(table.packed, entry.packed, entry.joint_limit,
                                    entry.weight_limit);
            case ClipKind::small:
                return entry.packed == small && small++ < table.small.clips.size() &&
                       check_small(table.small, entry.packed, entry.joint_limit,
                                   entry.weight_limit);
            case ClipKind::exact:
                return entry.packed == 0xffffffffu;
        }
        return false;
    }
};

}  // namespace

Status read_clips(const Container& container, ClipTable& out) noexcept {
    ClipTable table;
    if (read_section(container, SectionKind::clips, table.clips) != Status::ok ||
        read_section(container, SectionKind::clip_tracks, table.tracks) != Status::ok ||
        read_section(container, SectionKind::clip_times, table.times) != Status::ok ||
        read_section(container, SectionKind::clip_values, table.values) != Status::ok ||
        read_packed(container, table.packed) != Status::ok ||
        read_small(container, table.small) != Status::ok) {
        return Status::bad_data;
    }
    TiledRanges tracks, times, values;
    PackedCount packed;
    for (std::uint32_t i = 0; i < table.clips.size(); ++i) {
        const ClipEntry& entry = table.clips[i];
        if (!check_clip(table, entry) ||
            !tracks.take(entry.track_start, entry.track_count, table.tracks.size()) ||
            !times.take(entry.time_start, entry.time_count, table.times.size()) ||
            !values.take(entry.value_start, entry.value_count, table.values.size()) ||
            !check_exact(clip_at(table, i)) || !packed.check(table, entry)) {
            return Status::bad_data;
        }
    }
    if (packed.fast != table.packed.clips.size() || packed.small != table.small.clips.size()) {
        return Status::bad_data;
    }
    if (!tracks.end(table.tracks.size()) || !times.end(table.times.size()) ||
        !values.end(table.values.size())) {
        return Status::bad_data;
    }
    out = table;
    return Status::ok;
}

Clip clip_at(const ClipTable& table, std::uint32_t clip) noexcept {
    MOTUS_ASSERT(clip < table.clips.size());
    const ClipEntry& entry = table.clips[clip];
    Clip view;
    view.duration = entry.duration;
    view.tracks = table.tracks.subspan(entry.track_start, entry.track_count);
    view.times = table.times.subspan(entry.time_start, entry.time_count);
    view.values = table.values.subspan(entry.value_start, entry.value_count);
    view.joint_limit = entry.joint_limit;
    view.weight_limit = entry.weight_limit;
    return view;
}

}  // namespace motus

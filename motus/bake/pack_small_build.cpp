// SPDX-License-Identifier: MIT
#include <motus/bake/pack_small.h>

#include <motus/clip/read_small.h>
#include <motus/clip/small.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace motus {
namespace {

// Frames of the authored rate for one of the clip, at most.
constexpr std::uint32_t kSparsest = 64;

std::uint8_t plane_of(TrackKind kind, std::uint32_t component) {
    if (kind == TrackKind::weights) return kSmallWeight;
    return static_cast<std::uint8_t>((kind == TrackKind::translation ? 0 : 7) + component);
}

/// Eight streams of bits, side by side.
class Rows {
  public:
    void put(std::uint32_t lane, std::uint32_t position, std::uint32_t width, std::int32_t amount) {
        const std::uint64_t bits =
            static_cast<std::uint32_t>(amount) & ((std::uint64_t{1} << width) - 1);
        const std::size_t row = position / 32;
        if (words.size() < (row + 2) * kSmallLanes) words.resize((row + 2) * kSmallLanes);
        const std::uint64_t shifted = bits << position % 32;
        words[row * kSmallLanes + lane] |= static_cast<std::uint32_t>(shifted);
        words[(row + 1) * kSmallLanes + lane] |= static_cast<std::uint32_t>(shifted >> 32);
    }
    std::vector<std::uint32_t> words;
};

}  // namespace

Result<SmallClipBuffer> SmallPacker::build() const {
    SmallClipBuffer out;
    out.small_ = std::make_unique<SmallClip>();
    SmallClip& small = *out.small_;
    small.start = grid_.start;
    small.frames_per_tick = grid_.step > 0.0 ? 1.0 / grid_.step : 0.0;
    small.segment_frames = length_;
    small.frame_count = tracks_.empty() ? 0 : grid_.frames;
    for (std::size_t i = 0, lane = 0; i < tracks_.size(); ++i, ++lane) {
        const SmallTrack& track = tracks_[i];
        if (track.kind != TrackKind::rotation) break;
        if (i == 0 || lane == kSmallLanes || track.curves != tracks_[i - 1].curves) {
            SmallGroup& fresh = out.groups_.emplace_back();
            lane = 0;
            small.narrow += track.curves == 3 ? 1 : 0;
            // Empty lanes hold what is a rotation too.
            for (std::size_t l = 0; l < kSmallLanes; ++l) {
                fresh.joints[l] = kSmallNone;
                fresh.left[3][l] = fresh.right[3][l] = 127;
            }
        }
        SmallGroup& group = out.groups_.back();
        group.joints[lane] = static_cast<std::uint16_t>(track.joint);
        group.steps[lane] = static_cast<std::uint8_t>(track.code);
        for (std::size_t c = 0; c < 4; ++c) {
            group.left[c][lane] = track.left_bits[c];
            group.right[c][lane] = track.right_bits[c];
        }
    }
    for (const SmallTrack& track : tracks_) {
        if (track.kind == TrackKind::rotation) continue;
        for (std::uint32_t c = 0; c < track.curves; ++c) {
            const std::uint32_t index = track.joint + (track.kind == TrackKind::weights ? c : 0);
            out.scalars_.push_back({static_cast<std::uint16_t>(index), plane_of(track.kind, c),
                                    static_cast<std::uint8_t>(track.code), track.middle[c]});
        }
    }
    small.moving = static_cast<std::uint32_t>(out.scalars_.size());

    const std::vector<SmallCurves> groups = curve_groups();
    std::vector<std::uint32_t> segments, widths;
    Rows rows;
    std::uint32_t row = 0, end = 0;
    for (std::uint32_t s = 0; s < segments_ && !groups.empty(); ++s) {
        segments.push_back(row | fine_[s] << 24);
        std::uint32_t position = row * 32;
        for (const SmallCurves& group : groups) {
            const std::uint32_t word = widths_of(group, s), n = frames_of(s);
            widths.push_back(word);
            for (std::uint32_t b = 0; b < kSmallBands && kSmallBand[b] < n; ++b) {
                const std::uint32_t width = small_width(word, b);
                for (std::uint32_t k = kSmallBand[b];
                     width != 0 && k < std::min(kSmallBand[b + 1], n); ++k) {
                    for (std::uint32_t lane = 0; lane < kSmallLanes; ++lane) {
                        if (group[lane] == nullptr) continue;
                        rows.put(lane, position, width, (*group[lane])[s * length_ + k]);
                    }
                    position += width;
                }
            }
        }
        if (position > row * 32) end = position / 32 + 2;
        row = (position + 31) / 32;
        if (row >= 1u << 24) return Error{"pack-size", "clip", "the clip is too long"};
    }
    if (!groups.empty()) rows.words.resize(std::size_t{end} * kSmallLanes);
    out.words_ = std::move(segments);
    const std::size_t widths_at = out.words_.size();
    out.words_.insert(out.words_.end(), widths.begin(), widths.end());
    const std::size_t rows_at = out.words_.size();
    out.words_.insert(out.words_.end(), rows.words.begin(), rows.words.end());
    small.segments = out.words_.data();
    small.widths = out.words_.data() + widths_at;
    small.rows = out.words_.data() + rows_at;

    std::vector<TrackDesc> kept;
    out.rests_.assign(std::size_t{3} * ((skeleton_.joint_count() + 7) / 8), 0);
    for (std::size_t i = 0; i < source_.tracks.size(); ++i) {
        const TrackRecord& t = source_.tracks[i];
        if (ways_[i] == TrackWay::rest) {
            const std::size_t part = static_cast<std::size_t>(t.kind);
            out.rests_[t.target / 8 * 3 + part] |= static_cast<std::uint8_t>(1u << t.target % 8);
        } else if (ways_[i] == TrackWay::constant) {
            std::vector<double> value(t.width);
            sample_curve(source_, t, {}, value.data());
            if (t.kind == TrackKind::rotation) {
                SmallStill still{static_cast<std::uint16_t>(t.target), {}};
                for (std::size_t c = 0; c < 4; ++c)
                    still.rotation[c] =
                        static_cast<std::int16_t>(std::floor(value[c] * 32767 + 0.5));
                out.stills_.push_back(still);
                continue;
            }
            for (std::uint32_t c = 0; c < t.width; ++c) {
                const std::uint32_t index = t.target + (t.kind == TrackKind::weights ? c : 0);
                out.scalars_.push_back({static_cast<std::uint16_t>(index), plane_of(t.kind, c), 0,
                                        static_cast<float>(value[c])});
            }
        } else if (ways_[i] == TrackWay::exact) {
            const std::size_t per_key =
                (t.interpolation == Interpolation::cubic_spline ? 3u : 1u) * t.width;
            kept.push_back({t.kind, t.interpolation, t.target, t.width,
                            source_.times.subspan(t.time_start, t.key_count),
                            source_.values.subspan(t.value_start, t.key_count * per_key)});
        }
    }
    while (!out.rests_.empty() && out.rests_.back() == 0)
        out.rests_.pop_back();
    if (!kept.empty()) {
        Result<ClipBuffer> exact = build_clip(kept, source_.duration);
        if (!exact) return exact.error();
        out.exact_.emplace(std::move(*exact));
    }
    small.groups = out.groups_;
    small.scalars = out.scalars_;
    small.stills = out.stills_;
    small.rests = out.rests_;
    small.rest = skeleton_.rest;
    out.packed_ = std::make_unique<PackedClip>();
    out.packed_->small = out.small_.get();
    out.packed_->rest = skeleton_.rest;
    out.duration_ = source_.duration;
    out.joint_limit_ = source_.joint_limit;
    out.weight_limit_ = source_.weight_limit;
    return out;
}

Clip SmallClipBuffer::view() const noexcept {
    Clip clip;
    if (exact_) clip = exact_->view();
    clip.duration = duration_;
    clip.joint_limit = joint_limit_;
    clip.weight_limit = weight_limit_;
    clip.packed = packed_.get();
    return clip;
}

std::size_t SmallClipBuffer::bytes() const noexcept {
    return sizeof(SmallEntry) + small_->groups.size_bytes() + small_->scalars.size_bytes() +
           small_->stills.size_bytes() + small_->rests.size_bytes() +
           words_.size() * sizeof(std::uint32_t) + (exact_ ? exact_bytes(exact_->view()) : 0);
}

std::uint32_t SmallClipBuffer::exact_tracks() const noexcept {
    return exact_ ? static_cast<std::uint32_t>(exact_->view().tracks.size()) : 0;
}

Result<SmallClipBuffer> SmallClipBuffer::pack_with(const Skeleton& skeleton, const Clip& source,
                                                   const PackSettings& local, double part,
                                                   double still, std::span<const SmallCut> cuts,
                                                   bool& overflowed) {
    const SmallWays tracks(skeleton, source, local.error, still);
    const FrameGrid authored = find_grid(source);
    std::optional<SmallClipBuffer> best;
    std::optional<Error> fault;
    // Whether there is nothing more to be tried on the grid.
    const auto attempt_cut = [&](const FrameGrid& grid, const std::vector<TrackWay>& ways,
                                 const SmallCut& cut) {
        SmallPacker packer(skeleton, source, local, grid, ways, cut);
        bool found = packer.search();
        while (found) {
            Result<SmallClipBuffer> built = packer.build();
            if (!built) {
                fault = built.error();
                return true;
            }
            // Curves bend between the times that steps were searched with: look closer.
            ErrorSettings closer = local.error;
            closer.between = std::max(closer.between, 7u);
            const Result<ErrorReport> report =
                measure_error(skeleton, source, built->view(), closer);
            if (!report) {
                fault = report.error();
                return true;
            }
            built->error_ = *report;
            if (report->held(local.error)) {
                if (!best || built->bytes() < best->bytes()) best.emplace(std::move(*built));
                return true;
            }
            found = packer.refine(
                std::max(report->worst, report->weight_max / local.error.weight_bound));
        }
        overflowed = overflowed || packer.overflowed();
        return !packer.overflowed();
    };
    const auto attempt = [&](const FrameGrid& grid, const std::vector<TrackWay>& ways) {
        for (const SmallCut& cut : cuts) {
            if (fault || attempt_cut(grid, ways, cut)) return;
        }
    };
    const auto at_rate = [&](double parts) {
        FrameGrid grid = authored;
        grid.frames = static_cast<std::uint32_t>((authored.frames - 1) * parts + 0.5) + 1;
        grid.step = authored.step / parts;
        return grid;
    };
    const auto keeps = [](const std::vector<TrackWay>& ways) {
        return std::find(ways.begin(), ways.end(), TrackWay::exact) != ways.end();
    };
    const std::vector<TrackWay> ways = tracks.find(authored, part);
    attempt(authored, ways);
    if (keeps(ways)) {
        const FrameGrid fine = authored.even ? FrameGrid{} : find_fine_grid(source);
        if (fine.even && fine.frames > 1) attempt(fine, tracks.find(fine, part));
        for (const double parts : {2.0, 4.0}) {
            if (best && best->exact_tracks() == 0) break;
            if ((authored.frames - 1) * parts >= 65536.0) break;
            attempt(at_rate(parts), tracks.find(at_rate(parts), part));
        }
    } else {
        // Keys every so many frames, straight between them: no other frames are needed.
        for (std::uint32_t each = std::min(authored.frames - 1, kSparsest); each > 1; --each) {
            if ((authored.frames - 1) % each != 0) continue;
            const std::vector<TrackWay> fewer = tracks.find(at_rate(1.0 / each), part);
            if (keeps(fewer)) continue;
            attempt(at_rate(1.0 / each), fewer);
            break;
        }
    }
    if (fault) return *fault;
    if (!best) return Error{"pack-bound", "clip", "steps that hold the bound were not found"};
    return std::move(*best);
}

Result<SmallClipBuffer> pack_small(const Skeleton& skeleton, const Clip& source,
                                   const PackSettings& settings) {
    if (source.packed != nullptr) return Error{"pack-twice", "clip", "the clip is packed already"};
    if (source.joint_limit > skeleton.joint_count() ||
        source.weight_limit > skeleton.rest_weights.size()) {
        return Error{"pack-skeleton", "clip",
                     "the clip animates joints the skeleton does not have"};
    }
    if (skeleton.joint_count() >= kSmallNone || skeleton.rest_weights.size() >= kSmallNone) {
        return Error{"pack-size", "clip", "the rig has too many joints for small clips"};
    }
    const PackSettings local{settings.error, {}, settings.watch};
    // A part of the bound is for what frames cannot follow, the rest is left for the steps of
    // amounts. What moves next to nothing stands still, unless too much comes together.
    constexpr double kParts[][2] = {{0.7, 0.03}, {0.7, 0.001}, {0.3, 0.001}};
    Error fault{"pack-bound", "clip", "steps that hold the bound were not found"};
    // Amounts of all but the two slowest waves have 15 bits: a fine step of a wide movement needs
    // more. Then that movement keeps a coarser step than others; short segments have less of such
    // waves, those of two frames none.
    constexpr SmallCut kUsual[] = {{}};
    constexpr SmallCut kOthers[] = {{kSmallFrames, true}, {4, true}, {2, true}};
    for (const std::span<const SmallCut> cuts :
         {std::span<const SmallCut>(kUsual), std::span<const SmallCut>(kOthers)}) {
        bool overflowed = false;
        for (const auto& [part, still] : kParts) {
            Result<SmallClipBuffer> made =
                SmallClipBuffer::pack_with(skeleton, source, local, part, still, cuts, overflowed);
            // A search that was broken off may have found something, but not what it would have.
            if (settings.cancelled()) return Error{kPackCancelled, "clip", "packing was cancelled"};
            if (made) return made;
            fault = made.error();
        }
        if (!overflowed) break;
    }
    return fault;
}

}  // namespace motus

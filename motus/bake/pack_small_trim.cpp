// SPDX-License-Identifier: MIT
#include <motus/bake/pack_small.h>

#include <motus/clip/small.h>

#include <algorithm>
#include <utility>

namespace motus {
namespace {

// Joints at a time that trimming may look at: a second or two.
constexpr std::uint64_t kMostTrimWork = 12'000'000;

std::uint32_t bits_of(std::int32_t amount) {
    if (amount == 0) return 0;
    const auto positive = static_cast<std::uint32_t>(amount < 0 ? ~amount : amount);
    std::uint32_t bits = 1;
    while (positive >> (bits - 1) != 0)
        ++bits;
    return bits;
}

// Bits that each track alone needs of each curve, segment and band, and bits that a group of them
// takes in a lane.
struct Needs {
    std::vector<std::vector<std::uint8_t>> bits;
    std::vector<std::uint8_t> lengths;

    [[nodiscard]] std::uint64_t of_group(std::span<const std::size_t> order, std::size_t from,
                                         std::size_t to) const {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            std::uint32_t most = 0;
            for (std::size_t t = from; t < to; ++t)
                most = std::max<std::uint32_t>(most, bits[order[t]][i]);
            sum += std::uint64_t{most} * lengths[i];
        }
        return sum;
    }
};

}  // namespace

// Rotations that need bits in the same places share a group: exchanges them as long as that saves.
void SmallPacker::regroup() {
    std::size_t first = 0;
    while (first < tracks_.size() && tracks_[first].kind == TrackKind::rotation) {
        const std::uint32_t curves = tracks_[first].curves;
        std::size_t end = first;
        while (end < tracks_.size() && tracks_[end].kind == TrackKind::rotation &&
               tracks_[end].curves == curves) {
            ++end;
        }
        Needs needs;
        needs.bits.resize(end - first);
        for (std::uint32_t c = 0; c < curves; ++c) {
            for (std::uint32_t s = 0; s < segments_; ++s) {
                const std::uint32_t n = frames_of(s);
                for (std::uint32_t b = 0; b < kSmallBands && kSmallBand[b] < n; ++b) {
                    const std::uint32_t last = std::min(kSmallBand[b + 1], n);
                    needs.lengths.push_back(static_cast<std::uint8_t>(last - kSmallBand[b]));
                    for (std::size_t t = first; t < end; ++t) {
                        std::uint32_t most = 0;
                        for (std::uint32_t k = kSmallBand[b]; k < last; ++k)
                            most = std::max(most, bits_of(tracks_[t].amounts[c][s * length_ + k]));
                        needs.bits[t - first].push_back(static_cast<std::uint8_t>(most));
                    }
                }
            }
        }
        std::vector<std::size_t> order(end - first);
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        const auto cost = [&](std::size_t lane) {
            const std::size_t from = lane / kSmallLanes * kSmallLanes;
            return needs.of_group(order, from, std::min(from + kSmallLanes, order.size()));
        };
        // 100 x 100 tracks at most: more of them are alike anyway.
        bool better = true;
        for (int sweep = 0; sweep < 8 && better && order.size() <= 100; ++sweep) {
            better = false;
            for (std::size_t i = 0; i < order.size(); ++i) {
                for (std::size_t k = (i / kSmallLanes + 1) * kSmallLanes; k < order.size(); ++k) {
                    const std::uint64_t before = cost(i) + cost(k);
                    std::swap(order[i], order[k]);
                    if (cost(i) + cost(k) < before) {
                        better = true;
                    } else {
                        std::swap(order[i], order[k]);
                    }
                }
            }
        }
        std::vector<SmallTrack> sorted;
        for (const std::size_t i : order)
            sorted.push_back(std::move(tracks_[first + i]));
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            track_of_joint_[sorted[i].joint] = static_cast<std::int32_t>(first + i);
            tracks_[first + i] = std::move(sorted[i]);
        }
        first = end;
    }
}

// Takes bits from bands as long as the bound holds: what does not fit any more is cut, and joints
// further down are aimed anew.
void SmallPacker::trim() {
    struct Place {
        std::size_t group;
        std::uint32_t segment, band, length;
    };
    const auto curves_of = [&](std::size_t group) {
        std::vector<std::pair<SmallTrack*, std::uint32_t>> out;
        const SmallCurves curves = curve_groups()[group];
        for (SmallTrack& track : tracks_) {
            for (std::uint32_t c = 0; c < track.curves; ++c) {
                if (std::find(curves.begin(), curves.end(), &track.amounts[c]) != curves.end()) {
                    out.emplace_back(&track, c);
                }
            }
        }
        return out;
    };
    std::vector<Place> places;
    const std::size_t groups = curve_groups().size();
    std::vector<std::vector<std::pair<SmallTrack*, std::uint32_t>>> members;
    for (std::size_t g = 0; g < groups; ++g) {
        members.push_back(curves_of(g));
        for (std::uint32_t s = 0; s < segments_; ++s) {
            const std::uint32_t n = frames_of(s);
            for (std::uint32_t b = 0; b < kSmallBands && kSmallBand[b] < n; ++b)
                places.push_back({g, s, b, std::min(kSmallBand[b + 1], n) - kSmallBand[b]});
        }
    }
    std::stable_sort(places.begin(), places.end(),
                     [](const Place& a, const Place& b) { return a.length > b.length; });
    for (SmallTrack& track : tracks_)
        track.caps.assign(track.curves,
                          std::vector<std::uint8_t>(std::size_t{segments_} * kSmallBands, 255));
    const std::uint64_t end = work_ + kMostTrimWork;
    const auto again = [&](std::uint32_t s) {
        const bool fits = encode(s);
        measure(s);
        if (s > 0) measure(s - 1);
        return fits && worst_[s] <= limit_ && (s == 0 || worst_[s - 1] <= limit_);
    };
    for (int sweep = 0; sweep < 3; ++sweep) {
        bool better = false;
        for (const Place& place : places) {
            if (settings_.cancelled()) return;
            const std::size_t at = std::size_t{place.segment} * kSmallBands + place.band;
            while (work_ < end) {
                const std::uint32_t width =
                    small_width(widths_of(curve_groups()[place.group], place.segment), place.band);
                if (width == 0) break;
                const std::uint8_t before =
                    members[place.group][0].first->caps[members[place.group][0].second][at];
                const auto cap = [&](std::uint8_t bits) {
                    for (const auto& [track, c] : members[place.group])
                        track->caps[c][at] = bits;
                };
                cap(static_cast<std::uint8_t>(width - 1));
                if (again(place.segment)) {
                    better = true;
                    continue;
                }
                cap(before);
                (void)again(place.segment);
                break;
            }
        }
        if (!better || work_ >= end) break;
    }
}

}  // namespace motus

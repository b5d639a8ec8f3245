// SPDX-License-Identifier: MIT
#include <motus/bake/pack_small.h>

#include <motus/clip/small.h>

#include <algorithm>
#include <cmath>

namespace motus {
namespace {

constexpr std::uint32_t kFinest = 60;
// Joints at a time that a search may look at: a second or two.
constexpr std::uint64_t kMostSearchWork = 6'000'000;

double vertex_error(const float* a, const std::array<double, 12>& b, double reach) {
    double worst = 0.0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const double side : {reach, -reach}) {
            double sum = 0.0;
            for (std::size_t r = 0; r < 12; r += 4) {
                const double d = (static_cast<double>(a[r + axis]) - b[r + axis]) * side +
                                 (static_cast<double>(a[r + 3]) - b[r + 3]);
                sum += d * d;
            }
            if (!(sum <= worst)) worst = sum;
        }
    }
    return std::sqrt(worst);
}

}  // namespace

// The error of a segment, from its first frame up to that of the next.
void SmallPacker::measure(std::uint32_t segment) {
    const std::uint32_t joints = skeleton_.joint_count();
    const std::uint32_t first = segment * length_;
    const std::uint32_t end = first + frames_of(segment);
    double worst = 0.0;
    const auto see = [&](double part) {
        if (!(part <= worst)) worst = std::isfinite(part) ? part : 1e30;
    };
    std::vector<std::array<double, 12>> model;
    CurvePose pose = got_[first];
    for (std::uint32_t f = first; f < end; ++f) {
        const std::uint32_t next = std::min(f + 1, grid_.frames - 1);
        for (std::uint32_t quarter = 0; quarter < (next == f ? 1u : 4u); ++quarter) {
            const double part = 0.25 * quarter;
            for (std::uint32_t j = 0; j < joints; ++j)
                pose.joints[j] = mix_frames(got_[f].joints[j], got_[next].joints[j], part);
            for (const SmallKept& kept : kept_) {
                const TrackRecord& track = source_.tracks[kept.track];
                CurveTransform& to = pose.joints[track.target];
                const double* from =
                    kept.values.data() + std::size_t{4 * f + quarter} * track.width;
                std::copy(from, from + track.width,
                          track.kind == TrackKind::rotation      ? to.rotation.data()
                          : track.kind == TrackKind::translation ? to.translation.data()
                                                                 : to.scale.data());
            }
            model_of(skeleton_, pose, model);
            const float* wanted = models_.data() + std::size_t{4 * f + quarter} * joints * 12;
            for (std::uint32_t j = 0; j < joints; ++j) {
                see(vertex_error(wanted + 12 * j, model[j], reach_[j]) /
                    settings_.error.bound_of(j));
            }
        }
        for (std::size_t w = 0; w < got_[f].weights.size(); ++w) {
            see(std::fabs(got_[f].weights[w] - wanted_[f].weights[w]) /
                settings_.error.weight_bound);
        }
        work_ += 5 * joints;
    }
    worst_[segment] = worst;
}

bool SmallPacker::stretch() {
    overflowed_ = true;
    bool coarser = false;
    for (SmallTrack& track : tracks_) {
        const std::int32_t most = track.kind == TrackKind::rotation ? 78 : 120;
        if (cut_.stretch && track.over && track.code < most) {
            ++track.code;
            coarser = true;
        }
        track.over = false;
    }
    stale_.assign(segments_, true);
    return coarser;
}

// Makes segments finer until each holds the bound. Encodes what is stale.
bool SmallPacker::fit() {
    worst_.resize(segments_);
    for (;;) {
        if (settings_.cancelled()) return false;
        std::vector<bool> look(segments_, false);
        for (std::uint32_t s = 0; s < segments_; ++s) {
            if (!stale_[s]) continue;
            while (!encode(s)) {
                if (!stretch()) return false;
                s = 0;
            }
            look[s] = true;
            if (s > 0) look[s - 1] = true;
        }
        bool held = true;
        for (std::uint32_t s = 0; s < segments_; ++s) {
            if (look[s]) measure(s);
            if (worst_[s] <= limit_) continue;
            held = false;
            fine_[s] += worst_[s] > 2.0 ? 2 : 1;
            stale_[s] = true;
            if (fine_[s] > kFinest) return false;
        }
        if (held) return true;
    }
}

std::vector<SmallCurves> SmallPacker::curve_groups() const {
    std::vector<SmallCurves> out;
    std::size_t first = 0;
    while (first < tracks_.size() && tracks_[first].kind == TrackKind::rotation) {
        const std::uint32_t curves = tracks_[first].curves;
        std::size_t end = first;
        while (end < tracks_.size() && end - first < kSmallLanes &&
               tracks_[end].kind == TrackKind::rotation && tracks_[end].curves == curves) {
            ++end;
        }
        for (std::uint32_t c = 0; c < curves; ++c) {
            SmallCurves& group = out.emplace_back();
            for (std::size_t i = first; i < end; ++i)
                group[i - first] = &tracks_[i].amounts[c];
        }
        first = end;
    }
    std::size_t lane = 0;
    for (; first < tracks_.size(); ++first) {
        for (const auto& amounts : tracks_[first].amounts) {
            if (lane % kSmallLanes == 0) out.emplace_back();
            out.back()[lane++ % kSmallLanes] = &amounts;
        }
    }
    return out;
}

std::uint32_t SmallPacker::widths_of(const SmallCurves& group, std::uint32_t segment) const {
    const std::uint32_t n = frames_of(segment), first = segment * length_;
    std::uint32_t word = 0;
    for (std::uint32_t b = 0; b < kSmallBands && kSmallBand[b] < n; ++b) {
        std::uint32_t width = 0;
        for (const auto* amounts : group) {
            for (std::uint32_t k = kSmallBand[b];
                 amounts != nullptr && k < std::min(kSmallBand[b + 1], n); ++k) {
                const std::int32_t amount = (*amounts)[first + k];
                const std::uint32_t positive =
                    static_cast<std::uint32_t>(amount < 0 ? ~amount : amount);
                std::uint32_t need = amount == 0 ? 0 : 1;
                while (amount != 0 && positive >> (need - 1) != 0)
                    ++need;
                width = std::max(width, need);
            }
        }
        word |= width << (b < 2 ? 5 * b : 2 + 4 * b);
    }
    return word;
}

std::uint64_t SmallPacker::bits() const {
    std::uint64_t sum = 0;
    for (const SmallCurves& group : curve_groups()) {
        for (std::uint32_t s = 0; s < segments_; ++s) {
            const std::uint32_t word = widths_of(group, s), n = frames_of(s);
            for (std::uint32_t b = 0; b < kSmallBands && kSmallBand[b] < n; ++b)
                sum += small_width(word, b) * (std::min(kSmallBand[b + 1], n) - kSmallBand[b]);
        }
    }
    return sum;
}

bool SmallPacker::search() {
    if (tracks_.empty()) return true;
    if (!fit()) return false;
    regroup();
    std::uint64_t best = bits();
    // Tries other steps for some tracks; keeps them where they save bits.
    const auto attempt = [&](std::size_t from, std::size_t to, std::int32_t change,
                             std::uint32_t relax) {
        const std::vector<std::uint32_t> fine = fine_;
        std::vector<std::int32_t> codes;
        for (const SmallTrack& track : tracks_)
            codes.push_back(track.code);
        for (std::size_t i = from; i < to; ++i) {
            const std::int32_t most = tracks_[i].kind == TrackKind::rotation ? 78 : 120;
            tracks_[i].code = std::clamp(tracks_[i].code + change, 0, most);
        }
        for (std::uint32_t& f : fine_)
            f -= std::min(f, relax);
        stale_.assign(segments_, true);
        if (fit()) {
            const std::uint64_t now = bits();
            if (now < best) {
                best = now;
                return true;
            }
        }
        fine_ = fine;
        for (std::size_t i = 0; i < tracks_.size(); ++i)
            tracks_[i].code = codes[i];
        stale_.assign(segments_, true);
        return false;
    };
    while (work_ < kMostSearchWork && attempt(0, tracks_.size(), 2, 2)) {
    }
    for (int sweep = 0; sweep < 3; ++sweep) {
        bool better = false;
        for (std::size_t i = 0; i < tracks_.size() && work_ < kMostSearchWork; ++i) {
            if (attempt(i, i + 1, 1, 0)) {
                better = true;
                while (work_ < kMostSearchWork && attempt(i, i + 1, 1, 0)) {
                }
            } else if (work_ < kMostSearchWork && attempt(i, i + 1, -1, 1)) {
                better = true;
            }
        }
        if (!better) break;
    }
    if (!fit()) return false;
    regroup();
    trim();
    return fit();
}

bool SmallPacker::refine(double worst) {
    limit_ *= std::clamp(0.998 / worst, 0.9, 0.995);
    if (!(limit_ > 0.5)) return false;
    for (SmallTrack& track : tracks_)
        track.caps.clear();
    stale_.assign(segments_, true);
    if (!fit()) return false;
    trim();
    return true;
}

}  // namespace motus

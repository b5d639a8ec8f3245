// SPDX-License-Identifier: MIT
#include <motus/bake/pack_small.h>

#include <algorithm>
#include <cmath>

namespace motus {
namespace {

// Not std::hypot: what it rounds to is the library's.
double length_of(double x, double y, double z) {
    return std::sqrt(x * x + y * y + z * z);
}

double distance(const std::array<double, 12>& a, const std::array<double, 12>& b) {
    return length_of(a[3] - b[3], a[7] - b[7], a[11] - b[11]);
}

double* part_of(CurvePose& pose, const TrackRecord& track) {
    CurveTransform& to = pose.joints[track.target];
    return track.kind == TrackKind::rotation      ? to.rotation.data()
           : track.kind == TrackKind::translation ? to.translation.data()
                                                  : to.scale.data();
}

Ticks time_of(const FrameGrid& grid, double frame) {
    return {grid.start.value + static_cast<std::int64_t>(frame * grid.step + 0.5)};
}

// The frame at or before a time, and how far it is to the next.
std::pair<std::uint32_t, double> place_of(const FrameGrid& grid, Ticks time) {
    const double at = std::clamp(static_cast<double>((time - grid.start).value) / grid.step, 0.0,
                                 static_cast<double>(grid.frames - 1));
    const auto frame = std::min(static_cast<std::uint32_t>(at), grid.frames - 2);
    return {frame, at - frame};
}

// Every key, every frame, and three times between any two that are not the same but for rounding.
std::vector<Ticks> times_of(const Clip& source, const FrameGrid& grid) {
    std::vector<Ticks> marks{{}, source.duration};
    for (const TrackRecord& track : source.tracks) {
        const auto keys = source.times.subspan(track.time_start, track.key_count);
        marks.insert(marks.end(), keys.begin(), keys.end());
    }
    for (std::uint32_t f = 0; f < grid.frames; ++f)
        marks.push_back(time_of(grid, f));
    std::sort(marks.begin(), marks.end());
    std::vector<Ticks> out{marks.front()};
    for (const Ticks mark : marks) {
        const Ticks last = out.back();
        if (static_cast<double>((mark - last).value) < 0.001 * grid.step) continue;
        for (std::int64_t k = 1; k < 4; ++k)
            out.push_back({last.value + (mark - last).value * k / 4});
        out.push_back(mark);
    }
    return out;
}

double vertex_error(const double* a, const double* b, double reach) {
    double worst = 0.0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const double side : {reach, -reach}) {
            double sum = 0.0;
            for (std::size_t r = 0; r < 12; r += 4) {
                const double d = (a[r + axis] - b[r + axis]) * side + (a[r + 3] - b[r + 3]);
                sum += d * d;
            }
            if (!(sum <= worst)) worst = sum;
        }
    }
    return std::sqrt(worst);
}

}  // namespace

CurveTransform mix_frames(const CurveTransform& a, const CurveTransform& b, double part) {
    CurveTransform out;
    double cosine = 0.0, square = 0.0;
    for (std::size_t c = 0; c < 4; ++c)
        cosine += a.rotation[c] * b.rotation[c];
    // See ArcWeights in sample/small.cpp.
    const double m = 2.0 * part - 1.0, x = std::clamp(1.0 - cosine, 0.0, 1.0);
    const double up = part - 0.5 * m * (1.0 - m * m) * x * (1.0 / 6.0 + x * (1.0 + m * m) / 30.0);
    for (std::size_t c = 0; c < 4; ++c) {
        out.rotation[c] = a.rotation[c] * (1.0 - up) + b.rotation[c] * up;
        square += out.rotation[c] * out.rotation[c];
    }
    for (std::size_t c = 0; c < 4; ++c)
        out.rotation[c] /= std::sqrt(square);
    for (std::size_t c = 0; c < 3; ++c) {
        out.translation[c] = a.translation[c] * (1.0 - part) + b.translation[c] * part;
        out.scale[c] = a.scale[c] * (1.0 - part) + b.scale[c] * part;
    }
    return out;
}

SmallWays::SmallWays(const Skeleton& skeleton, const Clip& source, const ErrorSettings& settings,
                     double still)
    : skeleton_(skeleton), source_(source), settings_(settings), rest_(curve_rest(skeleton)) {
    model_of(skeleton, rest_, rest_model_);
    for (const auto& m : rest_model_) {
        double largest = 0.0;
        for (std::size_t a = 0; a < 3; ++a)
            largest = std::max(largest, length_of(m[a], m[4 + a], m[8 + a]));
        own_.push_back(largest > 1e-6 ? settings.distance / largest : settings.distance);
    }
    reach_.assign(rest_model_.size(), settings.distance);
    for (std::size_t j = 0; j < reach_.size(); ++j) {
        for (JointIndex up = skeleton.parents[j]; up != kNoJoint; up = skeleton.parents[up]) {
            reach_[up] =
                std::max(reach_[up], distance(rest_model_[j], rest_model_[up]) + settings.distance);
        }
    }
    classify(still);
}

// How far two values of a track are from each other, as a part of the bound: at the farthest vertex
// that hangs on the joint.
double SmallWays::error_of(const TrackRecord& track, const double* a, const double* b) const {
    double sum = 0.0, cosine = 0.0, largest = 0.0;
    for (std::uint32_t c = 0; c < track.width; ++c) {
        sum += (a[c] - b[c]) * (a[c] - b[c]);
        cosine += a[c] * b[c];
        largest = std::max(largest, std::fabs(a[c] - b[c]));
    }
    if (track.kind == TrackKind::weights) return largest / settings_.weight_bound;
    double bound = settings_.bound_of(track.target);
    for (std::uint32_t j = 0; j < settings_.joint_bounds.size(); ++j) {
        if (j < skeleton_.joint_count() && is_below(skeleton_, j, track.target)) {
            bound = std::min(bound, settings_.bound_of(j));
        }
    }
    if (track.kind == TrackKind::rotation) {
        // The chord, of whichever sign is nearer: exact for tiny angles, where a cosine is not.
        const double chord = std::min(sum, std::max(0.0, sum + 4.0 * cosine));
        return 2.0 * std::sqrt(chord) * reach_[track.target] / bound;
    }
    if (track.kind == TrackKind::scale) return std::sqrt(sum) * reach_[track.target] / bound;
    double size = 0.0;
    const JointIndex parent = skeleton_.parents[track.target];
    for (std::size_t axis = 0; axis < 3 && parent != kNoJoint; ++axis) {
        const auto& m = rest_model_[parent];
        size = std::max(size, length_of(m[axis], m[4 + axis], m[8 + axis]));
    }
    return std::sqrt(sum) * (parent == kNoJoint ? 1.0 : size) / bound;
}

void SmallWays::classify(double still) {
    for (const TrackRecord& track : source_.tracks) {
        const bool cubic = track.interpolation == Interpolation::cubic_spline;
        std::vector<double> first(track.width), value(track.width);
        sample_curve(source_, track, {}, first.data());
        const double* rest = track.kind == TrackKind::weights ? nullptr : part_of(rest_, track);
        double moved = 0.0, away = 0.0;
        for (std::uint32_t k = 0; k < track.key_count; ++k) {
            const Ticks key = source_.times[track.time_start + k];
            const Ticks next =
                k + 1 < track.key_count ? source_.times[track.time_start + k + 1] : key;
            // A spline may leave its keys: between them it is looked at closely.
            for (std::int64_t part = 0; part < (cubic ? 8 : 1); ++part) {
                const Ticks time{key.value + (next.value - key.value) * part / 8};
                sample_curve(source_, track, time, value.data());
                moved = std::max(moved, error_of(track, value.data(), first.data()));
                if (rest != nullptr) away = std::max(away, error_of(track, value.data(), rest));
            }
        }
        TrackWay way =
            track.interpolation == Interpolation::step ? TrackWay::exact : TrackWay::frames;
        if (rest != nullptr && away <= still) {
            way = TrackWay::rest;
        } else if (moved <= still) {
            way = TrackWay::constant;
        }
        first_.push_back(way);
    }
}

void SmallWays::judge(const FrameGrid& grid, double part, std::vector<TrackWay>& ways) const {
    std::vector<double> values, wanted;
    for (std::size_t i = 0; i < source_.tracks.size(); ++i) {
        const TrackRecord& track = source_.tracks[i];
        if (ways[i] != TrackWay::frames) continue;
        const std::uint32_t width = track.width;
        values.resize(std::size_t{grid.frames} * width), wanted.resize(width);
        for (std::uint32_t f = 0; f < grid.frames; ++f)
            sample_curve(source_, track, time_of(grid, f), values.data() + std::size_t{f} * width);
        const auto follows = [&](Ticks time) {
            const auto [f, along] = place_of(grid, time);
            const double* a = values.data() + std::size_t{f} * width;
            const double* b = a + width;
            CurveTransform x, y;
            std::vector<double> got(a, b);
            if (track.kind == TrackKind::rotation) {
                std::copy(a, b, x.rotation.begin());
                std::copy(b, b + 4, y.rotation.begin());
                double side = 0.0;
                for (std::size_t c = 0; c < 4; ++c)
                    side += a[c] * b[c];
                for (double& c : y.rotation)
                    c = side < 0.0 ? -c : c;
                x = mix_frames(x, y, along);
                got.assign(x.rotation.begin(), x.rotation.end());
            } else {
                for (std::uint32_t c = 0; c < width; ++c)
                    got[c] = a[c] * (1.0 - along) + b[c] * along;
            }
            sample_curve(source_, track, time, wanted.data());
            return error_of(track, got.data(), wanted.data()) <= part;
        };
        bool held = true;
        for (std::uint32_t f = 0; f + 1 < grid.frames && held; ++f) {
            for (const double step : {0.25, 0.5, 0.75})
                held = held && follows(time_of(grid, f + step));
        }
        for (std::uint32_t k = 0; k < track.key_count && held && grid.frames > 1; ++k)
            held = follows(source_.times[track.time_start + k]);
        if (!held) ways[i] = TrackWay::exact;
    }
}

bool SmallWays::improve(const FrameGrid& grid, double part, std::span<const Ticks> times,
                        std::vector<TrackWay>& ways) const {
    const std::uint32_t joints = skeleton_.joint_count();
    std::vector<CurvePose> frames(grid.frames, rest_);
    for (std::uint32_t f = 0; f < grid.frames; ++f) {
        sample_curves(source_, time_of(grid, f), frames[f]);
        // Neighbours on one side, as streams have them.
        for (std::uint32_t j = 0; j < joints && f > 0; ++j) {
            auto& q = frames[f].joints[j].rotation;
            const auto& p = frames[f - 1].joints[j].rotation;
            if (p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3] < 0.0) {
                for (double& c : q)
                    c = -c;
            }
        }
    }
    // What stands still is rounded too, as SmallStill has it.
    std::vector<CurveTransform> stills = frames[0].joints;
    for (CurveTransform& still : stills) {
        double square = 0.0;
        for (double& c : still.rotation) {
            c = std::floor(c * 32767.0 + 0.5);
            square += c * c;
        }
        for (double& c : still.rotation)
            c /= std::sqrt(square);
    }
    const auto got_at = [&](Ticks time, const CurvePose& wanted) {
        CurvePose got = wanted;
        const auto [f, along] = place_of(grid, time);
        const CurvePose& next = frames[std::min(f + 1, grid.frames - 1)];
        for (std::size_t i = 0; i < ways.size(); ++i) {
            const TrackRecord& track = source_.tracks[i];
            if (track.kind == TrackKind::weights || ways[i] == TrackWay::exact) continue;
            CurveTransform mixed =
                mix_frames(frames[f].joints[track.target], next.joints[track.target], along);
            if (ways[i] == TrackWay::rest) mixed = rest_.joints[track.target];
            if (ways[i] == TrackWay::constant) mixed = stills[track.target];
            CurveTransform& to = got.joints[track.target];
            if (track.kind == TrackKind::rotation) {
                to.rotation = mixed.rotation;
            } else if (track.kind == TrackKind::translation) {
                to.translation = mixed.translation;
            } else {
                to.scale = mixed.scale;
            }
        }
        return got;
    };
    std::vector<std::array<double, 12>> a, b;
    CurvePose wanted = rest_;
    double worst = 0.0;
    Ticks worst_at{};
    JointIndex joint = 0;
    for (const Ticks time : times) {
        sample_curves(source_, time, wanted);
        model_of(skeleton_, wanted, a);
        model_of(skeleton_, got_at(time, wanted), b);
        for (std::uint32_t j = 0; j < joints; ++j) {
            const double error =
                vertex_error(a[j].data(), b[j].data(), own_[j]) / settings_.bound_of(j);
            if (error > worst) worst = error, worst_at = time, joint = j;
        }
    }
    if (worst <= part) return false;
    // Whoever has the largest part in it, and those near that.
    sample_curves(source_, worst_at, wanted);
    CurvePose got = got_at(worst_at, wanted);
    std::vector<std::pair<double, std::size_t>> blame;
    double largest = 0.0;
    for (std::size_t i = 0; i < ways.size(); ++i) {
        const TrackRecord& track = source_.tracks[i];
        if (track.kind == TrackKind::weights || ways[i] == TrackWay::exact) continue;
        if (!is_below(skeleton_, joint, track.target)) continue;
        const double error = error_of(track, part_of(got, track), part_of(wanted, track));
        blame.emplace_back(error, i);
        largest = std::max(largest, error);
    }
    bool moved = false;
    for (const auto& [error, i] : blame) {
        if (!(error > 0.0 && error >= 0.6 * largest)) continue;
        ways[i] = ways[i] == TrackWay::frames ? TrackWay::exact : TrackWay::frames;
        moved = true;
    }
    return moved;
}

std::vector<TrackWay> SmallWays::find(const FrameGrid& grid, double part) const {
    std::vector<TrackWay> ways = first_;
    if (grid.frames < 2) return ways;
    judge(grid, part, ways);
    const std::vector<Ticks> times = times_of(source_, grid);
    while (improve(grid, part, times, ways)) {
    }
    return ways;
}

}  // namespace motus

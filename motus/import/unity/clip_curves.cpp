// Curves of a Unity clip as fitted keys, in our coordinates.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/clip_convert.h>
#include <motus/math/trig.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace motus::unity {
namespace {

using Quaternion = std::array<double, 4>;

Quaternion multiply(const Quaternion& a, const Quaternion& b) {
    return {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
            a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
            a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
            a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
}

// About one axis, and its change per unit of slope.
struct AxisTurn {
    Quaternion q{}, change{};
    AxisTurn(std::size_t axis, const CurveSample& degrees) {
        const double half = kPi / 360.0;
        const SinCos turn = sin_cos(std::fmod(degrees.value, 720.0) * half);
        q[axis] = turn.sin;
        q[3] = turn.cos;
        change[axis] = turn.cos * half * degrees.slope;
        change[3] = -turn.sin * half * degrees.slope;
    }
};

// Unity turns about z, then x, then y: q = y * x * z.
void euler_quaternion(const CurveSample (&angles)[3], Quaternion& q, Quaternion& change) {
    const AxisTurn x(0, angles[0]), y(1, angles[1]), z(2, angles[2]);
    const Quaternion xz = multiply(x.q, z.q);
    q = multiply(y.q, xz);
    const Quaternion a = multiply(y.change, xz), b = multiply(y.q, multiply(x.change, z.q)),
                     c = multiply(y.q, multiply(x.q, z.change));
    for (std::size_t i = 0; i < 4; ++i)
        change[i] = a[i] + b[i] + c[i];
}

// Left-handed to right-handed by mirroring x.
double sign_of(CurveTarget target, std::size_t part) {
    switch (target) {
        case CurveTarget::position:
            return part == 0 ? -1.0 : 1.0;
        case CurveTarget::rotation:
        case CurveTarget::euler:
            return part == 1 || part == 2 ? -1.0 : 1.0;
        default:
            return 1.0;
    }
}

std::vector<double> breaks_of(const std::vector<const ClipCurve*>& curves) {
    std::vector<double> breaks;
    for (const ClipCurve* curve : curves) {
        for (const CurveKey& key : curve->parts[0].keys)
            breaks.push_back(key.time);
    }
    return breaks;
}

// Segments that no cubic can be.
std::size_t fit_segments(const ClipCurve& curve) {
    std::size_t count = 0;
    const std::vector<CurveKey>& first = curve.parts[0].keys;
    for (std::size_t k = 0; k + 1 < first.size(); ++k) {
        bool needs = false;
        for (const Curve& part : curve.parts) {
            const SegmentKind kind = segment_kind(part.keys[k], part.keys[k + 1]);
            needs = needs || kind == SegmentKind::weighted ||
                    (kind == SegmentKind::cubic && curve.target == CurveTarget::euler);
        }
        count += needs ? 1 : 0;
    }
    return count;
}

}  // namespace

FitRoom::FitRoom(const UnityClip& clip, std::size_t left) {
    for (const ClipCurve& curve : clip.curves)
        segments_ += is_left_out(curve) ? 0 : fit_segments(curve);
    keys_ = std::min(left / kPartOfClip, segments_ * kPerSegment);
}

std::size_t FitRoom::share(std::size_t segments) const noexcept {
    if (segments_ == 0) return 0;
    const double part = static_cast<double>(segments) / static_cast<double>(segments_);
    return std::min(keys_, static_cast<std::size_t>(static_cast<double>(keys_) * part));
}

void FitRoom::spend(std::size_t segments, std::size_t keys) noexcept {
    segments_ -= std::min(segments, segments_);
    keys_ -= std::min(keys, keys_);
    spent_ += keys;
}

double playing_length(const UnityClip& clip) {
    return clip.length() > 0.0 ? clip.length() : 1.0;
}

FitKeys fit_curves(const UnityClip& clip, const std::vector<const ClipCurve*>& curves, double scale,
                   FitRoom& room) {
    const bool euler = curves[0]->target == CurveTarget::euler;
    FitSource source;
    std::vector<const Curve*> parts;
    for (const ClipCurve* curve : curves) {
        for (const Curve& part : curve->parts)
            parts.push_back(&part);
    }
    source.width = euler ? 4 : parts.size();
    source.normalize = euler;
    const CurveTarget target = curves[0]->target;
    std::vector<std::size_t> cursors(parts.size());
    source.sample = [&parts, &cursors, euler, target, scale](double time, Side side, double* values,
                                                             double* slopes) {
        if (euler) {
            const CurveSample angles[3] = {parts[0]->at(time, side, cursors[0]),
                                           parts[1]->at(time, side, cursors[1]),
                                           parts[2]->at(time, side, cursors[2])};
            Quaternion q{}, change{};
            euler_quaternion(angles, q, change);
            for (std::size_t i = 0; i < 4; ++i) {
                values[i] = sign_of(target, i) * q[i];
                slopes[i] = sign_of(target, i) * change[i];
            }
            return;
        }
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const CurveSample sample = parts[i]->at(time, side, cursors[i]);
            values[i] = scale * sign_of(target, i) * sample.value;
            slopes[i] = scale * sign_of(target, i) * sample.slope;
        }
    };
    source.is_cubic = [&parts, euler](double time) {
        for (const Curve* part : parts) {
            const SegmentKind kind = part->kind_after(time);
            if (kind == SegmentKind::weighted || (euler && kind == SegmentKind::cubic)) {
                return false;
            }
        }
        return true;
    };
    const std::size_t cost = (source.width + 3) / 4;  // of morph targets there may be very many
    std::size_t segments = 0;
    for (const ClipCurve* curve : curves)
        segments += fit_segments(*curve);
    FitKeys keys = fit(source, clip.start, ticks_of_seconds(playing_length(clip)),
                       breaks_of(curves), room.share(segments) / cost);
    room.spend(segments, keys.added * cost);
    return keys;
}

FitKeys convert_curve(const UnityClip& clip, const ClipCurve& curve, FitRoom& room) {
    return fit_curves(clip, {&curve}, 1.0, room);
}

}  // namespace motus::unity

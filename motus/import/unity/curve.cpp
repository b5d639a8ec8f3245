// SPDX-License-Identifier: MIT
#include <motus/import/unity/curve.h>

#include <algorithm>
#include <cmath>

namespace motus::unity {
namespace {

CurveSample cubic(const CurveKey& a, const CurveKey& b, double time) {
    const double length = b.time - a.time;
    const double t = (time - a.time) / length;
    const double t2 = t * t, t3 = t2 * t;
    CurveSample out;
    out.value = (2 * t3 - 3 * t2 + 1) * a.value + (t3 - 2 * t2 + t) * length * a.out_slope +
                (3 * t2 - 2 * t3) * b.value + (t3 - t2) * length * b.in_slope;
    out.slope = (6 * t2 - 6 * t) / length * (a.value - b.value) +
                (3 * t2 - 4 * t + 1) * a.out_slope + (3 * t2 - 2 * t) * b.in_slope;
    return out;
}

// Where a Bezier curve from 0 to 1 with these inner points is at `x`. With both in 0..1 it never
// runs backwards. Newton's steps; halving where they leave the bracket or hardly help, as beside a
// point where the curve stands still.
double parameter_at(double x1, double x2, double x) {
    if (!(x > 0.0)) return 0.0;
    if (!(x < 1.0)) return 1.0;
    const double c1 = 3 * x1, c2 = 3 * (x2 - 2 * x1), c3 = 1 + 3 * (x1 - x2);
    double low = 0.0, high = 1.0, s = x, before = 1.0;
    for (int i = 0; i < 80; ++i) {
        const double error = ((c3 * s + c2) * s + c1) * s - x;
        if (std::fabs(error) <= 1e-16) break;  // rounding
        (error < 0.0 ? low : high) = s;
        double next = s - error / ((3 * c3 * s + 2 * c2) * s + c1);
        const double size = std::fabs(error);
        if (!(next > low && next < high) || size > 0.5 * before) next = 0.5 * (low + high);
        before = size;
        if (next == s) break;
        s = next;
    }
    return s;
}

// A Bezier curve in the plane of time and value.
CurveSample weighted(const CurveKey& a, const CurveKey& b, double time) {
    const double length = b.time - a.time;
    const double wa = std::clamp(a.out_weighted ? a.out_weight : 1.0 / 3.0, 0.0, 1.0);
    const double wb = std::clamp(b.in_weighted ? b.in_weight : 1.0 / 3.0, 0.0, 1.0);
    const double x1 = wa, x2 = 1.0 - wb;  // of the segment's length
    const double y1 = a.value + wa * length * a.out_slope;
    const double y2 = b.value - wb * length * b.in_slope;
    const double s = parameter_at(x1, x2, (time - a.time) / length), r = 1.0 - s;
    const double dx = 3 * r * r * x1 + 6 * r * s * (x2 - x1) + 3 * s * s * (1 - x2);
    const double dy =
        3 * r * r * (y1 - a.value) + 6 * r * s * (y2 - y1) + 3 * s * s * (b.value - y2);
    CurveSample out;
    out.value = r * r * r * a.value + 3 * r * r * s * y1 + 3 * r * s * s * y2 + s * s * s * b.value;
    out.slope = dx > 1e-9 ? dy / (dx * length) : 0.0;
    return out;
}

CurveSample segment(const CurveKey& a, const CurveKey& b, double time) {
    switch (segment_kind(a, b)) {
        case SegmentKind::hold:
            return {a.value, 0.0};
        case SegmentKind::cubic:
            return cubic(a, b, time);
        default:
            return weighted(a, b, time);
    }
}

}  // namespace

SegmentKind segment_kind(const CurveKey& from, const CurveKey& to) noexcept {
    if (!std::isfinite(from.out_slope) || !std::isfinite(to.in_slope)) return SegmentKind::hold;
    return from.out_weighted || to.in_weighted ? SegmentKind::weighted : SegmentKind::cubic;
}

CurveSample Curve::at(double time, Side side) const noexcept {
    std::size_t cursor = 0;
    return at(time, side, cursor);
}

CurveSample Curve::at(double time, Side side, std::size_t& cursor) const noexcept {
    if (cursor + 1 < keys.size() && keys[cursor].time < time && time < keys[cursor + 1].time) {
        return segment(keys[cursor], keys[cursor + 1], time);
    }
    if (keys.empty()) return {};
    const auto before = [](const CurveKey& key, double t) { return key.time < t; };
    const auto after = [](double t, const CurveKey& key) { return t < key.time; };
    const auto next = side == Side::before
                          ? std::lower_bound(keys.begin(), keys.end(), time, before)
                          : std::upper_bound(keys.begin(), keys.end(), time, after);
    if (next == keys.begin()) return {keys.front().value, 0.0};
    if (next == keys.end()) return {keys.back().value, 0.0};
    cursor = static_cast<std::size_t>(next - keys.begin()) - 1;
    return segment(*(next - 1), *next, time);
}

SegmentKind Curve::kind_after(double time) const noexcept {
    const auto after = [](double t, const CurveKey& key) { return t < key.time; };
    const auto next = std::upper_bound(keys.begin(), keys.end(), time, after);
    if (next == keys.begin() || next == keys.end()) return SegmentKind::hold;
    return segment_kind(*(next - 1), *next);
}

}  // namespace motus::unity

// SPDX-License-Identifier: MIT
#include <motus/import/fbx/curves.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace motus::fbx {

bool FbxCurve::is_constant() const {
    for (const unity::CurveKey& key : keys.keys) {
        if (key.value != keys.keys[0].value) return false;
        if (std::isfinite(key.out_slope) && key.out_slope != 0.0) return false;
        if (key.in_slope != 0.0) return false;
    }
    return true;
}

bool FbxCurve::fold(double time_s, Side side, Folded& out) const {
    const unity::CurveKey &first = keys.keys.front(), &last = keys.keys.back();
    const double period = last.time - first.time;
    out = {time_s, 0.0, 1.0, side};
    const bool early = time_s < first.time || (time_s == first.time && side == Side::before);
    const bool late = time_s > last.time || (time_s == last.time && side == Side::after);
    if ((!early && !late) || !(period > 0.0)) return early || late;
    const CurveEnd& end = early ? before : after;
    if (end.kind == Extrapolation::constant || end.kind == Extrapolation::keep_slope) return true;
    double cycle = std::floor((time_s - first.time) / period);
    // At a seam the side says which cycle is meant.
    if (side == Side::before && time_s == first.time + cycle * period) cycle -= 1.0;
    const double most = end.times;
    if (early && -cycle > most) {
        cycle = -most;
        time_s = first.time + cycle * period;
        out.slope = 0.0;
        out.side = Side::after;
    } else if (late && cycle > most) {
        cycle = most;
        time_s = first.time + (cycle + 1.0) * period;
        out.slope = 0.0;
        out.side = Side::before;
    }
    double inner = std::clamp(time_s - cycle * period, first.time, last.time);
    if (end.kind == Extrapolation::mirror && std::fmod(std::fabs(cycle), 2.0) == 1.0) {
        inner = first.time + last.time - inner;
        out.slope = -out.slope;
        out.side = out.side == Side::before ? Side::after : Side::before;
    }
    if (end.kind == Extrapolation::repeat_relative) out.offset = cycle * (last.value - first.value);
    // Inside the keys, seen from inside.
    if (inner <= first.time) out.side = Side::after;
    if (inner >= last.time) out.side = Side::before;
    out.time_s = inner;
    return false;
}

CurveSample FbxCurve::at(double time_s, Side side, std::size_t& cursor) const {
    if (keys.keys.empty()) return {constant, 0.0};
    if (keys.keys.size() == 1) return {keys.keys[0].value, 0.0};
    Folded folded;
    if (fold(time_s, side, folded)) {
        const bool early = time_s <= keys.keys.front().time;
        const unity::CurveKey& key = early ? keys.keys.front() : keys.keys.back();
        const CurveEnd& end = early ? before : after;
        if (end.kind != Extrapolation::keep_slope) return {key.value, 0.0};
        const double slope = early ? key.out_slope : key.in_slope;
        if (!std::isfinite(slope)) return {key.value, 0.0};
        return {key.value + slope * (time_s - key.time), slope};
    }
    CurveSample sample = keys.at(folded.time_s, folded.side, cursor);
    sample.value += folded.offset;
    sample.slope *= folded.slope;
    return sample;
}

bool FbxCurve::is_cubic(double time_s) const {
    if (keys.keys.size() < 2) return true;
    Folded folded;
    if (fold(time_s, Side::after, folded)) return true;
    return keys.kind_after(folded.time_s) != unity::SegmentKind::weighted;
}

bool FbxCurve::breaks(double start_s, double stop_s, std::size_t most,
                      std::vector<double>& out) const {
    if (keys.keys.empty()) return true;
    const double first = keys.keys.front().time, last = keys.keys.back().time;
    const double period = last - first;
    const auto repeats = [](const CurveEnd& end) {
        return end.kind != Extrapolation::constant && end.kind != Extrapolation::keep_slope;
    };
    double from = 0.0, to = 0.0;
    if (period > 0.0) {
        if (repeats(before)) from = std::max(std::floor((start_s - first) / period), -before.times);
        if (repeats(after)) to = std::min(std::floor((stop_s - first) / period), after.times);
    }
    from = std::min(from, 0.0);
    to = std::max(to, 0.0);
    const double count = (to - from + 1.0) * static_cast<double>(keys.keys.size());
    if (count > static_cast<double>(most)) {
        from = to = 0.0;
        if (keys.keys.size() > most) return false;
    }
    for (double cycle = from; cycle <= to; cycle += 1.0) {
        const CurveEnd& end = cycle < 0.0 ? before : after;
        const bool mirrored = cycle != 0.0 && end.kind == Extrapolation::mirror &&
                              std::fmod(std::fabs(cycle), 2.0) == 1.0;
        for (const unity::CurveKey& key : keys.keys) {
            const double at = (mirrored ? first + last - key.time : key.time) + cycle * period;
            if (at >= start_s && at <= stop_s) out.push_back(at);
        }
    }
    return !(count > static_cast<double>(most));
}

}  // namespace motus::fbx

// SPDX-License-Identifier: MIT
#include <motus/machine/blend_space.h>
#include <motus/math/trig.h>

#include <cmath>
#include <cstddef>

namespace motus {
namespace {

// Everything in double: the gradient bands divide small differences.
struct Point {
    double x, y;
};

Point point(const BlendPoint& p) noexcept {
    return {p.x == p.x ? p.x : 0.0, p.y == p.y ? p.y : 0.0};
}

double cross(const Point& a, const Point& b) noexcept {
    return a.x * b.y - a.y * b.x;
}
double dot(const Point& a, const Point& b) noexcept {
    return a.x * b.x + a.y * b.y;
}
double length(const Point& a) noexcept {
    return std::sqrt(dot(a, a));
}
bool is_zero(const Point& a) noexcept {
    return a.x == 0.0 && a.y == 0.0;
}

/// Signed angle from a to b, counter-clockwise positive.
double angle(const Point& a, const Point& b) noexcept {
    return arc_tangent(cross(a, b), dot(a, b));
}

void fill(std::span<float> out, std::size_t count, float value) noexcept {
    for (std::size_t i = 0; i < count; ++i)
        out[i] = value;
}

// Divides by the sum; equal parts where nothing counts.
void normalize(std::span<float> out, std::size_t count) noexcept {
    double sum = 0.0;
    for (std::size_t i = 0; i < count; ++i)
        sum += out[i];
    if (!(sum > 0.0)) return fill(out, count, 1.0f / static_cast<float>(count));
    for (std::size_t i = 0; i < count; ++i)
        out[i] = static_cast<float>(out[i] / sum);
}

struct Neighbours {
    std::size_t left, right, centre, nearest;  // left: counter-clockwise of the point
};

Neighbours find_neighbours(std::span<const BlendPoint> points, const Point& at) noexcept {
    const std::size_t none = points.size();
    Neighbours found{none, none, none, none};
    double left_angle = 4.0, right_angle = -4.0, nearest_angle = 4.0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Point p = point(points[i]);
        if (is_zero(p)) {
            if (found.centre == none) found.centre = i;
            continue;
        }
        const double a = angle(at, p);
        if (a >= 0.0 && a < left_angle) left_angle = a, found.left = i;
        if (a < 0.0 && a > right_angle) right_angle = a, found.right = i;
        if (std::fabs(a) < nearest_angle) nearest_angle = std::fabs(a), found.nearest = i;
    }
    return found;
}

// What is missing to 1 goes to the centre, or to all alike where there is none.
void spread_rest(std::span<float> out, std::size_t count, std::size_t centre,
                 double rest) noexcept {
    if (centre < count) {
        out[centre] += static_cast<float>(rest);
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        out[i] += static_cast<float>(rest / static_cast<double>(count));
    }
}

void simple_directional(std::span<const BlendPoint> points, const Point& at,
                        std::span<float> out) noexcept {
    const std::size_t count = points.size();
    fill(out, count, 0.0f);
    if (is_zero(at)) {
        std::size_t centre = 0;
        while (centre < count && !is_zero(point(points[centre])))
            ++centre;
        return spread_rest(out, count, centre, 1.0);
    }
    const Neighbours n = find_neighbours(points, at);
    if (n.nearest == count) return spread_rest(out, count, n.centre, 1.0);  // only a centre
    if (n.left < count && n.right < count) {
        const Point a = point(points[n.left]), b = point(points[n.right]);
        const double area = cross(a, b);
        // Clockwise from left to right: under half a turn, so that the point lies between them.
        if (area < 0.0) {
            double wa = cross(at, b) / area, wb = cross(a, at) / area;
            const double sum = wa + wb;
            if (sum > 1.0) wa /= sum, wb /= sum;
            out[n.left] = static_cast<float>(wa);
            out[n.right] = static_cast<float>(wb);
            if (sum < 1.0) spread_rest(out, count, n.centre, 1.0 - sum);
            return;
        }
    }
    // On a child's own ray, or outside a fan of less than half a turn: the nearest child alone.
    const Point p = point(points[n.nearest]);
    const double w = length(at) / length(p);
    out[n.nearest] = w < 1.0 ? static_cast<float>(w) : 1.0f;
    if (w < 1.0) spread_rest(out, count, n.centre, 1.0 - w);
}

// Johansen 2009, 6.3: h_i = min over j of 1 - (p - p_i).(p_j - p_i) / |p_j - p_i|^2.
double cartesian_band(const Point& pi, const Point& pj, const Point& at) noexcept {
    const Point ij{pj.x - pi.x, pj.y - pi.y}, ip{at.x - pi.x, at.y - pi.y};
    const double down = dot(ij, ij);
    return down > 0.0 ? 1.0 - dot(ip, ij) / down : 1.0;
}

// Johansen 2009, 6.3.1: the same over (relative length, angle); constants as in docs/machine.md.
double directional_band(const Point& pi, const Point& pj, const Point& at) noexcept {
    constexpr double kAngleScale = 2.0;
    const double li = length(pi), lj = length(pj), lp = length(at);
    const double mean = 0.5 * (li + lj);
    if (!(mean > 0.0)) return 1.0;
    double angle_ij = 0.0, angle_ip = 0.0, scale = kAngleScale;
    if (is_zero(pi)) {
        angle_ij = is_zero(at) ? 0.0 : angle(at, pj);
        scale = 1.0;
    } else if (is_zero(pj)) {
        angle_ij = angle_ip = is_zero(at) ? 0.0 : angle(at, pi);
        scale = 1.0;
    } else {
        angle_ij = angle(pi, pj);
        angle_ip = is_zero(at) ? angle_ij : angle(pi, at);
        if (std::fabs(angle_ij) > 0.99 * kPi) {
            angle_ij = std::fabs(angle_ij);
            angle_ip = std::fabs(angle_ip);
        }
    }
    const Point ij{(lj - li) / mean, scale * angle_ij}, ip{(lp - li) / mean, scale * angle_ip};
    const double down = dot(ij, ij);
    return down > 0.0 ? 1.0 - dot(ip, ij) / down : 1.0;
}

}  // namespace

Status blend_linear(std::span<const float> thresholds, float x, std::span<float> out) noexcept {
    const std::size_t count = thresholds.size();
    if (out.size() < count) return Status::bad_size;
    if (count == 0) return Status::ok;
    fill(out, count, 0.0f);
    if (!(x == x)) x = 0.0f;
    std::size_t right = 0;
    while (right < count && thresholds[right] <= x)
        ++right;
    if (right == 0 || right == count) {
        out[right == 0 ? 0 : count - 1] = 1.0f;
        return Status::ok;
    }
    const double from = thresholds[right - 1], to = thresholds[right];
    out[right] = static_cast<float>((x - from) / (to - from));
    out[right - 1] = 1.0f - out[right];
    return Status::ok;
}

Status blend_2d(BlendKind kind, std::span<const BlendPoint> points, BlendPoint at,
                std::span<float> out) noexcept {
    const std::size_t count = points.size();
    if (out.size() < count) return Status::bad_size;
    if (kind == BlendKind::linear || kind == BlendKind::direct) return Status::bad_argument;
    if (count == 0) return Status::ok;
    const Point p = point(at);
    if (kind == BlendKind::simple_directional) {
        simple_directional(points, p, out);
        return Status::ok;
    }
    for (std::size_t i = 0; i < count; ++i) {
        double h = 1.0;
        for (std::size_t j = 0; j < count; ++j) {
            if (j == i) continue;
            const Point pi = point(points[i]), pj = point(points[j]);
            const double band = kind == BlendKind::freeform_cartesian ? cartesian_band(pi, pj, p)
                                                                      : directional_band(pi, pj, p);
            if (band < h) h = band;
        }
        out[i] = h > 0.0 ? static_cast<float>(h) : 0.0f;
    }
    normalize(out, count);
    return Status::ok;
}

Status blend_direct(std::span<const float> values, bool normalized, std::span<float> out) noexcept {
    const std::size_t count = values.size();
    if (out.size() < count) return Status::bad_size;
    double sum = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
        out[i] = values[i] > 0.0f ? values[i] : 0.0f;
        sum += out[i];
    }
    if (!normalized || !(sum > 0.0)) return Status::ok;
    for (std::size_t i = 0; i < count; ++i)
        out[i] = static_cast<float>(out[i] / sum);
    return Status::ok;
}

}  // namespace motus

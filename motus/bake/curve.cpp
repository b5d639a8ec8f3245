// SPDX-License-Identifier: MIT
#include <motus/bake/curve.h>

#include <motus/math/trig.h>

#include <algorithm>
#include <cmath>

namespace motus {
namespace {

void make_unit(double* q) {
    const double n = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int c = 0; c < 4; ++c)
        q[c] /= n;
}

void slerp(const double* a, const double* given, double t, double* out) {
    double b[4], plus = 0.0, minus = 0.0, cosine = 0.0;
    for (int c = 0; c < 4; ++c)
        cosine += a[c] * given[c];
    for (int c = 0; c < 4; ++c) {
        b[c] = cosine < 0.0 ? -given[c] : given[c];
        plus += (a[c] + b[c]) * (a[c] + b[c]);
        minus += (a[c] - b[c]) * (a[c] - b[c]);
    }
    const double angle = 2.0 * arc_tangent(std::sqrt(minus), std::sqrt(plus));
    const double down = sine(angle);
    const double wa = down > 1e-9 ? sine((1.0 - t) * angle) / down : 1.0 - t;
    const double wb = down > 1e-9 ? sine(t * angle) / down : t;
    for (int c = 0; c < 4; ++c)
        out[c] = wa * a[c] + wb * b[c];
}

std::array<double, 12> matrix_of(const CurveTransform& t) {
    const auto [x, y, z, w] = t.rotation;
    const auto& s = t.scale;
    return {(1 - 2 * (y * y + z * z)) * s[0], 2 * (x * y - w * z) * s[1],
            2 * (x * z + w * y) * s[2],       t.translation[0],
            2 * (x * y + w * z) * s[0],       (1 - 2 * (x * x + z * z)) * s[1],
            2 * (y * z - w * x) * s[2],       t.translation[1],
            2 * (x * z - w * y) * s[0],       2 * (y * z + w * x) * s[1],
            (1 - 2 * (x * x + y * y)) * s[2], t.translation[2]};
}

}  // namespace

CurvePose curve_rest(const Skeleton& skeleton) {
    CurvePose out;
    out.joints.resize(skeleton.joint_count());
    for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
        double v[kPlaneCount];
        for (std::uint32_t p = 0; p < kPlaneCount; ++p)
            v[p] = skeleton.rest.plane(static_cast<Plane>(p))[j];
        make_unit(v + 3);
        out.joints[j] = {{v[0], v[1], v[2]}, {v[3], v[4], v[5], v[6]}, {v[7], v[8], v[9]}};
    }
    out.weights.assign(skeleton.rest_weights.begin(), skeleton.rest_weights.end());
    return out;
}

void sample_curve(const Clip& clip, const TrackRecord& track, Ticks time, double* out) {
    const auto times = clip.times.subspan(track.time_start, track.key_count);
    const auto after = std::upper_bound(times.begin(), times.end(), time);
    const std::size_t left =
        after == times.begin() ? 0 : static_cast<std::size_t>(after - times.begin() - 1);
    const bool inside = time > times[left] && left + 1 < times.size();
    const bool cubic = track.interpolation == Interpolation::cubic_spline;
    const bool rotation = track.kind == TrackKind::rotation;
    const std::size_t width = track.width, per_key = cubic ? 3 * width : width;
    const float* a = clip.values.data() + track.value_start + left * per_key + (cubic ? width : 0);
    const float* b = a + per_key;
    if (!inside || track.interpolation == Interpolation::step) {
        std::copy(a, a + width, out);
    } else {
        const auto whole = static_cast<double>((times[left + 1] - times[left]).value);
        const double t = static_cast<double>((time - times[left]).value) / whole;
        if (cubic) {
            const double seconds = whole / static_cast<double>(kTicksPerSecond);
            const double t2 = t * t, t3 = t2 * t;
            for (std::size_t c = 0; c < width; ++c) {
                out[c] = (2 * t3 - 3 * t2 + 1) * a[c] + (t3 - 2 * t2 + t) * seconds * a[width + c] +
                         (3 * t2 - 2 * t3) * b[c] +
                         (t3 - t2) * seconds * static_cast<double>(*(b - width + c));
            }
        } else if (rotation) {
            double qa[4] = {a[0], a[1], a[2], a[3]}, qb[4] = {b[0], b[1], b[2], b[3]};
            make_unit(qa);
            make_unit(qb);
            slerp(qa, qb, t, out);
        } else {
            for (std::size_t c = 0; c < width; ++c)
                out[c] = a[c] * (1.0 - t) + b[c] * t;
        }
    }
    if (rotation) make_unit(out);
}

void sample_curves(const Clip& clip, Ticks time, CurvePose& out) {
    for (const TrackRecord& track : clip.tracks) {
        switch (track.kind) {
            case TrackKind::translation:
                sample_curve(clip, track, time, out.joints[track.target].translation.data());
                break;
            case TrackKind::rotation:
                sample_curve(clip, track, time, out.joints[track.target].rotation.data());
                break;
            case TrackKind::scale:
                sample_curve(clip, track, time, out.joints[track.target].scale.data());
                break;
            case TrackKind::weights:
                sample_curve(clip, track, time, out.weights.data() + track.target);
                break;
        }
    }
}

void model_of(const Skeleton& skeleton, const CurvePose& pose,
              std::vector<std::array<double, 12>>& out) {
    out.resize(skeleton.joint_count());
    for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
        const std::array<double, 12> local = matrix_of(pose.joints[j]);
        if (skeleton.parents[j] == kNoJoint) {
            out[j] = local;
            continue;
        }
        const std::array<double, 12>& up = out[skeleton.parents[j]];
        for (int r = 0; r < 12; r += 4) {
            for (int c = 0; c < 4; ++c) {
                out[j][r + c] = up[r] * local[c] + up[r + 1] * local[4 + c] +
                                up[r + 2] * local[8 + c] + (c == 3 ? up[r + 3] : 0.0);
            }
        }
    }
}

}  // namespace motus

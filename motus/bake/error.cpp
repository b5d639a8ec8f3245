// SPDX-License-Identifier: MIT
#include <motus/bake/error.h>

#include <motus/bake/curve.h>
#include <motus/clip/packed.h>
#include <motus/clip/small.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace motus {
namespace {

using Matrix = std::array<double, 12>;

// Times to look at, ascending.
std::vector<Ticks> times_of(const Clip& source, const Clip& candidate, std::uint32_t between) {
    std::vector<Ticks> marks{Ticks{}, source.duration};
    for (const TrackRecord& track : source.tracks) {
        for (std::uint32_t k = 0; k < track.key_count; ++k) {
            const Ticks time = source.times[track.time_start + k];
            marks.push_back(time);
            if (track.interpolation == Interpolation::step) marks.push_back({time.value - 1});
        }
    }
    if (candidate.packed != nullptr && candidate.packed->small != nullptr) {
        for (std::uint32_t f = 0; f < candidate.packed->small->frame_count; ++f)
            marks.push_back(time_of_frame(*candidate.packed->small, f));
    }
    if (candidate.packed != nullptr) {
        for (std::uint32_t f = 0; f < candidate.packed->frame_count; ++f)
            marks.push_back(time_of_frame(*candidate.packed, f));
    }
    std::sort(marks.begin(), marks.end());
    marks.erase(std::unique(marks.begin(), marks.end()), marks.end());
    const auto outside = [&](Ticks t) { return t < Ticks{} || t > source.duration; };
    marks.erase(std::remove_if(marks.begin(), marks.end(), outside), marks.end());
    std::vector<Ticks> out;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        out.push_back(marks[i]);
        if (i + 1 == marks.size()) break;
        const std::int64_t gap = marks[i + 1].value - marks[i].value;
        for (std::uint32_t k = 1; k <= between; ++k) {
            const std::int64_t step = gap * k / (between + 1);
            if (step > 0 && step < gap) out.push_back({marks[i].value + step});
        }
    }
    return out;
}

// The candidate's pose in double precision, its rotations made unit.
void widen(const ConstPoseView& pose, CurvePose& out) {
    for (std::uint32_t j = 0; j < pose.joint_count(); ++j) {
        const Transform t = joint_transform(pose, j);
        double q[4] = {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w};
        const double n = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        out.joints[j] = {{t.translation.x, t.translation.y, t.translation.z},
                         {q[0] / n, q[1] / n, q[2] / n, q[3] / n},
                         {t.scale.x, t.scale.y, t.scale.z}};
    }
    out.weights.assign(pose.weights.begin(), pose.weights.end());
}

// Largest distance of the six vertices under two matrices; NaN stays NaN.
double vertex_error(const Matrix& a, const Matrix& b, double reach) {
    double worst = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        for (const double side : {reach, -reach}) {
            double sum = 0.0;
            for (int r = 0; r < 12; r += 4) {
                const double d = (a[r + axis] - b[r + axis]) * side + (a[r + 3] - b[r + 3]);
                sum += d * d;
            }
            if (!(sum <= worst)) worst = sum;
        }
    }
    return std::sqrt(worst);
}

// Distance of the vertices in each joint's own space.
std::vector<double> reaches(const Skeleton& skeleton, double distance) {
    std::vector<Matrix> model;
    model_of(skeleton, curve_rest(skeleton), model);
    std::vector<double> out(model.size());
    for (std::size_t j = 0; j < model.size(); ++j) {
        double largest = 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            const double x = model[j][axis], y = model[j][4 + axis], z = model[j][8 + axis];
            largest = std::max(largest, std::sqrt(x * x + y * y + z * z));
        }
        out[j] = largest > 1e-6 ? distance / largest : distance;
    }
    return out;
}

bool fits(const Skeleton& skeleton, const Clip& clip) {
    return clip.joint_limit <= skeleton.joint_count() &&
           clip.weight_limit <= skeleton.rest_weights.size();
}

}  // namespace

double rig_unit(const Skeleton& skeleton) {
    std::vector<Matrix> model;
    model_of(skeleton, curve_rest(skeleton), model);
    double low[3] = {}, high[3] = {};
    for (const Matrix& m : model) {
        for (int c = 0; c < 3; ++c) {
            low[c] = std::min(low[c], m[4 * c + 3]);
            high[c] = std::max(high[c], m[4 * c + 3]);
        }
    }
    double size = 0.0;
    for (int c = 0; c < 3; ++c)
        size = std::max(size, high[c] - low[c]);
    return size < 20.0 ? 1.0 : size < 2000.0 ? 100.0 : 1000.0;
}

ErrorSettings settings_for(const Skeleton& skeleton, ErrorSettings metres) {
    const double unit = rig_unit(skeleton);
    metres.distance *= unit;
    metres.bound *= unit;
    return metres;
}

Result<ErrorReport> measure_error(const Skeleton& skeleton, const Clip& source,
                                  const Clip& candidate, const ErrorSettings& settings) {
    if (!fits(skeleton, source) || !fits(skeleton, candidate)) {
        return Error{"error-skeleton", "clip",
                     "the clip animates joints the skeleton does not have"};
    }
    const std::vector<double> reach = reaches(skeleton, settings.distance);
    const CurvePose rest = curve_rest(skeleton);
    CurvePose wanted = rest, got = rest;
    std::vector<Matrix> wanted_model, got_model;
    PoseBuffer pose(skeleton);
    std::vector<float> errors;
    ErrorReport report;
    const auto see = [&](double error) {
        if (std::isfinite(error)) return error;
        report.finite = false;
        return std::numeric_limits<double>::infinity();
    };
    for (const Ticks time : times_of(source, candidate, settings.between)) {
        wanted = rest;
        sample_curves(source, time, wanted);
        if (run(SampleJob{candidate, time, rest_pose(skeleton), {}, pose}) != Status::ok) {
            return Error{"error-sample", "candidate", "the clip cannot be sampled"};
        }
        widen(pose, got);
        model_of(skeleton, wanted, wanted_model);
        model_of(skeleton, got, got_model);
        for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
            const double error = see(vertex_error(wanted_model[j], got_model[j], reach[j]));
            errors.push_back(static_cast<float>(error));
            if (error > report.max || report.max_joint == kNoJoint) {
                report.max = error;
                report.max_joint = j;
                report.max_time = time;
            }
            const double part = error / settings.bound_of(j);
            if (part > report.worst || report.joint == kNoJoint) {
                report.worst = part;
                report.joint = j;
                report.time = time;
            }
        }
        for (std::size_t w = 0; w < wanted.weights.size(); ++w) {
            const double error = see(std::fabs(wanted.weights[w] - got.weights[w]));
            report.weight_max = std::max(report.weight_max, error);
        }
        report.checked += std::max<std::size_t>(1, skeleton.joint_count());
    }
    if (!errors.empty()) {
        const auto at = static_cast<std::ptrdiff_t>((errors.size() - 1) * 99 / 100);
        std::nth_element(errors.begin(), errors.begin() + at, errors.end());
        report.p99 = static_cast<double>(errors[static_cast<std::size_t>(at)]);
    }
    return report;
}

}  // namespace motus

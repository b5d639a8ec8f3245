// motus/render/show_motion.cpp - what a show plays, where it goes, and how a camera goes with it.
// SPDX-License-Identifier: MIT
#include "show_data.h"

#include <motus/math/ops.h>
#include <motus/math/trig.h>

#include <algorithm>
#include <cmath>

namespace motus::render {
namespace {

// A path without its haste: the mean over `reach` points each way, as far as both sides have them,
// so that it starts and ends where the points do. Twice, for an even speed.
std::vector<Vec3> smoothed(std::vector<Vec3> points, std::size_t reach) {
    for (int round = 0; round < 2; ++round) {
        std::vector<Vec3> out(points.size());
        for (std::size_t i = 0; i < points.size(); ++i) {
            const std::size_t near = std::min({reach, i, points.size() - 1 - i});
            Vec3 sum{};
            for (std::size_t k = i - near; k <= i + near; ++k)
                sum = add(sum, points[k]);
            out[i] = multiply(sum, 1.0f / static_cast<float>(2 * near + 1));
        }
        points = std::move(out);
    }
    return points;
}

}  // namespace

Show::Data::Moment Show::Data::moment_of(Ticks time) const {
    const Ticks duration = stage.duration;
    if (duration.value == 0) return {Ticks{}, 0, 0.0};
    if (options.take) return {time, 0, 0.0};
    Playhead head;
    Advance step;
    (void)advance(head, time, 1.0f, options.mode, duration, step);
    const bool loops = options.mode == PlayMode::loop;
    const Ticks at = time_of(head, options.mode, duration);
    const std::int64_t wraps = loops ? step.wraps : 0;
    return {at, wraps,
            static_cast<double>(wraps) +
                static_cast<double>(at.value) / static_cast<double>(duration.value)};
}

Mat34 Show::Data::place_of(const Moment& moment) const {
    Mat34 place;
    if (stage.root == kNoJoint) return place;
    const Mat34 step = moment.wraps < 0 ? inverse(stage.travel) : stage.travel;
    for (std::int64_t i = 0; i < std::abs(std::clamp<std::int64_t>(moment.wraps, -9999, 9999)); ++i)
        place = motus::multiply(place, step);
    return place;
}

Vec3 Show::Data::followed(Ticks time) const {
    if (options.camera == CameraMode::fixed) return {};
    if (options.take) return stage.path.empty() ? Vec3{} : stage.path[options.take->frame_at(time)];
    return motus::multiply(stage.velocity, static_cast<float>(moment_of(time).phase));
}

Status Show::Data::pose_at(FigurePoses& into, std::uint32_t index, Ticks time) {
    if (options.take) {
        const TakeFrame& frame = options.take->frames[options.take->frame_at(time)];
        return into.set(index, frame.local, frame.root);
    }
    const Moment moment = moment_of(time);
    return into.sample(index, options.clip, moment.time, place_of(moment));
}

void Show::Data::prepare_travel() {
    if (options.take) {
        stage.duration = options.take->duration();
        for (const TakeFrame& frame : options.take->frames)
            stage.path.push_back({frame.root.m[3], 0.0f, frame.root.m[11]});
        const double steps = 0.4 / std::max(seconds_of(options.take->step), 1e-3);
        stage.path = smoothed(std::move(stage.path), static_cast<std::size_t>(steps) + 1);
        return;
    }
    if (options.clip == kNone) return;
    stage.duration = asset.clips[options.clip].duration;
    const std::uint32_t node = asset.root_motion_node;
    if (!asset.clips[options.clip].root_motion || node >= asset.nodes.size()) return;
    stage.root = rig.skeleton.view().of_source[node];
    stage.travel = clip_travel(scratch, options.clip, stage.root);
    const Mat34& travel = stage.travel;
    // A mean speed makes sense where the figure does not turn.
    if (travel.m[0] > 0.999f) stage.velocity = {travel.m[3], 0.0f, travel.m[11]};
}

void Show::Data::prepare_bounds() {
    const Ticks duration = stage.duration;
    const std::int64_t steps = options.take ? 120 : 24;
    for (std::int64_t i = 0; i <= steps; ++i) {
        const Ticks time{duration.value / steps * i};
        if (pose_at(scratch, 0, time) != Status::ok) continue;
        const float phase = static_cast<float>(i) / static_cast<float>(steps);
        Vec3 back = motus::multiply(stage.velocity, -phase);
        if (options.take) back = motus::multiply(followed(time), -1.0f);
        if (options.camera == CameraMode::fixed) back = {};
        extend(stage.bounds, moved_by(model.bounds(scratch.view()), back));
        if (duration.value == 0) break;
    }
    if (stage.bounds.empty()) {
        // Nothing to draw but joints.
        for (const Mat34& joint : scratch.joints(0))
            extend(stage.bounds, Vec3{joint.m[3], joint.m[7], joint.m[11]});
    }
    const Bounds& bounds = stage.bounds;
    const float size = radius(bounds);
    stage.floor = bounds.lo.y < -0.06f * size || bounds.lo.y > 1.2f * size ? bounds.lo.y : 0.0f;
    stage.look = options.look;
    stage.look.ground_height = stage.floor;
    // A grid that fits a whole number of times into one step of the loop: no jump in a film.
    const float step = length(stage.velocity);
    if (stage.look.grid_cell == 0.0f && step > 0.2f * size) {
        const float cells = std::max(std::floor(step / (0.3f * size) + 0.5f), 1.0f) * 5.0f;
        stage.look.grid_cell = step / cells;
    }
    stage.figure_size = size;
}

void Show::Data::prepare_camera() {
    std::vector<CrowdPlace>& crowd = stage.crowd;
    crowd = crowd_layout(std::max(options.crowd, 1u), stage.bounds);
    Bounds all;
    for (const CrowdPlace& place : crowd)
        extend(all, transform(place.place, stage.bounds));
    OrbitView view = options.view;
    Bounds framed = all;
    if (crowd.size() > 1) {
        view.pitch_rad = std::max(view.pitch_rad, 0.22f);
        view.margin = 1.04f;
        stage.look.grid *= 0.5f;
    }
    if (crowd.size() > 30) {
        // Into the crowd: its front fills the picture, the rest goes on behind and beside it.
        const float wide = std::max(stage.bounds.hi.x - stage.bounds.lo.x,
                                    0.5f * (stage.bounds.hi.z - stage.bounds.lo.z));
        const float middle = 0.5f * (all.lo.x + all.hi.x);
        const float half = std::min(4.2f * wide, 0.3f * (all.hi.x - all.lo.x));
        framed.lo.x = middle - half;
        framed.hi.x = middle + half;
        framed.lo.z = std::max(all.lo.z, all.hi.z - 6.0f * half);
        framed.hi.z = all.hi.z - std::min(1.5f * half, 0.2f * (all.hi.z - all.lo.z));
    }
    const float aspect = static_cast<float>(options.width) / static_cast<float>(options.height);
    HudMargins margins;
    if (options.take) margins = hud_margins(*options.take, options.width, options.height);
    const float free = 1.0f - margins.left - margins.right;
    Camera& camera = stage.camera;
    camera = frame_bounds(framed, view, aspect * free);
    if (free < 1.0f) {
        // The figure stands in the middle of what the HUD leaves free.
        const Vec3 ahead = subtract(camera.target, camera.eye);
        const SinCos half = sin_cos(0.5 * camera.yfov_rad);
        const float half_width = length(ahead) * static_cast<float>(half.sin / half.cos) * aspect;
        const Vec3 right = normalize(cross(ahead, camera.up));
        const float shift = (margins.right - margins.left) * half_width;
        camera = moved(camera, motus::multiply(right, shift));
    }
    // Framing goes by what is near; what is drawn goes further.
    stage.camera.far_m += 4.0f * radius(all);
    stage.bounds = all;
}

Status Show::Data::evaluate(Ticks time) {
    const std::vector<CrowdPlace>& crowd = stage.crowd;
    for (std::uint32_t i = 0; i < crowd.size(); ++i) {
        instances[i].place = crowd[i].place;
        instances[i].tint = crowd[i].tint;
        instances[i].pose = i;
        if (options.take) {
            const Status status = pose_at(poses, i, time);
            if (status != Status::ok) return status;
            continue;
        }
        const auto duration = static_cast<double>(stage.duration.value);
        const Ticks offset{static_cast<std::int64_t>(crowd[i].phase * duration)};
        const Moment moment = moment_of(time + offset);
        // Each started earlier, and from where it would now stand in line with the others.
        const Vec3 back = motus::multiply(stage.velocity, -static_cast<float>(crowd[i].phase));
        Mat34 place = place_of(moment);
        place.m[3] += back.x;
        place.m[11] += back.z;
        Status status = poses.sample(i, options.clip, moment.time, place);
        if (status == Status::ok && options.overlays.packed) {
            status = poses.sample(1, options.clip, moment.time, place);
            if (status == Status::ok)
                status = poses.sample(0, *options.overlays.packed, moment.time, place);
        }
        if (status != Status::ok) return status;
    }
    return Status::ok;
}

Camera Show::Data::camera_at(Ticks time) const {
    Camera at = moved(stage.camera, followed(time));
    if (options.camera != CameraMode::orbit || stage.duration.value <= 0) return at;
    const double turns =
        static_cast<double>(time.value) / static_cast<double>(stage.duration.value);
    const Quat turn =
        axis_angle({0.0f, 1.0f, 0.0f}, static_cast<float>(2.0 * kPi * (turns - std::floor(turns))));
    const Vec3 middle = add(center(stage.bounds), followed(time));
    at.eye = add(middle, rotate(turn, subtract(at.eye, middle)));
    at.target = add(middle, rotate(turn, subtract(at.target, middle)));
    return at;
}

}  // namespace motus::render

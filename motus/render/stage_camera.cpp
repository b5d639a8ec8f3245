// motus/render/stage_camera.cpp - a studio's camera, what lies under the pointer, and the marks.
// SPDX-License-Identifier: MIT
#include "stage_view_data.h"

#include <motus/math/ops.h>
#include <motus/math/trig.h>

#include <algorithm>
#include <cmath>

namespace motus::render {
namespace {

constexpr float kRadPerPixel = 0.0075f;
constexpr float kPickPixels = 24.0f;
constexpr float kSteepest = 1.5f;

}  // namespace

Vec3 StageView::back() const noexcept {
    const SinCos yaw = sin_cos(static_cast<double>(camera.yaw_rad));
    const SinCos pitch = sin_cos(static_cast<double>(camera.pitch_rad));
    return {static_cast<float>(yaw.sin * pitch.cos), static_cast<float>(pitch.sin),
            static_cast<float>(yaw.cos * pitch.cos)};
}

Camera StageView::real_camera() const noexcept {
    Camera out;
    out.yfov_rad = OrbitView{}.yfov_rad;
    out.target = follow_ ? add(camera.target, place_) : camera.target;
    out.eye = add(out.target, motus::multiply(back(), camera.distance_m));
    const float size = loaded_ && !loaded_->rest.empty() ? radius(loaded_->rest) : 1.0f;
    out.near_m = std::max(camera.distance_m - 4.0f * size, 0.02f * camera.distance_m);
    out.far_m = camera.distance_m + 24.0f * size;
    return out;
}

void StageView::set_follow(bool follow) noexcept {
    if (follow == follow_) return;
    camera.target = follow ? subtract(camera.target, place_) : add(camera.target, place_);
    follow_ = follow;
}

void StageView::orbit(float dx, float dy) noexcept {
    if (is_board_) return;
    camera.yaw_rad -= dx * kRadPerPixel;
    if (std::fabs(camera.yaw_rad) > 1e3f || !std::isfinite(camera.yaw_rad)) camera.yaw_rad = 0.0f;
    camera.pitch_rad = std::clamp(camera.pitch_rad + dy * kRadPerPixel, -kSteepest, kSteepest);
}

void StageView::pan(float dx, float dy) noexcept {
    if (is_board_) {
        board_pan_ = {board_pan_.x + dx, board_pan_.y + dy};
        return;
    }
    const SinCos half = sin_cos(0.5 * static_cast<double>(OrbitView{}.yfov_rad));
    const float metres = 2.0f * camera.distance_m * static_cast<float>(half.sin / half.cos) /
                         static_cast<float>(height_);
    const Vec3 away = back();
    const Vec3 side = normalize(cross({0.0f, 1.0f, 0.0f}, away)), top = cross(away, side);
    camera.target = add(camera.target, motus::multiply(side, -dx * metres));
    camera.target = add(camera.target, motus::multiply(top, dy * metres));
}

void StageView::zoom(float factor) noexcept {
    if (!(factor > 0.0f) || !std::isfinite(factor)) return;
    if (is_board_) {
        const float next = std::clamp(board_zoom_ * factor, 0.1f, 20.0f);
        board_pan_ = {board_pan_.x * next / board_zoom_, board_pan_.y * next / board_zoom_};
        board_zoom_ = next;
        return;
    }
    camera.distance_m = std::clamp(camera.distance_m / factor, 0.01f, 1e5f);
}

void StageView::frame_all() {
    board_pan_ = {};
    board_zoom_ = 1.0f;
    Bounds box;
    if (loaded_) {
        box = loaded_->bounds.empty() ? loaded_->rest : loaded_->bounds;
        if (follow_ && !box.empty() && !loaded_->bounds.empty())
            box = {subtract(box.lo, place_), subtract(box.hi, place_)};
        // With some room for what moves out of the pose of the moment.
        if (!loaded_->rest.empty() && follow_) extend(box, loaded_->rest);
    }
    OrbitView view;
    view.yaw_rad = camera.yaw_rad;
    view.pitch_rad = camera.pitch_rad;
    view.margin = 1.2f;
    const Camera framed =
        frame_bounds(box, view, static_cast<float>(width_) / static_cast<float>(height_));
    camera.target = framed.target;
    camera.distance_m = length(subtract(framed.eye, framed.target));
    framed_ = true;
}

void StageView::frame_joint(JointIndex joint) {
    if (!loaded_ || joint >= loaded_->poses.joints(0).size()) return;
    const Mat34& at = loaded_->poses.joints(0)[joint];
    const Vec3 origin{at.m[3], at.m[7], at.m[11]};
    camera.target = follow_ ? subtract(origin, place_) : origin;
    const float size = loaded_->rest.empty() ? 1.0f : radius(loaded_->rest);
    camera.distance_m = std::min(camera.distance_m, 1.6f * size);
    framed_ = true;
}

JointIndex StageView::pick(float x, float y) const {
    if (!loaded_ || is_board_) return kNoJoint;
    const OverlayView view = overlay_view(real_camera(), width_, height_);
    JointIndex best = kNoJoint;
    float nearest = kPickPixels * kPickPixels;
    const std::span<const Mat34> joints = loaded_->poses.joints(0);
    for (JointIndex j = 0; j < joints.size(); ++j) {
        if (!loaded_->bones[j]) continue;
        const Vec4 at = project(view.view_projection,
                                {joints[j].m[3], joints[j].m[7], joints[j].m[11]}, width_, height_);
        if (!(at.w > 0.0f)) continue;
        const float away = (at.x - x) * (at.x - x) + (at.y - y) * (at.y - y);
        if (away >= nearest) continue;
        nearest = away;
        best = j;
    }
    return best;
}

std::optional<Vec2> StageView::place_of(JointIndex joint) const {
    if (!loaded_ || is_board_ || joint >= loaded_->poses.joints(0).size()) return std::nullopt;
    const Mat34& at = loaded_->poses.joints(0)[joint];
    const OverlayView view = overlay_view(real_camera(), width_, height_);
    const Vec4 pixel = project(view.view_projection, {at.m[3], at.m[7], at.m[11]}, width_, height_);
    if (!(pixel.w > 0.0f)) return std::nullopt;
    return Vec2{pixel.x, pixel.y};
}

Vec2 StageView::board_place(float x, float y) const noexcept {
    // The board is scaled and moved, never turned.
    if (!(to_picture_.a > 0.0f) || !(to_picture_.d > 0.0f)) return {x, y};
    return {(x - to_picture_.tx) / to_picture_.a, (y - to_picture_.ty) / to_picture_.d};
}

Vec2 StageView::picture_place(Vec2 point) const noexcept {
    return {to_picture_.a * point.x + to_picture_.tx, to_picture_.d * point.y + to_picture_.ty};
}

void StageView::draw_marks(const StageFrame& frame) {
    const OverlayView view = overlay_view(real_camera(), width_, height_);
    const float text = std::max(static_cast<float>(height_) / 40.0f, 11.0f);
    if (overlays.trail && frame.trail.size() > 1)
        draw_trail(canvas_, view, frame.trail, {0.95f, 0.45f, 0.10f, 1.0f});
    if (loaded_) {
        const std::span<const Mat34> joints = loaded_->poses.joints(0);
        SkeletonStyle style;
        style.selection = selection;
        const Skeleton skeleton = loaded_->rig.skeleton.view();
        if (overlays.skeleton) {
            draw_skeleton(canvas_, view, skeleton, joints, loaded_->bones, style);
        } else if (selection < joints.size()) {
            // What was clicked shows, whatever else is on.
            std::vector<bool> alone(joints.size());
            alone[selection] = true;
            draw_skeleton(canvas_, view, skeleton, joints, alone, style);
        }
        const float axis = 0.035f * (loaded_->rest.empty() ? 1.0f : radius(loaded_->rest));
        for (std::size_t j = 0; overlays.axes && j < joints.size(); ++j) {
            if (loaded_->bones[j]) draw_axes(canvas_, view, joints[j], axis);
        }
        if (overlays.names) {
            draw_joint_names(canvas_, view, loaded_->rig.skeleton, joints, loaded_->bones,
                             0.85f * text);
        }
    }
    if (overlays.label && !frame.label.empty()) draw_label(canvas_, view, frame.label, text);
}

}  // namespace motus::render

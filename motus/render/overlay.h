// motus/render/overlay.h - what animators want to see on top of a figure: bones, axes, paths, text.
// SPDX-License-Identifier: MIT
//
// Everything is drawn on a Canvas, over the picture and through it: a bone inside an arm is seen.
#pragma once

#include <motus/asset/asset_rig.h>
#include <motus/render/camera.h>
#include <motus/render/canvas.h>

#include <span>
#include <string>
#include <vector>

namespace motus::render {

/// How points of the world come to be pixels of the picture.
struct OverlayView {
    Mat4 view_projection{};
    std::uint32_t width = 0, height = 0;
};
[[nodiscard]] OverlayView overlay_view(const Camera& camera, std::uint32_t width,
                                       std::uint32_t height);

/// Which joints of a rig are bones: those of skins and what connects them; all, without a skin.
[[nodiscard]] std::vector<bool> bone_joints(const AssetRig& rig);

struct SkeletonStyle {
    Vec4 bone{0.16f, 0.55f, 0.95f, 0.92f};
    Vec4 outline{0.04f, 0.07f, 0.13f, 0.85f};
    Vec4 joint{1.0f, 1.0f, 1.0f, 1.0f};
    Vec4 selected{1.0f, 0.62f, 0.10f, 1.0f};
    JointIndex selection = kNoJoint;  ///< This joint and its bones are drawn in `selected`.
};

/// Bones as tapered lines from parent to child, nearest last. `joints` in world space.
void draw_skeleton(Canvas& canvas, const OverlayView& view, const Skeleton& skeleton,
                   std::span<const Mat34> joints, const std::vector<bool>& bones,
                   const SkeletonStyle& style = {});

/// X red, Y green, Z blue, each `length_m` long: of a joint, or of what an Attachment places.
void draw_axes(Canvas& canvas, const OverlayView& view, const Mat34& place, float length_m);

/// Axes with a ring and a name: what an Attachment holds.
void draw_attachment(Canvas& canvas, const OverlayView& view, const Mat34& place, float length_m,
                     const std::string& name, float size);

/// Names beside the joints; where two would overlap, the nearer one stays.
void draw_joint_names(Canvas& canvas, const OverlayView& view, const SkeletonBuffer& skeleton,
                      std::span<const Mat34> joints, const std::vector<bool>& bones, float size);

/// A path through the world with a dot for each of its points, paler towards its beginning.
void draw_trail(Canvas& canvas, const OverlayView& view, std::span<const Vec3> points,
                const Vec4& color);

/// A row of a panel: "speed", "1.40", and, where `bar` is 0 to 1, a bar of that length.
struct PanelRow {
    std::string label, value;
    float bar = -1.0f;
};

/// A panel of text at x, y (its top left); returns its height. `size` is the height of a line; a
/// label or value that does not fit is cut short.
float draw_panel(Canvas& canvas, float x, float y, float size, const std::string& title,
                 std::span<const PanelRow> rows);

[[nodiscard]] float panel_width(float size) noexcept;

/// A short text on a coloured ground that ends at `right`, its baseline at y: an event.
void draw_tag(Canvas& canvas, float right, float y, float size, const std::string& text,
              float opacity);

/// What the colours of errors mean, at the top left: from 0 to `error_m`.
void draw_scale(Canvas& canvas, const OverlayView& view, float error_m, float size);

/// A short text at the bottom left, readable on any picture.
void draw_label(Canvas& canvas, const OverlayView& view, const std::string& text, float size);

}  // namespace motus::render

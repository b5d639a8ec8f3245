// motus/render/overlay.cpp - bones, axes, trails and names, projected to pixels.
// SPDX-License-Identifier: MIT
#include <motus/math/ops.h>
#include <motus/render/overlay.h>

#include <algorithm>
#include <cmath>

namespace motus::render {
namespace {

Vec3 origin_of(const Mat34& m) {
    return {m.m[3], m.m[7], m.m[11]};
}

struct Pixel {
    Vec2 at;
    float distance;  // Along the view; <= 0 behind the camera.
};

Pixel to_pixel(const OverlayView& view, const Vec3& p) {
    const Vec4 projected = project(view.view_projection, p, view.width, view.height);
    return {{projected.x, projected.y}, projected.w};
}

Vec4 faded(Vec4 color, float alpha) {
    color.w *= alpha;
    return color;
}

// Line widths that look alike on small and large pictures.
float unit_of(const OverlayView& view) {
    return static_cast<float>(std::min(view.width, view.height)) / 480.0f;
}

}  // namespace

OverlayView overlay_view(const Camera& camera, std::uint32_t width, std::uint32_t height) {
    return {view_projection(camera, static_cast<float>(width) / static_cast<float>(height)), width,
            height};
}

std::vector<bool> bone_joints(const AssetRig& rig) {
    const Skeleton skeleton = rig.skeleton.view();
    const std::uint32_t count = skeleton.joint_count();
    if (rig.skins.empty()) return std::vector<bool>(count, true);
    std::vector<bool> in_skin(count, false), above(count, false), below(count, false);
    for (const SkinBuffer& skin : rig.skins) {
        for (const JointIndex joint : skin.view().joints)
            in_skin[joint] = true;
    }
    // Connecting: a skin's joint above it and one below it.
    for (std::uint32_t j = count; j-- > 0;) {
        const JointIndex parent = skeleton.parents[j];
        if (parent != kNoJoint && (in_skin[j] || below[j])) below[parent] = true;
    }
    std::vector<bool> out(count, false);
    for (std::uint32_t j = 0; j < count; ++j) {
        const JointIndex parent = skeleton.parents[j];
        above[j] = parent != kNoJoint && (in_skin[parent] || above[parent]);
        out[j] = in_skin[j] || (above[j] && below[j]);
    }
    return out;
}

void draw_skeleton(Canvas& canvas, const OverlayView& view, const Skeleton& skeleton,
                   std::span<const Mat34> joints, const std::vector<bool>& bones,
                   const SkeletonStyle& style) {
    struct Bone {
        Pixel from, to;
        bool chosen;
    };
    std::vector<Bone> lines;
    std::vector<std::pair<Pixel, bool>> dots;
    for (JointIndex j = 0; j < skeleton.joint_count() && j < joints.size(); ++j) {
        if (!bones[j]) continue;
        const Pixel here = to_pixel(view, origin_of(joints[j]));
        if (!(here.distance > 0.0f)) continue;
        dots.emplace_back(here, j == style.selection);
        const JointIndex parent = skeleton.parents[j];
        if (parent == kNoJoint || !bones[parent]) continue;
        const Pixel from = to_pixel(view, origin_of(joints[parent]));
        if (!(from.distance > 0.0f)) continue;
        lines.push_back({from, here, parent == style.selection});
    }
    std::stable_sort(lines.begin(), lines.end(), [](const Bone& a, const Bone& b) {
        return a.from.distance + a.to.distance > b.from.distance + b.to.distance;
    });
    const float unit = unit_of(view);
    for (const Bone& bone : lines) {
        const float dx = bone.to.at.x - bone.from.at.x, dy = bone.to.at.y - bone.from.at.y;
        const float size = std::sqrt(dx * dx + dy * dy);
        const float width = std::clamp(0.16f * size, 2.0f * unit, 9.0f * unit);
        Paint paint = filled(bone.chosen ? style.selected : style.bone);
        paint.stroke = style.outline;
        paint.stroke_width = 1.2f * unit;
        canvas.line(bone.from.at, bone.to.at, width, 0.35f * width, paint);
    }
    for (const auto& [dot, chosen] : dots) {
        Paint paint = filled(chosen ? style.selected : style.joint);
        paint.stroke = style.outline;
        paint.stroke_width = 1.2f * unit;
        const float radius = (chosen ? 4.0f : 2.4f) * unit;
        canvas.ellipse(dot.at.x, dot.at.y, radius, radius, paint);
    }
}

void draw_axes(Canvas& canvas, const OverlayView& view, const Mat34& place, float length_m) {
    constexpr Vec4 kColors[3] = {
        {0.93f, 0.22f, 0.25f, 1.0f}, {0.33f, 0.72f, 0.20f, 1.0f}, {0.20f, 0.45f, 0.98f, 1.0f}};
    const Pixel from = to_pixel(view, origin_of(place));
    const float unit = unit_of(view);
    for (int axis = 0; axis < 3; ++axis) {
        const Vec3 direction = normalize(Vec3{place.m[axis], place.m[4 + axis], place.m[8 + axis]});
        const Pixel to =
            to_pixel(view, add(origin_of(place), motus::multiply(direction, length_m)));
        if (!(from.distance > 0.0f) || !(to.distance > 0.0f)) continue;
        canvas.line(from.at, to.at, 2.0f * unit, kColors[axis]);
        canvas.ellipse(to.at.x, to.at.y, 2.2f * unit, 2.2f * unit, filled(kColors[axis]));
    }
}

void draw_joint_names(Canvas& canvas, const OverlayView& view, const SkeletonBuffer& skeleton,
                      std::span<const Mat34> joints, const std::vector<bool>& bones, float size) {
    struct Name {
        Pixel at;
        JointIndex joint;
    };
    std::vector<Name> names;
    for (JointIndex j = 0; j < bones.size() && j < joints.size(); ++j) {
        const Pixel at = to_pixel(view, origin_of(joints[j]));
        if (bones[j] && at.distance > 0.0f && !skeleton.name(j).empty()) names.push_back({at, j});
    }
    std::stable_sort(names.begin(), names.end(),
                     [](const Name& a, const Name& b) { return a.at.distance < b.at.distance; });
    std::vector<Vec2> taken;
    for (const Name& name : names) {
        const Vec2 at{name.at.at.x + 0.5f * size, name.at.at.y + 0.3f * size};
        const bool free = std::none_of(taken.begin(), taken.end(), [&](const Vec2& other) {
            return std::fabs(other.y - at.y) < 0.9f * size &&
                   std::fabs(other.x - at.x) < 5.0f * size;
        });
        if (!free) continue;
        taken.push_back(at);
        const std::string& text = skeleton.name(name.joint);
        canvas.text(at.x, at.y, size, text, {0.03f, 0.04f, 0.07f, 0.9f}, TextAlign::left, 7.0f);
        canvas.text(at.x, at.y, size, text, {1.0f, 1.0f, 1.0f, 1.0f});
    }
}

void draw_trail(Canvas& canvas, const OverlayView& view, std::span<const Vec3> points,
                const Vec4& color) {
    const float unit = unit_of(view);
    const auto count = static_cast<float>(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Pixel here = to_pixel(view, points[i]);
        if (!(here.distance > 0.0f)) continue;
        const float alpha = 0.15f + 0.85f * (static_cast<float>(i) + 1.0f) / count;
        if (i > 0) {
            const Pixel before = to_pixel(view, points[i - 1]);
            if (before.distance > 0.0f)
                canvas.line(before.at, here.at, 2.2f * unit, faded(color, 0.8f * alpha));
        }
        canvas.ellipse(here.at.x, here.at.y, 2.4f * unit, 2.4f * unit, filled(faded(color, alpha)));
    }
}

void draw_attachment(Canvas& canvas, const OverlayView& view, const Mat34& place, float length_m,
                     const std::string& name, float size) {
    const Pixel at = to_pixel(view, origin_of(place));
    if (!(at.distance > 0.0f)) return;
    draw_axes(canvas, view, place, length_m);
    const float ring = 3.4f * unit_of(view);
    canvas.ellipse(at.at.x, at.at.y, ring, ring, stroked({0.05f, 0.06f, 0.09f, 0.9f}, 0.9f * ring));
    canvas.ellipse(at.at.x, at.at.y, ring, ring, stroked({1.0f, 0.78f, 0.16f, 1.0f}, 0.5f * ring));
    const float x = at.at.x + ring + 0.4f * size, y = at.at.y - ring;
    canvas.text(x, y, size, name, {0.03f, 0.04f, 0.07f, 0.9f}, TextAlign::left, 7.0f);
    canvas.text(x, y, size, name, {1.0f, 0.86f, 0.45f, 1.0f});
}

}  // namespace motus::render

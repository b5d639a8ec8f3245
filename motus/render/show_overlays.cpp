// motus/render/show_overlays.cpp - what lies over the picture: bones, marks, paths, text.
// SPDX-License-Identifier: MIT
#include "show_data.h"

#include <motus/math/ops.h>

#include <algorithm>
#include <cstdio>

namespace motus::render {

void Show::Data::draw_overlays(Canvas& canvas, const Camera& at, Ticks time) {
    const Overlays& wanted = options.overlays;
    const OverlayView view = overlay_view(at, options.width, options.height);
    const float text = std::max(static_cast<float>(options.height) / 34.0f, 11.0f);
    if (wanted.trail && (stage.root != kNoJoint || options.take)) {
        std::vector<Vec3> points;
        const std::int64_t reach =
            options.take ? ticks_of_seconds(0.15).value : stage.duration.value / 10;
        for (int i = -10; i <= 10; ++i) {
            const Ticks step{reach * i};
            if (options.take) {
                const Mat34& root = options.take->frames[options.take->frame_at(time + step)].root;
                points.push_back({root.m[3], stage.floor, root.m[11]});
                continue;
            }
            if (pose_at(scratch, 0, time + step) != Status::ok) continue;
            const Mat34& m = scratch.joints(0)[stage.root];
            points.push_back({m.m[3], stage.floor, m.m[11]});
        }
        draw_trail(canvas, view, points, {0.95f, 0.45f, 0.10f, 1.0f});
    }
    draw_marks(canvas, view, text);
    if (options.take) draw_hud(canvas, time, hud_text());
    if (wanted.label) {
        std::string label = "rest pose";
        char seconds[64];
        std::snprintf(seconds, sizeof seconds, "  %.2f s", seconds_of(moment_of(time).time));
        if (options.take)
            label = options.take->name + seconds;
        else if (options.clip != kNone)
            label = asset.clips[options.clip].name + seconds;
        draw_label(canvas, view, label, text);
    }
}

void Show::Data::draw_marks(Canvas& canvas, const OverlayView& view, float text) {
    const Overlays& wanted = options.overlays;
    if (!wanted.skeleton && !wanted.joint_axes && !wanted.joint_names && wanted.attachments.empty())
        return;
    const Skeleton skeleton = rig.skeleton.view();
    const float axis = 0.035f * stage.figure_size;
    for (std::uint32_t i = 0; i < stage.crowd.size(); ++i) {
        std::vector<Mat34> joints;
        for (const Mat34& joint : poses.joints(i))
            joints.push_back(motus::multiply(stage.crowd[i].place, joint));
        SkeletonStyle style;
        style.selection = wanted.heat_joint;
        if (wanted.skeleton) draw_skeleton(canvas, view, skeleton, joints, bones, style);
        for (std::size_t j = 0; wanted.joint_axes && j < joints.size(); ++j) {
            if (bones[j]) draw_axes(canvas, view, joints[j], axis);
        }
        if (wanted.joint_names)
            draw_joint_names(canvas, view, rig.skeleton, joints, bones, 0.85f * text);
        for (const AttachmentMark& mark : wanted.attachments) {
            Mat34 place;
            if (attach(mark.attachment, joints, place) != Status::ok) continue;
            draw_attachment(canvas, view, place, 4.0f * axis, mark.name, text);
        }
    }
}

float Show::Data::hud_text() const {
    const float text = std::max(static_cast<float>(options.height) / 34.0f, 11.0f);
    const float room = 0.4f * static_cast<float>(options.width) / panel_width(1.0f);
    return std::clamp(room, 7.5f, text);
}

Show::Data::Margins Show::Data::hud_margins() const {
    if (!options.take) return {};
    const auto width = static_cast<float>(options.width);
    const float panel = (panel_width(hud_text()) + 0.8f * hud_text()) / width;
    bool left = false, right = false;
    for (const TakeFrame& frame : options.take->frames) {
        left = left || !frame.left.empty();
        right = right || !frame.right.empty();
    }
    // Never so much that nothing is left: then the panels lie over the figure.
    const float most = left && right ? 0.36f : 0.6f;
    return {left ? std::min(panel, most) : 0.0f, right ? std::min(panel, most) : 0.0f};
}

void Show::Data::draw_hud(Canvas& canvas, Ticks time, float text) const {
    const std::size_t now = options.take->frame_at(time);
    const TakeFrame& frame = options.take->frames[now];
    const float edge = 0.8f * text;
    float y = edge;
    for (const HudPanel& panel : frame.left)
        y += draw_panel(canvas, edge, y, text, panel.title, panel.rows) + 0.5f * edge;
    y = edge;
    const float right = static_cast<float>(options.width) - panel_width(text) - edge;
    for (const HudPanel& panel : frame.right)
        y += draw_panel(canvas, right, y, text, panel.title, panel.rows) + 0.5f * edge;
    // The newest at the bottom; each stays for half a second and pales.
    const double step_s = std::max(seconds_of(options.take->step), 1e-6);
    float base = static_cast<float>(options.height) - 1.2f * text;
    for (std::size_t back = 0; back <= now; ++back) {
        const double age = static_cast<double>(back) * step_s / 0.5;
        if (age >= 1.0) break;
        const auto& events = options.take->frames[now - back].events;
        for (std::size_t i = events.size(); i-- > 0; base -= 1.5f * text) {
            const auto alpha = static_cast<float>(1.0 - age * age);
            draw_tag(canvas, static_cast<float>(options.width) - edge, base, text, events[i],
                     alpha);
        }
    }
}

}  // namespace motus::render

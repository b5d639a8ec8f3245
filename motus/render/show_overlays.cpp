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
    if (wanted.packed) draw_scale(canvas, view, wanted.error_m, text);
    if (options.take) draw_hud(canvas, *options.take, time, options.width, options.height);
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

}  // namespace motus::render

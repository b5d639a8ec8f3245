// tests/play/playlist_stage.h - a rig of three joints whose playlist is written by hand.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/clip/build.h>
#include <motus/math/ops.h>
#include <motus/play/evaluate.h>
#include <motus/pose/pose_buffer.h>
#include <motus/skeleton/build.h>

#include <cmath>
#include <vector>

namespace motus::test {

/// Root, Spine, Arm, and a playlist written by hand. Clips turn a joint about Z by an angle per
/// second.
struct PlaylistStage {
    SkeletonBuffer skeleton;
    std::vector<ClipBuffer> clips;
    std::vector<Clip> views;
    std::vector<PlaylistItem> items;
    std::vector<PlaylistLayer> layers;
    std::vector<float> arm_mask{0.0f, 0.0f, 1.0f};
    Mask masks[1];
    PoseBuffer out;
    EvaluateWorkspace workspace;
    std::vector<float> carry;
    std::vector<RootMotion> roots;

    static SkeletonBuffer make() {
        const JointDesc joints[] = {{"Root", kNoJoint, {}},
                                    {"Spine", 0, {{0, 1, 0}, {}, {1, 1, 1}}},
                                    {"Arm", 1, {{1, 0, 0}, {}, {1, 1, 1}}}};
        return std::move(*build_skeleton(joints));
    }
    PlaylistStage() : skeleton(make()), out(skeleton), workspace(skeleton, 8) {
        masks[0] = arm_mask;
    }

    std::uint32_t turning(JointIndex joint, float start_rad, float speed_rad) {
        const Ticks times[] = {{0}, {kTicksPerSecond}};
        std::vector<float> values;
        for (const float t : {0.0f, 1.0f}) {
            const Quat q = axis_angle({0, 0, 1}, start_rad + speed_rad * t);
            values.insert(values.end(), {q.x, q.y, q.z, q.w});
        }
        const TrackDesc track{TrackKind::rotation, Interpolation::linear, joint, 0, times, values};
        clips.push_back(std::move(*build_clip({&track, 1})));
        return static_cast<std::uint32_t>(clips.size() - 1);
    }
    /// One that moves the root along Z, from `start` on, by a distance in its one second.
    std::uint32_t walking(float start, float distance) {
        const Ticks times[] = {{0}, {kTicksPerSecond}};
        const float values[] = {0, 0, start, 0, 0, start + distance};
        const TrackDesc track{TrackKind::translation, Interpolation::linear, 0, 0, times, values};
        clips.push_back(std::move(*build_clip({&track, 1})));
        return static_cast<std::uint32_t>(clips.size() - 1);
    }
    void layer(PlaylistLayer layer = {}) {
        layer.first = static_cast<std::uint32_t>(items.size());
        layers.push_back(layer);
    }
    PlaylistItem& item(std::uint32_t clip, double time_s, float weight) {
        PlaylistItem it;
        it.motion = it.source = clip;
        it.to = ticks_of_seconds(time_s);
        it.weight = weight;
        items.push_back(it);
        ++layers.back().count;
        return items.back();
    }
    void probe(std::uint32_t clip, double time_s, CutProbe probe) {
        PlaylistItem& it = item(clip, time_s, 1.0f);
        it.from = it.to;
        it.passed = true;
        it.probe = probe;
    }
    Status evaluate(RootDelta* root = nullptr, RootMotion motion = {}) {
        views.assign(clips.begin(), clips.end());
        Playlist list{items, layers, static_cast<std::uint32_t>(items.size()),
                      static_cast<std::uint32_t>(layers.size())};
        EvaluateJob job;
        job.rig = {
            .skeleton = skeleton, .clips = views, .masks = masks, .root = motion, .roots = roots};
        const auto whole = build_rig({.skeleton = skeleton, .clips = views});
        if (whole) job.rig.covers = whole->view().covers;
        job.playlist = &list;
        job.carry = carry;
        job.scratch = workspace.scratch();
        job.out = out;
        job.root = root;
        return run(job);
    }
    double angle(JointIndex joint) const {
        const Quat q = joint_transform(out, joint).rotation;
        return 2.0 * std::atan2(q.z, q.w);
    }
    void clear() { items.clear(), layers.clear(); }
};

}  // namespace motus::test

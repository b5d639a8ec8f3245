// tests/play/stage.h - a small rig made in code, whose clips are ramps that can be read off.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/clip/build.h>
#include <motus/core/hash.h>
#include <motus/play/mixer.h>
#include <motus/skeleton/build.h>
#include <tests/support/exact_time.h>

#include <cmath>
#include <vector>

namespace motus::test {

/// An event whose name is a number.
inline EventTime event_at(double s, int name) {
    return {seconds(s), NameHash{static_cast<std::uint64_t>(name)}};
}

/// A clip that moves joint `joint` along x and turns it about z, evenly, and one morph weight.
struct Ramp {
    double length_s = 1.0;
    float x0 = 0.0f, x1 = 360.0f;
    double turn0 = 0.0, turn1 = 0.0;  ///< Degrees, less than 180 apart.
    float morph0 = 0.0f, morph1 = 0.0f;
    std::uint32_t joint = 0;
    bool has_morph = true;
    std::vector<EventTime> events{};
};

/// Root / Spine / Head, one above the other, with a skin, a morph weight and the ramps as clips.
class Stage {
  public:
    explicit Stage(const std::vector<Ramp>& ramps, std::vector<std::vector<float>> masks = {})
        : skeleton_(make_skeleton()), skin_(make_skin(skeleton_)), rig_(make_rig(ramps, masks)) {}

    Rig rig() const { return rig_.view(); }
    const Skeleton skeleton() const { return skeleton_.view(); }

    static Quat turn_z(double degrees) {
        const double half = degrees * 3.14159265358979323846 / 360.0;
        return {0.0f, 0.0f, float(std::sin(half)), float(std::cos(half))};
    }

  private:
    static SkeletonBuffer make_skeleton() {
        const JointDesc joints[] = {{"Root", kNoJoint, {}},
                                    {"Spine", 0, {{0, 1, 0}, {}, {1, 1, 1}}},
                                    {"Head", 1, {{0, 1, 0}, {}, {1, 1, 1}}}};
        const float weights[] = {0.0f};
        return std::move(*build_skeleton(joints, weights));
    }
    static SkinBuffer make_skin(const Skeleton& skeleton) {
        Mat34 binds[3];
        binds[1].m[7] = -1.0f;
        binds[2].m[7] = -2.0f;
        const std::uint32_t joints[] = {0, 1, 2};
        return std::move(*build_skin(skeleton, joints, binds));
    }
    RigBuffer make_rig(const std::vector<Ramp>& ramps,
                       const std::vector<std::vector<float>>& masks) {
        for (const Ramp& ramp : ramps) {
            const float y = static_cast<float>(ramp.joint == 0 ? 0 : 1);
            const Quat q0 = turn_z(ramp.turn0), q1 = turn_z(ramp.turn1);
            const std::vector<Ticks> times = ramp.length_s > 0
                                                 ? std::vector<Ticks>{{0}, seconds(ramp.length_s)}
                                                 : std::vector<Ticks>{{0}};
            std::vector<float> moves{ramp.x0, y, 0}, turns{q0.x, q0.y, q0.z, q0.w},
                morphs{ramp.morph0};
            if (times.size() == 2) {
                moves.insert(moves.end(), {ramp.x1, y, 0});
                turns.insert(turns.end(), {q1.x, q1.y, q1.z, q1.w});
                morphs.push_back(ramp.morph1);
            }
            std::vector<TrackDesc> tracks{
                {TrackKind::translation, Interpolation::linear, ramp.joint, 3, times, moves},
                {TrackKind::rotation, Interpolation::linear, ramp.joint, 4, times, turns}};
            if (ramp.has_morph) {
                tracks.push_back({TrackKind::weights, Interpolation::linear, 0, 1, times, morphs});
            }
            clips_.push_back(std::move(*build_clip(tracks)));
        }
        const std::vector<Clip> clips(clips_.begin(), clips_.end());
        std::vector<std::span<const EventTime>> events;
        for (const Ramp& ramp : ramps)
            events.emplace_back(ramp.events);
        const Skin skins[] = {skin_.view()};
        const std::vector<Mask> views(masks.begin(), masks.end());
        return std::move(*build_rig({.skeleton = skeleton_,
                                     .clips = clips,
                                     .skins = skins,
                                     .masks = views,
                                     .events = events}));
    }

    SkeletonBuffer skeleton_;
    SkinBuffer skin_;
    std::vector<ClipBuffer> clips_;
    RigBuffer rig_;
};

/// x of a joint in the mixer's pose: the value of a ramp.
inline double value_of(const Mixer& mixer, JointIndex joint = 0) {
    return joint_transform(mixer.pose(), joint).translation.x;
}

/// Turn about z in degrees.
inline double turn_of(const Mixer& mixer, JointIndex joint = 0) {
    const Quat q = joint_transform(mixer.pose(), joint).rotation;
    return 2.0 * std::atan2(double{q.z}, double{q.w}) * 180.0 / 3.14159265358979323846;
}

/// Of all that a mixer shows: pose, palettes, weights.
inline std::uint64_t hash_of(const Mixer& mixer) {
    std::uint64_t hash = kHashSeed;
    for (std::uint32_t p = 0; p < kPlaneCount; ++p)
        hash = hash_floats(hash, {mixer.pose().joints.plane(Plane{p}), mixer.pose().joint_count()});
    for (const Mat34& m : mixer.palette())
        hash = hash_floats(hash, m.floats());
    return hash_floats(hash, mixer.pose().weights);
}

inline int notices_of(const Mixer& mixer, NoticeKind kind) {
    int count = 0;
    for (const MixerNotice& notice : mixer.notices())
        count += notice.kind == kind ? 1 : 0;
    return count;
}

inline constexpr ClipId kA{0}, kB{1}, kC{2}, kD{3};

}  // namespace motus::test

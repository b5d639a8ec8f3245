// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/sample/joint.h>
#include <motus/sample/packed.h>
#include <motus/sample/sample.h>

#include <algorithm>

namespace motus {
namespace {

// Tracks are sorted by (kind, interpolation, target).
bool before(const TrackRecord& a, const TrackRecord& b) noexcept {
    if (a.kind != b.kind) return a.kind < b.kind;
    if (a.interpolation != b.interpolation) return a.interpolation < b.interpolation;
    return a.target < b.target;
}

const TrackRecord* find_track(const Clip& clip, TrackKind kind, JointIndex joint) noexcept {
    for (const Interpolation interpolation :
         {Interpolation::step, Interpolation::linear, Interpolation::cubic_spline}) {
        TrackRecord wanted;
        wanted.kind = kind;
        wanted.interpolation = interpolation;
        wanted.target = joint;
        const auto found = std::lower_bound(clip.tracks.begin(), clip.tracks.end(), wanted, before);
        if (found != clip.tracks.end() && !before(wanted, *found)) return &*found;
    }
    return nullptr;
}

}  // namespace

Transform sample_joint(const Clip& clip, JointIndex joint, Ticks time,
                       const Transform& rest) noexcept {
    // A clip of this joint alone, on a skeleton of one.
    TrackRecord tracks[3];
    std::size_t count = 0;
    for (const TrackKind kind : {TrackKind::translation, TrackKind::rotation, TrackKind::scale}) {
        if (const TrackRecord* track = find_track(clip, kind, joint); track != nullptr) {
            tracks[count] = *track;
            tracks[count++].target = 0;
        }
    }
    Transform below = rest;
    if (clip.packed != nullptr) detail::unpack_joint(*clip.packed, joint, time, below);
    if (count == 0) return below;
    alignas(64) float planes[soa_floats(1)] = {};
    const PoseView pose{{planes, 1, soa_stride(1)}, {}};
    set_joint_transform(pose, 0, below);
    SampleJob job;
    job.clip = clip;
    job.clip.tracks = {tracks, count};
    job.clip.packed = nullptr;
    job.clip.joint_limit = 1;
    job.clip.weight_limit = 0;
    job.time = time;
    job.rest = pose;
    job.out = pose;
    const Status status = run(job);
    MOTUS_ASSERT(status == Status::ok);
    (void)status;
    return joint_transform(pose, 0);
}

}  // namespace motus

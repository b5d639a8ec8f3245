// SPDX-License-Identifier: MIT
#include <motus/bake/rigs.h>

#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>

#include <algorithm>

namespace motus {
namespace {

struct Track {
    TrackRecord record;
    std::vector<Ticks> times;
    std::vector<float> values;
};

std::size_t values_per_key(const TrackRecord& track) {
    return std::size_t{track.width} * (track.interpolation == Interpolation::cubic_spline ? 3 : 1);
}

/// The joint or weight of `rig` that a track of another source moves; kNone where there is none.
std::uint32_t target_in(const SourceRig& rig, const SourceRig& from, const TrackRecord& track) {
    if (&rig == &from) return track.target;
    const Skeleton to = rig.rig.skeleton.view();
    const Skeleton source = from.rig.skeleton.view();
    if (track.kind != TrackKind::weights) {
        bool several = false;
        const JointIndex same = find_path(rig, from.path(track.target), several);
        if (same != kNoJoint) return same;
        return find_joint(to, source.names[track.target]);
    }
    for (const MorphRange& range : from.rig.morphs) {
        if (range.first != track.target) continue;
        const JointIndex joint = find_joint(to, source.names[source.of_source[range.node]]);
        for (const MorphRange& own : rig.rig.morphs) {
            if (to.of_source[own.node] == joint && own.count == track.width) return own.first;
        }
    }
    return kNone;
}

/// Values of a track that is not a spline at the time of `pose`.
void sampled_values(const TrackRecord& track, ConstPoseView pose, float* out) {
    if (track.kind == TrackKind::weights) {
        std::copy_n(pose.weights.data() + track.target, track.width, out);
        return;
    }
    const Plane first = track.kind == TrackKind::translation ? Plane::tx
                        : track.kind == TrackKind::rotation  ? Plane::qx
                                                             : Plane::sx;
    for (std::uint32_t c = 0; c < track.width; ++c) {
        const auto plane = static_cast<Plane>(static_cast<std::uint32_t>(first) + c);
        out[c] = pose.joints.plane(plane)[track.target];
    }
}

/// The key that a spline has at `time`, between the keys `left` and the one after it: the same
/// curve from there on. In-tangent, value, out-tangent, all per second.
void spline_key(const Clip& clip, const TrackRecord& track, std::size_t left, Ticks time,
                float* out) {
    const std::size_t width = track.width;
    const Ticks* times = clip.times.data() + track.time_start + left;
    const float* a = clip.values.data() + track.value_start + left * 3 * width;
    const float* b = a + 3 * width;
    const double length = seconds_of(times[1] - times[0]);
    const double t = seconds_of(time - times[0]) / length;
    for (std::size_t c = 0; c < width; ++c) {
        const double p0 = a[width + c], m0 = a[2 * width + c] * length;
        const double p1 = b[width + c], m1 = b[c] * length;
        const double cubic = 2 * p0 + m0 - 2 * p1 + m1, square = -3 * p0 - 2 * m0 + 3 * p1 - m1;
        const double value = ((cubic * t + square) * t + m0) * t + p0;
        const double slope = ((3 * cubic * t + 2 * square) * t + m0) / length;
        out[c] = out[2 * width + c] = static_cast<float>(slope);
        out[width + c] = static_cast<float>(value);
    }
}

/// Keys from `start` to the first at or behind `end`, with one at the start itself; `pose` is the
/// clip's at that time.
Track cut_track(const Clip& clip, const TrackRecord& track, Ticks start, Ticks end,
                ConstPoseView pose) {
    Track out{track, {}, {}};
    const auto times = clip.times.subspan(track.time_start, track.key_count);
    const std::size_t per_key = values_per_key(track);
    const auto first = static_cast<std::size_t>(
        std::lower_bound(times.begin(), times.end(), start) - times.begin());
    const bool cuts = first > 0 && (first == times.size() || times[first] != start);
    if (cuts) {
        out.times.push_back({});
        out.values.resize(per_key);
        if (track.interpolation != Interpolation::cubic_spline) {
            sampled_values(track, pose, out.values.data());
        } else if (first < times.size()) {
            spline_key(clip, track, first - 1, start, out.values.data());
        } else {
            const float* last = clip.values.data() + track.value_start + (first - 1) * per_key;
            std::copy_n(last + track.width, track.width, out.values.data() + track.width);
        }
    }
    std::size_t k = first;
    while (k < times.size() && (k == 0 || times[k - 1] < end || out.times.empty()))
        out.times.push_back(times[k++] - start);
    const float* values = clip.values.data() + track.value_start;
    out.values.insert(out.values.end(), values + first * per_key, values + k * per_key);
    return out;
}

}  // namespace

Result<ClipBuffer> cut_clip(const ClipSource& clip, const SourceRig& rig, std::uint32_t& lost) {
    const Clip whole = clip.source->rig.clips[clip.index].view();
    const Skeleton skeleton = clip.source->rig.skeleton.view();
    PoseBuffer pose(skeleton);
    const SampleJob job{
        .clip = whole, .time = clip.start, .rest = rest_pose(skeleton), .out = pose};
    if (const Status status = run(job); status != Status::ok) {
        return Error{"source-file", "", to_string(status)};
    }
    std::vector<Track> tracks;
    lost = 0;
    for (const TrackRecord& track : whole.tracks) {
        const std::uint32_t target = target_in(rig, *clip.source, track);
        if (target == kNone) {
            ++lost;
            continue;
        }
        tracks.push_back(cut_track(whole, track, clip.start, clip.start + clip.duration, pose));
        tracks.back().record.target = target;
    }
    std::vector<TrackDesc> descs;
    for (const Track& track : tracks) {
        descs.push_back({track.record.kind, track.record.interpolation, track.record.target,
                         track.record.width, track.times, track.values});
    }
    return build_clip(descs, clip.duration);
}

}  // namespace motus

// SPDX-License-Identifier: MIT
#include "clip_keys.h"

#include <motus/clip/packed.h>
#include <motus/clip/small.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

namespace motus::tool {
namespace {

/// A property of a joint, or the weights of a node: as tracks name it.
struct Target {
    TrackKind kind = TrackKind::translation;
    std::uint32_t first = 0;  ///< Joint, or the first weight.
    std::uint32_t width = 3;
    std::uint32_t node = kNone;
};

void append_value(const Target& target, ConstPoseView pose, std::vector<float>& out) {
    if (target.kind == TrackKind::weights) {
        const auto weights = pose.weights.subspan(target.first, target.width);
        out.insert(out.end(), weights.begin(), weights.end());
        return;
    }
    const Transform t = joint_transform(pose, target.first);
    if (target.kind == TrackKind::rotation) {
        out.insert(out.end(), {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w});
    } else {
        const Vec3 v = target.kind == TrackKind::translation ? t.translation : t.scale;
        out.insert(out.end(), {v.x, v.y, v.z});
    }
}

class KeyReader {
  public:
    KeyReader(const Skeleton& skeleton, std::span<const MorphRange> morphs, const Clip& clip)
        : skeleton_(skeleton), morphs_(morphs), clip_(clip), pose_(skeleton) {}

    std::vector<AssetTrack> read() {
        for (const TrackRecord& track : clip_.tracks)
            add_exact(track);
        if (clip_.packed != nullptr) add_frames();
        return std::move(out_);
    }

  private:
    ConstPoseView pose_at(Ticks time) {
        const SampleJob job{
            .clip = clip_, .time = time, .rest = rest_pose(skeleton_), .out = pose_};
        if (run(job) != Status::ok) throw std::logic_error("a clip does not fit its rig");
        return pose_.view();
    }

    std::uint32_t node_of_weight(std::uint32_t weight) const {
        for (const MorphRange& range : morphs_)
            if (range.first == weight) return range.node;
        return kNone;
    }

    void add_exact(const TrackRecord& track) {
        done_.insert({track.kind, track.target});
        const bool weights = track.kind == TrackKind::weights;
        const Target target{
            track.kind, track.target, track.width,
            weights ? node_of_weight(track.target) : skeleton_.source[track.target]};
        if (target.node == kNone) return;
        AssetTrack& to = out_.emplace_back();
        to.node = target.node;
        to.kind = track.kind;
        to.interpolation = track.interpolation;
        const auto times = clip_.times.subspan(track.time_start, track.key_count);
        const bool spline = track.interpolation == Interpolation::cubic_spline;
        const std::size_t per_key = std::size_t{track.width} * (spline ? 3 : 1);
        const auto inside = static_cast<std::size_t>(
            std::upper_bound(times.begin(), times.end(), clip_.duration) - times.begin());
        const float* values = clip_.values.data() + track.value_start;
        to.times.assign(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(inside));
        to.values.assign(values, values + inside * per_key);
        const bool goes_on = inside < times.size();
        if (!goes_on || (inside > 0 && times[inside - 1] == clip_.duration)) return;
        to.times.push_back(clip_.duration);
        if (spline && inside > 0) {
            add_spline_end(track, inside - 1, to.values);
        } else if (spline) {  // All keys lie behind the end: the first value holds.
            to.times.back() = Ticks{};
            to.values.resize(per_key);
            std::copy_n(values + track.width, track.width, to.values.data() + track.width);
        } else {
            append_value(target, pose_at(clip_.duration), to.values);
        }
    }

    /// The key that ends a spline between the key `left` and the next: the same curve up to there.
    void add_spline_end(const TrackRecord& track, std::size_t left, std::vector<float>& out) const {
        const std::size_t width = track.width;
        const Ticks* times = clip_.times.data() + track.time_start + left;
        const float* a = clip_.values.data() + track.value_start + left * 3 * width;
        const float* b = a + 3 * width;
        const double length = seconds_of(times[1] - times[0]);
        const double t = seconds_of(clip_.duration - times[0]) / length;
        const std::size_t at = out.size();
        out.resize(at + 3 * width);
        for (std::size_t c = 0; c < width; ++c) {
            const double p0 = a[width + c], m0 = a[2 * width + c] * length;
            const double p1 = b[width + c], m1 = b[c] * length;
            const double cubic = 2 * p0 + m0 - 2 * p1 + m1;
            const double square = -3 * p0 - 2 * m0 + 3 * p1 - m1;
            const double slope = ((3 * cubic * t + 2 * square) * t + m0) / length;
            out[at + c] = out[at + 2 * width + c] = static_cast<float>(slope);
            out[at + width + c] = static_cast<float>(((cubic * t + square) * t + m0) * t + p0);
        }
    }

    /// Times of the frames inside the clip, and its two ends.
    std::vector<Ticks> frame_times() const {
        std::vector<Ticks> times{Ticks{}, clip_.duration};
        const SmallClip* small = clip_.packed->small;
        const std::uint32_t count = small ? small->frame_count : clip_.packed->frame_count;
        for (std::uint32_t i = 0; i < count; ++i)
            times.push_back(small ? time_of_frame(*small, i) : time_of_frame(*clip_.packed, i));
        std::sort(times.begin(), times.end());
        times.erase(std::unique(times.begin(), times.end()), times.end());
        std::erase_if(times, [&](Ticks t) { return t < Ticks{} || t > clip_.duration; });
        return times;
    }

    void add_frames() {
        std::vector<Target> targets;
        for (JointIndex joint = 0; joint < skeleton_.joint_count(); ++joint) {
            const std::uint32_t node = skeleton_.source[joint];
            targets.push_back({TrackKind::translation, joint, 3, node});
            targets.push_back({TrackKind::rotation, joint, 4, node});
            targets.push_back({TrackKind::scale, joint, 3, node});
        }
        for (const MorphRange& range : morphs_)
            targets.push_back({TrackKind::weights, range.first, range.count, range.node});
        std::erase_if(targets, [&](const Target& t) {
            return done_.count({t.kind, t.first}) != 0;
        });
        const std::vector<Ticks> times = frame_times();
        std::vector<std::vector<float>> values(targets.size());
        for (const Ticks time : times) {
            const ConstPoseView pose = pose_at(time);
            for (std::size_t i = 0; i < targets.size(); ++i)
                append_value(targets[i], pose, values[i]);
        }
        for (std::size_t i = 0; i < targets.size(); ++i)
            add_track(targets[i], times, std::move(values[i]));
    }

    void add_track(const Target& target, const std::vector<Ticks>& times,
                   std::vector<float> values) {
        const std::size_t width = target.width;
        bool still = true;
        for (std::size_t i = width; i < values.size() && still; ++i)
            still = values[i] == values[i - width];
        std::vector<float> rest;
        append_value(target, rest_pose(skeleton_), rest);
        if (still && std::equal(rest.begin(), rest.end(), values.begin())) return;
        AssetTrack& to = out_.emplace_back();
        to.node = target.node;
        to.kind = target.kind;
        to.times = times;
        if (still) {
            to.times.resize(1);
            values.resize(width);
        }
        to.values = std::move(values);
    }

    const Skeleton& skeleton_;
    std::span<const MorphRange> morphs_;
    const Clip& clip_;
    PoseBuffer pose_;
    std::set<std::pair<TrackKind, std::uint32_t>> done_;
    std::vector<AssetTrack> out_;
};

}  // namespace

std::vector<AssetTrack> keys_of(const Skeleton& skeleton, std::span<const MorphRange> morphs,
                                const Clip& clip) {
    return KeyReader(skeleton, morphs, clip).read();
}

}  // namespace motus::tool

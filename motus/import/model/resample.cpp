// SPDX-License-Identifier: MIT
#include <motus/import/model/resample.h>

#include <motus/asset/asset_rig.h>
#include <motus/import/model/model.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace motus {
namespace {

Error rate_error(std::string cause) {
    return {"model-rate", "", std::move(cause)};
}

std::vector<Ticks> even_times(Ticks duration, double rate_hz) {
    std::vector<Ticks> times;
    for (std::uint64_t i = 0;; ++i) {
        const Ticks time = ticks_of_seconds(static_cast<double>(i) / rate_hz);
        if (time >= duration) break;
        times.push_back(time);
    }
    times.push_back(duration);
    return times;
}

/// Where the values of a track are in a pose.
struct Target {
    AssetTrack* track = nullptr;
    std::uint32_t joint = 0;
    MorphRange morph{};
};

class Resampler {
  public:
    Resampler(const AssetRig& rig, double rate_hz)
        : rig_(rig), skeleton_(rig.skeleton.view()), rate_hz_(rate_hz), pose_(skeleton_) {}

    std::optional<Error> run(const Clip& from, AssetClip& clip) {
        std::vector<Target> targets = find_targets(clip);
        if (targets.empty()) return std::nullopt;
        const double keys = seconds_of(clip.duration) * rate_hz_ + 2.0;
        const double values = keys * 4.0 * static_cast<double>(targets.size());
        if (!(values <= static_cast<double>(room_)))
            return rate_error("the clips would have too many keys at that rate");
        room_ -= static_cast<std::uint64_t>(values);
        const std::vector<Ticks> times = even_times(clip.duration, rate_hz_);
        for (const Target& target : targets) {
            target.track->interpolation = Interpolation::linear;
            target.track->times = times;
            target.track->values.clear();
        }
        std::vector<std::uint32_t> cursor(from.tracks.size());
        for (const Ticks time : times) {
            const Status status =
                motus::run(SampleJob{from, time, rest_pose(skeleton_), cursor, pose_});
            assert(status == Status::ok);
            (void)status;
            for (const Target& target : targets)
                add_key(target);
        }
        return std::nullopt;
    }

  private:
    std::vector<Target> find_targets(AssetClip& clip) const {
        std::vector<Target> targets;
        for (AssetTrack& track : clip.tracks) {
            if (track.interpolation == Interpolation::step) continue;
            Target target{&track, skeleton_.of_source[track.node], {}};
            for (const MorphRange& morph : rig_.morphs)
                if (morph.node == track.node) target.morph = morph;
            targets.push_back(target);
        }
        return targets;
    }

    void add_key(const Target& target) {
        std::vector<float>& out = target.track->values;
        const ConstPoseView pose = std::as_const(pose_).view();
        const auto [t, r, s] = joint_transform(pose, target.joint);
        switch (target.track->kind) {
            case TrackKind::translation:
                out.insert(out.end(), {t.x, t.y, t.z});
                break;
            case TrackKind::rotation:
                out.insert(out.end(), {r.x, r.y, r.z, r.w});
                break;
            case TrackKind::scale:
                out.insert(out.end(), {s.x, s.y, s.z});
                break;
            case TrackKind::weights: {
                const auto weights = pose.weights.subspan(target.morph.first, target.morph.count);
                out.insert(out.end(), weights.begin(), weights.end());
                break;
            }
        }
    }

    const AssetRig& rig_;
    Skeleton skeleton_;
    double rate_hz_;
    PoseBuffer pose_;
    std::uint64_t room_ = kMaxResampledValues;
};

}  // namespace

std::optional<Error> resample_clips(Asset& asset, double rate_hz) {
    if (!(rate_hz >= kMinModelRate_hz && rate_hz <= kMaxModelRate_hz))
        return rate_error("the rate must be from 1 to 1000 keys a second");
    const Result<AssetRig> rig = make_rig(asset);
    if (!rig) return rig.error();
    Resampler resampler(*rig, rate_hz);
    for (std::size_t i = 0; i < asset.clips.size(); ++i) {
        if (auto fault = resampler.run(rig->clips[i].view(), asset.clips[i])) return fault;
    }
    return std::nullopt;
}

}  // namespace motus

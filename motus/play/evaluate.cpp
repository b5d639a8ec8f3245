// SPDX-License-Identifier: MIT
#include <motus/math/ops.h>
#include <motus/mix/additive.h>
#include <motus/mix/blend.h>
#include <motus/mix/inertial.h>
#include <motus/play/evaluate.h>
#include <motus/sample/sample.h>

#include <array>
#include <cmath>

namespace motus {
namespace {

constexpr std::size_t kMaxShown = 64;
constexpr float kHardlyBegun = 0.125f, kMostRestless = 4.0f;

std::size_t pose_floats(const Skeleton& skeleton) noexcept {
    const std::size_t floats = soa_floats(skeleton.joint_count()) + skeleton.rest_weights.size();
    return (floats + kSoaLanes - 1) / kSoaLanes * kSoaLanes;
}

std::size_t layer_floats(const Skeleton& skeleton) noexcept {
    return kSoaLanes + 3 * pose_floats(skeleton) +
           inertial_floats(skeleton.joint_count(), skeleton.rest_weights.size());
}

PoseView pose_at(const Skeleton& skeleton, float* floats) noexcept {
    const std::uint32_t joints = skeleton.joint_count();
    return {{floats, joints, soa_stride(joints)},
            {floats + soa_floats(joints), skeleton.rest_weights.size()}};
}

const RootMotion& root_of(const PoseRig& rig, std::uint32_t clip) noexcept {
    return clip < rig.roots.size() ? rig.roots[clip] : rig.root;
}

// What one layer keeps between frames.
struct Kept {
    float& frames;          // how many poses have been shown: 0, 1, or 2 and more
    float& gap_s;           // between the last two
    float& progress;        // of the inertial blend that runs; 1 where none does
    float& restless;        // blends in a row that were broken off before they got anywhere
    float& froze;           // not 0: `frozen` is a pose
    PoseView shown;         // last
    PoseView shown_before;  // the one before
    PoseView frozen;
    std::span<float> offsets;
};

Kept kept_at(const Skeleton& skeleton, std::span<float> carry, std::uint32_t layer) noexcept {
    float* floats = carry.data() + layer * layer_floats(skeleton);
    const std::size_t pose = pose_floats(skeleton);
    float* poses = floats + kSoaLanes;
    return {
        floats[0],
        floats[1],
        floats[2],
        floats[3],
        floats[4],
        pose_at(skeleton, poses),
        pose_at(skeleton, poses + pose),
        pose_at(skeleton, poses + 2 * pose),
        {poses + 3 * pose, inertial_floats(skeleton.joint_count(), skeleton.rest_weights.size())}};
}

class Evaluator {
  public:
    explicit Evaluator(const EvaluateJob& job) noexcept
        : job_(job),
          skeleton_(job.rig.skeleton),
          pose_(pose_floats(skeleton_)),
          rest_(rest_pose(skeleton_)) {}

    Status run() noexcept {
        if (Status s = copy_pose(rest_, job_.out); s != Status::ok) return s;
        for (std::uint32_t i = 0; i < job_.playlist->layer_count; ++i) {
            if (Status s = evaluate(i); s != Status::ok) return s;
        }
        return Status::ok;
    }

  private:
    PoseView scratch(std::size_t index) const noexcept {
        return pose_at(skeleton_, job_.scratch.floats.data() + index * pose_);
    }

    std::span<const PlaylistItem> items_of(const PlaylistLayer& layer) const noexcept {
        return job_.playlist->items.subspan(layer.first, layer.count);
    }

    Status sample(std::uint32_t clip, Ticks time, const ConstPoseView& rest,
                  const PoseView& out) const noexcept {
        const Status status = motus::run(SampleJob{job_.rig.clips[clip], time, rest, {}, out});
        const RootMotion& root = root_of(job_.rig, clip);
        if (status != Status::ok || root.joint == kNoJoint) return status;
        set_joint_transform(out, root.joint,
                            without_root_motion(root, joint_transform(out, root.joint),
                                                joint_transform(rest_, root.joint)));
        return status;
    }

    // Mixes what the items of a layer show, at the start or the end of the step, into scratch 0.
    Status blend_items(const PlaylistLayer& layer, const ConstPoseView& below,
                       const BlendLayer* extra, bool at_start = false) noexcept {
        if (layer.mode == LayerMode::additive) return add_up(layer, extra, at_start);
        std::array<BlendLayer, kMaxShown + 1> inputs;
        std::size_t count = 0;
        for (const PlaylistItem& item : items_of(layer)) {
            if (item.passed || item.kind != MotionKind::clip || !(item.weight > 0.0f)) continue;
            const PoseView pose = scratch(count + 2);
            const Ticks time = at_start ? item.from : item.to;
            if (Status s = sample(item.source, time, below, pose); s != Status::ok) return s;
            inputs[count] = {.pose = pose, .weight = item.weight, .motion = item.motion};
            ++count;
        }
        if (extra != nullptr) inputs[count++] = *extra;
        return motus::run(BlendJob{{inputs.data(), count}, below, scratch(0)});
    }

    Status evaluate(std::uint32_t index) noexcept {
        const PlaylistLayer& layer = job_.playlist->layers[index];
        const Mask mask = layer.mask < job_.rig.masks.size() ? job_.rig.masks[layer.mask] : Mask{};
        const bool carried = !job_.carry.empty() && !layer.over;
        if (layer.mode == LayerMode::additive) return add_layer(layer, index, mask, carried);
        const bool base = index == 0 && !layer.over;
        ConstPoseView below = base ? rest_ : ConstPoseView(job_.out);
        // Only the base has nothing below that moves: there the pose that was shown is kept.
        const bool keeps = base && carried && !layer.write_defaults &&
                           kept_at(skeleton_, job_.carry, index).frames > 0;
        if (keeps) below = kept_at(skeleton_, job_.carry, index).shown;
        if (layer.count == 0 && layer.carry == Carry::none && !keeps) {
            // Nothing of its own: what it shows, and may have to go on from, is the pose below.
            if (carried) remember(kept_at(skeleton_, job_.carry, index), below);
            return Status::ok;
        }
        if (Status s = mix(layer, index, below); s != Status::ok) return s;
        if (carried) finish(layer, index);
        if (base) return copy_pose(scratch(0), job_.out);
        const BlendLayer top{.pose = scratch(0), .weight = layer.weight, .joint_weights = mask};
        return motus::run(BlendJob{{&top, 1}, job_.out, job_.out});
    }

    Status mix(const PlaylistLayer& layer, std::uint32_t index,
               const ConstPoseView& below) noexcept {
        if (layer.carry == Carry::none || layer.over || job_.carry.empty()) {
            return blend_items(layer, below, nullptr);
        }
        const Kept kept = kept_at(skeleton_, job_.carry, index);
        if (layer.carry == Carry::frozen) {
            if (layer.keep) {
                // Broken off where nobody looked: then there is nothing to go on from.
                kept.froze = kept.frames > 0 ? 1.0f : 0.0f;
                if (Status s = copy_pose(kept.shown, kept.frozen); s != Status::ok) return s;
            }
            if (kept.froze == 0.0f) return blend_items(layer, below, nullptr);
            // Its own place in the order of the sum: behind every motion.
            const BlendLayer frozen{
                .pose = kept.frozen, .weight = layer.carry_weight, .motion = 0xffffffffu};
            return blend_items(layer, below, &frozen);
        }
        const bool cut = layer.keep && kept.frames > 0;
        if (cut) {
            if (Status s = blend_items(layer, below, nullptr, true); s != Status::ok) return s;
            if (Status s = copy_pose(scratch(0), scratch(1)); s != Status::ok) return s;
        }
        if (Status s = blend_items(layer, below, nullptr); s != Status::ok) return s;
        const float progress =
            layer.carry_length > Ticks{}
                ? static_cast<float>(seconds_of(layer.carry_age) / seconds_of(layer.carry_length))
                : 1.0f;
        if (cut) {
            // A transition that breaks itself off in every frame would carry the pose on and on:
            // then it stays where it is.
            kept.restless = kept.progress < kHardlyBegun ? kept.restless + 1.0f : 0.0f;
            const bool held = kept.restless >= kMostRestless;
            const float gap = kept.frames > 1 && !held ? kept.gap_s : 0.0f;
            const InertialStartJob start{
                kept.shown, kept.shown_before, gap,         held ? scratch(0) : scratch(1),
                scratch(0), job_.dt_s,         kept.offsets};
            if (Status s = motus::run(start); s != Status::ok) return s;
        }
        kept.progress = progress;
        return motus::run(InertialJob{kept.offsets, static_cast<float>(seconds_of(layer.carry_age)),
                                      static_cast<float>(seconds_of(layer.carry_length)),
                                      scratch(0), scratch(0)});
    }

    void remember(const Kept& kept, const ConstPoseView& shown) noexcept {
        const bool first = kept.frames == 0;
        if (first || job_.dt_s > 0.0f) {  // else it is the same moment again
            if (!first) (void)copy_pose(kept.shown, kept.shown_before);
            kept.gap_s = job_.dt_s;
            kept.frames = first ? 1.0f : 2.0f;
        }
        (void)copy_pose(shown, kept.shown);
    }

    // What one item adds, into scratch 2.
    Status item_delta(const PlaylistItem& item, bool at_start) noexcept {
        AdditiveReference reference;
        if (item.source < job_.rig.references.size()) reference = job_.rig.references[item.source];
        if (reference.clip >= job_.rig.clips.size()) reference = {item.source, {}};
        const PoseView pose = scratch(2), from = scratch(3);
        const Ticks time = at_start ? item.from : item.to;
        if (Status s = sample(item.source, time, rest_, pose); s != Status::ok) return s;
        if (Status s = sample(reference.clip, reference.time, rest_, from); s != Status::ok) {
            return s;
        }
        return motus::run(AdditiveDeltaJob{pose, from, pose});
    }

    // What all items of a layer add, as one delta, into scratch 0.
    Status add_up(const PlaylistLayer& layer, const BlendLayer* extra, bool at_start) noexcept {
        const PoseView sum = scratch(0);
        if (Status s = motus::run(AdditiveDeltaJob{rest_, rest_, sum}); s != Status::ok) return s;
        if (extra != nullptr) {
            const Status s = motus::run(AdditiveJob{sum, extra->pose, extra->weight, {}, sum});
            if (s != Status::ok) return s;
        }
        return for_each_delta(layer, at_start, [&](float weight) {
            return motus::run(AdditiveJob{sum, scratch(2), weight, {}, sum});
        });
    }

    template <class Add>
    Status for_each_delta(const PlaylistLayer& layer, bool at_start, Add add) noexcept {
        for (const PlaylistItem& item : items_of(layer)) {
            if (item.passed || item.kind != MotionKind::clip || !(item.weight > 0.0f)) continue;
            if (Status s = item_delta(item, at_start); s != Status::ok) return s;
            if (Status s = add(item.weight < 1.0f ? item.weight : 1.0f); s != Status::ok) return s;
        }
        return Status::ok;
    }

    Status add_layer(const PlaylistLayer& layer, std::uint32_t index, Mask mask,
                     bool carried) noexcept {
        if (!carried) {
            return for_each_delta(layer, false, [&](float weight) {
                return motus::run(
                    AdditiveJob{job_.out, scratch(2), layer.weight * weight, mask, job_.out});
            });
        }
        if (Status s = mix(layer, index, rest_); s != Status::ok) return s;
        finish(layer, index);
        return motus::run(AdditiveJob{job_.out, scratch(0), layer.weight, mask, job_.out});
    }

    // Keeps what a layer shows, from scratch 0.
    void finish(const PlaylistLayer& layer, std::uint32_t index) noexcept {
        const Kept kept = kept_at(skeleton_, job_.carry, index);
        remember(kept, scratch(0));
        if (layer.carry != Carry::inertial) kept.progress = 1.0f;
    }

    const EvaluateJob& job_;
    const Skeleton& skeleton_;
    std::size_t pose_;
    ConstPoseView rest_;
};

// A share of a movement; all of it stays as it is.
RootDelta scaled(const RootDelta& delta, float share) noexcept {
    if (!(share < 1.0f)) return delta;
    return {multiply(delta.translation, share), slerp({}, delta.rotation, share)};
}

RootDelta item_root(const EvaluateJob& job, const PlaylistItem& item) noexcept {
    const RootMotion& root = root_of(job.rig, item.source);
    if (root.joint == kNoJoint) return {};
    const Transform rest = joint_transform(rest_pose(job.rig.skeleton), root.joint);
    return root_delta(root, job.rig.clips[item.source], item, rest);
}

// The weighted mean of what the base layer's motions move, each over its own interval.
RootDelta layer_root(const EvaluateJob& job, const PlaylistLayer& base) noexcept {
    RootDelta passed, sum;
    Quat turn{0.0f, 0.0f, 0.0f, 0.0f};
    Quat reference;
    float total = 0.0f, largest = 0.0f;
    const auto items = job.playlist->items.subspan(base.first, base.count);
    for (const PlaylistItem& item : items) {
        if (!item.passed && item.weight > largest) {
            largest = item.weight;
            if (item.kind == MotionKind::clip) reference = item_root(job, item).rotation;
        }
    }
    for (const PlaylistItem& item : items) {
        if (item.kind != MotionKind::clip || !(item.weight > 0.0f)) continue;
        const RootDelta delta = item_root(job, item);
        if (item.passed) {
            passed = compose(passed, scaled(delta, item.weight));
            continue;
        }
        sum.translation = add(sum.translation, multiply(delta.translation, item.weight));
        const float w = dot(delta.rotation, reference) < 0.0f ? -item.weight : item.weight;
        turn = {turn.x + delta.rotation.x * w, turn.y + delta.rotation.y * w,
                turn.z + delta.rotation.z * w, turn.w + delta.rotation.w * w};
        total += item.weight;
    }
    if (total > 1.0f) {
        sum.translation = multiply(sum.translation, 1.0f / total);
    } else {
        turn.w += 1.0f - total;  // what does not move does not turn
    }
    sum.rotation = normalize(turn);
    return compose(passed, sum);
}

bool plays_clips(const Playlist& playlist, const PlaylistLayer& layer) noexcept {
    for (const PlaylistItem& item : playlist.items.subspan(layer.first, layer.count)) {
        if (item.kind == MotionKind::clip) return true;
    }
    return false;
}

RootDelta blend_root(const EvaluateJob& job) noexcept {
    if (job.rig.root.joint == kNoJoint || job.playlist->layer_count == 0) return {};
    RootDelta shown;
    if (!job.playlist->layers[0].over) shown = layer_root(job, job.playlist->layers[0]);
    for (const PlaylistLayer& layer : job.playlist->layers.first(job.playlist->layer_count)) {
        if (!layer.over || !(layer.weight > 0.0f) || !plays_clips(*job.playlist, layer)) continue;
        const RootDelta shot = layer_root(job, layer);
        const float rest = 1.0f - layer.weight;
        shown = {add(multiply(shown.translation, rest), multiply(shot.translation, layer.weight)),
                 slerp(shown.rotation, shot.rotation, layer.weight)};
    }
    return shown;
}

std::uint32_t carrying_layers(const Playlist& playlist) noexcept {
    std::uint32_t count = playlist.layer_count;
    while (count > 0 && playlist.layers[count - 1].over)
        --count;
    return count;
}

Status check(const EvaluateJob& job) noexcept {
    const Skeleton& skeleton = job.rig.skeleton;
    if (job.playlist == nullptr || !is_valid(job.out) ||
        job.out.joint_count() != skeleton.joint_count() ||
        job.out.weights.size() != skeleton.rest_weights.size() ||
        job.playlist->layer_count > job.playlist->layers.size()) {
        return Status::bad_size;
    }
    if (!job.carry.empty() &&
        job.carry.size() < carry_floats(skeleton, carrying_layers(*job.playlist))) {
        return Status::bad_size;
    }
    if (job.rig.root.joint != kNoJoint && job.rig.root.joint >= skeleton.joint_count()) {
        return Status::bad_size;
    }
    if (!(job.dt_s >= 0.0f) || !std::isfinite(job.dt_s)) return Status::bad_argument;
    std::uint32_t most = 0;
    for (std::uint32_t i = 0; i < job.playlist->layer_count; ++i) {
        const PlaylistLayer& layer = job.playlist->layers[i];
        if (layer.first > job.playlist->items.size() ||
            layer.count > job.playlist->items.size() - layer.first) {
            return Status::bad_size;
        }
        std::uint32_t shown = 0;
        for (const PlaylistItem& item : job.playlist->items.subspan(layer.first, layer.count)) {
            if (item.kind != MotionKind::clip) continue;
            if (item.source >= job.rig.clips.size()) return Status::missing;
            const JointIndex root = root_of(job.rig, item.source).joint;
            if (root != kNoJoint && root >= skeleton.joint_count()) return Status::bad_size;
            shown += item.passed ? 0 : 1;
        }
        most = shown > most ? shown : most;
    }
    const bool fits = most <= job.scratch.items && most <= kMaxShown &&
                      job.scratch.floats.size() >= scratch_floats(skeleton, job.scratch.items);
    return fits ? Status::ok : Status::bad_size;
}

}  // namespace

std::size_t carry_floats(const Skeleton& skeleton, std::uint32_t layers) noexcept {
    return layers * layer_floats(skeleton);
}

std::size_t scratch_floats(const Skeleton& skeleton, std::uint32_t items) noexcept {
    return (items + std::size_t{4}) * pose_floats(skeleton);
}

Status run(const EvaluateJob& job) noexcept {
    if (const Status status = check(job); status != Status::ok) return status;
    const Status status = Evaluator(job).run();
    if (status == Status::ok && job.root != nullptr) *job.root = blend_root(job);
    return status;
}

}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/mix/inertial.h>
#include <motus/play/evaluate_parts.h>

#include <algorithm>
#include <cmath>

namespace motus {
namespace {

std::size_t layer_floats(const Skeleton& skeleton) noexcept {
    return kSoaLanes + 2 * detail::pose_floats(skeleton) +
           inertial_floats(skeleton.joint_count(), skeleton.rest_weights.size());
}

bool is_weight(float weight) noexcept {
    return weight >= 0.0f && std::isfinite(weight);
}

bool is_share(float share) noexcept {
    return share >= 0.0f && share <= 1.0f;
}

std::uint32_t carrying_layers(const Playlist& playlist) noexcept {
    std::uint32_t count = playlist.layer_count;
    while (count > 0 && playlist.layers[count - 1].over)
        --count;
    return count;
}

}  // namespace

namespace detail {

std::size_t pose_floats(const Skeleton& skeleton) noexcept {
    const std::size_t floats = soa_floats(skeleton.joint_count()) + skeleton.rest_weights.size();
    return (floats + kSoaLanes - 1) / kSoaLanes * kSoaLanes;
}

PoseView pose_at(const Skeleton& skeleton, float* floats) noexcept {
    const std::uint32_t joints = skeleton.joint_count();
    return {{floats, joints, soa_stride(joints)},
            {floats + soa_floats(joints), skeleton.rest_weights.size()}};
}

Kept kept_at(const Skeleton& skeleton, std::span<float> carry, std::uint32_t layer) noexcept {
    float* floats = carry.data() + layer * layer_floats(skeleton);
    const std::size_t pose = pose_floats(skeleton);
    float* poses = floats + kSoaLanes;
    return {
        floats[0],
        floats[1],
        floats[2],
        floats[3],
        pose_at(skeleton, poses),
        pose_at(skeleton, poses + pose),
        {poses + 2 * pose, inertial_floats(skeleton.joint_count(), skeleton.rest_weights.size())}};
}

const PlaylistItem* single_item(const Playlist& playlist, const PlaylistLayer& layer) noexcept {
    if (layer.unanimated == Unanimated::left_out) return nullptr;
    const PlaylistItem* only = nullptr;
    for (const PlaylistItem& item : playlist.items.subspan(layer.first, layer.count)) {
        if (item.kind != MotionKind::clip || item.passed || !(item.weight > 0.0f)) continue;
        if (only != nullptr) return nullptr;
        only = &item;
    }
    return only != nullptr && only->weight == 1.0f && only->mask == kNoItemMask ? only : nullptr;
}

bool fills_pose(const EvaluateJob& job) noexcept {
    if (job.playlist->layer_count == 0) return false;
    const PlaylistLayer& base = job.playlist->layers[0];
    return base.count > 0 && base.mode == LayerMode::override_below && !base.over &&
           base.mask >= job.rig.masks.size();
}

Status check_memory(const EvaluateJob& job) noexcept {
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
    std::uint32_t most = 0;
    for (std::uint32_t i = 0; i < job.playlist->layer_count; ++i) {
        const PlaylistLayer& layer = job.playlist->layers[i];
        if (layer.first > job.playlist->items.size() ||
            layer.count > job.playlist->items.size() - layer.first) {
            return Status::bad_size;
        }
        if (!is_weight(layer.weight) || !is_share(layer.carry_weight) ||
            !is_share(layer.broken.weight) || !is_share(layer.broken.weight_ahead)) {
            return Status::bad_argument;
        }
        if (layer.mask < job.rig.masks.size()) {
            const Mask mask = job.rig.masks[layer.mask];
            if (!mask.empty() && mask.size() < skeleton.joint_count()) return Status::bad_size;
        }
        std::uint32_t shown[4] = {};  // of each CutProbe
        for (const PlaylistItem& item : job.playlist->items.subspan(layer.first, layer.count)) {
            if (item.kind != MotionKind::clip) continue;
            if (item.source >= job.rig.clips.size()) return Status::missing;
            if (!is_weight(item.weight)) return Status::bad_argument;
            if (item.mask != kNoItemMask) {
                if (item.mask >= job.rig.masks.size()) return Status::missing;
                const Mask own = job.rig.masks[item.mask];
                if (!own.empty() && own.size() < skeleton.joint_count()) return Status::bad_size;
            }
            const Clip& clip = job.rig.clips[item.source];
            if (clip.joint_limit > skeleton.joint_count() ||
                clip.weight_limit > skeleton.rest_weights.size()) {
                return Status::bad_size;
            }
            const JointIndex root = root_of(job.rig, item.source).joint;
            if (root != kNoJoint && root >= skeleton.joint_count()) return Status::bad_size;
            const auto probe = static_cast<std::size_t>(item.probe) & 3;
            if (!item.passed || probe != 0) most = std::max(most, ++shown[probe]);
        }
    }
    // A clip alone is sampled where it is wanted.
    if (job.playlist->layer_count == 1 && job.carry.empty() && fills_pose(job) &&
        single_item(*job.playlist, job.playlist->layers[0]) != nullptr) {
        return Status::ok;
    }
    const bool fits = most <= job.scratch.items && most <= kMaxShown &&
                      job.scratch.floats.size() >= scratch_floats(skeleton, job.scratch.items);
    return fits ? Status::ok : Status::bad_size;
}

}  // namespace detail

std::size_t carry_floats(const Skeleton& skeleton, std::uint32_t layers) noexcept {
    return layers * layer_floats(skeleton);
}

std::size_t scratch_floats(const Skeleton& skeleton, std::uint32_t items) noexcept {
    return (items + detail::kOtherPoses) * detail::pose_floats(skeleton);
}

}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/mix/inertial.h>
#include <motus/play/evaluate_parts.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace motus {
namespace {

// Of a layer: five numbers, then items. Two of those stand in the first 64 bytes.
constexpr std::size_t kFirstItem = 5;
constexpr std::size_t kItemFloats = detail::kMaxKeptItems * detail::kKeptItemFloats;
constexpr std::size_t kHeadFloats =
    (kFirstItem + kItemFloats + kSoaLanes - 1) / kSoaLanes * kSoaLanes;

// Times are kept as three whole numbers that a float holds exactly: blocks are all finite floats.
constexpr std::int64_t kTimePart = std::int64_t{1} << 21;
// Indices too.
constexpr std::uint32_t kMostIndex = 1u << 24;

std::size_t layer_floats(const Skeleton& skeleton) noexcept {
    return kHeadFloats + 2 * detail::pose_floats(skeleton) +
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
    MOTUS_ASSERT((layer + 1) * layer_floats(skeleton) <= carry.size());
    float* floats = carry.data() + layer * layer_floats(skeleton);
    const std::size_t pose = pose_floats(skeleton);
    float* poses = floats + kHeadFloats;
    return {
        floats[0],
        floats[1],
        floats[2],
        floats[3],
        floats[4],
        {floats + kFirstItem, kItemFloats},
        pose_at(skeleton, poses),
        pose_at(skeleton, poses + pose),
        {poses + 2 * pose, inertial_floats(skeleton.joint_count(), skeleton.rest_weights.size())}};
}

bool is_item_kept(const PlaylistItem& item) noexcept {
    return item.mask == kNoItemMask && item.weight <= kMostWeight && item.to >= Ticks{} &&
           item.source < kMostIndex;
}

void keep_items(const Kept& kept, std::span<const PlaylistItem* const> shown) noexcept {
    MOTUS_ASSERT(shown.size() <= kMaxKeptItems);
    float* to = kept.items.data();
    for (const PlaylistItem* item : shown) {
        MOTUS_ASSERT(is_item_kept(*item));
        const std::int64_t time = item->to.value;
        to[0] = static_cast<float>(item->source);
        to[1] = item->weight;
        to[2] = static_cast<float>(time / kTimePart / kTimePart);
        to[3] = static_cast<float>(time / kTimePart % kTimePart);
        to[4] = static_cast<float>(time % kTimePart);
        to += kKeptItemFloats;
    }
    kept.item_count = static_cast<float>(shown.size());
    kept.seen = kSeenItems;
    kept.progress = 1.0f;
}

std::uint32_t kept_items(const Kept& kept, std::span<PlaylistItem, kMaxKeptItems> out) noexcept {
    const auto count = static_cast<std::uint32_t>(kept.item_count);
    const float* from = kept.items.data();
    for (std::uint32_t i = 0; i < count; ++i) {
        PlaylistItem& item = out[i];
        item = {};
        item.source = static_cast<std::uint32_t>(from[0]);
        item.motion = i;
        item.weight = from[1];
        item.to = {
            (static_cast<std::int64_t>(from[2]) * kTimePart + static_cast<std::int64_t>(from[3])) *
                kTimePart +
            static_cast<std::int64_t>(from[4])};
        from += kKeptItemFloats;
    }
    return count;
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

bool are_items(const Rig& rig, const Kept& kept) noexcept {
    const auto is_whole = [](float number, float end) {
        return number >= 0.0f && number < end &&
               number == static_cast<float>(static_cast<std::int64_t>(number));
    };
    if (!is_whole(kept.item_count, float{kMaxKeptItems} + 1.0f)) return false;
    const Skeleton& skeleton = rig.skeleton;
    const auto count = static_cast<std::size_t>(kept.item_count);
    for (std::size_t i = 0; i < count; ++i) {
        const float* item = kept.items.data() + i * kKeptItemFloats;
        if (!is_whole(item[0], static_cast<float>(rig.clips.size())) ||
            !(item[1] > 0.0f && item[1] <= kMostWeight)) {
            return false;
        }
        for (std::size_t k = 2; k < kKeptItemFloats; ++k)
            if (!is_whole(item[k], float{kTimePart})) return false;
        const auto source = static_cast<std::uint32_t>(item[0]);
        const Clip& clip = rig.clips[source];
        const JointIndex root = root_of(rig, source).joint;
        if (clip.joint_limit > skeleton.joint_count() ||
            clip.weight_limit > skeleton.rest_weights.size() ||
            (root != kNoJoint && root >= skeleton.joint_count())) {
            return false;
        }
    }
    return true;
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
    for (std::uint32_t i = 0; !job.carry.empty() && i < carrying_layers(*job.playlist); ++i) {
        const Kept kept = kept_at(skeleton, job.carry, i);
        if (kept.seen != kSeenItems) continue;
        if (!are_items(job.rig, kept)) return Status::missing;
        most = std::max(most, static_cast<std::uint32_t>(kept.item_count));
    }
    for (std::uint32_t i = 0; i < job.playlist->layer_count; ++i) {
        const PlaylistLayer& layer = job.playlist->layers[i];
        if (layer.first > job.playlist->items.size() ||
            layer.count > job.playlist->items.size() - layer.first) {
            return Status::bad_size;
        }
        // A machine that was told it may carry, and a caller who kept nothing.
        if (layer.carry != motus::Carry::none && !layer.over && job.carry.empty()) {
            return Status::bad_argument;
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

bool is_carry(const Rig& rig, std::uint32_t layers, std::span<const std::byte> bytes) noexcept {
    const std::size_t stride = layer_floats(rig.skeleton);
    if (bytes.size() != layers * stride * sizeof(float)) return false;
    // They may stand anywhere.
    const auto number_at = [&](std::size_t at) {
        float number = 0.0f;
        std::memcpy(&number, bytes.data() + at * sizeof(float), sizeof number);
        return number;
    };
    for (std::size_t at = 0; at < layers * stride; ++at)
        if (!std::isfinite(number_at(at))) return false;
    for (std::uint32_t layer = 0; layer < layers; ++layer) {
        float head[kHeadFloats];
        std::memcpy(head, bytes.data() + layer * stride * sizeof(float), sizeof head);
        const detail::Kept kept{head[0], head[1], head[2],
                                head[3], head[4], {head + kFirstItem, kItemFloats},
                                {},      {},      {}};
        if (kept.seen == detail::kSeenItems && !detail::are_items(rig, kept)) return false;
    }
    return true;
}

std::size_t scratch_floats(const Skeleton& skeleton, std::uint32_t items) noexcept {
    return (items + detail::kOtherPoses) * detail::pose_floats(skeleton);
}

}  // namespace motus

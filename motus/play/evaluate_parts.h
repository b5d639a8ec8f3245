// motus/play/evaluate_parts.h - pieces of the evaluator: what it keeps, checks, and makes of roots.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/play/evaluate.h>

namespace motus::detail {

/// Shown items of one layer, at most: two blends of as many children as they may have, or as many
/// actions as one blend takes. One more is kept.
inline constexpr std::size_t kMaxShown = 255;

/// Poses of the scratch that are not of items: two results, two for an additive item, three more to
/// begin an inertial blend.
inline constexpr std::size_t kOtherPoses = 7;

[[nodiscard]] std::size_t pose_floats(const Skeleton& skeleton) noexcept;
[[nodiscard]] PoseView pose_at(const Skeleton& skeleton, float* floats) noexcept;

/// Items that a layer may keep instead of the pose they show.
inline constexpr std::size_t kMaxKeptItems = 8;
inline constexpr std::size_t kKeptItemFloats = 5;

/// What Kept::seen says of the pose that was shown last.
inline constexpr float kSeenNothing = 0.0f;
inline constexpr float kSeenPose = 1.0f;   // it is in `shown`
inline constexpr float kSeenItems = 2.0f;  // it is that of `items`: nobody has needed it yet

/// What one layer keeps between frames.
struct Kept {
    float& seen;
    float& progress;  // of the inertial blend that runs; 1 where none does
    float& restless;  // blends in a row that were broken off before they got anywhere
    float& froze;     // not 0: `frozen` is a pose
    float& item_count;
    std::span<float> items;
    PoseView shown;  // last
    PoseView frozen;
    std::span<float> offsets;
};
[[nodiscard]] Kept kept_at(const Skeleton& skeleton, std::span<float> carry,
                           std::uint32_t layer) noexcept;

/// Whether an item can be kept: floats hold its numbers, and nothing masks it.
[[nodiscard]] bool is_item_kept(const PlaylistItem& item) noexcept;
/// Keeps clips and times, in the order of their sum, instead of the pose that they show: at most
/// kMaxKeptItems of them. What they show is made only where a blend starts from it.
void keep_items(const Kept& kept, std::span<const PlaylistItem* const> shown) noexcept;
/// Those that are kept, into `out`; how many.
[[nodiscard]] std::uint32_t kept_items(const Kept& kept,
                                       std::span<PlaylistItem, kMaxKeptItems> out) noexcept;

/// Whether what is kept as items is good for the rig: a block may have come from anywhere.
[[nodiscard]] bool are_items(const Rig& rig, const Kept& kept) noexcept;

/// Largest weight of a kept item.
inline constexpr float kMostWeight = 1e6f;

/// Sizes and indices of a job.
[[nodiscard]] Status check_memory(const EvaluateJob& job) noexcept;

[[nodiscard]] inline const RootMotion& root_of(const Rig& rig, std::uint32_t clip) noexcept {
    return clip < rig.roots.size() ? rig.roots[clip] : rig.root;
}

[[nodiscard]] inline ClipCover cover_of(const Rig& rig, std::uint32_t clip) noexcept {
    return clip < rig.covers.size() ? rig.covers[clip] : ClipCover{};
}

/// The one item that a layer shows, where it counts in full at every joint; else null.
[[nodiscard]] const PlaylistItem* single_item(const Playlist& playlist,
                                              const PlaylistLayer& layer) noexcept;

/// The base layer writes the whole pose: nothing need be there before.
[[nodiscard]] bool fills_pose(const EvaluateJob& job) noexcept;

/// The movement of the step.
[[nodiscard]] RootDelta blend_root(const EvaluateJob& job) noexcept;

}  // namespace motus::detail

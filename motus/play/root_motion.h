// motus/play/root_motion.h - how far a clip carries its root over a step, loops included.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/clip/clip.h>
#include <motus/math/vec.h>
#include <motus/play/rig.h>
#include <motus/playlist/playlist.h>

namespace motus {

/// A movement in the frame of where it starts: first turn nothing, move, then turn.
struct RootDelta {
    Vec3 translation{};
    Quat rotation{};
    friend bool operator==(const RootDelta&, const RootDelta&) = default;
};

/// First `a`, then `b`.
[[nodiscard]] RootDelta compose(const RootDelta& a, const RootDelta& b) noexcept;

/// What `item` moves the root, wraps included. `rest` is the joint's rest transform.
[[nodiscard]] RootDelta root_delta(const RootMotion& root, const Clip& clip,
                                   const PlaylistItem& item, const Transform& rest) noexcept;

/// A root transform without its root motion: what was taken is as in `rest`.
[[nodiscard]] Transform without_root_motion(const RootMotion& root, const Transform& posed,
                                            const Transform& rest) noexcept;

}  // namespace motus

// motus/machine/motion_tree.h - a state's motion as a tree: a clip, or a blend of others.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/machine/motion.h>

namespace motus::detail {

[[nodiscard]] std::span<const record::BlendChild> children_of(
    const Machine& graph, const record::BlendNode& blend) noexcept;
[[nodiscard]] Motion motion_of(const Machine& graph, const record::BlendChild& child) noexcept;

/// How much each child counts now; what is behind the last child is not written.
using Weights = float[kMaxBlendChildren];
void weigh(const Values& values, const record::BlendNode& blend, Weights& out) noexcept;

/// The first motion of a tree that has markers leads: the others keep step with it.
[[nodiscard]] MarkerRing leader_of(const Machine& graph, const Motion& motion) noexcept;
/// A child that runs backwards, or has other markers, stays in phase only.
[[nodiscard]] MarkerRing follower_of(const Machine& graph, const MarkerRing& leader,
                                     std::uint32_t motion, float time_scale) noexcept;

}  // namespace motus::detail

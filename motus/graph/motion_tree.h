// motus/graph/motion_tree.h - a state's motion as a tree: a clip, or a blend of others.
// Room: graph, private: included by graph's sources only.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/graph/motion.h>

namespace motus::detail {

[[nodiscard]] std::span<const record::BlendChild> children_of(
    const Graph& graph, const record::BlendNode& blend) noexcept;
[[nodiscard]] Motion motion_of(const Graph& graph, const record::BlendChild& child) noexcept;

/// How much each child counts now; what is behind the last child is not written.
using Weights = float[kMaxBlendChildren];
void weigh(const Values& values, const record::BlendNode& blend, Weights& out) noexcept;

/// The first motion of a tree that has markers leads: the others keep step with it.
[[nodiscard]] MarkerRing leader_of(const Graph& graph, const Motion& motion) noexcept;
/// A child that runs backwards, or has other markers, stays in phase only.
[[nodiscard]] MarkerRing follower_of(const Graph& graph, const MarkerRing& leader,
                                     std::uint32_t motion, float time_scale) noexcept;

}  // namespace motus::detail

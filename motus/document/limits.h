// motus/document/limits.h - how deep and how wide what is baked may be.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace motus::limits {

// The runtime's own numbers stand where its arrays do; documents know nothing of those modules.
// motus/bake/machine_layers.cpp and timelines.cpp assert that they are the same.
inline constexpr std::uint32_t kBlendDepth = 8;
inline constexpr std::uint32_t kGraphDepth = 16;
inline constexpr std::uint32_t kBlendChildren = 64;
inline constexpr std::uint32_t kLayers = 256;
inline constexpr std::uint32_t kTimelineDepth = 8;
/// Tracks and timelines that all timelines play together, nested ones counted each time, beyond
/// those that there are.
inline constexpr std::uint32_t kTimelineVisits = 1u << 20;
/// Longest clip or timeline, in ticks: 9 days.
inline constexpr std::int64_t kMotionTicks = std::int64_t{1} << 49;

}  // namespace motus::limits

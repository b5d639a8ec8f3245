// scenes/chain/chain.h - rigs of any size with smooth random motion: load for tests and bench.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>

#include <cstdint>

namespace motus::scenes {

/// A rig of `joint_count` >= 1 joints shaped like a captured human: 67 joints are one body with
/// ten fingers; fewer are its first ones, more are further bodies hanging from the first's head. A
/// skin over all joints, no mesh.
///
/// Four clips that loop: "Calm" 4 s, "Brisk" 2 s, "Long" 10 s, all keyed at 30 Hz, and "Burst" 1 s
/// at 60 Hz. Every joint turns by a sum of sines (limbs by tens of degrees, fingers less), the hips
/// also move; the root moves on in "Brisk". Equal arguments give equal bytes.
/// Cost: joints x keys; 67 joints take about 20 ms.
[[nodiscard]] Asset make_chain(std::uint32_t joint_count, std::uint64_t seed);

}  // namespace motus::scenes

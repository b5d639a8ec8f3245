// tests/render/rigs.h - assets made for testing the GPU: many joints, many influences, mirrors.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>

#include <cstdint>

namespace motus::test {

struct RigOptions {
    std::uint32_t joints = 24;
    std::uint32_t influences = 4;
    std::uint32_t targets = 0;
    std::uint32_t vertices = 600;
    bool scaled = false;             ///< Joints with non-uniform scale.
    bool mirrored = false;           ///< Some joints with negative scale.
    std::uint32_t weight_steps = 0;  ///< Weights are multiples of 1 / steps; 0: any float.
    std::uint64_t seed = 1;
};

/// A skinned mesh over a tree of joints with random rest transforms; no clips.
[[nodiscard]] Asset make_random_rig(const RigOptions& options);

}  // namespace motus::test

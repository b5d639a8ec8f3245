// tests/render/skin_compare.h - vertices moved by the GPU and by the runtime's CPU jobs, compared.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/asset/asset_rig.h>
#include <motus/render/figure.h>

#include <span>
#include <vector>

namespace motus::test {

struct Moved {
    std::vector<Vec3> positions, normals;
};

/// One pose of one primitive by the runtime's own CPU jobs.
[[nodiscard]] Moved move_on_cpu(const AssetPrimitive& primitive, std::span<const Mat34> palette,
                                std::span<const float> weights);

struct Compared {
    std::size_t parts = 0, vertices = 0;
    bool texture = false;
    double position = 0.0, normal = 0.0;  ///< Worst, relative.
};

/// Every skinned part of the model, in the one pose of `poses`.
[[nodiscard]] Compared compare(const Asset& asset, const AssetRig& rig, const render::Model& model,
                               const render::FigurePoses& poses);

}  // namespace motus::test

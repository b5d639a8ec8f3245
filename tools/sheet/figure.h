// tools/sheet/figure.h - an asset posed by the runtime: triangles in world space at a time.
// Room: tools/sheet. Includes asset, sample, palette. Included by main.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/rig.h>
#include <motus/pose/pose_buffer.h>

#include <tools/sheet/raster.h>

#include <optional>
#include <vector>

namespace motus::sheet {

/// Keeps the asset's runtime rig and the memory for one pose. The asset must outlive it.
class Figure {
  public:
    /// Fails where make_rig does.
    [[nodiscard]] static Result<Figure> make(const Asset& asset);

    /// Poses the asset; no clip: the rest pose. With `in_place`, the root-motion node stays where
    /// it is at rest along the floor.
    [[nodiscard]] Status pose(std::optional<std::uint32_t> clip, Ticks time, bool in_place);

    /// Triangles of the last pose; views into this figure.
    [[nodiscard]] const std::vector<Triangles>& triangles() const { return triangles_; }

  private:
    struct Drawn {
        std::uint32_t node = kNone;
        const AssetPrimitive* primitive = nullptr;
        std::vector<Vec3> positions, normals, colours;
        std::vector<std::uint32_t> indices;
    };

    Figure(const Asset& asset, Rig rig);
    [[nodiscard]] Status place(Drawn& drawn);

    const Asset* asset_;
    Rig rig_;
    PoseBuffer pose_;
    std::vector<Mat34> model_, palette_;
    std::vector<Drawn> drawn_;
    std::vector<Triangles> triangles_;
};

}  // namespace motus::sheet

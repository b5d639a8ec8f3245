// motus/timeline/scene.h - components of a file as objects that timelines write to.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/timeline/host.h>
#include <motus/timeline/read_timelines.h>

#include <vector>

namespace motus {

/// Copies of the components of a scene, and the host that finds them: for whoever has no structs of
/// its own. Allocates when made, never after; move it only before it is bound. Properties of host
/// components are plain values, one per record::HostProperty.
class SceneBuffer {
  public:
    /// `scene` must have passed check(); its bytes must outlive the buffer.
    explicit SceneBuffer(const SceneRecords& scene);

    /// For BindJob. Knows no nodes inside rigs: a query with a path finds nothing.
    [[nodiscard]] PropertyHost host() noexcept;

    /// The components as they are now; everything else as it was.
    [[nodiscard]] SceneRecords records() const noexcept;
    /// The values of host properties as they are now, in the order of their records.
    [[nodiscard]] std::span<const PropertyValue> host_values() const noexcept {
        return host_values_;
    }

  private:
    static void* find(void* user, const TargetQuery& query) noexcept;
    [[nodiscard]] void* find(const TargetQuery& query) noexcept;

    SceneRecords scene_;
    std::vector<record::Transform2D> transforms_2d_;
    std::vector<record::Transform3D> transforms_3d_;
    std::vector<record::Fill> fills_;
    std::vector<record::Paint> paints_;
    std::vector<record::PaintLayer> paint_layers_;
    std::vector<record::Text> texts_;
    std::vector<PropertyValue> host_values_;
};

}  // namespace motus

// motus/import/fbx/hierarchy.h - how models inherit scale, and where a node more is needed for it.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/fbx/context.h>
#include <motus/import/fbx/curves.h>

#include <functional>
#include <vector>

namespace motus::fbx {

class Hierarchy {
  public:
    using ScaleSource = std::function<Double3(std::uint32_t model)>;

    /// `scale_animated`: of each model, whether a clip moves its scale.
    Hierarchy(const Scene& scene, const std::vector<bool>& scale_animated);

    /// Parents first.
    [[nodiscard]] const std::vector<std::uint32_t>& order() const { return order_; }
    /// As the file says, or `normal` where that is the same.
    [[nodiscard]] InheritType inherit(std::uint32_t model) const { return inherit_[model]; }
    /// Whether the model has a node of its own for its scale.
    [[nodiscard]] bool is_split(std::uint32_t model) const { return split_[model]; }
    /// Whether scales of models above are in the model's own.
    [[nodiscard]] bool inherits_scale(std::uint32_t model) const { return inherited_[model]; }

    /// A model's transform as that of its node (or nodes: the scale is that of the second), in the
    /// asset's space. `scale_of` gives the scale of a model above it.
    [[nodiscard]] LocalTransform node_transform(std::uint32_t model, LocalTransform local,
                                                const ScaleSource& scale_of) const;

  private:
    [[nodiscard]] Double3 inherited_scale(std::uint32_t model, const ScaleSource& scale_of) const;

    const Scene& scene_;
    std::vector<std::uint32_t> order_;
    std::vector<InheritType> inherit_;
    std::vector<bool> inherited_, scaled_, split_;
};

bool read_nodes(Context& context, const Hierarchy& hierarchy);
bool read_animations(Context& context, const Hierarchy& hierarchy,
                     const std::vector<FbxCurve>& curves);

}  // namespace motus::fbx

// motus/timeline/read_timelines.h - timelines and scene components of a baked file, checked.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/container.h>
#include <motus/timeline/timeline.h>

namespace motus {

/// Components as they were authored: what a host that has no structs of its own starts from.
struct SceneRecords {
    std::span<const record::Entity> entities{};
    std::span<const record::Link> links{};  ///< Entity::components: type number and index.
    std::span<const record::Transform2D> transforms_2d{};
    std::span<const record::Transform3D> transforms_3d{};
    std::span<const record::Fill> fills{};
    std::span<const record::Paint> paints{};
    std::span<const record::PaintLayer> paint_layers{};
    std::span<const record::Text> texts{};
    std::span<const record::HostComponent> host_components{};
    std::span<const record::HostProperty> host_properties{};
    std::span<const PropertyValue> values{};  ///< The pool that host properties refer to.
};

/// Makes views of the file's sections and checks them. `bad_data` where anything is inconsistent;
/// then `out` is untouched. Cost: linear in the records; no copy, no allocation.
Status read_timelines(const Container& container, Timelines& out) noexcept;
Status read_scene(const Container& container, SceneRecords& out) noexcept;

/// Every link and range in place; numbers are as they are. For views that were not read.
[[nodiscard]] Status check(const SceneRecords& scene) noexcept;

/// Numbers of the types above, as links and sections say them.
enum class SceneType : std::uint32_t {
    keyframe = 10,
    binding = 11,
    track = 12,
    target = 13,
    event = 14,
    marker = 15,
    timeline = 16,
    transform_3d = 60,
    transform_2d = 61,
    fill = 62,
    paint_layer = 63,
    paint = 64,
    text = 65,
    host_property = 68,
    host_component = 69,
    entity = 70,
    address = 71,
    property_binding = 72,
};

}  // namespace motus

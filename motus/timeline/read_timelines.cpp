// SPDX-License-Identifier: MIT
#include <motus/timeline/read_timelines.h>

#include <cmath>

namespace motus {
namespace {

/// Reads sections one after the other; the first that does not fit ends it.
class Reader {
  public:
    explicit Reader(const Container& container) noexcept : container_(container) {}

    template <class T>
    Reader& records(SceneType type, std::span<const T>& out) noexcept {
        return read(SectionKind::records, static_cast<std::uint32_t>(type), out);
    }
    template <class T>
    Reader& read(SectionKind kind, std::uint32_t type, std::span<const T>& out) noexcept {
        if (status_ == Status::ok) status_ = read_section(container_, kind, type, out);
        return *this;
    }
    [[nodiscard]] Status status() const noexcept { return status_; }

  private:
    const Container& container_;
    Status status_ = Status::ok;
};

/// A range among all, and with those before it no more items than there are: each has one owner.
template <class T>
bool holds(std::span<const T> all, const record::Range& range, std::uint64_t& taken) noexcept {
    taken += range.count;
    return in_range(range.start, range.count, all.size()) && taken <= all.size();
}

bool are_finite(std::span<const float> numbers) noexcept {
    for (const float number : numbers)
        if (!std::isfinite(number)) return false;
    return true;
}

/// Pictures are made of these: a NaN among them would draw nothing, or everything.
bool has_finite_numbers(const SceneRecords& scene) noexcept {
    for (const record::Transform2D& t : scene.transforms_2d) {
        if (!are_finite(t.position) || !are_finite({&t.angle_rad, 1}) || !are_finite(t.scale) ||
            !are_finite(t.size) || !are_finite(t.pivot) || !are_finite({&t.depth, 1})) {
            return false;
        }
    }
    for (const record::Transform3D& t : scene.transforms_3d)
        if (!are_finite(t.position) || !are_finite(t.rotation) || !are_finite(t.scale))
            return false;
    for (const record::Fill& fill : scene.fills)
        if (!are_finite(fill.color) || !are_finite({&fill.opacity, 1}) ||
            !are_finite({&fill.corner_radius, 1})) {
            return false;
        }
    for (const record::PaintLayer& l : scene.paint_layers) {
        if (!are_finite(l.color) || !are_finite(l.color_end) || !are_finite({&l.opacity, 1}) ||
            !are_finite({&l.width, 1}) || !are_finite(l.offset) || !are_finite({&l.blur, 1}) ||
            !are_finite({&l.angle_rad, 1})) {
            return false;
        }
    }
    for (const record::Paint& paint : scene.paints)
        if (!std::isfinite(paint.opacity)) return false;
    for (const record::Text& text : scene.texts)
        if (!std::isfinite(text.size) || !are_finite(text.color) ||
            !std::isfinite(text.letter_spacing)) {
            return false;
        }
    return true;
}

}  // namespace

Status read_timelines(const Container& container, Timelines& out) noexcept {
    Timelines t;
    Reader reader(container);
    reader.records(SceneType::timeline, t.timelines)
        .records(SceneType::target, t.targets)
        .records(SceneType::track, t.tracks)
        .records(SceneType::binding, t.bindings)
        .records(SceneType::keyframe, t.keys)
        .records(SceneType::event, t.events)
        .records(SceneType::marker, t.markers)
        .records(SceneType::entity, t.entities)
        .records(SceneType::property_binding, t.property_bindings)
        .records(SceneType::address, t.addresses)
        .read(SectionKind::values, 0, t.values)
        .read(SectionKind::event_names, 0, t.event_names)
        .read(SectionKind::property_masks, 0, t.masks)
        .read(SectionKind::property_mask_entries, 0, t.mask_entries);
    if (reader.status() != Status::ok) return reader.status();
    if (const Status status = check(t); status != Status::ok) return status;
    out = t;
    return Status::ok;
}

Status check(const SceneRecords& scene) noexcept {
    std::uint64_t components = 0, layers = 0, properties = 0;
    for (const record::Entity& entity : scene.entities) {
        if (!holds(scene.links, entity.components, components)) return Status::bad_data;
        if (entity.parent_entity != kNoRecord && entity.parent_entity >= scene.entities.size()) {
            return Status::bad_data;
        }
    }
    for (const record::Link& link : scene.links) {
        std::size_t size = 0xffffffffu;  // components of other modules: not ours to look into
        switch (static_cast<SceneType>(link.type)) {
            case SceneType::transform_2d:
                size = scene.transforms_2d.size();
                break;
            case SceneType::transform_3d:
                size = scene.transforms_3d.size();
                break;
            case SceneType::fill:
                size = scene.fills.size();
                break;
            case SceneType::paint:
                size = scene.paints.size();
                break;
            case SceneType::text:
                size = scene.texts.size();
                break;
            case SceneType::host_component:
                // Files of before have links to them, and none of them.
                if (!scene.host_components.empty()) size = scene.host_components.size();
                break;
            default:
                continue;
        }
        if (link.index >= size) return Status::bad_data;
    }
    for (const record::Fill& fill : scene.fills)
        if (!is_truth(fill.visible)) return Status::bad_data;
    for (const record::PaintLayer& layer : scene.paint_layers) {
        if (!is_truth(layer.visible) || layer.kind > record::PaintKind::shadow) {
            return Status::bad_data;
        }
    }
    for (const record::Text& text : scene.texts)
        if (text.align > record::TextAlign::right) return Status::bad_data;
    for (const record::Paint& paint : scene.paints)
        if (!holds(scene.paint_layers, paint.layers, layers)) return Status::bad_data;
    for (const record::HostComponent& component : scene.host_components) {
        if (!holds(scene.host_properties, component.properties, properties)) {
            return Status::bad_data;
        }
    }
    for (const record::HostProperty& property : scene.host_properties) {
        if (property.value >= scene.values.size() ||
            property.value_kind > record::ValueKind::reference) {
            return Status::bad_data;
        }
        const auto& v = scene.values[property.value].v;
        if (!are_finite(std::span(v).first(width_of(property.value_kind)))) return Status::bad_data;
    }
    return has_finite_numbers(scene) ? Status::ok : Status::bad_data;
}

Status read_scene(const Container& container, SceneRecords& out) noexcept {
    SceneRecords s;
    Reader reader(container);
    reader.records(SceneType::entity, s.entities)
        .read(SectionKind::links, 0, s.links)
        .records(SceneType::transform_2d, s.transforms_2d)
        .records(SceneType::transform_3d, s.transforms_3d)
        .records(SceneType::fill, s.fills)
        .records(SceneType::paint, s.paints)
        .records(SceneType::paint_layer, s.paint_layers)
        .records(SceneType::text, s.texts)
        .records(SceneType::host_component, s.host_components)
        .records(SceneType::host_property, s.host_properties)
        .read(SectionKind::values, 0, s.values);
    if (reader.status() != Status::ok) return reader.status();
    if (const Status status = check(s); status != Status::ok) return status;
    out = s;
    return Status::ok;
}

}  // namespace motus

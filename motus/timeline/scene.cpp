// SPDX-License-Identifier: MIT
#include <motus/timeline/scene.h>

#include <motus/timeline/tables.h>

namespace motus {
namespace {

PropertyValue get_value(const void* object) noexcept {
    return *static_cast<const PropertyValue*>(object);
}

void set_value(void* object, const PropertyValue& value) noexcept {
    *static_cast<PropertyValue*>(object) = value;
}

constexpr PropertyDef host_row(ValueKind kind) noexcept {
    return {0x00440003, kind, get_value, set_value};
}

// Each host property says its own kind, so its number has a row for every one.
constexpr PropertyDef kHostRows[] = {
    {0x00440001, ValueKind::text, nullptr, nullptr},
    {0x00440002, ValueKind::enumeration, nullptr, nullptr},
    host_row(ValueKind::number),
    host_row(ValueKind::boolean),
    host_row(ValueKind::integer),
    host_row(ValueKind::enumeration),
    host_row(ValueKind::text),
    host_row(ValueKind::vec2),
    host_row(ValueKind::vec3),
    host_row(ValueKind::vec4),
    host_row(ValueKind::quat),
    host_row(ValueKind::color),
    host_row(ValueKind::reference),
};

constexpr ComponentDef kTypes[] = {
    {60, record::kTransform3DProperties},
    {61, record::kTransform2DProperties},
    {62, record::kFillProperties},
    {63, record::kPaintLayerProperties},
    {64, record::kPaintProperties},
    {65, record::kTextProperties},
    {68, kHostRows},
    {74, record::kMorphWeightProperties},
};

template <class T>
std::vector<T> copy(std::span<const T> items) {
    return {items.begin(), items.end()};
}

template <class T>
void* item(std::vector<T>& all, record::Range range, std::uint32_t index) noexcept {
    return index < range.count ? &all[range.start + index] : nullptr;
}

}  // namespace

SceneBuffer::SceneBuffer(const SceneRecords& scene)
    : scene_(scene),
      transforms_2d_(copy(scene.transforms_2d)),
      transforms_3d_(copy(scene.transforms_3d)),
      fills_(copy(scene.fills)),
      paints_(copy(scene.paints)),
      paint_layers_(copy(scene.paint_layers)),
      texts_(copy(scene.texts)) {
    for (const record::HostProperty& property : scene.host_properties)
        host_values_.push_back(scene.values[property.value]);
}

PropertyHost SceneBuffer::host() noexcept {
    return {kTypes, find, this};
}

SceneRecords SceneBuffer::records() const noexcept {
    SceneRecords now = scene_;
    now.transforms_2d = transforms_2d_;
    now.transforms_3d = transforms_3d_;
    now.fills = fills_;
    now.paints = paints_;
    now.paint_layers = paint_layers_;
    now.texts = texts_;
    return now;
}

void* SceneBuffer::find(void* user, const TargetQuery& query) noexcept {
    return static_cast<SceneBuffer*>(user)->find(query);
}

void* SceneBuffer::find(const TargetQuery& query) noexcept {
    if (query.entity == nullptr || query.path != 0) return nullptr;
    const record::Range range = query.entity->components;
    for (const record::Link& link : scene_.links.subspan(range.start, range.count)) {
        if (link.type != query.component) continue;
        const auto type = static_cast<SceneType>(query.type);
        switch (static_cast<SceneType>(link.type)) {
            case SceneType::transform_2d:
                return type == SceneType::transform_2d ? &transforms_2d_[link.index] : nullptr;
            case SceneType::transform_3d:
                return type == SceneType::transform_3d ? &transforms_3d_[link.index] : nullptr;
            case SceneType::fill:
                return type == SceneType::fill ? &fills_[link.index] : nullptr;
            case SceneType::text:
                return type == SceneType::text ? &texts_[link.index] : nullptr;
            case SceneType::paint:
                if (type == SceneType::paint) return &paints_[link.index];
                if (type != SceneType::paint_layer) return nullptr;
                return item(paint_layers_, paints_[link.index].layers, query.array_index);
            case SceneType::host_component:
                if (type != SceneType::host_property || scene_.host_components.empty()) {
                    return nullptr;
                }
                return item(host_values_, scene_.host_components[link.index].properties,
                            query.array_index);
            default:
                return nullptr;
        }
    }
    return nullptr;
}

}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/schema/type_info.h>

#include <motus/core/assert.h>

#include <algorithm>
#include <array>

namespace motus {
namespace {

template <typename Range, typename Match>
auto find_from(const Range& range, std::size_t hint, Match match) noexcept
    -> decltype(range.data()) {
    for (std::size_t i = hint; i < range.size(); ++i)
        if (match(range[i])) return &range[i];
    for (std::size_t i = 0; i < hint && i < range.size(); ++i)
        if (match(range[i])) return &range[i];
    return nullptr;
}

}  // namespace

const char* to_string(PropertyKind kind) noexcept {
    constexpr std::array names = {"bool", "int",  "uint", "int64", "float",   "enum",
                                  "text", "vec2", "vec3", "vec4",  "quat",    "color",
                                  "id",   "ref",  "any",  "child", "children"};
    return names[static_cast<std::size_t>(kind)];
}

int tuple_size(PropertyKind kind) noexcept {
    switch (kind) {
        case PropertyKind::vec2:
            return 2;
        case PropertyKind::vec3:
            return 3;
        case PropertyKind::vec4:
        case PropertyKind::quat:
        case PropertyKind::color:
            return 4;
        default:
            return 0;
    }
}

const EnumInfo::Item* EnumInfo::find(std::string_view item) const noexcept {
    return find_from(items, 0, [&](const Item& i) { return i.name == item; });
}

const EnumInfo::Item* EnumInfo::find(std::uint8_t value) const noexcept {
    return find_from(items, value, [&](const Item& i) { return i.value == value; });
}

Value PropertyInfo::default_value() const {
    switch (kind) {
        case PropertyKind::boolean:
            return default_number != 0.0;
        case PropertyKind::int32:
        case PropertyKind::uint32:
        case PropertyKind::int64:
        case PropertyKind::float32:
        case PropertyKind::enumeration:
            return default_number;
        case PropertyKind::string:
            return default_text;
        case PropertyKind::vec2:
        case PropertyKind::vec3:
        case PropertyKind::vec4:
        case PropertyKind::quat:
        case PropertyKind::color:
            return Value::tuple(
                std::span(default_tuple).first(static_cast<std::size_t>(tuple_size(kind))));
        case PropertyKind::id:
        case PropertyKind::reference:
            return Reference{};
        case PropertyKind::value:
        case PropertyKind::child:
        case PropertyKind::children:
            break;
    }
    return {};
}

const PropertyInfo* TypeInfo::find(std::uint16_t property, std::size_t hint) const noexcept {
    return find_from(properties, hint, [&](const PropertyInfo& p) { return p.number == property; });
}

const PropertyInfo* TypeInfo::find(std::string_view property, std::size_t hint) const noexcept {
    return find_from(properties, hint, [&](const PropertyInfo& p) { return p.name == property; });
}

Schema& Schema::add(std::span<const TypeInfo* const> types) {
    for (const TypeInfo* type : types) {
        MOTUS_ASSERT(find_type(type->number) == nullptr && find_type(type->name) == nullptr);
        types_.push_back(type);
    }
    std::sort(types_.begin(), types_.end(),
              [](const TypeInfo* a, const TypeInfo* b) { return a->number < b->number; });
    return *this;
}

const TypeInfo* Schema::find_type(std::uint16_t number) const noexcept {
    const auto at =
        std::lower_bound(types_.begin(), types_.end(), number,
                         [](const TypeInfo* t, std::uint16_t n) { return t->number < n; });
    return at != types_.end() && (*at)->number == number ? *at : nullptr;
}

const TypeInfo* Schema::find_type(std::string_view name) const noexcept {
    const auto* at = find_from(types_, 0, [&](const TypeInfo* t) { return t->name == name; });
    return at != nullptr ? *at : nullptr;
}

const PropertyInfo* Schema::find_property(std::uint32_t id) const noexcept {
    const TypeInfo* type = find_type(static_cast<std::uint16_t>(id >> 16));
    return type != nullptr ? type->find(static_cast<std::uint16_t>(id & 0xffff)) : nullptr;
}

bool Schema::accepts(const PropertyInfo& slot, const TypeInfo& type) const noexcept {
    if (!holds_children(slot.kind)) return false;
    for (const TypeInfo* allowed : slot.child_types)
        if (allowed == &type) return true;
    return !slot.child_union.empty() && type.extends == slot.child_union &&
           find_type(type.number) == &type;
}

const TypeInfo* Schema::child_type(const PropertyInfo& slot, std::string_view name) const noexcept {
    for (const TypeInfo* allowed : slot.child_types)
        if (allowed->name == name) return allowed;
    const TypeInfo* type = find_type(name);
    return type != nullptr && accepts(slot, *type) ? type : nullptr;
}

}  // namespace motus

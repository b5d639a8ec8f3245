// motus/timeline/host.h - how a host shows its own structs to timelines: property tables.
// SPDX-License-Identifier: MIT
//
// A table row is a number, a kind and a typed getter and setter; `property<&Lamp::power>(id)` makes
// one. Tables for the components of our schema are generated (motus/timeline/tables.h).
#pragma once

#include <motus/timeline/records.h>
#include <motus/timeline/value.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace motus {

/// One property of a component. One that takes values of several kinds has a row for each.
struct PropertyDef {
    std::uint32_t id = 0;  ///< Type number << 16 | number; as in documents and baked files.
    ValueKind kind = ValueKind::none;
    PropertyValue (*get)(const void* object) noexcept = nullptr;
    void (*set)(void* object, const PropertyValue& value) noexcept = nullptr;
    /// Optional: where in the object the property's floats stand, if setting it is no more than
    /// copying `floats` of them there. Asked once, when an instance is bound.
    float* (*place)(void* object) noexcept = nullptr;
    std::uint32_t floats = 0;
};

/// A type of component, or of the items a component holds.
struct ComponentDef {
    std::uint32_t type = 0;
    std::span<const PropertyDef> properties{};
    /// Brings what follows from the properties up to date. Called after timelines and bindings have
    /// written, once per bound object. Null: nothing follows.
    void (*compute)(void* object) noexcept = nullptr;
};

/// What is asked of a host when an instance is bound.
struct TargetQuery {
    const record::Entity* entity = nullptr;  ///< Null: the timeline's target is unknown.
    std::uint64_t path = 0;                  ///< Hash of a node's path; 0: the entity itself.
    std::uint32_t component = 0;             ///< Type number of the component.
    std::uint32_t type = 0;                  ///< Of the object that has the property: an item's.
    std::uint32_t array_index = 0;           ///< Which item.
};

/// Why a property is not animated.
enum class BindFault : std::uint8_t {
    target,    ///< The host has no such object.
    type,      ///< No table is registered for its type.
    property,  ///< The table has no such property.
    kind,      ///< The property is of another kind than the keys.
};

/// The host's side of a binding. Plain functions and a pointer to whatever they need.
struct PropertyHost {
    std::span<const ComponentDef> components{};
    /// The object, of the type that was asked for; null: there is none.
    void* (*find)(void* user, const TargetQuery& query) noexcept = nullptr;
    void* user = nullptr;
    /// Optional: hears of each property that is skipped, once per bind.
    void (*report)(void* user, const TargetQuery& query, std::uint32_t property,
                   BindFault fault) noexcept = nullptr;
};

namespace detail {

template <typename T>
struct MemberOf;
template <typename Class, typename Field>
struct MemberOf<Field Class::*> {
    using Object = Class;
    using Type = Field;
};

/// Values of a member's type. Plain copies: no arithmetic here.
template <typename T>
struct PropertyTraits {
    static constexpr std::size_t kFloats = sizeof(T) / sizeof(float);
    static constexpr ValueKind kKind = kFloats == 2   ? ValueKind::vec2
                                       : kFloats == 3 ? ValueKind::vec3
                                                      : ValueKind::vec4;
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(float) == 0 &&
                      kFloats >= 2 && kFloats <= 4,
                  "a property is a bool, an integer, an enum, a float, or 2 to 4 floats in a row");
    static PropertyValue load(const T& from) noexcept {
        PropertyValue value;
        __builtin_memcpy(value.v, &from, sizeof(T));
        return value;
    }
    static void store(T& to, const PropertyValue& value) noexcept {
        __builtin_memcpy(&to, value.v, sizeof(T));
    }
};
/// Floats that a member is made of; 0: it is set in another way.
template <typename T>
inline constexpr std::uint32_t kFloatsOf = std::is_same_v<T, float> ? 1
                                           : std::is_arithmetic_v<T> || std::is_enum_v<T>
                                               ? 0
                                               : sizeof(T) / sizeof(float);

template <>
struct PropertyTraits<float> {
    static constexpr ValueKind kKind = ValueKind::number;
    static PropertyValue load(float from) noexcept { return float_value(from); }
    static void store(float& to, const PropertyValue& value) noexcept { to = value.v[0]; }
};

template <>
struct PropertyTraits<bool> {
    static constexpr ValueKind kKind = ValueKind::boolean;
    static PropertyValue load(bool from) noexcept { return bool_value(from); }
    static void store(bool& to, const PropertyValue& value) noexcept { to = value.whole != 0; }
};

template <typename T>
requires std::is_integral_v<T> || std::is_enum_v<T>
struct PropertyTraits<T> {
    static constexpr ValueKind kKind =
        std::is_enum_v<T> ? ValueKind::enumeration : ValueKind::integer;
    static PropertyValue load(T from) noexcept {
        return whole_value(static_cast<std::int64_t>(from));
    }
    static void store(T& to, const PropertyValue& value) noexcept {
        to = static_cast<T>(value.whole);
    }
};

}  // namespace detail

/// A row for a data member. The kind follows from its type; say it for a quaternion, a colour, a
/// text (a 64-bit hash, or NameHash) or a reference (a 64-bit id).
template <auto Member>
[[nodiscard]] constexpr PropertyDef property(std::uint32_t id,
                                             ValueKind kind = ValueKind::none) noexcept {
    using Class = typename detail::MemberOf<decltype(Member)>::Object;
    using Type = typename detail::MemberOf<decltype(Member)>::Type;
    using Traits = detail::PropertyTraits<Type>;
    PropertyDef row{id, kind != ValueKind::none ? kind : Traits::kKind,
                    [](const void* object) noexcept {
                        return Traits::load(static_cast<const Class*>(object)->*Member);
                    },
                    [](void* object, const PropertyValue& value) noexcept {
                        Traits::store(static_cast<Class*>(object)->*Member, value);
                    }};
    if constexpr (detail::kFloatsOf<Type> != 0) {
        row.place = [](void* object) noexcept -> float* {
            return reinterpret_cast<float*>(&(static_cast<Class*>(object)->*Member));
        };
        row.floats = detail::kFloatsOf<Type>;
    }
    return row;
}

/// The same for a pair of functions: `property<&Lamp::power, &Lamp::set_power>(id)`.
template <auto Get, auto Set>
[[nodiscard]] constexpr PropertyDef property(std::uint32_t id,
                                             ValueKind kind = ValueKind::none) noexcept;

namespace detail {

template <typename T>
struct GetterOf;
template <typename Class, typename Type>
struct GetterOf<Type (Class::*)() const> {
    using Object = Class;
    using Value = std::remove_cvref_t<Type>;
};
template <typename Class, typename Type>
struct GetterOf<Type (Class::*)() const noexcept> : GetterOf<Type (Class::*)() const> {};

}  // namespace detail

template <auto Get, auto Set>
constexpr PropertyDef property(std::uint32_t id, ValueKind kind) noexcept {
    using Class = typename detail::GetterOf<decltype(Get)>::Object;
    using Type = typename detail::GetterOf<decltype(Get)>::Value;
    using Traits = detail::PropertyTraits<Type>;
    return {id, kind != ValueKind::none ? kind : Traits::kKind,
            [](const void* object) noexcept {
                return Traits::load((static_cast<const Class*>(object)->*Get)());
            },
            [](void* object, const PropertyValue& value) noexcept {
                Type typed{};
                Traits::store(typed, value);
                (static_cast<Class*>(object)->*Set)(typed);
            }};
}

}  // namespace motus

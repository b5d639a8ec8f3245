// motus/document/bind.h - from an address in a document to the property it means.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/document.h>
#include <motus/document/model.h>

namespace motus {

/// A property of an object of the scene; both null where there is none.
struct PropertyPlace {
    const Object* object = nullptr;
    const PropertyInfo* property = nullptr;
    explicit operator bool() const noexcept { return property != nullptr; }
};

/// What bindings and tracks are told apart by.
struct PropertyKey {
    std::uint64_t entity = 0;     ///< Stable id.
    std::uint32_t component = 0;  ///< Type number.
    std::uint32_t property = 0;   ///< PropertyInfo::id.
    /// Which item, for properties of the component's items: where it stands now.
    std::uint32_t array_index = 0;
    friend bool operator==(const PropertyKey&, const PropertyKey&) = default;
};

/// The entity's first component of that type, or the item in it, and its property.
[[nodiscard]] PropertyPlace find_property(const Document& document, const PropertyKey& key);

/// The key of a property of a component, or of an item a component holds. `entity` is 0 where the
/// object is no part of an entity.
[[nodiscard]] PropertyKey key_of(const Object& object, const PropertyInfo& property);

/// Items that are bound by their id are looked up; one that is gone has kGoneItem as its place.
[[nodiscard]] PropertyKey key_of(const Document& document, const doc::PropertyAddress& address);
[[nodiscard]] PropertyKey key_of(const Document& document, const doc::AnimationBinding& binding);
inline constexpr std::uint32_t kGoneItem = 0xffffffffu;

/// The place that the item `item` has in the component, or kGoneItem.
[[nodiscard]] std::uint32_t place_of_item(const Document& document, std::uint64_t entity,
                                          std::uint32_t component, std::uint64_t item);

/// The kind of value a property has, as tracks say it.
[[nodiscard]] doc::ValueKind value_kind(const PropertyInfo& property) noexcept;
/// The same of an object's: the value of a host property has the kind that the object says.
[[nodiscard]] doc::ValueKind value_kind(const Object& object,
                                        const PropertyInfo& property) noexcept;

/// "Button.Fill.opacity", for people.
[[nodiscard]] std::string describe(const Object& object, const PropertyInfo& property);

}  // namespace motus

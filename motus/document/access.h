// motus/document/access.h - properties of any object through its type's table.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/result.h>
#include <motus/document/object.h>

namespace motus {

/// The value of a property that holds no children. Numbers of every kind come as a number,
/// enumerators as their number, ids and references as a reference.
[[nodiscard]] Value get_property(const Object& object, const PropertyInfo& property);

/// `value` as the property can hold it: numbers rounded to its precision, a reference for a plain
/// id. Fails with "wrong-type" where it cannot: a text for a number, a fraction for an integer, an
/// enumerator that is not there, a number that is not finite. The soft range is not looked at.
[[nodiscard]] Result<Value> conform(const PropertyInfo& property, Value value);

/// Writes a value that conforms. Only the document's modules do this.
void set_property_raw(Object& object, const PropertyInfo& property, const Value& value);

/// Whether the property has its default: such properties are not written to files.
[[nodiscard]] bool is_default(const Object& object, const PropertyInfo& property);

[[nodiscard]] std::uint64_t id_of(const Object& object, const PropertyInfo& property) noexcept;
[[nodiscard]] ChildArray& writable_children(Object& object, const PropertyInfo& property) noexcept;

}  // namespace motus

// motus/document/canonical.h - one form for what can be written in several: items, kinds, names.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/bind.h>

namespace motus {

/// A property that has another value in its canonical form.
struct CanonicalField {
    std::uint16_t property = 0;  ///< Its number.
    Value value;
};

/// What has to change in `object` itself (not below it) so that it has the canonical form:
/// - A binding or an address of an item that has an id holds the id, and no place: so it follows
///   the item when others are removed or moved. `by_place`: a place was written after the id.
/// - A binding that says no kind takes the kind of its property.
/// - A key holds its value as the property does: the number of an enumerator, not its name.
/// What cannot be looked up stays as it is; validation reports it. `above` owns an object that is
/// not in the document yet.
[[nodiscard]] std::vector<CanonicalField> canonical_fields(const Document& document,
                                                           const Object& object,
                                                           const Object* above = nullptr,
                                                           bool by_place = false);

/// Whether the object is a binding or an address that names something that is not there (yet).
[[nodiscard]] bool is_unresolved(const Document& document, const Object& object);

/// Whether canonical_fields can have something to say about objects of the type.
[[nodiscard]] bool has_canonical_form(const TypeInfo& type) noexcept;

/// An id for the item at `place` of a list, for items that a file gives none: the same whenever the
/// file is read. `attempt` counts those that are taken.
[[nodiscard]] std::uint64_t id_of_place(std::uint64_t entity, std::uint32_t slot, std::size_t place,
                                        std::uint64_t attempt) noexcept;

}  // namespace motus

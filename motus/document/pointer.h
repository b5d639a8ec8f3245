// motus/document/pointer.h - JSON pointers into a document: "/scene/entities/@12/name".
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/document.h>

namespace motus {

/// What a pointer means. `property` null: the root. With an `index`: an item of the array, or,
/// where it equals the array's size, the place behind the last.
struct PointerTarget {
    const Object* object = nullptr;
    const PropertyInfo* property = nullptr;
    std::optional<std::size_t> index;
    std::optional<std::size_t> component;  ///< One number of a vector.
};

/// Follows a pointer. Items of an array are named by their place, by `@ID`, or by `-` for the
/// place behind the last. `absent`: an object that is to be thought away, as RFC 6902 wants for
/// the target of a move. Code: "bad-path"; `Error::place` is the part that could not be followed.
[[nodiscard]] Result<PointerTarget> follow(const Document& document, std::string_view pointer,
                                           const Object* absent = nullptr);

/// The pointer to an object, with `@ID` where that finds it again. `absent` as above.
[[nodiscard]] std::string pointer_to(const Document& document, const Object& object,
                                     const Object* absent = nullptr);
/// The pointer to a property of an object.
[[nodiscard]] std::string pointer_to(const Document& document, const Object& object,
                                     const PropertyInfo& property, const Object* absent = nullptr);

/// The child in `property` of `owner` with that id; null where there is none.
[[nodiscard]] const Object* child_by_id(const Object& owner, const PropertyInfo& property,
                                        std::uint64_t id, const Document& document);

}  // namespace motus

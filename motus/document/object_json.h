// motus/document/object_json.h - objects as JSON: canonical text out, checked values in.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/diagnostics.h>
#include <motus/document/access.h>

namespace motus {

/// How objects are written. Keys come in the order of the schema; properties that have their
/// default are left out; types marked `inline` take one line; unknown members stand where they
/// stood. The same object is always the same text.
enum class JsonLayout : std::uint8_t {
    pretty,  ///< Two spaces per level.
    line,    ///< All on one line, as journal and commands want it.
};

/// Appends the object. Writes what members hold: see BaseView.
void append_object(std::string& out, const Object& object, JsonLayout layout, int indent = 0);
/// Appends the value of one property: objects, a number, "text", [1, 2], {"ref": 7}.
void append_property(std::string& out, const Object& object, const PropertyInfo& property,
                     JsonLayout layout, int indent = 0);
/// Appends `value` as the property would hold it.
void append_value(std::string& out, const PropertyInfo& property, const Value& value);

/// Makes an object of `json`. Every fault goes to `diagnostics` with a JSON pointer that starts
/// with `pointer`; null where there was one. Codes: "wrong-type", "unknown-type", "too-deep",
/// "always-there", "unknown-name", "ambiguous-name". Members that the type does not have are kept.
/// Names may stand for numbers (docs/document.md): they are looked up in the object and, where it
/// is to stand below `owner`, in the document of that.
[[nodiscard]] std::unique_ptr<Object> read_object(const Schema& schema, const TypeInfo& type,
                                                  const Json& json, std::string_view pointer,
                                                  Diagnostics& diagnostics,
                                                  const Object* owner = nullptr);

/// The same for a child of `slot`, whose JSON may have to say its type.
[[nodiscard]] std::unique_ptr<Object> read_child(const Schema& schema, const PropertyInfo& slot,
                                                 const Json& json, std::string_view pointer,
                                                 Diagnostics& diagnostics,
                                                 const Object* owner = nullptr);

/// A value from JSON, by the shape of the JSON alone; see conform. "wrong-type" where it has none.
[[nodiscard]] Result<Value> read_value(const Json& json);

}  // namespace motus

// motus/schema/type_info.h - what the generator knows about types and properties, as tables.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/schema/value.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace motus {

class Object;
struct RecordInfo;
struct TypeInfo;

/// How a property is stored; the comment names the member's type.
enum class PropertyKind : std::uint8_t {
    boolean,      ///< bool
    int32,        ///< std::int32_t
    uint32,       ///< std::uint32_t
    int64,        ///< std::int64_t, within +-2^53
    float32,      ///< float
    enumeration,  ///< an enum of one byte
    string,       ///< std::string
    vec2,         ///< Float2
    vec3,         ///< Float3
    vec4,         ///< Float4
    quat,         ///< Float4, x y z w
    color,        ///< Float4, linear r g b and straight alpha
    id,           ///< std::uint64_t, the stable id of the object itself
    reference,    ///< std::uint64_t, the id of another object
    value,        ///< Value
    child,        ///< ChildArray of at most one: an owned object
    children,     ///< ChildArray: owned objects in order
};

[[nodiscard]] constexpr bool holds_children(PropertyKind kind) noexcept {
    return kind >= PropertyKind::child;
}

/// Short word for the kind: "bool", "float", "vec3".
[[nodiscard]] const char* to_string(PropertyKind kind) noexcept;
/// Floats in a tuple of this kind: 2, 3, 4; 0 for the other kinds.
[[nodiscard]] int tuple_size(PropertyKind kind) noexcept;

/// The names of an enumeration, in the order of their values.
struct EnumInfo {
    struct Item {
        std::string_view name;
        std::uint8_t value;
    };
    std::string_view name;
    std::span<const Item> items;

    [[nodiscard]] const Item* find(std::string_view item) const noexcept;
    [[nodiscard]] const Item* find(std::uint8_t value) const noexcept;
};

/// Bits of PropertyInfo::flags.
enum PropertyFlags : std::uint8_t {
    kAnimatable = 1,    ///< A timeline may key it.
    kEditorOnly = 2,    ///< Does not reach packed records.
    kComputed = 4,      ///< Derived by Document::flush: never set by commands, never saved.
    kAlways = 8,        ///< A child that is there from the start and is never removed.
    kPolymorphic = 16,  ///< Children of several types: their JSON says which.
    kExplicit = 32,     ///< Written to files also where it has its default.
};

/// One property: a row of the property table.
struct PropertyInfo {
    std::uint32_t id = 0;      ///< Type's number << 16 | number. Stable, unique over all types.
    std::uint16_t number = 0;  ///< Stable within the type.
    PropertyKind kind = PropertyKind::boolean;
    std::uint8_t flags = 0;
    std::string_view name;          ///< Key in JSON, stem of the accessors.
    std::string_view display_name;  ///< For people.
    std::string_view unit;          ///< May be empty.
    std::string_view help;          ///< One or two sentences; may be empty.
    double min = 0.0, max = 0.0;    ///< Soft range; infinite where there is none.
    double default_number = 0.0;
    Float4 default_tuple{};
    std::string_view default_text;
    const EnumInfo* enumeration = nullptr;
    std::span<const TypeInfo* const> child_types{};  ///< For child and children.
    std::string_view child_union;                    ///< Name of the union, where there is one.
    std::string_view refers_to;                      ///< Type names, '|' between; references only.
    void* (*field)(Object&) = nullptr;               ///< The member, of the type its kind says.

    [[nodiscard]] bool has(PropertyFlags flag) const noexcept { return (flags & flag) != 0; }
    /// The value a new object has. Children: none.
    [[nodiscard]] Value default_value() const;
};

/// One type of object.
struct TypeInfo {
    std::uint16_t number = 0;  ///< Stable.
    std::string_view name{};
    std::string_view help{};
    std::span<const PropertyInfo> properties{};  ///< In the order of the schema, and of JSON.
    const PropertyInfo* id_property = nullptr;
    bool inline_json = false;    ///< Written on one line.
    std::string_view extends{};  ///< The union that a host's type may stand in for.
    std::size_t size = 0;        ///< Bytes of one object, without what it owns.
    std::unique_ptr<Object> (*create)() = nullptr;
    const RecordInfo* record = nullptr;  ///< Null: no packed record.

    /// By number: the first place tried is `hint`. Null: there is none.
    [[nodiscard]] const PropertyInfo* find(std::uint16_t property,
                                           std::size_t hint = 0) const noexcept;
    [[nodiscard]] const PropertyInfo* find(std::string_view property,
                                           std::size_t hint = 0) const noexcept;
    [[nodiscard]] std::size_t index_of(const PropertyInfo& property) const noexcept {
        return static_cast<std::size_t>(&property - properties.data());
    }
};

/// The types that a document may hold. Made once, of generated tables; a host adds its own.
class Schema {
  public:
    /// `types` must outlive the schema. Asserts that numbers and names are new.
    Schema& add(std::span<const TypeInfo* const> types);

    [[nodiscard]] const TypeInfo* find_type(std::uint16_t number) const noexcept;
    [[nodiscard]] const TypeInfo* find_type(std::string_view name) const noexcept;
    [[nodiscard]] std::span<const TypeInfo* const> types() const noexcept { return types_; }

    /// The property of any type by its unique id; null: there is none.
    [[nodiscard]] const PropertyInfo* find_property(std::uint32_t id) const noexcept;

    /// Whether an object of `type` may be a child in `slot`.
    [[nodiscard]] bool accepts(const PropertyInfo& slot, const TypeInfo& type) const noexcept;
    /// The type named `name` that may be a child in `slot`; null: there is none.
    [[nodiscard]] const TypeInfo* child_type(const PropertyInfo& slot,
                                             std::string_view name) const noexcept;

  private:
    std::vector<const TypeInfo*> types_;  ///< By ascending number.
};

}  // namespace motus

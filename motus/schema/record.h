// motus/schema/record.h - how generated code turns objects into packed records of the runtime.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/schema/value.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace motus {

class Object;
struct PropertyInfo;

/// Children of a record: `count` records of their type from `start` on. As in generated records.
struct RecordRange {
    std::uint32_t start = 0;
    std::uint32_t count = 0;
};

/// A record of any type, by the type's number; type 0 is "none".
struct RecordLink {
    std::uint32_t type = 0;
    std::uint32_t index = 0xffffffffu;
};

/// Answers what a record needs to know about the rest of the file. Implemented by who bakes.
class RecordContext {
  public:
    virtual ~RecordContext() = default;
    /// The 64-bit hash of a name; 0 for an empty one. Keeps the text for the side table.
    virtual std::uint64_t name(std::string_view text) = 0;
    /// Index of the record of the object with this id; 0xffffffff for id 0 or an unknown one.
    virtual std::uint32_t index(const Object& from, const PropertyInfo& property,
                                std::uint64_t id) = 0;
    /// The same for a reference that may be to one of several types.
    virtual RecordLink link(const Object& from, const PropertyInfo& property, std::uint64_t id) = 0;
    /// Where the records of the children in `property` are; where they may be of several
    /// types, where the links to them are.
    virtual RecordRange children(const Object& owner, const PropertyInfo& property) = 0;
    /// Index of a value in the pool of values; 0 is "none".
    virtual std::uint32_t value(const Value& value) = 0;
};

/// The packed record of a type.
struct RecordInfo {
    std::string_view module;  ///< The runtime module that owns it: "machine".
    std::size_t size = 0;     ///< Bytes; alignment is 8.
    /// Writes the record of `object` to `out`, `size` bytes, padding zeroed.
    void (*fill)(const Object& object, RecordContext& context, std::byte* out) = nullptr;
};

}  // namespace motus

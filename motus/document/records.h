// motus/document/records.h - all packed records of a document, in flat vectors.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/document.h>
#include <motus/schema/record.h>

#include <map>

namespace motus {

/// Records of one type, one after the other, in the order of their objects.
struct RecordTable {
    const TypeInfo* type = nullptr;
    std::vector<std::byte> bytes;
    std::vector<const Object*> objects;  ///< One per record.
    [[nodiscard]] std::size_t count() const noexcept { return objects.size(); }
};

/// What a baked file is made of. Children of one owner are next to each other, so that an owner
/// holds a range; an owner's records come before those of what it owns, layer by layer.
struct RecordSet {
    std::vector<RecordTable> tables;                           ///< By ascending type number.
    std::vector<RecordLink> links;                             ///< For children of several types.
    std::vector<Value> values;                                 ///< The pool; 0 is "none".
    std::vector<std::pair<std::uint64_t, std::string>> names;  ///< Hash and text, by hash.

    [[nodiscard]] const RecordTable* find(std::uint16_t type) const noexcept;
};

/// Packs everything that has a record. Authored values only. The same document gives the same
/// bytes. Code: "name-collision" where two texts have one hash.
[[nodiscard]] Result<RecordSet> make_records(const Document& document);

}  // namespace motus

// motus/schema/generator/model.h - the schema as plain values, read from flatc's reflection.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace motus::schemagen {

/// One field of a table. Which of the members mean something depends on `kind`, a name as in
/// PropertyKind.
struct Field {
    std::string name;
    std::string kind;
    std::uint32_t number = 0;
    std::vector<std::string> help;
    std::string display, unit, min, max;
    std::string default_text;           ///< As C++ wants it: a number, a string's content.
    std::vector<std::string> tuple;     ///< Defaults of a tuple.
    std::string enumeration;            ///< Name of the enum.
    std::vector<std::string> children;  ///< Types that may stand there.
    std::string child_union;
    std::string ref;
    bool animatable = false, editor_only = false, computed = false, always = false,
         explicit_in_json = false;

    [[nodiscard]] bool holds_children() const { return kind == "child" || kind == "children"; }
};

struct Table {
    std::string name;
    std::uint32_t number = 0;
    std::vector<std::string> help;
    std::vector<Field> fields;  ///< In the order of the .fbs file.
    std::string record;         ///< Runtime module; empty: no record.
    std::string extends;
    bool inlined = false;
};

struct Enum {
    struct Item {
        std::string name;
        std::int64_t value = 0;
    };
    std::string name;
    std::vector<std::string> help;
    std::vector<Item> items;
};

struct Model {
    std::string name_space;     ///< As in C++: motus::doc
    std::vector<Table> tables;  ///< By ascending number.
    std::vector<Enum> enums;    ///< By name.
    std::string root;           ///< Root table; may be empty.

    [[nodiscard]] const Table* find(const std::string& name) const;
};

/// Reads the tables of `name_space` ("motus.doc") from the bytes of a .bfbs file. What is wrong
/// is appended to `faults`, all of it.
Model read_model(const std::string& bytes, const std::string& name_space,
                 std::vector<std::string>& faults);

}  // namespace motus::schemagen

// motus/import/fbx/tree.h - the nodes of an FBX file, the same for its binary and its ASCII form.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/fbx/faults.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace motus::fbx {

enum class ValueKind : std::uint8_t { integer, number, text, array };

/// One value of a node. Texts look into the file.
struct Value {
    ValueKind kind = ValueKind::integer;
    union {
        std::int64_t integer = 0;
        double number;
        const char* text;
        std::uint32_t array;  ///< Index into Tree::arrays.
    };
    std::uint32_t size = 0;  ///< Of a text.
};

/// An array of a binary file, as it stands there.
struct PackedArray {
    char type = 'i';  ///< One of b c i l f d.
    bool deflated = false;
    std::uint32_t count = 0;
    std::span<const std::byte> bytes{};
};

constexpr std::uint32_t kNoNode = 0xffffffffu;

struct Node {
    std::string_view name;
    std::uint32_t first_child = kNoNode, next = kNoNode;
    std::uint32_t first_value = 0, values = 0;
};

/// All nodes of a file; node 0 is the unnamed root. Built once, then only read.
struct Tree {
    std::vector<Node> nodes;
    std::vector<Value> values;
    std::vector<PackedArray> arrays;
    std::uint32_t version = 0;
    bool ascii = false;
    bool big_endian = false;
};

/// Reads either form. False: there is an error in `faults`.
[[nodiscard]] bool parse(std::span<const std::byte> bytes, Tree& tree, Faults& faults);
[[nodiscard]] bool parse_binary(std::span<const std::byte> bytes, Tree& tree, Faults& faults);
[[nodiscard]] bool parse_ascii(std::string_view text, Tree& tree, Faults& faults);

/// A place in the tree. Cheap to copy; a missing node is empty and has nothing in it.
class NodeRef {
  public:
    NodeRef() = default;
    NodeRef(const Tree& tree, std::uint32_t index) : tree_(&tree), index_(index) {}

    [[nodiscard]] bool exists() const { return index_ != kNoNode; }
    [[nodiscard]] std::uint32_t index() const { return index_; }
    [[nodiscard]] std::string_view name() const { return node().name; }
    /// Children in the file's order: `for (NodeRef c = n.child(); c.exists(); c = c.next())`.
    [[nodiscard]] NodeRef child() const { return at(exists() ? node().first_child : kNoNode); }
    [[nodiscard]] NodeRef next() const { return at(exists() ? node().next : kNoNode); }
    /// The first child of that name. Cost: the children before it.
    [[nodiscard]] NodeRef find(std::string_view name) const;

    [[nodiscard]] std::size_t size() const { return exists() ? node().values : 0; }
    [[nodiscard]] const Value* value(std::size_t i) const;
    [[nodiscard]] bool is_text(std::size_t i) const;
    /// A number or a bool; 0, or `otherwise`, where there is none. Never NaN or infinite.
    [[nodiscard]] double number(std::size_t i, double otherwise = 0.0) const;
    [[nodiscard]] std::int64_t integer(std::size_t i, std::int64_t otherwise = 0) const;
    [[nodiscard]] std::string_view text(std::size_t i) const;
    /// The node's numbers: an array of a binary file, the `a` of an ASCII one, or its values.
    /// False: an error is in `faults`. Not finite numbers become 0.
    bool numbers(std::vector<double>& out, Faults& faults) const;
    bool integers(std::vector<std::int64_t>& out, Faults& faults) const;
    /// How many numbers the two give.
    [[nodiscard]] std::size_t count_numbers() const;

  private:
    [[nodiscard]] const Node& node() const { return tree_->nodes[index_]; }
    [[nodiscard]] NodeRef at(std::uint32_t index) const {
        return index == kNoNode ? NodeRef() : NodeRef(*tree_, index);
    }
    template <typename T>
    bool read_array(std::vector<T>& out, Faults& faults) const;
    [[nodiscard]] NodeRef list() const;

    const Tree* tree_ = nullptr;
    std::uint32_t index_ = kNoNode;
};

/// A text of the file as people read it: `&quot;` and such of ASCII files, bad UTF-8 replaced.
[[nodiscard]] std::string plain_text(std::string_view text);

}  // namespace motus::fbx

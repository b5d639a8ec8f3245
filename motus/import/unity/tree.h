// motus/import/unity/tree.h - Unity's restricted YAML as a flat tree of maps, lists and scalars.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/result.h>

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace motus::unity {

enum class NodeKind : std::uint8_t { null, scalar, map, list };

/// Containers nest no deeper. Unity's own files stay below 12.
inline constexpr std::uint32_t kMaxYamlDepth = 64;
/// Nodes of one file: 400 MB. Its longest files have one for 12 bytes.
inline constexpr std::uint32_t kMaxYamlNodes = 10'000'000;

class Node;

/// The nodes of one object of a file. Keys may repeat, and keep their order. Texts are views of the
/// file, or of `extra` where quotes or folding changed them; the file's text must outlive the tree.
class Tree {
  public:
    static constexpr std::uint32_t kNone = 0xffffffffu;

    struct Slice {
        std::uint32_t start = 0, size = 0;
    };
    struct Item {
        Slice key{}, text{};
        std::uint32_t first = kNone, last = kNone, next = kNone;
        std::uint32_t line = 0;
        NodeKind kind = NodeKind::null;
        bool quoted = false;  ///< A scalar that stood in quotes.
        bool flow = false;    ///< A container in braces or brackets; `text` is its source.
    };

    /// Reads the lines from `begin` to `end` of `file`; `line` is the number of the first. Linear
    /// in time, without recursion. Codes: "unity-syntax", "unity-too-deep", "unity-too-large".
    /// What is odd but can be read is put into `oddities`, as "line N: ...". At most `most_nodes`.
    [[nodiscard]] static Result<Tree> parse(std::string_view file, std::size_t begin,
                                            std::size_t end, std::uint32_t line,
                                            std::vector<std::string>& oddities,
                                            std::uint32_t most_nodes = kMaxYamlNodes);

    [[nodiscard]] Node root() const noexcept;
    [[nodiscard]] const Item& item(std::uint32_t index) const noexcept { return items_[index]; }
    [[nodiscard]] std::string_view text(Slice slice) const noexcept;
    [[nodiscard]] std::uint32_t size() const noexcept {
        return static_cast<std::uint32_t>(items_.size());
    }

  private:
    friend class TreeParser;
    std::string_view file_;
    std::string extra_;
    std::deque<Item> items_;  ///< Grows without a copy of what is there.
};

/// A node of a tree, or nothing: then every question has the empty answer.
class Node {
  public:
    Node() noexcept = default;
    Node(const Tree& tree, std::uint32_t index) noexcept : tree_(&tree), index_(index) {}

    [[nodiscard]] bool exists() const noexcept { return tree_ != nullptr; }
    explicit operator bool() const noexcept { return exists(); }
    [[nodiscard]] const Tree& tree() const noexcept { return *tree_; }  ///< Of one that exists.
    [[nodiscard]] NodeKind kind() const noexcept { return exists() ? item().kind : NodeKind::null; }
    [[nodiscard]] std::string_view key() const noexcept;
    [[nodiscard]] std::string_view text() const noexcept;    ///< Of a scalar; else empty.
    [[nodiscard]] std::string_view source() const noexcept;  ///< Of a flow container.
    [[nodiscard]] bool quoted() const noexcept { return exists() && item().quoted; }
    [[nodiscard]] bool flow() const noexcept { return exists() && item().flow; }
    [[nodiscard]] std::uint32_t line() const noexcept { return exists() ? item().line : 0; }

    /// The first child with this key. Cost: children before it.
    [[nodiscard]] Node operator[](std::string_view key) const noexcept;
    [[nodiscard]] Node first() const noexcept { return at(exists() ? item().first : Tree::kNone); }
    [[nodiscard]] Node next() const noexcept { return at(exists() ? item().next : Tree::kNone); }

    class Iterator;
    [[nodiscard]] Iterator begin() const noexcept;
    [[nodiscard]] Iterator end() const noexcept;

  private:
    [[nodiscard]] const Tree::Item& item() const noexcept { return tree_->item(index_); }
    [[nodiscard]] Node at(std::uint32_t index) const noexcept {
        return index == Tree::kNone ? Node() : Node(*tree_, index);
    }
    const Tree* tree_ = nullptr;
    std::uint32_t index_ = 0;
};

class Node::Iterator {
  public:
    explicit Iterator(Node node) noexcept : node_(node) {}
    Node operator*() const noexcept { return node_; }
    Iterator& operator++() noexcept {
        node_ = node_.next();
        return *this;
    }
    bool operator!=(const Iterator& other) const noexcept {
        return node_.exists() != other.node_.exists();
    }

  private:
    Node node_;
};

inline Node::Iterator Node::begin() const noexcept {
    return Iterator(first());
}
inline Node::Iterator Node::end() const noexcept {
    return Iterator(Node());
}
inline Node Tree::root() const noexcept {
    return items_.empty() ? Node() : Node(*this, 0);
}

}  // namespace motus::unity

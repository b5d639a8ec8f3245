// motus/import/unity/tree_parser.h - one pass over the lines of an object.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/unity/tree.h>

namespace motus::unity {

[[nodiscard]] constexpr bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}
/// Line breaks too.
[[nodiscard]] constexpr bool is_blank(char c) {
    return is_space(c) || c == '\n';
}

class TreeParser {
  public:
    TreeParser(std::string_view file, std::size_t begin, std::size_t end, std::uint32_t line,
               std::vector<std::string>& oddities, std::uint32_t most_nodes);

    [[nodiscard]] bool run();
    [[nodiscard]] Error take_error() { return std::move(error_); }
    [[nodiscard]] Tree take_tree() { return std::move(tree_); }

  private:
    /// A block map or list that lines of at least this indent belong to.
    struct Frame {
        std::uint32_t node = 0;
        std::size_t indent = 0;
        bool list = false;
    };

    bool read_line();
    bool read_content(std::size_t indent);
    bool read_item(std::size_t indent);
    bool read_key(std::size_t indent);
    bool read_value(std::uint32_t node);
    bool read_quoted(std::uint32_t node);
    bool read_plain(std::uint32_t node);
    bool read_continuation(std::uint32_t node);
    bool read_flow(std::uint32_t node);
    bool read_flow_scalar(std::uint32_t node, bool may_be_key, bool& is_key);
    bool unquote(std::string& out);
    bool unescape(std::string& out);
    void fold_line(std::string& out);
    bool end_of_value();

    [[nodiscard]] std::uint32_t add(std::uint32_t parent);
    bool push(std::uint32_t node, std::size_t indent, bool list);
    [[nodiscard]] std::uint32_t open_child(const Frame& frame) const;
    [[nodiscard]] Tree::Slice slice(std::size_t begin, std::size_t end) const;
    [[nodiscard]] Tree::Slice keep(std::string_view text);
    [[nodiscard]] std::size_t key_end(std::size_t at) const;
    [[nodiscard]] std::size_t trimmed(std::size_t begin, std::size_t end) const;
    [[nodiscard]] char peek(std::size_t ahead = 0) const;
    void skip_spaces();
    void next_line();
    bool fail(std::string_view code, std::string cause);
    void note(std::string cause);

    std::string_view file_;
    std::size_t at_, end_;
    std::size_t line_begin_, line_end_;  ///< The end is before the line feed and what spaces.
    std::uint32_t line_;
    std::vector<std::string>& oddities_;
    std::uint32_t most_nodes_;
    std::vector<Frame> frames_;
    Tree tree_;
    Error error_;
    bool full_ = false;
};

}  // namespace motus::unity

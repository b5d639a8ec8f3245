// Values in braces and brackets.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/tree_parser.h>

#include <fmt/format.h>

namespace motus::unity {

// {a: 1, b: {c: 2}} and [1, 2], over as many lines as they take, with a stack of our own.
bool TreeParser::read_flow(std::uint32_t node) {
    struct Open {
        std::uint32_t node;
        std::size_t begin;
    };
    std::vector<Open> open;
    std::uint32_t value = node;  // what the next value belongs to; kNone: none is awaited
    const std::uint32_t opened = line_;
    while (at_ < end_ && !full_) {
        const char c = file_[at_];
        if (c == '\n') ++line_;
        if (is_blank(c)) {
            ++at_;
        } else if (c == '{' || c == '[') {
            if (frames_.size() + open.size() >= kMaxYamlDepth) {
                return fail("unity-too-deep", fmt::format("nested deeper than {}", kMaxYamlDepth));
            }
            if (value == Tree::kNone) value = add(open.back().node);
            tree_.items_[value].kind = c == '{' ? NodeKind::map : NodeKind::list;
            tree_.items_[value].flow = true;
            open.push_back({value, at_++});
            value = Tree::kNone;
        } else if (c == '}' || c == ']') {
            Tree::Item& item = tree_.items_[open.back().node];
            if ((item.kind == NodeKind::map) != (c == '}')) {
                return fail("unity-syntax", "braces and brackets do not match");
            }
            ++at_;
            item.text = slice(open.back().begin, at_);
            open.pop_back();
            value = Tree::kNone;
            if (open.empty()) return true;
        } else if (c == ',') {
            value = Tree::kNone;
            ++at_;
        } else {
            const bool in_map = tree_.items_[open.back().node].kind == NodeKind::map;
            if (value == Tree::kNone) {
                value = add(open.back().node);
                bool is_key = false;
                if (!read_flow_scalar(value, in_map, is_key)) return false;
                if (!is_key) value = Tree::kNone;
            } else {
                bool is_key = false;
                if (!read_flow_scalar(value, false, is_key)) return false;
                value = Tree::kNone;
            }
        }
    }
    if (full_) return false;
    return fail(
        "unity-syntax",
        fmt::format("the brace opened in line {} is not closed; the file may be cut off", opened));
}

// A scalar inside braces: text up to a comma or a bracket. In a map, `text:` is a key.
bool TreeParser::read_flow_scalar(std::uint32_t node, bool may_be_key, bool& is_key) {
    is_key = false;
    if (peek() == '"' || peek() == '\'') {
        std::string text;
        if (!unquote(text)) return false;
        const Tree::Slice kept = keep(text);
        if (may_be_key) skip_spaces();
        if (may_be_key && peek() == ':') {
            ++at_;
            is_key = true;
            tree_.items_[node].key = kept;
            return true;
        }
        tree_.items_[node].kind = NodeKind::scalar;
        tree_.items_[node].quoted = true;
        tree_.items_[node].text = kept;
        return true;
    }
    const std::size_t begin = at_;
    while (at_ < end_) {
        const char c = file_[at_];
        if (c == ',' || c == '}' || c == ']' || c == '{' || c == '[' || c == '\n') break;
        if (c == ':' && may_be_key) {
            const char after = peek(1);
            if (is_blank(after) || after == ',' || after == '}' || after == ']') {
                tree_.items_[node].key = slice(begin, trimmed(begin, at_));
                ++at_;
                is_key = true;
                return true;
            }
        }
        ++at_;
    }
    if (at_ == begin) return fail("unity-syntax", "a value is missing");
    tree_.items_[node].kind = NodeKind::scalar;
    tree_.items_[node].text = slice(begin, trimmed(begin, at_));
    return true;
}

}  // namespace motus::unity

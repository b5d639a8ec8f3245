// SPDX-License-Identifier: MIT
#include <motus/import/unity/text.h>
#include <motus/import/unity/tree_parser.h>

#include <fmt/format.h>

namespace motus::unity {
namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

// A line break inside quotes is a space; further empty lines are line feeds.
void TreeParser::fold_line(std::string& out) {
    while (!out.empty() && (out.back() == ' ' || out.back() == '\r' || out.back() == '\t'))
        out.pop_back();
    int breaks = 0;
    while (at_ < end_ && is_blank(file_[at_])) {
        if (file_[at_] == '\n') {
            ++breaks;
            ++line_;
        }
        ++at_;
    }
    if (breaks == 1) out += ' ';
    for (int i = 1; i < breaks; ++i)
        out += '\n';
}

bool TreeParser::unquote(std::string& out) {
    const char quote = file_[at_++];
    const std::uint32_t opened = line_;
    while (at_ < end_) {
        const char c = file_[at_];
        if (c == quote) {
            ++at_;
            if (quote == '"' || peek() != '\'') return true;
            out += '\'';
            ++at_;
        } else if (c == '\n') {
            fold_line(out);
        } else if (c == '\\' && quote == '"') {
            ++at_;
            if (!unescape(out)) return false;
        } else {
            out += c;
            ++at_;
        }
    }
    return fail("unity-syntax", fmt::format("the quote opened in line {} is not closed; the file "
                                            "may be cut off",
                                            opened));
}

bool TreeParser::unescape(std::string& out) {
    const char c = at_ < end_ ? file_[at_++] : '\0';
    const auto digits = [&](int count, std::uint32_t& value) {
        for (int i = 0; i < count; ++i) {
            const int digit = at_ < end_ ? hex_digit(file_[at_]) : -1;
            if (digit < 0) return fail("unity-syntax", "an escape without its digits");
            value = value * 16 + static_cast<std::uint32_t>(digit);
            ++at_;
        }
        return true;
    };
    switch (c) {
        case 'n':
            out += '\n';
            return true;
        case 't':
            out += '\t';
            return true;
        case 'r':
            out += '\r';
            return true;
        case '"':
        case '\\':
        case '/':
        case ' ':
        case '\'':
            out += c;
            return true;
        case '\r':
        case '\n':  // the line goes on without a space
            if (c == '\r' && peek() == '\n') ++at_;
            ++line_;
            while (at_ < end_ && (file_[at_] == ' ' || file_[at_] == '\t'))
                ++at_;
            return true;
        case 'x':
        case 'u':
        case 'U':
            break;
        case '0':
            append_utf8(out, 0xfffd);
            return true;
        case 'a':
        case 'b':
        case 'e':
        case 'f':
        case 'v':
            out += ' ';
            return true;
        default:
            return fail("unity-syntax", "an unknown escape in quotes");
    }
    std::uint32_t code = 0;
    if (!digits(c == 'x' ? 2 : c == 'u' ? 4 : 8, code)) return false;
    if (code >= 0xd800 && code < 0xdc00 && peek() == '\\' && peek(1) == 'u') {
        std::uint32_t low = 0;
        at_ += 2;
        if (!digits(4, low)) return false;
        const bool pair = low >= 0xdc00 && low < 0xe000;
        code = pair ? 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00) : 0xfffd;
    }
    append_utf8(out, code);
    return true;
}

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

// Scalars of a tree: plain text, text over several lines, and text in quotes.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/text.h>
#include <motus/import/unity/tree_parser.h>

#include <fmt/format.h>

namespace motus::unity {
namespace {

constexpr std::size_t kLongText = 1 << 20;

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

bool TreeParser::read_plain(std::uint32_t node) {
    Tree::Item& item = tree_.items_[node];
    item.kind = NodeKind::scalar;
    item.text = slice(at_, line_end_);
    if (item.text.size > kLongText) {
        note(fmt::format("a text of {} bytes; Unity writes none that long", item.text.size));
    }
    next_line();
    return !full_;
}

// Continuations are joined by one space. The text is moved to the end of `extra` once; a further
// line only appends.
bool TreeParser::read_continuation(std::uint32_t node) {
    Tree::Item& item = tree_.items_[node];
    if (item.quoted) return fail("unity-syntax", "text after a value in quotes");
    const std::size_t ends = std::size_t{item.text.start} + item.text.size;
    if (item.text.start < file_.size() || ends != file_.size() + tree_.extra_.size()) {
        item.text = keep(std::string(tree_.text(item.text)));
    }
    tree_.extra_ += ' ';
    tree_.extra_.append(file_.substr(at_, line_end_ - at_));
    item.text.size += static_cast<std::uint32_t>(1 + line_end_ - at_);
    next_line();
    return true;
}

bool TreeParser::read_quoted(std::uint32_t node) {
    std::string text;
    if (!unquote(text)) return false;
    Tree::Item& item = tree_.items_[node];
    item.kind = NodeKind::scalar;
    item.quoted = true;
    item.text = keep(text);
    return end_of_value();
}

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

}  // namespace motus::unity

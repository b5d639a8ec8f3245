// SPDX-License-Identifier: MIT
#include <motus/import/unity/tree_parser.h>

#include <fmt/format.h>

namespace motus::unity {
namespace {

constexpr std::size_t kMaxOddities = 100;

}  // namespace

TreeParser::TreeParser(std::string_view file, std::size_t begin, std::size_t end,
                       std::uint32_t line, std::vector<std::string>& oddities,
                       std::uint32_t most_nodes)
    : file_(file),
      at_(begin),
      end_(end),
      line_begin_(begin),
      line_end_(begin),
      line_(line),
      oddities_(oddities),
      most_nodes_(most_nodes) {
    tree_.file_ = file;
}

bool TreeParser::fail(std::string_view code, std::string cause) {
    error_ = {std::string(code), fmt::format("line {}", line_), std::move(cause)};
    return false;
}

void TreeParser::note(std::string cause) {
    if (oddities_.size() < kMaxOddities) {
        oddities_.push_back(fmt::format("line {}: {}", line_, cause));
    }
}

char TreeParser::peek(std::size_t ahead) const {
    return at_ + ahead < end_ ? file_[at_ + ahead] : '\n';
}

void TreeParser::skip_spaces() {
    while (at_ < end_ && is_space(file_[at_]))
        ++at_;
}

void TreeParser::next_line() {
    while (at_ < end_ && file_[at_] != '\n')
        ++at_;
    if (at_ < end_) ++at_;
    ++line_;
}

std::size_t TreeParser::trimmed(std::size_t begin, std::size_t end) const {
    while (end > begin && is_space(file_[end - 1]))
        --end;
    return end;
}

Tree::Slice TreeParser::slice(std::size_t begin, std::size_t end) const {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - begin)};
}

Tree::Slice TreeParser::keep(std::string_view text) {
    const auto start = static_cast<std::uint32_t>(file_.size() + tree_.extra_.size());
    tree_.extra_ += text;
    return {start, static_cast<std::uint32_t>(text.size())};
}

std::uint32_t TreeParser::add(std::uint32_t parent) {
    const auto index = static_cast<std::uint32_t>(tree_.items_.size());
    if (index >= most_nodes_) {
        if (!full_) fail("unity-too-large", fmt::format("more than {} values", kMaxYamlNodes));
        full_ = true;
        return parent;
    }
    tree_.items_.emplace_back().line = line_;
    Tree::Item& above = tree_.items_[parent];
    if (above.last == Tree::kNone) {
        above.first = index;
    } else {
        tree_.items_[above.last].next = index;
    }
    above.last = index;
    return index;
}

bool TreeParser::push(std::uint32_t node, std::size_t indent, bool list) {
    if (frames_.size() >= kMaxYamlDepth) {
        return fail("unity-too-deep", fmt::format("nested deeper than {}", kMaxYamlDepth));
    }
    tree_.items_[node].kind = list ? NodeKind::list : NodeKind::map;
    frames_.push_back({node, indent, list});
    return true;
}

// The last child of a frame, where it still waits for a value.
std::uint32_t TreeParser::open_child(const Frame& frame) const {
    const std::uint32_t last = tree_.items_[frame.node].last;
    if (last == Tree::kNone || tree_.items_[last].kind != NodeKind::null) return Tree::kNone;
    return last;
}

bool TreeParser::run() {
    tree_.items_.emplace_back().line = line_;
    if (!push(0, 0, false)) return false;
    while (at_ < end_ && !full_) {
        if (!read_line()) return false;
    }
    return !full_;
}

bool TreeParser::read_line() {
    line_begin_ = at_;
    line_end_ = at_;
    while (line_end_ < end_ && file_[line_end_] != '\n')
        ++line_end_;
    line_end_ = trimmed(line_begin_, line_end_);
    if (line_end_ == line_begin_) {
        next_line();
        return true;
    }
    while (peek() == ' ')
        ++at_;
    if (peek() == '\t') {
        return fail("unity-syntax", "a tab in the indentation: Unity writes spaces");
    }
    return read_content(at_ - line_begin_);
}

bool TreeParser::read_content(std::size_t indent) {
    const bool item = peek() == '-' && (is_space(peek(1)) || peek(1) == '\n');
    while (frames_.size() > 1 && frames_.back().indent > indent)
        frames_.pop_back();
    // Text that is further in than the key it belongs to goes on from the line before.
    const Frame& top = frames_.back();
    const std::uint32_t last = tree_.items_[top.node].last;
    if (last != Tree::kNone && tree_.items_[last].kind == NodeKind::scalar && indent > top.indent) {
        return read_continuation(last);
    }
    return item ? read_item(indent) : read_key(indent);
}

bool TreeParser::read_item(std::size_t indent) {
    if (!(frames_.back().list && frames_.back().indent == indent)) {
        // A list may stand at the indent of its key.
        const std::uint32_t owner = open_child(frames_.back());
        if (owner == Tree::kNone) return fail("unity-syntax", "a list item outside of a list");
        if (!push(owner, indent, true)) return false;
    }
    const std::uint32_t node = add(frames_.back().node);
    ++at_;
    while (peek() == ' ')
        ++at_;
    if (at_ >= line_end_) {
        next_line();
        return !full_;
    }
    const std::size_t inner = at_ - line_begin_;
    if (peek() == '-' && is_space(peek(1))) {
        if (!push(node, inner, true)) return false;
        return read_item(inner);
    }
    if (key_end(at_) != std::string_view::npos) {
        return push(node, inner, false) && read_key(inner);
    }
    return read_value(node);
}

bool TreeParser::read_key(std::size_t indent) {
    while (frames_.size() > 1 && frames_.back().list && frames_.back().indent == indent)
        frames_.pop_back();
    const std::size_t colon = key_end(at_);
    if (frames_.back().list || frames_.back().indent != indent) {
        const std::uint32_t owner = open_child(frames_.back());
        if (owner == Tree::kNone) {
            return fail("unity-syntax", "the indentation fits nothing above it");
        }
        if (colon == std::string_view::npos) return read_value(owner);  // text on its own line
        if (!push(owner, indent, false)) return false;
    }
    if (colon == std::string_view::npos) {
        return fail("unity-syntax",
                    "neither a key nor a list item; the file may be damaged or cut off");
    }
    const std::uint32_t node = add(frames_.back().node);
    if (peek() == '"' || peek() == '\'') {
        std::string key;
        if (!unquote(key)) return false;
        tree_.items_[node].key = keep(key);
    } else {
        tree_.items_[node].key = slice(at_, trimmed(at_, colon));
    }
    at_ = colon + 1;
    skip_spaces();
    if (at_ >= line_end_) {
        next_line();
        return !full_;
    }
    return read_value(node);
}

// Where the colon of a key is on this line; npos where the line is no key.
std::size_t TreeParser::key_end(std::size_t at) const {
    if (at >= line_end_ || file_[at] == '{' || file_[at] == '[') return std::string_view::npos;
    if (const char quote = file_[at]; quote == '"' || quote == '\'') {
        std::size_t i = at + 1;
        for (; i < line_end_; ++i) {
            // What is not the end: \" in double quotes, '' in single ones.
            const bool pair = quote == '"'
                                  ? file_[i] == '\\'
                                  : i + 1 < line_end_ && file_[i] == quote && file_[i + 1] == quote;
            if (!pair && file_[i] == quote) break;
            if (pair) ++i;
        }
        do
            ++i;
        while (i < line_end_ && is_space(file_[i]));
        const bool is_key =
            i < line_end_ && file_[i] == ':' && (i + 1 == line_end_ || is_space(file_[i + 1]));
        return is_key ? i : std::string_view::npos;
    }
    for (std::size_t i = at; i < line_end_; ++i) {
        if (file_[i] == ':' && (i + 1 == line_end_ || is_space(file_[i + 1]))) return i;
    }
    return std::string_view::npos;
}

bool TreeParser::read_value(std::uint32_t node) {
    switch (peek()) {
        case '"':
        case '\'':
            return read_quoted(node);
        case '{':
        case '[':
            return read_flow(node) && end_of_value();
        default:
            return read_plain(node);
    }
}

// Nothing but spaces may follow a value in quotes or braces.
bool TreeParser::end_of_value() {
    skip_spaces();
    if (peek() != '\n') note("the text after a closing quote or brace is left out");
    next_line();
    return !full_;
}

}  // namespace motus::unity

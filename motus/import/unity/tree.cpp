// SPDX-License-Identifier: MIT
#include <motus/import/unity/tree.h>
#include <motus/import/unity/tree_parser.h>

namespace motus::unity {

std::string_view Tree::text(Slice slice) const noexcept {
    if (slice.start < file_.size()) return file_.substr(slice.start, slice.size);
    return std::string_view(extra_).substr(slice.start - file_.size(), slice.size);
}

std::string_view Node::key() const noexcept {
    return exists() ? tree_->text(item().key) : std::string_view();
}

std::string_view Node::text() const noexcept {
    return kind() == NodeKind::scalar ? tree_->text(item().text) : std::string_view();
}

std::string_view Node::source() const noexcept {
    return flow() ? tree_->text(item().text) : std::string_view();
}

Node Node::operator[](std::string_view name) const noexcept {
    if (kind() != NodeKind::map) return {};
    for (const Node child : *this) {
        if (child.key() == name) return child;
    }
    return {};
}

Result<Tree> Tree::parse(std::string_view file, std::size_t begin, std::size_t end,
                         std::uint32_t line, std::vector<std::string>& oddities,
                         std::uint32_t most_nodes) {
    TreeParser parser(file, begin, end, line, oddities, most_nodes);
    if (!parser.run()) return parser.take_error();
    return parser.take_tree();
}

}  // namespace motus::unity

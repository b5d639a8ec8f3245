// motus/asset/node_path.h - nodes by the names on their way from the root.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace motus {

/// Names of a node and of those above it, from the root, joined by '/'. As long as the way is: do
/// not make those of all nodes of a file, which may be one long chain.
[[nodiscard]] std::string node_path(const Asset& asset, std::uint32_t node);

enum class PathMatch : std::uint8_t {
    none,
    end,         ///< The node's path ends in it, behind a '/'.
    below_root,  ///< It is the node's path without the root's name.
    whole        ///< It is the node's path.
};

/// How `path` names a node; what is later in the list names it better. No memory; takes as many
/// steps as `path` has names.
[[nodiscard]] PathMatch match_path(const Asset& asset, std::uint32_t node, std::string_view path);

}  // namespace motus

// motus/document/rings.h - ways in a graph that lead back to where they began.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace motus {

/// For every node, the nodes it leads to.
using Adjacency = std::vector<std::vector<std::size_t>>;

/// Rings of a graph, each as its nodes in order: at least one for every knot of nodes that can
/// reach each other, and none where there is no way back. At most `most`. Cost: nodes + edges, and
/// what is returned. Never recurses.
[[nodiscard]] std::vector<std::vector<std::size_t>> find_rings(const Adjacency& next,
                                                               std::size_t most = 100);

}  // namespace motus

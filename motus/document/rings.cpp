// SPDX-License-Identifier: MIT
#include <motus/document/rings.h>

#include <algorithm>

namespace motus {

std::vector<std::vector<std::size_t>> find_rings(const Adjacency& next, std::size_t most) {
    enum class Mark : unsigned char { fresh, open, done };
    struct Visit {
        std::size_t node;
        std::size_t edge;
    };
    std::vector<std::vector<std::size_t>> rings;
    std::vector<Mark> marks(next.size(), Mark::fresh);
    std::vector<Visit> way;
    for (std::size_t start = 0; start < next.size(); ++start) {
        if (marks[start] != Mark::fresh) continue;
        marks[start] = Mark::open;
        way.push_back({start, 0});
        while (!way.empty()) {
            Visit& visit = way.back();
            if (visit.edge == next[visit.node].size()) {
                marks[visit.node] = Mark::done;
                way.pop_back();
                continue;
            }
            const std::size_t to = next[visit.node][visit.edge++];
            if (marks[to] == Mark::fresh) {
                marks[to] = Mark::open;
                way.push_back({to, 0});
            } else if (marks[to] == Mark::open && rings.size() < most) {
                const auto first = std::find_if(way.begin(), way.end(),
                                                [&](const Visit& v) { return v.node == to; });
                std::vector<std::size_t>& ring = rings.emplace_back();
                for (auto at = first; at != way.end(); ++at)
                    ring.push_back(at->node);
            }
        }
    }
    return rings;
}

}  // namespace motus

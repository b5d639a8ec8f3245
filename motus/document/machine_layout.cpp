// machine_layout.cpp - columns of states in the order in which they are reached.
// SPDX-License-Identifier: MIT
#include <motus/document/machine_edit.h>
#include <motus/document/validate_check.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace motus {
namespace {

using doc::StateGraph;
using doc::StateMachineState;
using doc::StateMachineTransition;
using doc::TransitionFrom;
using doc::TransitionTo;

constexpr float kColumn = 280.0f, kRow = 100.0f;
// Entry, any state, exit and the way up are less high than states.
constexpr float kLower = 10.0f;
constexpr int kSweeps = 8;
constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// A graph as numbers: 0 the entry, 1 any state, then the states, then exit and the way up.
struct Net {
    std::size_t count = 0;
    std::vector<std::vector<std::size_t>> out, in;

    explicit Net(std::size_t nodes) : count(nodes), out(nodes), in(nodes) {}
    void add(std::size_t from, std::size_t to) {
        if (from == kNone || to == kNone || from == to) return;
        if (std::find(out[from].begin(), out[from].end(), to) != out[from].end()) return;
        out[from].push_back(to);
        in[to].push_back(from);
    }
};

std::vector<std::size_t> rank(const Net& net, std::size_t states) {
    std::vector<std::size_t> ranks(net.count, kNone);
    const auto walk = [&](std::size_t start, std::size_t at) {
        if (ranks[start] != kNone) return;
        ranks[start] = at;
        std::vector<std::size_t> front{start};
        while (!front.empty()) {
            std::vector<std::size_t> next;
            for (const std::size_t node : front)
                for (const std::size_t to : net.out[node]) {
                    if (ranks[to] != kNone || to >= 2 + states) continue;
                    ranks[to] = ranks[node] + 1;
                    next.push_back(to);
                }
            front = std::move(next);
        }
    };
    walk(0, 0);
    walk(1, 0);
    for (std::size_t s = 2; s < 2 + states; ++s)
        walk(s, 1);
    std::size_t last = 0;
    for (std::size_t s = 0; s < 2 + states; ++s)
        last = std::max(last, ranks[s]);
    for (std::size_t s = 2 + states; s < net.count; ++s)
        ranks[s] = last + 1;
    return ranks;
}

using Columns = std::vector<std::vector<std::size_t>>;

/// Nodes side by side with their neighbours: fewer lines cross.
void sort_columns(const Net& net, Columns& columns) {
    std::vector<double> place(net.count, 0.0);
    const auto number = [&](const std::vector<std::size_t>& column) {
        for (std::size_t i = 0; i < column.size(); ++i)
            place[column[i]] =
                static_cast<double>(i) - static_cast<double>(column.size() - 1) / 2.0;
    };
    for (const auto& column : columns)
        number(column);
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            auto& column = columns[sweep % 2 == 0 ? i : columns.size() - 1 - i];
            std::vector<std::pair<double, std::size_t>> wanted;
            for (const std::size_t node : column) {
                double sum = 0.0;
                std::size_t neighbours = 0;
                for (const auto* list : {&net.in[node], &net.out[node]})
                    for (const std::size_t other : *list) {
                        sum += place[other];
                        ++neighbours;
                    }
                wanted.emplace_back(
                    neighbours == 0 ? place[node] : sum / static_cast<double>(neighbours), node);
            }
            std::stable_sort(wanted.begin(), wanted.end(),
                             [](const auto& a, const auto& b) { return a.first < b.first; });
            for (std::size_t n = 0; n < column.size(); ++n)
                column[n] = wanted[n].second;
            number(column);
        }
    }
}

/// A column that is much higher than the graph is wide is set in several.
Columns broken(const Columns& columns, std::size_t count) {
    const auto most = static_cast<std::size_t>(
        std::max(6.0, std::ceil(1.6 * std::sqrt(static_cast<double>(count)))));
    Columns out;
    for (const auto& column : columns) {
        const std::size_t parts = std::max<std::size_t>(1, (column.size() + most - 1) / most);
        const std::size_t each = (column.size() + parts - 1) / parts;
        for (std::size_t at = 0; at < column.size(); at += each) {
            const std::size_t end = std::min(column.size(), at + each);
            out.emplace_back(column.begin() + static_cast<std::ptrdiff_t>(at),
                             column.begin() + static_cast<std::ptrdiff_t>(end));
        }
    }
    return out;
}

}  // namespace

Result<Done> layout_graph(Document& document, const StateGraph& graph) {
    const std::size_t states = graph.states().size();
    const std::size_t exit = 2 + states, up = 3 + states;
    Net net(4 + states);
    std::map<std::uint64_t, std::size_t> numbers;
    for (std::size_t s = 0; s < states; ++s)
        numbers.emplace(graph.states()[s].id(), 2 + s);
    // A state further inside counts as the sub-machine that is drawn.
    const auto node_of = [&](std::uint64_t id) {
        const Object* state = object_cast<StateMachineState>(document.find_id(id));
        if (state == nullptr) return kNone;
        for (const Object* above = state; above != nullptr; above = above->parent())
            if (above->parent() == &graph) return numbers.at(above->stable_id());
        return up;
    };
    if (graph.entry() != 0) net.add(0, node_of(graph.entry()));
    for (const StateMachineTransition& t : graph.transitions()) {
        const std::size_t from = t.from_kind() == TransitionFrom::entry ? 0
                                 : t.from_kind() == TransitionFrom::any ? 1
                                                                        : node_of(t.from());
        net.add(from, t.to_kind() == TransitionTo::exit ? exit : node_of(t.to()));
    }
    const std::vector<std::size_t> ranks = rank(net, states);
    Columns columns(*std::max_element(ranks.begin(), ranks.end()) + 1);
    for (std::size_t n = 0; n < net.count; ++n)
        columns[ranks[n]].push_back(n);
    sort_columns(net, columns);
    columns = broken(columns, net.count);

    Step step = document.begin_step("Lay out");
    for (std::size_t c = 0; c < columns.size(); ++c) {
        for (std::size_t i = 0; i < columns[c].size(); ++i) {
            const std::size_t node = columns[c][i];
            const float middle = static_cast<float>(columns[c].size() - 1) * kRow / 2.0f;
            Float2 place{static_cast<float>(c) * kColumn, static_cast<float>(i) * kRow - middle};
            const bool is_state = node >= 2 && node < exit;
            if (!is_state) place[1] += kLower;
            const std::uint16_t property = node == 0      ? StateGraph::kEntryPosition
                                           : node == 1    ? StateGraph::kAnyPosition
                                           : node == exit ? StateGraph::kExitPosition
                                                          : StateGraph::kParentPosition;
            const Result<Done> done = is_state ? document.set(graph.states()[node - 2].handle(),
                                                              StateMachineState::kPosition, place)
                                               : document.set(graph.handle(), property, place);
            if (!done) return done;
        }
    }
    return step.commit();
}

}  // namespace motus

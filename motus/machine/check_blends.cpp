// SPDX-License-Identifier: MIT
#include <motus/machine/check_parts.h>

namespace motus::detail {
namespace {

bool is_blend(record::StateKind kind) noexcept {
    return kind >= record::StateKind::blend_1d && kind <= record::StateKind::blend_direct;
}

bool check_child(const Machine& graph, const record::BlendChild& child) noexcept {
    return is_number(child.threshold) && is_number(child.position[0]) &&
           is_number(child.position[1]) && is_number(child.time_scale) &&
           is_number(child.cycle_offset) && is_truth(child.mirror) &&
           is_motion(graph, child.motion) &&
           (child.direct_variable == kNoIndex || child.direct_variable < graph.variables.size());
}

// Of 1D blends: what the search relies on.
bool ascends(const Machine& graph, record::Range range) noexcept {
    const auto children = graph.children.subspan(range.start, range.count);
    for (std::size_t i = 1; i < children.size(); ++i) {
        if (!(children[i - 1].threshold <= children[i].threshold)) return false;
    }
    return true;
}

// Every blend is looked at once: each has one owner.
bool is_shallow(const Machine& graph, record::Range range, std::uint32_t depth) noexcept {
    for (const record::BlendChild& child : graph.children.subspan(range.start, range.count)) {
        if (child.blend == kNoIndex) continue;
        if (depth + 1 > kMaxBlendDepth ||
            !is_shallow(graph, graph.blends[child.blend].children, depth + 1)) {
            return false;
        }
    }
    return true;
}

}  // namespace

bool check_blends(const Machine& graph) noexcept {
    // Children of states come first, in the order of states; then those of blends in their order.
    Tiles children;
    for (const record::StateMachineState& state : graph.states) {
        const bool fits = state.children.count <= kMaxBlendChildren &&
                          (state.children.count == 0 || is_blend(state.kind));
        if (!fits || !children.take(state.children)) return false;
    }
    for (const record::BlendNode& blend : graph.blends) {
        if (!is_enum(blend.kind, record::BlendKind::blend_direct) || !is_truth(blend.normalized) ||
            blend.children.count > kMaxBlendChildren || !children.take(blend.children)) {
            return false;
        }
        for (const std::uint32_t variable : {blend.variable_x, blend.variable_y}) {
            if (variable != kNoIndex && variable >= graph.variables.size()) return false;
        }
    }
    if (!children.end(graph.children.size())) return false;

    // Blends are numbered in the order in which they are referred to: by synced layers, then by
    // children. So each has one owner; and its children stand behind the one that refers to it,
    // so none is inside itself.
    std::uint64_t next = 0;
    for (const SyncedLink& link : graph.synced) {
        if (link.blend != kNoIndex && link.blend != next++) return false;
    }
    if (next > graph.blends.size()) return false;
    for (std::size_t i = 0; i < graph.children.size(); ++i) {
        const record::BlendChild& child = graph.children[i];
        if (!check_child(graph, child)) return false;
        if (child.blend == kNoIndex) continue;
        if (child.blend != next++ || child.blend >= graph.blends.size()) return false;
        const record::Range inside = graph.blends[child.blend].children;
        if (inside.count != 0 && inside.start <= i) return false;
    }
    if (next != graph.blends.size()) return false;

    for (const record::StateMachineState& state : graph.states) {
        if (!is_shallow(graph, state.children, 1)) return false;
        if (state.kind == record::StateKind::blend_1d && !ascends(graph, state.children)) {
            return false;
        }
    }
    for (const SyncedLink& link : graph.synced) {
        if (link.blend != kNoIndex && !is_shallow(graph, graph.blends[link.blend].children, 1)) {
            return false;
        }
    }
    for (const record::BlendNode& blend : graph.blends) {
        if (blend.kind == record::BlendKind::blend_1d && !ascends(graph, blend.children)) {
            return false;
        }
    }
    return true;
}

}  // namespace motus::detail

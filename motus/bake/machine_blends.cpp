// SPDX-License-Identifier: MIT
#include <motus/bake/machine_parts.h>

#include <motus/document/pointer.h>

#include <algorithm>

namespace motus::detail {
namespace {

std::uint32_t size_of(const auto& items) {
    return static_cast<std::uint32_t>(items.size());
}

}  // namespace

/// Numbers in the order in which blends are referred to, which is the order they are laid out in.
std::uint32_t MachineLowering::queue_blend(const doc::BlendNode& blend, std::uint32_t depth) {
    if (depth > kMaxBlendDepth) {
        error("too-deep", blend, "blends are nested deeper than " + std::to_string(kMaxBlendDepth));
        return kNoIndex;
    }
    blend_queue_.push_back({&blend, depth});
    return size_of(blend_queue_) - 1;
}

void MachineLowering::check_axes(const Object& owner, doc::BlendKind kind, std::uint32_t x,
                                 std::uint32_t y) {
    if (kind == doc::BlendKind::blend_direct) return;
    const bool is_state = object_cast<doc::StateMachineState>(&owner) != nullptr;
    const auto warn_of = [&](std::uint16_t property) {
        warn("blend-without-variable", owner, property,
             "no variable moves this axis of the blend: it stays at 0");
    };
    using State = doc::StateMachineState;
    using Node = doc::BlendNode;
    if (x == kNoIndex) warn_of(is_state ? State::kVariableX : Node::kVariableX);
    if (kind != doc::BlendKind::blend_1d && y == kNoIndex) {
        warn_of(is_state ? State::kVariableY : Node::kVariableY);
    }
}

void MachineLowering::add_children(const Object& owner, ChildList<doc::BlendChild> children,
                                   bool is_linear, bool is_direct, record::Range& range) {
    using Child = doc::BlendChild;
    range = {size_of(out_.children), size_of(children)};
    if (children.size() > kMaxBlendChildren) {
        error("too-many-children", owner,
              "a blend has at most " + std::to_string(kMaxBlendChildren) + " children");
    }
    if (children.empty()) {
        const bool is_state = object_cast<doc::StateMachineState>(&owner) != nullptr;
        warn("empty-blend", owner,
             is_state ? doc::StateMachineState::kChildren : doc::BlendNode::kChildren,
             "this blend has nothing to blend");
    }
    std::vector<const Child*> order;
    for (const Child& child : children)
        order.push_back(&child);
    if (is_linear) {
        std::stable_sort(order.begin(), order.end(), [](const Child* a, const Child* b) {
            return a->threshold() < b->threshold();
        });
    }
    for (const Child* child : order) {
        const std::size_t index = out_.children.size();
        record::BlendChild& out = bytes_.append(*child, out_.children);
        set_motion(*child, Child::kMotion, child->motion(), out.motion);
        if (out.motion.type != 0) shift_cycle(child->motion(), out.cycle_offset);
        out.direct_variable =
            is_direct ? variable(*child, Child::kDirectVariable, child->direct_variable(), true)
                      : kNoIndex;
        if (is_direct && child->direct_variable() == 0) {
            warn("blend-without-variable", *child, Child::kDirectVariable,
                 "no variable gives this child its weight: it does not play");
        }
        if (child->mirror()) {
            warn("mirror-not-used", *child, Child::kMirror,
                 "a motion of a blend is not mirrored at run time");
        }
        out.blend = kNoIndex;
        if (child->blend() == nullptr) continue;
        if (child->motion() != 0) {
            warn("motion-not-used", *child, Child::kMotion,
                 "a child with a blend of its own plays no motion beside it");
            out.motion = {0, kNoIndex};
        }
        out_.children[index].blend = queue_blend(*child->blend(), child_depth_ + 1);
    }
}

void MachineLowering::add_blend(const doc::BlendNode& blend) {
    const std::size_t index = out_.blends.size();
    record::BlendNode& out = bytes_.append(blend, out_.blends);
    const bool direct = blend.kind() == doc::BlendKind::blend_direct;
    const bool flat = blend.kind() == doc::BlendKind::blend_1d;
    out.variable_x =
        direct ? kNoIndex : variable(blend, doc::BlendNode::kVariableX, blend.variable_x(), true);
    out.variable_y = direct || flat
                         ? kNoIndex
                         : variable(blend, doc::BlendNode::kVariableY, blend.variable_y(), true);
    check_axes(blend, blend.kind(), out.variable_x, out.variable_y);
    record::Range range{};
    add_children(blend, blend.children(), flat, direct, range);
    out_.blends[index].children = range;
}

// States first, then the blends inside them, level by level: graph/check.h relies on it.
void MachineLowering::add_blends() {
    child_depth_ = 1;
    for (std::size_t i = 0; i < state_objects_.size(); ++i) {
        const doc::StateMachineState& state = *state_objects_[i];
        record::Range range{size_of(out_.children), 0};
        if (state.kind() >= doc::StateKind::blend_1d &&
            state.kind() <= doc::StateKind::blend_direct) {
            const auto kind = static_cast<doc::BlendKind>(
                static_cast<int>(state.kind()) - static_cast<int>(doc::StateKind::blend_1d));
            check_axes(state, kind, out_.states[i].variable_x, out_.states[i].variable_y);
            add_children(state, state.children(), kind == doc::BlendKind::blend_1d,
                         kind == doc::BlendKind::blend_direct, range);
        }
        out_.states[i].children = range;
    }
    for (std::size_t i = 0; i < blend_queue_.size(); ++i) {
        const Queued next = blend_queue_[i];
        child_depth_ = next.depth;
        add_blend(*next.blend);
    }
}

}  // namespace motus::detail

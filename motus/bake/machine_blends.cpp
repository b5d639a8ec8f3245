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

void MachineLowering::add_children(const Object& owner, ChildList<doc::BlendChild> children,
                                   bool is_linear, bool is_direct, record::Range& range) {
    using Child = doc::BlendChild;
    range = {size_of(out_.children), size_of(children)};
    if (children.size() > kMaxBlendChildren) {
        error("too-many", owner,
              "a blend has at most " + std::to_string(kMaxBlendChildren) + " children");
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
        out.direct_variable = is_direct ? variable(child->direct_variable()) : kNoIndex;
        out.blend = kNoIndex;
        if (child->blend() == nullptr) continue;
        if (child->motion() != 0) out.motion = {0, kNoIndex};
        out_.children[index].blend = queue_blend(*child->blend(), child_depth_ + 1);
    }
}

void MachineLowering::add_blend(const doc::BlendNode& blend) {
    const std::size_t index = out_.blends.size();
    record::BlendNode& out = bytes_.append(blend, out_.blends);
    const bool direct = blend.kind() == doc::BlendKind::blend_direct;
    const bool flat = blend.kind() == doc::BlendKind::blend_1d;
    out.variable_x = direct ? kNoIndex : variable(blend.variable_x());
    out.variable_y = direct || flat ? kNoIndex : variable(blend.variable_y());
    record::Range range{};
    add_children(blend, blend.children(), flat, direct, range);
    out_.blends[index].children = range;
}

// States first, then the blends inside them, level by level: machine/check.h relies on it.
void MachineLowering::add_blends() {
    child_depth_ = 1;
    for (std::size_t i = 0; i < state_objects_.size(); ++i) {
        const doc::StateMachineState& state = *state_objects_[i];
        record::Range range{size_of(out_.children), 0};
        if (state.kind() >= doc::StateKind::blend_1d &&
            state.kind() <= doc::StateKind::blend_direct) {
            const auto kind = static_cast<doc::BlendKind>(
                static_cast<int>(state.kind()) - static_cast<int>(doc::StateKind::blend_1d));
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

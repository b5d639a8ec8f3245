// SPDX-License-Identifier: MIT
#include <motus/machine/motion_tree.h>

#include <motus/core/assert.h>
#include <motus/machine/blend_space.h>

#include <cstring>

namespace motus::detail {
namespace {

BlendKind kind_of(record::BlendKind kind) noexcept {
    return static_cast<BlendKind>(kind);  // the same order: checked below
}
static_assert(static_cast<int>(BlendKind::direct) ==
              static_cast<int>(record::BlendKind::blend_direct));
static_assert(static_cast<int>(BlendKind::simple_directional) ==
              static_cast<int>(record::BlendKind::blend_simple_directional));

// Links to clips and timelines hold the index in Machine::motions.
std::uint32_t index_of(const record::Link& link) noexcept {
    return link.type != 0 ? link.index : kNoIndex;
}

}  // namespace

double Values::number(std::uint32_t variable) const noexcept {
    if (variable >= graph.variables.size()) return 0.0;
    const std::uint32_t bits = variables[variable];
    switch (graph.variables[variable].kind) {
        case record::VariableKind::float_: {
            float value = 0.0f;
            std::memcpy(&value, &bits, sizeof value);
            return value;
        }
        case record::VariableKind::int_:
        case record::VariableKind::enum_:
            return static_cast<std::int32_t>(bits);
        default:
            return bits != 0 ? 1.0 : 0.0;
    }
}

float Values::real(std::uint32_t variable, float otherwise) const noexcept {
    if (variable >= graph.variables.size() ||
        graph.variables[variable].kind != record::VariableKind::float_) {
        return otherwise;
    }
    return static_cast<float>(number(variable));
}

std::span<const record::BlendChild> children_of(const Machine& graph,
                                                const record::BlendNode& blend) noexcept {
    MOTUS_ASSERT(std::size_t{blend.children.start} + blend.children.count <= graph.children.size());
    return graph.children.subspan(blend.children.start, blend.children.count);
}

void weigh(const Values& values, const record::BlendNode& blend, Weights& out) noexcept {
    const auto children = children_of(values.graph, blend);
    MOTUS_ASSERT(children.size() <= kMaxBlendChildren);
    const float x = values.real(blend.variable_x, 0.0f);
    const float y = values.real(blend.variable_y, 0.0f);
    Status status = Status::ok;
    const BlendKind kind = kind_of(blend.kind);
    if (kind == BlendKind::linear || kind == BlendKind::direct) {
        Weights in;
        for (std::size_t i = 0; i < children.size(); ++i) {
            in[i] = kind == BlendKind::linear ? children[i].threshold
                                              : values.real(children[i].direct_variable, 0.0f);
        }
        const std::span<const float> given{in, children.size()};
        status = kind == BlendKind::linear ? blend_linear(given, x, out)
                                           : blend_direct(given, blend.normalized, out);
    } else {
        BlendPoint points[kMaxBlendChildren];
        for (std::size_t i = 0; i < children.size(); ++i) {
            points[i] = {children[i].position[0], children[i].position[1]};
        }
        status = blend_2d(kind, {points, children.size()}, {x, y}, out);
    }
    MOTUS_ASSERT(status == Status::ok);
    (void)status;
}

Motion motion_of(const Machine& graph, const record::BlendChild& child) noexcept {
    MOTUS_ASSERT(child.blend == kNoIndex || child.blend < graph.blends.size());
    return {index_of(child.motion), child.blend == kNoIndex ? nullptr : &graph.blends[child.blend]};
}

Motion motion_of(const Machine& graph, std::uint32_t state, record::BlendNode& own) noexcept {
    MOTUS_ASSERT(state < graph.states.size());
    const record::StateMachineState& s = graph.states[state];
    switch (s.kind) {
        case record::StateKind::clip:
        case record::StateKind::timeline:
            return {index_of(s.motion), nullptr};
        case record::StateKind::empty:
        case record::StateKind::sub_machine:
            return {};
        default:
            break;
    }
    std::memset(static_cast<void*>(&own), 0, sizeof own);
    own.kind = static_cast<record::BlendKind>(static_cast<int>(s.kind) -
                                              static_cast<int>(record::StateKind::blend_1d));
    own.variable_x = s.variable_x;
    own.variable_y = s.variable_y;
    own.normalized = s.normalized;
    own.children = s.children;
    return {kNoIndex, &own};
}

Motion synced_motion_of(const Machine& graph, std::uint32_t layer, std::uint32_t state) noexcept {
    MOTUS_ASSERT(layer < graph.layer_links.size());
    const record::Range range = graph.layer_links[layer].synced;
    for (const SyncedLink& link : graph.synced.subspan(range.start, range.count)) {
        if (link.state != state) continue;
        return {link.motion, link.blend == kNoIndex ? nullptr : &graph.blends[link.blend]};
    }
    return {};
}

MarkerRing leader_of(const Machine& graph, const Motion& motion) noexcept {
    if (motion.blend == nullptr) return markers_of(graph, motion.motion);
    for (const record::BlendChild& child : children_of(graph, *motion.blend)) {
        const MarkerRing ring = leader_of(graph, motion_of(graph, child));
        if (ring.count() != 0) return ring;
    }
    return {};
}

MarkerRing follower_of(const Machine& graph, const MarkerRing& leader, std::uint32_t motion,
                       float time_scale) noexcept {
    if (leader.count() == 0 || !(time_scale >= 0.0f)) return {};
    return in_step_with(leader, markers_of(graph, motion));
}

}  // namespace motus::detail

// SPDX-License-Identifier: MIT
#include <motus/session/blend_weights.h>

#include <motus/document/model.h>
#include <motus/document/pointer.h>
#include <motus/machine/blend_space.h>

namespace motus {
namespace {

std::optional<BlendKind> kind_of(doc::StateKind kind) {
    switch (kind) {
        case doc::StateKind::blend_1d:
            return BlendKind::linear;
        case doc::StateKind::blend_simple_directional:
            return BlendKind::simple_directional;
        case doc::StateKind::blend_freeform_directional:
            return BlendKind::freeform_directional;
        case doc::StateKind::blend_freeform_cartesian:
            return BlendKind::freeform_cartesian;
        case doc::StateKind::blend_direct:
            return BlendKind::direct;
        default:
            return std::nullopt;
    }
}

BlendKind kind_of(doc::BlendKind kind) {
    switch (kind) {
        case doc::BlendKind::blend_1d:
            return BlendKind::linear;
        case doc::BlendKind::blend_simple_directional:
            return BlendKind::simple_directional;
        case doc::BlendKind::blend_freeform_directional:
            return BlendKind::freeform_directional;
        case doc::BlendKind::blend_freeform_cartesian:
            return BlendKind::freeform_cartesian;
        default:
            return BlendKind::direct;
    }
}

template <typename Blend>
BlendWeights weights_of(const Blend& blend, BlendKind kind,
                        const std::function<float(std::uint64_t)>& value_of) {
    BlendWeights out;
    const auto children = blend.children();
    out.weights.resize(children.size());
    if (kind == BlendKind::direct) {
        std::vector<float> values;
        for (const doc::BlendChild& child : children)
            values.push_back(value_of(child.direct_variable()));
        (void)blend_direct(values, blend.normalized(), out.weights);
        return out;
    }
    out.at = {value_of(blend.variable_x()), value_of(blend.variable_y())};
    if (kind == BlendKind::linear) {
        std::vector<float> thresholds;
        for (const doc::BlendChild& child : children)
            thresholds.push_back(child.threshold());
        (void)blend_linear(thresholds, out.at[0], out.weights);
        return out;
    }
    std::vector<BlendPoint> points;
    for (const doc::BlendChild& child : children)
        points.push_back({child.position()[0], child.position()[1]});
    (void)blend_2d(kind, points, {out.at[0], out.at[1]}, out.weights);
    return out;
}

}  // namespace

Result<BlendWeights> blend_weights(const Document& document, const Object& blend,
                                   const std::function<float(std::uint64_t)>& value_of) {
    if (const auto* node = object_cast<doc::BlendNode>(&blend)) {
        return weights_of(*node, kind_of(node->kind()), value_of);
    }
    if (const auto* state = object_cast<doc::StateMachineState>(&blend)) {
        if (const auto kind = kind_of(state->kind())) return weights_of(*state, *kind, value_of);
    }
    return Error{"no-blend", pointer_to(document, blend), "does not blend"};
}

}  // namespace motus

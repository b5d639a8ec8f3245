// SPDX-License-Identifier: MIT
#include <motus/import/fbx/evaluate.h>
#include <motus/math/trig.h>

#include <algorithm>
#include <cmath>

namespace motus::fbx {
namespace {

constexpr double kStep_s = 1e-5;  // of differences

double mixed_number(double a, double b, double t) {
    return a + (b - a) * t;
}

Double3 mixed_vector(const Double3& a, const Double3& b, double t) {
    return a + (b - a) * t;
}

/// The scale of a layer at part of its weight; a mirrored or zero scale is mixed evenly.
double partial_scale(double scale, double weight) {
    if (weight == 1.0) return scale;
    if (!(scale > 0.0)) return mixed_number(1.0, scale, weight);
    return std::pow(scale, weight);
}

/// From one scale to another, by factors.
double mixed_scale(double a, double b, double weight) {
    if (weight == 1.0) return b;
    if (!(a > 0.0) || !(b > 0.0)) return mixed_number(a, b, weight);
    return std::pow(a, 1.0 - weight) * std::pow(b, weight);
}

DoubleQuat plus(const DoubleQuat& a, const DoubleQuat& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}

DoubleQuat times(const DoubleQuat& a, double s) {
    return {a.x * s, a.y * s, a.z * s, a.w * s};
}

/// The quaternion of Euler angles, and how it changes with them.
MotionQuat rotation_with_slope(const Motion3& angles_deg, RotationOrder order) {
    const Double3 &value = angles_deg.value, &slope = angles_deg.slope;
    MotionQuat out;
    out.value = rotation_of(value, order);
    constexpr double kHalf = 0.5 * kPi / 180.0;
    // R = C * B * A for the axes a, b, c: each rate turns about its axis, at its place.
    constexpr std::array<std::array<int, 3>, 7> kOrders = {
        {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}, {0, 1, 2}}};
    const auto& axes = kOrders[static_cast<std::size_t>(order)];
    const std::array<double, 3> angles{value.x, value.y, value.z}, rates{slope.x, slope.y, slope.z};
    DoubleQuat sum{0.0, 0.0, 0.0, 0.0};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto axis = static_cast<std::size_t>(axes[i]);
        if (rates[axis] == 0.0) continue;
        // Left of the i-th turn stand the later ones.
        Double3 later;
        for (std::size_t k = i + 1; k < 3; ++k) {
            const auto at = static_cast<std::size_t>(axes[k]);
            (at == 0 ? later.x : at == 1 ? later.y : later.z) = angles[at];
        }
        const DoubleQuat left = rotation_of(later, order);
        const DoubleQuat unit{axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0,
                              0.0};
        const DoubleQuat about = left * unit * conjugate(left);
        sum = plus(sum, times(about * out.value, kHalf * rates[axis]));
    }
    out.slope = sum;
    return out;
}

}  // namespace

Evaluator::Evaluator(const Context& context, const std::vector<FbxCurve>& curves,
                     const Stack& stack)
    : context_(context),
      curves_(curves),
      motions_(context.scene.models.size()),
      channels_(context.scene.channels.size()),
      cursors_(curves.size()) {
    const Scene& scene = context.scene;
    bool is_base = true;
    for (const std::uint32_t index : stack.layers) {
        const Layer& layer = scene.layers[index];
        if (layer.muted && !is_base) continue;
        const AnimatedProperty* weight = nullptr;
        for (const std::uint32_t other : stack.layers) {
            for (const AnimatedProperty& property : scene.layers[other].properties) {
                if (property.kind == TargetKind::layer && property.target == index &&
                    property.property == "Weight") {
                    weight = &property;
                }
            }
            if (stack.layers.size() > 64) break;  // not a square of very many
        }
        for (const AnimatedProperty& property : layer.properties) {
            LayeredProperty* target = nullptr;
            if (property.kind == TargetKind::model) {
                ModelMotion& motion = motions_[property.target];
                target = property.property == "Lcl Translation" ? &motion.translation
                         : property.property == "Lcl Rotation"  ? &motion.rotation
                         : property.property == "Lcl Scaling"   ? &motion.scaling
                                                                : nullptr;
            } else if (property.kind == TargetKind::channel &&
                       property.property == "DeformPercent") {
                target = &channels_[property.target];
            }
            const bool any = std::any_of(property.curves.begin(), property.curves.end(),
                                         [](std::uint32_t c) { return c != kNoIndex; });
            if (target != nullptr && any)
                target->parts.push_back({&layer, &property, weight, is_base});
        }
        is_base = false;
    }
}

CurveSample Evaluator::curve(std::uint32_t index, double time_s, Side side) const {
    return curves_[index].at(time_s, side, cursors_[index]);
}

Motion3 Evaluator::values(const AnimatedProperty& property, double time_s, Side side) const {
    std::array<CurveSample, 3> samples;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t index = property.curves[i];
        samples[i] =
            index == kNoIndex ? CurveSample{property.values[i], 0.0} : curve(index, time_s, side);
    }
    return {{samples[0].value, samples[1].value, samples[2].value},
            {samples[0].slope, samples[1].slope, samples[2].slope}};
}

double Evaluator::weight(const LayeredProperty::Part& part, double time_s, Side side) const {
    double percent = part.layer->weight;
    if (part.weight != nullptr && part.weight->curves[0] != kNoIndex)
        percent = curve(part.weight->curves[0], time_s, side).value;
    return std::clamp(percent / 100.0, 0.0, 1.0);
}

Motion3 Evaluator::mixed(const LayeredProperty& property, const Double3& rest, bool scale,
                         double time_s, Side side) const {
    if (property.parts.empty()) return {rest, {}};
    if (property.parts.size() == 1 && property.parts[0].is_base)
        return values(*property.parts[0].curves, time_s, side);
    const auto value_at = [&](double at, Side from) {
        Double3 value = rest;
        for (const LayeredProperty::Part& part : property.parts) {
            const Double3 layer = values(*part.curves, at, from).value;
            const double by = weight(part, at, from);
            if (part.is_base) {
                value = layer;
            } else if (part.layer->blend_mode != 0 && scale && !part.layer->scale_by_adding) {
                value = {mixed_scale(value.x, layer.x, by), mixed_scale(value.y, layer.y, by),
                         mixed_scale(value.z, layer.z, by)};
            } else if (part.layer->blend_mode != 0) {
                value = mixed_vector(value, layer, by);
            } else if (scale && !part.layer->scale_by_adding) {
                value = scaled(value, {partial_scale(layer.x, by), partial_scale(layer.y, by),
                                       partial_scale(layer.z, by)});
            } else {
                value = value + layer * by;
            }
        }
        return value;
    };
    const double step = side == Side::before ? -kStep_s : kStep_s;
    const Double3 here = value_at(time_s, side), near = value_at(time_s + step, Side::after),
                  far = value_at(time_s + 2 * step, Side::after);
    return {here, (near * 4.0 - here * 3.0 - far) * (0.5 / step)};
}

Motion3 Evaluator::translation(std::uint32_t model, double time_s, Side side) const {
    return mixed(motions_[model].translation, context_.scene.models[model].translation, false,
                 time_s, side);
}

Motion3 Evaluator::scaling(std::uint32_t model, double time_s, Side side) const {
    return mixed(motions_[model].scaling, context_.scene.models[model].scaling, true, time_s, side);
}

Motion3 Evaluator::percent(std::uint32_t channel, double time_s, Side side) const {
    const double rest = context_.scene.channels[channel].percent;
    return mixed(channels_[channel], {rest, 0.0, 0.0}, false, time_s, side);
}

DoubleQuat Evaluator::turned(const LayeredProperty& property, const Model& model, double time_s,
                             Side side) const {
    // Layers mix rotations as if all angles were in the order XYZ; the angles that come out of it
    // are taken in the model's order. That is what Maya shows.
    constexpr RotationOrder kMixed = RotationOrder::xyz;
    Double3 angles = model.rotation;
    DoubleQuat value;
    bool is_quat = false;
    for (const LayeredProperty::Part& part : property.parts) {
        const Double3 layer = values(*part.curves, time_s, side).value;
        const double by = weight(part, time_s, side);
        if (part.is_base) {
            angles = layer;
        } else if (part.layer->rotate_by_channel) {
            if (is_quat) angles = angles_of(value, kMixed);
            is_quat = false;
            angles =
                part.layer->blend_mode != 0 ? mixed_vector(angles, layer, by) : angles + layer * by;
        } else {
            if (!is_quat) value = rotation_of(angles, kMixed);
            is_quat = true;
            const DoubleQuat turn = rotation_of(layer, kMixed);
            value = part.layer->blend_mode != 0 ? slerp(value, turn, by)
                                                : value * slerp(DoubleQuat{}, turn, by);
        }
    }
    if (is_quat && model.pivots.order == kMixed) return value;
    return rotation_of(is_quat ? angles_of(value, kMixed) : angles, model.pivots.order);
}

MotionQuat Evaluator::rotation(std::uint32_t index, double time_s, Side side) const {
    const Model& model = context_.scene.models[index];
    const LayeredProperty& property = motions_[index].rotation;
    if (property.parts.empty())
        return {rotation_of(model.rotation, model.pivots.order), {0, 0, 0, 0}};
    if (property.parts.size() == 1 && property.parts[0].is_base)
        return rotation_with_slope(values(*property.parts[0].curves, time_s, side),
                                   model.pivots.order);
    const double step = side == Side::before ? -kStep_s : kStep_s;
    const DoubleQuat here = turned(property, model, time_s, side);
    const auto same_side = [&](const DoubleQuat& q) {
        const double dot = q.x * here.x + q.y * here.y + q.z * here.z + q.w * here.w;
        return dot < 0.0 ? times(q, -1.0) : q;
    };
    const DoubleQuat near = same_side(turned(property, model, time_s + step, Side::after));
    const DoubleQuat far = same_side(turned(property, model, time_s + 2 * step, Side::after));
    return {here,
            times(plus(plus(times(near, 4.0), times(here, -3.0)), times(far, -1.0)), 0.5 / step)};
}

bool Evaluator::is_cubic(const LayeredProperty& property, double time_s) const {
    if (property.parts.empty()) return true;
    if (property.parts.size() > 1 || !property.parts[0].is_base) return false;
    for (const std::uint32_t index : property.parts[0].curves->curves)
        if (index != kNoIndex && !curves_[index].is_cubic(time_s)) return false;
    return true;
}

void Evaluator::curves_of(const LayeredProperty& property, std::vector<std::uint32_t>& out) const {
    for (const LayeredProperty::Part& part : property.parts) {
        for (const AnimatedProperty* from : {part.curves, part.weight}) {
            if (from == nullptr) continue;
            for (const std::uint32_t index : from->curves)
                if (index != kNoIndex) out.push_back(index);
        }
    }
}

}  // namespace motus::fbx

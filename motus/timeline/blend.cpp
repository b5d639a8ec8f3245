// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/timeline/blend.h>

#include <motus/core/decay.h>
#include <motus/math/ops.h>
#include <motus/math/trig.h>

#include <cmath>

namespace motus {
namespace {

constexpr float kPerpendicular = 1e-6f;

Quat quat_of(const PropertyValue& value) noexcept {
    return {value.v[0], value.v[1], value.v[2], value.v[3]};
}

PropertyValue value_of(const Quat& q) noexcept {
    return float_value(q.x, q.y, q.z, q.w);
}

struct Share {
    float scale;  // of the inputs
    float rest;
};

Share share_of(std::span<const ValueInput> inputs) noexcept {
    float sum = 0.0f;
    for (const ValueInput& input : inputs) {
        MOTUS_ASSERT(input.weight >= 0.0f);
        sum += input.weight;
    }
    if (sum > 1.0f) return {1.0f / sum, 0.0f};
    return {1.0f, 1.0f - sum};
}

std::size_t largest(std::span<const ValueInput> inputs) noexcept {
    MOTUS_ASSERT(!inputs.empty());
    std::size_t at = 0;
    for (std::size_t i = 1; i < inputs.size(); ++i)
        if (inputs[i].weight > inputs[at].weight) at = i;
    return at;
}

void add_turned(Quat& sum, const Quat& q, float weight, float side) noexcept {
    const float w = side < 0.0f ? -weight : weight;
    sum = {sum.x + q.x * w, sum.y + q.y * w, sum.z + q.z * w, sum.w + q.w * w};
}

PropertyValue blend_rotations(std::span<const ValueInput> inputs, const PropertyValue& rest,
                              const Share& share) noexcept {
    const Quat reference = quat_of(inputs[largest(inputs)].value);
    Quat sum{0.0f, 0.0f, 0.0f, 0.0f};
    for (const ValueInput& input : inputs) {
        const Quat q = quat_of(input.value);
        const float side = dot(q, reference);
        if (std::fabs(side) > kPerpendicular) add_turned(sum, q, input.weight * share.scale, side);
    }
    for (const ValueInput& input : inputs) {
        const Quat q = quat_of(input.value);
        if (std::fabs(dot(q, reference)) > kPerpendicular) continue;
        add_turned(sum, q, input.weight * share.scale, dot(q, sum));
    }
    if (share.rest > 0.0f) add_turned(sum, quat_of(rest), share.rest, dot(quat_of(rest), sum));
    return value_of(normalize(sum));
}

Vec3 vector_of(const Quat& rotation) noexcept {
    const double x = rotation.x, y = rotation.y, z = rotation.z;
    const double sine = std::sqrt(x * x + y * y + z * z);
    if (!(sine > 0.0)) return {};
    double angle = 2.0 * arc_tangent(sine, rotation.w);
    if (angle > kPi) angle -= 2.0 * kPi;
    const double scale = angle / sine;
    return {static_cast<float>(x * scale), static_cast<float>(y * scale),
            static_cast<float>(z * scale)};
}

Quat rotation_of(const Vec3& vector) noexcept {
    const double x = vector.x, y = vector.y, z = vector.z;
    const double angle = std::sqrt(x * x + y * y + z * z);
    if (!(angle > 0.0)) return {};
    const SinCos half = sin_cos(0.5 * angle);
    const double scale = half.sin / angle;
    return {static_cast<float>(x * scale), static_cast<float>(y * scale),
            static_cast<float>(z * scale), static_cast<float>(half.cos)};
}

Vec3 turn_between(const Quat& to, const Quat& from) noexcept {
    return vector_of(multiply(to, conjugate(from)));
}

double number_of(const PropertyValue& value) noexcept {
    return static_cast<double>(value.whole);
}

std::int64_t rounded(double value) noexcept {
    constexpr double kExact = 9007199254740992.0;
    const double bounded = value < -kExact ? -kExact : value > kExact ? kExact : value;
    return static_cast<std::int64_t>(std::floor(bounded + 0.5));
}

}  // namespace

PropertyValue blend_values(ValueKind kind, std::span<const ValueInput> inputs,
                           const PropertyValue& rest) noexcept {
    if (inputs.empty()) return rest;
    const Share share = share_of(inputs);
    // One input that counts in full is itself, bit for bit.
    if (inputs.size() == 1 && !(share.rest > 0.0f)) return inputs[0].value;
    if (!can_interpolate(kind)) {
        const ValueInput& most = inputs[largest(inputs)];
        return most.weight >= share.rest && most.weight > 0.0f ? most.value : rest;
    }
    PropertyValue out;
    if (kind == ValueKind::quat) return blend_rotations(inputs, rest, share);
    if (kind == ValueKind::integer) {
        double sum = 0.0;
        for (const ValueInput& input : inputs)
            sum += number_of(input.value) * static_cast<double>(input.weight * share.scale);
        out.whole = rounded(sum + number_of(rest) * static_cast<double>(share.rest));
        return out;
    }
    const std::uint32_t width = width_of(kind);
    for (const ValueInput& input : inputs) {
        const float weight = input.weight * share.scale;
        for (std::uint32_t i = 0; i < width; ++i)
            out.v[i] += input.value.v[i] * weight;
    }
    if (share.rest > 0.0f) {
        for (std::uint32_t i = 0; i < width; ++i)
            out.v[i] += rest.v[i] * share.rest;
    }
    return out;
}

PropertyValue difference_of(ValueKind kind, const PropertyValue& value,
                            const PropertyValue& reference) noexcept {
    PropertyValue out;
    if (!can_interpolate(kind)) return out;
    if (kind == ValueKind::quat) {
        return value_of(multiply(conjugate(quat_of(reference)), quat_of(value)));
    }
    if (kind == ValueKind::integer) {
        out.whole = rounded(number_of(value) - number_of(reference));
        return out;
    }
    for (std::uint32_t i = 0; i < width_of(kind); ++i)
        out.v[i] = value.v[i] - reference.v[i];
    return out;
}

PropertyValue add_differences(ValueKind kind, std::span<const ValueInput> inputs) noexcept {
    PropertyValue out;
    if (!can_interpolate(kind)) return out;
    if (kind == ValueKind::quat) out = value_of(Quat{});
    double sum = 0.0;  // integers are rounded once, not input by input
    for (const ValueInput& input : inputs) {
        const float weight = input.weight < 1.0f ? input.weight : 1.0f;
        if (kind == ValueKind::integer) {
            sum += number_of(input.value) * static_cast<double>(weight);
        } else {
            out = add_difference(kind, out, input.value, weight);
        }
    }
    if (kind == ValueKind::integer) out.whole = rounded(sum);
    return out;
}

PropertyValue add_difference(ValueKind kind, const PropertyValue& below, const PropertyValue& way,
                             float weight) noexcept {
    if (!can_interpolate(kind) || weight == 0.0f) return below;
    if (kind == ValueKind::quat) {
        const Quat part = slerp(Quat{}, quat_of(way), weight);
        return value_of(normalize(multiply(quat_of(below), part)));
    }
    PropertyValue out = below;
    if (kind == ValueKind::integer) {
        out.whole = rounded(number_of(below) + number_of(way) * static_cast<double>(weight));
        return out;
    }
    for (std::uint32_t i = 0; i < width_of(kind); ++i)
        out.v[i] = below.v[i] + way.v[i] * weight;
    return out;
}

ValueOffset offset_of(ValueKind kind, const PropertyValue& shown, const ValueMove& old,
                      const ValueMove& target, float gap_s) noexcept {
    constexpr float kShortest = 1e-4f;
    ValueOffset offset;
    const bool moving = gap_s >= kShortest;
    if (kind == ValueKind::quat) {
        const Vec3 position = turn_between(quat_of(shown), quat_of(target.before));
        const Vec3 old_step = turn_between(quat_of(old.after), quat_of(old.before));
        const Vec3 new_step = turn_between(quat_of(target.after), quat_of(target.before));
        const float p[3] = {position.x, position.y, position.z};
        const float o[3] = {old_step.x, old_step.y, old_step.z};
        const float n[3] = {new_step.x, new_step.y, new_step.z};
        for (int i = 0; i < 3; ++i) {
            offset.position[i] = p[i];
            if (moving) offset.velocity[i] = (o[i] - n[i]) / gap_s;
        }
        return offset;
    }
    for (std::uint32_t i = 0; i < width_of(kind); ++i) {
        offset.position[i] = shown.v[i] - target.before.v[i];
        if (moving) {
            offset.velocity[i] =
                ((old.after.v[i] - old.before.v[i]) - (target.after.v[i] - target.before.v[i])) /
                gap_s;
        }
    }
    return offset;
}

PropertyValue add_offset(ValueKind kind, const PropertyValue& target, const ValueOffset& offset,
                         float share, float elapsed_s, float duration_s) noexcept {
    if (!(elapsed_s < duration_s) || width_of(kind) == 0) return target;
    const double s = static_cast<double>(elapsed_s) / static_cast<double>(duration_s);
    const float slope = duration_s * decayed_slope(s);
    float left[4];
    for (int i = 0; i < 4; ++i)
        left[i] = offset.position[i] * share + offset.velocity[i] * slope;
    if (kind == ValueKind::quat) {
        return value_of(
            normalize(multiply(rotation_of({left[0], left[1], left[2]}), quat_of(target))));
    }
    PropertyValue out = target;
    for (std::uint32_t i = 0; i < width_of(kind); ++i)
        out.v[i] = target.v[i] + left[i];
    return out;
}

}  // namespace motus

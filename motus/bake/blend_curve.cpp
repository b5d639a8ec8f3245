// SPDX-License-Identifier: MIT
#include <motus/bake/blend_curve.h>

#include <algorithm>
#include <cmath>

namespace motus {
namespace {

bool is_near(float a, float b) {
    return std::fabs(a - b) <= kCurveTolerance;
}

bool is_linear(std::span<const AuthoredCurveKey> keys) {
    if (keys.size() != 2) return keys.empty();
    const AuthoredCurveKey &first = keys[0], &last = keys[1];
    // The tangents that point away from the segment are never looked at.
    return is_near(first.time, 0.0f) && is_near(last.time, 1.0f) && is_near(first.value, 1.0f) &&
           is_near(last.value, 0.0f) && is_near(first.out_tangent, -1.0f) &&
           is_near(last.in_tangent, -1.0f);
}

}  // namespace

LoweredCurve lower_curve(const doc::BlendCurve* curve) {
    std::vector<AuthoredCurveKey> keys;
    if (curve != nullptr) {
        for (const doc::BlendCurveKey& key : curve->keys())
            keys.push_back({key.time(), key.value(), key.in_tangent(), key.out_tangent()});
    }
    return lower_curve(keys);
}

LoweredCurve lower_curve(std::span<const AuthoredCurveKey> authored) {
    LoweredCurve out;
    std::vector<AuthoredCurveKey> keys(authored.begin(), authored.end());
    std::stable_sort(keys.begin(), keys.end(),
                     [](const auto& a, const auto& b) { return a.time < b.time; });
    if (is_linear(keys)) return out;
    out.too_many = keys.size() > kCurveKeysAdvised;
    out.misses_ends = !is_near(keys.front().value, 1.0f) || !is_near(keys.back().value, 0.0f);
    const auto half = [&](float value) {
        const Half rounded = half_of(value);
        out.too_large = out.too_large || !std::isfinite(float_of(rounded));
        return rounded;
    };
    // 0 - x and not -x: a flat tangent is +0 on every compiler.
    for (const AuthoredCurveKey& key : keys) {
        out.keys.push_back({half(key.time), half(1.0f - key.value), half(0.0f - key.in_tangent),
                            half(0.0f - key.out_tangent)});
    }
    return out;
}

}  // namespace motus

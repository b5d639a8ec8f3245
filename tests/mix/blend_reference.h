// tests/mix/blend_reference.h - the blend written down plainly, in any precision.
// In float it must give the bits of the SIMD kernels; in double it is the truth.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/mix/blend.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace motus::test {

template <typename T>
struct ReferenceJoint {
    std::array<T, 10> value{};  // translation, rotation, scale
};

template <typename T>
T dot4(const std::array<T, 10>& a, const std::array<T, 10>& b) {
    return ((a[3] * b[3] + a[4] * b[4]) + a[5] * b[5]) + a[6] * b[6];
}

template <typename T>
std::array<T, 10> read_joint(const ConstPoseView& pose, JointIndex j) {
    std::array<T, 10> out{};
    for (std::uint32_t p = 0; p < kPlaneCount; ++p)
        out[p] = pose.joints.plane(Plane{p})[j];
    return out;
}

/// One joint of a blend by the rule of the header.
template <typename T>
std::array<T, 10> blend_joint(const BlendJob& job, JointIndex j) {
    struct Input {
        std::array<T, 10> value;
        T weight;
        std::uint32_t motion;
    };
    std::vector<Input> inputs;
    for (const BlendLayer& layer : job.layers) {
        if (layer.weight == 0.0f) continue;
        const T mask = layer.joint_weights.empty() ? T{1} : T{layer.joint_weights[j]};
        inputs.push_back({read_joint<T>(layer.pose, j), T{layer.weight} * mask, layer.motion});
    }
    std::stable_sort(inputs.begin(), inputs.end(),
                     [](const Input& a, const Input& b) { return a.motion < b.motion; });
    const std::array<T, 10> rest = read_joint<T>(job.rest, j);
    T total{};
    const Input* reference = nullptr;
    for (const Input& input : inputs) {
        total += input.weight;
        if (input.weight > (reference != nullptr ? reference->weight : T{})) reference = &input;
    }
    if (reference == nullptr) return rest;
    T factor{1}, rest_weight{};
    if (job.strict || total > T{1}) {
        factor = T{1} / total;
    } else {
        rest_weight = T{1} - total;
    }

    std::array<T, 10> sum{};
    const auto add = [&](const std::array<T, 10>& value, T weight) {
        for (std::size_t c = 3; c < 7; ++c)
            sum[c] = sum[c] + value[c] * weight;
    };
    const auto perpendicular = [&](const Input& input) {
        return std::abs(dot4(input.value, reference->value)) <= T{1e-6f};
    };
    for (const Input& input : inputs) {
        const T weight = input.weight * factor;
        for (std::size_t c : {0, 1, 2, 7, 8, 9})
            sum[c] = sum[c] + input.value[c] * weight;
        if (perpendicular(input)) continue;
        add(input.value, dot4(input.value, reference->value) < T{} ? -weight : weight);
    }
    for (const Input& input : inputs) {
        const T weight = input.weight * factor;
        if (perpendicular(input)) add(input.value, dot4(input.value, sum) < T{} ? -weight : weight);
    }
    for (std::size_t c : {0, 1, 2, 7, 8, 9})
        sum[c] = sum[c] + rest[c] * rest_weight;
    add(rest, dot4(rest, sum) < T{} ? -rest_weight : rest_weight);
    const T length = T{1} / std::sqrt(dot4(sum, sum));
    for (std::size_t c = 3; c < 7; ++c)
        sum[c] = sum[c] * length;
    return sum;
}

}  // namespace motus::test

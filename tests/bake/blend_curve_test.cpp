// Curves as they are authored against what is baked of them: halves, evaluated by the runtime.
// SPDX-License-Identifier: MIT
#include <motus/bake/blend_curve.h>
#include <motus/document/model_change.h>
#include <motus/document/new_document.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace motus {
namespace {

struct Key {
    float time, value, in, out;
};

/// The weight of the state being entered, of a curve as authored, in double.
double authored(const std::vector<Key>& keys, double t) {
    const auto weight = [](double from) { return std::clamp(1.0 - from, 0.0, 1.0); };
    if (keys.empty()) return t;
    if (t <= keys.front().time) return weight(keys.front().value);
    if (t >= keys.back().time) return weight(keys.back().value);
    std::size_t k = keys.size() - 2;
    while (keys[k].time > t)
        --k;
    const Key &a = keys[k], &b = keys[k + 1];
    const double length = double{b.time} - a.time, s = (t - a.time) / length;
    return weight((2 * s * s * s - 3 * s * s + 1) * a.value +
                  (s * s * s - 2 * s * s + s) * length * a.out +
                  (-2 * s * s * s + 3 * s * s) * b.value + (s * s * s - s * s) * length * b.in);
}

/// The steepest that it gets anywhere, tangents included.
double largest_slope(const std::vector<Key>& keys) {
    double most = 1.0;
    for (const Key& key : keys)
        most = std::max({most, std::fabs(double{key.in}), std::fabs(double{key.out})});
    for (int i = 0; i < 20000; ++i) {
        const double t = i / 20000.0, step = 1.0 / 20000.0;
        most = std::max(most, std::fabs(authored(keys, t + step) - authored(keys, t)) / step);
    }
    return most;
}

std::vector<CurveKey> baked(const std::vector<Key>& keys) {
    const auto document = new_document();
    auto change = document->begin_change(content(*document).library(), "Curve");
    auto machine = change.machines_append().machine_change();
    auto curve = machine.layers_append().graph_change().transitions_append().curve_make();
    for (const Key& key : keys) {
        curve.keys_append()
            .set_time(key.time)
            .set_value(key.value)
            .set_in_tangent(key.in)
            .set_out_tangent(key.out);
    }
    const LoweredCurve lowered = lower_curve(&curve.object());
    EXPECT_FALSE(lowered.too_large);
    return lowered.keys;
}

void expect_close(const char* name, const std::vector<Key>& keys) {
    const std::vector<CurveKey> halves = baked(keys);
    const double bound = std::ldexp(1.0 + largest_slope(keys), -11);
    for (int i = 0; i <= 4000; ++i) {
        const float t = static_cast<float>(i) / 4000.0f;
        ASSERT_NEAR(curve_weight(halves, t), authored(keys, double{t}), bound)
            << name << " at " << t;
    }
}

TEST(BlendCurve, BakedIsWithinTheErrorOfHalvesOfTheAuthored) {
    expect_close("ease in", {{0, 1, 0, 0}, {1, 0, -2, -2}});
    expect_close("ease out", {{0, 1, -2, -2}, {1, 0, 0, 0}});
    expect_close("S", {{0, 1, 0, 0}, {1, 0, 0, 0}});
    expect_close(
        "steep",
        {{0, 1, 0, 0}, {0.45f, 0.98f, -0.1f, -18}, {0.55f, 0.02f, -18, -0.1f}, {1, 0, 0, 0}});
    expect_close("overshooting", {{0, 1, 8, 8}, {0.6f, -0.3f, -2, 3}, {1, 0, -5, -5}});
    expect_close("one key", {{0.3f, 0.6f, 1, 1}});
    expect_close("empty", {});
    expect_close("odd numbers",
                 {{0.1f, 0.9f, 0, -0.7f}, {0.37f, 0.61f, -1.3f, -0.9f}, {0.93f, 0.07f, -0.2f, 0}});
}

TEST(BlendCurve, SoAreRandomOnes) {
    std::mt19937 random(7);
    const auto unit = [&] { return static_cast<float>(random() >> 8) * 0x1p-24f; };
    for (int round = 0; round < 200; ++round) {
        const int count = 2 + round % 11;
        std::vector<Key> keys;
        for (int k = 0; k < count; ++k) {
            const float time = (static_cast<float>(k) + 0.6f * unit()) / static_cast<float>(count);
            const float value = 1.2f * unit() - 0.1f, in = 6.0f * unit() - 3.0f;
            keys.push_back({time, value, in, 6.0f * unit() - 3.0f});
        }
        expect_close("random", keys);
    }
}

TEST(BlendCurve, LinearIsNoKeysAndExactlyClampedTime) {
    const std::vector<CurveKey> keys = baked({{0, 1, -1, -1}, {1, 0, -1, -1}});
    EXPECT_TRUE(keys.empty());
    for (int i = -100; i <= 1100; ++i) {
        const float t = static_cast<float>(i) / 1000.0f;
        EXPECT_EQ(curve_weight(keys, t), std::min(1.0f, std::max(0.0f, t)));
    }
}

}  // namespace
}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/machine/curve.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace motus {
namespace {

CurveKey key(float time, float value, float in, float out) {
    return {half_of(time), half_of(value), half_of(in), half_of(out)};
}

// Textbook Hermite in double on the stored halves, by the rules of the design.
double reference(const std::vector<CurveKey>& keys, double t) {
    t = std::min(1.0, std::max(0.0, t));
    const auto d = [](Half h) { return static_cast<double>(float_of(h)); };
    if (keys.empty()) return t;
    if (t <= d(keys.front().time)) return std::clamp(d(keys.front().value), 0.0, 1.0);
    if (t >= d(keys.back().time)) return std::clamp(d(keys.back().value), 0.0, 1.0);
    std::size_t k = keys.size() - 2;
    while (d(keys[k].time) > t)
        --k;
    const double dt = d(keys[k + 1].time) - d(keys[k].time);
    double v = d(keys[k].value);
    if (dt >= 1e-4) {
        const double s = (t - d(keys[k].time)) / dt;
        v = (2 * s * s * s - 3 * s * s + 1) * d(keys[k].value) +
            (s * s * s - 2 * s * s + s) * dt * d(keys[k].out) +
            (-2 * s * s * s + 3 * s * s) * d(keys[k + 1].value) +
            (s * s * s - s * s) * dt * d(keys[k + 1].in);
    }
    return std::clamp(v, 0.0, 1.0);
}

void expect_matches(const std::vector<CurveKey>& keys) {
    for (int i = -50; i <= 1050; ++i) {
        const float t = static_cast<float>(i) / 1000.0f;
        ASSERT_NEAR(curve_weight(keys, t), reference(keys, t), 1e-6) << "t = " << t;
    }
}

TEST(Curve, NoKeysIsExactlyClampedTime) {
    std::mt19937 random(1);
    std::uniform_real_distribution<float> in(-1.0f, 2.0f);
    for (int i = 0; i < 10000; ++i) {
        const float t = in(random);
        ASSERT_EQ(curve_weight({}, t), std::min(1.0f, std::max(0.0f, t)));
    }
    EXPECT_EQ(curve_weight({}, std::nanf("")), 0.0f);
}

TEST(Curve, EaseInEaseOutS) {
    expect_matches({key(0, 0, 0, 0), key(1, 1, 2, 2)});
    expect_matches({key(0, 0, 2, 2), key(1, 1, 0, 0)});
    expect_matches({key(0, 0, 0, 0), key(1, 1, 0, 0)});
    EXPECT_FLOAT_EQ(curve_weight(std::vector{key(0, 0, 0, 0), key(1, 1, 0, 0)}, 0.5f), 0.5f);
    EXPECT_LT(curve_weight(std::vector{key(0, 0, 0, 0), key(1, 1, 2, 2)}, 0.25f), 0.25f);
}

TEST(Curve, SteepAndOvershootingStayBetween0And1) {
    const std::vector<CurveKey> steep{key(0, 0, 0, 0), key(0.45f, 0.02f, 0.1f, 40),
                                      key(0.55f, 0.98f, 40, 0.1f), key(1, 1, 0, 0)};
    expect_matches(steep);
    const std::vector<CurveKey> over{key(0, 0, -8, -8), key(0.6f, 1.3f, 2, -3), key(1, 1, 5, 5)};
    expect_matches(over);
    expect_matches({key(0, 0, 0, 60000), key(1, 1, -60000, 0)});
}

TEST(Curve, OneKeyIsConstant) {
    const std::vector<CurveKey> one{key(0.5f, 0.25f, 9, 9)};
    for (float t : {-1.0f, 0.0f, 0.3f, 0.5f, 0.7f, 1.0f, 2.0f}) {
        EXPECT_EQ(curve_weight(one, t), 0.25f);
    }
}

TEST(Curve, HoldsOutsideItsKeysAndJumpsInShortSegments) {
    const std::vector<CurveKey> inner{key(0.25f, 0.1f, 0, 1), key(0.75f, 0.9f, 1, 0)};
    expect_matches(inner);
    EXPECT_EQ(curve_weight(inner, 0.0f), curve_weight(inner, 0.25f));
    EXPECT_EQ(curve_weight(inner, 1.0f), curve_weight(inner, 0.75f));
    // 1/16 apart in the last place of a half near 2^-4: under 1e-4.
    const Half at = half_of(0.0625f);
    const auto after = Half(static_cast<std::uint16_t>(at) + 1);
    const std::vector<CurveKey> jump{key(0, 0, 0, 0),
                                     {at, half_of(0.2f), Half{}, Half{}},
                                     {after, half_of(0.8f), Half{}, Half{}},
                                     key(1, 1, 0, 0)};
    const float between = (float_of(at) + float_of(after)) / 2.0f;
    EXPECT_EQ(curve_weight(jump, between), float_of(half_of(0.2f)));
    expect_matches(jump);
}

TEST(Curve, LinearAndBinarySearchAgreeWithTheReference) {
    std::mt19937 random(2);
    std::uniform_real_distribution<float> value(0.0f, 1.0f), slope(-4.0f, 4.0f);
    for (int keys = 2; keys <= 40; ++keys) {
        std::vector<CurveKey> curve;
        for (int k = 0; k < keys; ++k) {
            curve.push_back(key(static_cast<float>(k) / static_cast<float>(keys - 1), value(random),
                                slope(random), slope(random)));
        }
        expect_matches(curve);
    }
}

}  // namespace
}  // namespace motus

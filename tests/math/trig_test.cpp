// tests/math/trig_test.cpp - our trigonometry against long double, in units of the last place.
// SPDX-License-Identifier: MIT
#include <motus/math/trig.h>
#include <tests/support/random.h>

#include <gtest/gtest.h>
#include <cmath>
#include <limits>

namespace motus::test {
namespace {

// The distance of `value` from `exact` in units of the last place of exact.
double ulps(double value, long double exact) {
    const double near = std::fabs(static_cast<double>(exact));
    const double unit = std::nextafter(near, std::numeric_limits<double>::infinity()) - near;
    return static_cast<double>(std::fabs(static_cast<long double>(value) - exact) / unit);
}

TEST(Trig, SineAndCosineWithinTwoUlps) {
    Random random(1);
    double worst = 0.0;
    for (int i = 0; i < 400000; ++i) {
        const double sizes[] = {1e-3, 1.0, 7.0, 1e3, 1e5};
        const double size = sizes[i % 5];
        const double x = (2.0 * random.unit() - 1.0) * size;
        const SinCos both = sin_cos(x);
        const double s = ulps(both.sin, std::sin(static_cast<long double>(x)));
        const double c = ulps(both.cos, std::cos(static_cast<long double>(x)));
        ASSERT_LE(s, 2.0) << x;
        ASSERT_LE(c, 2.0) << x;
        worst = std::fmax(worst, std::fmax(s, c));
        ASSERT_EQ(both.sin, sine(x));
        ASSERT_EQ(both.cos, cosine(x));
    }
    RecordProperty("worst_ulps_in_thousandths", static_cast<int>(worst * 1000));
}

TEST(Trig, MultiplesOfAQuarterTurn) {
    EXPECT_EQ(sine(0.0), 0.0);
    EXPECT_EQ(cosine(0.0), 1.0);
    // Near its zeros the sine is as small as the rounding of the angle, and must keep its digits.
    for (int k = -63000; k <= 63000; k += 7) {
        const double x = k * (kPi / 2.0);
        if (std::fabs(x) > 1e5) continue;
        ASSERT_LE(ulps(sine(x), std::sin(static_cast<long double>(x))), 2.0) << k;
        ASSERT_LE(ulps(cosine(x), std::cos(static_cast<long double>(x))), 2.0) << k;
    }
}

TEST(Trig, LargeAnglesStayOnTheCircle) {
    Random random(2);
    for (int i = 0; i < 10000; ++i) {
        const double x = std::ldexp(random.unit() + 0.5, int(random.below(1000))) *
                         (random.below(2) != 0 ? 1.0 : -1.0);
        const SinCos both = sin_cos(x);
        ASSERT_NEAR(both.sin * both.sin + both.cos * both.cos, 1.0, 1e-15) << x;
        // Folded by the double 2 pi: exactly what the header says.
        if (std::fabs(x) > 1e5) {
            const SinCos folded = sin_cos(std::fmod(x, 2.0 * kPi));
            ASSERT_EQ(both.sin, folded.sin);
            ASSERT_EQ(both.cos, folded.cos);
        }
    }
}

TEST(Trig, SymmetriesAreExact) {
    Random random(3);
    for (int i = 0; i < 10000; ++i) {
        const double x = (random.unit() - 0.5) * 100.0;
        ASSERT_EQ(sine(-x), -sine(x));
        ASSERT_EQ(cosine(-x), cosine(x));
        ASSERT_EQ(arc_tangent(-std::fabs(x), 1.0), -arc_tangent(std::fabs(x), 1.0));
    }
}

TEST(Trig, ArcTangentAgainstLongDouble) {
    Random random(4);
    for (int i = 0; i < 200000; ++i) {
        const double y = std::ldexp(2.0 * random.unit() - 1.0, int(random.below(40)) - 20);
        const double x = std::ldexp(2.0 * random.unit() - 1.0, int(random.below(40)) - 20);
        ASSERT_LE(ulps(arc_tangent(y, x),
                       std::atan2(static_cast<long double>(y), static_cast<long double>(x))),
                  6.0)
            << y << ' ' << x;
    }
}

TEST(Trig, ArcTangentOnTheAxes) {
    EXPECT_EQ(arc_tangent(0.0, 0.0), 0.0);
    EXPECT_EQ(arc_tangent(0.0, 1.0), 0.0);
    EXPECT_EQ(arc_tangent(0.0, -1.0), kPi);
    EXPECT_EQ(arc_tangent(1.0, 0.0), kPi / 2);
    EXPECT_EQ(arc_tangent(-1.0, 0.0), -kPi / 2);
    EXPECT_GT(arc_tangent(-0.0, -1.0), 0.0) << "the range is (-pi, pi]";
}

TEST(Trig, ArcCosineIsClampedAndMonotonic) {
    EXPECT_EQ(arc_cosine(1.0), 0.0);
    EXPECT_EQ(arc_cosine(1.0000001), 0.0);
    EXPECT_EQ(arc_cosine(-1.0), kPi);
    EXPECT_EQ(arc_cosine(-7.0), kPi);
    Random random(5);
    for (int i = 0; i < 100000; ++i) {
        const double x = 2.0 * random.unit() - 1.0;
        ASSERT_NEAR(arc_cosine(x), static_cast<double>(std::acos(static_cast<long double>(x))),
                    2e-15)
            << x;
    }
    for (int i = 0; i < 1000; ++i) {
        ASSERT_GE(arc_cosine(1.0 - (i + 1) * 1e-15), arc_cosine(1.0 - i * 1e-15));
    }
}

}  // namespace
}  // namespace motus::test

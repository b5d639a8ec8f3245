// SPDX-License-Identifier: MIT
#include <motus/core/half.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace motus {
namespace {

// Value of a half by its definition, in double.
double defined(std::uint32_t bits) {
    const double sign = (bits & 0x8000u) != 0 ? -1.0 : 1.0;
    const int exponent = static_cast<int>((bits >> 10) & 0x1f);
    const double mantissa = bits & 0x3ffu;
    if (exponent == 0) return sign * std::ldexp(mantissa, -24);
    return sign * std::ldexp(1024.0 + mantissa, exponent - 25);
}

TEST(Half, EveryFiniteHalfIsItsDefinition) {
    for (std::uint32_t bits = 0; bits < 0x10000u; ++bits) {
        if ((bits & 0x7c00u) == 0x7c00u) continue;
        ASSERT_EQ(float_of(Half(bits)), static_cast<float>(defined(bits))) << bits;
    }
}

TEST(Half, RoundTripOfEveryHalf) {
    for (std::uint32_t bits = 0; bits < 0x10000u; ++bits) {
        if ((bits & 0x7fffu) > 0x7c00u) continue;
        ASSERT_EQ(static_cast<std::uint32_t>(half_of(float_of(Half(bits)))), bits);
    }
}

TEST(Half, RoundsToNearestTiesToEven) {
    for (std::uint32_t bits = 0; bits < 0x7bffu; ++bits) {
        const double low = defined(bits), high = defined(bits + 1);
        const auto middle = static_cast<float>((low + high) / 2.0);  // exact in float
        const std::uint32_t even = (bits & 1u) == 0 ? bits : bits + 1;
        ASSERT_EQ(static_cast<std::uint32_t>(half_of(middle)), even) << bits;
        ASSERT_EQ(static_cast<std::uint32_t>(half_of(std::nextafter(middle, 0.0f))), bits);
        ASSERT_EQ(static_cast<std::uint32_t>(half_of(-std::nextafter(middle, 1e9f))),
                  0x8000u | (bits + 1));
    }
}

TEST(Half, BeyondItsRange) {
    const float infinity = std::numeric_limits<float>::infinity();
    EXPECT_EQ(float_of(half_of(65504.0f)), 65504.0f);
    EXPECT_EQ(float_of(half_of(65519.0f)), 65504.0f);
    EXPECT_EQ(float_of(half_of(65520.0f)), infinity);
    EXPECT_EQ(float_of(half_of(1e30f)), infinity);
    EXPECT_EQ(float_of(half_of(-infinity)), -infinity);
    EXPECT_TRUE(std::isnan(float_of(half_of(std::nanf("")))));
    EXPECT_EQ(float_of(half_of(1e-30f)), 0.0f);
    EXPECT_TRUE(std::signbit(float_of(half_of(-1e-30f))));
}

}  // namespace
}  // namespace motus

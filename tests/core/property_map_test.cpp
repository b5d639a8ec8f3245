// SPDX-License-Identifier: MIT
#include <motus/core/property_map.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace motus {
namespace {

TEST(PropertyMap, RemapStaysFiniteOverTheLargestRanges) {
    constexpr float kMost = 3.4e38f;
    for (const float x : {-kMost, -1e20f, 0.0f, 1.0f, 1e30f, kMost}) {
        const float wide_in = map_property(PropertyMap::remap, {-kMost, kMost, 0.0f, 1.0f}, x);
        EXPECT_NEAR(wide_in, 0.5 + static_cast<double>(x) / (2.0 * kMost), 1e-6) << x;
        const float wide_out = map_property(PropertyMap::remap, {0.0f, 1.0f, -kMost, kMost}, x);
        EXPECT_TRUE(std::isfinite(wide_out)) << x;
    }
    EXPECT_EQ(map_property(PropertyMap::remap, {0.0f, 1.0f, -kMost, kMost}, 0.5f), 0.0f);
    EXPECT_EQ(map_property(PropertyMap::remap, {0.0f, 1.0f, -kMost, kMost}, 2.0f), kMost);
    EXPECT_EQ(map_property(PropertyMap::remap, {0.0f, 2.0f, 10.0f, 20.0f}, 0.5f), 12.5f);
}

TEST(PropertyMap, WholeNumbersKeepEveryDigit) {
    constexpr double kLarge = 9007199254740991.0;  // 2^53 - 1
    EXPECT_EQ(map_whole(PropertyMap::copy, {}, kLarge), kLarge);
    EXPECT_EQ(map_whole(PropertyMap::linear, {1.0f, 1.0f, 0.0f, 1.0f}, 16777217.0), 16777218.0);
    EXPECT_EQ(map_whole(PropertyMap::invert, {}, 16777217.0), -16777216.0);
    EXPECT_EQ(map_whole(PropertyMap::clamp, {0.0f, 5.0f, 0.0f, 1.0f}, 16777217.0), 5.0);
    EXPECT_EQ(map_whole(PropertyMap::threshold, {16777216.0f, 0.0f, 0.0f, 1.0f}, 16777215.0), 0.0);
    EXPECT_EQ(map_whole(PropertyMap::remap, {0.0f, 4.0f, 0.0f, 10.0f}, 1.0), 3.0) << "halves up";
    EXPECT_FALSE(std::isfinite(
        map_whole(PropertyMap::linear, {std::numeric_limits<float>::infinity(), 0, 0, 1}, 1.0)));
}

}  // namespace
}  // namespace motus

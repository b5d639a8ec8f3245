// tests/math/ops_test.cpp - vectors, rotations and matrices against double precision.
// SPDX-License-Identifier: MIT
#include <motus/math/ops.h>
#include <motus/math/trig.h>
#include <tests/support/double_math.h>
#include <tests/support/random.h>

#include <gtest/gtest.h>
#include <cmath>
#include <limits>

namespace motus::test {
namespace {

const float kNan = std::numeric_limits<float>::quiet_NaN();
const float kInfinity = std::numeric_limits<float>::infinity();

double largest_difference(const Mat34& a, const Mat34& b) {
    double most = 0.0;
    for (int i = 0; i < 12; ++i)
        most = std::fmax(most, std::fabs(double(a.m[i]) - b.m[i]));
    return most;
}

Transform random_transform(Random& random) {
    return {random.vec3(3.0f),
            random.rotation(),
            {random.range(0.2f, 3.0f), random.range(0.2f, 3.0f), random.range(0.2f, 3.0f)}};
}

TEST(Slerp, MatchesExactSlerp) {
    Random random(1);
    double worst = 0.0;
    for (int i = 0; i < 200000; ++i) {
        const Quat a = random.rotation();
        Quat b = random.rotation();
        if (i % 3 == 0) {  // close to each other, and nearly opposite in sign
            const float angle = std::ldexp(1.0f, -int(random.below(24)));
            b = multiply(a, axis_angle(random.direction(), angle));
            if (i % 2 == 0) b = {-b.x, -b.y, -b.z, -b.w};
        }
        const float t = random.range(0.0f, 1.0f);
        const Quat q = slerp(a, b, t);
        const double error = distance(exact_slerp(to_double(a), to_double(b), t), q);
        worst = std::fmax(worst, error);
        // 90 degrees between quaternions: either way round is shortest within rounding.
        if (std::fabs(dot(a, b)) < 1e-6f) continue;
        ASSERT_LE(error, 5e-7) << i;
    }
    RecordProperty("worst_error_1e-9", static_cast<int>(worst * 1e9));
}

TEST(Slerp, EndsAndOppositeSigns) {
    Random random(2);
    for (int i = 0; i < 1000; ++i) {
        const Quat a = random.rotation(), b = random.rotation();
        EXPECT_LT(distance(to_double(a), slerp(a, b, 0.0f)), 2e-7);
        EXPECT_LT(distance(to_double(b), slerp(a, b, 1.0f)), 2e-7);
        const Quat minus{-a.x, -a.y, -a.z, -a.w};
        EXPECT_LT(distance(to_double(a), slerp(a, minus, 0.5f)), 2e-7);
        EXPECT_LT(distance(to_double(a), slerp(a, a, 0.3f)), 2e-7);
    }
    // 180 degrees apart: halfway is 90 degrees about the same axis.
    const Quat half = slerp({0, 0, 0, 1}, {0, 0, 1, 0}, 0.5f);
    EXPECT_NEAR(std::fabs(half.z), std::sqrt(0.5), 3e-7);
    EXPECT_NEAR(half.w, std::sqrt(0.5), 3e-7);
}

TEST(Quaternions, NormalizeGivesUnitOrIdentity) {
    EXPECT_EQ(normalize(Quat{0, 0, 0, 0}), Quat{});
    EXPECT_EQ(normalize(Quat{kNan, 0, 0, 1}), Quat{});
    EXPECT_EQ(normalize(Quat{kInfinity, 0, 0, 1}), Quat{});
    for (const float size : {1e-44f, 1e-30f, 1e-3f, 1.0f, 1e30f, 3e38f}) {
        const Quat q = normalize(Quat{size, 0, 0, size});
        EXPECT_NEAR(q.x, std::sqrt(0.5), 1e-7) << size;
        EXPECT_NEAR(q.w, std::sqrt(0.5), 1e-7) << size;
    }
}

TEST(Quaternions, MultiplyComposesRotations) {
    Random random(3);
    for (int i = 0; i < 10000; ++i) {
        const Quat a = random.rotation(), b = random.rotation();
        const Vec3 v = random.vec3(2.0f);
        const Vec3 both = rotate(multiply(a, b), v);
        const Vec3 in_turn = rotate(a, rotate(b, v));
        ASSERT_LT(length(subtract(both, in_turn)), 3e-6f);
        const Vec3 back = rotate(conjugate(a), rotate(a, v));
        ASSERT_LT(length(subtract(back, v)), 3e-6f);
        ASSERT_LT(
            length(subtract(transform_vector(to_matrix({{}, a, {1, 1, 1}}), v), rotate(a, v))),
            3e-6f);
    }
    // Right-handed: a quarter turn about y takes z to x.
    const Vec3 x = rotate(axis_angle({0, 1, 0}, float(kPi / 2)), {0, 0, 1});
    EXPECT_LT(length(subtract(x, {1, 0, 0})), 1e-6f);
}

TEST(Vectors, NormalizeAndLerp) {
    EXPECT_EQ(normalize(Vec3{}), Vec3{});
    EXPECT_EQ(normalize(Vec3{0, -4, 0}), (Vec3{0, -1, 0}));
    Random random(4);
    for (int i = 0; i < 1000; ++i) {
        const Vec3 a = random.vec3(1e6f), b = random.vec3(1e-3f);
        EXPECT_EQ(lerp(a, b, 0.0f), a);
        EXPECT_EQ(lerp(a, b, 1.0f), b);
    }
    EXPECT_EQ(lerp({0, 2, 4}, {4, 2, 0}, 0.5f), (Vec3{2, 2, 2}));
}

TEST(Vectors, NormalizeKeepsDirectionOfTinyAndHugeVectors) {
    for (const float size : {1e-30f, 1e-20f, 1e20f, 1e30f}) {
        const Vec3 v = normalize(Vec3{size, 0, size});
        EXPECT_NEAR(v.x, std::sqrt(0.5), 1e-6) << size;
        EXPECT_NEAR(v.z, std::sqrt(0.5), 1e-6) << size;
    }
}

TEST(Matrices, TransformIsScaleThenRotateThenMove) {
    const Transform t{{10, 20, 30}, axis_angle({0, 0, 1}, float(kPi / 2)), {2, 3, 4}};
    const Mat34 m = to_matrix(t);
    EXPECT_LT(length(subtract(transform_point(m, {1, 0, 0}), {10, 22, 30})), 1e-5f);
    EXPECT_LT(length(subtract(transform_point(m, {0, 1, 0}), {7, 20, 30})), 1e-5f);
    EXPECT_LT(length(subtract(transform_vector(m, {0, 0, 1}), {0, 0, 4})), 1e-5f);
    // Three rows of four: the translation is the fourth of each row.
    EXPECT_EQ(m.m[3], 10.0f);
    EXPECT_EQ(m.m[7], 20.0f);
    EXPECT_EQ(m.m[11], 30.0f);
}

TEST(Matrices, MultiplyComposes) {
    Random random(5);
    for (int i = 0; i < 5000; ++i) {
        const Mat34 a = to_matrix(random_transform(random)),
                    b = to_matrix(random_transform(random));
        const Vec3 p = random.vec3(2.0f);
        const Vec3 one = transform_point(multiply(a, b), p);
        const Vec3 two = transform_point(a, transform_point(b, p));
        ASSERT_LT(length(subtract(one, two)), 1e-4f);
        ASSERT_EQ(multiply(Mat34{}, a), a);
        ASSERT_EQ(multiply(a, Mat34{}), a);
    }
}

TEST(Matrices, InverseUndoes) {
    Random random(6);
    for (int i = 0; i < 5000; ++i) {
        Transform t = random_transform(random);
        if (i % 4 == 0) t.scale.y = -t.scale.y;
        const Mat34 m = to_matrix(t);
        bool invertible = false;
        const Mat34 back = inverse(m, &invertible);
        ASSERT_TRUE(invertible);
        ASSERT_LT(largest_difference(multiply(m, back), Mat34{}), 2e-5);
        ASSERT_LT(largest_difference(multiply(back, m), Mat34{}), 2e-5);
    }
    // A scale far from 1 is not singular.
    for (const float s : {1e-6f, 1e6f, 1e-12f, 1e12f}) {
        bool invertible = false;
        const Mat34 m = to_matrix({{1, 2, 3}, {}, {s, s, s}});
        EXPECT_LT(largest_difference(multiply(inverse(m, &invertible), m), Mat34{}), 1e-5) << s;
        EXPECT_TRUE(invertible) << s;
    }
}

TEST(Matrices, SingularInverseIsTheIdentity) {
    const Mat34 flat = to_matrix({{1, 2, 3}, {}, {1, 0, 1}});
    bool invertible = true;
    EXPECT_EQ(inverse(flat, &invertible), Mat34{});
    EXPECT_FALSE(invertible);
    EXPECT_EQ(inverse(flat), Mat34{});
    Mat34 bad;
    bad.m[5] = kNan;
    EXPECT_EQ(inverse(bad, &invertible), Mat34{});
    EXPECT_FALSE(invertible);
}

TEST(Matrices, DecomposeRoundTrips) {
    Random random(7);
    for (int i = 0; i < 20000; ++i) {
        Transform t = random_transform(random);
        const int mirror = i % 5;
        if (mirror == 1) t.scale.x = -t.scale.x;
        if (mirror == 2) t.scale.z = -t.scale.z;
        if (mirror == 3) t.scale = {-t.scale.x, -t.scale.y, -t.scale.z};
        if (mirror == 4) t.scale = {t.scale.x, -t.scale.y, -t.scale.z};
        const Mat34 m = to_matrix(t);
        const Transform back = decompose(m);
        ASSERT_LT(largest_difference(to_matrix(back), m), 5e-6) << i;
        const double n = std::sqrt(double(dot(back.rotation, back.rotation)));
        ASSERT_NEAR(n, 1.0, 3e-7);
        ASSERT_EQ(back.scale.x < 0, mirror >= 1 && mirror <= 3) << "mirrors have negative x";
        ASSERT_GT(back.scale.y, 0.0f);
        ASSERT_GT(back.scale.z, 0.0f);
    }
}

TEST(Matrices, DecomposeOfZeroAxes) {
    Random random(8);
    for (int which = 0; which < 8; ++which) {
        for (int i = 0; i < 100; ++i) {
            Transform t = random_transform(random);
            if ((which & 1) != 0) t.scale.x = 0.0f;
            if ((which & 2) != 0) t.scale.y = 0.0f;
            if ((which & 4) != 0) t.scale.z = 0.0f;
            const Transform back = decompose(to_matrix(t));
            ASSERT_TRUE(is_finite(back)) << which;
            ASSERT_NEAR(dot(back.rotation, back.rotation), 1.0f, 1e-6f) << which;
            ASSERT_LT(largest_difference(to_matrix(back), to_matrix(t)), 5e-6) << which;
        }
    }
}

TEST(Finite, EveryMemberCounts) {
    for (const float bad : {kNan, kInfinity, -kInfinity}) {
        EXPECT_FALSE(is_finite(bad));
        for (int i = 0; i < 12; ++i) {
            Mat34 m;
            m.m[i] = bad;
            EXPECT_FALSE(is_finite(m)) << i;
        }
        for (int i = 0; i < 10; ++i) {
            float v[10] = {};
            v[i] = bad;
            const Transform t{{v[0], v[1], v[2]}, {v[3], v[4], v[5], v[6]}, {v[7], v[8], v[9]}};
            EXPECT_FALSE(is_finite(t)) << i;
        }
    }
    EXPECT_TRUE(is_finite(Mat34{}));
    EXPECT_TRUE(is_finite(Transform{}));
    EXPECT_TRUE(is_finite(std::numeric_limits<float>::max()));
}

}  // namespace
}  // namespace motus::test

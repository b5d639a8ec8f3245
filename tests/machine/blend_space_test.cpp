// SPDX-License-Identifier: MIT
#include <motus/machine/blend_space.h>

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <numeric>
#include <random>
#include <vector>

namespace motus {
namespace {

using Complex = std::complex<double>;

// The rules written again in another form: complex numbers, and libm's angles.
double turn(Complex from, Complex to) {
    return std::arg(to / from);
}

std::vector<double> bands(BlendKind kind, const std::vector<Complex>& points, Complex at) {
    std::vector<double> weights;
    for (std::size_t i = 0; i < points.size(); ++i) {
        double lowest = 1.0;
        for (std::size_t j = 0; j < points.size(); ++j) {
            if (i == j) continue;
            Complex vij = points[j] - points[i], vip = at - points[i];
            if (kind == BlendKind::freeform_directional) {
                const Complex a = points[i], b = points[j];
                const double mean = (std::abs(a) + std::abs(b)) / 2;
                double aij = 0, aip = 0, scale = 2;
                if (a == 0.0) {
                    aij = turn(at, b), aip = 0, scale = 1;
                } else if (b == 0.0) {
                    aij = aip = turn(at, a), scale = 1;
                } else {
                    aij = turn(a, b), aip = turn(a, at);
                    if (std::abs(aij) > 0.99 * std::numbers::pi) {
                        aij = std::abs(aij), aip = std::abs(aip);
                    }
                }
                vij = {(std::abs(b) - std::abs(a)) / mean, scale * aij};
                vip = {(std::abs(at) - std::abs(a)) / mean, scale * aip};
            }
            const double along = (vip * std::conj(vij)).real() / std::norm(vij);
            lowest = std::min(lowest, std::max(0.0, 1.0 - along));
        }
        weights.push_back(lowest);
    }
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& w : weights)
        w = sum > 0 ? w / sum : 1.0 / static_cast<double>(points.size());
    return weights;
}

// Solves p = wa A + wb B for the two neighbours by Cramer's rule, over the sorted ring of children.
std::vector<double> directional(const std::vector<Complex>& points, Complex at) {
    std::vector<double> weights(points.size(), 0.0);
    std::size_t left = points.size(), right = points.size(), centre = points.size();
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i] == 0.0) {
            centre = i;
            continue;
        }
        const auto positive = [&](std::size_t k) {
            const double a = turn(at, points[k]);
            return a >= 0 ? a : a + 2 * std::numbers::pi;
        };
        if (left == points.size() || positive(i) < positive(left)) left = i;
        if (right == points.size() || positive(i) > positive(right)) right = i;
    }
    const Complex a = points[left], b = points[right];
    const double det = a.real() * b.imag() - a.imag() * b.real();
    double wa = (at.real() * b.imag() - at.imag() * b.real()) / det;
    double wb = (a.real() * at.imag() - a.imag() * at.real()) / det;
    const double sum = wa + wb;
    if (sum > 1) wa /= sum, wb /= sum;
    weights[left] += wa;
    weights[right] += wb;
    const double rest = std::max(0.0, 1.0 - sum);
    if (centre < points.size()) {
        weights[centre] += rest;
    } else {
        for (double& w : weights)
            w += rest / static_cast<double>(points.size());
    }
    return weights;
}

std::vector<Complex> complex_of(const std::vector<BlendPoint>& points) {
    std::vector<Complex> out;
    for (const BlendPoint& p : points)
        out.emplace_back(p.x, p.y);
    return out;
}

TEST(BlendSpace, LinearTakesTheTwoNeighboursOnly) {
    const std::vector<float> thresholds{-1.0f, 0.0f, 2.0f, 3.0f};
    std::vector<float> w(4);
    std::mt19937 random(3);
    std::uniform_real_distribution<float> in(-2.0f, 4.0f);
    for (int i = 0; i < 10000; ++i) {
        const float x = in(random);
        ASSERT_EQ(blend_linear(thresholds, x, w), Status::ok);
        // A piecewise linear partition of unity reproduces the clamped coordinate.
        double sum = 0, mean = 0;
        for (int k = 0; k < 4; ++k)
            sum += w[k], mean += w[k] * thresholds[k];
        ASSERT_NEAR(sum, 1.0, 1e-6);
        ASSERT_NEAR(mean, std::clamp(x, -1.0f, 3.0f), 1e-6);
        int used = 0;
        for (float v : w)
            used += v > 0.0f ? 1 : 0;
        ASSERT_LE(used, 2);
    }
}

TEST(BlendSpace, EqualThresholdsTheLaterWins) {
    std::vector<float> w(3);
    ASSERT_EQ(blend_linear(std::vector{0.0f, 1.0f, 1.0f}, 1.0f, w), Status::ok);
    EXPECT_EQ(w, (std::vector{0.0f, 0.0f, 1.0f}));
}

TEST(BlendSpace, GradientBandsMatchAnIndependentForm) {
    std::mt19937 random(4);
    std::uniform_real_distribution<float> in(-3.0f, 3.0f);
    for (BlendKind kind : {BlendKind::freeform_cartesian, BlendKind::freeform_directional}) {
        for (int round = 0; round < 10000; ++round) {
            std::vector<BlendPoint> points(2 + round % 9);
            for (BlendPoint& p : points)
                p = {in(random), in(random)};
            if (round % 3 == 0) points[0] = {};
            const BlendPoint at{in(random), in(random)};
            std::vector<float> w(points.size());
            ASSERT_EQ(blend_2d(kind, points, at, w), Status::ok);
            const auto expected = bands(kind, complex_of(points), {at.x, at.y});
            for (std::size_t i = 0; i < w.size(); ++i) {
                ASSERT_NEAR(w[i], expected[i], 2e-6) << "round " << round << " child " << i;
            }
        }
    }
}

TEST(BlendSpace, SimpleDirectionalMatchesAnIndependentForm) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> wobble(-0.3, 0.3), size(0.5, 2.0), in(-2.5, 2.5);
    for (int round = 0; round < 10000; ++round) {
        const int around = 4 + round % 6;  // no gap of half a turn
        std::vector<BlendPoint> points;
        for (int i = 0; i < around; ++i) {
            const double a = 2 * std::numbers::pi * (i + wobble(random)) / around;
            const Complex p = std::polar(size(random), a);
            points.push_back({static_cast<float>(p.real()), static_cast<float>(p.imag())});
        }
        if (round % 2 == 0) points.push_back({});
        const BlendPoint at{static_cast<float>(in(random)), static_cast<float>(in(random))};
        std::vector<float> w(points.size());
        ASSERT_EQ(blend_2d(BlendKind::simple_directional, points, at, w), Status::ok);
        const auto expected = directional(complex_of(points), {at.x, at.y});
        for (std::size_t i = 0; i < w.size(); ++i)
            ASSERT_NEAR(w[i], expected[i], 2e-6);
    }
}

TEST(BlendSpace, AtASamplePointThatChildAlone) {
    const std::vector<BlendPoint> points{{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    std::vector<float> w(points.size());
    for (BlendKind kind : {BlendKind::simple_directional, BlendKind::freeform_directional,
                           BlendKind::freeform_cartesian}) {
        for (std::size_t i = 0; i < points.size(); ++i) {
            ASSERT_EQ(blend_2d(kind, points, points[i], w), Status::ok);
            for (std::size_t k = 0; k < w.size(); ++k)
                EXPECT_NEAR(w[k], k == i ? 1 : 0, 1e-7);
        }
    }
}

TEST(BlendSpace, SimpleDirectionalOutsideANarrowFanKeepsTheNearest) {
    std::vector<float> w(2);
    const std::vector<BlendPoint> fan{{1, 0.1f}, {1, -0.1f}};
    ASSERT_EQ(blend_2d(BlendKind::simple_directional, fan, {-1, 0.5f}, w), Status::ok);
    EXPECT_EQ(w, (std::vector{1.0f, 0.0f}));
}

TEST(BlendSpace, WeightsAreSoundWhateverTheInput) {
    const float nan = std::nanf(""), infinity = std::numeric_limits<float>::infinity();
    const std::vector<BlendPoint> twice{{1, 0}, {1, 0}, {0, 0}, {0, 0}};
    for (BlendKind kind : {BlendKind::simple_directional, BlendKind::freeform_directional,
                           BlendKind::freeform_cartesian}) {
        for (const BlendPoint& at : std::vector<BlendPoint>{
                 {nan, 0}, {0, 0}, {1, 0}, {1e-30f, 0}, {1e30f, -1e30f}, {infinity, 1}}) {
            std::vector<float> w(4, -1.0f);
            ASSERT_EQ(blend_2d(kind, twice, at, w), Status::ok);
            double sum = 0;
            for (float v : w) {
                ASSERT_TRUE(v >= 0.0f && v <= 1.0f) << static_cast<int>(kind) << " " << at.x;
                sum += v;
            }
            ASSERT_NEAR(sum, 1.0, 1e-6) << static_cast<int>(kind) << " " << at.x;
        }
    }
}

TEST(BlendSpace, DirectClampsNegativeValuesAndNormalizesOnRequest) {
    const std::vector<float> values{2.0f, -1.0f, 1.0f, std::nanf(""), 1.0f};
    std::vector<float> w(5);
    ASSERT_EQ(blend_direct(values, false, w), Status::ok);
    EXPECT_EQ(w, (std::vector{2.0f, 0.0f, 1.0f, 0.0f, 1.0f}));
    ASSERT_EQ(blend_direct(values, true, w), Status::ok);
    EXPECT_EQ(w, (std::vector{0.5f, 0.0f, 0.25f, 0.0f, 0.25f}));
    ASSERT_EQ(blend_direct(std::vector<float>(5, 0.0f), true, w), Status::ok);
    EXPECT_EQ(w, std::vector<float>(5, 0.0f));
}

TEST(BlendSpace, ShortOutputIsRefusedAndUntouched) {
    std::vector<float> w(1, 7.0f);
    EXPECT_EQ(blend_linear(std::vector{0.0f, 1.0f}, 0.5f, w), Status::bad_size);
    EXPECT_EQ(blend_2d(BlendKind::freeform_cartesian, std::vector<BlendPoint>(2), {}, w),
              Status::bad_size);
    EXPECT_EQ(blend_2d(BlendKind::linear, std::vector<BlendPoint>(1), {}, w), Status::bad_argument);
    EXPECT_EQ(blend_direct(std::vector<float>(2), false, w), Status::bad_size);
    EXPECT_EQ(w[0], 7.0f);
}

}  // namespace
}  // namespace motus

// SPDX-License-Identifier: MIT
//
// Only +, -, *, / and sqrt, which IEEE 754 rounds the same everywhere. The series are Taylor's: on
// the reduced ranges used here their first missing term is under half an ulp.
#include <motus/math/trig.h>

#include <cmath>

namespace motus {
namespace {

// pi/2 in three parts whose products with a small integer are exact (Cody and Waite).
constexpr double kHalfPiHigh = 1.57079632673412561417e+00;
constexpr double kHalfPiMiddle = 6.07710050630396597660e-11;
constexpr double kHalfPiLow = 2.02226624879595063154e-21;

double sine_series(double x) noexcept {
    const double y = x * x;
    double s = -1.0 / 121645100408832000.0;  // 1/19!
    s = s * y + 1.0 / 355687428096000.0;
    s = s * y - 1.0 / 1307674368000.0;
    s = s * y + 1.0 / 6227020800.0;
    s = s * y - 1.0 / 39916800.0;
    s = s * y + 1.0 / 362880.0;
    s = s * y - 1.0 / 5040.0;
    s = s * y + 1.0 / 120.0;
    s = s * y - 1.0 / 6.0;
    return x + x * (s * y);
}

double cosine_series(double x) noexcept {
    const double y = x * x;
    double s = 1.0 / 2432902008176640000.0;  // 1/20!
    s = s * y - 1.0 / 6402373705728000.0;
    s = s * y + 1.0 / 20922789888000.0;
    s = s * y - 1.0 / 87178291200.0;
    s = s * y + 1.0 / 479001600.0;
    s = s * y - 1.0 / 3628800.0;
    s = s * y + 1.0 / 40320.0;
    s = s * y - 1.0 / 720.0;
    s = s * y + 1.0 / 24.0;
    s = s * y - 0.5;
    return 1.0 + s * y;
}

// atan for 0 <= x <= 1.
double arc_tangent_unit(double x) noexcept {
    // Halve the angle twice: x <= tan(pi/16), where the series ends soon.
    double t = x / (1.0 + std::sqrt(1.0 + x * x));
    t = t / (1.0 + std::sqrt(1.0 + t * t));
    const double y = t * t;
    double s = 0.0;
    for (int k = 25; k >= 3; k -= 2)
        s = (1.0 / k - s) * y;
    return 4.0 * (t - t * s);
}

}  // namespace

SinCos sin_cos(double angle_rad) noexcept {
    double x = angle_rad;
    if (std::fabs(x) > 1e5) x = std::fmod(x, 2.0 * kPi);
    const double quarter = std::floor(x / (kPi / 2.0) + 0.5);
    // What rounding leaves over of the subtractions is small: its first-order effect is enough.
    const double high = x - quarter * kHalfPiHigh;
    const double middle = quarter * kHalfPiMiddle;
    x = high - middle;
    const double rest = ((high - x) - middle) - quarter * kHalfPiLow;
    const double s0 = sine_series(x);
    const double c0 = cosine_series(x);
    const double s = s0 + c0 * rest;
    const double c = c0 - s0 * rest;
    switch (static_cast<long long>(quarter) & 3) {
        case 0:
            return {s, c};
        case 1:
            return {c, -s};
        case 2:
            return {-s, -c};
        default:
            return {-c, s};
    }
}

double sine(double angle_rad) noexcept {
    return sin_cos(angle_rad).sin;
}

double cosine(double angle_rad) noexcept {
    return sin_cos(angle_rad).cos;
}

double arc_tangent(double y, double x) noexcept {
    const double ax = std::fabs(x);
    const double ay = std::fabs(y);
    if (ax == 0.0 && ay == 0.0) return 0.0;
    double angle = ay <= ax ? arc_tangent_unit(ay / ax) : kPi / 2.0 - arc_tangent_unit(ax / ay);
    if (x < 0.0) angle = kPi - angle;
    return y < 0.0 ? -angle : angle;
}

double arc_cosine(double x) noexcept {
    if (!(x < 1.0)) return 0.0;
    if (!(x > -1.0)) return kPi;
    return arc_tangent(std::sqrt((1.0 - x) * (1.0 + x)), x);
}

}  // namespace motus

// tests/support/exact_time.h - sums of float times without rounding, to hold clocks against.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/ticks.h>

#include <cmath>
#include <cstdint>

namespace motus::test {

__extension__ typedef __int128 Int128;

/// floor(a / b) for b > 0.
inline Int128 floor_div(Int128 a, Int128 b) noexcept {
    const Int128 q = a / b;
    return a % b < 0 ? q - 1 : q;
}

/// A sum of floats as an integer count of 2^-kBits. Exact for numbers that are whole multiples of
/// that, as floats of 2^-(kBits - 24) or more are.
template <int kBits>
class ExactSum {
  public:
    void add(float value) noexcept { add(value, 1); }
    /// Adds value x count.
    void add(float value, std::int64_t count) noexcept {
        const double scaled = std::ldexp(static_cast<double>(value), kBits);
        exact_ = exact_ && scaled == std::floor(scaled) && std::fabs(scaled) < 0x1p62;
        sum_ += Int128{static_cast<std::int64_t>(scaled)} * count;
    }
    /// floor(sum x factor).
    [[nodiscard]] Int128 floor_times(std::int64_t factor) const noexcept {
        return floor_div(sum_ * factor, Int128{1} << kBits);
    }
    /// False once a number was added that does not fit.
    [[nodiscard]] bool exact() const noexcept { return exact_; }

  private:
    Int128 sum_ = 0;
    bool exact_ = true;
};

/// Ticks of whole and half seconds and the like, for readable tests.
inline Ticks seconds(double s) noexcept {
    return ticks_of_seconds(s);
}

}  // namespace motus::test

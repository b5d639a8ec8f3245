// tests/support/random.h - random numbers that are the same on every machine.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/math/vec.h>

#include <cmath>
#include <cstdint>

namespace motus::test {

/// SplitMix64.
class Random {
  public:
    explicit Random(std::uint64_t seed) noexcept : state_(seed) {}

    std::uint64_t bits() noexcept {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    /// In [0, n).
    std::uint32_t below(std::uint32_t n) noexcept { return static_cast<std::uint32_t>(bits() % n); }
    /// In [0, 1).
    double unit() noexcept { return static_cast<double>(bits() >> 11) * 0x1p-53; }
    float range(float low, float high) noexcept {
        return static_cast<float>(low + (static_cast<double>(high) - low) * unit());
    }
    Vec3 vec3(float size) noexcept {
        return {range(-size, size), range(-size, size), range(-size, size)};
    }
    /// A direction, within float rounding of length 1.
    Vec3 direction() noexcept {
        for (;;) {
            const double x = 2 * unit() - 1, y = 2 * unit() - 1, z = 2 * unit() - 1;
            const double n = std::sqrt(x * x + y * y + z * z);
            if (n > 0.1 && n < 1.0) return {float(x / n), float(y / n), float(z / n)};
        }
    }
    /// A rotation, within float rounding of length 1.
    Quat rotation() noexcept {
        for (;;) {
            const double x = 2 * unit() - 1, y = 2 * unit() - 1, z = 2 * unit() - 1,
                         w = 2 * unit() - 1;
            const double n = std::sqrt(x * x + y * y + z * z + w * w);
            if (n > 0.1 && n < 1.0) {
                return {float(x / n), float(y / n), float(z / n), float(w / n)};
            }
        }
    }

  private:
    std::uint64_t state_;
};

}  // namespace motus::test

// SPDX-License-Identifier: MIT
#include <motus/core/ticks.h>

#include <cmath>

namespace motus {
namespace {

__extension__ typedef __int128 Int128;

constexpr int kFractionBits = 32;

// A finite float as an exact integer times a power of two.
struct Exact {
    std::int64_t mantissa;
    int exponent;
};

Exact exact_of(float value) noexcept {
    int exponent = 0;
    const float fraction = std::frexp(value, &exponent);  // 24 bits below the point
    return {static_cast<std::int64_t>(std::ldexp(fraction, 24)), exponent - 24};
}

// product * 2^exponent ticks, plus the remainder, split into ticks and a new remainder.
// |product| < 2^87.
void settle(Int128 product, int exponent, TickRemainder& remainder, Ticks& out) noexcept {
    if (product == 0) {  // whatever the exponent
        out = {};
        return;
    }
    constexpr Int128 kLimit = Int128{1} << (62 + kFractionBits);
    const int shift = exponent + kFractionBits;
    const bool negative = product < 0;
    Int128 size = negative ? -product : product;
    if (shift > 0) {
        size =
            shift < 126 && size <= (kLimit >> (shift < 95 ? shift : 95)) ? size << shift : kLimit;
    } else if (shift < 0) {
        // To the nearest 2^-32 tick, halves away from zero.
        size = -shift < 100 ? (size + (Int128{1} << (-shift - 1))) >> -shift : 0;
    }
    if (size == 0) {
        out = {};
        return;
    }
    const Int128 total = (negative ? -size : size) + remainder.fraction;
    if (total >= kLimit || total <= -kLimit) {
        out = negative ? -kMaxTicks : kMaxTicks;
        remainder = {};
        return;
    }
    out = {static_cast<std::int64_t>(total >> kFractionBits)};
    remainder = {static_cast<std::uint32_t>(total & 0xffffffffu)};
}

}  // namespace

Ticks ticks_of_seconds(double time_s) noexcept {
    const double limit = static_cast<double>(kMaxTicks.value);
    const double ticks = std::round(time_s * static_cast<double>(kTicksPerSecond));
    if (!(ticks == ticks)) return {};
    if (ticks >= limit) return kMaxTicks;
    if (ticks <= -limit) return -kMaxTicks;
    return {static_cast<std::int64_t>(ticks)};
}

double seconds_of(Ticks ticks) noexcept {
    return static_cast<double>(ticks.value) / static_cast<double>(kTicksPerSecond);
}

Status ticks_of_step(float dt_s, TickRemainder& remainder, Ticks& out) noexcept {
    if (!std::isfinite(dt_s)) return Status::bad_argument;
    const Exact dt = exact_of(dt_s);
    settle(Int128{dt.mantissa} * kTicksPerSecond, dt.exponent, remainder, out);
    return Status::ok;
}

Status scale_ticks(Ticks dt, float speed, TickRemainder& remainder, Ticks& out) noexcept {
    if (!std::isfinite(speed)) return Status::bad_argument;
    if (dt > kMaxTicks) dt = kMaxTicks;
    if (dt < -kMaxTicks) dt = -kMaxTicks;
    if (speed == 1.0f) {  // nothing to carry: the common case is an addition
        out = dt;
        return Status::ok;
    }
    const Exact factor = exact_of(speed);
    settle(Int128{dt.value} * factor.mantissa, factor.exponent, remainder, out);
    return Status::ok;
}

}  // namespace motus

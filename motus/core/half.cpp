// SPDX-License-Identifier: MIT
#include <motus/core/half.h>

#include <cstring>

namespace motus {

Half half_of(float value) noexcept {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    const std::uint32_t sign = (bits >> 16) & 0x8000u;
    const std::uint32_t size = bits & 0x7fffffffu;
    if (size > 0x7f800000u) return Half(sign | 0x7e00u);
    if (size >= 0x47800000u) return Half(sign | 0x7c00u);  // 65536 and above, infinity

    // Drop 13 bits of the mantissa, or more where the result is a denormal half.
    std::uint32_t mantissa = 0;
    std::uint32_t shift = 0;
    std::uint32_t base = 0;
    if (size >= 0x38800000u) {  // 2^-14: a normal half
        mantissa = size & 0x007fffffu;
        base = ((size >> 23) - 112u) << 10;
        shift = 13;
    } else if (size >= 0x33000000u) {  // 2^-25: rounds to at least half the smallest denormal
        mantissa = (size & 0x007fffffu) | 0x00800000u;
        shift = 126u - (size >> 23);
    } else {
        return Half(sign);
    }
    std::uint32_t result = base + (mantissa >> shift);
    const std::uint32_t rest = mantissa & ((1u << shift) - 1u);
    const std::uint32_t tie = 1u << (shift - 1);
    // A carry out of the mantissa is the next exponent, up to infinity: what rounding means.
    if (rest > tie || (rest == tie && (result & 1u) != 0)) ++result;
    return Half(sign | result);
}

float float_of(Half half) noexcept {
    const auto bits = static_cast<std::uint32_t>(half);
    const std::uint32_t sign = (bits & 0x8000u) << 16;
    std::uint32_t exponent = (bits >> 10) & 0x1fu;
    std::uint32_t mantissa = bits & 0x3ffu;
    std::uint32_t out = 0;
    if (exponent == 0x1f) {
        out = sign | 0x7f800000u | (mantissa << 13);
    } else if (exponent != 0) {
        out = sign | ((exponent + 112u) << 23) | (mantissa << 13);
    } else if (mantissa != 0) {
        exponent = 113;
        while ((mantissa & 0x400u) == 0) {
            mantissa <<= 1;
            --exponent;
        }
        out = sign | (exponent << 23) | ((mantissa & 0x3ffu) << 13);
    } else {
        out = sign;
    }
    float value = 0.0f;
    std::memcpy(&value, &out, sizeof value);
    return value;
}

}  // namespace motus

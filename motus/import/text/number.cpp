// SPDX-License-Identifier: MIT
#include <motus/import/text/number.h>

#include <array>
#include <clocale>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

namespace motus::text {
namespace {

constexpr std::array<double, 23> kPowers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                            1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                            1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr std::uint64_t kExact = std::uint64_t{1} << 53;
constexpr std::ptrdiff_t kMostDigits = 18;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// What the fast way cannot do exactly. The text is digits, at most one point and an exponent, so
/// the only thing the locale can change is the point.
double read_slowly(const char* begin, const char* end) {
    std::string copy(begin, end);
    const std::size_t at = copy.find('.');
    if (at != copy.npos) copy.replace(at, 1, std::localeconv()->decimal_point);
    return std::strtod(copy.c_str(), nullptr);
}

}  // namespace

const char* read_number(const char* begin, const char* end, double& out) {
    const char* at = begin;
    bool negative = false;
    if (at != end && (*at == '-' || *at == '+')) negative = *at++ == '-';
    const char* const digits = at;
    std::uint64_t mantissa = 0;  // of too many digits it wraps around, and is not used
    for (; at != end && is_digit(*at); ++at)
        mantissa = mantissa * 10 + static_cast<std::uint64_t>(*at - '0');
    std::ptrdiff_t count = at - digits;
    int exponent = 0;
    if (at != end && *at == '.') {
        const char* const fraction = ++at;
        for (; at != end && is_digit(*at); ++at)
            mantissa = mantissa * 10 + static_cast<std::uint64_t>(*at - '0');
        count += at - fraction;
        if (count <= kMostDigits) exponent = -static_cast<int>(at - fraction);
    }
    if (count == 0) return begin;
    if (at != end && (*at == 'e' || *at == 'E')) {
        const char* power = at + 1;
        bool down = false;
        if (power != end && (*power == '-' || *power == '+')) down = *power++ == '-';
        if (power != end && is_digit(*power)) {
            int value = 0;
            for (; power != end && is_digit(*power); ++power) {
                if (value < 100000) value = value * 10 + (*power - '0');
            }
            exponent += down ? -value : value;
            at = power;
        }
    }
    double value = 0.0;
    if (count <= kMostDigits && mantissa == 0) {
        value = 0.0;
    } else if (count <= kMostDigits && mantissa <= kExact && exponent >= -22 && exponent <= 22) {
        value = static_cast<double>(mantissa);  // both are exact, so one rounding is all there is
        value = exponent < 0 ? value / kPowers[static_cast<std::size_t>(-exponent)]
                             : value * kPowers[static_cast<std::size_t>(exponent)];
    } else {
        value = read_slowly(digits, at);
    }
    out = negative ? -value : value;
    return at;
}

const char* read_integer(const char* begin, const char* end, long long& out) {
    using Limits = std::numeric_limits<long long>;
    const char* at = begin;
    bool negative = false;
    if (at != end && (*at == '-' || *at == '+')) negative = *at++ == '-';
    if (at == end || !is_digit(*at)) return begin;
    std::uint64_t value = 0;
    bool fits = true;
    for (; at != end && is_digit(*at); ++at) {
        fits = fits && value <= static_cast<std::uint64_t>(Limits::max()) / 10 - 1;
        if (fits) value = value * 10 + static_cast<std::uint64_t>(*at - '0');
    }
    const auto limit = negative ? Limits::min() : Limits::max();
    const auto magnitude = static_cast<long long>(value);
    out = !fits ? limit : negative ? -magnitude : magnitude;
    return at;
}

}  // namespace motus::text

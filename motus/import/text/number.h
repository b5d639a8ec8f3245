// motus/import/text/number.h - decimal numbers in text files, fast and the same in every locale.
// SPDX-License-Identifier: MIT
#pragma once

namespace motus::text {

/// Reads a decimal number: sign, digits, fraction, exponent. Gives the nearest double, and where it
/// ends; `begin` itself where there is no number. Numbers beyond a double's range give 0 or an
/// infinity. Never reads at or beyond `end`. Cost: linear in its digits; numbers of up to 15
/// significant digits and 22 places are read without the C library.
[[nodiscard]] const char* read_number(const char* begin, const char* end, double& out);

/// The same for whole numbers that fit in 64 bits; others give the nearest limit.
[[nodiscard]] const char* read_integer(const char* begin, const char* end, long long& out);

}  // namespace motus::text

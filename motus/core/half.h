// motus/core/half.h - 16-bit floats as they are stored: bits in, bits out.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace motus {

/// IEEE 754 binary16: 11 significant bits, largest number 65504.
enum class Half : std::uint16_t {};

/// Nearest half, ties to even; overflow gives infinity, NaN stays NaN (quiet).
[[nodiscard]] Half half_of(float value) noexcept;

/// Exact.
[[nodiscard]] float float_of(Half half) noexcept;

}  // namespace motus

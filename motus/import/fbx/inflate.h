// motus/import/fbx/inflate.h - decodes zlib streams (RFC 1950, RFC 1951) into a buffer of known
// size. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace motus::fbx {

/// Decodes `input` into `out`, which is exactly as large as the data must be. False: the stream is
/// damaged, or its data is of another size; then `out` holds some of it. Checks the checksum.
/// Allocates nothing; cost: linear in input and output.
[[nodiscard]] bool inflate(std::span<const std::byte> input, std::span<std::byte> out) noexcept;

}  // namespace motus::fbx

// motus/machine/delta.h - what changed between two snapshots, in few bytes: for sending and
// rewinding.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/status.h>

#include <cstddef>
#include <span>

namespace motus {

/// Most bytes that a delta between two snapshots of `size` bytes can take.
[[nodiscard]] std::size_t delta_bound(std::size_t size) noexcept;

/// Writes into `out` what turns `from` into `to`: runs of bytes that differ, and a check of the
/// result. Two snapshots of one instance a frame apart differ in some tens of bytes. Works on any
/// two blocks of one size: instances, arrays of them, pose carries.
///
/// `bad_size` where the sizes differ or `out` is too short (delta_bound never is). Cost: one pass.
Status encode_delta(std::span<const std::byte> from, std::span<const std::byte> to,
                    std::span<std::byte> out, std::size_t& written) noexcept;

/// Makes the newer snapshot. `out` is as long as `from`, and may be the same memory.
///
/// Whatever the bytes: `bad_size` where the delta is for another size, `bad_data` where it is
/// damaged or was made from another snapshot than `from`; then `out` is untouched. Cost: two
/// passes.
Status apply_delta(std::span<const std::byte> from, std::span<const std::byte> delta,
                   std::span<std::byte> out) noexcept;

}  // namespace motus

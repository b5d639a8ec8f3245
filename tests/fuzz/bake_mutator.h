// tests/fuzz/bake_mutator.h - changes a baked file and keeps the container around it right.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace motus::test {

using RawMutator = std::size_t (*)(std::uint8_t* data, std::size_t size, std::size_t max);

/// Changes the items of a section, or which sections there are, and then writes table, gaps and
/// checksum anew, which plain mutation would break at once. Returns the size.
std::size_t mutate_baked(std::uint8_t* data, std::size_t size, std::size_t max, unsigned seed,
                         RawMutator mutate);

}  // namespace motus::test

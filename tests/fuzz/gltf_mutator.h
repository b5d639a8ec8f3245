// tests/fuzz/gltf_mutator.h - changes a glTF file and keeps enough of it right to get far.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace motus::test {

using RawMutator = std::size_t (*)(std::uint8_t* data, std::size_t size, std::size_t max);

/// Changes bytes at random, or the binary chunk alone, or one value of the JSON, and then writes
/// the lengths of the container anew, which plain mutation would break at once. Returns the size.
std::size_t mutate_gltf(std::uint8_t* data, std::size_t size, std::size_t max, unsigned seed,
                        RawMutator mutate);

}  // namespace motus::test

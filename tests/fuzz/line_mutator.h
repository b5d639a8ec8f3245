// tests/fuzz/line_mutator.h - changes to text made of lines "key: value", for the fuzz targets.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace motus::test {

using ByteMutator = std::size_t (*)(std::uint8_t* data, std::size_t size, std::size_t max);

/// Changes the text in place; gives back its new size, at most `max`. Copies, moves and removes
/// lines and blocks of lines, gives one line the value of another, changes depth; half of the time
/// it leaves the work to `bytes`. The same seed gives the same change.
std::size_t mutate_lines(std::uint8_t* data, std::size_t size, std::size_t max, unsigned seed,
                         ByteMutator bytes);

}  // namespace motus::test

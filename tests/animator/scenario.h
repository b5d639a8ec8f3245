// tests/animator/scenario.h - random lives of characters: alone and in a crowd, bit for bit.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/load/library.h>

#include <cstdint>
#include <string>

namespace motus::test {

/// Runs one random scenario: a crowd of some size beside an Animator for each of some of its
/// characters, with random parameters, states, one-shots, steps and snapshots, on `workers`
/// threads. Returns what differs first; empty where every frame has equal palettes, events and root
/// motion.
[[nodiscard]] std::string run_scenario(const Library& library, const char* name, std::uint64_t seed,
                                       std::uint32_t workers);

}  // namespace motus::test

// tests/machine/random_machine.h - machines nobody drew: layers, sub-machines, blends,
// interruptions. SPDX-License-Identifier: MIT
#pragma once

#include "sketch.h"

#include <memory>
#include <random>

namespace motus::test {

struct RandomMachine {
    Sketch builder;
    std::vector<std::uint32_t> floats, ints, bools, triggers, clips;
    bool has_direct = false;  ///< Some weights need not sum to 1.
    bool has_empty = false;
    std::uint32_t frame = 0;
};

struct RandomOptions {
    bool direct = true;  ///< Direct blends.
    bool empty = true;   ///< States without motion.
    bool frozen = true;  ///< Some interruptions from a frozen pose.
    /// Nothing changes at once: no cuts, no short blends, weights that vary slowly with variables.
    bool smooth = false;
    std::uint32_t clips = 6;  ///< Motions 0 .. clips - 1, of random lengths unless given.
    const float* lengths = nullptr;
};

/// The same machine for the same seed.
std::unique_ptr<RandomMachine> random_machine(std::uint32_t seed,
                                              const RandomOptions& options = {});

/// Moves variables by at most `dt_s` each; for smooth machines.
void smooth_inputs(RandomMachine& machine, RunningMachine& instance, std::mt19937& random,
                   float dt_s);

/// Sets some variables, fires some triggers, changes a layer's weight, plays a one-shot.
void random_inputs(RandomMachine& machine, RunningMachine& instance, std::mt19937& random);

}  // namespace motus::test

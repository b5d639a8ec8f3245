// motus/session/simulation.h - a machine that follows a script, frame by frame.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/animator/animator.h>
#include <motus/core/diagnostics.h>
#include <motus/core/result.h>
#include <motus/document/command.h>
#include <motus/load/machine_names.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motus {

/// A variable and the bits that it is set to.
struct VariableSetting {
    std::uint32_t variable = 0;
    std::uint32_t bits = 0;
};

/// What happens before the tick of a frame.
struct SimulationInput {
    std::uint64_t frame = 0;
    std::vector<VariableSetting> set;  ///< Triggers among them: set or reset.
    std::uint32_t one_shot = kNoIndex;
    std::string place;  ///< In the script, for messages: "inputs[3]".
};

struct SimulationScript {
    Ticks dt{};
    std::uint64_t frames = 0;
    std::vector<SimulationInput> inputs;  ///< By frame; those of one frame in the script's order.
};

/// Reads a script as docs/cli.md has it, for a machine of a file: names are looked up here. An
/// error names the place in the script; a key that means nothing, and an input after the last
/// frame, are warnings. Code: "script".
[[nodiscard]] Result<SimulationScript> read_simulation_script(std::string_view text,
                                                              const BakedFile& file,
                                                              std::uint32_t machine,
                                                              Diagnostics& warnings);

/// Runs a script. Both must outlive it.
class Simulation {
  public:
    Simulation(Animator& run, const SimulationScript& script) noexcept
        : run_(run), script_(script) {}

    /// Frames that have been run.
    [[nodiscard]] std::uint64_t frame() const noexcept { return frame_; }
    [[nodiscard]] bool is_done() const noexcept { return frame_ >= script_.frames; }

    /// Applies the inputs of the next frame, then ticks. What is refused is an error with code
    /// "script" and the place in the script.
    Result<Done> step();
    /// The same, then back and once more: an error of code "snapshot" where that is not the same,
    /// bit for bit. `hash` is the state after the frame.
    Result<Done> step_twice(std::uint64_t& hash);

  private:
    Result<Done> apply(const SimulationInput& input);
    Result<Done> tick();

    Animator& run_;
    const SimulationScript& script_;
    std::uint64_t frame_ = 0;
    std::size_t next_input_ = 0;
};

}  // namespace motus

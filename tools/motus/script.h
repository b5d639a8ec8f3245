// tools/motus/script.h - the script of `mix`: what plays, and what happens at which step.
// SPDX-License-Identifier: MIT
#pragma once

#include "character.h"

#include <motus/core/playhead.h>
#include <motus/core/ticks.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace motus::tool {

/// A clip that plays from the start.
struct MixStart {
    std::uint32_t clip = 0;
    PlayMode mode = PlayMode::loop;
    std::uint32_t count = 0;  ///< Laps until it ends; 0: never.
    float speed = 1.0f;
    float weight = 1.0f;
    std::optional<Ticks> time;
    bool additive = false;
    std::string place;  ///< Path into the script, for messages.
};

struct MixCrossfade {
    std::uint32_t from = 0, to = 0;
    float duration_s = 0.0f;
    bool inertial = false;
};

struct MixFade {
    std::uint32_t clip = 0;
    float to = 0.0f;
    float duration_s = 0.0f;
};

struct MixSet {
    std::uint32_t clip = 0;
    std::optional<float> weight, speed;
    std::optional<Ticks> time;
    std::optional<bool> playing;
};

/// Something that happens before the update of a step.
struct MixEvent {
    std::uint64_t step = 1;
    std::optional<MixCrossfade> crossfade;
    std::optional<MixFade> fade;
    std::optional<MixSet> set;
    std::string place;
};

struct MixScript {
    Ticks dt{};
    std::uint64_t steps = 0;
    std::vector<MixStart> start;
    std::vector<MixEvent> events;      ///< By step; those of one step in the script's order.
    std::vector<std::uint32_t> nodes;  ///< To print; all where the script names none.
    std::vector<std::uint32_t> clips;  ///< Every clip that the script names, in its order.
};

/// Reads a script for a character. Throws an InputFault that names the script's file and the place
/// in it; a key that means nothing is a message on stderr.
[[nodiscard]] MixScript load_mix_script(const std::string& file, const Character& character);

/// The first clip that a script names: where a file has several rigs, it says which one is meant.
/// Neither name nor number where it names none; what is wrong with a script is not said here.
[[nodiscard]] ClipKey first_clip_of_script(const std::string& file);

}  // namespace motus::tool

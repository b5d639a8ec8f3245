// motus/machine/layer.h - one layer of a machine through one tick.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/machine/begin.h>
#include <motus/machine/fire.h>
#include <motus/machine/select.h>
#include <motus/machine/tick.h>

namespace motus::detail {

/// A part of a step that a layer played and left: layers that follow it play it too.
struct PassedPart {
    std::uint32_t state;
    std::int64_t from_at, from_rest, to_at, to_rest;  ///< The state's clock.
    float weight;
    bool entered;
    CutProbe probe;
};

/// Such parts of one tick. What `count` does not count stays unwritten.
struct PassedParts {
    std::uint32_t count = 0;
    PassedPart parts[kMaxPassed];
    BrokenBlend broken;  ///< The first blend of the tick that was broken off.

    PassedParts() noexcept {}
};

class LayerTick {
  public:
    /// `passed`: empty for a layer that is stepped; for one that follows, what that one passed.
    LayerTick(const TickJob& job, const Values& values, std::span<LayerState> layers,
              std::uint32_t index, PassedParts& passed) noexcept;

    /// Enters the first state, then steps.
    Status start(Ticks dt) noexcept;
    /// Instead of a step: at the start of a transition that nothing has fired. See begin.h.
    Status begin(const BlendStart& start, Ticks& length) noexcept;
    /// Takes transitions and moves clocks until `dt` is used up.
    Status step(Ticks dt) noexcept;
    /// Instead of a step, for a layer that follows one which has made it.
    void follow(Ticks dt) noexcept { stepped_ = dt != Ticks{}; }
    /// Appends what the layer shows to the playlist, and fires the events of its motions.
    Status write() noexcept;
    /// Ends the tick of a layer that was stepped, after all that follow it have written.
    void settle() noexcept;

    [[nodiscard]] const Consumed& consumed() const noexcept { return consumed_; }

  private:
    /// How a state runs; worked out once per state that is shown.
    [[nodiscard]] const StatePace& pace(std::uint32_t state) noexcept;
    [[nodiscard]] Choice choose(Ticks limit) noexcept;
    void choose_while_blending(const Question& question, std::span<const Stand> stands,
                               Choice& best) const noexcept;
    [[nodiscard]] Ticks fade_length(const LayerState& layer) noexcept;
    void move(Ticks dt) noexcept;
    Status take(const Choice& choice) noexcept;
    /// Goes where enter_state() has asked to; see enter.h.
    Status enter_asked() noexcept;
    /// Leaves what is shown for `choice`. `broken`: what becomes of a blend that runs.
    Status begin_fade(const Choice& choice, bool fades, Carry broken, const StateClock& clock,
                      float fade_s) noexcept;
    [[nodiscard]] StateClock entry_clock(const Choice& choice) noexcept;
    [[nodiscard]] StateClock begun(std::uint32_t state, StateClock clock) noexcept;
    void finish_transition() noexcept;
    Status pass(float next_weight) noexcept;
    Status pass_part(std::uint32_t state, StateClock& before, const StateClock& after, float weight,
                     bool& fresh) noexcept;
    Status probe_part(std::uint32_t state, const StateClock& at, const StateClock& ahead,
                      float weight, float weight_ahead) noexcept;
    Status probe_left() noexcept;
    Status show_part(const PassedPart& part) noexcept;
    Status follow_parts() noexcept;
    Status show(std::uint32_t state, const StateClock& before, const StateClock& after,
                float weight, bool entered) noexcept;
    void fire_transition(MachineEventKind kind, std::uint32_t state) const noexcept;

    const TickJob& job_;
    const Values& values_;
    const Machine& graph_;
    std::span<LayerState> layers_;
    LayerState& layer_;
    std::uint32_t index_;
    std::uint32_t first_item_;
    std::uint32_t hops_ = 0;
    std::uint32_t just_taken_ = kNoIndex;  ///< No time has passed since: not again.
    bool stepped_ = false;
    float weight_before_ = 0.0f;  ///< Of `next` where the parts that are not passed yet begin.
    PassedParts& passed_;
    Consumed consumed_;
    StatePace paces_[2];
    std::uint32_t paced_[2] = {kNoState, kNoState};  ///< Whose paces those are.
    std::uint32_t oldest_ = 0;
};

}  // namespace motus::detail

// motus/play/action.h - one clip's playback on a mixer: its clock, its weight, its fades.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/events.h>
#include <motus/core/playhead.h>
#include <motus/core/status.h>
#include <motus/play/player.h>

#include <cstdint>

namespace motus {

struct MixerState;

inline constexpr std::uint32_t kNoMask = 0xffffffffu;

/// State of one action. Plain data: a copy is a snapshot, a compare is a test.
struct ActionState {
    Playhead head{};
    Ticks begin{};      ///< The part of the clip that is played,
    Ticks end{-1};      ///< up to here; negative: to the clip's end.
    Ticks delay{};      ///< Time until its clock starts.
    Ticks travelled{};  ///< With a lap count: the way along its laps, in [0, laps x length].
    Ticks fade_elapsed{};
    Ticks fade_length{};
    Ticks reference{};    ///< Additive: the clip time that counts as nothing; negative: rest pose.
    float speed = 1.0f;   ///< Any finite number; negative plays backwards.
    float weight = 1.0f;  ///< Present weight, >= 0. Counts only while playing.
    float full = 1.0f;    ///< Weight that it starts with: as last set or faded to, 0 by fade apart.
    float fade_from = 0.0f;
    float fade_to = 0.0f;
    std::uint32_t laps = 0;        ///< Laps until it ends; 0: never. A swing of ping-pong is a lap.
    std::uint32_t mask = kNoMask;  ///< Into Rig::masks.
    PlayMode mode = PlayMode::loop;
    std::uint8_t layer = 0;
    bool playing = false;  ///< On the mixer: shows, and its clock runs unless paused.
    bool paused = false;
    bool finished = false;  ///< Came to the end of its last lap and holds there.
    bool entered = true;    ///< Its next step is the first since it was started or put elsewhere.
    bool counting = false;  ///< `travelled` has begun.
    bool shown = false;     ///< Has been part of a pose since it was started.
    bool fading = false;
    bool crossing = false;  ///< Came in or goes out by a crossfade: the next one takes it along.
    bool additive = false;

    friend bool operator==(const ActionState&, const ActionState&) = default;
};

/// Length of the part that is played; 0 where the clip is shorter than its begin.
[[nodiscard]] Ticks length_of(const ActionState& action, const Clip& clip) noexcept;

/// Clip time in [begin, end]. After its last lap a loop is at its end, not at its begin.
[[nodiscard]] Ticks time_of(const ActionState& action, const Clip& clip) noexcept;

/// A handle: copy it freely; it is valid as long as its mixer is. Every call returns the handle, so
/// that calls can be chained. A number out of range changes nothing and is kept for
/// Mixer::take_fault.
class Action {
  public:
    Action(ActionState& action, const Clip& clip, std::uint32_t masks, MixerState& mixer) noexcept
        : action_(&action), clip_(&clip), mixer_(&mixer), masks_(masks) {}

    /// Starts, or goes on after a pause. An action that has finished starts over, unless its speed
    /// was turned round since; one that a fade had silenced has its weight back.
    Action play() const noexcept;
    /// Takes it off the mixer, and back to how it started: time 0, no fade, no delay, weight as
    /// set.
    Action stop() const noexcept;
    /// The clock stands, the pose stays. `play` or pause(false) goes on.
    Action pause(bool on = true) const noexcept;
    /// Back to time 0 and the first lap, no fade, weight as set, not paused; plays on if it played.
    Action reset() const noexcept;
    /// Finite; negative plays backwards. A finished action that is turned round goes on from where
    /// it holds. What starts backwards at time 0 starts at the end, unless it plays once.
    Action set_speed(float speed) const noexcept;
    /// >= 0; ends a fade.
    Action set_weight(float weight) const noexcept;
    /// `laps` until it ends, 0: never; `once` is one lap. Counting starts at the next step.
    Action set_loop(PlayMode mode, std::uint32_t laps = 0) const noexcept;
    /// Plays only this part of the clip, and from its begin; laps are counted anew.
    Action set_range(Ticks begin, Ticks end) const noexcept;
    /// The clock waits this long, in mixer time, before it runs; the pose shows meanwhile.
    Action set_delay(float seconds) const noexcept;
    /// Puts it at a clip time (`once` clamps, the others fold); laps are counted anew, events enter
    /// there.
    Action set_time(Ticks time) const noexcept;
    /// Moves the weight evenly from what it is now. Fading something in that does not play starts
    /// it from nothing; what has faded to 0 leaves the mixer and keeps its time.
    Action fade_to(float weight, float seconds) const noexcept;
    Action fade_to(float weight, Ticks length) const noexcept;
    /// Adds the clip's difference from its own frame at `reference` (negative: from the rest pose)
    /// to what the others make, instead of taking part in their blend. Weights above 1 count as 1.
    Action set_additive(bool on, Ticks reference = {}) const noexcept;
    /// Limits it to a mask of the rig, by position; kNoMask: to none.
    Action set_mask(std::uint32_t mask) const noexcept;
    /// Layers above 0 cover what is below them, as far as their weights and masks go.
    Action set_layer(std::uint8_t layer) const noexcept;

    [[nodiscard]] Ticks time() const noexcept { return time_of(*action_, *clip_); }
    [[nodiscard]] Ticks duration() const noexcept { return clip_->duration; }
    [[nodiscard]] float speed() const noexcept { return action_->speed; }
    /// Present weight, as fades have moved it.
    [[nodiscard]] float weight() const noexcept { return action_->weight; }
    /// The same, and 0 while it is not on the mixer.
    [[nodiscard]] float effective_weight() const noexcept {
        return action_->playing ? action_->weight : 0.0f;
    }
    /// On the mixer and its clock running: not stopped, paused or finished.
    [[nodiscard]] bool is_running() const noexcept {
        return action_->playing && !action_->paused && !action_->finished;
    }
    [[nodiscard]] bool is_playing() const noexcept { return action_->playing; }
    [[nodiscard]] bool is_paused() const noexcept { return action_->paused; }
    [[nodiscard]] bool is_finished() const noexcept { return action_->finished; }
    [[nodiscard]] bool is_fading() const noexcept { return action_->fading; }
    [[nodiscard]] const ActionState& state() const noexcept { return *action_; }

  private:
    [[nodiscard]] Action fault() const noexcept;

    ActionState* action_;
    const Clip* clip_;
    MixerState* mixer_;
    std::uint32_t masks_;
};

}  // namespace motus

// motus/play/mixing.h - mixers as plain data: state in the caller's arrays, scratch shared by many.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/mix/inertial.h>
#include <motus/play/action.h>
#include <motus/play/evaluate.h>
#include <motus/pose/pose_view.h>

#include <cstdint>
#include <span>

namespace motus {

/// State of a mixer besides its actions. Plain data.
struct MixerState {
    TickRemainder step{};       ///< What was left of the last dt.
    TickRemainder scaled{};     ///< The same of the time scale.
    float time_scale = 1.0f;    ///< Factor on dt for everything here; negative plays all backwards.
    bool strict = false;        ///< BlendJob::strict for the base layer.
    bool jumped = false;        ///< Something was put elsewhere since the last update.
    Status fault = Status::ok;  ///< First bad argument of a chained call.

    // The inertial carry; see InertialStartJob.
    bool carry_pending = false;  ///< The next step takes the offsets.
    bool carry_active = false;
    std::uint8_t newest = 0;  ///< Which of the two poses kept is the last one shown.
    std::uint8_t kept = 0;    ///< How many of them are there.
    Ticks kept_gap{};         ///< Time between them.
    Ticks carry_elapsed{};
    Ticks carry_length{};

    friend bool operator==(const MixerState&, const MixerState&) = default;
};

/// Floats of the block that inertial crossfades need; 0 of them where none is wanted.
[[nodiscard]] inline std::size_t mixer_carry_floats(const Skeleton& skeleton) noexcept {
    const std::uint32_t joints = skeleton.joint_count();
    const std::size_t weights = skeleton.rest_weights.size();
    return inertial_floats(joints, weights) + 2 * (soa_floats(joints) + weights);
}

/// One mixer, wherever its parts live. Copying all parts is a snapshot.
struct MixerView {
    Rig rig{};
    MixerState* state = nullptr;
    std::span<ActionState> actions{};  ///< One per clip of the rig, in its order.
    std::span<float> carry{};          ///< mixer_carry_floats(), or empty.

    /// The action of a clip. `clip` is below rig.clips.size().
    [[nodiscard]] Action action(ClipId clip) const noexcept;
};

enum class FadeMode : std::uint8_t {
    blend,     ///< Both motions play on, weights move evenly.
    inertial,  ///< Cut to the target, and let the difference in pose and velocity fade.
};

/// Fades `from`, and all that is still fading, out of the mix, and `to` in.
///
/// A target that does not show restarts; one that does goes on from its present weight. Weights
/// move evenly and without a jump: every action that fades goes from its present weight to 0, the
/// target takes what they give up and, on the base layer, what was missing to 1. So weights that
/// sum to 1 do so at every moment, interrupted or not. Actions that play steadily and are not
/// named stay as they are. Where `to` is already the target, nothing changes.
/// `missing` for an unknown clip; `bad_argument` for a time that is negative or not finite, or for
/// actions of different layers or kinds; `bad_size` for an inertial fade without carry memory.
Status cross_fade(const MixerView& mixer, ClipId from, ClipId to, float seconds,
                  FadeMode mode = FadeMode::blend) noexcept;
/// The same with an exact length.
Status cross_fade(const MixerView& mixer, ClipId from, ClipId to, Ticks length,
                  FadeMode mode = FadeMode::blend) noexcept;

/// An event of a clip that was passed in an update.
struct MixerEvent {
    ClipId clip{};
    NameHash name = NameHash::none;
    Ticks time{};         ///< Where in the clip.
    float weight = 0.0f;  ///< The action's weight after the update.
};

enum class NoticeKind : std::uint8_t { looped, finished };

/// Something that an action came to in an update.
struct MixerNotice {
    ClipId clip{};
    NoticeKind kind{};
    std::int64_t laps = 1;  ///< Laps completed, for `looped`.
};

/// What an update had to say. Actions in clip order, events of each in the order passed.
struct MixerReport {
    std::uint32_t events = 0;   ///< Written to MixerJob::events.
    std::uint32_t notices = 0;  ///< Written to MixerJob::notices.
    bool dropped = false;       ///< There were more than the spans could hold.
};

/// Memory for one update at a time; shared by mixers of one rig, never kept.
struct MixerScratch {
    EvaluateScratch evaluate{};                 ///< For as many items as actions play.
    std::span<PlaylistItem> items{};            ///< One per playing action.
    std::span<PlaylistLayer> layers{};          ///< Two per playing action, and one more.
    std::span<AdditiveReference> references{};  ///< One per action.
    PoseView target{};                          ///< As large as the skeleton.
};

/// One frame of one mixer: advance, write a playlist, evaluate it, compose, palettes.
struct MixerJob {
    MixerView mixer{};
    Ticks dt{};  ///< 0 moves no clock and no fade, but poses anew.
    MixerScratch scratch{};
    PoseView local{};             ///< The pose, as large as the skeleton.
    std::span<Mat34> model{};     ///< One per joint.
    std::span<Mat34> palettes{};  ///< Skins one after the other; empty: none is written.
    std::span<MixerEvent> events{};
    std::span<MixerNotice> notices{};
    MixerReport* report = nullptr;
};

/// Runs the job. Cost: playing actions x joints. No allocation, no lock.
/// `bad_size` where spans do not fit the rig, `missing` for a mask that the rig does not have,
/// `bad_argument` for a weight, speed or time scale that is not finite: nothing changes then.
Status run(const MixerJob& job) noexcept;

/// Turns a frame's seconds into ticks with the mixer's own remainder. `bad_argument` for NaN and
/// infinity: nothing changes.
Status step_of(MixerState& mixer, float dt_s, Ticks& out) noexcept;

}  // namespace motus

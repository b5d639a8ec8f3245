// motus/playlist/playlist.h - what to play now: where deciding and evaluating meet.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/ticks.h>

#include <cstdint>
#include <span>

namespace motus {

enum class MotionKind : std::uint8_t { clip, timeline };

/// Items that are not shown: they tell how fast motions move where a blend is broken off, in
/// motion over kCutProbe and not over the step, which may be as short as it likes.
enum class CutProbe : std::uint8_t {
    none,
    left,        ///< What is left, at the cut.
    left_ahead,  ///< The same, as it would have gone on: kCutProbe later.
    ahead,       ///< What comes instead, kCutProbe after it begins.
};
inline constexpr Ticks kCutProbe{kTicksPerSecond / 60};

inline constexpr std::uint16_t kNoItemMask = 0xffff;

/// One motion in one frame. Plain data.
struct PlaylistItem {
    Ticks from{};              ///< Time in the motion before the step, in [0, duration].
    Ticks to{};                ///< Time after it: what is shown.
    std::int64_t wraps = 0;    ///< Times it passed an end of a loop, signed by direction.
    std::uint32_t motion = 0;  ///< Index in the file's motions.
    std::uint32_t source = 0;  ///< Index among the file's clips, or its timelines.
    std::uint32_t state = 0;   ///< State that plays it; kNoState for a one-shot.
    float weight = 0.0f;       ///< Within its layer.
    MotionKind kind = MotionKind::clip;
    bool loops = false;
    bool backward = false;  ///< The step went towards smaller times.
    bool entered = false;   ///< First step since the motion began: events at `from` count too.
    bool passed = false;    ///< Left within the step: counts for events and root motion, not shown.
    CutProbe probe = CutProbe::none;   ///< Others are `passed`, and `from` and `to` are equal.
    std::uint16_t mask = kNoItemMask;  ///< Index of a mask for this item; override layers only.
};

enum class LayerMode : std::uint8_t { override_below, additive };

/// What a layer shows at joints, or properties, that an item does not animate.
enum class Unanimated : std::uint8_t {
    at_rest,   ///< The item counts with the rest pose there: Unity's "write defaults", on.
    as_shown,  ///< Base layer: with what was shown last, where that is kept: "write defaults", off.
    left_out,  ///< The item does not count there: others share its weight. As in three.js.
};

/// How the evaluator treats what a layer showed before.
enum class Carry : std::uint8_t {
    none,
    frozen,    ///< The kept pose has `carry_weight`.
    inertial,  ///< The motions count in full; the difference to the kept pose dies away.
};

/// How much of a kept pose counted in the blend that was broken off, and would have.
struct BrokenBlend {
    Carry carry = Carry::none;
    float weight = 0.0f;        ///< As PlaylistLayer::carry_weight, at the cut.
    float weight_ahead = 0.0f;  ///< kCutProbe later.
    Ticks age{};
    Ticks length{};
};

/// One layer of a frame: a range of items, and how they go onto the layers below.
struct PlaylistLayer {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint32_t mask = 0xffffffffu;  ///< Index of a mask; 0xffffffff: every joint.
    float weight = 1.0f;
    LayerMode mode = LayerMode::override_below;
    Carry carry = Carry::none;
    bool over = false;  ///< A one-shot over all of the machine's layers: it carries no pose.
    bool keep = false;  ///< First store what the layer showed last: a blend was broken off.
    Unanimated unanimated = Unanimated::at_rest;
    bool strict = false;  ///< Base layer: weights that sum to less than 1 are normalised too.
    /// Of a frozen pose, within the layer: with the items' it sums to 1. Of an inertial blend, the
    /// share of the difference that is left: the items sum to 1 alone.
    float carry_weight = 0.0f;
    Ticks carry_age{};     ///< Since the pose was kept, at the end of this step.
    Ticks carry_length{};  ///< How long an inertial difference takes to die away.
    BrokenBlend broken{};  ///< Where an inertial blend begins (`keep`): what it took over from.
};

/// The caller's memory for one frame; `count`s say what was written.
struct Playlist {
    std::span<PlaylistItem> items{};
    std::span<PlaylistLayer> layers{};
    std::uint32_t item_count = 0;
    std::uint32_t layer_count = 0;
};

}  // namespace motus

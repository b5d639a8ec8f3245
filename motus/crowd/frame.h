// motus/crowd/frame.h - whole frames of many characters of one rig: clips in, palettes out.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/status.h>
#include <motus/crowd/detail.h>
#include <motus/crowd/executor.h>
#include <motus/play/rig.h>
#include <motus/play/root_motion.h>
#include <motus/pose/pose_view.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace motus {

/// A clip at a time with a weight: what a character shows a part of.
struct CrowdItem {
    Ticks time{};
    std::uint32_t clip = 0;  ///< Index in Rig::clips.
    float weight = 1.0f;     ///< >= 0.
};

/// One character: a playlist, a pose, or a range of items in the order of their sum (ascending
/// motion). Weights that sum to more than 1 are normalised; what is missing to 1 is the rest pose.
struct CrowdCharacter {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    const ConstPoseView* pose = nullptr;  ///< Not null: this local pose instead, unit rotations.
    const Playlist* playlist = nullptr;   ///< Not null: this instead, as EvaluateJob takes it.
    std::span<float> carry{};             ///< Of the playlist, as EvaluateJob takes it; or empty.
};

/// Items of one character that are decoded and mixed in registers, at most. A range of items has no
/// more. A playlist may have any number: it takes this way where it has a base layer, without mask
/// and without a kept pose, of so many clips that are packed for the rig and give no turning as
/// root motion, and one-shots of one such clip each over it. All else takes the way over a pose,
/// slower and as good. The way depends on the character alone. In a carry block this way notes what
/// was shown, and a blend that starts there makes a pose of it.
inline constexpr std::uint32_t kMaxCrowdItems = 8;

/// Memory of one worker. Allocates when made, never after.
class CrowdScratch {
  public:
    /// `items` and `batch`: as CrowdFrameJob::scratch_items and CrowdFrameJob::batch have them.
    explicit CrowdScratch(const Rig& rig, std::uint32_t items = kMaxCrowdItems,
                          std::uint32_t batch = 64);
    [[nodiscard]] std::span<float> floats() noexcept { return {floats_.get(), count_}; }

  private:
    struct Free {
        void operator()(float* data) const noexcept;
    };
    std::unique_ptr<float[], Free> floats_{};
    std::size_t count_ = 0;
};
/// A batch of one needs least; all others need the same.
[[nodiscard]] std::size_t crowd_scratch_floats(const Rig& rig, std::uint32_t items = kMaxCrowdItems,
                                               std::uint32_t batch = 64) noexcept;

/// One frame of characters of one rig: samples, mixes, composes, writes palettes.
///
/// Each character's matrices depend on nothing but the character: the same bits alone and in any
/// crowd, on every machine, with any number of workers.
struct CrowdFrameJob {
    Rig rig{};             ///< Made by build_rig: it has a plan.
    CrowdDetail detail{};  ///< Of the rig; empty: all joints. One for all characters of the job.
    std::span<const CrowdItem> items{};
    std::span<const CrowdCharacter> characters{};
    /// Where each character's palette, weights and root go, all different; empty: i for the i-th.
    std::span<const std::uint32_t> places{};
    /// That of place i from i * palette_stride on. Where they take more than 2 MiB, start at a
    /// multiple of 64 bytes and the stride is a multiple of 4, batches are written past the cache.
    /// Empty: none are written.
    std::span<Mat34> palettes{};
    std::size_t palette_stride = 0;  ///< 0: palette_size(rig). A multiple of 4 keeps lines whole.
    std::span<float> weights{};      ///< Morph weights, rest_weights.size() per character; or none.
    std::span<RootDelta> roots{};    ///< Of playlists: the movement of the step; or none.
    std::span<const std::span<float>> scratch{};  ///< crowd_scratch_floats() each, one per worker.
    /// Shown items of one layer of a playlist that scratch is good for, >= kMaxCrowdItems.
    std::uint32_t scratch_items = kMaxCrowdItems;
    std::size_t whole = 0;  ///< Characters of the frame, where the job is a part of it; 0: all.
    Executor executor{};
    std::uint32_t batch = 64;  ///< Characters per part, >= 1.
};

/// Runs the job. Cost: items x joints, about 1 ns per item and joint and 4 per joint in a crowd.
/// No allocation, no lock. `bad_size` where spans are too small or clips do not fit, `missing` for
/// a clip or a plan that is not there, `bad_argument` for a weight that is negative or NaN; then
/// nothing is written.
/// A playlist that is not good for an EvaluateJob shows the rest pose, and the status is that of
/// the first such character; all others are written.
Status run(const CrowdFrameJob& job) noexcept;

}  // namespace motus

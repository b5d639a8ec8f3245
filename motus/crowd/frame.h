// motus/crowd/frame.h - whole frames of many characters of one rig: clips in, palettes out.
// Room: crowd. Includes rig, executor. Included by games, bench, render.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/status.h>
#include <motus/crowd/detail.h>
#include <motus/crowd/executor.h>
#include <motus/crowd/rig.h>
#include <motus/pose/pose_view.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace motus {

/// A clip at a time with a weight: what a character shows a part of.
struct CrowdItem {
    Ticks time{};
    std::uint32_t clip = 0;  ///< Index in CrowdFrameJob::clips.
    float weight = 1.0f;     ///< >= 0.
};

/// One character: a range of items in the order of their sum (ascending motion), or a pose.
/// Weights that sum to more than 1 are normalised; what is missing to 1 is the rest pose.
struct CrowdCharacter {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    const ConstPoseView* pose = nullptr;  ///< Not null: this local pose instead, unit rotations.
};

/// Items of one character, at most. They are decoded and mixed in registers; where clips are not
/// packed for the rig, a character takes the way over a pose, slower and as good.
inline constexpr std::uint32_t kMaxCrowdItems = 8;

/// Memory of one worker. Allocates when made, never after.
class CrowdScratch {
  public:
    explicit CrowdScratch(const CrowdRig& rig);
    [[nodiscard]] std::span<float> floats() noexcept { return {floats_.get(), count_}; }

  private:
    struct Free {
        void operator()(float* data) const noexcept;
    };
    std::unique_ptr<float[], Free> floats_{};
    std::size_t count_ = 0;
};
[[nodiscard]] std::size_t crowd_scratch_floats(const CrowdRig& rig) noexcept;

/// One frame of characters of one rig: samples, mixes, composes, writes palettes.
///
/// Each character's matrices depend on nothing but the character: the same bits alone and in any
/// crowd, on every machine, with any number of workers.
struct CrowdFrameJob {
    CrowdRig rig{};
    CrowdDetail detail{};  ///< Of the rig; empty: all joints. One for all characters of the job.
    std::span<const Clip> clips{};
    std::span<const CrowdItem> items{};
    std::span<const CrowdCharacter> characters{};
    /// Character i from i * palette_stride on. Where they take more than 2 MiB, start at a multiple
    /// of 64 bytes and the stride is a multiple of 4, batches are written past the cache.
    std::span<Mat34> palettes{};
    std::size_t palette_stride = 0;  ///< 0: rig.palette_size. A multiple of 4 keeps lines whole.
    std::span<float> weights{};      ///< Morph weights, rest_weights.size() per character; or none.
    std::span<const std::span<float>> scratch{};  ///< crowd_scratch_floats() each, one per worker.
    Executor executor{};
    std::uint32_t batch = 64;  ///< Characters per part, >= 1.
};

/// Runs the job. Cost: items x joints, about 1 ns per item and joint and 4 per joint in a crowd.
/// No allocation, no lock. `bad_size` where spans are too small or clips do not fit, `missing` for
/// a clip that is not there, `bad_argument` for a weight that is negative or NaN; then nothing is
/// written.
Status run(const CrowdFrameJob& job) noexcept;

}  // namespace motus

// motus/play/evaluate.h - the one evaluator: a playlist in, a local pose and a root delta out.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/status.h>
#include <motus/play/rig.h>
#include <motus/play/root_motion.h>
#include <motus/playlist/playlist.h>
#include <motus/pose/pose_view.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace motus {

/// Floats that a character keeps between frames where transitions may be interrupted: poses of each
/// layer. Plain data: copy it to save it. Start with zeros.
[[nodiscard]] std::size_t carry_floats(const Skeleton& skeleton, std::uint32_t layers) noexcept;

/// Whether these bytes are a carry block that evaluations of the rig may have left.
[[nodiscard]] bool is_carry(const Rig& rig, std::uint32_t layers,
                            std::span<const std::byte> bytes) noexcept;

/// Memory for one evaluation at a time.
struct EvaluateScratch {
    std::span<float> floats{};  ///< scratch_floats() of them.
    std::uint32_t items = 0;    ///< Shown items of one layer that it is good for; at most 255.
};
[[nodiscard]] std::size_t scratch_floats(const Skeleton& skeleton, std::uint32_t items) noexcept;

/// Owns scratch. Allocates when made, never after.
class EvaluateWorkspace {
  public:
    explicit EvaluateWorkspace(const Skeleton& skeleton, std::uint32_t items = 32);
    [[nodiscard]] EvaluateScratch scratch() noexcept { return {{floats_.get(), count_}, items_}; }

  private:
    std::unique_ptr<float[]> floats_;
    std::size_t count_ = 0;
    std::uint32_t items_ = 0;
};

/// Evaluates a playlist: samples each motion, mixes each layer, puts the layers on each other.
///
/// What the base layer masks or does not fill is the rest pose; a layer above lets the pose below
/// show through, also at joints that its clips do not animate. PlaylistLayer::unanimated says what
/// an item counts for at joints that its clip does not animate; `left_out` needs Rig::covers.
/// Items of timelines are passed over.
struct EvaluateJob {
    Rig rig{};
    const Playlist* playlist = nullptr;
    /// Empty, or carry_floats() of them. Needed where a layer carries: give it if and only if the
    /// machine is ticked with TickJob::can_carry.
    std::span<float> carry{};
    EvaluateScratch scratch{};  ///< Not needed where one clip plays alone, and nothing is kept.
    PoseView out{};
    RootDelta* root = nullptr;  ///< Optional: the movement of the step.
};

/// Runs the job. Cost: items x joints. No allocation, no lock. `bad_size` where memory, indices,
/// clips or masks do not fit, `missing` for a clip that is not there, `bad_argument` for a weight
/// that is negative or not finite, or a layer that carries without a block; then `out` and `carry`
/// are untouched.
Status run(const EvaluateJob& job) noexcept;

/// Makes poses of what crowd frames have only noted in a carry block: needed before the block goes
/// on with clips of other indices. `bad_size` and `missing` as for a job.
Status settle_carry(const Rig& rig, std::span<float> carry,
                    const EvaluateScratch& scratch) noexcept;

}  // namespace motus

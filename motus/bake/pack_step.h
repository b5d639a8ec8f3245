// motus/bake/pack_step.h - packing of one clip as a step of its own: bytes in, bytes out.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/pack.h>
#include <motus/bake/store.h>
#include <motus/clip/read_clips.h>

#include <string>
#include <string_view>

namespace motus {

/// To be raised whenever packing gives other bytes for the same input: what stores hold is not
/// found then. tests/bake/pack_step_test.cpp pins the bytes of each version.
inline constexpr std::uint32_t kPackStepVersion = 1;

/// What goes into the step. Views: the caller owns everything.
struct PackTask {
    ClipKind kind = ClipKind::small;  ///< What is wanted: fast or small.
    Skeleton skeleton{};              ///< Its names do not count.
    Clip keys{};
    PackSettings settings{};
};

/// Hashes of the parts, for those who keep them from one bake to the next.
[[nodiscard]] BakeKey skeleton_key(const Skeleton& skeleton);
[[nodiscard]] BakeKey keys_key(const Clip& keys);
[[nodiscard]] BakeKey space_key(const PackedSpace& space);
/// The key of the step. `watch` of the settings does not count.
[[nodiscard]] BakeKey pack_key(const PackTask& task, const BakeKey& skeleton, const BakeKey& keys,
                               const BakeKey& space);
[[nodiscard]] BakeKey pack_key(const PackTask& task);

/// What comes out: a packed clip, or the word that it keeps its keys. Owns its bytes, which mean
/// the same everywhere: they may go to a store or to another thread, program or machine. Move-only.
class PackResult {
  public:
    /// Checks everything that a reader of baked files would. Nothing where the bytes are not a part
    /// for `skeleton`.
    [[nodiscard]] static std::optional<PackResult> read(AlignedBytes bytes,
                                                        const Skeleton& skeleton);

    /// The form that was taken. Exact: the clip keeps its keys, and `clip()` has nothing.
    [[nodiscard]] ClipKind kind() const noexcept { return kind_; }
    /// One clip; of its entry only what the keys tell is set.
    [[nodiscard]] const ClipTable& clip() const noexcept { return clip_; }
    /// Why the form is not the one that was wanted; empty where it is, or is better.
    [[nodiscard]] std::string_view warning() const noexcept { return warning_; }
    [[nodiscard]] double weight_max() const noexcept { return weight_max_; }
    /// Wall time that packing took, when and where it was done.
    [[nodiscard]] double seconds() const noexcept { return seconds_; }
    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }

  private:
    PackResult() = default;

    AlignedBytes bytes_;
    ClipTable clip_{};
    ClipKind kind_ = ClipKind::exact;
    std::string_view warning_;
    double weight_max_ = 0.0, seconds_ = 0.0;
};

/// Runs the step: takes up to seconds. Fails only with "pack-cancelled".
[[nodiscard]] Result<PackResult> pack_clip(const PackTask& task);

/// The task as bytes, for a worker that shares no memory: `run_pack_job` of them gives what
/// `pack_clip` of the task gives. Fails with "pack-job" where the bytes are not a task.
[[nodiscard]] AlignedBytes write_pack_job(const PackTask& task);
[[nodiscard]] Result<PackResult> run_pack_job(std::span<const std::byte> job,
                                              const PackWatch& watch = {});

}  // namespace motus

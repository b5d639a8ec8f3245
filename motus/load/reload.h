// motus/load/reload.h - a baked file that changed under running machines: they go on with the new
// one.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/load/file.h>
#include <motus/machine/reload.h>

#include <cstdint>
#include <span>
#include <vector>

namespace motus {

/// From one version of a machine's file to the next: made once, run for every instance. Both files'
/// bytes must outlive it. Allocates when made, never after.
class MachineReload {
  public:
    /// Machines play motions of their files; rigs are indices, kNoItem for a machine without one.
    MachineReload(const BakedFile& from, const Machine& from_machine, std::uint32_t from_rig,
                  const BakedFile& to, const Machine& to_machine, std::uint32_t to_rig);

    [[nodiscard]] const Machine& from() const noexcept { return from_; }
    [[nodiscard]] const Machine& to() const noexcept { return to_; }
    /// The rig has the same joints: kept poses, and with them interrupted transitions, go along.
    [[nodiscard]] bool keeps_pose() const noexcept { return keeps_pose_; }

    struct Memory {
        std::span<const std::byte> instance{};  ///< Of from().
        std::span<const float> carry{};         ///< Its pose-carry block; may be empty.
        std::span<std::byte> out{};             ///< instance_size(to()).
        /// Empty, or at least carry_floats of the new rig and layers; what is beyond is cleared.
        std::span<float> carry_out{};
    };
    /// Moves one instance, as machine/reload.h says; motions are found by name, those of one name
    /// in their order. No allocation. Not from two threads at once.
    Status run(const Memory& memory, ReloadReport* report = nullptr) noexcept;

  private:
    Machine from_{}, to_{};
    std::vector<std::uint32_t> motions_, layers_;
    std::size_t floats_per_layer_ = 0;
    bool keeps_pose_ = false;
};

}  // namespace motus

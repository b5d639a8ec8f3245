// bench/render_cast.h - a crowd as a game runs it: machines decide, packed clips become palettes.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset_rig.h>
#include <motus/bake/machine.h>
#include <motus/bake/pack.h>
#include <motus/crowd/frame.h>
#include <motus/crowd/tick_all.h>
#include <motus/render/model.h>

#include <memory>
#include <string>
#include <vector>

namespace motus::bench {

/// `count` characters of one asset, each with the machine that an import makes: a state per clip,
/// triggers from anywhere. One thread. Allocates when made.
class RenderCast {
  public:
    /// `rig` must outlive it.
    [[nodiscard]] static Result<std::unique_ptr<RenderCast>> make(const Asset& asset,
                                                                  const AssetRig& rig,
                                                                  std::uint32_t count);

    /// Every character is told something once in a while, at different times; then all machines
    /// step by a 60th of a second.
    void decide(std::uint32_t frame);
    /// What they decided, as palettes.
    void evaluate();

    [[nodiscard]] render::PoseSet poses() const noexcept;
    [[nodiscard]] std::uint32_t items() const noexcept;  ///< Of the last decision.

  private:
    RenderCast() = default;

    std::uint32_t count_ = 0;
    LoweredMachines machines_;
    Machine graph_{};
    std::size_t stride_ = 0;
    std::vector<std::uint64_t> instances_;  // 8-byte aligned
    std::vector<PlaylistItem> tick_items_;
    std::vector<PlaylistLayer> tick_layers_;
    std::vector<MachineEvent> tick_events_;

    std::unique_ptr<RigBuffer> rig_;
    std::vector<PackedClipBuffer> packed_;
    std::vector<Clip> clips_;
    std::unique_ptr<CrowdScratch> scratch_;
    std::vector<CrowdItem> items_;
    std::vector<CrowdCharacter> characters_;
    std::vector<Mat34> palettes_;
    std::vector<float> weights_;
    std::span<const Mat34> palette_view_;
};

}  // namespace motus::bench

// bench/graph_crowd.h - the state-machine benchmark of the field: a blend, a switch, one-shots.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/rig.h>
#include <motus/bake/pack.h>
#include <motus/crowd/frame.h>
#include <motus/crowd/tick_all.h>
#include <scenes/stress/stress.h>
#include <tests/graph/machine_builder.h>

#include <memory>
#include <vector>

namespace motus::bench {

/// `count` machines with a 1D blend of two clips driven by a float, a second state switched by a
/// bool, and one-shots. Every 2 s, each at a time of its own, an entity at random reverses the way
/// its blend goes (30 %), flips the bool (30 %) or plays a one-shot (40 %). One thread.
class GraphCrowd {
  public:
    [[nodiscard]] static Result<std::unique_ptr<GraphCrowd>> make(
        const Asset& asset, const char* still, const char* slow, const char* fast, const char* shot,
        std::uint32_t count);

    /// Inputs and a tick of a 60th of a second for all.
    void decide();
    /// What they decided as palettes: sampled, mixed, composed.
    void sample();
    [[nodiscard]] std::uint64_t hash() const;

  private:
    GraphCrowd() = default;
    void visit(const TickResult& result);

    struct Mind {
        float blend = 0.0f;
        float way = 0.5f;  ///< Of the blend, per second.
        bool still = false;
    };

    std::uint32_t count_ = 0, frame_ = 0;
    std::uint32_t speed_ = 0, stop_ = 0, shot_ = 0;
    std::unique_ptr<test::MachineBuilder> builder_;
    Graph graph_{};
    std::size_t stride_ = 0;
    std::vector<std::uint64_t> instances_;  // 8-byte aligned
    std::vector<Mind> minds_;
    scenes::Dice dice_{1};
    std::vector<PlaylistItem> tick_items_;
    std::vector<PlaylistLayer> tick_layers_;
    std::vector<GraphEvent> tick_events_;

    std::unique_ptr<Rig> asset_rig_;
    std::unique_ptr<CrowdRigBuffer> rig_;
    std::vector<PackedClipBuffer> packed_;
    std::vector<Clip> clips_;
    std::unique_ptr<CrowdScratch> scratch_;
    std::vector<CrowdItem> items_;
    std::vector<CrowdCharacter> characters_;
    std::vector<Mat34> palettes_;
};

}  // namespace motus::bench

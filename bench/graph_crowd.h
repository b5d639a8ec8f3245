// bench/graph_crowd.h - the state-machine benchmark of the field: a blend, a switch, one-shots.
// SPDX-License-Identifier: MIT
#pragma once

#include "pool.h"

#include <motus/asset/asset_rig.h>
#include <motus/bake/pack.h>
#include <motus/crowd/update.h>
#include <scenes/stress/stress.h>
#include <tests/machine/sketch.h>

#include <memory>
#include <vector>

namespace motus::bench {

/// `count` machines with a 1D blend of two clips driven by a float, a second state switched by a
/// bool, and one-shots. Every 2 s, each at a time of its own, an entity at random reverses the way
/// its blend goes (30 %), flips the bool (30 %) or plays a one-shot (40 %).
class GraphCrowd {
  public:
    [[nodiscard]] static Result<std::unique_ptr<GraphCrowd>> make(
        const Asset& asset, const char* still, const char* slow, const char* fast, const char* shot,
        std::uint32_t count, std::uint32_t workers = 1);

    /// Inputs of a frame, on this thread.
    void choose();
    /// A tick of a 60th of a second for all.
    void tick();
    /// The same, and what they decided as palettes: sampled, mixed, composed; 1,000 at a time in
    /// the same memory. What is measured is the work, not the memory of a city.
    void update();
    /// The same in one job, each with palettes of its own, as they are uploaded.
    void update_all();
    [[nodiscard]] std::uint64_t hash() const;

  private:
    GraphCrowd() = default;
    [[nodiscard]] CrowdUpdateJob update_job();

    struct Mind {
        float blend = 0.0f;
        float way = 0.5f;  ///< Of the blend, per second.
        bool still = false;
    };

    std::uint32_t count_ = 0, frame_ = 0;
    std::uint32_t speed_ = 0, stop_ = 0, shot_ = 0;
    std::unique_ptr<test::Sketch> builder_;
    Machine graph_{};
    std::size_t stride_ = 0;
    std::vector<std::uint64_t> instances_;  // 8-byte aligned
    std::vector<Mind> minds_;
    scenes::Dice dice_{1};
    struct Worker {
        std::vector<PlaylistItem> items;
        std::vector<PlaylistLayer> layers;
        std::vector<MachineEvent> events;
        std::vector<Playlist> playlists;
        std::vector<CrowdCharacter> characters;
        std::vector<std::uint32_t> places;
        std::unique_ptr<CrowdScratch> floats;
    };
    std::vector<Worker> workers_;
    std::unique_ptr<Pool> pool_;

    std::unique_ptr<AssetRig> asset_rig_;
    std::unique_ptr<PalettePlanBuffer> plan_;  // of exact clips: their space
    std::vector<PackedClipBuffer> packed_;
    std::unique_ptr<RigBuffer> rig_;
    std::vector<CrowdUpdateScratch> scratch_;
    std::vector<Mat34> palettes_;
    std::span<Mat34> all_palettes_;  // at a multiple of 64 bytes in palettes_
};

}  // namespace motus::bench

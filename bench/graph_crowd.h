// bench/graph_crowd.h - the state-machine benchmark of the field: a blend, a switch, one-shots.
// SPDX-License-Identifier: MIT
#pragma once

#include "pool.h"

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
    void decide() {
        choose();
        tick();
    }
    /// What they decided as palettes: sampled, mixed, composed; 1,000 at a time in the same memory.
    /// What is measured is the work, not the memory of a city.
    void sample();
    /// The same in one job, each with palettes of its own, as they are uploaded.
    void sample_all();
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
    /// Of a worker; its items of a frame stand behind each other from `first` on.
    struct Worker {
        std::vector<PlaylistItem> items;
        std::vector<PlaylistLayer> layers;
        std::vector<GraphEvent> events;
        std::unique_ptr<CrowdScratch> scratch;
        std::size_t first = 0;
        alignas(64) std::size_t used = 0;
    };
    std::vector<Worker> workers_;
    std::unique_ptr<Pool> pool_;

    std::unique_ptr<Rig> asset_rig_;
    std::unique_ptr<CrowdRigBuffer> rig_;
    std::vector<PackedClipBuffer> packed_;
    std::vector<Clip> clips_;
    std::vector<CrowdItem> items_;
    std::vector<CrowdCharacter> characters_;
    std::vector<std::span<float>> scratch_;
    std::vector<Mat34> palettes_;
    std::span<Mat34> all_palettes_;  // at a multiple of 64 bytes in palettes_
};

}  // namespace motus::bench

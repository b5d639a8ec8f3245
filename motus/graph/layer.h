// motus/graph/layer.h - one layer of a machine through one tick.
// Room: graph, private: included by graph's sources only.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/graph/select.h>
#include <motus/graph/tick.h>

namespace motus::detail {

class LayerTick {
  public:
    LayerTick(const TickJob& job, const Values& values, std::span<LayerState> layers,
              std::uint32_t index) noexcept;

    /// Enters the first state, then steps.
    Status start(Ticks dt) noexcept;
    /// Takes transitions and moves clocks until `dt` is used up.
    Status step(Ticks dt) noexcept;
    /// Appends what the layer shows to the playlist, and fires the events of its motions.
    Status write() noexcept;

    [[nodiscard]] const Consumed& consumed() const noexcept { return consumed_; }

  private:
    [[nodiscard]] Stand stand_of(std::uint32_t state, const StateClock& clock) const noexcept;
    [[nodiscard]] Choice choose(Ticks limit) noexcept;
    [[nodiscard]] Ticks fade_length(const LayerState& layer) const noexcept;
    void move(Ticks dt) noexcept;
    Status take(const Choice& choice) noexcept;
    void finish_transition() noexcept;
    Status pass(std::uint32_t state) noexcept;
    Status show(std::uint32_t state, const StateClock& before, const StateClock& after,
                float weight, bool entered) noexcept;
    void fire_motions(std::uint32_t first) noexcept;
    void fire(GraphEvent event) noexcept;
    void fire_state(std::uint32_t state, GraphEventKind kind) noexcept;

    const TickJob& job_;
    const Values& values_;
    const Graph& graph_;
    std::span<LayerState> layers_;
    LayerState& layer_;
    std::uint32_t index_;
    std::uint32_t first_item_;
    std::uint32_t hops_ = 0;
    bool stepped_ = false;
    Consumed consumed_{};
};

}  // namespace motus::detail

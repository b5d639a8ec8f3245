// motus/machine/match.h - what of a graph is the same thing in a newer one.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/machine/machine.h>

namespace motus::detail {

/// Finds the layers, states and transitions of `from` in `to`: by names and paths of names, else by
/// ids. Cost: a pass over the list that is searched. No allocation.
class Match {
  public:
    Match(const Machine& from, const Machine& to) noexcept : from_(from), to_(to) {}

    /// The layer of that name; of several the one with as many before it. kNoIndex: none.
    [[nodiscard]] std::uint32_t find_layer(std::uint32_t old) const noexcept;
    /// A state's new index in a layer; a sub-machine is no state to be in, but may be led to.
    /// kNoState: none.
    [[nodiscard]] std::uint32_t find_state(std::uint32_t old, std::uint32_t layer) const noexcept;
    [[nodiscard]] std::uint32_t find_transition(std::uint32_t old, std::uint32_t old_layer,
                                                std::uint32_t layer) const noexcept;

  private:
    [[nodiscard]] bool is_same(std::uint32_t old, std::uint32_t now) const noexcept;
    [[nodiscard]] std::uint32_t find_graph(std::uint32_t old, std::uint32_t layer) const noexcept;
    [[nodiscard]] bool find_list(std::uint32_t transition, std::uint32_t old_layer,
                                 std::uint32_t layer, record::Range& was,
                                 record::Range& now) const noexcept;

    const Machine& from_;
    const Machine& to_;
};

}  // namespace motus::detail

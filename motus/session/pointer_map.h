// motus/session/pointer_map.h - which parameters of a machine follow a pointer over a 2D scene.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/load/machine_names.h>

#include <cstdint>
#include <vector>

namespace motus {

/// One entity that a layer answers for, and the parameters that the layer's transitions read.
struct PointerTarget2D {
    std::uint64_t entity = 0;                     ///< Id in the document.
    std::vector<std::uint32_t> hovered, pressed;  ///< Switches.
    std::vector<std::uint32_t> clicked;           ///< Triggers.
};

/// The rule: a layer that is called like an entity is how that entity behaves. Of what its
/// transitions read, a switch called "hovered" (or "hover", "over") is on while the pointer is over
/// the entity, one called "pressed" (or "press", "down", "held") while it is held down there, and
/// triggers fire on a click. So a card can be tried out with the mouse before any game has it.
struct PointerMap {
    std::vector<PointerTarget2D> targets;

    /// The target of an entity; null where there is none.
    [[nodiscard]] const PointerTarget2D* find(std::uint64_t entity) const noexcept;
};

[[nodiscard]] PointerMap map_pointer(const BakedFile& file, const Machine& graph,
                                     const MachineNames& names);

}  // namespace motus

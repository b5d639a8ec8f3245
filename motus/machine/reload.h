// motus/machine/reload.h - a running instance moved onto another version of its machine.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/status.h>
#include <motus/machine/instance.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace motus {

/// What an instance could not take along.
enum class LossKind : std::uint8_t {
    variable,       ///< No variable of that name: its value is gone.
    variable_kind,  ///< It is of another kind now: it starts at its default.
    layer,          ///< No layer of that name.
    state,          ///< The state it was in is gone: the layer goes on in the other one of a
                    ///< transition, or starts anew.
    transition,     ///< The transition it was in is gone: it has arrived.
    pose,           ///< No room for the pose that a transition was to blend from: it has arrived.
    one_shot,       ///< The motion is gone.
};

/// A short English phrase for people. Never null.
[[nodiscard]] const char* to_string(LossKind kind) noexcept;

struct ReloadLoss {
    LossKind kind = LossKind::variable;
    std::uint8_t reserved[3] = {};
    std::uint32_t layer = kNoIndex;  ///< In the old graph.
    std::uint32_t index = kNoIndex;  ///< In the old graph: of the variable, state, ... motion.
    std::uint32_t reserved2 = 0;
    NameHash name = NameHash::none;  ///< Of a variable, layer, state or transition.
};

/// The caller's memory; `total` counts also what did not fit.
struct ReloadReport {
    std::span<ReloadLoss> losses{};
    std::uint32_t count = 0;
    std::uint32_t total = 0;
};

/// Moves an instance from one graph to another. Variables and layers are found by name, states by
/// their path of names, then by their id (one that was renamed in its document); transitions in the
/// list they stood in, by id, then by name and target. Clocks keep their cycles, so that a clip of
/// another length goes on at the same phase. A layer's weight is kept where a game has set another
/// than the machine says, and else is what the new one says. A layer that is new, or whose states
/// are gone, starts in its default state and fires no event for it. Onto the same graph it is a
/// copy, bit for bit.
struct ReloadJob {
    Machine from{};
    std::span<const std::byte> instance{};  ///< Of `from`; aligned to 8 bytes.
    Machine to{};
    std::span<std::byte> out{};  ///< instance_size(to), aligned to 8 bytes; not the same memory.
    /// For each motion of `from` its index in `to`, or kNoIndex; for one-shots. Empty: none is
    /// kept.
    std::span<const std::uint32_t> motions{};
    /// For each layer of `to`, the old one it goes on from; optional, size of to.layers. For
    /// whoever moves kept poses. kNoIndex: a new layer.
    std::span<std::uint32_t> layers{};
    bool keeps_pose = true;          ///< The kept poses go along (load/reload.h says when).
    ReloadReport* report = nullptr;  ///< Optional.
};

/// Runs the job. Cost: states x layers; no allocation. `bad_data` where `instance` is none of
/// `from`, `bad_size` and `bad_argument` as for start(); then `out` is untouched.
Status run(const ReloadJob& job) noexcept;

}  // namespace motus

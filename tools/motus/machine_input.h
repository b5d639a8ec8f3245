// tools/motus/machine_input.h - a machine to run, from whatever file has one.
// SPDX-License-Identifier: MIT
#pragma once

#include "any_input.h"

#include <motus/animator/animator.h>

#include <memory>
#include <string>

namespace motus::tool {

/// A baked file and one of its machines.
struct OpenedMachine {
    std::unique_ptr<BakedInput> input;
    std::uint32_t machine = 0;

    [[nodiscard]] const BakedFile& file() const noexcept { return input->file(); }
};

/// `name` is the machine's; empty: see find_machine_named. Throws an InputFault; warnings are
/// messages.
[[nodiscard]] OpenedMachine load_machine(const std::string& file, const std::string& name,
                                         const UnityOptions& unity = {});

/// Plays a machine of the library that was read from `file`, with room for `reasons` at first.
/// Throws an InputFault.
[[nodiscard]] Animator open_animator(const std::string& file, const Library& library,
                                     std::uint32_t machine, std::uint32_t reasons = 0);

}  // namespace motus::tool

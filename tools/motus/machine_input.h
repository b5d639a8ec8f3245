// tools/motus/machine_input.h - a machine to run, from whatever file has one.
// SPDX-License-Identifier: MIT
#pragma once

#include "any_input.h"

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

}  // namespace motus::tool

// SPDX-License-Identifier: MIT
#include "machine_input.h"

#include "output.h"

namespace motus::tool {

OpenedMachine load_machine(const std::string& file, const std::string& name,
                           const UnityOptions& unity) {
    OpenedMachine out;
    out.input = load_any_input(file, unity);
    out.machine = find_machine_named(file, out.file(), name);
    return out;
}

Animator open_animator(const std::string& file, const Library& library, std::uint32_t machine,
                       std::uint32_t reasons) {
    AnimatorOptions options;
    options.reasons = reasons;
    Result<Animator> made = Animator::create(library, machine, options);
    if (!made) throw InputFault(file, made.error());
    return *std::move(made);
}

}  // namespace motus::tool

// SPDX-License-Identifier: MIT
#include "machine_input.h"

namespace motus::tool {

OpenedMachine load_machine(const std::string& file, const std::string& name,
                           const UnityOptions& unity) {
    OpenedMachine out;
    out.input = load_any_input(file, unity);
    out.machine = find_machine_named(file, out.file(), name);
    return out;
}

}  // namespace motus::tool

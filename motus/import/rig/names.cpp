// SPDX-License-Identifier: MIT
#include <motus/import/rig/names.h>

namespace motus {

std::string unique_name(const std::string& name, const std::string& otherwise, TakenNames& taken) {
    const std::string& stem = name.empty() ? otherwise : name;
    const auto [at, is_free] = taken.emplace(stem, 2);
    std::string result = stem;
    for (bool free = is_free; !free; free = taken.emplace(result, 2).second)
        result = stem + " " + std::to_string(at->second++);
    return result;
}

}  // namespace motus

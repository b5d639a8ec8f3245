// motus/import/rig/names.h - names that an import gives, each once.
// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

namespace motus {

/// Names that are taken, and for each the number with which the next of its kind is tried: many
/// clips may have one name.
using TakenNames = std::map<std::string, int>;

/// The names of `objects`: entities, machines, timelines.
template <typename Objects>
[[nodiscard]] TakenNames names_of(const Objects& objects) {
    TakenNames taken;
    for (const auto& object : objects)
        taken.emplace(object.name(), 2);
    return taken;
}

/// `name`, or with a number behind it where it is taken. It is taken then.
[[nodiscard]] std::string unique_name(const std::string& name, const std::string& otherwise,
                                      TakenNames& taken);

}  // namespace motus

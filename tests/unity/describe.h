// tests/unity/describe.h - a controller as text, the same whatever the order of its objects.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/unity/controller.h>

#include <string>

namespace motus::test {

/// Everything that decides behaviour, and names, tags, positions, behaviours; not line numbers,
/// not the version, not the names of top trees, not the weight of layer 0, which does not count.
/// Clips inside the file are all "local".
[[nodiscard]] std::string describe(const unity::Controller& controller);

}  // namespace motus::test

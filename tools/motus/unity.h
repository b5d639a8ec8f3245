// tools/motus/unity.h - Unity files on the command line: what they are and how verbs treat them.
// Room: tools. Includes import/unity. Included by the verbs that take such files.
// SPDX-License-Identifier: MIT
#pragma once

#include "output.h"

#include <motus/core/diagnostics.h>

#include <string>

namespace motus::tool {

/// By the ending: .controller, .anim, .mask, .overrideController.
[[nodiscard]] bool is_unity_file(const std::string& file);

/// What `motus inspect` prints of one.
int inspect_unity(const std::string& file, bool json, Output& out);

/// Every fault and warning of one.
[[nodiscard]] Diagnostics validate_unity(const std::string& file);

}  // namespace motus::tool

// tools/motus/inspect_baked.h - what is in a baked file.
// SPDX-License-Identifier: MIT
#pragma once

#include "output.h"

#include <string>

namespace motus::tool {

int inspect_baked(const std::string& file, bool json, Output& out);

}  // namespace motus::tool

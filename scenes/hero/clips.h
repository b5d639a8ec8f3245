// scenes/hero/clips.h - everything the hero can do.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>

#include <vector>

namespace motus::scenes::hero {

/// Idle, Walk, Run, Jump, Turn, Wave. `nodes` are the hero's, joints first.
std::vector<AssetClip> make_clips(const std::vector<AssetNode>& nodes);

}  // namespace motus::scenes::hero

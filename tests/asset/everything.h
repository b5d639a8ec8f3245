// tests/asset/everything.h - an asset that has one of each thing an Asset can hold.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>

namespace motus::test {

/// Two scenes, a skinned and morphed mesh with eight influences, lines without indices, textures,
/// both kinds of camera, every interpolation on every property, events, key times that no float
/// holds, names that need escaping.
Asset make_everything();

}  // namespace motus::test

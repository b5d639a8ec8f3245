// scenes/hero/mesh.h - the hero's parts as one skinned, coloured mesh.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>

namespace motus::scenes::hero {

/// Positions in metres at rest, unit normals, linear colours with the shade of near parts in
/// them, four influences. One primitive per finish: material 0 is matte, 1 is gloss. Joint k of
/// the skin is Joint k.
AssetMesh make_mesh();

}  // namespace motus::scenes::hero

// motus/asset/gltf_export.h - an asset back to a binary glTF file.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/core/result.h>

#include <cstddef>
#include <vector>

namespace motus {

/// The asset as the bytes of a .glb: glTF 2.0, one buffer, everything an Asset holds. Importing
/// them gives the same asset, bit for bit; the same asset gives the same bytes on every machine.
///
/// Events, loop hints and root motion travel in `extras.motus` (docs/gltf.md), and so does what is
/// left of a key time after rounding to the float that glTF stores. KHR_node_visibility and
/// KHR_materials_unlit are used where needed, and never required.
///
/// Fails where an index is out of range, counts do not agree, a number is not finite or parents
/// run in a circle ("export-..." codes, `Error::place` is a path into the asset), and where the
/// file would pass glTF's limit of 4 GiB. Cost: linear in the size of the asset.
/// Pointer tracks into what an Asset does not hold (lights, extensions of materials) are left out.
[[nodiscard]] Result<std::vector<std::byte>> export_glb(const Asset& asset);

/// Whether export_glb writes that track.
[[nodiscard]] bool is_exported(const AssetPointerTrack& track);

}  // namespace motus

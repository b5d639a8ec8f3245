// motus/import/gltf/primitive.h - one primitive of a mesh: attributes, influences, targets.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/gltf/accessor.h>

#include <cstdint>

namespace motus::gltf {

/// The largest joint that a vertex uses with a weight above 0, and that vertex.
struct PrimitiveJoints {
    std::uint32_t largest = 0;
    std::uint64_t vertex = 0;
};

/// False: something is wrong and has been reported. A primitive without positions is not wrong:
/// it comes out empty, with a warning.
bool read_primitive(Context& context, const Object& json, AssetPrimitive& out,
                    PrimitiveJoints& joints);

/// JOINTS_n and WEIGHTS_n: four or eight influences a vertex, each vertex's weights made to sum
/// to 1; an influence without weight points to joint 0.
bool read_influences(Context& context, const Object& attributes, AssetPrimitive& out,
                     PrimitiveJoints& joints);

/// The accessor of `key`, where it is there, valid and has `count` elements; else null. False in
/// `ok`: a fault (already reported, or reported here).
const Accessor* attribute(Context& context, const Object& attributes, const char* key,
                          std::uint64_t count, bool& ok);

}  // namespace motus::gltf

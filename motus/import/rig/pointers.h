// motus/import/rig/pointers.h - a pointer track's kind, values and parts, as a document has them.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/document/document.h>
#include <motus/document/model.h>

#include <span>
#include <string>

namespace motus {

[[nodiscard]] doc::ValueKind kind_of(PointerKind kind);

/// Numbers of one value, each times `scale`.
[[nodiscard]] Value value_of(PointerKind kind, std::span<const float> numbers, double scale = 1.0);

/// "/materials/3/pbrMetallicRoughness/metallicFactor": the object, up to the first number, and what
/// of it.
struct PointerParts {
    std::string object, property;
};

[[nodiscard]] PointerParts split_pointer(const std::string& pointer);

/// "/nodes/4/weights/2" as node and target. False: it is something else.
[[nodiscard]] bool is_weight(const Asset& asset, const std::string& pointer, std::uint32_t& node,
                             std::uint32_t& target);

}  // namespace motus

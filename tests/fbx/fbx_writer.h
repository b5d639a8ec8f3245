// tests/fbx/fbx_writer.h - trees of FBX nodes, written in both forms of the format.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace motus::test {

using FbxValue =
    std::variant<std::int64_t, double, std::string, std::vector<double>, std::vector<std::int64_t>>;

struct FbxNode {
    std::string name;
    std::vector<FbxValue> values;
    std::vector<FbxNode> children;
};

/// A file of that version with these nodes. Arrays are not compressed.
[[nodiscard]] std::string write_fbx_binary(const std::vector<FbxNode>& nodes, std::uint32_t version,
                                           bool big_endian = false);
[[nodiscard]] std::string write_fbx_ascii(const std::vector<FbxNode>& nodes, std::uint32_t version);

/// A square of one metre below a turned parent, with a clip "Turn" that turns it about z by 90
/// degrees in one second, straight.
[[nodiscard]] std::vector<FbxNode> turning_square();

}  // namespace motus::test

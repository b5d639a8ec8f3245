// motus/import/gltf/uri.h - URIs of buffers and images: data, or a path that cannot leave.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace motus::gltf {

/// True for "data:...".
[[nodiscard]] bool is_data_uri(std::string_view uri) noexcept;

/// Bytes of a data URI, base64 or percent-encoded. `media_type` is what stands before the first
/// `;` or `,`. False: `cause` says why.
bool decode_data_uri(std::string_view uri, std::vector<std::byte>& out, std::string& media_type,
                     std::string& cause);

/// A relative URI as a path below the file's folder, decoded once. False: `cause` says why. What
/// is returned has no scheme, no `.` or `..`, no empty part, no `\`, no `:`, no control character,
/// and does not start with `/`. Symbolic links are the loader's business.
bool decode_relative_path(std::string_view uri, std::string& path, std::string& cause);

}  // namespace motus::gltf

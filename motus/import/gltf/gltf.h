// motus/import/gltf/gltf.h - glTF 2.0 files (.glb, .gltf) to an Asset, trusting no byte of them.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/core/diagnostics.h>
#include <motus/core/result.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace motus {

/// Gives the bytes of a file beside the glTF file. `path` is relative, decoded from its URI, with
/// `/` between its parts; it has no `.` or `..`, no `\`, no `:` and no control character. Called
/// once per path. An Error's cause is passed on; its place is set by the importer.
using GltfLoader = std::function<Result<std::vector<std::byte>>(const std::string& path)>;

struct GltfOptions {
    GltfLoader load{};  ///< Empty: a file that needs other files is an error.
};

/// Reads a .glb or .gltf file from memory.
///
/// Every fault and warning goes to `diagnostics` with its place as a path into the JSON, such as
/// "accessors[3].count"; the Error returned is the first fault. At most kMaxGltfFaults are listed.
/// Never throws for any content, never recurses into it, never opens a connection. Memory: at most
/// kGltfBaseBytes + kGltfBytesPerByte times the bytes read, for decoded data. Cost: linear.
/// Loss and limits: docs/gltf.md.
[[nodiscard]] Result<Asset> import_gltf(std::span<const std::byte> bytes,
                                        const GltfOptions& options, Diagnostics& diagnostics);

/// Reads a file and what it refers to. Nothing outside the file's folder is opened, whatever the
/// URIs say and wherever symbolic links point.
[[nodiscard]] Result<Asset> import_gltf_file(const std::filesystem::path& file,
                                             Diagnostics& diagnostics);

/// An asset, and a hash of all bytes it was read from: the file's and those of every file it refers
/// to, in the order they are asked for. What a document keeps to see that a source has changed.
struct GltfSource {
    Asset asset;
    std::uint64_t content_hash = 0;
};
[[nodiscard]] Result<GltfSource> import_gltf_source(const std::filesystem::path& file,
                                                    Diagnostics& diagnostics);

/// A regular file of at most 4 GiB as a whole. Devices, pipes and folders are rejected: they may
/// have no end. Code: "gltf-file".
[[nodiscard]] Result<std::vector<std::byte>> read_model_file(const std::filesystem::path& file);

/// A loader for the files of one folder, as import_gltf_file uses it.
[[nodiscard]] GltfLoader gltf_folder_loader(const std::filesystem::path& folder);

inline constexpr std::size_t kMaxGltfFaults = 1000;
inline constexpr std::size_t kMaxGltfJsonDepth = 256;
inline constexpr std::size_t kMaxGltfJsonValues = 8'000'000;
inline constexpr std::uint64_t kGltfBaseBytes = std::uint64_t{64} << 20;
inline constexpr std::uint64_t kGltfBytesPerByte = 64;

}  // namespace motus

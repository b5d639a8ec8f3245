// motus/import/fbx/fbx.h - FBX files, binary and ASCII, to an Asset, trusting no byte of them.
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

/// Gives the bytes of a file beside the FBX file, by a relative path with `/` between its parts and
/// no `.` or `..` in it. An Error's cause becomes a warning: a picture may be missing.
using FbxLoader = std::function<Result<std::vector<std::byte>>(const std::string& path)>;

struct FbxOptions {
    FbxLoader load{};  ///< Empty: pictures outside the file are left out, with a warning.
};

/// What a file has beside its asset.
struct FbxInfo {
    std::uint32_t version = 0;  ///< 5000 to 7700.
    bool ascii = false;
    double metres_per_unit = 0.01;
    double rate_hz = 0.0;        ///< Frames a second of the program that wrote the file.
    std::size_t curves = 0;      ///< Animation curves in the file, of whatever.
    std::size_t keys = 0;        ///< Their keys.
    double largest_error = 0.0;  ///< Of tracks that had to be fitted, as docs/fbx.md measures it.
};

/// Formats of today give a corner of a polygon its own vertex; FBX' own vertices are fewer.
struct FbxPoints {
    std::size_t count = 0;                                ///< The file's vertices of this mesh.
    std::vector<std::vector<std::uint32_t>> of_vertices;  ///< Per primitive: which of them each is.
};

struct FbxScene {
    Asset asset;
    FbxInfo info;
    std::vector<FbxPoints> points;  ///< One per mesh of the asset.
};

/// Reads an FBX file of version 5000 to 7700 from memory. The asset is right-handed, Y up, in
/// metres, whatever the axes and the unit of the file are. Times of clips are those of the file.
///
/// Every fault and warning goes to `diagnostics`; its place is a path into the file, such as
/// "Objects.Model[Cube].InheritType". The Error returned is the first fault. Never throws for any
/// content and never recurses into it. Memory: at most kFbxBaseBytes + kFbxBytesPerByte times the
/// bytes read, for decoded data. Cost: linear. Losses and limits: docs/fbx.md.
[[nodiscard]] Result<FbxScene> import_fbx(std::span<const std::byte> bytes,
                                          const FbxOptions& options, Diagnostics& diagnostics);

/// A scene, and a hash of the bytes it was read from: the file's and those of every picture.
struct FbxSource {
    FbxScene scene;
    std::uint64_t content_hash = 0;
};

/// Reads a file, and the pictures in its folder that it names.
[[nodiscard]] Result<FbxSource> import_fbx_source(const std::filesystem::path& file,
                                                  Diagnostics& diagnostics);

inline constexpr std::size_t kMaxFbxFaults = 1000;
inline constexpr std::size_t kMaxFbxDepth = 128;         ///< Of nested nodes of the file.
inline constexpr std::size_t kMaxFbxModels = 1'000'000;  ///< Of one scene.
inline constexpr std::uint64_t kFbxBaseBytes = std::uint64_t{64} << 20;
inline constexpr std::uint64_t kFbxBytesPerByte = 64;

}  // namespace motus

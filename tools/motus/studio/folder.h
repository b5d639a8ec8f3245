// tools/motus/studio/folder.h - the folder a studio works in: what may be read and written there.
// Room: tools. Includes core. Included by the server.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/result.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace motus::tool {

/// A file as the page lists it.
struct FolderFile {
    std::string path;  ///< Below the folder, with '/'.
    std::uint64_t bytes = 0;
    std::int64_t changed_ns = 0;  ///< Of the last change, since 1970.
};

/// Files below one folder, and no others: a path that climbs out of it, goes through a link that
/// leaves it, or names something hidden is as if it were not there.
class ProjectFolder {
  public:
    /// `root` must be a folder.
    explicit ProjectFolder(const std::filesystem::path& root);

    [[nodiscard]] const std::filesystem::path& root() const noexcept { return root_; }

    /// The file of a request's path, which need not exist yet; its folder must.
    [[nodiscard]] std::optional<std::filesystem::path> find(std::string_view path) const;

    /// Documents, models and Unity files, sorted by path; at most `most` of them.
    [[nodiscard]] std::vector<FolderFile> list(std::size_t most = 10'000) const;

  private:
    std::filesystem::path root_;
};

/// All bytes of a plain file; nothing where it is none or cannot be read.
[[nodiscard]] std::optional<std::string> read_whole(const std::filesystem::path& path);

/// What changes when the content does, as an HTTP entity tag with its quotes.
[[nodiscard]] std::string entity_tag(std::string_view content);

}  // namespace motus::tool

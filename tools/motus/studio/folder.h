// tools/motus/studio/folder.h - the folder a studio works in: what may be read and written there.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/result.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
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

/// Some files of a folder, sorted by path.
struct FolderList {
    std::vector<FolderFile> files;
    bool is_complete = true;  ///< False where there is more than the bounds allow to look at, or
                              ///< a folder cannot be read.
};

/// Files below one folder, and no others: a path that climbs out of it, goes through a link that
/// leaves it or leads nowhere, or names something hidden or no plain file is as if it were not
/// there.
class ProjectFolder {
  public:
    /// `root` must be a folder.
    explicit ProjectFolder(const std::filesystem::path& root);

    [[nodiscard]] const std::filesystem::path& root() const noexcept { return root_; }

    /// The file of a request's path, which need not exist yet; its folder must.
    [[nodiscard]] std::optional<std::filesystem::path> find(std::string_view path) const;

    /// Documents, models and Unity files: at most `most` of them, among the first `looked_at`
    /// entries of the folder and those below it.
    [[nodiscard]] FolderList list(std::size_t most = 10'000, std::size_t looked_at = 50'000) const;

  private:
    std::filesystem::path root_;
};

/// The list of a folder for any number of pages that ask for it every two seconds: made once a
/// second at most, and so that it takes no more than a tenth of the time. Thread-safe.
class FolderWatch {
  public:
    explicit FolderWatch(const ProjectFolder& folder) : folder_(folder) {}

    [[nodiscard]] std::shared_ptr<const FolderList> list();
    /// A file was written: the next list is a new one.
    void forget();

  private:
    const ProjectFolder& folder_;
    std::mutex mutex_;
    std::shared_ptr<const FolderList> last_;
    std::chrono::steady_clock::time_point good_until_;
};

/// All bytes of a plain file; nothing where it is none or cannot be read.
[[nodiscard]] std::optional<std::string> read_whole(const std::filesystem::path& path);

/// What changes when the content does, as an HTTP entity tag with its quotes.
[[nodiscard]] std::string entity_tag(std::string_view content);

}  // namespace motus::tool

// motus/bake/disk_store.h - a folder that keeps results of bake steps for all programs.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/store.h>
#include <motus/core/result.h>

#include <cstdint>
#include <filesystem>

namespace motus {

/// What a folder may hold unless told otherwise: 1 GiB.
inline constexpr std::uint64_t kStoreBytes = std::uint64_t{1} << 30;

/// Keeps each result in a file of its own: FOLDER/ab/abcd..., named by its key.
///
/// - Files are written beside their place and renamed: whoever reads sees all of a file or none,
///   and a program that is killed leaves no part of one under a key.
/// - A file says its key, its size and the hash of its bytes. One that does not keep to it is
///   removed, and counts as not there.
/// - Where the folder holds more than `most_bytes`, the files that were used longest ago go, until
///   it is four fifths full. Times of files are those of their last use.
/// - Any number of programs and threads may use a folder at once. They only wait for each other,
///   for a second at most, while sizes are counted.
///
/// What cannot be written is not kept, and that is no error: a full disk costs time, not a bake.
class DiskStore final : public BakeStore {
  public:
    /// Makes the folder, for its owner only, where it is not there. Code: "store-folder".
    [[nodiscard]] static Result<DiskStore> open(std::filesystem::path folder,
                                                std::uint64_t most_bytes = kStoreBytes);

    [[nodiscard]] std::optional<AlignedBytes> find(const BakeKey& key) override;
    void put(const BakeKey& key, std::span<const std::byte> bytes) override;

    /// Bytes of all files, counted now; and removes the oldest where they are too many.
    std::uint64_t trim();

  private:
    DiskStore(std::filesystem::path folder, std::uint64_t most_bytes)
        : folder_(std::move(folder)), most_bytes_(most_bytes) {}
    [[nodiscard]] std::filesystem::path path_of(const BakeKey& key) const;
    void count(std::uint64_t bytes);
    std::uint64_t trim_held();

    std::filesystem::path folder_;
    std::uint64_t most_bytes_;
};

/// The user's cache folder for Motus: $XDG_CACHE_HOME/motus, else $HOME/.cache/motus. Empty where
/// neither is set.
[[nodiscard]] std::filesystem::path default_store_folder();

}  // namespace motus

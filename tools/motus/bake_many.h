// tools/motus/bake_many.h - many files to one folder: on all cores, and only what has changed.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake_cache.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace motus::tool {

/// What one output was made from.
struct ManifestEntry {
    std::string file;  ///< As it was named.
    std::vector<InputFile> inputs;
    InputFile output;  ///< `path` is its name in the folder.
};

/// The list of what a folder's outputs were made from: `.motus-bake` in it. A list that cannot be
/// read, or that another build of motus wrote, or one that baked with other settings, counts as
/// none: then everything is baked again.
class Manifest {
  public:
    /// `settings` as text_of gives them.
    Manifest(std::string folder, const std::string& settings);

    /// Whether the output of that name is what `file` gives, as far as the list and the files
    /// themselves tell. Times are compared first; where they differ, or are so new that a change
    /// might not show, contents are.
    [[nodiscard]] bool is_current(const std::string& output, const std::string& file) const;
    void set(ManifestEntry entry) { entries_[entry.output.path] = std::move(entry); }
    void forget(const std::string& output) { entries_.erase(output); }
    /// Writes the list. Throws an InputFault where that fails.
    void save() const;

  private:
    std::string folder_;
    std::string tool_;  ///< The program, and what it was told.
    std::int64_t saved_ns_ = 0;
    std::map<std::string, ManifestEntry> entries_;
};

struct BakeManyJob {
    std::vector<std::string> files;
    std::string folder;
    unsigned threads = 0;  ///< 0: one per core. Never more than files, or than kMostThreads.
    bool force = false;    ///< Bakes what is current too.
    BakeRun run{};         ///< For each file.
};

/// Faults of one file, or of what was to become of it.
struct BakeFailure {
    std::string file;
    Diagnostics diagnostics;
    std::string output;
    std::optional<Error> unwritten;  ///< Why `output` could not be written.
};

struct BakeManyResult {
    std::size_t baked = 0, current = 0;
    std::uint64_t bytes = 0;            ///< Written.
    std::vector<BakeFailure> failures;  ///< And files with warnings; in the order of the files.
    std::size_t failed = 0;
};

/// Bakes each file to `folder`/NAME.motusb. A file with faults leaves its old output alone and the
/// others are baked all the same. Throws a UsageFault where two files would have one output.
[[nodiscard]] BakeManyResult bake_many(const BakeManyJob& job);

}  // namespace motus::tool

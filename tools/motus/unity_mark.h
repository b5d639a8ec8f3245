// tools/motus/unity_mark.h - what an import of a Unity file may write over, and files that are
// written together.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace motus::tool {

/// Throws an InputFault where the file `output` is there and holds work that an import would
/// destroy: it was not imported from a Unity file, or was changed since, or has unsaved edits in
/// its journal. Gives back which other source it was imported from, where there is one.
[[nodiscard]] std::string check_replaceable(const std::string& output, const std::string& source);

/// Files that are written all or not: those written are as before where `keep` was not called.
class FileSet {
  public:
    FileSet() = default;
    ~FileSet();
    FileSet(const FileSet&) = delete;
    FileSet& operator=(const FileSet&) = delete;
    /// Throws an InputFault.
    void write(const std::string& file, std::span<const std::byte> bytes);
    void keep() { before_.clear(); }

  private:
    struct Before {
        std::string file, text;
        bool was_there = false;
    };
    std::vector<Before> before_;
};

}  // namespace motus::tool

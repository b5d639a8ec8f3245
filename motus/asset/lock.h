// motus/asset/lock.h - holds a file against other programs that would write it.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/result.h>

#include <chrono>
#include <filesystem>
#include <utility>

namespace motus {

/// A lock on a file, for programs that ask for it: those of Motus do. It is an flock of the file
/// itself, so nothing is left behind, and the system ends it with the program. Two locks of one
/// program exclude each other too. WebAssembly knows no other programs: there nothing is held.
class FileLock {
  public:
    FileLock() noexcept = default;
    /// Takes over an open file that has the lock.
    explicit FileLock(int file) noexcept : file_(file) {}
    FileLock(FileLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
    FileLock& operator=(FileLock&& other) noexcept {
        std::swap(file_, other.file_);
        return *this;
    }
    ~FileLock();

    /// Waits up to `wait` for whoever holds the file; "file-locked" if it is held all that time.
    /// What is not there or is no plain file is not held, and that is no error.
    [[nodiscard]] static Result<FileLock> take(const std::filesystem::path& path,
                                               std::chrono::milliseconds wait);

    [[nodiscard]] bool is_held() const noexcept { return file_ >= 0; }

  private:
    int file_ = -1;
};

/// Locks an open file at once. False, with errno, where that is not possible: EWOULDBLOCK where
/// another has the lock.
[[nodiscard]] bool try_lock(int file) noexcept;

}  // namespace motus

// motus/load/mapped.h - a file mapped into memory: bytes that the system loads when they are read.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/status.h>

#include <cstddef>
#include <span>

namespace motus {

/// A file mapped for reading. Move-only. Do not write to a file that is mapped: replace it by
/// renaming a new one over it, as `motus bake` does; then the old bytes stay until this is gone.
class MappedFile {
  public:
    MappedFile() noexcept = default;
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    ~MappedFile();

    /// `missing` where the file cannot be opened, `bad_size` where it is empty, `bad_data` where
    /// the system refuses to map it. What was mapped before is let go only on success.
    Status open(const char* path) noexcept;

    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return {data_, size_}; }

  private:
    const std::byte* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace motus

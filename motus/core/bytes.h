// motus/core/bytes.h - owns bytes at a 64-byte boundary: a baked file in memory.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <utility>

namespace motus {

/// Bytes in memory that starts at a multiple of 64, as baked files want it; malloc gives less, 8
/// in WebAssembly. Zeroed when made. Move-only; moving it leaves views valid.
class AlignedBytes {
  public:
    AlignedBytes() noexcept = default;
    explicit AlignedBytes(std::size_t size);
    /// A copy.
    explicit AlignedBytes(std::span<const std::byte> bytes);
    AlignedBytes(AlignedBytes&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    AlignedBytes& operator=(AlignedBytes&& other) noexcept;
    ~AlignedBytes();

    [[nodiscard]] std::byte* data() noexcept { return data_; }
    [[nodiscard]] const std::byte* data() const noexcept { return data_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::byte* begin() noexcept { return data_; }
    [[nodiscard]] std::byte* end() noexcept { return data_ + size_; }
    [[nodiscard]] const std::byte* begin() const noexcept { return data_; }
    [[nodiscard]] const std::byte* end() const noexcept { return data_ + size_; }
    [[nodiscard]] std::byte& operator[](std::size_t index) noexcept { return data_[index]; }
    [[nodiscard]] std::byte operator[](std::size_t index) const noexcept { return data_[index]; }
    operator std::span<const std::byte>() const noexcept { return {data_, size_}; }  // NOLINT
    operator std::span<std::byte>() noexcept { return {data_, size_}; }              // NOLINT

    friend bool operator==(const AlignedBytes& a, const AlignedBytes& b) noexcept;

  private:
    std::byte* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace motus

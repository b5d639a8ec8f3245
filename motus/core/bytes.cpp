// SPDX-License-Identifier: MIT
#include <motus/core/bytes.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace motus {
namespace {

constexpr std::align_val_t kAlignment{64};

}  // namespace

AlignedBytes::AlignedBytes(std::size_t size)
    : data_(size != 0 ? static_cast<std::byte*>(::operator new(size, kAlignment)) : nullptr),
      size_(size) {
    if (size != 0) std::memset(data_, 0, size);
}

AlignedBytes::AlignedBytes(std::span<const std::byte> bytes) : AlignedBytes(bytes.size()) {
    if (!bytes.empty()) std::memcpy(data_, bytes.data(), bytes.size());
}

AlignedBytes& AlignedBytes::operator=(AlignedBytes&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
}

AlignedBytes::~AlignedBytes() {
    ::operator delete(data_, kAlignment);
}

bool operator==(const AlignedBytes& a, const AlignedBytes& b) noexcept {
    return a.size_ == b.size_ && std::equal(a.begin(), a.end(), b.begin());
}

}  // namespace motus

// motus/bake/store.h - results of bake steps, kept under a hash of everything that went in.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/bytes.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace motus {

/// Stands for everything that goes into a step: 128 bits, so that two different inputs do not meet
/// by chance. The same on every machine. Not against malice.
struct BakeKey {
    std::uint64_t high = 0, low = 0;

    friend bool operator==(const BakeKey& a, const BakeKey& b) noexcept {
        return a.high == b.high && a.low == b.low;
    }
    friend bool operator<(const BakeKey& a, const BakeKey& b) noexcept {
        return a.high != b.high ? a.high < b.high : a.low < b.low;
    }
};

/// 32 hexadecimal digits.
[[nodiscard]] std::string to_string(const BakeKey& key);

/// The hash of bytes: MurmurHash3 of 128 bits, several gigabytes a second.
[[nodiscard]] BakeKey hash_key(std::span<const std::byte> bytes) noexcept;

/// Puts a key together, part by part. Order counts, and so does where one part ends.
class KeyMaker {
  public:
    /// `version` is to be raised whenever the step gives another result for the same input.
    KeyMaker(std::string_view step, std::uint32_t version);

    KeyMaker& add(std::uint64_t number);
    KeyMaker& add(double number);
    KeyMaker& add(const BakeKey& key);
    KeyMaker& add_bytes(std::span<const std::byte> bytes);
    KeyMaker& add_text(std::string_view text);
    /// Items without padding, or with padding that is 0.
    template <class T>
    KeyMaker& add_items(std::span<const T> items) {
        static_assert(std::is_trivially_copyable_v<T>);
        return add_bytes(std::as_bytes(items));
    }

    [[nodiscard]] BakeKey key() const noexcept;

  private:
    std::vector<std::uint64_t> words_;
};

/// Keeps results. A step is pure, so what was kept under its key is what it would give again: a
/// store may forget anything at any time, and must never give other bytes than were put. Calls may
/// come from several threads at once.
class BakeStore {
  public:
    virtual ~BakeStore() = default;
    /// What was put under the key. Nothing where it was forgotten, or was damaged since.
    [[nodiscard]] virtual std::optional<AlignedBytes> find(const BakeKey& key) = 0;
    /// Keeps a copy, if it can.
    virtual void put(const BakeKey& key, std::span<const std::byte> bytes) = 0;
};

}  // namespace motus

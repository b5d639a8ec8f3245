// motus/core/hash.h - 64-bit FNV-1a: names to keys, state to a number that tests can pin; and a
// fast checksum of bytes.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace motus {

/// Hash of a name. Same on every machine; 0 is never returned, so that 0 can mean "no name".
enum class NameHash : std::uint64_t { none = 0 };

inline constexpr std::uint64_t kHashSeed = 0xcbf29ce484222325u;

/// Extends `hash` by one byte.
[[nodiscard]] constexpr std::uint64_t hash_byte(std::uint64_t hash, std::uint8_t byte) noexcept {
    return (hash ^ byte) * 0x100000001b3u;
}

[[nodiscard]] constexpr NameHash hash_name(std::string_view name) noexcept {
    std::uint64_t hash = kHashSeed;
    for (char c : name)
        hash = hash_byte(hash, static_cast<std::uint8_t>(c));
    return NameHash{hash != 0 ? hash : 1};
}

/// Extends `hash` by an integer, low byte first whatever the machine.
[[nodiscard]] std::uint64_t hash_u64(std::uint64_t hash, std::uint64_t value) noexcept;

/// Checksum of bytes as little-endian words, several at a time: many gigabytes a second. Any change
/// inside one word changes it. The same on every machine; not for names, not against malice.
[[nodiscard]] std::uint64_t checksum_bytes(std::span<const std::byte> bytes) noexcept;

/// Extends `hash` by the bit patterns of `values`; -0 and +0 differ, every NaN is the same.
[[nodiscard]] std::uint64_t hash_floats(std::uint64_t hash, std::span<const float> values) noexcept;

}  // namespace motus

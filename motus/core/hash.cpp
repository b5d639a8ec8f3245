// SPDX-License-Identifier: MIT
#include <motus/core/hash.h>

#include <bit>
#include <cstring>

namespace motus {
namespace {

std::uint64_t hash_u32(std::uint64_t hash, std::uint32_t value) noexcept {
    for (int shift = 0; shift < 32; shift += 8) {
        hash = hash_byte(hash, static_cast<std::uint8_t>(value >> shift));
    }
    return hash;
}

std::uint64_t load_word(const std::byte* bytes) noexcept {
    std::uint64_t word = 0;
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(&word, bytes, sizeof word);
    } else {
        for (int i = 7; i >= 0; --i)
            word = (word << 8) | static_cast<std::uint8_t>(bytes[i]);
    }
    return word;
}

// One-to-one in both arguments: no change of a single word is lost. The shift brings high bits
// back down, so that two flips of the highest bit do not cancel.
std::uint64_t mix_word(std::uint64_t lane, std::uint64_t word) noexcept {
    lane = (lane ^ word) * 0x9e3779b97f4a7c15u;
    return lane ^ (lane >> 32);
}

}  // namespace

std::uint64_t checksum_bytes(std::span<const std::byte> bytes) noexcept {
    // Four lanes: the multiplication takes longer than a load, and they overlap.
    std::uint64_t lanes[4] = {1, 2, 3, 4};
    const std::byte* at = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= 32; left -= 32, at += 32) {
        for (int i = 0; i < 4; ++i)
            lanes[i] = mix_word(lanes[i], load_word(at + 8 * i));
    }
    std::uint64_t hash = bytes.size();
    for (std::uint64_t lane : lanes)
        hash = mix_word(hash, lane);
    for (; left >= 8; left -= 8, at += 8)
        hash = mix_word(hash, load_word(at));
    std::byte rest[8] = {};
    if (left != 0) {
        std::memcpy(rest, at, left);
        hash = mix_word(hash, load_word(rest));
    }
    return hash;
}

std::uint64_t hash_u64(std::uint64_t hash, std::uint64_t value) noexcept {
    hash = hash_u32(hash, static_cast<std::uint32_t>(value));
    return hash_u32(hash, static_cast<std::uint32_t>(value >> 32));
}

std::uint64_t hash_floats(std::uint64_t hash, std::span<const float> values) noexcept {
    for (float value : values) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        // NaN payloads differ between machines (x86 and wasm choose other signs).
        if ((bits & 0x7fffffffu) > 0x7f800000u) bits = 0x7fc00000u;
        hash = hash_u32(hash, bits);
    }
    return hash;
}

}  // namespace motus

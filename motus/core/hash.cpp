// SPDX-License-Identifier: MIT
#include <motus/core/hash.h>

#include <cstring>

namespace motus {
namespace {

std::uint64_t hash_u32(std::uint64_t hash, std::uint32_t value) noexcept {
    for (int shift = 0; shift < 32; shift += 8) {
        hash = hash_byte(hash, static_cast<std::uint8_t>(value >> shift));
    }
    return hash;
}

}  // namespace

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

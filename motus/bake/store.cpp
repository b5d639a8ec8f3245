// SPDX-License-Identifier: MIT
#include <motus/bake/store.h>

#include <bit>

namespace motus {
namespace {

// Both constants and both finishers are those of MurmurHash3_x64_128, by Austin Appleby, who put
// it into the public domain.
constexpr std::uint64_t kMurmur1 = 0x87c37b91114253d5u;
constexpr std::uint64_t kMurmur2 = 0x4cf5ad432745937fu;

constexpr std::uint64_t rotate(std::uint64_t x, int bits) noexcept {
    return (x << bits) | (x >> (64 - bits));
}

constexpr std::uint64_t scramble_1(std::uint64_t k) noexcept {
    return rotate(k * kMurmur1, 31) * kMurmur2;
}

constexpr std::uint64_t scramble_2(std::uint64_t k) noexcept {
    return rotate(k * kMurmur2, 33) * kMurmur1;
}

constexpr std::uint64_t finish(std::uint64_t k) noexcept {
    k = (k ^ (k >> 33)) * 0xff51afd7ed558ccdu;
    k = (k ^ (k >> 33)) * 0xc4ceb9fe1a85ec53u;
    return k ^ (k >> 33);
}

/// Up to eight bytes, the first one lowest.
std::uint64_t word_at(const std::byte* bytes, std::size_t count = 8) noexcept {
    std::uint64_t word = 0;
    if (std::endian::native == std::endian::little && count == 8) {
        std::memcpy(&word, bytes, sizeof word);
        return word;
    }
    for (std::size_t i = 0; i < count; ++i)
        word |= std::uint64_t{static_cast<std::uint8_t>(bytes[i])} << (8 * i);
    return word;
}

}  // namespace

std::string to_string(const BakeKey& key) {
    constexpr char kDigits[] = "0123456789abcdef";
    std::string out;
    for (const std::uint64_t half : {key.high, key.low}) {
        for (int shift = 60; shift >= 0; shift -= 4)
            out += kDigits[(half >> shift) & 15];
    }
    return out;
}

BakeKey hash_key(std::span<const std::byte> bytes) noexcept {
    std::uint64_t h1 = 0, h2 = 0;
    const std::byte* at = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= 16; left -= 16, at += 16) {
        h1 = (rotate(h1 ^ scramble_1(word_at(at)), 27) + h2) * 5 + 0x52dce729;
        h2 = (rotate(h2 ^ scramble_2(word_at(at + 8)), 31) + h1) * 5 + 0x38495ab5;
    }
    if (left > 8) h2 ^= scramble_2(word_at(at + 8, left - 8));
    if (left > 0) h1 ^= scramble_1(word_at(at, left < 8 ? left : 8));
    h1 ^= bytes.size();
    h2 ^= bytes.size();
    h1 += h2;
    h2 += h1;
    h1 = finish(h1);
    h2 = finish(h2);
    h1 += h2;
    h2 += h1;
    return {h1, h2};
}

KeyMaker::KeyMaker(std::string_view step, std::uint32_t version) {
    add_text(step).add(std::uint64_t{version});
}

KeyMaker& KeyMaker::add(std::uint64_t number) {
    words_.push_back(number);
    return *this;
}

KeyMaker& KeyMaker::add(double number) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    return add(bits);
}

KeyMaker& KeyMaker::add(const BakeKey& key) {
    return add(key.high).add(key.low);
}

KeyMaker& KeyMaker::add_bytes(std::span<const std::byte> bytes) {
    return add(std::uint64_t{bytes.size()}).add(hash_key(bytes));
}

KeyMaker& KeyMaker::add_text(std::string_view text) {
    return add_bytes(std::as_bytes(std::span<const char>(text.data(), text.size())));
}

BakeKey KeyMaker::key() const noexcept {
    return hash_key(std::as_bytes(std::span<const std::uint64_t>(words_)));
}

}  // namespace motus

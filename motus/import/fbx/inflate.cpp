// SPDX-License-Identifier: MIT
#include <motus/import/fbx/inflate.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace motus::fbx {
namespace {

constexpr std::size_t kLongestCode = 15;
constexpr std::size_t kTableBits = 10;

/// Bits of the input, the lowest first. Past the end it gives zeros, and says so.
class BitReader {
  public:
    explicit BitReader(std::span<const std::byte> input) : input_(input) {}

    void fill() {
        if (at_ + 8 <= input_.size() && count_ <= 32) {
            std::uint32_t word = 0;
            for (std::size_t i = 0; i < 4; ++i)
                word |= std::to_integer<std::uint32_t>(input_[at_ + i]) << (8 * i);
            bits_ |= std::uint64_t{word} << count_;
            at_ += 4;
            count_ += 32;
            return;
        }
        while (count_ <= 32) {
            if (at_ < input_.size()) {
                bits_ |= std::to_integer<std::uint64_t>(input_[at_++]) << count_;
            } else {
                ++past_;
            }
            count_ += 8;
        }
    }
    /// At least 32 bits after fill().
    [[nodiscard]] std::uint32_t peek() const { return static_cast<std::uint32_t>(bits_); }
    void drop(std::size_t count) {
        bits_ >>= count;
        count_ -= count;
    }
    std::uint32_t take(std::size_t count) {
        fill();
        const std::uint32_t value = peek() & ((1u << count) - 1u);
        drop(count);
        return value;
    }
    void to_byte() { drop(count_ & 7u); }
    /// Whether bits were used that are not there.
    [[nodiscard]] bool is_past() const { return past_ * 8 > count_; }

  private:
    std::span<const std::byte> input_;
    std::uint64_t bits_ = 0;
    std::size_t at_ = 0, count_ = 0, past_ = 0;
};

/// A canonical Huffman code: a table for codes of up to kTableBits, counting for longer ones.
class HuffmanCode {
  public:
    /// False: the lengths are of no code. A code of one symbol, or of none, may be incomplete.
    bool build(std::span<const std::uint8_t> lengths) {
        std::array<std::uint16_t, kLongestCode + 1> counts{};
        for (const std::uint8_t length : lengths)
            ++counts[length];
        counts[0] = 0;
        counts_ = counts;
        int left = 1, used = 0;
        for (std::size_t length = 1; length <= kLongestCode; ++length) {
            left = left * 2 - counts[length];
            used += counts[length];
            if (left < 0) return false;
        }
        if (left > 0 && used > 1) return false;
        std::array<std::uint16_t, kLongestCode + 2> first{};
        std::array<std::uint32_t, kLongestCode + 2> code{};
        for (std::size_t length = 1; length <= kLongestCode; ++length) {
            first[length + 1] = static_cast<std::uint16_t>(first[length] + counts[length]);
            code[length + 1] = (code[length] + counts[length]) << 1;
        }
        table_.fill(0);
        for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
            const std::size_t length = lengths[symbol];
            if (length == 0) continue;
            symbols_[first[length]++] = static_cast<std::uint16_t>(symbol);
            const std::uint32_t bits = code[length]++;
            if (length > kTableBits) continue;
            std::uint32_t turned = 0;
            for (std::size_t i = 0; i < length; ++i)
                turned |= ((bits >> i) & 1u) << (length - 1 - i);
            for (std::uint32_t at = turned; at < table_.size(); at += 1u << length)
                table_[at] = static_cast<std::uint16_t>(symbol << 4 | length);
        }
        return true;
    }

    /// The next symbol; -1 where the bits are no code.
    int read(BitReader& bits) const {
        bits.fill();
        const std::uint32_t word = bits.peek();
        if (const std::uint16_t entry = table_[word & (table_.size() - 1)]; entry != 0) {
            bits.drop(entry & 15u);
            return entry >> 4;
        }
        std::int32_t code = 0, first = 0, index = 0;
        for (std::size_t length = 1; length <= kLongestCode; ++length) {
            code |= static_cast<std::int32_t>((word >> (length - 1)) & 1u);
            const std::int32_t count = counts_[length];
            if (code - count < first) {
                bits.drop(length);
                return symbols_[static_cast<std::size_t>(index + code - first)];
            }
            index += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        return -1;
    }

  private:
    std::array<std::uint16_t, kLongestCode + 1> counts_{};
    std::array<std::uint16_t, 320> symbols_{};
    std::array<std::uint16_t, std::size_t{1} << kTableBits> table_{};
};

constexpr std::array<std::uint16_t, 29> kLengthBase = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                                       15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                                       67, 83, 99, 115, 131, 163, 195, 227, 258};
constexpr std::array<std::uint8_t, 29> kLengthBits = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                                      2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
constexpr std::array<std::uint16_t, 30> kDistanceBase = {
    1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
    193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
constexpr std::array<std::uint8_t, 30> kDistanceBits = {0, 0, 0,  0,  1,  1,  2,  2,  3,  3,
                                                        4, 4, 5,  5,  6,  6,  7,  7,  8,  8,
                                                        9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

class Inflater {
  public:
    Inflater(std::span<const std::byte> input, std::span<std::byte> out)
        : bits_(input), out_(out) {}

    bool run() {
        const std::uint32_t method = bits_.take(8), flags = bits_.take(8);
        if ((method & 15u) != 8 || (method << 8 | flags) % 31 != 0 || (flags & 32u) != 0)
            return false;
        bool last = false;
        while (!last) {
            last = bits_.take(1) != 0;
            const std::uint32_t kind = bits_.take(2);
            if (bits_.is_past()) return false;
            const bool ok = kind == 0   ? stored()
                            : kind == 1 ? fixed_codes() && coded()
                            : kind == 2 ? own_codes() && coded()
                                        : false;
            if (!ok) return false;
        }
        if (at_ != out_.size()) return false;
        bits_.to_byte();
        std::uint32_t sum = 0;
        for (int i = 0; i < 4; ++i)
            sum = sum << 8 | bits_.take(8);
        return !bits_.is_past() && sum == adler();
    }

  private:
    bool stored() {
        bits_.to_byte();
        const std::uint32_t count = bits_.take(16), check = bits_.take(16);
        if ((count ^ check) != 0xffffu || count > out_.size() - at_) return false;
        for (std::uint32_t i = 0; i < count; ++i)
            out_[at_++] = static_cast<std::byte>(bits_.take(8));
        return !bits_.is_past();
    }

    bool fixed_codes() {
        std::array<std::uint8_t, 288> lengths{};
        std::fill(lengths.begin(), lengths.begin() + 144, std::uint8_t{8});
        std::fill(lengths.begin() + 144, lengths.begin() + 256, std::uint8_t{9});
        std::fill(lengths.begin() + 256, lengths.begin() + 280, std::uint8_t{7});
        std::fill(lengths.begin() + 280, lengths.end(), std::uint8_t{8});
        std::array<std::uint8_t, 32> distances{};
        distances.fill(5);
        return literals_.build(lengths) && distances_.build(distances);
    }

    bool own_codes() {
        const std::size_t literals = bits_.take(5) + 257, distances = bits_.take(5) + 1;
        const std::size_t count = bits_.take(4) + 4;
        if (literals > 286 || distances > 30) return false;
        constexpr std::array<std::uint8_t, 19> kOrder = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                         11, 4,  12, 3, 13, 2, 14, 1, 15};
        std::array<std::uint8_t, 320> lengths{};
        for (std::size_t i = 0; i < count; ++i)
            lengths[kOrder[i]] = static_cast<std::uint8_t>(bits_.take(3));
        if (!literals_.build(std::span(lengths).first(19))) return false;
        lengths.fill(0);
        std::size_t at = 0;
        const std::size_t all = literals + distances;
        while (at < all) {
            const int symbol = literals_.read(bits_);
            if (symbol < 0 || bits_.is_past()) return false;
            if (symbol < 16) {
                lengths[at++] = static_cast<std::uint8_t>(symbol);
                continue;
            }
            if (symbol == 16 && at == 0) return false;
            const std::uint8_t value = symbol == 16 ? lengths[at - 1] : std::uint8_t{0};
            const std::size_t repeat = symbol == 16   ? 3 + bits_.take(2)
                                       : symbol == 17 ? 3 + bits_.take(3)
                                                      : 11 + bits_.take(7);
            if (repeat > all - at) return false;
            std::fill_n(lengths.begin() + static_cast<std::ptrdiff_t>(at), repeat, value);
            at += repeat;
        }
        return lengths[256] != 0 && literals_.build(std::span(lengths).first(literals)) &&
               distances_.build(std::span(lengths).subspan(literals, distances));
    }

    bool coded() {
        while (true) {
            const int symbol = literals_.read(bits_);
            if (symbol < 0 || bits_.is_past()) return false;
            if (symbol < 256) {
                if (at_ == out_.size()) return false;
                out_[at_++] = static_cast<std::byte>(symbol);
                continue;
            }
            if (symbol == 256) return true;
            const auto by = static_cast<std::size_t>(symbol - 257);
            if (by >= kLengthBase.size()) return false;
            const std::size_t length = kLengthBase[by] + bits_.take(kLengthBits[by]);
            const int far = distances_.read(bits_);
            if (far < 0 || static_cast<std::size_t>(far) >= kDistanceBase.size()) return false;
            const auto far_by = static_cast<std::size_t>(far);
            const std::size_t distance = kDistanceBase[far_by] + bits_.take(kDistanceBits[far_by]);
            if (distance > at_ || length > out_.size() - at_) return false;
            if (distance >= length) {
                std::memcpy(&out_[at_], &out_[at_ - distance], length);
                at_ += length;
            } else {
                for (std::size_t i = 0; i < length; ++i, ++at_)
                    out_[at_] = out_[at_ - distance];
            }
        }
    }

    [[nodiscard]] std::uint32_t adler() const {
        std::uint32_t a = 1, b = 0;
        for (std::size_t i = 0; i < out_.size();) {
            const std::size_t stop = std::min(out_.size(), i + 5552);  // no overflow before
            for (; i < stop; ++i) {
                a += std::to_integer<std::uint32_t>(out_[i]);
                b += a;
            }
            a %= 65521;
            b %= 65521;
        }
        return b << 16 | a;
    }

    BitReader bits_;
    std::span<std::byte> out_;
    std::size_t at_ = 0;
    HuffmanCode literals_, distances_;
};

}  // namespace

bool inflate(std::span<const std::byte> input, std::span<std::byte> out) noexcept {
    return Inflater(input, out).run();
}

}  // namespace motus::fbx

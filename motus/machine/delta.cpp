// SPDX-License-Identifier: MIT
#include <motus/core/hash.h>
#include <motus/machine/delta.h>

#include <cstdint>
#include <cstring>

namespace motus {
namespace {

// Layout: size, check of the result (4 bytes), then pairs of (bytes to keep, bytes to replace,
// those bytes) until the size is reached. Numbers are base 128, low digits first.
constexpr std::size_t kMergeGap = 2;  // a run of equal bytes this short costs more than it saves

class Writer {
  public:
    explicit Writer(std::span<std::byte> out) noexcept : out_(out) {}
    void number(std::uint64_t value) noexcept {
        do {
            const auto low = static_cast<std::uint8_t>(value & 127u);
            value >>= 7;
            byte(std::byte{static_cast<std::uint8_t>(low | (value != 0 ? 128u : 0u))});
        } while (value != 0);
    }
    void byte(std::byte value) noexcept {
        if (count_ < out_.size()) out_[count_] = value;
        ++count_;
    }
    void bytes(std::span<const std::byte> values) noexcept {
        for (const std::byte b : values)
            byte(b);
    }
    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    [[nodiscard]] bool fits() const noexcept { return count_ <= out_.size(); }

  private:
    std::span<std::byte> out_;
    std::size_t count_ = 0;
};

class Reader {
  public:
    explicit Reader(std::span<const std::byte> in) noexcept : in_(in) {}
    bool number(std::uint64_t& value) noexcept {
        value = 0;
        for (unsigned shift = 0; shift < 63; shift += 7) {
            if (in_.empty()) return false;
            const auto digit = static_cast<std::uint64_t>(in_.front());
            in_ = in_.subspan(1);
            value |= (digit & 127u) << shift;
            if (digit < 128u) return true;
        }
        return false;
    }
    bool bytes(std::uint64_t count, std::span<const std::byte>& out) noexcept {
        if (count > in_.size()) return false;
        out = in_.first(static_cast<std::size_t>(count));
        in_ = in_.subspan(static_cast<std::size_t>(count));
        return true;
    }
    [[nodiscard]] bool at_end() const noexcept { return in_.empty(); }

  private:
    std::span<const std::byte> in_;
};

std::uint32_t check_of(std::uint64_t hash) noexcept {
    return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

std::uint64_t hash_part(std::uint64_t hash, std::span<const std::byte> bytes) noexcept {
    for (const std::byte b : bytes)
        hash = hash_byte(hash, static_cast<std::uint8_t>(b));
    return hash;
}

// Visits the result part by part: keep(at, count), then replace(at, bytes). False: damaged.
template <class Keep, class Replace>
bool walk(Reader reader, std::size_t size, Keep keep, Replace replace) noexcept {
    std::size_t at = 0;
    while (at < size) {
        std::uint64_t kept = 0, changed = 0;
        if (!reader.number(kept) || kept > size - at) return false;
        keep(at, static_cast<std::size_t>(kept));
        at += static_cast<std::size_t>(kept);
        if (at == size) break;
        std::span<const std::byte> bytes;
        if (!reader.number(changed) || changed > size - at || !reader.bytes(changed, bytes)) {
            return false;
        }
        replace(at, bytes);
        at += bytes.size();
        if (kept == 0 && changed == 0) return false;  // no way forward
    }
    return reader.at_end();
}

}  // namespace

std::size_t delta_bound(std::size_t size) noexcept {
    return size + size / 64 + 32;
}

Status encode_delta(std::span<const std::byte> from, std::span<const std::byte> to,
                    std::span<std::byte> out, std::size_t& written) noexcept {
    written = 0;
    const std::size_t size = from.size();
    if (to.size() != size) return Status::bad_size;
    Writer writer(out);
    writer.number(size);
    const std::uint32_t check = check_of(hash_part(kHashSeed, to));
    for (unsigned i = 0; i < 4; ++i)
        writer.byte(std::byte{static_cast<std::uint8_t>(check >> (8 * i))});
    std::size_t at = 0;
    while (at < size) {
        std::size_t begin = at;
        while (begin < size && from[begin] == to[begin])
            ++begin;
        writer.number(begin - at);
        if (begin == size) break;
        std::size_t end = begin + 1;  // behind the last byte of the run that differs
        for (std::size_t i = end; i < size && i - end <= kMergeGap; ++i) {
            if (from[i] != to[i]) end = i + 1;
        }
        writer.number(end - begin);
        writer.bytes(to.subspan(begin, end - begin));
        at = end;
    }
    if (!writer.fits()) return Status::bad_size;
    written = writer.count();
    return Status::ok;
}

Status apply_delta(std::span<const std::byte> from, std::span<const std::byte> delta,
                   std::span<std::byte> out) noexcept {
    Reader reader(delta);
    std::uint64_t size = 0;
    if (!reader.number(size)) return Status::bad_data;
    if (size != from.size() || out.size() != from.size()) return Status::bad_size;
    std::span<const std::byte> stored;
    if (!reader.bytes(4, stored)) return Status::bad_data;
    std::uint32_t check = 0;
    for (unsigned i = 0; i < 4; ++i)
        check |= static_cast<std::uint32_t>(stored[i]) << (8 * i);
    std::uint64_t hash = kHashSeed;
    const bool whole = walk(
        reader, from.size(),
        [&](std::size_t at, std::size_t count) { hash = hash_part(hash, from.subspan(at, count)); },
        [&](std::size_t, std::span<const std::byte> bytes) { hash = hash_part(hash, bytes); });
    if (!whole || check_of(hash) != check) return Status::bad_data;
    if (out.data() != from.data() && !out.empty()) {
        std::memmove(out.data(), from.data(), out.size());
    }
    (void)walk(
        reader, from.size(), [](std::size_t, std::size_t) {},
        [&](std::size_t at, std::span<const std::byte> bytes) {
            if (!bytes.empty()) std::memcpy(out.data() + at, bytes.data(), bytes.size());
        });
    return Status::ok;
}

}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/import/gltf/meshopt_codec.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace motus::gltf {
namespace {

constexpr std::size_t kGroup = 16;          // Elements that share one width of deltas.
constexpr std::size_t kMostElements = 256;  // Of a block.
constexpr std::size_t kChannel = 4;         // Bytes of an element that share a way to add deltas.

/// The deltas of one byte of the elements of a block.
using Plane = std::array<std::uint8_t, kMostElements>;

/// Bits of a delta, by the two bits in a plane's header.
using Widths = std::array<std::uint8_t, 4>;
constexpr Widths kWidthsOfVersion0 = {0, 2, 4, 8};
constexpr Widths kWidthsOfControl[] = {{0, 1, 2, 4}, {1, 2, 4, 8}};
constexpr unsigned kControlZero = 2, kControlLiteral = 3;

enum class DeltaMode : std::uint8_t { bytes, halves, rotated_xor };

void read_group(MeshoptStream& stream, unsigned width, std::uint8_t* out) {
    if (width == 0) {
        std::memset(out, 0, kGroup);
        return;
    }
    const auto packed = stream.take(kGroup * width / 8);
    if (packed.empty()) return;
    if (width == 8) {
        std::memcpy(out, packed.data(), kGroup);
        return;
    }
    const unsigned all_ones = (1u << width) - 1;
    const unsigned per_byte = 8 / width;
    for (std::size_t i = 0; i < kGroup; ++i) {
        // One-bit deltas start at the lowest bit of a byte, wider ones at the highest.
        const unsigned place = static_cast<unsigned>(i % per_byte);
        const unsigned shift = width == 1 ? place : 8 - width * (place + 1);
        const unsigned delta = packed[i / per_byte] >> shift & all_ones;
        out[i] = delta == all_ones ? stream.next() : static_cast<std::uint8_t>(delta);
    }
}

void read_plane(MeshoptStream& stream, const Widths& widths, std::size_t elements, Plane& out) {
    const std::size_t groups = (elements + kGroup - 1) / kGroup;
    const auto header = stream.take((groups + 3) / 4);
    if (header.empty()) return;
    for (std::size_t group = 0; group < groups && !stream.short_of; ++group) {
        const unsigned code = header[group / 4] >> (group % 4 * 2) & 3u;
        read_group(stream, widths[code], out.data() + group * kGroup);
    }
}

void read_controlled_plane(MeshoptStream& stream, unsigned control, std::size_t elements,
                           Plane& out) {
    if (control == kControlZero) {
        std::memset(out.data(), 0, elements);
    } else if (control == kControlLiteral) {
        const auto bytes = stream.take(elements);
        if (!bytes.empty()) std::memcpy(out.data(), bytes.data(), elements);
    } else {
        read_plane(stream, kWidthsOfControl[control], elements, out);
    }
}

/// Zigzag: 0, -1, 1, -2 ... as 0, 1, 2, 3.
template <typename T>
T signed_of(T v) {
    return static_cast<T>((v & 1) != 0 ? ~(v >> 1) : v >> 1);
}

/// Adds up deltas of `T`, made of sizeof(T) planes, to values that are `stride` bytes apart.
template <typename T, typename Next>
void add_deltas(const Plane* planes, std::size_t elements, std::size_t stride, std::uint8_t* before,
                std::uint8_t* out, Next next) {
    T value;
    std::memcpy(&value, before, sizeof value);
    for (std::size_t i = 0; i < elements; ++i, out += stride) {
        std::uint32_t delta = 0;
        for (std::size_t k = 0; k < sizeof(T); ++k)
            delta |= static_cast<std::uint32_t>(planes[k][i]) << (8 * k);
        value = next(value, static_cast<T>(delta));
        std::memcpy(out, &value, sizeof value);
    }
    std::memcpy(before, &value, sizeof value);
}

template <typename T>
void add_differences(const Plane* planes, std::size_t elements, std::size_t stride,
                     std::uint8_t* before, std::uint8_t* out) {
    for (std::size_t k = 0; k < kChannel; k += sizeof(T)) {
        add_deltas<T>(planes + k, elements, stride, before + k, out + k,
                      [](T value, T delta) { return static_cast<T>(value + signed_of(delta)); });
    }
}

/// The decoder of one stream, from its tail on.
struct Attributes {
    MeshoptStream stream;
    std::size_t stride = 0;
    bool controls = false;                                ///< Version 1.
    std::array<std::uint8_t, 256> before{};               ///< The element before the next.
    std::array<std::uint8_t, 256 / kChannel> channels{};  ///< Mode, and bits to rotate by.

    /// False: the tail is none.
    bool open(std::span<const std::uint8_t> bytes) {
        const std::size_t channel_bytes = controls ? stride / kChannel : 0;
        const std::size_t tail = stride + channel_bytes;
        const std::size_t padded = std::max<std::size_t>(tail, controls ? 24 : 32);
        if (bytes.size() < padded + 1) return false;
        stream.bytes = bytes.subspan(1, bytes.size() - 1 - padded);
        std::memcpy(before.data(), bytes.data() + bytes.size() - tail, stride);
        for (std::size_t i = 0; i < channel_bytes; ++i) {
            channels[i] = bytes[bytes.size() - channel_bytes + i];
            const unsigned mode = channels[i] & 15u, rotation = channels[i] >> 4;
            if (mode > 2 || (mode < 2 && rotation != 0)) return false;
        }
        return true;
    }

    void read_block(std::size_t elements, std::uint8_t* out) {
        const auto control = stream.take(controls ? stride / kChannel : 0);
        std::array<Plane, kChannel> planes;
        for (std::size_t c = 0; c * kChannel < stride && !stream.short_of; ++c) {
            for (std::size_t k = 0; k < kChannel; ++k) {
                if (controls) {
                    read_controlled_plane(stream, control[c] >> (2 * k) & 3u, elements, planes[k]);
                } else {
                    read_plane(stream, kWidthsOfVersion0, elements, planes[k]);
                }
                if (stream.short_of) return;
            }
            add_channel(c, planes.data(), elements, out + c * kChannel);
        }
    }

    void add_channel(std::size_t c, const Plane* planes, std::size_t elements, std::uint8_t* out) {
        std::uint8_t* const last = before.data() + c * kChannel;
        switch (static_cast<DeltaMode>(channels[c] & 15u)) {
            case DeltaMode::bytes:
                return add_differences<std::uint8_t>(planes, elements, stride, last, out);
            case DeltaMode::halves:
                return add_differences<std::uint16_t>(planes, elements, stride, last, out);
            case DeltaMode::rotated_xor:
                break;
        }
        const unsigned rotation = channels[c] >> 4;
        add_deltas<std::uint32_t>(
            planes, elements, stride, last, out, [=](std::uint32_t value, std::uint32_t delta) {
                return value ^ (delta >> rotation | delta << ((32 - rotation) & 31));
            });
    }
};

}  // namespace

std::string_view decode_attributes(std::span<const std::uint8_t> bytes, std::size_t count,
                                   std::size_t stride, std::span<std::uint8_t> out) {
    if (bytes.empty() || (bytes[0] != 0xa0 && bytes[0] != 0xa1)) {
        return "the compressed data is not of a known version";
    }
    Attributes decoder;
    decoder.stride = stride;
    decoder.controls = bytes[0] == 0xa1;
    if (!decoder.open(bytes)) return "the end of the compressed data is broken";
    const std::size_t most = std::min((8192 / stride) & ~(kGroup - 1), kMostElements);
    for (std::size_t first = 0; first < count && !decoder.stream.short_of; first += most) {
        decoder.read_block(std::min(most, count - first), out.data() + first * stride);
    }
    return decoder.stream.fault();
}

}  // namespace motus::gltf

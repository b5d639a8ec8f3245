// SPDX-License-Identifier: MIT
#include <motus/import/gltf/meshopt_codec.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace motus::gltf {
namespace {

/// The nearest whole number that T holds, halves away from zero.
template <typename T>
T rounded(float v) {
    constexpr float kLow = static_cast<float>(std::numeric_limits<T>::min());
    constexpr float kHigh = static_cast<float>(std::numeric_limits<T>::max());
    const float whole = std::floor(std::fabs(v) + 0.5f);
    const float value = v < 0.0f ? -whole : whole;
    if (!(value > kLow)) return std::numeric_limits<T>::min();
    return value < kHigh ? static_cast<T>(value) : std::numeric_limits<T>::max();
}

/// Two coordinates on an octahedron to a direction. The third number says what stands for 1.
template <typename T>
void decode_octahedral(std::array<T, 4>& v) {
    constexpr float kMost = static_cast<float>(std::numeric_limits<T>::max());
    const float one = static_cast<float>(v[2] < 1 ? 1 : v[2]);
    float x = static_cast<float>(v[0]) / one;
    float y = static_cast<float>(v[1]) / one;
    const float z = 1.0f - std::fabs(x) - std::fabs(y);
    const float fold = z < 0.0f ? -z : 0.0f;
    x -= std::copysign(fold, x);
    y -= std::copysign(fold, y);
    const float length = std::sqrt(x * x + y * y + z * z);
    v[0] = rounded<T>(x / length * kMost);
    v[1] = rounded<T>(y / length * kMost);
    v[2] = rounded<T>(z / length * kMost);
}

/// Three components to four: the largest follows from the others.
void decode_quaternion(std::array<std::int16_t, 4>& v) {
    constexpr float kRange = 0.70710678f;  // No other component can be larger.
    const float one = static_cast<float>(v[3] < 0 ? 3 : v[3] | 3);
    const float x = static_cast<float>(v[0]) / one * kRange;
    const float y = static_cast<float>(v[1]) / one * kRange;
    const float z = static_cast<float>(v[2]) / one * kRange;
    const float rest = 1.0f - x * x - y * y - z * z;
    const float w = rest > 0.0f ? std::sqrt(rest) : 0.0f;
    const std::size_t largest = static_cast<std::size_t>(v[3] & 3);
    v[(largest + 1) % 4] = rounded<std::int16_t>(x * 32767.0f);
    v[(largest + 2) % 4] = rounded<std::int16_t>(y * 32767.0f);
    v[(largest + 3) % 4] = rounded<std::int16_t>(z * 32767.0f);
    v[largest] = rounded<std::int16_t>(w * 32767.0f);
}

/// A signed exponent of 8 bits above a signed mantissa of 24.
float decode_exponential(std::uint32_t v) {
    const std::int32_t exponent = static_cast<std::int32_t>(v) >> 24;
    const std::int32_t mantissa = static_cast<std::int32_t>(v << 8) >> 8;
    return std::ldexp(static_cast<float>(mantissa), exponent);
}

/// Luma and two chroma, K bits each, to red, green and blue. The highest bit of the fourth
/// component says what K is; below it stands alpha.
template <typename T>
void decode_color(std::array<T, 4>& v) {
    using Signed = std::make_signed_t<T>;
    std::int32_t most = 1;  // Of K bits.
    while (most < v[3])
        most = most << 1 | 1;
    const std::int32_t luma = v[0];
    const std::int32_t orange = static_cast<Signed>(v[1]), green = static_cast<Signed>(v[2]);
    std::int32_t alpha = v[3] & (most >> 1);
    alpha = alpha << 1 | (alpha & 1);
    const float scale =
        static_cast<float>(std::numeric_limits<T>::max()) / static_cast<float>(most);
    v[0] = rounded<T>(static_cast<float>(luma + orange - green) * scale);
    v[1] = rounded<T>(static_cast<float>(luma + green) * scale);
    v[2] = rounded<T>(static_cast<float>(luma - orange - green) * scale);
    v[3] = rounded<T>(static_cast<float>(alpha) * scale);
}

template <typename T, typename Decode>
void for_each_value(std::span<std::uint8_t> data, Decode decode) {
    for (std::size_t at = 0; at + sizeof(T) <= data.size(); at += sizeof(T)) {
        T value;
        std::memcpy(&value, data.data() + at, sizeof value);
        decode(value);
        std::memcpy(data.data() + at, &value, sizeof value);
    }
}

template <typename T>
using Four = std::array<T, 4>;

}  // namespace

void apply_filter(MeshoptFilter filter, std::size_t stride, std::span<std::uint8_t> data) {
    switch (filter) {
        case MeshoptFilter::none:
            return;
        case MeshoptFilter::octahedral:
            if (stride == 4)
                return for_each_value<Four<std::int8_t>>(data, decode_octahedral<std::int8_t>);
            return for_each_value<Four<std::int16_t>>(data, decode_octahedral<std::int16_t>);
        case MeshoptFilter::quaternion:
            return for_each_value<Four<std::int16_t>>(data, decode_quaternion);
        case MeshoptFilter::exponential:
            return for_each_value<std::uint32_t>(data, [](std::uint32_t& bits) {
                const float value = decode_exponential(bits);
                std::memcpy(&bits, &value, sizeof bits);
            });
        case MeshoptFilter::color:
            if (stride == 4)
                return for_each_value<Four<std::uint8_t>>(data, decode_color<std::uint8_t>);
            return for_each_value<Four<std::uint16_t>>(data, decode_color<std::uint16_t>);
    }
}

}  // namespace motus::gltf

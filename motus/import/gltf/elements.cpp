// Elements of an accessor as floats and integers, sparse ones put in their places.
// SPDX-License-Identifier: MIT
#include <motus/import/gltf/accessor.h>

#include <cmath>
#include <cstring>

namespace motus::gltf {
namespace {

template <typename T>
T load_as(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

template <typename T>
float fraction(T value) {
    if constexpr (sizeof(T) == 4) {
        return static_cast<float>(static_cast<double>(value) / 4294967295.0);
    } else {
        constexpr float kMost = T(-1) < T(0) ? (sizeof(T) == 1 ? 127.0f : 32767.0f)
                                             : (sizeof(T) == 1 ? 255.0f : 65535.0f);
        const float f = static_cast<float>(value) / kMost;
        return f < -1.0f ? -1.0f : f;
    }
}

template <typename T>
void convert(const std::byte* from, std::size_t stride, std::size_t count, std::size_t width,
             bool normalized, float* out) {
    for (std::size_t i = 0; i < count; ++i, from += stride) {
        for (std::size_t k = 0; k < width; ++k) {
            const T value = load_as<T>(from + k * sizeof(T));
            *out++ = normalized ? fraction(value) : static_cast<float>(value);
        }
    }
}

void convert_floats(const Accessor& a, const std::byte* from, std::size_t stride, std::size_t count,
                    float* out) {
    const std::size_t width = a.width;
    switch (a.component) {
        case Component::i8:
            return convert<std::int8_t>(from, stride, count, width, a.normalized, out);
        case Component::u8:
            return convert<std::uint8_t>(from, stride, count, width, a.normalized, out);
        case Component::i16:
            return convert<std::int16_t>(from, stride, count, width, a.normalized, out);
        case Component::u16:
            return convert<std::uint16_t>(from, stride, count, width, a.normalized, out);
        case Component::u32:
            return convert<std::uint32_t>(from, stride, count, width, a.normalized, out);
        case Component::f32:
            break;
    }
    if (stride == width * sizeof(float)) {
        std::memcpy(out, from, count * stride);
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        std::memcpy(out + i * width, from + i * stride, width * sizeof(float));
    }
}

std::uint32_t load_unsigned(Component component, const std::byte* at) {
    if (component == Component::u8) return load_as<std::uint8_t>(at);
    if (component == Component::u16) return load_as<std::uint16_t>(at);
    return load_as<std::uint32_t>(at);
}

/// Calls replace(element, source) for each sparse element.
template <typename Replace>
bool apply_sparse(Context& context, const Accessor& a, std::uint64_t count,
                  const std::string& place, Replace replace) {
    const std::size_t index_bytes = size_of(a.sparse_component);
    const std::size_t value_bytes = a.width * size_of(a.component);
    std::uint64_t next = 0;
    for (std::size_t i = 0; i < a.sparse_count; ++i) {
        const std::uint64_t at =
            load_unsigned(a.sparse_component, a.sparse_indices.data() + i * index_bytes);
        if (at >= a.count || at < next) {
            return context.faults.error(
                "gltf-accessor", place,
                "sparse index " + std::to_string(i) + " is " + std::to_string(at) +
                    (at >= a.count ? ", past the last element" : ", not above the one before"));
        }
        next = at + 1;
        if (at < count) {
            replace(static_cast<std::size_t>(at), a.sparse_values.data() + i * value_bytes);
        }
    }
    return true;
}

}  // namespace

bool read_floats(Context& context, const Accessor& a, std::uint64_t count, std::span<float> out,
                 const std::string& place) {
    const auto n = static_cast<std::size_t>(count);
    if (a.data.empty()) {
        for (std::size_t i = 0; i < n * a.width; ++i)
            out[i] = 0.0f;
    } else {
        convert_floats(a, a.data.data(), a.stride, n, out.data());
    }
    const std::size_t width = a.width;
    return apply_sparse(context, a, count, place, [&](std::size_t at, const std::byte* from) {
        convert_floats(a, from, width * size_of(a.component), 1, out.data() + at * width);
    });
}

bool affine_of(std::span<const float> columns, Mat34& out) {
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 4; ++column) {
            out.m[row * 4 + column] = columns[column * 4 + row];
        }
    }
    constexpr float kTolerance = 1e-4f;
    return std::fabs(columns[3]) <= kTolerance && std::fabs(columns[7]) <= kTolerance &&
           std::fabs(columns[11]) <= kTolerance && std::fabs(columns[15] - 1.0f) <= kTolerance;
}

bool read_integers(Context& context, const Accessor& a, std::span<std::uint32_t> out,
                   const std::string& place) {
    const std::size_t width = a.width, bytes = size_of(a.component);
    const auto n = static_cast<std::size_t>(a.count);
    const auto read = [&](std::size_t at, const std::byte* from) {
        for (std::size_t k = 0; k < width; ++k) {
            out[at * width + k] = load_unsigned(a.component, from + k * bytes);
        }
    };
    for (std::size_t i = 0; i < n; ++i) {
        if (a.data.empty()) {
            for (std::size_t k = 0; k < width; ++k)
                out[i * width + k] = 0;
        } else {
            read(i, a.data.data() + i * a.stride);
        }
    }
    return apply_sparse(context, a, a.count, place, read);
}

std::size_t first_not_finite(std::span<const float> values) noexcept {
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isfinite(values[i])) return i;
    }
    return values.size();
}

}  // namespace motus::gltf

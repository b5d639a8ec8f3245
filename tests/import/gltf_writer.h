// tests/import/gltf_writer.h - makes glTF files for tests, right or wrong as the test wants.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/diagnostics.h>
#include <motus/import/gltf/gltf.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace motus::test {

using nlohmann::json;

/// Positions of the corners of one triangle.
inline const std::vector<float> kTriangle = {0, 0, 0, 1, 0, 0, 0, 1, 0};

/// Component types by C++ type.
template <typename T>
constexpr int component_type() {
    if constexpr (std::is_same_v<T, std::int8_t>) return 5120;
    if constexpr (std::is_same_v<T, std::uint8_t>) return 5121;
    if constexpr (std::is_same_v<T, std::int16_t>) return 5122;
    if constexpr (std::is_same_v<T, std::uint16_t>) return 5123;
    if constexpr (std::is_same_v<T, std::uint32_t>) return 5125;
    return 5126;
}

/// A file in the making: `root` is its JSON, free to be changed; the rest fills the binary chunk.
struct GltfWriter {
    json root = {{"asset", {{"version", "2.0"}}}};
    std::vector<std::uint8_t> binary{};

    /// Appends bytes at a multiple of 4 and returns the bufferView of them.
    std::size_t view(const void* data, std::size_t size, int stride = 0);
    template <typename T>
    std::size_t view(const std::vector<T>& values, int stride = 0) {
        return view(values.data(), values.size() * sizeof(T), stride);
    }

    /// An accessor on a view of its own.
    template <typename T>
    std::size_t add(const std::vector<T>& values, const char* type, bool normalized = false) {
        return accessor(view(values), values.size() / width_of(type), component_type<T>(), type,
                        normalized);
    }
    std::size_t accessor(std::size_t view, std::size_t count, int component, const char* type,
                         bool normalized = false, std::size_t offset = 0);

    /// One mesh of one primitive with these attributes, on one node; returns the primitive.
    json& mesh(const json& attributes);
    /// One clip with one channel on `node`; returns the animation.
    json& clip(std::size_t node, const char* path, std::size_t input, std::size_t output,
               const char* interpolation = "LINEAR");

    [[nodiscard]] std::vector<std::byte> glb() const;
    /// The same as .gltf text, the buffer named by `uri`.
    [[nodiscard]] std::vector<std::byte> gltf(const std::string& uri) const;
    [[nodiscard]] std::string data_uri() const;

    static std::size_t width_of(const std::string& type);
};

/// Imports what must import; a failure of the test where it does not.
Asset import_ok(const std::vector<std::byte>& bytes, Diagnostics* diagnostics = nullptr,
                const GltfOptions& options = {});
inline Asset import_ok(const GltfWriter& writer, Diagnostics* diagnostics = nullptr) {
    return import_ok(writer.glb(), diagnostics);
}

/// Imports what must not; gives the error.
Error import_error(const std::vector<std::byte>& bytes, const GltfOptions& options = {});
inline Error import_error(const GltfWriter& writer) {
    return import_error(writer.glb());
}

/// True where a warning has this place and this in its text.
bool warned(const Diagnostics& diagnostics, const std::string& place, const std::string& text);

}  // namespace motus::test

// motus/asset/gltf_buffer.h - private: the binary chunk of a .glb and the accessors into it.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/json_writer.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace motus {

/// glTF's numbers for component types and buffer view targets.
enum class GltfComponent : std::uint16_t { u8 = 5121, u16 = 5123, u32 = 5125, f32 = 5126 };
enum class GltfTarget : std::uint16_t { none = 0, vertices = 34962, indices = 34963 };

/// What an accessor is made of.
struct GltfShape {
    GltfComponent component = GltfComponent::f32;
    std::uint8_t width = 1;  ///< Components per element: 1, 2, 3, 4, or 16 for a matrix.
    GltfTarget target = GltfTarget::none;
    bool bounds = false;  ///< Write min and max; floats only.
};

/// Collects blocks of bytes, each aligned to 4, and what refers to them.
class GltfBuffer {
  public:
    /// Adds bytes as a buffer view; gives its index.
    std::uint32_t add_view(std::span<const std::byte> bytes, GltfTarget target);

    /// Adds elements as an accessor of their own view; gives its index.
    std::uint32_t add(std::span<const std::byte> bytes, const GltfShape& shape);

    template <typename T>
    std::uint32_t add(const std::vector<T>& elements, const GltfShape& shape) {
        return add(std::as_bytes(std::span<const T>(elements)), shape);
    }

    /// An accessor of `count` zero elements, which takes no bytes.
    std::uint32_t add_zeros(std::uint32_t count, const GltfShape& shape);

    /// Writes "accessors", "bufferViews" and "buffers" into the open object.
    void write(JsonWriter& json) const;

    [[nodiscard]] const std::vector<std::byte>& bytes() const noexcept { return bytes_; }

  private:
    struct View {
        std::uint64_t offset = 0, length = 0;
        GltfTarget target = GltfTarget::none;
    };
    struct Accessor {
        std::uint32_t view = 0xffffffffu;
        std::uint64_t count = 0;
        GltfShape shape{};
        std::vector<float> low, high;
    };
    std::vector<std::byte> bytes_;
    std::vector<View> views_;
    std::vector<Accessor> accessors_;
};

}  // namespace motus

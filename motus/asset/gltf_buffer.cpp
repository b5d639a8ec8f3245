// SPDX-License-Identifier: MIT
#include <motus/asset/gltf_buffer.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace motus {
namespace {

static_assert(std::endian::native == std::endian::little, "glTF data is little-endian");

std::size_t size_of(GltfComponent component) {
    if (component == GltfComponent::u8) return 1;
    return component == GltfComponent::u16 ? 2 : 4;
}

const char* type_of(std::uint8_t width) {
    switch (width) {
        case 1:
            return "SCALAR";
        case 2:
            return "VEC2";
        case 3:
            return "VEC3";
        case 4:
            return "VEC4";
        default:
            return "MAT4";
    }
}

// As doubles: readers compare the bounds with the floats of the buffer.
void write_bounds(JsonWriter& json, const char* key, const std::vector<float>& bounds) {
    json.key(key).begin_array();
    for (const float bound : bounds)
        json.value(static_cast<double>(bound));
    json.end_array();
}

}  // namespace

std::uint32_t GltfBuffer::add_view(std::span<const std::byte> bytes, GltfTarget target) {
    bytes_.resize((bytes_.size() + 3) / 4 * 4);
    views_.push_back({bytes_.size(), bytes.size(), target});
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return static_cast<std::uint32_t>(views_.size() - 1);
}

std::uint32_t GltfBuffer::add(std::span<const std::byte> bytes, const GltfShape& shape) {
    Accessor accessor;
    accessor.view = add_view(bytes, shape.target);
    accessor.count = bytes.size() / (size_of(shape.component) * shape.width);
    accessor.shape = shape;
    if (shape.bounds) {
        for (std::size_t i = 0; i < accessor.count * shape.width; ++i) {
            float number = 0.0f;
            std::memcpy(&number, bytes.data() + i * sizeof number, sizeof number);
            if (i < shape.width) {
                accessor.low.push_back(number);
                accessor.high.push_back(number);
            } else {
                float& low = accessor.low[i % shape.width];
                float& high = accessor.high[i % shape.width];
                low = std::min(low, number);
                high = std::max(high, number);
            }
        }
    }
    accessors_.push_back(std::move(accessor));
    return static_cast<std::uint32_t>(accessors_.size() - 1);
}

std::uint32_t GltfBuffer::add_zeros(std::uint32_t count, const GltfShape& shape) {
    Accessor accessor;
    accessor.count = count;
    accessor.shape = shape;
    if (shape.bounds) accessor.low = accessor.high = std::vector<float>(shape.width);
    accessors_.push_back(std::move(accessor));
    return static_cast<std::uint32_t>(accessors_.size() - 1);
}

void GltfBuffer::write(JsonWriter& json) const {
    if (!accessors_.empty()) {
        json.key("accessors").begin_array();
        for (const Accessor& accessor : accessors_) {
            json.begin_object();
            if (accessor.view != 0xffffffffu) json.key("bufferView").value(accessor.view);
            json.key("componentType")
                .value(static_cast<std::uint32_t>(accessor.shape.component))
                .key("count")
                .value(accessor.count)
                .key("type")
                .value(type_of(accessor.shape.width));
            if (!accessor.low.empty()) {
                write_bounds(json, "min", accessor.low);
                write_bounds(json, "max", accessor.high);
            }
            json.end_object();
        }
        json.end_array();
    }
    if (views_.empty()) return;
    json.key("bufferViews").begin_array();
    for (const View& view : views_) {
        json.begin_object().key("buffer").value(0);
        json.key("byteOffset").value(view.offset).key("byteLength").value(view.length);
        if (view.target != GltfTarget::none) {
            json.key("target").value(static_cast<std::uint32_t>(view.target));
        }
        json.end_object();
    }
    json.end_array();
    json.key("buffers").begin_array().begin_object();
    json.key("byteLength").value(std::uint64_t{bytes_.size()});
    json.end_object().end_array();
}

}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/import/gltf/context.h>
#include <motus/import/gltf/meshopt_codec.h>

namespace motus::gltf {
namespace {

enum class MeshoptMode : std::uint8_t { attributes, triangles, indices };

bool read_mode(const Object& json, MeshoptMode& mode, MeshoptFilter& filter) {
    std::string name, filter_name = "NONE";
    if (!json.require("mode") || !json.text("mode", name) || !json.text("filter", filter_name)) {
        return false;
    }
    if (name == "ATTRIBUTES") {
        mode = MeshoptMode::attributes;
    } else if (name == "TRIANGLES") {
        mode = MeshoptMode::triangles;
    } else if (name == "INDICES") {
        mode = MeshoptMode::indices;
    } else {
        return json.error(kMeshoptCode, "mode",
                          in_quotes(name) + " is not a mode of the extension");
    }
    if (filter_name == "NONE") {
        filter = MeshoptFilter::none;
    } else if (filter_name == "OCTAHEDRAL") {
        filter = MeshoptFilter::octahedral;
    } else if (filter_name == "QUATERNION") {
        filter = MeshoptFilter::quaternion;
    } else if (filter_name == "EXPONENTIAL") {
        filter = MeshoptFilter::exponential;
    } else if (filter_name == "COLOR") {
        filter = MeshoptFilter::color;
    } else {
        return json.error(kMeshoptCode, "filter",
                          in_quotes(filter_name) + " is not a filter of the extension");
    }
    if (mode != MeshoptMode::attributes && filter != MeshoptFilter::none) {
        return json.error(kMeshoptCode, "filter", "only ATTRIBUTES may have a filter");
    }
    return true;
}

/// What the decoder asserts, and what no well-formed stream of this length can hold: a count that
/// the source's bytes cannot justify is refused before memory is taken for it.
bool check_sizes(const Object& json, MeshoptMode mode, MeshoptFilter filter, std::uint64_t count,
                 std::uint64_t stride, std::uint64_t source) {
    const auto bad_stride = [&](const char* rule) {
        return json.error(kMeshoptCode, "byteStride", std::to_string(stride) + " is not " + rule);
    };
    if (mode == MeshoptMode::attributes) {
        if (stride % 4 != 0) return bad_stride("a multiple of 4");
        if ((filter == MeshoptFilter::octahedral || filter == MeshoptFilter::color) &&
            stride != 4 && stride != 8) {
            return bad_stride("4 or 8, as the filter needs");
        }
        if (filter == MeshoptFilter::quaternion && stride != 8)
            return bad_stride("8, as QUATERNION needs");
        // 256 elements that are all equal take two bits a byte of one element: 1024 to 1.
        if (count > source * 1024 / stride) {
            return json.error(kMeshoptCode, "count", "is more than the compressed bytes can hold");
        }
        return true;
    }
    if (stride != 2 && stride != 4) return bad_stride("2 or 4");
    if (mode == MeshoptMode::triangles && count % 3 != 0) {
        return json.error(kMeshoptCode, "count", std::to_string(count) + " is not a multiple of 3");
    }
    if (count / (mode == MeshoptMode::triangles ? 3 : 1) > source) {
        return json.error(kMeshoptCode, "count", "is more than the compressed bytes can hold");
    }
    return true;
}

}  // namespace

bool decode_meshopt(Context& context, const Object& json, std::uint64_t view_length,
                    std::vector<std::byte>& out) {
    std::uint32_t index = kNone;
    std::uint64_t offset = 0, length = 0, stride = 0, count = 0;
    MeshoptMode mode{};
    MeshoptFilter filter{};
    bool ok =
        json.require("buffer") && json.index("buffer", context.buffers.size(), "buffer", index);
    ok = json.integer("byteOffset", offset, 0, std::uint64_t{1} << 53) && ok;
    ok = json.require("byteLength") &&
         json.integer("byteLength", length, 1, std::uint64_t{1} << 53) && ok;
    ok = json.require("byteStride") && json.integer("byteStride", stride, 1, 256) && ok;
    ok = json.require("count") && json.integer("count", count, 1, 0xffffffffu) && ok;
    ok = read_mode(json, mode, filter) && ok;
    if (!ok) return false;
    const Buffer& buffer = context.buffers[index];
    if (!buffer.valid) {
        return buffer.fallback &&
               json.error(kMeshoptCode, "buffer", "is a fallback buffer without data");
    }
    const std::uint64_t size = buffer.data.size();
    if (offset > size || length > size - offset) {
        return json.error(kMeshoptCode, "byteLength",
                          std::to_string(length) + " bytes from " + std::to_string(offset) +
                              " reach past the " + std::to_string(size) + " of buffer " +
                              std::to_string(index));
    }
    if (!check_sizes(json, mode, filter, count, stride, length)) return false;
    if (count * stride != view_length) {
        return json.error(kMeshoptCode, "count",
                          "count times byteStride is " + std::to_string(count * stride) +
                              ", the view's byteLength " + std::to_string(view_length));
    }
    if (!context.charge(count, stride, json.where("count"))) return false;

    const auto n = static_cast<std::size_t>(count);
    const auto step = static_cast<std::size_t>(stride);
    const std::span<const std::uint8_t> stream(
        reinterpret_cast<const std::uint8_t*>(buffer.data.data()) + offset,
        static_cast<std::size_t>(length));
    out.resize(n * step);
    const std::span<std::uint8_t> data(reinterpret_cast<std::uint8_t*>(out.data()), out.size());
    std::string_view cause;
    switch (mode) {
        case MeshoptMode::attributes:
            cause = decode_attributes(stream, n, step, data);
            break;
        case MeshoptMode::triangles:
            cause = decode_triangles(stream, n, step, data);
            break;
        case MeshoptMode::indices:
            cause = decode_indices(stream, n, step, data);
            break;
    }
    if (!cause.empty()) return json.error(kMeshoptCode, "", std::string(cause));
    apply_filter(filter, step, data);
    return true;
}

}  // namespace motus::gltf

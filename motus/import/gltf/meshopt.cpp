// SPDX-License-Identifier: MIT
#include <motus/import/gltf/context.h>

#if defined(MOTUS_HAVE_MESHOPT)
#include <meshoptimizer.h>
#endif

namespace motus::gltf {

#if defined(MOTUS_HAVE_MESHOPT)
namespace {

enum class Mode : std::uint8_t { attributes, triangles, indices };
enum class Filter : std::uint8_t { none, octahedral, quaternion, exponential };

bool read_mode(const Object& json, Mode& mode, Filter& filter) {
    std::string name, filter_name = "NONE";
    if (!json.require("mode") || !json.text("mode", name) || !json.text("filter", filter_name)) {
        return false;
    }
    if (name == "ATTRIBUTES") {
        mode = Mode::attributes;
    } else if (name == "TRIANGLES") {
        mode = Mode::triangles;
    } else if (name == "INDICES") {
        mode = Mode::indices;
    } else {
        return json.error(kMeshoptCode, "mode",
                          in_quotes(name) + " is not a mode of the extension");
    }
    if (filter_name == "NONE") {
        filter = Filter::none;
    } else if (filter_name == "OCTAHEDRAL") {
        filter = Filter::octahedral;
    } else if (filter_name == "QUATERNION") {
        filter = Filter::quaternion;
    } else if (filter_name == "EXPONENTIAL") {
        filter = Filter::exponential;
    } else {
        return json.error(kMeshoptCode, "filter",
                          in_quotes(filter_name) + " is not a filter of the extension");
    }
    if (mode != Mode::attributes && filter != Filter::none) {
        return json.error(kMeshoptCode, "filter", "only ATTRIBUTES may have a filter");
    }
    return true;
}

/// What the decoder asserts, and what no well-formed stream of this length can hold: a count that
/// the source's bytes cannot justify is refused before memory is taken for it.
bool check_sizes(const Object& json, Mode mode, Filter filter, std::uint64_t count,
                 std::uint64_t stride, std::uint64_t source) {
    const auto bad_stride = [&](const char* rule) {
        return json.error(kMeshoptCode, "byteStride", std::to_string(stride) + " is not " + rule);
    };
    if (mode == Mode::attributes) {
        if (stride % 4 != 0) return bad_stride("a multiple of 4");
        if (filter == Filter::octahedral && stride != 4 && stride != 8) {
            return bad_stride("4 or 8, as OCTAHEDRAL needs");
        }
        if (filter == Filter::quaternion && stride != 8)
            return bad_stride("8, as QUATERNION needs");
        // 256 equal bytes take 4: no more than 64 to 1.
        if (count > source * 64 / stride) {
            return json.error(kMeshoptCode, "count", "is more than the compressed bytes can hold");
        }
        return true;
    }
    if (stride != 2 && stride != 4) return bad_stride("2 or 4");
    if (mode == Mode::triangles && count % 3 != 0) {
        return json.error(kMeshoptCode, "count", std::to_string(count) + " is not a multiple of 3");
    }
    if (count / (mode == Mode::triangles ? 3 : 1) > source) {
        return json.error(kMeshoptCode, "count", "is more than the compressed bytes can hold");
    }
    return true;
}

}  // namespace

bool decode_meshopt(Context& context, const Object& json, std::uint64_t view_length,
                    std::vector<std::byte>& out) {
    std::uint32_t index = kNone;
    std::uint64_t offset = 0, length = 0, stride = 0, count = 0;
    Mode mode{};
    Filter filter{};
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
    const auto source = static_cast<std::size_t>(length);
    const auto* bytes = reinterpret_cast<const unsigned char*>(buffer.data.data()) + offset;
    out.resize(n * step);
    int result = 0;
    switch (mode) {
        case Mode::attributes:
            result = meshopt_decodeVertexBuffer(out.data(), n, step, bytes, source);
            break;
        case Mode::triangles:
            result = meshopt_decodeIndexBuffer(out.data(), n, step, bytes, source);
            break;
        case Mode::indices:
            result = meshopt_decodeIndexSequence(out.data(), n, step, bytes, source);
            break;
    }
    if (result != 0)
        return json.error(kMeshoptCode, "", "the compressed data is broken or too new");
    if (filter == Filter::octahedral) meshopt_decodeFilterOct(out.data(), n, step);
    if (filter == Filter::quaternion) meshopt_decodeFilterQuat(out.data(), n, step);
    if (filter == Filter::exponential) meshopt_decodeFilterExp(out.data(), n, step);
    return true;
}

#else

bool decode_meshopt(Context&, const Object& json, std::uint64_t, std::vector<std::byte>&) {
    return json.error("gltf-meshopt", "",
                      "this build has no meshoptimizer; import the file with the command line");
}

#endif

}  // namespace motus::gltf

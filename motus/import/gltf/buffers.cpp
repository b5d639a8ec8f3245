// SPDX-License-Identifier: MIT
#include <motus/import/gltf/context.h>
#include <motus/import/gltf/uri.h>

#include <limits>

namespace motus::gltf {
namespace {

constexpr std::uint64_t kMaxLength = std::uint64_t{1} << 53;

/// The extension of either name: the second is the first with more in it.
Object meshopt_of(const Object& json) {
    Object extension = json.extension("KHR_meshopt_compression");
    return extension.exists() ? extension : json.extension("EXT_meshopt_compression");
}

void read_buffer(Context& context, const Object& json, std::size_t index, Buffer& buffer) {
    std::uint64_t length = 0;
    if (!json.require("byteLength") || !json.integer("byteLength", length, 1, kMaxLength)) return;
    // A buffer without data stands for what views have compressed, whether it says so or not.
    bool fallback =
        context.uses("KHR_meshopt_compression") || context.uses("EXT_meshopt_compression");
    if (!meshopt_of(json).boolean("fallback", fallback)) return;
    std::string uri;
    if (!json.text("uri", uri)) return;
    std::span<const std::byte> data{};
    if (!json.has("uri")) {
        if (index == 0 && context.container.has_binary) {
            data = context.container.binary;
        } else if (fallback) {
            buffer.fallback = true;
            return;
        } else {
            json.error(kBufferCode, "uri",
                       index == 0 ? "is not there, and the file has no binary chunk"
                                  : "is not there; only buffer 0 may be the binary chunk");
            return;
        }
    } else if (is_data_uri(uri)) {
        std::string media_type, cause;
        if (!decode_data_uri(uri, buffer.own, media_type, cause)) {
            json.error("gltf-uri", "uri", cause);
            return;
        }
        data = buffer.own;
    } else {
        const auto* file = context.load(uri, false, json.where("uri"));
        if (file == nullptr) return;
        data = *file;
    }
    if (data.size() < length) {
        json.error(kBufferCode, "byteLength",
                   "says " + std::to_string(length) + ", but there are " +
                       std::to_string(data.size()) + " bytes");
        return;
    }
    buffer.data = data.first(static_cast<std::size_t>(length));
    buffer.valid = true;
}

void read_view(Context& context, const Object& json, View& view) {
    std::uint32_t index = kNone;
    std::uint64_t offset = 0, length = 0, stride = 0;
    bool ok =
        json.require("buffer") && json.index("buffer", context.buffers.size(), "buffer", index);
    ok = json.integer("byteOffset", offset, 0, kMaxLength) && ok;
    ok = json.require("byteLength") && json.integer("byteLength", length, 1, kMaxLength) && ok;
    ok = json.integer("byteStride", stride, 4, 252) && ok;
    if (ok && stride % 4 != 0) {
        ok = json.error("gltf-range", "byteStride",
                        std::to_string(stride) + " is not a multiple of 4");
    }
    if (!ok) return;
    view.stride = static_cast<std::uint32_t>(stride);
    if (const Object extension = meshopt_of(json); extension.exists()) {
        if (!decode_meshopt(context, extension, length, view.own)) return;
        view.data = view.own;
        view.valid = true;
        return;
    }
    const Buffer& buffer = context.buffers[index];
    if (buffer.fallback) {
        json.error(
            kBufferCode, "buffer",
            "buffer " + std::to_string(index) + " has no data, and the view is not compressed");
        return;
    }
    if (!buffer.valid) return;
    const std::uint64_t size = buffer.data.size();
    if (offset > size || length > size - offset) {
        json.error(kBufferCode, "byteLength",
                   std::to_string(length) + " bytes from " + std::to_string(offset) +
                       " reach past the " + std::to_string(size) + " of buffer " +
                       std::to_string(index));
        return;
    }
    view.data =
        buffer.data.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
    view.valid = true;
}

}  // namespace

bool Context::charge(std::uint64_t count, std::uint64_t size, const std::string& place) {
    if (size != 0 && count > budget / size) {
        return faults.error("gltf-limit", place,
                            std::to_string(count) + " elements of " + std::to_string(size) +
                                " bytes are more than a file of this size may ask for");
    }
    budget -= count * size;
    return true;
}

const std::vector<std::byte>* Context::load(const std::string& uri, bool may_be_missing,
                                            const std::string& place) {
    std::string path, cause;
    if (!decode_relative_path(uri, path, cause)) {
        faults.error("gltf-uri", place, in_quotes(uri) + ": " + cause);
        return nullptr;
    }
    auto it = files.find(path);
    if (it == files.end()) {
        it = files
                 .emplace(path, options.load ? options.load(path)
                                             : Error{"", "", "there is no folder to read it from"})
                 .first;
        // What a file brings in may be decoded, too. Half the range keeps every sum in it.
        constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max() / 2;
        const std::uint64_t size = it->second ? it->second->size() : 0;
        if (size < kMost / kGltfBytesPerByte && budget < kMost) budget += size * kGltfBytesPerByte;
    }
    if (it->second) return &*it->second;
    const std::string message = in_quotes(uri) + ": " + it->second.error().cause;
    if (may_be_missing) {
        faults.warn("gltf-file", place, message);
    } else {
        faults.error("gltf-file", place, message);
    }
    return nullptr;
}

void read_buffers(Context& context) {
    const Array list = context.root.array("buffers");
    context.buffers.resize(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Object json = list.object(i);
        if (json.exists()) read_buffer(context, json, i, context.buffers[i]);
    }
}

void read_views(Context& context) {
    const Array list = context.root.array("bufferViews");
    context.views.resize(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Object json = list.object(i);
        if (json.exists()) read_view(context, json, context.views[i]);
    }
}

}  // namespace motus::gltf

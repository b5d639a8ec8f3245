// SPDX-License-Identifier: MIT
#include <motus/import/gltf/container.h>

#include <cstdint>
#include <string>

namespace motus::gltf {
namespace {

constexpr std::uint32_t kMagic = 0x46546c67u;      // "glTF"
constexpr std::uint32_t kJsonChunk = 0x4e4f534au;  // "JSON"
constexpr std::uint32_t kBinChunk = 0x004e4942u;   // "BIN\0"
constexpr std::size_t kHeaderBytes = 12;
constexpr std::size_t kChunkHeaderBytes = 8;

std::uint32_t read_u32(std::span<const std::byte> bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        value |= std::to_integer<std::uint32_t>(bytes[at + i]) << (8 * i);
    }
    return value;
}

std::string at_byte(std::size_t position) {
    return "byte " + std::to_string(position);
}

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool open_binary(std::span<const std::byte> bytes, Container& out, Faults& faults) {
    if (bytes.size() < kHeaderBytes) {
        return faults.error(kContainerCode, at_byte(bytes.size()),
                            "the file ends inside the 12 bytes of the GLB header");
    }
    if (const std::uint32_t version = read_u32(bytes, 4); version != 2) {
        return faults.error(kContainerCode, at_byte(4),
                            "GLB version " + std::to_string(version) + " is not version 2");
    }
    const std::uint32_t length = read_u32(bytes, 8);
    if (length > bytes.size()) {
        return faults.error(kContainerCode, at_byte(8),
                            "the header says " + std::to_string(length) + " bytes, the file has " +
                                std::to_string(bytes.size()));
    }
    if (length < bytes.size()) {
        faults.warn(kContainerCode, at_byte(length),
                    std::to_string(bytes.size() - length) + " bytes after the end are ignored");
        bytes = bytes.first(length);
    }
    std::size_t at = kHeaderBytes;
    for (std::size_t chunk = 0; at < bytes.size(); ++chunk) {
        if (bytes.size() - at < kChunkHeaderBytes) {
            return faults.error(kContainerCode, at_byte(at), "the file ends inside a chunk header");
        }
        const std::size_t size = read_u32(bytes, at);
        const std::uint32_t type = read_u32(bytes, at + 4);
        at += kChunkHeaderBytes;
        if (size > bytes.size() - at) {
            return faults.error(kContainerCode, at_byte(at - kChunkHeaderBytes),
                                "a chunk of " + std::to_string(size) + " bytes does not fit the " +
                                    std::to_string(bytes.size() - at) + " that are left");
        }
        if (size % 4 != 0) {
            faults.warn(kContainerCode, at_byte(at - kChunkHeaderBytes),
                        "the chunk's length is not a multiple of 4");
        }
        const auto data = bytes.subspan(at, size);
        at += size;
        if (chunk == 0 && type != kJsonChunk) {
            return faults.error(kContainerCode, at_byte(kHeaderBytes),
                                "the first chunk is not JSON");
        }
        if (chunk == 0) {
            out.json = as_text(data);
        } else if (chunk == 1 && type == kBinChunk) {
            out.binary = data;
            out.has_binary = true;
        } else {
            faults.warn(kContainerCode, at_byte(at - size - kChunkHeaderBytes),
                        "an unknown chunk is ignored");
        }
    }
    if (out.json.empty())
        return faults.error(kContainerCode, at_byte(kHeaderBytes), "there is no JSON");
    const std::size_t end = out.json.find_last_not_of('\0');
    if (end == out.json.npos) return faults.error(kContainerCode, at_byte(20), "there is no JSON");
    if (end + 1 != out.json.size()) {
        faults.warn(kContainerCode, at_byte(20 + end + 1),
                    "the JSON is padded with NUL, not with spaces");
        out.json = out.json.substr(0, end + 1);
    }
    return true;
}

}  // namespace

bool open_container(std::span<const std::byte> bytes, Container& out, Faults& faults) {
    if (bytes.empty()) return faults.error(kContainerCode, "", "the file is empty");
    if (bytes.size() >= 4 && read_u32(bytes, 0) == kMagic) return open_binary(bytes, out, faults);
    out.json = as_text(bytes);
    if (out.json.starts_with("\xef\xbb\xbf")) {
        faults.warn(kContainerCode, at_byte(0), "the byte order mark is ignored");
        out.json.remove_prefix(3);
    }
    const std::size_t first = out.json.find_first_not_of(" \t\r\n");
    if (first == out.json.npos || out.json[first] != '{') {
        return faults.error(kContainerCode, at_byte(0),
                            "not a glTF file: it starts neither with \"glTF\" nor with \"{\"");
    }
    return true;
}

}  // namespace motus::gltf

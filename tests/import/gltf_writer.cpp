// SPDX-License-Identifier: MIT
#include <tests/import/gltf_writer.h>

namespace motus::test {
namespace {

std::vector<std::byte> to_bytes(const std::string& text) {
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    return {first, first + text.size()};
}

}  // namespace

std::size_t GltfWriter::view(const void* data, std::size_t size, int stride) {
    while (binary.size() % 4 != 0)
        binary.push_back(0);
    json entry = {{"buffer", 0}, {"byteOffset", binary.size()}, {"byteLength", size}};
    if (stride != 0) entry["byteStride"] = stride;
    const auto* bytes = static_cast<const std::uint8_t*>(data);
    binary.insert(binary.end(), bytes, bytes + size);
    root["bufferViews"].push_back(entry);
    return root["bufferViews"].size() - 1;
}

std::size_t GltfWriter::accessor(std::size_t view, std::size_t count, int component,
                                 const char* type, bool normalized, std::size_t offset) {
    json entry = {
        {"bufferView", view}, {"componentType", component}, {"count", count}, {"type", type}};
    if (normalized) entry["normalized"] = true;
    if (offset != 0) entry["byteOffset"] = offset;
    root["accessors"].push_back(entry);
    return root["accessors"].size() - 1;
}

json& GltfWriter::mesh(const json& attributes) {
    root["meshes"].push_back({{"primitives", {{{"attributes", attributes}}}}});
    root["nodes"].push_back({{"mesh", root["meshes"].size() - 1}});
    return root["meshes"].back()["primitives"][0];
}

json& GltfWriter::clip(std::size_t node, const char* path, std::size_t input, std::size_t output,
                       const char* interpolation) {
    root["animations"].push_back(
        {{"channels", {{{"sampler", 0}, {"target", {{"node", node}, {"path", path}}}}}},
         {"samplers", {{{"input", input}, {"output", output}, {"interpolation", interpolation}}}}});
    return root["animations"].back();
}

std::vector<std::byte> GltfWriter::glb() const {
    json copy = root;
    if (!binary.empty() && !copy.contains("buffers")) {
        copy["buffers"] = {{{"byteLength", binary.size()}}};
    }
    std::string text = copy.dump();
    while (text.size() % 4 != 0)
        text += ' ';
    std::vector<std::uint8_t> bin = binary;
    while (bin.size() % 4 != 0)
        bin.push_back(0);
    std::string out = "glTF";
    const auto put = [&](std::size_t value) {
        for (std::size_t k = 0; k < 4; ++k)
            out += static_cast<char>((value >> (8 * k)) & 0xff);
    };
    put(2);
    put(20 + text.size() + (bin.empty() ? 0 : 8 + bin.size()));
    put(text.size());
    out += "JSON" + text;
    if (!bin.empty()) {
        put(bin.size());
        out.append("BIN\0", 4);
        out.append(bin.begin(), bin.end());
    }
    return to_bytes(out);
}

std::vector<std::byte> GltfWriter::gltf(const std::string& uri) const {
    json copy = root;
    if (!binary.empty()) copy["buffers"] = {{{"byteLength", binary.size()}, {"uri", uri}}};
    return to_bytes(copy.dump());
}

std::string GltfWriter::data_uri() const {
    static constexpr char kDigits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out = "data:application/octet-stream;base64,";
    for (std::size_t i = 0; i < binary.size(); i += 3) {
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            bits = bits << 8 | (i + k < binary.size() ? binary[i + k] : 0u);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            out += i + k <= binary.size() ? kDigits[bits >> (18 - 6 * k) & 63] : '=';
        }
    }
    return out;
}

std::size_t GltfWriter::width_of(const std::string& type) {
    if (type == "SCALAR") return 1;
    if (type == "VEC2") return 2;
    if (type == "VEC3") return 3;
    return type == "MAT4" ? 16 : 4;
}

Asset import_ok(const std::vector<std::byte>& bytes, Diagnostics* diagnostics,
                const GltfOptions& options) {
    Diagnostics own;
    Diagnostics& used = diagnostics != nullptr ? *diagnostics : own;
    Result<Asset> asset = import_gltf(bytes, options, used);
    if (!asset) {
        ADD_FAILURE() << to_string(asset.error());
        return {};
    }
    EXPECT_FALSE(used.has_errors());
    return std::move(*asset);
}

Error import_error(const std::vector<std::byte>& bytes, const GltfOptions& options) {
    Diagnostics diagnostics;
    const Result<Asset> asset = import_gltf(bytes, options, diagnostics);
    if (asset) {
        ADD_FAILURE() << "was imported";
        return {};
    }
    EXPECT_TRUE(diagnostics.has_errors());
    return asset.error();
}

bool warned(const Diagnostics& diagnostics, const std::string& place, const std::string& text) {
    for (const Fault& fault : diagnostics.faults()) {
        if (fault.severity == Severity::warning && fault.path == place &&
            fault.message.find(text) != std::string::npos) {
            return true;
        }
    }
    return false;
}

}  // namespace motus::test

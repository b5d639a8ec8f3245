// Writes the files that fuzzing of the glTF importer starts from: gltf_seeds FOLDER.
// One for each feature, small, so that a changed byte or value is likely to matter.
// SPDX-License-Identifier: MIT
#include <motus/asset/gltf_export.h>
#include <tests/asset/everything.h>
#include <tests/import/gltf_writer.h>
#include <tests/import/meshopt_streams.h>

#include <meshoptimizer.h>

#if defined(MOTUS_HAVE_DRACO)
#include <draco/compression/encode.h>
#include <draco/mesh/triangle_soup_mesh_builder.h>
#endif

#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace motus::test {
namespace {

const std::vector<float> kTriangle = {0, 0, 0, 1, 0, 0, 0, 1, 0};

GltfWriter sparse_file() {
    GltfWriter writer;
    const auto positions = writer.add(kTriangle, "VEC3");
    const auto where = writer.view(std::vector<std::uint16_t>{0, 2});
    const auto values = writer.view(std::vector<float>{1, 2, 3, 4, 5, 6});
    const json sparse = {{"count", 2},
                         {"indices", {{"bufferView", where}, {"componentType", 5123}}},
                         {"values", {{"bufferView", values}}}};
    writer.root["accessors"][positions]["sparse"] = sparse;
    writer.root["accessors"].push_back(
        {{"componentType", 5126}, {"count", 3}, {"type", "VEC3"}, {"sparse", sparse}});
    writer.mesh({{"POSITION", positions}, {"NORMAL", positions + 1}});
    return writer;
}

GltfWriter skinned_file() {
    GltfWriter writer;
    const auto positions = writer.add(kTriangle, "VEC3");
    const auto joints =
        writer.add(std::vector<std::uint8_t>{0, 1, 2, 3, 3, 2, 1, 0, 1, 1, 1, 1}, "VEC4");
    const auto weights = writer.add(std::vector<std::uint8_t>(12, 64), "VEC4", true);
    json& primitive = writer.mesh({{"POSITION", positions},
                                   {"JOINTS_0", joints},
                                   {"WEIGHTS_0", weights},
                                   {"JOINTS_1", joints},
                                   {"WEIGHTS_1", weights}});
    primitive["indices"] = writer.add(std::vector<std::uint8_t>{0, 1, 2}, "SCALAR");
    primitive["targets"] = {{{"POSITION", positions}}, json::object()};
    writer.root["meshes"][0]["weights"] = {0.5, 0};
    std::vector<float> binds(4 * 16, 0.0f);
    for (std::size_t i = 0; i < binds.size(); i += 16) {
        binds[i] = binds[i + 5] = binds[i + 10] = binds[i + 15] = 1.0f;
    }
    writer.root["skins"] = {{{"joints", {2, 1, 4, 3}},
                             {"skeleton", 1},
                             {"inverseBindMatrices", writer.add(binds, "MAT4")}}};
    writer.root["nodes"][0]["skin"] = 0;
    for (const json& node :
         {json{{"children", {2, 3}}}, json{{"children", {4}}, {"scale", {1, 0, -1}}},
          json{{"matrix", {1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 4, 5, 6, 1}}},
          json{{"rotation", {0, 0.6, 0, 0.8}}, {"extras", {{"a", nullptr}}}}}) {
        writer.root["nodes"].push_back(node);
    }
    writer.root["nodes"][4]["extensions"]["KHR_node_visibility"]["visible"] = false;
    const auto input = writer.add(std::vector<float>{0, 0.5f, 1}, "SCALAR");
    const auto spline = writer.add(std::vector<float>(27, 0.5f), "VEC3");
    writer.clip(2, "translation", input, spline, "CUBICSPLINE");
    writer.clip(
        3, "rotation", input,
        writer.add(std::vector<std::int16_t>{0, 0, 0, 32767, 0, 0, 32767, 0, 0, 0, 0, 32767},
                   "VEC4", true),
        "STEP");
    json& clip =
        writer.clip(0, "weights", input,
                    writer.add(std::vector<std::uint8_t>{0, 1, 2, 3, 4, 255}, "SCALAR", true));
    clip["extras"]["motus"] = {{"loop", false},
                               {"rootMotion", true},
                               {"duration", 2},
                               {"events", {{{"time", 0.25}, {"name", "step"}}}}};
    clip["samplers"][0]["extras"]["motus"]["tickOffsets"] = {0, 1, -1};
    writer.root["scenes"] = {{{"nodes", {0, 1}}}};
    writer.root["scene"] = 0;
    writer.root["extras"]["motus"]["rootMotionNode"] = 1;
    return writer;
}

GltfWriter material_file() {
    GltfWriter writer;
    const auto positions = writer.add(kTriangle, "VEC3");
    const auto texcoords =
        writer.add(std::vector<std::uint16_t>{0, 1, 2, 3, 4, 65535}, "VEC2", true);
    const auto colors = writer.add(std::vector<std::uint8_t>(12, 99), "VEC4", true);
    writer.mesh(
        {{"POSITION", positions}, {"TEXCOORD_0", texcoords}, {"COLOR_0", colors}})["material"] = 0;
    writer.root["images"] = {{{"uri", "data:image/png;base64,iVBORw0KGgo="}},
                             {{"uri", "a.png"}},
                             {{"bufferView", 0}, {"mimeType", "image/jpeg"}}};
    writer.root["samplers"] = {{{"magFilter", 9728}, {"minFilter", 9987}, {"wrapS", 33071}}};
    writer.root["textures"] = {{{"source", 0}, {"sampler", 0}}, {{"source", 1}}};
    json& material = writer.root["materials"][0];
    material = {{"alphaMode", "MASK"}, {"normalTexture", {{"index", 1}, {"scale", 2}}}};
    json& texture = material["pbrMetallicRoughness"]["baseColorTexture"];
    texture["index"] = 0;
    texture["extensions"]["KHR_texture_transform"] = {
        {"offset", {1, 2}}, {"rotation", 0.5}, {"scale", {2, 2}}, {"texCoord", 0}};
    material["extensions"]["KHR_materials_unlit"] = json::object();
    writer.root["cameras"] = {
        {{"type", "perspective"}, {"perspective", {{"yfov", 1}, {"znear", 1}}}},
        {{"type", "orthographic"},
         {"orthographic", {{"xmag", 1}, {"ymag", 1}, {"znear", 0}, {"zfar", 1}}}}};
    writer.root["nodes"][0]["camera"] = 1;
    writer.root["extensionsUsed"] = {"KHR_texture_transform", "KHR_materials_unlit", "EXT_other"};
    return writer;
}

/// A view of compressed data; buffer 1 stands for what it is without compression.
std::size_t compressed_view(GltfWriter& writer, const char* extension,
                            std::span<const std::uint8_t> stream, std::size_t count,
                            std::size_t stride, const char* mode, const char* filter) {
    const auto source = writer.view(stream.data(), stream.size());
    const json at = writer.root["bufferViews"][source];
    json view = {{"buffer", 1}, {"byteLength", count * stride}};
    view["extensions"][extension] = {{"buffer", 0},
                                     {"byteOffset", at["byteOffset"]},
                                     {"byteLength", at["byteLength"]},
                                     {"byteStride", stride},
                                     {"count", count},
                                     {"mode", mode},
                                     {"filter", filter}};
    writer.root["bufferViews"].push_back(view);
    return writer.root["bufferViews"].size() - 1;
}

/// Attributes of version 1 and colours.
GltfWriter meshopt_version_1_file() {
    const char* name = "KHR_meshopt_compression";
    GltfWriter writer;
    const auto mixed = compressed_view(writer, name, kMixedStream, kMixedCount, kMixedStride,
                                       "ATTRIBUTES", "NONE");
    const auto blocks =
        compressed_view(writer, name, kBlocksStream, kBlocksCount, 4, "ATTRIBUTES", "NONE");
    const auto colors =
        compressed_view(writer, name, kColorStream8, kColorCount, 8, "ATTRIBUTES", "COLOR");
    const auto positions = writer.accessor(mixed, kColorCount, 5126, "VEC3");
    json& primitive =
        writer.mesh({{"POSITION", positions},
                     {"COLOR_0", writer.accessor(colors, kColorCount, 5123, "VEC4", true)}});
    primitive["indices"] = writer.accessor(blocks, kBlocksCount, 5125, "SCALAR");
    writer.root["buffers"] = {{{"byteLength", writer.binary.size()}}, {{"byteLength", 4096}}};
    writer.root["extensionsUsed"] = writer.root["extensionsRequired"] = {name};
    return writer;
}

/// One compressed view of each mode and filter.
GltfWriter meshopt_file() {
    constexpr std::size_t kCount = 20;
    GltfWriter writer;
    const auto add = [&](const std::vector<std::uint8_t>& stream, std::size_t count,
                         std::size_t stride, const char* mode, const char* filter) {
        return compressed_view(writer, "EXT_meshopt_compression", stream, count, stride, mode,
                               filter);
    };
    const auto vertices = [&](std::size_t stride, const char* filter) {
        std::vector<std::uint8_t> data(kCount * stride), out;
        for (std::size_t i = 0; i < data.size(); ++i)
            data[i] = static_cast<std::uint8_t>(i / stride);
        out.resize(meshopt_encodeVertexBufferBound(kCount, stride));
        out.resize(meshopt_encodeVertexBuffer(out.data(), out.size(), data.data(), kCount, stride));
        return add(out, kCount, stride, "ATTRIBUTES", filter);
    };
    std::vector<std::uint32_t> strip;
    for (std::uint32_t i = 0; i + 2 < kCount; ++i)
        strip.insert(strip.end(), {i, i + 1, i + 2});
    std::vector<std::uint8_t> triangles(meshopt_encodeIndexBufferBound(strip.size(), kCount));
    triangles.resize(
        meshopt_encodeIndexBuffer(triangles.data(), triangles.size(), strip.data(), strip.size()));
    std::vector<std::uint8_t> sequence(meshopt_encodeIndexSequenceBound(strip.size(), kCount));
    sequence.resize(
        meshopt_encodeIndexSequence(sequence.data(), sequence.size(), strip.data(), strip.size()));
    const auto positions = writer.accessor(vertices(12, "NONE"), kCount, 5126, "VEC3");
    const auto exponents = writer.accessor(vertices(12, "EXPONENTIAL"), kCount, 5126, "VEC3");
    const auto normals = writer.accessor(vertices(8, "OCTAHEDRAL"), kCount, 5122, "VEC3", true);
    const auto tangents = writer.accessor(vertices(8, "QUATERNION"), kCount, 5122, "VEC4", true);
    writer.mesh({{"POSITION", positions}, {"NORMAL", normals}, {"TANGENT", tangents}})["indices"] =
        writer.accessor(add(triangles, strip.size(), 4, "TRIANGLES", "NONE"), strip.size(), 5125,
                        "SCALAR");
    writer.mesh({{"POSITION", exponents}})["indices"] = writer.accessor(
        add(sequence, strip.size(), 2, "INDICES", "NONE"), strip.size(), 5123, "SCALAR");
    writer.root["buffers"] = {{{"byteLength", writer.binary.size()}}, {{"byteLength", 4096}}};
    writer.root["buffers"][1]["extensions"]["EXT_meshopt_compression"]["fallback"] = true;
    writer.root["extensionsRequired"] = {"EXT_meshopt_compression", "KHR_mesh_quantization"};
    return writer;
}

#if defined(MOTUS_HAVE_DRACO)
/// A tetrahedron, by either way to compress triangles.
GltfWriter draco_file(int method) {
    draco::TriangleSoupMeshBuilder builder;
    builder.Start(4);
    const int positions =
        builder.AddAttribute(draco::GeometryAttribute::POSITION, 3, draco::DT_FLOAT32);
    const Vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (std::uint32_t i = 0; i < 4; ++i) {
        builder.SetAttributeValuesForFace(positions, draco::FaceIndex(i), &corners[(i + 1) % 4],
                                          &corners[(i + 2) % 4], &corners[(i + 3) % 4]);
    }
    draco::Encoder encoder;
    encoder.SetEncodingMethod(method);
    encoder.SetAttributeQuantization(draco::GeometryAttribute::POSITION, 8);
    draco::EncoderBuffer buffer;
    if (!encoder.EncodeMeshToBuffer(*builder.Finalize(), &buffer).ok()) std::abort();
    GltfWriter writer;
    const auto view = writer.view(buffer.data(), buffer.size());
    writer.root["accessors"] = {{{"componentType", 5126}, {"count", 4}, {"type", "VEC3"}},
                                {{"componentType", 5125}, {"count", 12}, {"type", "SCALAR"}}};
    json& primitive = writer.mesh({{"POSITION", 0}});
    primitive["indices"] = 1;
    primitive["extensions"]["KHR_draco_mesh_compression"] = {{"bufferView", view},
                                                             {"attributes", {{"POSITION", 0}}}};
    writer.root["extensionsUsed"] =
        writer.root["extensionsRequired"] = {"KHR_draco_mesh_compression"};
    return writer;
}
#endif

GltfWriter pointer_file() {
    GltfWriter writer;
    writer.root["extensionsUsed"] = {"KHR_animation_pointer"};
    writer.root["materials"] = {
        {{"name", "m"}, {"pbrMetallicRoughness", {{"metallicFactor", 0.5}}}}};
    const auto positions = writer.add(kTriangle, "VEC3");
    writer.mesh({{"POSITION", positions}})["targets"] = {{{"POSITION", positions}}};
    const auto input = writer.add(std::vector<float>{0, 1}, "SCALAR");
    const auto numbers = writer.add(std::vector<float>{0, 1}, "SCALAR");
    const auto truths = writer.add(std::vector<std::uint8_t>{0, 1}, "SCALAR");
    json channels = json::array(), samplers = json::array();
    const auto add = [&](const char* pointer, std::size_t output, const char* how) {
        channels.push_back({{"sampler", samplers.size()}, {"target", {{"path", "pointer"}}}});
        channels.back()["target"]["extensions"]["KHR_animation_pointer"]["pointer"] = pointer;
        samplers.push_back({{"input", input}, {"output", output}, {"interpolation", how}});
    };
    add("/materials/0/pbrMetallicRoughness/metallicFactor", numbers, "LINEAR");
    add("/materials/0/extensions/KHR_materials_ior/ior", numbers, "STEP");
    add("/nodes/0/extensions/KHR_node_visibility/visible", truths, "STEP");
    add("/nodes/0/weights/0", numbers, "LINEAR");
    add("/meshes/0/weights", numbers, "LINEAR");
    writer.root["animations"] = {{{"channels", channels}, {"samplers", samplers}}};
    return writer;
}

int write_all(const std::string& folder) {
    const auto write = [&](const char* name, const std::vector<std::byte>& bytes) {
        std::ofstream out(folder + "/" + name, std::ios::binary);
        out.write(reinterpret_cast<const char*>(bytes.data()),
                  static_cast<std::streamsize>(bytes.size()));
        return out.good();
    };
    const auto everything = export_glb(make_everything());
    const GltfWriter skinned = skinned_file();
    const bool ok =
        everything && write("everything.glb", *everything) && write("skinned.glb", skinned.glb()) &&
        write("embedded.gltf", skinned.gltf(skinned.data_uri())) &&
        write("external.gltf", sparse_file().gltf("a.bin")) &&
        write("sparse.glb", sparse_file().glb()) && write("materials.glb", material_file().glb()) &&
        write("meshopt.glb", meshopt_file().glb()) &&
        write("meshopt1.glb", meshopt_version_1_file().glb()) &&
#if defined(MOTUS_HAVE_DRACO)
        write("draco0.glb", draco_file(draco::MESH_SEQUENTIAL_ENCODING).glb()) &&
        write("draco1.glb", draco_file(draco::MESH_EDGEBREAKER_ENCODING).glb()) &&
#endif
        write("pointer.glb", pointer_file().glb()) && write("empty.glb", GltfWriter{}.glb());
    return ok ? 0 : 1;
}

}  // namespace
}  // namespace motus::test

int main(int argc, char** argv) {
    if (argc == 2) return motus::test::write_all(argv[1]);
    std::fprintf(stderr, "usage: gltf_seeds FOLDER\n");
    return 2;
}

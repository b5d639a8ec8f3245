// EXT_meshopt_compression: streams made with the library's own encoder.
// SPDX-License-Identifier: MIT
#include <tests/import/gltf_writer.h>
#include <tests/support/random.h>

#include <meshoptimizer.h>

#include <cmath>

namespace motus {
namespace {

using test::GltfWriter;
using test::import_error;
using test::import_ok;
using test::json;

constexpr std::size_t kVertices = 300;  // More than one block of 256.

std::vector<float> wave() {
    std::vector<float> positions;
    for (std::size_t i = 0; i < kVertices; ++i) {
        positions.insert(positions.end(),
                         {float(i) * 0.25f, float(i % 7), float(i * i % 13) * -0.5f});
    }
    return positions;
}

std::vector<std::uint8_t> encode_vertices(const void* data, std::size_t count, std::size_t size) {
    std::vector<std::uint8_t> out(meshopt_encodeVertexBufferBound(count, size));
    out.resize(meshopt_encodeVertexBuffer(out.data(), out.size(), data, count, size));
    return out;
}

/// A view that holds nothing itself: what it stands for is in `stream`, compressed.
std::size_t compressed(GltfWriter& writer, const std::vector<std::uint8_t>& stream,
                       std::size_t count, std::size_t stride, const char* mode,
                       const char* filter = nullptr) {
    const std::size_t source = writer.view(stream);
    const json at = writer.root["bufferViews"][source];
    json extension = {{"buffer", 0},
                      {"byteOffset", at["byteOffset"]},
                      {"byteLength", at["byteLength"]},
                      {"byteStride", stride},
                      {"count", count},
                      {"mode", mode}};
    if (filter != nullptr) extension["filter"] = filter;
    json view = {{"buffer", 1}, {"byteLength", count * stride}};
    if (std::string(mode) == "ATTRIBUTES") view["byteStride"] = stride;
    view["extensions"]["EXT_meshopt_compression"] = extension;
    writer.root["bufferViews"].push_back(view);
    return writer.root["bufferViews"].size() - 1;
}

/// Buffer 1 is the fallback that is not there.
void finish(GltfWriter& writer) {
    writer.root["extensionsRequired"] = {"EXT_meshopt_compression"};
    writer.root["extensionsUsed"] = {"EXT_meshopt_compression"};
    writer.root["buffers"] = {{{"byteLength", writer.binary.size()}}, {{"byteLength", 100000}}};
    writer.root["buffers"][1]["extensions"]["EXT_meshopt_compression"] = {{"fallback", true}};
}

GltfWriter wave_file() {
    GltfWriter writer;
    const auto view = compressed(writer, encode_vertices(wave().data(), kVertices, 12), kVertices,
                                 12, "ATTRIBUTES");
    writer.mesh({{"POSITION", writer.accessor(view, kVertices, 5126, "VEC3")}});
    finish(writer);
    return writer;
}

TEST(GltfMeshopt, Attributes) {
    const Asset asset = import_ok(wave_file());
    const auto& positions = asset.meshes.at(0).primitives.at(0).positions;
    const auto expected = wave();
    ASSERT_EQ(positions.size(), kVertices);
    for (std::size_t i = 0; i < kVertices; ++i) {
        EXPECT_EQ(positions[i], (Vec3{expected[i * 3], expected[i * 3 + 1], expected[i * 3 + 2]}));
    }
}

TEST(GltfMeshopt, TrianglesAndIndices) {
    meshopt_encodeIndexVersion(1);  // what the extension takes; the library writes 0 unless told
    std::vector<std::uint32_t> strip;
    for (std::uint32_t i = 0; i + 2 < kVertices; ++i) {
        strip.insert(strip.end(), {i, i + 1, i + 2});
    }
    std::vector<std::uint8_t> triangles(meshopt_encodeIndexBufferBound(strip.size(), kVertices));
    triangles.resize(
        meshopt_encodeIndexBuffer(triangles.data(), triangles.size(), strip.data(), strip.size()));
    std::vector<std::uint8_t> sequence(meshopt_encodeIndexSequenceBound(strip.size(), kVertices));
    sequence.resize(
        meshopt_encodeIndexSequence(sequence.data(), sequence.size(), strip.data(), strip.size()));
    for (const std::size_t bytes : {2u, 4u}) {
        GltfWriter writer;
        const int type = bytes == 2 ? 5123 : 5125;
        const auto positions = writer.add(wave(), "VEC3");
        const auto a = compressed(writer, triangles, strip.size(), bytes, "TRIANGLES");
        const auto b = compressed(writer, sequence, strip.size(), bytes, "INDICES");
        writer.mesh({{"POSITION", positions}})["indices"] =
            writer.accessor(a, strip.size(), type, "SCALAR");
        writer.mesh({{"POSITION", positions}})["indices"] =
            writer.accessor(b, strip.size(), type, "SCALAR");
        finish(writer);
        const Asset asset = import_ok(writer);
        // The triangle codec may turn a triangle, never change it.
        const auto& turned = asset.meshes.at(0).primitives.at(0).indices;
        ASSERT_EQ(turned.size(), strip.size());
        for (std::size_t i = 0; i < strip.size(); i += 3) {
            const std::size_t first = static_cast<std::size_t>(
                std::find(&turned[i], &turned[i] + 3, strip[i]) - &turned[i]);
            ASSERT_LT(first, 3u);
            EXPECT_EQ(turned[i + (first + 1) % 3], strip[i + 1]);
            EXPECT_EQ(turned[i + (first + 2) % 3], strip[i + 2]);
        }
        EXPECT_EQ(asset.meshes.at(1).primitives.at(0).indices, strip);
    }
}

TEST(GltfMeshopt, Filters) {
    test::Random random(7);
    std::vector<float> normals, rotations, scales;
    for (std::size_t i = 0; i < kVertices; ++i) {
        const Vec3 n = random.direction();
        normals.insert(normals.end(), {n.x, n.y, n.z, 0.0f});
        const Quat q = random.rotation();
        rotations.insert(rotations.end(), {q.x, q.y, q.z, q.w});
        const Vec3 s = random.vec3(20.0f);
        scales.insert(scales.end(), {s.x, s.y, s.z});
    }
    std::vector<std::int16_t> oct(kVertices * 4), quat(kVertices * 4);
    std::vector<std::uint32_t> exp(kVertices * 3);
    meshopt_encodeFilterOct(oct.data(), kVertices, 8, 16, normals.data());
    meshopt_encodeFilterQuat(quat.data(), kVertices, 8, 16, rotations.data());
    meshopt_encodeFilterExp(exp.data(), kVertices, 12, 15, scales.data());

    GltfWriter writer;
    const auto positions = writer.add(wave(), "VEC3");
    const auto normal_view = compressed(writer, encode_vertices(oct.data(), kVertices, 8),
                                        kVertices, 8, "ATTRIBUTES", "OCTAHEDRAL");
    const auto quat_view = compressed(writer, encode_vertices(quat.data(), kVertices, 8), kVertices,
                                      8, "ATTRIBUTES", "QUATERNION");
    const auto exp_view = compressed(writer, encode_vertices(exp.data(), kVertices, 12), kVertices,
                                     12, "ATTRIBUTES", "EXPONENTIAL");
    writer.mesh({{"POSITION", positions},
                 {"NORMAL", writer.accessor(normal_view, kVertices, 5122, "VEC3", true)}});
    std::vector<float> times;
    for (std::size_t i = 0; i < kVertices; ++i)
        times.push_back(float(i));
    const auto input = writer.add(times, "SCALAR");
    writer.clip(0, "rotation", input, writer.accessor(quat_view, kVertices, 5122, "VEC4", true));
    writer.clip(0, "scale", input, writer.accessor(exp_view, kVertices, 5126, "VEC3"));
    finish(writer);

    const Asset asset = import_ok(writer);
    const auto& primitive = asset.meshes.at(0).primitives.at(0);
    for (std::size_t i = 0; i < kVertices; ++i) {
        EXPECT_NEAR(primitive.normals.at(i).x, normals[i * 4], 2e-4);
        EXPECT_NEAR(primitive.normals.at(i).z, normals[i * 4 + 2], 2e-4);
        double dot = 0.0;
        for (std::size_t k = 0; k < 4; ++k) {
            dot += asset.clips.at(0).tracks.at(0).values.at(i * 4 + k) * rotations[i * 4 + k];
        }
        EXPECT_NEAR(std::fabs(dot), 1.0, 1e-4);
        for (std::size_t k = 0; k < 3; ++k) {
            EXPECT_NEAR(asset.clips.at(1).tracks.at(0).values.at(i * 3 + k), scales[i * 3 + k],
                        20.0 / 16384.0);
        }
    }
}

TEST(GltfMeshopt, WhatIsWrongIsNamed) {
    const std::string place = "bufferViews[1].extensions.EXT_meshopt_compression";
    const auto broken = [&](const char* key, const json& value) {
        GltfWriter writer = wave_file();
        writer.root["bufferViews"][1]["extensions"]["EXT_meshopt_compression"][key] = value;
        return import_error(writer);
    };
    EXPECT_EQ(broken("count", 0xffffffffu).place, place + ".count");
    EXPECT_EQ(broken("count", 301).place, place + ".count");
    EXPECT_EQ(broken("byteStride", 13).place, place + ".byteStride");
    EXPECT_EQ(broken("byteStride", 0).place, place + ".byteStride");
    EXPECT_EQ(broken("byteLength", 1 << 20).place, place + ".byteLength");
    EXPECT_EQ(broken("byteOffset", 1 << 20).place, place + ".byteLength");
    EXPECT_EQ(broken("mode", "ZIP").place, place + ".mode");
    EXPECT_EQ(broken("mode", "TRIANGLES").place, place + ".byteStride");
    EXPECT_EQ(broken("filter", "SEPIA").place, place + ".filter");
    EXPECT_EQ(broken("filter", "QUATERNION").place, place + ".byteStride");
    EXPECT_EQ(broken("buffer", 2).place, place + ".buffer");
    EXPECT_EQ(broken("buffer", 1).place, place + ".buffer");
    EXPECT_EQ(broken("byteLength", 300).place, place);

    GltfWriter writer = wave_file();
    writer.root["bufferViews"][1]["byteLength"] = 12 * kVertices - 12;
    EXPECT_EQ(import_error(writer).place, place + ".count");
    // A view on the fallback that is not compressed has no data.
    writer = wave_file();
    writer.root["bufferViews"][1].erase("extensions");
    EXPECT_EQ(import_error(writer).place, "bufferViews[1].buffer");
}

/// Every byte of a stream changed in turn: an error or other numbers, never a crash.
TEST(GltfMeshopt, BrokenStreams) {
    const GltfWriter good = wave_file();
    for (std::size_t i = 0; i < good.binary.size(); ++i) {
        GltfWriter writer = good;
        writer.binary[i] ^= 0x55;
        Diagnostics diagnostics;
        const Result<Asset> asset = import_gltf(writer.glb(), {}, diagnostics);
        EXPECT_EQ(asset.has_value(), !diagnostics.has_errors());
    }
}

}  // namespace
}  // namespace motus

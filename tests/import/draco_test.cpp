// KHR_draco_mesh_compression: streams made with libdraco's encoder.
// SPDX-License-Identifier: MIT
#include <tests/import/gltf_writer.h>

#if defined(MOTUS_HAVE_DRACO)
#include <draco/compression/encode.h>
#include <draco/mesh/triangle_soup_mesh_builder.h>
#endif

#include <algorithm>
#include <cmath>

namespace motus {
namespace {

using test::GltfWriter;
using test::import_error;
using test::import_ok;
using test::json;

constexpr const char* kDraco = "KHR_draco_mesh_compression";

#if defined(MOTUS_HAVE_DRACO)

constexpr int kSide = 8;  // Squares of a grid in each direction.

Vec3 grid_point(int x, int y) {
    return {float(x), float(y), 0.25f * float(x * y % 5)};
}

/// A grid of triangles with positions, texture coordinates and joints.
std::vector<std::uint8_t> encode_grid(int method) {
    draco::TriangleSoupMeshBuilder builder;
    builder.Start(kSide * kSide * 2);
    const int positions =
        builder.AddAttribute(draco::GeometryAttribute::POSITION, 3, draco::DT_FLOAT32);
    const int texcoords =
        builder.AddAttribute(draco::GeometryAttribute::TEX_COORD, 2, draco::DT_FLOAT32);
    const int joints = builder.AddAttribute(draco::GeometryAttribute::GENERIC, 4, draco::DT_UINT16);
    std::uint32_t face = 0;
    const auto add = [&](std::array<std::array<int, 2>, 3> corners) {
        Vec3 p[3];
        Vec2 t[3];
        std::array<std::uint16_t, 4> j[3];
        for (std::size_t k = 0; k < 3; ++k) {
            const auto [x, y] = corners[k];
            p[k] = grid_point(x, y);
            t[k] = {float(x) / kSide, float(y) / kSide};
            j[k] = {static_cast<std::uint16_t>(x * 300), 0, 0, 0};
        }
        const draco::FaceIndex at(face++);
        builder.SetAttributeValuesForFace(positions, at, &p[0], &p[1], &p[2]);
        builder.SetAttributeValuesForFace(texcoords, at, &t[0], &t[1], &t[2]);
        builder.SetAttributeValuesForFace(joints, at, &j[0], &j[1], &j[2]);
    };
    for (int y = 0; y < kSide; ++y) {
        for (int x = 0; x < kSide; ++x) {
            add({{{x, y}, {x + 1, y}, {x, y + 1}}});
            add({{{x + 1, y}, {x + 1, y + 1}, {x, y + 1}}});
        }
    }
    const auto mesh = builder.Finalize();
    draco::Encoder encoder;
    encoder.SetEncodingMethod(method);
    encoder.SetAttributeQuantization(draco::GeometryAttribute::POSITION, 14);
    encoder.SetAttributeQuantization(draco::GeometryAttribute::TEX_COORD, 12);
    draco::EncoderBuffer buffer;
    EXPECT_TRUE(encoder.EncodeMeshToBuffer(*mesh, &buffer).ok());
    return {buffer.data(), buffer.data() + buffer.size()};
}

/// Accessors have no data of their own: all of it is in the stream.
GltfWriter grid_file(int method) {
    GltfWriter writer;
    const auto view = writer.view(encode_grid(method));
    constexpr std::size_t kPoints = (kSide + 1) * (kSide + 1);
    const auto accessor = [&](int component, std::size_t count, const char* type) {
        writer.root["accessors"].push_back(
            {{"componentType", component}, {"count", count}, {"type", type}});
        return writer.root["accessors"].size() - 1;
    };
    const auto positions = accessor(5126, kPoints, "VEC3");
    const auto texcoords = accessor(5126, kPoints, "VEC2");
    const auto joints = accessor(5123, kPoints, "VEC4");
    const auto weights =
        writer.add(std::vector<float>(kPoints * 4, 0.25f), "VEC4");  // Not compressed.
    json& primitive = writer.mesh({{"POSITION", positions},
                                   {"TEXCOORD_0", texcoords},
                                   {"JOINTS_0", joints},
                                   {"WEIGHTS_0", weights}});
    primitive["indices"] = accessor(5125, kSide * kSide * 6, "SCALAR");
    primitive["extensions"][kDraco] = {
        {"bufferView", view},
        {"attributes", {{"POSITION", 0}, {"TEXCOORD_0", 1}, {"JOINTS_0", 2}}}};
    writer.root["extensionsRequired"] = {kDraco};
    writer.root["extensionsUsed"] = {kDraco};
    return writer;
}

json& draco_of(GltfWriter& writer) {
    return writer.root["meshes"][0]["primitives"][0]["extensions"][kDraco];
}

TEST(GltfDraco, BothWaysToCompressTriangles) {
    for (const int method : {draco::MESH_SEQUENTIAL_ENCODING, draco::MESH_EDGEBREAKER_ENCODING}) {
        const Asset asset = import_ok(grid_file(method));
        const auto& primitive = asset.meshes.at(0).primitives.at(0);
        ASSERT_EQ(primitive.positions.size(), std::size_t{(kSide + 1) * (kSide + 1)});
        ASSERT_EQ(primitive.indices.size(), std::size_t{kSide * kSide * 6});
        EXPECT_EQ(primitive.influences, 4u);
        double area = 0.0;
        for (std::size_t i = 0; i < primitive.positions.size(); ++i) {
            // Draco may put the vertices in another order: find it by its texture coordinates.
            const int x = static_cast<int>(std::lround(primitive.texcoords0.at(i).x * kSide));
            const int y = static_cast<int>(std::lround(primitive.texcoords0.at(i).y * kSide));
            const Vec3 expected = grid_point(x, y);
            EXPECT_NEAR(primitive.positions[i].x, expected.x, 1e-3);
            EXPECT_NEAR(primitive.positions[i].y, expected.y, 1e-3);
            EXPECT_NEAR(primitive.positions[i].z, expected.z, 1e-3);
            EXPECT_EQ(primitive.joints.at(i * 4), x * 300);
        }
        for (std::size_t i = 0; i < primitive.indices.size(); i += 3) {
            const Vec3& a = primitive.positions[primitive.indices[i]];
            const Vec3& b = primitive.positions[primitive.indices[i + 1]];
            const Vec3& c = primitive.positions[primitive.indices[i + 2]];
            area += 0.5 * ((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y));
        }
        EXPECT_NEAR(area, kSide * kSide, 0.05) << "every triangle once, and the right way round";
    }
}

TEST(GltfDraco, AccessorsAreAsTheyWereForTheNextPrimitive) {
    GltfWriter writer = grid_file(draco::MESH_EDGEBREAKER_ENCODING);
    json copy = writer.root["meshes"][0]["primitives"][0];
    copy.erase("extensions");
    copy.erase("indices");
    writer.root["meshes"][0]["primitives"].push_back(copy);
    const Asset asset = import_ok(writer);
    const auto& plain = asset.meshes.at(0).primitives.at(1).positions;
    EXPECT_TRUE(std::all_of(plain.begin(), plain.end(), [](Vec3 p) { return p == Vec3{}; }));
}

TEST(GltfDraco, WhatIsWrongIsNamed) {
    const std::string place = std::string("meshes[0].primitives[0].extensions.") + kDraco;
    const GltfWriter good = grid_file(draco::MESH_EDGEBREAKER_ENCODING);
    const auto broken = [&](auto change) {
        GltfWriter writer = good;
        change(writer);
        return import_error(writer).place;
    };
    EXPECT_EQ(broken([](auto& w) { draco_of(w)["bufferView"] = 99; }), place + ".bufferView");
    EXPECT_EQ(broken([](auto& w) { draco_of(w).erase("attributes"); }), place + ".attributes");
    EXPECT_EQ(broken([](auto& w) { draco_of(w)["attributes"]["POSITION"] = 77; }),
              place + ".attributes.POSITION");
    EXPECT_EQ(broken([](auto& w) { draco_of(w)["attributes"]["NORMAL"] = 0; }),
              place + ".attributes.NORMAL");
    EXPECT_EQ(broken([](auto& w) { draco_of(w)["attributes"]["POSITION"] = 1; }),
              place + ".attributes.POSITION");
    for (const std::size_t byte : {0u, 5u, 6u, 7u}) {
        EXPECT_EQ(broken([&](auto& w) { w.binary[byte] ^= 0x40; }), place + ".bufferView") << byte;
    }
    // A stream that names more faces than the file is worth is refused before memory is taken.
    const Error many = import_error([&] {
        GltfWriter writer = good;
        const std::uint8_t huge[] = {0xff, 0xff, 0xff, 0xff, 0x01};
        std::copy(std::begin(huge), std::end(huge), writer.binary.begin() + 13);
        return writer;
    }());
    EXPECT_EQ(many.code, "gltf-limit");
}

/// Points in triangles that are all the same, and attributes of 255 numbers that are all 0: coded
/// in a few bytes each, however many points there are.
std::vector<std::uint8_t> encode_zeros(std::uint32_t attributes) {
    // One symbol, which is certain and so takes no bits.
    constexpr std::uint8_t kZeros[] = {1, 1, 1, 0x01, 0x40, 1, 0};
    std::vector<std::uint8_t> out = {'D', 'R', 'A', 'C', 'O', 2, 2, 1, 0, 0, 0};
    const auto varint = [&](std::uint32_t value) {
        for (; value >= 0x80; value >>= 7)
            out.push_back(static_cast<std::uint8_t>(value | 0x80u));
        out.push_back(static_cast<std::uint8_t>(value));
    };
    varint(20000);  // faces
    varint(60000);  // points
    out.push_back(0);
    out.insert(out.end(), std::begin(kZeros), std::end(kZeros));
    out.push_back(1);
    varint(attributes);
    for (std::uint32_t i = 0; i < attributes; ++i) {
        const std::uint8_t kind = i == 0 ? 0 : 4;
        out.insert(out.end(), {kind, draco::DT_UINT32, 255, 0});
        varint(i);
    }
    out.insert(out.end(), attributes, 1);  // all coded as integers,
    for (std::uint32_t i = 0; i < attributes; ++i) {
        out.insert(out.end(), {0xfe, 1});  // which are not predicted
        out.insert(out.end(), std::begin(kZeros), std::end(kZeros));
    }
    out.resize(1 << 16);
    return out;
}

TEST(GltfDraco, AttributesOfAFewBytesAreBounded) {
    const auto error_of = [](std::uint32_t attributes) {
        GltfWriter writer = grid_file(draco::MESH_SEQUENTIAL_ENCODING);
        draco_of(writer)["bufferView"] = writer.view(encode_zeros(attributes));
        return import_error(writer);
    };
    const Error many = error_of(60);  // 7 GB
    EXPECT_EQ(many.code, "gltf-limit");
    EXPECT_NE(many.cause.find("60000 elements of 2040 bytes"), std::string::npos) << many.cause;
}

TEST(GltfDraco, BrokenStreams) {
    for (const int method : {draco::MESH_SEQUENTIAL_ENCODING, draco::MESH_EDGEBREAKER_ENCODING}) {
        const GltfWriter good = grid_file(method);
        const std::size_t size = good.root["bufferViews"][0]["byteLength"];
        for (std::size_t i = 11; i < size; ++i) {
            GltfWriter writer = good;
            writer.binary[i] ^= 0x55;
            Diagnostics diagnostics;
            const Result<Asset> asset = import_gltf(writer.glb(), {}, diagnostics);
            EXPECT_EQ(asset.has_value(), !diagnostics.has_errors());
        }
    }
}

#else

TEST(GltfDraco, BuildsWithoutItSaySo) {
    GltfWriter writer;
    const auto positions = writer.add(std::vector<float>{0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
    json& primitive = writer.mesh({{"POSITION", positions}});
    primitive["extensions"][kDraco] = {{"bufferView", 0}, {"attributes", {{"POSITION", 0}}}};
    writer.root["extensionsUsed"] = {kDraco};
    Diagnostics diagnostics;
    EXPECT_EQ(import_ok(writer, &diagnostics).meshes.at(0).primitives.at(0).positions.size(), 3u);
    EXPECT_EQ(diagnostics.faults().size(), 1u);
    writer.root["extensionsRequired"] = {kDraco};
    EXPECT_NE(import_error(writer).cause.find("libdraco"), std::string::npos);
}

#endif

}  // namespace
}  // namespace motus

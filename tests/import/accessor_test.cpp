// Accessors of every kind, made here, with the values they must give.
// SPDX-License-Identifier: MIT
#include <tests/import/gltf_writer.h>

#include <limits>

namespace motus {
namespace {

using test::GltfWriter;
using test::import_error;
using test::import_ok;
using test::json;
using test::kTriangle;

/// A triangle with COLOR_0 of the type asked for: colours keep what accessors give.
template <typename T>
std::vector<Vec4> read_colors(const std::vector<T>& values, bool normalized) {
    GltfWriter writer;
    const auto positions = writer.add(kTriangle, "VEC3");
    const auto colors = writer.add(values, "VEC4", normalized);
    writer.mesh({{"POSITION", positions}, {"COLOR_0", colors}});
    return import_ok(writer).meshes.at(0).primitives.at(0).colors;
}

TEST(GltfAccessor, NormalisedIntegers) {
    const auto u8 = read_colors<std::uint8_t>({0, 51, 255, 1, 2, 3, 4, 5, 6, 7, 8, 9}, true);
    EXPECT_EQ(u8.at(0), (Vec4{0.0f, 51.0f / 255.0f, 1.0f, 1.0f / 255.0f}));
    EXPECT_EQ(u8.at(2).w, 9.0f / 255.0f);
    const auto i8 = read_colors<std::int8_t>({-128, -127, 127, 64, 0, 0, 0, 0, 0, 0, 0, 0}, true);
    EXPECT_EQ(i8.at(0), (Vec4{-1.0f, -1.0f, 1.0f, 64.0f / 127.0f}));
    const auto u16 = read_colors<std::uint16_t>({0, 65535, 1, 32768, 0, 0, 0, 0, 0, 0, 0, 0}, true);
    EXPECT_EQ(u16.at(0), (Vec4{0.0f, 1.0f, 1.0f / 65535.0f, 32768.0f / 65535.0f}));
    const auto i16 =
        read_colors<std::int16_t>({-32768, -32767, 32767, 1, 0, 0, 0, 0, 0, 0, 0, 0}, true);
    EXPECT_EQ(i16.at(0), (Vec4{-1.0f, -1.0f, 1.0f, 1.0f / 32767.0f}));
}

TEST(GltfAccessor, PlainIntegersKeepTheirValue) {
    const auto u8 = read_colors<std::uint8_t>({0, 51, 255, 1, 2, 3, 4, 5, 6, 7, 8, 9}, false);
    EXPECT_EQ(u8.at(0), (Vec4{0.0f, 51.0f, 255.0f, 1.0f}));
    const auto i16 =
        read_colors<std::int16_t>({-32768, -1, 32767, 1, 0, 0, 0, 0, 0, 0, 0, 0}, false);
    EXPECT_EQ(i16.at(0), (Vec4{-32768.0f, -1.0f, 32767.0f, 1.0f}));
    const auto u32 = read_colors<std::uint32_t>({16777216, 7, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0}, false);
    EXPECT_EQ(u32.at(0), (Vec4{16777216.0f, 7.0f, 0.0f, 1.0f}));
}

TEST(GltfAccessor, Interleaved) {
    // Position, then normal, then a byte of each of four colours; stride 28.
    std::vector<std::uint8_t> bytes;
    for (int v = 0; v < 3; ++v) {
        const float floats[6] = {float(v), float(v + 10), float(v + 20), 0, 0, 1};
        const auto* raw = reinterpret_cast<const std::uint8_t*>(floats);
        bytes.insert(bytes.end(), raw, raw + sizeof floats);
        for (int c = 0; c < 4; ++c)
            bytes.push_back(static_cast<std::uint8_t>(51 * v));
    }
    GltfWriter writer;
    const auto view = writer.view(bytes, 28);
    const auto positions = writer.accessor(view, 3, 5126, "VEC3");
    const auto normals = writer.accessor(view, 3, 5126, "VEC3", false, 12);
    const auto colors = writer.accessor(view, 3, 5121, "VEC4", true, 24);
    writer.mesh({{"POSITION", positions}, {"NORMAL", normals}, {"COLOR_0", colors}});
    const Asset asset = import_ok(writer);
    const AssetPrimitive& primitive = asset.meshes.at(0).primitives.at(0);
    EXPECT_EQ(primitive.positions.at(2), (Vec3{2, 12, 22}));
    EXPECT_EQ(primitive.normals.at(1), (Vec3{0, 0, 1}));
    EXPECT_EQ(primitive.colors.at(2), (Vec4{0.4f, 0.4f, 0.4f, 0.4f}));

    // The last element needs only its own bytes, not a whole stride; one byte fewer is too few.
    writer.root["bufferViews"][0]["byteLength"] = 84;
    import_ok(writer);
    writer.root["bufferViews"][0]["byteLength"] = 83;
    EXPECT_EQ(import_error(writer).place, "accessors[2]");
}

template <typename Index>
void check_sparse() {
    GltfWriter writer;
    const std::vector<float> base = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3};
    const auto positions = writer.add(base, "VEC3");
    const auto indices = writer.view(std::vector<Index>{1, 3});
    const auto values = writer.view(std::vector<float>{9, 8, 7, 6, 5, 4});
    writer.root["accessors"][positions]["sparse"] = {
        {"count", 2},
        {"indices", {{"bufferView", indices}, {"componentType", test::component_type<Index>()}}},
        {"values", {{"bufferView", values}}}};
    writer.mesh({{"POSITION", positions}});
    const Asset asset = import_ok(writer);
    const std::vector<Vec3> expected = {{0, 0, 0}, {9, 8, 7}, {2, 2, 2}, {6, 5, 4}};
    EXPECT_EQ(asset.meshes.at(0).primitives.at(0).positions, expected);

    // Without a bufferView, what is not replaced is zero.
    writer.root["accessors"][positions].erase("bufferView");
    const std::vector<Vec3> zeros = {{0, 0, 0}, {9, 8, 7}, {0, 0, 0}, {6, 5, 4}};
    EXPECT_EQ(import_ok(writer).meshes.at(0).primitives.at(0).positions, zeros);

    // The largest index must be inside.
    writer.root["accessors"][positions]["count"] = 3;
    EXPECT_NE(import_error(writer).cause.find("past the last element"), std::string::npos);
}

TEST(GltfAccessor, Sparse) {
    check_sparse<std::uint8_t>();
    check_sparse<std::uint16_t>();
    check_sparse<std::uint32_t>();
}

TEST(GltfAccessor, SparseNormalisedAndSparseIndices) {
    GltfWriter writer;
    const auto positions = writer.add(kTriangle, "VEC3");
    const auto colors = writer.add(std::vector<std::uint8_t>(12, 255), "VEC4", true);
    const auto indices = writer.add(std::vector<std::uint16_t>{0, 1, 2}, "SCALAR");
    const auto where = writer.view(std::vector<std::uint8_t>{2});
    const auto color = writer.view(std::vector<std::uint8_t>{0, 51, 102, 153});
    const auto index = writer.view(std::vector<std::uint16_t>{1});
    const auto sparse = [&](std::size_t values) -> json {
        return {{"count", 1},
                {"indices", {{"bufferView", where}, {"componentType", 5121}}},
                {"values", {{"bufferView", values}}}};
    };
    writer.root["accessors"][colors]["sparse"] = sparse(color);
    writer.root["accessors"][indices]["sparse"] = sparse(index);
    writer.mesh({{"POSITION", positions}, {"COLOR_0", colors}})["indices"] = indices;
    const Asset asset = import_ok(writer);
    const AssetPrimitive& primitive = asset.meshes.at(0).primitives.at(0);
    EXPECT_EQ(primitive.colors.at(2), (Vec4{0.0f, 0.2f, 0.4f, 0.6f}));
    EXPECT_EQ(primitive.indices, (std::vector<std::uint32_t>{0, 1, 1}));
}

TEST(GltfAccessor, RangesAreCheckedToTheByte) {
    GltfWriter writer;
    const auto positions = writer.add(kTriangle, "VEC3");
    writer.mesh({{"POSITION", positions}});
    import_ok(writer);
    json& accessor = writer.root["accessors"][0];
    for (const std::uint64_t count : {std::uint64_t{4}, std::uint64_t{0xffffffff},
                                      std::uint64_t{1} << 31, std::uint64_t{1} << 52}) {
        accessor["count"] = count;
        EXPECT_EQ(import_error(writer).place, "accessors[0]") << count;
    }
    accessor["count"] = 3;
    for (const std::uint64_t offset :
         {std::uint64_t{1}, std::uint64_t{36}, std::uint64_t{37}, std::uint64_t{1} << 52}) {
        accessor["byteOffset"] = offset;
        EXPECT_EQ(import_error(writer).place, "accessors[0]") << offset;
    }
    accessor["byteOffset"] = 24;
    accessor["count"] = 1;
    import_ok(writer);
}

TEST(GltfAccessor, ViewsStayInTheirBuffer) {
    GltfWriter writer;
    const auto positions = writer.add(kTriangle, "VEC3");
    writer.mesh({{"POSITION", positions}});
    import_ok(writer);
    json& view = writer.root["bufferViews"][0];
    const json whole = view;
    for (const char* const member : {"byteLength", "byteOffset"}) {
        for (const std::uint64_t bytes :
             {std::uint64_t{100}, std::uint64_t{1} << 32, (std::uint64_t{1} << 53) - 1}) {
            view = whole;
            view[member] = bytes;
            const auto error = import_error(writer);
            EXPECT_EQ(error.code, "gltf-buffer") << member << " " << bytes;
            EXPECT_EQ(error.place.substr(0, 14), "bufferViews[0]") << error.place;
        }
    }
}

TEST(GltfAccessor, ZerosCostNoMoreThanTheFileMayAskFor) {
    GltfWriter writer;
    writer.root["accessors"] = {{{"componentType", 5126}, {"count", 3}, {"type", "VEC3"}}};
    writer.mesh({{"POSITION", 0}});
    EXPECT_EQ(import_ok(writer).meshes.at(0).primitives.at(0).positions,
              std::vector<Vec3>(3, Vec3{}));
    writer.root["accessors"][0]["count"] = 0x7fffffff;
    EXPECT_EQ(import_error(writer).code, "gltf-limit");
    // Nobody reads it: nobody pays for it.
    writer.root.erase("meshes");
    writer.root.erase("nodes");
    import_ok(writer);
}

/// A few kilobytes of JSON that use one accessor again and again must not fill the memory.
TEST(GltfAccessor, SharingDoesNotMultiplyMemory) {
    GltfWriter writer;
    const auto positions = writer.add(std::vector<float>(3 * 100'000, 1.0f), "VEC3");
    json& primitives =
        (writer.mesh({{"POSITION", positions}}), writer.root["meshes"][0]["primitives"]);
    for (int i = 0; i < 20; ++i)
        primitives.push_back(primitives[0]);
    EXPECT_EQ(import_ok(writer).meshes.at(0).primitives.size(), 21u);
    for (int i = 0; i < 20'000; ++i)
        primitives.push_back({{"attributes", {{"POSITION", 0}}}});
    EXPECT_EQ(import_error(writer).code, "gltf-limit");
}

TEST(GltfAccessor, EveryFaultIsReported) {
    GltfWriter writer;
    writer.root["accessors"] = json::array();
    for (int i = 0; i < 5; ++i) {
        writer.root["accessors"].push_back(
            {{"componentType", 1}, {"count", 1}, {"type", "SCALAR"}});
    }
    Diagnostics diagnostics;
    EXPECT_FALSE(import_gltf(writer.glb(), {}, diagnostics));
    ASSERT_EQ(diagnostics.faults().size(), 5u);
    EXPECT_EQ(diagnostics.faults()[4].path, "accessors[4].componentType");

    for (int i = 0; i < 5000; ++i)
        writer.root["accessors"].push_back(writer.root["accessors"][0]);
    Diagnostics many;
    EXPECT_FALSE(import_gltf(writer.glb(), {}, many));
    EXPECT_EQ(many.faults().size(), kMaxGltfFaults + 1);
    EXPECT_EQ(many.faults().back().code, "gltf-too-many-faults");
}

}  // namespace
}  // namespace motus

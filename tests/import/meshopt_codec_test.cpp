// Streams of both versions against their formulas and against the library's decoder.
// SPDX-License-Identifier: MIT
#include <motus/import/gltf/meshopt_codec.h>
#include <tests/import/gltf_writer.h>
#include <tests/import/meshopt_streams.h>
#include <tests/support/random.h>

#include <meshoptimizer.h>

#include <cmath>

namespace motus {
namespace {

using gltf::MeshoptFilter;
using test::GltfWriter;
using test::import_ok;
using test::json;
using Bytes = std::vector<std::uint8_t>;

TEST(MeshoptCodec, EveryChannelModeOfVersion1) {
    Bytes out(test::kMixedCount * test::kMixedStride);
    EXPECT_EQ(
        gltf::decode_attributes(test::kMixedStream, test::kMixedCount, test::kMixedStride, out),
        "");
    for (std::uint32_t i = 0; i < test::kMixedCount; ++i) {
        const auto expected = test::mixed_element(i);
        EXPECT_EQ(std::memcmp(&out[i * test::kMixedStride], expected.data(), expected.size()), 0)
            << i;
    }
}

TEST(MeshoptCodec, BlocksOfVersion1) {
    Bytes out(test::kBlocksCount * 4);
    EXPECT_EQ(gltf::decode_attributes(test::kBlocksStream, test::kBlocksCount, 4, out), "");
    for (std::size_t i = 0; i < test::kBlocksCount; ++i) {
        EXPECT_EQ(out[i * 4], i / 100) << i;
        EXPECT_EQ(out[i * 4 + 1], i / 256) << i;
        EXPECT_EQ(out[i * 4 + 2] + out[i * 4 + 3], 0) << i;
    }
}

/// The colour that the streams hold, as fractions.
std::array<double, 4> color_of(std::size_t i) {
    const double k = static_cast<double>(i);
    return {k / 5, 1 - k / 5, static_cast<double>(i % 2), (k + 1) / 6};
}

TEST(MeshoptCodec, ColorsOfEightAndTwelveBits) {
    Bytes small(test::kColorCount * 4), large(test::kColorCount * 8);
    EXPECT_EQ(gltf::decode_attributes(test::kColorStream4, test::kColorCount, 4, small), "");
    EXPECT_EQ(gltf::decode_attributes(test::kColorStream8, test::kColorCount, 8, large), "");
    gltf::apply_filter(MeshoptFilter::color, 4, small);
    gltf::apply_filter(MeshoptFilter::color, 8, large);
    for (std::size_t i = 0; i < test::kColorCount; ++i) {
        for (std::size_t k = 0; k < 4; ++k) {
            std::uint16_t wide = 0;
            std::memcpy(&wide, &large[i * 8 + k * 2], 2);
            EXPECT_NEAR(small[i * 4 + k] / 255.0, color_of(i)[k], 0.01) << i << " " << k;
            EXPECT_NEAR(wide / 65535.0, color_of(i)[k], 0.001) << i << " " << k;
        }
    }
    // A fourth component without a highest bit says nothing of K; it must only do no harm.
    for (const std::size_t stride : {4u, 8u}) {
        Bytes zeros(stride), ones(stride, 0xff);
        gltf::apply_filter(MeshoptFilter::color, stride, zeros);
        gltf::apply_filter(MeshoptFilter::color, stride, ones);
    }
}

/// As gltfpack -cz writes it: the new name, version 1, and a placeholder that is not marked.
TEST(MeshoptCodec, FileOfTheKhronosName) {
    GltfWriter writer;
    const auto view = [&](std::span<const std::uint8_t> stream, std::size_t count,
                          std::size_t stride, const char* filter) {
        const auto source = writer.view(stream.data(), stream.size());
        const json at = writer.root["bufferViews"][source];
        json entry = {{"buffer", 1}, {"byteLength", count * stride}, {"byteStride", stride}};
        entry["extensions"]["KHR_meshopt_compression"] = {{"buffer", 0},
                                                          {"byteOffset", at["byteOffset"]},
                                                          {"byteLength", at["byteLength"]},
                                                          {"byteStride", stride},
                                                          {"count", count},
                                                          {"mode", "ATTRIBUTES"},
                                                          {"filter", filter}};
        writer.root["bufferViews"].push_back(entry);
        return writer.root["bufferViews"].size() - 1;
    };
    const auto colors = view(test::kColorStream4, test::kColorCount, 4, "COLOR");
    const auto positions = writer.add(std::vector<float>(test::kColorCount * 3, 1.0f), "VEC3");
    writer.mesh({{"POSITION", positions},
                 {"COLOR_0", writer.accessor(colors, test::kColorCount, 5121, "VEC4", true)}});
    writer.root["extensionsRequired"] = {"KHR_meshopt_compression"};
    writer.root["extensionsUsed"] = {"KHR_meshopt_compression"};
    writer.root["buffers"] = {{{"byteLength", writer.binary.size()}}, {{"byteLength", 4096}}};
    const Asset asset = import_ok(writer);
    const auto& read = asset.meshes.at(0).primitives.at(0).colors;
    ASSERT_EQ(read.size(), test::kColorCount);
    for (std::size_t i = 0; i < read.size(); ++i) {
        EXPECT_NEAR(read[i].x, color_of(i)[0], 0.01);
        EXPECT_NEAR(read[i].w, color_of(i)[3], 0.01);
    }
    // Without the extension's name a buffer without data stays a fault.
    writer.root["extensionsUsed"] = json::array();
    EXPECT_EQ(test::import_error(writer).place, "buffers[1].uri");
}

TEST(MeshoptCodec, AttributesAsTheLibraryHasThem) {
    test::Random random(11);
    for (const std::size_t count : {1u, 15u, 16u, 17u, 256u, 300u, 700u}) {
        for (const std::size_t stride : {4u, 12u, 16u, 64u, 256u}) {
            for (const std::uint32_t spread : {1u, 3u, 9u, 100u, 0xffffffffu}) {
                Bytes data(count * stride);
                for (std::size_t i = 0; i < data.size(); ++i) {
                    const std::uint32_t base = i >= stride ? data[i - stride] : 0u;
                    data[i] = static_cast<std::uint8_t>(base + random.below(spread));
                }
                Bytes stream(meshopt_encodeVertexBufferBound(count, stride)), out(data.size());
                stream.resize(meshopt_encodeVertexBuffer(stream.data(), stream.size(), data.data(),
                                                         count, stride));
                EXPECT_EQ(gltf::decode_attributes(stream, count, stride, out), "");
                EXPECT_EQ(out, data) << count << " " << stride << " " << spread;
            }
        }
    }
}

TEST(MeshoptCodec, TrianglesAsTheLibraryHasThem) {
    test::Random random(5);
    for (const std::size_t count : {3u, 30u, 300u, 3000u}) {
        for (const std::uint32_t jump : {1u, 4u, 40u, 100000u}) {
            std::vector<std::uint32_t> indices(count);
            for (std::size_t i = 0; i < count; ++i)
                indices[i] = static_cast<std::uint32_t>(i / 3 + i % 3) + random.below(jump);
            Bytes stream(meshopt_encodeIndexBufferBound(count, 200000));
            meshopt_encodeIndexVersion(1);
            stream.resize(
                meshopt_encodeIndexBuffer(stream.data(), stream.size(), indices.data(), count));
            std::vector<std::uint32_t> expected(count);
            ASSERT_EQ(
                meshopt_decodeIndexBuffer(expected.data(), count, 4, stream.data(), stream.size()),
                0);
            Bytes out(count * 4);
            EXPECT_EQ(gltf::decode_triangles(stream, count, 4, out), "");
            EXPECT_EQ(std::memcmp(out.data(), expected.data(), out.size()), 0) << count << jump;

            Bytes sequence(meshopt_encodeIndexSequenceBound(count, 200000));
            sequence.resize(meshopt_encodeIndexSequence(sequence.data(), sequence.size(),
                                                        indices.data(), count));
            EXPECT_EQ(gltf::decode_indices(sequence, count, 4, out), "");
            EXPECT_EQ(std::memcmp(out.data(), indices.data(), out.size()), 0) << count << jump;
        }
    }
}

/// One unit in the last place is what the extension allows.
TEST(MeshoptCodec, FiltersAsTheLibraryHasThem) {
    test::Random random(3);
    constexpr std::size_t kCount = 1000;
    std::vector<float> normals, rotations;
    for (std::size_t i = 0; i < kCount; ++i) {
        const Vec3 n = random.direction();
        const Quat q = random.rotation();
        normals.insert(normals.end(), {n.x, n.y, n.z, 0.0f});
        rotations.insert(rotations.end(), {q.x, q.y, q.z, q.w});
    }
    for (const int bits : {8, 10, 12, 16}) {
        std::vector<std::int16_t> mine(kCount * 4), theirs;
        const auto compare = [&](MeshoptFilter filter) {
            gltf::apply_filter(filter, 8,
                               {reinterpret_cast<std::uint8_t*>(mine.data()), mine.size() * 2});
            for (std::size_t i = 0; i < mine.size(); ++i)
                EXPECT_LE(std::abs(mine[i] - theirs[i]), 1) << bits << " " << i;
        };
        meshopt_encodeFilterOct(mine.data(), kCount, 8, bits, normals.data());
        theirs = mine;
        meshopt_decodeFilterOct(theirs.data(), kCount, 8);
        compare(MeshoptFilter::octahedral);
        meshopt_encodeFilterQuat(mine.data(), kCount, 8, bits, rotations.data());
        theirs = mine;
        meshopt_decodeFilterQuat(theirs.data(), kCount, 8);
        compare(MeshoptFilter::quaternion);
        std::vector<std::uint32_t> exponents(kCount * 4), expected;
        meshopt_encodeFilterExp(exponents.data(), kCount, 16, bits, rotations.data());
        expected = exponents;
        meshopt_decodeFilterExp(expected.data(), kCount, 16);
        gltf::apply_filter(MeshoptFilter::exponential, 16,
                           {reinterpret_cast<std::uint8_t*>(exponents.data()), kCount * 16});
        EXPECT_EQ(exponents, expected);
    }
}

/// Every byte changed, every prefix, one byte more: a cause or other numbers, never a crash.
TEST(MeshoptCodec, BrokenStreamsHaveACause) {
    Bytes out(test::kMixedCount * test::kMixedStride);
    const Bytes good(std::begin(test::kMixedStream), std::end(test::kMixedStream));
    const auto decode = [&](const Bytes& stream) {
        return gltf::decode_attributes(stream, test::kMixedCount, test::kMixedStride, out);
    };
    for (std::size_t i = 0; i < good.size(); ++i) {
        Bytes stream = good;
        stream[i] ^= 0xff;
        (void)decode(stream);
        stream = good;
        stream.resize(i);
        EXPECT_NE(decode(stream), "") << i;
    }
    Bytes stream = good;
    stream.insert(stream.begin() + 200, 0);
    EXPECT_NE(decode(stream), "");
    stream = good;
    stream[0] = 0xa2;
    EXPECT_NE(decode(stream), "");
    for (const std::uint8_t channel : {3, 0x10, 0x21, 0xf3}) {
        stream = good;
        stream.back() = channel;
        EXPECT_NE(decode(stream), "") << int(channel);
    }
    // The first triangle has no edge to lie on; a varint has five bytes at most.
    Bytes triangle(3 * 4), broken = {0xe1, 0x00};
    broken.resize(2 + 16);
    EXPECT_NE(gltf::decode_triangles(broken, 3, 4, triangle), "");
    broken = {0xd1, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 0, 0, 0, 0};
    EXPECT_NE(gltf::decode_indices(broken, 1, 4, triangle), "");
}

}  // namespace
}  // namespace motus

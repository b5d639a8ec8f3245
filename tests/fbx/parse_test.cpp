// SPDX-License-Identifier: MIT
#include <motus/import/fbx/fbx.h>
#include <tests/fbx/fbx_writer.h>

#include <gtest/gtest.h>

#include <string>

namespace motus {
namespace {

Result<FbxScene> read(const std::string& file, Diagnostics& diagnostics) {
    return import_fbx(std::as_bytes(std::span(file)), {}, diagnostics);
}

TEST(FbxParse, AllFormsGiveTheSameAsset) {
    const auto nodes = test::turning_square();
    Diagnostics diagnostics;
    const Result<FbxScene> first = read(test::write_fbx_binary(nodes, 7400), diagnostics);
    ASSERT_TRUE(first) << to_string(first.error());
    for (const std::string& file :
         {test::write_fbx_binary(nodes, 7500), test::write_fbx_binary(nodes, 7400, true),
          test::write_fbx_binary(nodes, 7700, true), test::write_fbx_ascii(nodes, 7400)}) {
        const Result<FbxScene> other = read(file, diagnostics);
        ASSERT_TRUE(other) << to_string(other.error());
        EXPECT_TRUE(other->asset == first->asset);
        EXPECT_EQ(other->info.curves, 1u);
    }
    EXPECT_TRUE(diagnostics.faults().empty());
}

TEST(FbxParse, EveryPrefixIsReadOrRejected) {
    const auto nodes = test::turning_square();
    for (const std::string& file :
         {test::write_fbx_binary(nodes, 7400), test::write_fbx_binary(nodes, 7500),
          test::write_fbx_ascii(nodes, 7400)}) {
        for (std::size_t size = 0; size < file.size(); ++size) {
            Diagnostics diagnostics;
            const auto scene = read(file.substr(0, size), diagnostics);
            EXPECT_EQ(scene.has_value(), !diagnostics.has_errors()) << size;
            if (!scene) {
                EXPECT_FALSE(scene.error().cause.empty());
            }
        }
    }
}

TEST(FbxParse, DepthIsLimited) {
    test::FbxNode deep{"Deep", {}, {}};
    for (std::size_t i = 0; i < kMaxFbxDepth + 1; ++i)
        deep = {"Deep", {}, {deep}};
    for (const std::string& file :
         {test::write_fbx_binary({deep}, 7400), test::write_fbx_ascii({deep}, 7400)}) {
        Diagnostics diagnostics;
        const auto scene = read(file, diagnostics);
        ASSERT_FALSE(scene);
        EXPECT_EQ(scene.error().cause, "nodes are nested too deep");
    }
}

TEST(FbxParse, OtherFilesAreRejected) {
    for (const std::string& file : {std::string(), std::string("{\"asset\":{}}"),
                                    std::string("name: value\n"), std::string(100, '\0')}) {
        Diagnostics diagnostics;
        const auto scene = read(file, diagnostics);
        ASSERT_FALSE(scene);
        EXPECT_EQ(scene.error().code, "fbx-file");
    }
}

TEST(FbxParse, ArraysThatClaimTooMuchAreRejected) {
    std::string file = test::write_fbx_binary(test::turning_square(), 7400);
    const std::size_t at = file.find("Vertices") + 8;
    ASSERT_EQ(file[at], 'd');
    file[at + 4] = '\x7f';  // two thousand million numbers
    file[at + 5] = '\1';    // compressed
    Diagnostics diagnostics;
    const auto scene = read(file, diagnostics);
    ASSERT_FALSE(scene);
    EXPECT_EQ(scene.error().place, "Vertices");
}

}  // namespace
}  // namespace motus

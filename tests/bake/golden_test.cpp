// tests/bake/golden_test.cpp - bytes that must not change by accident: the golden file of each
// format version, and hashes that every compiler must give. SPDX-License-Identifier: MIT
#include "baked.h"
#include "exercise.h"

#include <motus/core/hash.h>
#include <scenes/card/card.h>
#include <scenes/hero/hero_document.h>
#include <scenes/scenes.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace motus::test {
namespace {

constexpr std::uint64_t kHeroChecksum = 16865166659453505224u;
constexpr std::uint64_t kCardChecksum = 4756995302577516325u;

std::vector<char> read_golden(const char* name) {
    std::ifstream stream(std::string(BAKE_TEST_DATA "/") + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

// MOTUS_UPDATE_GOLDEN=1 writes the file anew: for a format version that has not been released.
TEST(Golden, VersionOneLoadsPlaysAndIsBakedAgain) {
    const AlignedBytes now = small_file();
    ASSERT_GT(now.size(), 0u);
    if (std::getenv("MOTUS_UPDATE_GOLDEN") != nullptr) {
        std::ofstream stream(BAKE_TEST_DATA "/v1.motusb", std::ios::binary);
        stream.write(reinterpret_cast<const char*>(now.data()),
                     static_cast<std::streamsize>(now.size()));
    }
    const std::vector<char> content = read_golden("v1.motusb");
    const AlignedBytes golden(std::as_bytes(std::span(content)));
    BakedFile file;
    ASSERT_EQ(open_baked(golden, file), Status::ok);
    EXPECT_EQ(exercise(file), nullptr);
    EXPECT_EQ(find_rig(file, hash_name("Asset")), 0u);
    EXPECT_EQ(find_machine(file.machines, hash_name("machine")), 0u);
    EXPECT_EQ(find_timeline(file.timelines, hash_name("fade")), 0u);
    EXPECT_TRUE(golden == now) << "the bytes have changed: see Versions in docs/format.md";
}

// One number for g++, clang, sanitizers and WebAssembly.
TEST(Golden, TheHeroIsTheSameFromEveryCompiler) {
    const Asset asset = scenes::make_scene("hero").value();
    const Baked baked = bake_document(*scenes::make_hero_document(), asset);
    ASSERT_TRUE(baked.ok()) << baked.why();
    EXPECT_EQ(checksum_bytes(baked.bytes), kHeroChecksum);
}

TEST(Golden, TheCardIsTheSameFromEveryCompiler) {
    const Baked baked = bake_document(*scenes::make_card_document(), Asset{});
    ASSERT_TRUE(baked.ok()) << baked.why();
    EXPECT_EQ(exercise(baked.file), nullptr);
    EXPECT_EQ(checksum_bytes(baked.bytes), kCardChecksum);
}

}  // namespace
}  // namespace motus::test

// SPDX-License-Identifier: MIT
#include <motus/import/fbx/inflate.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace motus::fbx {
namespace {

std::vector<std::byte> bytes_of(std::initializer_list<unsigned> values) {
    std::vector<std::byte> out;
    for (const unsigned value : values)
        out.push_back(static_cast<std::byte>(value));
    return out;
}

std::string text_of(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// What zlib makes of "aaaaaaaaaabbbbbbbbbb" repeated: codes and a copy that overlaps itself.
const std::vector<std::byte> kRuns =
    bytes_of({0x78, 0x9c, 0x4b, 0x4c, 0x84, 0x81, 0x24, 0x38, 0x00, 0x00, 0x4f, 0xdd, 0x07, 0x9f});

TEST(Inflate, StoredBlock) {
    const auto stream =
        bytes_of({0x78, 0x01, 0x01, 0x03, 0x00, 0xfc, 0xff, 'a', 'b', 'c', 0x02, 0x4d, 0x01, 0x27});
    std::vector<std::byte> out(3);
    EXPECT_TRUE(inflate(stream, out));
    EXPECT_EQ(text_of(out), "abc");
}

TEST(Inflate, CopiesThatOverlap) {
    std::vector<std::byte> out(20);
    EXPECT_TRUE(inflate(kRuns, out));
    EXPECT_EQ(text_of(out), "aaaaaaaaaabbbbbbbbbb");
}

TEST(Inflate, SizeMustFit) {
    std::vector<std::byte> less(19), more(21);
    EXPECT_FALSE(inflate(kRuns, less));
    EXPECT_FALSE(inflate(kRuns, more));
}

TEST(Inflate, DamageIsFound) {
    for (std::size_t size = 0; size < kRuns.size(); ++size) {
        std::vector<std::byte> out(20);
        EXPECT_FALSE(inflate(std::span(kRuns).first(size), out)) << size;
    }
    for (std::size_t i = 0; i < kRuns.size() * 8; ++i) {
        std::vector<std::byte> stream = kRuns, out(20);
        stream[i / 8] ^= static_cast<std::byte>(1u << (i % 8));
        if (inflate(stream, out)) {
            EXPECT_EQ(text_of(out), "aaaaaaaaaabbbbbbbbbb") << i;
        }
    }
}

}  // namespace
}  // namespace motus::fbx

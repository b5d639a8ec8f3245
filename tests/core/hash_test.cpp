// tests/core/hash_test.cpp - hashes, statuses, results and diagnostics.
// SPDX-License-Identifier: MIT
#include <motus/core/diagnostics.h>
#include <motus/core/hash.h>
#include <motus/core/status.h>

#include <gtest/gtest.h>
#include <cstring>
#include <limits>
#include <memory>

namespace motus::test {
namespace {

// Published test vectors of FNV-1a, 64 bits.
TEST(Hash, NamesMatchPublishedVectors) {
    EXPECT_EQ(std::uint64_t(hash_name("")), 0xcbf29ce484222325u);
    EXPECT_EQ(std::uint64_t(hash_name("a")), 0xaf63dc4c8601ec8cu);
    EXPECT_EQ(std::uint64_t(hash_name("foobar")), 0x85944171f73967e8u);
    static_assert(hash_name("Hips") != NameHash::none);
}

TEST(Hash, BytesAbove127AreUnsigned) {
    EXPECT_NE(hash_name("\xc3\xa9"), hash_name("\x43\x29"));
    EXPECT_EQ(std::uint64_t(hash_name("\xff")), (kHashSeed ^ 0xffu) * 0x100000001b3u);
}

TEST(Hash, FloatsAreTheirBits) {
    const float plus[] = {0.0f}, minus[] = {-0.0f}, both[] = {1.0f, 2.0f};
    EXPECT_NE(hash_floats(kHashSeed, plus), hash_floats(kHashSeed, minus));
    EXPECT_EQ(hash_floats(kHashSeed, {}), kHashSeed);
    std::uint64_t bytes = kHashSeed;
    for (const std::uint8_t b : {0, 0, 0x80, 0x3f, 0, 0, 0, 0x40})
        bytes = hash_byte(bytes, b);
    EXPECT_EQ(hash_floats(kHashSeed, both), bytes);
    EXPECT_EQ(hash_u64(kHashSeed, 0x400000003f800000u), bytes);
}

TEST(Hash, EveryNanIsTheSame) {
    const std::uint32_t patterns[] = {0x7fc00000u, 0xffc00000u, 0x7f800001u, 0xffffffffu};
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::uint64_t expected = hash_floats(kHashSeed, {&nan, 1});
    for (const std::uint32_t pattern : patterns) {
        float value;
        std::memcpy(&value, &pattern, 4);
        EXPECT_EQ(hash_floats(kHashSeed, {&value, 1}), expected);
    }
    const float infinity = std::numeric_limits<float>::infinity();
    EXPECT_NE(hash_floats(kHashSeed, {&infinity, 1}), expected);
}

TEST(StatusText, EveryStatusHasItsOwnWords) {
    const Status all[] = {Status::ok, Status::bad_argument, Status::bad_size, Status::bad_data,
                          Status::missing};
    for (const Status a : all) {
        ASSERT_NE(to_string(a), nullptr);
        EXPECT_GT(std::strlen(to_string(a)), 0u);
        for (const Status b : all)
            EXPECT_EQ(a == b, !std::strcmp(to_string(a), to_string(b)));
    }
    EXPECT_NE(to_string(static_cast<Status>(200)), nullptr);
}

TEST(Result, HoldsAValueOrAnError) {
    Result<std::unique_ptr<int>> good(std::make_unique<int>(7));
    ASSERT_TRUE(good.has_value());
    EXPECT_EQ(**good, 7);
    const std::unique_ptr<int> taken = std::move(good).value();
    EXPECT_EQ(*taken, 7);
    const Result<std::unique_ptr<int>> bad(Error{"code", "nodes[3]", "no such node"});
    ASSERT_FALSE(bad);
    EXPECT_EQ(to_string(bad.error()), "nodes[3]: no such node");
    EXPECT_EQ(to_string(Error{"code", "", "empty file"}), "empty file");
}

TEST(Diagnostics, KeepsEverythingInOrder) {
    Diagnostics found;
    EXPECT_FALSE(found.has_errors());
    found.warn("w", "a", "first");
    EXPECT_FALSE(found.has_errors());
    found.error("e", "b", "second");
    found.error("f", "c", "third");
    ASSERT_EQ(found.faults().size(), 3u);
    EXPECT_TRUE(found.has_errors());
    EXPECT_EQ(found.first_error(), (Error{"e", "b", "second"}));
    EXPECT_EQ(found.faults()[0], (Fault{Severity::warning, "w", "a", "first"}));
}

}  // namespace
}  // namespace motus::test

// tests/bake/incremental_test.cpp - a bake after an edit gives the bytes of a bake from scratch.
// SPDX-License-Identifier: MIT
#include "incremental.h"

#include <tests/support/rounds.h>

#include <gtest/gtest.h>
#include <cstdlib>

namespace motus::test {
namespace {

// A tenth of what soak_bake does, in one test for each document so that they run side by side.
class BakeIncremental : public testing::TestWithParam<const char*> {};

TEST_P(BakeIncremental, RandomEditsGiveTheBytesOfABakeFromScratch) {
    std::string fault;
    IncrementalSubject subject = incremental_subject(GetParam(), fault);
    if (!subject.document && std::getenv("MOTUS_TEST_DATA") == nullptr) {
        GTEST_SKIP() << fault << ": nothing was baked";
    }
    ASSERT_TRUE(subject.document) << fault;
    constexpr std::size_t kEdits = rounds(200);
    IncrementalCount counted;
    ASSERT_EQ(bake_random_edits(subject, 1, kEdits, counted), "");
    EXPECT_EQ(counted.edits, kEdits);
    if (kSlowBuild) return;  // too few edits to expect anything of their kinds
    EXPECT_GT(counted.baked, kEdits / 4);
    EXPECT_GT(counted.undone, kEdits / 40);
    EXPECT_GT(counted.redone, 0u);
    if (std::string(GetParam()) != "card") {
        EXPECT_GT(counted.packed, kEdits / 20);
    }
}

INSTANTIATE_TEST_SUITE_P(Documents, BakeIncremental,
                         testing::Values("hero", "card", "Fox/Fox.glb",
                                         "RiggedSimple/RiggedSimple.glb",
                                         "AnimatedMorphCube/AnimatedMorphCube.glb"));

}  // namespace
}  // namespace motus::test

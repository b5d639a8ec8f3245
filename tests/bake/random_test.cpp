// tests/bake/random_test.cpp - any document: it is refused with reasons, or what is baked plays.
// SPDX-License-Identifier: MIT
#include "baked.h"
#include "exercise.h"

#include <tests/document/random_edits.h>
#include <tests/support/rounds.h>

#include <gtest/gtest.h>

namespace motus::test {
namespace {

TEST(BakeRandom, WhatIsBakedPlaysAndUndoGivesTheSameBytes) {
    const Asset asset = small_asset();
    constexpr std::size_t kDocuments = rounds(1500);
    std::size_t baked = 0, refused = 0;
    for (std::uint64_t seed = 0; seed < kDocuments; ++seed) {
        Random random(seed);
        const std::unique_ptr<Document> document = small_document(asset);
        document->clear_history();
        const Baked before = bake_document(*document, asset);
        ASSERT_TRUE(before.ok()) << before.why();
        for (std::uint32_t i = 1 + random.below(seed % 3 == 0 ? 40 : 3); i > 0; --i)
            random_edit(*document, random);
        const Baked edited = bake_document(*document, asset);
        if (edited.diagnostics.has_errors()) {
            ++refused;
            EXPECT_EQ(edited.bytes.size(), 0u);
            // What only the reader finds has no path: it should have been found before.
            for (const Fault& fault : edited.diagnostics.faults())
                EXPECT_NE(fault.code, "bake-check") << fault.message << ", seed " << seed;
        } else {
            ++baked;
            const char* fault = exercise(edited.file);
            EXPECT_EQ(fault, nullptr) << fault << ", seed " << seed;
        }
        while (*document->undo()) {
        }
        const Baked after = bake_document(*document, asset);
        ASSERT_TRUE(after.ok()) << after.why() << ", seed " << seed;
        ASSERT_TRUE(after.bytes == before.bytes) << "seed " << seed;
    }
    EXPECT_GT(baked, kDocuments / 5);
    EXPECT_GT(refused, kDocuments / 15);
}

}  // namespace
}  // namespace motus::test

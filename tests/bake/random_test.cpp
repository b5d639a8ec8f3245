// tests/bake/random_test.cpp - any document: it is refused with reasons, or what is baked plays.
// SPDX-License-Identifier: MIT
#include "baked.h"
#include "exercise.h"

#include <motus/document/validate.h>
#include <tests/document/random_edits.h>
#include <tests/support/rounds.h>

#include <algorithm>

#include <gtest/gtest.h>

namespace motus::test {
namespace {

std::string listed(const std::vector<Fault>& faults) {
    std::string list;
    for (const Fault& fault : faults)
        if (fault.code != "bake-pack") list += fault.code + " " + fault.path + "\n";
    return list;
}

Diagnostics check_document(const Document& document, const Asset& asset) {
    std::vector<BakeAsset> assets;
    for (const doc::Source& source : content(document).sources())
        assets.push_back({source.id(), &asset});
    Diagnostics diagnostics;
    check_bake(document, assets, diagnostics);
    return diagnostics;
}

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
        EXPECT_EQ(listed(check_document(*document, asset).faults()),
                  listed(edited.diagnostics.faults()))
            << "seed " << seed;
        if (edited.diagnostics.has_errors()) {
            ++refused;
            EXPECT_EQ(edited.bytes.size(), 0u);
            // What only the reader finds has no path: it should have been found before.
            for (const Fault& fault : edited.diagnostics.faults())
                EXPECT_NE(fault.code, "bake-check") << fault.message << ", seed " << seed;
            // What a document alone has wrong is what validation says of it.
            Diagnostics validated;
            validate(*document, validated);
            const bool of_assets =
                std::any_of(edited.diagnostics.faults().begin(), edited.diagnostics.faults().end(),
                            [&](const Fault& fault) {
                                return fault.severity == Severity::error &&
                                       fault.path.find("/components/") != std::string::npos;
                            });
            EXPECT_TRUE(validated.has_errors() || of_assets)
                << edited.diagnostics.first_error().cause << ", seed " << seed;
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

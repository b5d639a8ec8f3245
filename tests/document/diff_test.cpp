// SPDX-License-Identifier: MIT
#include <motus/document/diff.h>

#include "random_edits.h"
#include "sample.h"

#include <motus/document/dirty.h>
#include <motus/document/patch.h>
#include <tests/support/rounds.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

std::unique_ptr<Document> read(const std::string& text, std::uint64_t seed) {
    Diagnostics diagnostics;
    auto document = read_document(text, diagnostics, {.id_seed = seed});
    EXPECT_TRUE(document);
    return *std::move(document);
}

TEST(Diff, OfEqualDocumentsIsEmpty) {
    const test::Sample a = test::make_sample(), b = test::make_sample();
    EXPECT_TRUE(diff_documents(*a.document, *b.document).items.empty());
}

// A file may give one id to several; they are not taken for one that moved.
TEST(Diff, LeavesRepeatedIdsAlone) {
    const char* text = R"({"version": 2, "scene": {"entities": [{"id": 7, "name": "a"}]},
        "library": {"timelines": [{"id": 7}], "masks": [{"id": 7}]}})";
    Diagnostics diagnostics;
    const auto a = read_document(text, diagnostics), b = read_document(text, diagnostics);
    EXPECT_EQ(to_text(diff_documents(**a, **b)), "[]");
}

TEST(Diff, ChangesOnlyWhatDiffers) {
    const test::Sample a = test::make_sample();
    test::Sample b = test::make_sample();
    ASSERT_TRUE(test::apply(*b.document, R"([
        {"op": "replace", "path": "/library/timelines/0/tracks/0/keys/1/value", "value": 0.5},
        {"op": "move", "from": "/scene/entities/0", "path": "/scene/entities/1"}])"));
    const Json patch = diff_documents(*a.document, *b.document);
    ASSERT_EQ(patch.items.size(), 2u) << to_text(patch);
    const Object* button = a.document->find_id(a.button);
    ASSERT_TRUE(apply_patch_step(*a.document, patch, "Reload"));
    EXPECT_EQ(a.text(), b.text());
    EXPECT_EQ(a.document->find_id(a.button), button);  // the same object
}

TEST(Diff, TurnsAnyDocumentIntoAnyOther) {
    const std::string start = test::make_sample().text();
    for (std::uint64_t seed = 0; seed < test::rounds(1000u); ++seed) {
        test::Random random(seed);
        const auto from = read(start, 2 * seed + 1), to = read(start, 2 * seed + 2);
        for (std::uint32_t i = random.below(12); i > 0; --i)
            test::random_edit(*from, random);
        for (std::uint32_t i = random.below(12); i > 0; --i)
            test::random_edit(*to, random);
        const std::string before = write_document(*from), wanted = write_document(*to);
        const Json patch = diff_documents(*from, *to);
        const Result<Done> applied = apply_patch_step(*from, patch, "Reload");
        ASSERT_TRUE(applied) << "seed " << seed << ": " << to_string(applied.error());
        ASSERT_EQ(write_document(*from), wanted) << "seed " << seed;
        if (!patch.items.empty()) {
            ASSERT_TRUE(*from->undo());
            ASSERT_EQ(write_document(*from), before) << "seed " << seed;
        }
    }
}

TEST(Dirty, TellsWhatChangedOnce) {
    test::Sample s = test::make_sample();
    DirtyTracker dirty;
    s.document->add_listener(dirty);
    const auto& timeline = s.get<doc::AnimationTimeline>(s.timeline);
    ASSERT_TRUE(s.document->begin_change(timeline).set_name("x").set_duration(3).commit());
    auto changes = dirty.take();
    EXPECT_EQ(changes.objects, std::vector<Handle>{timeline.handle()});
    EXPECT_TRUE(changes.authored);
    EXPECT_FALSE(changes.structure);
    EXPECT_TRUE(dirty.take().empty());
    {
        auto preview = s.document->begin_preview(timeline);
        preview.set_duration(9);
        changes = dirty.take();
        EXPECT_FALSE(changes.authored);
        EXPECT_EQ(changes.objects.size(), 1u);
    }
    EXPECT_FALSE(dirty.take().empty());  // the authored value is shown again
    ASSERT_TRUE(s.document->remove(timeline.handle(), doc::AnimationTimeline::kTracks, 0));
    EXPECT_TRUE(dirty.take().structure);
    s.document->remove_listener(dirty);
}

}  // namespace
}  // namespace motus

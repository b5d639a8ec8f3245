// Properties that hold for any edits: undo, redo, files and journals, byte for byte.
// SPDX-License-Identifier: MIT
#include "random_edits.h"
#include "sample.h"

#include <motus/document/operation.h>
#include <motus/document/patch.h>
#include <tests/support/rounds.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

using test::Random;

/// Reads the text and writes it again.
std::string again(const std::string& text) {
    Diagnostics diagnostics;
    const auto document = read_document(text, diagnostics);
    if (!document) return to_string(document.error());
    return write_document(**document);
}

/// A few edits in one step; one step in eight is given up.
void random_step(Document& document, Random& random) {
    Step step = document.begin_step("random", random.below(3) == 0 ? 7 : 0);
    for (std::uint32_t i = 1 + random.below(4); i > 0; --i)
        test::random_edit(document, random);
    if (random.below(8) == 0) {
        step.drop();
    } else {
        (void)step.commit().has_value();
    }
}

TEST(RandomEdits, TenThousandSequencesUndoRedoAndRoundTrip) {
    const std::string start = test::make_sample().text();
    ASSERT_EQ(again(start), start);
    constexpr std::size_t kSequences = test::rounds(10000);
    std::size_t commands = 0, steps = 0;
    for (std::uint64_t seed = 0; seed < kSequences; ++seed) {
        Random random(seed);
        Diagnostics diagnostics;
        const auto opened = read_document(start, diagnostics, {.id_seed = seed});
        Document& document = **opened;
        for (std::uint32_t i = 1 + random.below(6); i > 0; --i)
            random_step(document, random);
        const std::string edited = write_document(document);
        const std::size_t done = document.history().position();
        for (std::size_t i = 0; i < done; ++i)
            commands += document.history()[i].commands.size();
        steps += done;

        while (*document.undo()) {
        }
        ASSERT_EQ(write_document(document), start) << "undo, seed " << seed;
        ASSERT_FALSE(document.is_modified());
        while (*document.redo()) {
        }
        ASSERT_EQ(write_document(document), edited) << "redo, seed " << seed;
        ASSERT_EQ(again(edited), edited) << "file, seed " << seed;
    }
    // The test must have done something.
    EXPECT_GT(commands, 3 * kSequences);
    EXPECT_GT(steps, 3 * kSequences / 2);
}

TEST(RandomEdits, ThousandEditsUndoneGiveTheOriginal) {
    test::Sample sample = test::make_sample();
    Document& document = *sample.document;
    document.clear_history();
    const std::string start = sample.text();
    Random random(77);
    std::vector<std::string> texts{start};
    std::size_t seen = 0;
    for (int i = 0; i < 1000; ++i) {
        test::random_edit(document, random);
        if (document.history().position() == seen) continue;
        seen = document.history().position();
        texts.push_back(write_document(document));
    }
    ASSERT_GT(seen, 500u);
    const std::string edited = texts.back();
    for (std::size_t i = seen; i-- > 0;) {
        ASSERT_TRUE(*document.undo());
        ASSERT_EQ(write_document(document), texts[i]) << "step " << i;
    }
    for (std::size_t i = 1; i <= seen; ++i) {
        ASSERT_TRUE(*document.redo());
        ASSERT_EQ(write_document(document), texts[i]) << "step " << i;
    }
    EXPECT_EQ(write_document(document), edited);
    EXPECT_FALSE(*document.redo());
}

/// Writes down every change as an operation.
struct Recorder final : CommandListener {
    std::vector<std::string> operations;
    void on_change(const Document& document, const ChangeEvent& event) override {
        if (event.origin == Origin::preview || event.origin == Origin::flush) return;
        operations.push_back(operation_of(document, event));
    }
};

// Undo and rollback are written down too, so moves are replayed in both directions.
TEST(RandomEdits, OperationsReplay) {
    const std::string start = test::make_sample().text();
    constexpr std::size_t kSequences = test::rounds(500);
    std::size_t operations = 0;
    for (std::uint64_t seed = 0; seed < kSequences; ++seed) {
        Random random(seed);
        Diagnostics diagnostics;
        const auto opened = read_document(start, diagnostics, {.id_seed = seed});
        const auto replayed = read_document(start, diagnostics);
        Recorder recorder;
        (*opened)->add_listener(recorder);
        for (std::uint32_t i = 2 + random.below(10); i > 0; --i) {
            random_step(**opened, random);
            if (random.below(4) == 0) (void)(*opened)->undo().has_value();
            if (random.below(8) == 0) (void)(*opened)->redo().has_value();
        }
        for (const std::string& operation : recorder.operations) {
            const auto applied = test::apply(**replayed, "[" + operation + "]");
            ASSERT_TRUE(applied) << "seed " << seed << ": " << operation << ": "
                                 << to_string(applied.error());
        }
        ASSERT_EQ(write_document(**replayed), write_document(**opened)) << "seed " << seed;
        operations += recorder.operations.size();
    }
    EXPECT_GT(operations, 10 * kSequences);
}

}  // namespace
}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/document/document.h>

#include "sample.h"

#include <functional>

#include <gtest/gtest.h>

namespace motus {
namespace {

using doc::AnimationTimeline;

/// Does what a test says, in one of the callbacks.
struct Doer final : CommandListener {
    std::function<void(const ChangeEvent&)> change;
    std::function<void(const StepInfo&)> step, commit;
    std::function<void()> rollback;
    int changes = 0, commits = 0;

    void on_change(const Document&, const ChangeEvent& event) override {
        ++changes;
        if (change) change(event);
    }
    void on_step(Document&, const StepInfo& info) override {
        if (step) step(info);
    }
    Result<Done> on_commit(const Document&, const StepInfo& info) override {
        ++commits;
        if (commit) commit(info);
        return Done{};
    }
    void on_rollback(const Document&) override {
        if (rollback) rollback();
    }
};

struct ListenerTest : ::testing::Test {
    test::Sample s = test::make_sample();
    Document& document = *s.document;
    Doer doer;

    ListenerTest() { document.add_listener(doer); }

    Result<Done> rename(const std::string& name) {
        auto change = document.begin_change(s.get<AnimationTimeline>(s.timeline), "Rename");
        change.set_name(name);
        return change.commit();
    }
    std::string name() const { return s.get<AnimationTimeline>(s.timeline).name(); }
};

TEST_F(ListenerTest, AreAddedAndRemovedWhileTheyAreTold) {
    std::vector<std::unique_ptr<Doer>> more;
    doer.change = [&](const ChangeEvent&) {
        // Enough for any list to move in memory.
        for (int i = 0; i < 100; ++i) {
            more.push_back(std::make_unique<Doer>());
            document.add_listener(*more.back());
        }
        doer.change = nullptr;
    };
    ASSERT_TRUE(rename("a"));
    ASSERT_EQ(more.size(), 100u);
    EXPECT_EQ(more[0]->changes, 0);  // from the next one on
    EXPECT_EQ(more[0]->commits, 1);
    // One removes itself and all others, which are gone at once.
    doer.change = [&](const ChangeEvent&) {
        document.remove_listener(doer);
        for (const auto& each : more)
            document.remove_listener(*each);
        more.clear();
    };
    ASSERT_TRUE(rename("b"));
    const int heard = doer.changes;
    ASSERT_TRUE(rename("c"));
    EXPECT_EQ(doer.changes, heard);
    EXPECT_EQ(name(), "c");
}

TEST_F(ListenerTest, WhoIsRemovedTakesNobodyWithIt) {
    Doer second, third;
    document.add_listener(second);
    document.add_listener(third);
    doer.change = [&](const ChangeEvent&) { document.remove_listener(doer); };
    second.commit = [&](const StepInfo&) { document.remove_listener(third); };
    ASSERT_TRUE(rename("a"));
    EXPECT_EQ(doer.changes, 1);
    EXPECT_EQ(second.changes, 1);
    EXPECT_EQ(third.changes, 1);
    EXPECT_EQ(doer.commits, 0);
    EXPECT_EQ(second.commits, 1);
    EXPECT_EQ(third.commits, 0);
    document.remove_listener(second);
}

TEST_F(ListenerTest, MayNotEditWhileTheyAreTold) {
    std::vector<std::string> codes;
    const auto try_all = [&] {
        const Handle root = document.root().handle();
        const auto note = [&](const auto& result) {
            codes.push_back(result ? "done" : result.error().code);
        };
        note(document.undo());
        note(document.redo());
        note(document.revert_to(0));
        note(document.set(root, doc::Document::kName, std::string("x")));
        note(document.begin_step("x").commit());
        auto change = document.begin_change(content(document), "x");
        change.set_name("x");
        note(change.commit());
        auto preview = document.begin_preview(content(document));
        preview.set_name("shown");
        note(preview.commit("x"));
    };
    const auto all_refused = [&] {
        EXPECT_FALSE(codes.empty());
        for (const std::string& code : codes)
            EXPECT_EQ(code, "in-callback");
        codes.clear();
    };
    const std::string content_name = content(document).name();
    // A preview is told of too: what it tells must not try again.
    bool busy = false;
    const auto once = [&] {
        if (std::exchange(busy, true)) return;
        try_all();
        busy = false;
    };
    doer.change = [&](const ChangeEvent&) { once(); };
    ASSERT_TRUE(rename("a"));
    all_refused();
    ASSERT_TRUE(*document.undo());
    all_refused();
    ASSERT_TRUE(*document.redo());
    all_refused();
    doer.change = nullptr;
    doer.commit = [&](const StepInfo&) { once(); };
    ASSERT_TRUE(rename("b"));
    all_refused();
    ASSERT_TRUE(*document.undo());
    all_refused();
    ASSERT_TRUE(*document.redo());
    all_refused();
    doer.commit = nullptr;
    doer.rollback = [&] { once(); };
    document.begin_step("given up").drop();
    all_refused();
    doer.rollback = nullptr;
    EXPECT_EQ(name(), "b");
    EXPECT_EQ(content(document).name(), content_name);
    // What is there can be undone to the beginning, and nothing else is.
    while (*document.undo()) {
    }
    while (*document.redo()) {
    }
    EXPECT_EQ(name(), "b");
}

TEST_F(ListenerTest, MayReadWhatIsDoneWhileTheyAddToAStep) {
    std::size_t seen = 0;
    doer.step = [&](const StepInfo& info) {
        doer.step = nullptr;
        for (const Command& command : info.commands) {
            ++seen;
            for (int i = 0; i < 100; ++i) {
                const auto added = document.set(document.root().handle(), doc::Document::kName,
                                                "name " + std::to_string(i));
                ASSERT_TRUE(added);
            }
            EXPECT_EQ(command.property, AnimationTimeline::kName);
            EXPECT_EQ(command.after, Value(std::string("a")));
        }
    };
    const std::string before = s.text();
    ASSERT_TRUE(rename("a"));
    EXPECT_EQ(seen, 1u);
    EXPECT_EQ(content(document).name(), "name 99");
    ASSERT_TRUE(*document.undo());
    EXPECT_EQ(s.text(), before);
}

// A part of a step that is kept beyond its end has nothing more to say.
TEST_F(ListenerTest, MayKeepAPartOfAStep) {
    const std::size_t before = document.history().size();
    Step part, other;
    bool kept = false;
    doer.step = [&](const StepInfo&) {
        if (std::exchange(kept, true)) return;
        part = document.begin_step("kept");
        other = document.begin_step("kept too");
    };
    ASSERT_TRUE(rename("a"));
    EXPECT_FALSE(document.in_step());
    const auto late = part.commit();
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().code, "no-step");
    // Nor may it end the step that is open by then.
    Step next = document.begin_step("next");
    ASSERT_TRUE(document.set(document.root().handle(), doc::Document::kName, std::string("b")));
    other.drop();
    ASSERT_TRUE(document.in_step());
    ASSERT_TRUE(next.commit());
    EXPECT_EQ(content(document).name(), "b");
    EXPECT_EQ(document.history().size(), before + 2);
}

TEST_F(ListenerTest, MayClearTheHistoryOfAnUndo) {
    ASSERT_TRUE(rename("a"));
    doer.commit = [&](const StepInfo&) { document.clear_history(); };
    ASSERT_TRUE(*document.undo());
    EXPECT_EQ(document.history().size(), 0u);
    EXPECT_FALSE(*document.redo());
    ASSERT_TRUE(rename("b"));
    EXPECT_EQ(document.history().size(), 1u);
}

TEST_F(ListenerTest, MayShowAndWriteWhileTheyAreTold) {
    std::string written;
    auto preview = document.begin_preview(content(document));
    doer.change = [&](const ChangeEvent& event) {
        if (event.origin != Origin::edit) return;
        preview.set_name("shown");
        document.flush();
        written = write_document(document);
    };
    ASSERT_TRUE(rename("a"));
    EXPECT_EQ(content(document).name(), "shown");
    EXPECT_EQ(written.find("shown"), std::string::npos);
    EXPECT_NE(written.find("\"a\""), std::string::npos);
    preview.drop();
}

}  // namespace
}  // namespace motus

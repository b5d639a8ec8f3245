// tests/session/desk_library_test.cpp - folders of the library, and what is done to their items.
// SPDX-License-Identifier: MIT
#include <motus/session/desk.h>

#include <motus/document/file.h>
#include <motus/document/library_edit.h>
#include <motus/document/patch.h>
#include <motus/document/validate.h>
#include <scenes/card/card.h>
#include <scenes/scenes.h>

#include <gtest/gtest.h>

#include <array>

namespace motus {
namespace {

class DeskLibraryTest : public ::testing::Test {
  protected:
    DeskLibraryTest() : stage_([](std::string_view name) { return scenes::make_scene(name); }) {
        EXPECT_TRUE(stage_.open(scenes::make_card_document()).has_value());
        before_ = write_document(document());
    }

    Document& document() { return stage_.project().document(); }
    std::string code(const std::string& command) {
        const Result<std::string> text = desk_.command(command);
        return text ? "" : text.error().code;
    }
    void run(const std::string& command) { EXPECT_EQ(code(command), "") << command; }
    Json library() { return *parse_json(stage_.library_text()); }
    std::string id(const char* list, const std::string& name) {
        const Json text = library();
        for (const Json& item : text.find(list)->items)
            if (item.find("name")->text == name) return item.find("id")->text;
        ADD_FAILURE() << list << " " << name;
        return "";
    }
    std::string names(const char* list) {
        std::string out;
        const Json text = library();
        for (const Json& item : text.find(list)->items)
            out += (out.empty() ? "" : ", ") + item.find("name")->text;
        return out;
    }
    /// "kind id" of a folder's lines.
    std::string lines(const std::string& name) {
        std::string out;
        const Json text = library();
        for (const Json& folder : text.find("folders")->items) {
            if (folder.find("name")->text != name) continue;
            for (const Json& entry : folder.find("entries")->items)
                out += entry.find("kind")->text + " " + entry.find("id")->text + ";";
        }
        return out;
    }
    std::string say(const char* command, const std::string& item, const std::string& rest = "") {
        return std::string("{\"do\":\"library_") + command + "\",\"item\":\"" + item + "\"" + rest +
               "}";
    }
    std::string in(const std::string& folder, const std::string& before = "") {
        return ",\"folder\":\"" + folder + "\",\"before\":\"" + before + "\"";
    }
    /// Ids of folder "outer", of "inner" in it, and of timeline "flip" in that.
    std::array<std::string, 3> nest() {
        run(R"({"do":"library_folder","name":"outer"})");
        const std::string outer = id("folders", "outer");
        run(R"({"do":"library_folder","name":"inner","folder":")" + outer + "\"}");
        const std::string inner = id("folders", "inner"), flip = id("timelines", "flip");
        run(say("move", flip, in(inner)));
        return {outer, inner, flip};
    }
    std::size_t faults() {
        Diagnostics diagnostics;
        validate(document(), diagnostics);
        return diagnostics.faults().size();
    }
    void undo_all() {
        while (*stage_.project().document().undo()) {
        }
        EXPECT_EQ(write_document(document()), before_);
    }

    Stage stage_;
    Desk desk_{stage_};
    std::string before_;
};

TEST_F(DeskLibraryTest, ItemsGoIntoFoldersAndOut) {
    run(R"({"do":"library_folder","name":"buttons"})");
    const std::string folder = id("folders", "buttons");
    const std::string hover = id("timelines", "button hover"), flip = id("timelines", "flip");
    const std::string card = id("machines", "card");
    run(say("move", hover, in(folder)));
    run(say("move", card, in(folder)));
    run(say("move", flip, in(folder, hover)));
    EXPECT_EQ(lines("buttons"),
              "timeline " + flip + ";timeline " + hover + ";machine " + card + ";");
    run(say("move", hover, in(folder, flip)));
    EXPECT_EQ(lines("buttons"),
              "timeline " + hover + ";timeline " + flip + ";machine " + card + ";");
    run(say("move", hover, in("")));
    EXPECT_EQ(lines("buttons"), "timeline " + flip + ";machine " + card + ";");
    EXPECT_EQ(library_entry(document(), std::stoull(hover)), nullptr);
    EXPECT_EQ(document().history().position(), 6u) << "each command is one step";
    undo_all();
}

TEST_F(DeskLibraryTest, FoldersNestButNotInThemselves) {
    const auto [outer, inner, flip] = nest();
    EXPECT_EQ(library().find("folders")->items[1].find("parent")->text, outer);
    const std::string text = write_document(document());
    EXPECT_EQ(code(say("move", outer, in(inner))), "inside-itself");
    EXPECT_EQ(code(say("move", outer, in(outer))), "inside-itself");
    EXPECT_EQ(code(say("move", "7", in(inner))), "no-item");
    EXPECT_EQ(code(say("move", flip, in("7"))), "no-item");
    EXPECT_EQ(code(say("rename", inner, R"(,"name":"")")), "bad-name");
    EXPECT_EQ(code(say("duplicate", inner)), "no-item");
    EXPECT_EQ(code(say("delete", id("machines", "card") + "9")), "no-item");
    EXPECT_EQ(write_document(document()), text) << "a refusal changes nothing";

    run(say("delete", outer));
    EXPECT_EQ(library().find("folders")->items[0].find("parent")->text, "") << "inner came out";
    EXPECT_EQ(lines("inner"), "timeline " + flip + ";");
    run(say("delete", inner));
    EXPECT_TRUE(library().find("folders")->items.empty());
    EXPECT_EQ(id("timelines", "flip"), flip) << "what lay in it stays";
    undo_all();
}

TEST_F(DeskLibraryTest, WhatLayInAnInnerFolderComesIntoTheOuter) {
    const auto [outer, inner, flip] = nest();
    run(say("delete", inner));
    EXPECT_EQ(lines("outer"), "timeline " + flip + ";");
    undo_all();
}

TEST_F(DeskLibraryTest, ItemsAreRenamedOrderedAndCopied) {
    const std::string hover = id("timelines", "button hover");
    const std::string first = library().find("timelines")->items[0].find("id")->text;
    ASSERT_NE(first, hover);
    run(say("move", hover, in("", first)));
    EXPECT_EQ(library().find("timelines")->items[0].find("id")->text, hover);
    run(say("move", first, in("")));
    EXPECT_EQ(library().find("timelines")->items.back().find("id")->text, first);
    run(R"({"do":"library_folder","name":"kept"})");
    const std::string folder = id("folders", "kept");
    run(say("move", hover, in(folder)));
    run(say("duplicate", hover));
    run(say("duplicate", hover));
    EXPECT_EQ(names("timelines").rfind("button hover, button hover copy 2, button hover copy", 0),
              0u);
    EXPECT_EQ(lines("kept"), "timeline " + hover + ";timeline " +
                                 id("timelines", "button hover copy 2") + ";timeline " +
                                 id("timelines", "button hover copy") + ";");
    run(say("rename", hover, R"(,"name":"glow")"));
    run(say("rename", folder, R"(,"name":"looks")"));
    EXPECT_EQ(id("timelines", "glow"), hover);
    EXPECT_EQ(id("folders", "looks"), folder);
    EXPECT_EQ(faults(), 0u);
    undo_all();
}

TEST_F(DeskLibraryTest, DeletingTakesTheLinesOfFoldersAlong) {
    run(R"({"do":"library_folder","name":"kept"})");
    const std::string flip = id("timelines", "flip");
    run(say("duplicate", flip));
    const std::string copy = id("timelines", "flip copy");
    run(say("move", copy, in(id("folders", "kept"))));
    EXPECT_EQ(desk_.uses_text(std::stoull(copy)), "[]") << "a folder is no use";
    const std::size_t found = faults();
    run(say("delete", copy));
    EXPECT_EQ(lines("kept"), "");
    EXPECT_EQ(faults(), found);
    undo_all();
}

TEST_F(DeskLibraryTest, ThePlayingItemMayGo) {
    const std::string flip = id("timelines", "flip");
    run(say("duplicate", flip));
    const std::string copy = id("timelines", "flip copy");
    ASSERT_TRUE(desk_.go(std::stoull(copy), 3.0).has_value());
    run(say("delete", copy));
    bool moved = false;
    EXPECT_EQ(stage_.performance().advance(ticks_of_frames(1, 60), moved), Status::ok);
}

}  // namespace
}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/document/canonical.h>

#include "sample.h"

#include <motus/document/diff.h>
#include <motus/document/key_edit.h>
#include <motus/document/keys.h>
#include <motus/document/patch.h>
#include <motus/document/validate.h>

#include <fstream>

#include <gtest/gtest.h>

namespace motus {
namespace {

using doc::AnimationTrack;
using doc::PaintLayer;

/// A track on the second paint layer of the sample's button.
class ItemTest : public testing::Test {
  protected:
    ItemTest() {
        const PaintLayer& layer = paint().layers()[1];
        const PropertyKey key = key_of(layer, *layer.type().find(PaintLayer::kWidth));
        EXPECT_TRUE(write_key(*s.document, timeline(), key, 0, Value(4.0f)));
        EXPECT_TRUE(test::apply(*s.document, R"([{"op": "add", "path": "/scene/bindings/-",
            "value": {"id": 900, "from": {"entity": )" +
                                                 std::to_string(s.card) +
                                                 R"(, "component": 62, "property": 4063234},
                      "to": {"entity": )" + std::to_string(s.button) +
                                                 R"(, "component": 64, "property": 4128775,
                             "array_index": 1}}}])"));
    }
    [[nodiscard]] const doc::Paint& paint() const { return s.component<doc::Paint>(s.button); }
    [[nodiscard]] const doc::AnimationTimeline& timeline() const {
        return s.get<doc::AnimationTimeline>(s.timeline);
    }
    [[nodiscard]] static const AnimationTrack& last(const Document& document) {
        return content(document).library().timelines()[0].tracks().back();
    }
    /// The kind of the layer that is animated, as the document has it.
    static void expect_stroke(const Document& document) {
        const auto kind = [&](const PropertyKey& key) {
            const PropertyPlace place = find_property(document, key);
            const auto* layer = object_cast<PaintLayer>(place.object);
            return layer != nullptr ? static_cast<int>(layer->kind()) : -1;
        };
        const doc::PropertyBinding& binding = content(document).scene().bindings()[0];
        EXPECT_EQ(kind(key_of(document, last(document).binding())),
                  static_cast<int>(doc::PaintKind::stroke));
        EXPECT_EQ(kind(key_of(document, binding.to())), static_cast<int>(doc::PaintKind::stroke));
    }
    [[nodiscard]] std::string layers() const {
        return "/scene/entities/@" + std::to_string(s.button) + "/components/2/layers";
    }
    void edit(const std::string& operations) {
        const auto done = test::apply(*s.document, operations);
        ASSERT_TRUE(done) << to_string(done.error());
    }
    static std::unique_ptr<Document> read(const std::string& text) {
        Diagnostics diagnostics;
        auto document = read_document(text, diagnostics);
        EXPECT_TRUE(document) << to_string(document.error());
        return *std::move(document);
    }

    test::Sample s = test::make_sample();
};

TEST_F(ItemTest, FollowsThroughEditsUndoAndFiles) {
    const std::string first = s.text();
    edit(R"([{"op": "remove", "path": ")" + layers() + R"(/0"}])");
    expect_stroke(*s.document);
    expect_stroke(*read(s.text()));
    EXPECT_EQ(write_document(*read(s.text())), s.text());
    ASSERT_TRUE(s.document->undo());
    EXPECT_EQ(s.text(), first);
    expect_stroke(*s.document);
    edit(R"([{"op": "add", "path": ")" + layers() + R"(/0", "value": {"kind": "shadow"}},
             {"op": "move", "from": ")" +
         layers() + R"(/2", "path": ")" + layers() + R"(/0"}])");
    expect_stroke(*s.document);
}

TEST_F(ItemTest, FollowsThroughDiffs) {
    const auto from = read(s.text());
    edit(R"([{"op": "move", "from": ")" + layers() + R"(/0", "path": ")" + layers() + R"(/1"},
             {"op": "add", "path": ")" +
         layers() + R"(/0", "value": {"kind": "shadow"}}])");
    ASSERT_TRUE(apply_patch_step(*from, diff_documents(*from, *s.document), "Reload"));
    EXPECT_EQ(write_document(*from), s.text());
    expect_stroke(*from);
}

TEST_F(ItemTest, FollowsThroughJournals) {
    const auto path = test::scratch("items.motus");
    auto file = *DocumentFile::create(path, std::move(s.document));
    const std::string list = layers();
    const auto edits = R"([{"op": "remove", "path": ")" + list + R"(/0"},
        {"op": "add", "path": ")" +
                       list + R"(/0", "value": {"kind": "shadow"}}])";
    ASSERT_TRUE(test::apply(file->document(), edits));
    ASSERT_TRUE(file->document().undo());
    ASSERT_TRUE(file->document().undo());
    ASSERT_TRUE(file->document().redo());
    const std::string text = write_document(file->document());
    file.reset();
    Diagnostics diagnostics;
    const auto again = DocumentFile::open(path, diagnostics);
    ASSERT_TRUE(again);
    EXPECT_EQ(write_document((*again)->document()), text);
    expect_stroke((*again)->document());
}

TEST_F(ItemTest, IsBoundByItsIdHoweverItWasWritten) {
    const std::uint64_t id = paint().layers()[1].id();
    EXPECT_NE(id, 0u);
    EXPECT_EQ(last(*s.document).binding().item(), id);
    EXPECT_EQ(content(*s.document).scene().bindings()[0].to().item(), id);
    EXPECT_EQ(content(*s.document).scene().bindings()[0].to().array_index(), 0u);
    // By C++, where only the place is said, and said again as the place that it has.
    auto change = s.document->begin_change(last(*s.document));
    change.binding_change().set_array_index(0);
    ASSERT_TRUE(change.commit());
    EXPECT_EQ(last(*s.document).binding().item(), paint().layers()[0].id());
    ASSERT_TRUE(s.document->undo());
    EXPECT_EQ(last(*s.document).binding().item(), id);
}

TEST_F(ItemTest, IsFoundWhenItComes) {
    const std::string entity = "/scene/entities/@" + std::to_string(s.card) + "/components/-";
    edit(R"([{"op": "add", "path": "/library/timelines/0/tracks/-", "value": {"id": 901, "binding":
        {"target": )" +
         std::to_string(s.card) +
         R"(, "component": 64, "property": 4128772, "array_index": 1},
          "keys": [{"frame": 0, "value": 1}]}}])");
    EXPECT_EQ(last(*s.document).binding().array_index(), 1u);
    edit(R"([{"op": "add", "path": ")" + entity +
         R"(", "value": {"type": "Paint", "layers": [{}, {"id": 902}]}}])");
    EXPECT_EQ(last(*s.document).binding().item(), 902u);
    EXPECT_EQ(write_document(*read(s.text())), s.text());
}

TEST_F(ItemTest, CopiedKeysGoToTheItemTheyWereCopiedFrom) {
    const Handle keys[] = {last(*s.document).keys()[0].handle()};
    const CopiedKeys copied = copy_keys(*s.document, keys);
    edit(R"([{"op": "remove", "path": ")" + layers() + R"(/0"}])");
    ASSERT_TRUE(paste_keys(*s.document, timeline(), copied, 9));
    EXPECT_EQ(last(*s.document).keys().size(), 2u);
    expect_stroke(*s.document);
}

// A file of version 2 had places only. Whenever it is read, its items have the same ids.
TEST(Migration, Version2) {
    const std::string path = std::string(DOCUMENT_TEST_DATA) + "/v2.motus";
    const Result<std::string> text = read_text_file(path);
    ASSERT_TRUE(text);
    Diagnostics diagnostics;
    const auto opened = read_document(*text, diagnostics, {.id_seed = 1});
    const auto again = read_document(*text, diagnostics, {.id_seed = 2});
    ASSERT_TRUE(opened && again) << to_string(opened.error());
    EXPECT_EQ(write_document(**opened), write_document(**again));
    const auto& scene = content(**opened).scene();
    const auto& paint = static_cast<const doc::Paint&>(scene.entities()[0].components()[0]);
    const auto& binding = content(**opened).library().timelines()[0].tracks()[0].binding();
    EXPECT_EQ(binding.item(), paint.layers()[1].id());
    EXPECT_EQ(binding.property_kind(), doc::ValueKind::number);
    EXPECT_EQ(scene.bindings()[0].to().item(), paint.layers()[2].id());
    Diagnostics faults;
    validate(**opened, faults);
    EXPECT_TRUE(faults.faults().empty());
    const Result<std::string> now =
        read_text_file(std::string(DOCUMENT_TEST_DATA) + "/v2_now.motus");
    ASSERT_TRUE(now);
    EXPECT_EQ(write_document(**opened), *now);
}

}  // namespace
}  // namespace motus

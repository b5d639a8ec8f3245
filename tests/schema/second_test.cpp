// "Adding a property to the schema, with no other edit": second.fbs and grown.fbs differ by one
// line, the property `stiffness` of Limb.
// SPDX-License-Identifier: MIT
#include <motus/document/file.h>
#include <motus/document/model_change.h>
#include <motus/document/object_json.h>
#include <motus/document/patch.h>
#include <motus/document/records.h>
#include <motus/puppet/grown_change.h>
#include <motus/puppet/grown_records.h>
#include <motus/puppet/second_change.h>
#include <motus/puppet/second_records.h>

#include <cstring>

#include <gtest/gtest.h>

namespace motus {
namespace {

template <typename T>
concept HasStiffness = requires(const T& t) {
    t.stiffness();
};
template <typename T>
concept HasStiffnessMember = requires(T t) {
    t.stiffness;
};
template <typename T>
concept SetsStiffness = requires(T& t) {
    t.set_stiffness(1.0f);
};
template <typename T>
concept HasNote = requires(T t) {
    t.note;
};

TEST(SecondSchema, ClassAndProxiesHaveIt) {
    static_assert(!HasStiffness<second::Limb> && HasStiffness<grown::Limb>);
    static_assert(!SetsStiffness<second::LimbChange> && SetsStiffness<grown::LimbChange>);
    static_assert(!SetsStiffness<second::LimbPreview> && SetsStiffness<grown::LimbPreview>);
    EXPECT_EQ(grown::Limb().stiffness(), 0.75f);
}

TEST(SecondSchema, PropertyTableHasIt) {
    EXPECT_EQ(second::Limb::static_type().find("stiffness"), nullptr);
    const PropertyInfo* property = grown::Limb::static_type().find("stiffness");
    ASSERT_NE(property, nullptr);
    EXPECT_EQ(property->number, 10);
    EXPECT_EQ(property->kind, PropertyKind::float32);
    EXPECT_EQ(property->display_name, "Stiffness");
    EXPECT_EQ(property->unit, "N/m");
    EXPECT_EQ(property->min, 0.0);
    EXPECT_EQ(*property->default_value().as_number(), 0.75);
    EXPECT_TRUE(property->has(kAnimatable));
    EXPECT_EQ(grown::Limb::static_type().properties.size(),
              second::Limb::static_type().properties.size() + 1);
}

/// A puppet with one limb.
template <typename Puppet, typename Limb>
struct Stage {
    Schema schema;
    std::unique_ptr<Document> document;
    const Limb* limb = nullptr;

    explicit Stage(std::span<const TypeInfo* const> types) {
        schema.add(types);
        document = std::make_unique<Document>(schema, Puppet::static_type());
        auto change = document->begin_change(static_cast<const Puppet&>(document->root()));
        auto made = change.limbs_append();
        made.set_name("arm");
        EXPECT_TRUE(change.commit());
        limb = static_cast<const Limb*>(document->find(made.handle()));
    }
    [[nodiscard]] std::string text() const {
        std::string out;
        append_object(out, document->root(), JsonLayout::line);
        return out;
    }
};

using SecondStage = Stage<second::Puppet, second::Limb>;
using GrownStage = Stage<grown::Puppet, grown::Limb>;

TEST(SecondSchema, JsonHasIt) {
    GrownStage stage(grown::schema_types());
    EXPECT_EQ(stage.text().find("stiffness"), std::string::npos);  // a default is left out
    ASSERT_TRUE(stage.document->begin_change(*stage.limb).set_stiffness(2.5f).commit());
    EXPECT_NE(stage.text().find("\"stiffness\": 2.5"), std::string::npos);

    Diagnostics diagnostics;
    const auto read = read_object(stage.schema, grown::Puppet::static_type(),
                                  *parse_json(stage.text()), "", diagnostics);
    ASSERT_NE(read, nullptr);
    EXPECT_EQ(static_cast<const grown::Puppet&>(*read).limbs()[0].stiffness(), 2.5f);

    // The older program does not know it, and keeps it.
    SecondStage old(second::schema_types());
    const auto kept = read_object(old.schema, second::Puppet::static_type(),
                                  *parse_json(stage.text()), "", diagnostics);
    ASSERT_NE(kept, nullptr);
    std::string again;
    append_object(again, *kept, JsonLayout::line);
    EXPECT_EQ(again, stage.text());
}

TEST(SecondSchema, UndoPatchAndPreviewHaveIt) {
    GrownStage stage(grown::schema_types());
    const std::string before = stage.text();
    ASSERT_TRUE(stage.document->begin_change(*stage.limb).set_stiffness(2.5f).commit());
    const std::string after = stage.text();
    ASSERT_TRUE(*stage.document->undo());
    EXPECT_EQ(stage.text(), before);
    EXPECT_EQ(stage.limb->stiffness(), 0.75f);
    ASSERT_TRUE(*stage.document->redo());
    EXPECT_EQ(stage.text(), after);

    const std::string id = std::to_string(stage.limb->id());
    const std::string path =
        "[{\"op\": \"replace\", \"path\": \"/limbs/@" + id + "/stiffness\", \"value\": 3}]";
    ASSERT_TRUE(apply_patch(*stage.document, *parse_json(path)));
    EXPECT_EQ(stage.limb->stiffness(), 3.0f);
    {
        auto preview = stage.document->begin_preview(*stage.limb);
        preview.set_stiffness(9.0f);
        EXPECT_EQ(stage.limb->stiffness(), 9.0f);
    }
    EXPECT_EQ(stage.limb->stiffness(), 3.0f);
    SecondStage old(second::schema_types());
    EXPECT_FALSE(apply_patch(*old.document, *parse_json(path)));
}

TEST(SecondSchema, RecordHasItUnlessEditorOnly) {
    static_assert(!HasStiffnessMember<second::record::Limb>);
    static_assert(HasStiffnessMember<grown::record::Limb>);
    static_assert(!HasNote<grown::record::Limb>);
    GrownStage stage(grown::schema_types());
    ASSERT_TRUE(
        stage.document->begin_change(*stage.limb).set_stiffness(2.5f).set_note("n").commit());
    const Result<RecordSet> records = make_records(*stage.document);
    ASSERT_TRUE(records);
    const RecordTable* table = records->find(1001);
    ASSERT_NE(table, nullptr);
    ASSERT_EQ(table->bytes.size(), sizeof(grown::record::Limb));
    grown::record::Limb record;
    std::memcpy(&record, table->bytes.data(), sizeof(record));
    EXPECT_EQ(record.stiffness, 2.5f);
    EXPECT_EQ(record.strings, 3u);
    EXPECT_EQ(record.mood, grown::record::Mood::wild);
    EXPECT_EQ(record.offset[1], 1.0f);
    EXPECT_EQ(record.id, stage.limb->id());
    EXPECT_EQ(record.attached, 0xffffffffu);
}

TEST(SecondSchema, TypeScriptHasIt) {
    const Result<std::string> old = read_text_file(SECOND_TYPESCRIPT);
    const Result<std::string> grown = read_text_file(GROWN_TYPESCRIPT);
    ASSERT_TRUE(old && grown);
    EXPECT_EQ(old->find("stiffness"), std::string::npos);
    EXPECT_NE(grown->find("stiffness?: number;"), std::string::npos);
    EXPECT_NE(grown->find("\"Limb.stiffness\": 65601546;"), std::string::npos);
}

TEST(SecondSchema, HostsComponentStandsInOurScene) {
    Schema schema;
    schema.add(doc::schema_types()).add(second::schema_types());
    const char* text = R"({
  "version": 3,
  "scene": {
    "entities": [
      {
        "id": 5,
        "components": [
          {
            "type": "Glow",
            "strength": 0.5
          }
        ]
      }
    ]
  }
}
)";
    Diagnostics diagnostics;
    const auto known = read_document(text, diagnostics, {}, schema);
    ASSERT_TRUE(known) << to_string(known.error());
    const auto* entity = object_cast<doc::Entity>((*known)->find_id(5));
    ASSERT_NE(entity, nullptr);
    const auto* glow = object_cast<second::Glow>(&entity->components()[0]);
    ASSERT_NE(glow, nullptr);
    EXPECT_EQ(glow->strength(), 0.5f);
    EXPECT_EQ(write_document(**known), text);

    // Without its type it is kept as it was; as a root of another kind it is refused.
    const auto foreign = read_document(text, diagnostics);
    ASSERT_TRUE(foreign);
    EXPECT_NE(write_document(**foreign).find(R"("strength": 0.5)"), std::string::npos);
    auto change = (*known)->begin_change(*entity);
    change.components_append<second::Glow>().set_strength(0.125f);
    EXPECT_TRUE(change.commit());
    EXPECT_FALSE((*known)->insert(entity->handle(), doc::Entity::kComponents, 0,
                                  create_object(second::Limb::static_type())));
}

}  // namespace
}  // namespace motus

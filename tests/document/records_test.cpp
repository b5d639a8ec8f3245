// SPDX-License-Identifier: MIT
#include <motus/document/records.h>

#include "sample.h"

#include <motus/core/hash.h>
#include <motus/machine/records.h>
#include <motus/timeline/records.h>

#include <cstring>

#include <gtest/gtest.h>

namespace motus {
namespace {

template <typename Record>
std::vector<Record> rows(const RecordSet& set, const TypeInfo& type) {
    const RecordTable* table = set.find(type.number);
    if (table == nullptr) return {};
    std::vector<Record> out(table->count());
    EXPECT_EQ(table->bytes.size(), out.size() * sizeof(Record));
    std::memcpy(out.data(), table->bytes.data(), table->bytes.size());
    return out;
}

std::uint64_t hash(std::string_view text) {
    return static_cast<std::uint64_t>(hash_name(text));
}

TEST(Records, OfTheSample) {
    test::Sample s = test::make_sample();
    const Result<RecordSet> set = make_records(*s.document);
    ASSERT_TRUE(set);
    const auto states =
        rows<record::StateMachineState>(*set, doc::StateMachineState::static_type());
    const auto graphs = rows<record::StateGraph>(*set, doc::StateGraph::static_type());
    const auto transitions =
        rows<record::StateMachineTransition>(*set, doc::StateMachineTransition::static_type());
    ASSERT_EQ(states.size(), 4u);
    ASSERT_EQ(graphs.size(), 2u);
    ASSERT_EQ(transitions.size(), 1u);
    // The children of one owner are next to each other.
    EXPECT_EQ(graphs[0].states.start, 0u);
    EXPECT_EQ(graphs[0].states.count, 3u);
    EXPECT_EQ(graphs[1].states.start, 3u);
    EXPECT_EQ(graphs[1].states.count, 1u);
    EXPECT_EQ(states[2].graph, 1u);
    EXPECT_EQ(states[0].graph, 0xffffffffu);
    EXPECT_EQ(states[0].name, hash("Idle"));
    EXPECT_EQ(states[3].path, hash("Sub/Inner"));
    EXPECT_EQ(states[0].motion.type, doc::AnimationTimeline::static_type().number);
    EXPECT_EQ(states[0].motion.index, 0u);
    EXPECT_EQ(states[3].motion.type, 0u);
    EXPECT_EQ(transitions[0].from, 0u);
    EXPECT_EQ(transitions[0].to, 1u);
    EXPECT_EQ(transitions[0].duration, 0.2f);
    EXPECT_EQ(transitions[0].curve, 0u);
    const auto conditions =
        rows<record::StateMachineCondition>(*set, doc::StateMachineCondition::static_type());
    EXPECT_EQ(conditions[transitions[0].conditions.start].op, record::ConditionOperator::greater);

    const auto keys = rows<record::AnimationKeyframe>(*set, doc::AnimationKeyframe::static_type());
    ASSERT_EQ(keys.size(), 3u);
    EXPECT_EQ(keys[1].frame, 10);
    EXPECT_EQ(set->values[keys[1].value], Value(10.0f / 30));
    EXPECT_EQ(keys[1].in_tangent, 0u);

    const auto entities = rows<record::Entity>(*set, doc::Entity::static_type());
    ASSERT_EQ(entities.size(), 2u);
    EXPECT_EQ(entities[1].parent_entity, 0u);
    const RecordLink& second = set->links[entities[0].components.start + 1];
    EXPECT_EQ(second.type, doc::Fill::static_type().number);
    EXPECT_NE(std::find(set->names.begin(), set->names.end(),
                        std::pair<std::uint64_t, std::string>(hash("Idle"), "Idle")),
              set->names.end());
}

TEST(Records, AreTheSameBytesBeforeAndAfterUndo) {
    test::Sample s = test::make_sample();
    const auto bytes = [&] {
        const Result<RecordSet> set = make_records(*s.document);
        std::vector<std::byte> all;
        for (const RecordTable& table : set->tables)
            all.insert(all.end(), table.bytes.begin(), table.bytes.end());
        return all;
    };
    const auto before = bytes();
    ASSERT_GT(before.size(), 500u);
    ASSERT_TRUE(
        s.document->begin_change(s.get<doc::StateMachineState>(s.idle)).set_speed(2).commit());
    EXPECT_NE(bytes(), before);
    ASSERT_TRUE(*s.document->undo());
    EXPECT_EQ(bytes(), before);
    // What only the editor needs is not in them.
    ASSERT_TRUE(s.document->begin_change(s.get<doc::StateMachineState>(s.idle))
                    .set_position({4, 5})
                    .commit());
    EXPECT_EQ(bytes(), before);
}

}  // namespace
}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/document/file.h>
#include <scenes/hero/hero.h>
#include <scenes/hero/hero_document.h>
#include <scenes/scenes.h>

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace motus::scenes {
namespace {

const doc::Rig& rig_of(const Document& document) {
    const doc::Entity& hero = content(document).scene().entities()[0];
    for (const Object& component : hero.components()) {
        if (const auto* rig = object_cast<doc::Rig>(&component)) return *rig;
    }
    throw std::runtime_error("no rig");
}

TEST(HeroDocument, IsTheSameTextEveryTimeAndReadsBack) {
    const std::string text = write_document(*make_hero_document());
    EXPECT_EQ(text, write_document(*make_hero_document()));
    Diagnostics diagnostics;
    auto read = read_document(text, diagnostics);
    ASSERT_TRUE(read) << to_string(read.error());
    EXPECT_EQ(write_document(**read), text);
}

TEST(HeroDocument, ClipsAndEventsAreThoseOfTheAsset) {
    const auto document = make_hero_document();
    const Asset asset = make_hero();
    const doc::Rig& rig = rig_of(*document);
    ASSERT_EQ(rig.clips().size(), asset.clips.size());
    std::set<std::string> names;
    for (const AssetNode& node : asset.nodes)
        names.insert(node.name);
    for (std::size_t i = 0; i < asset.clips.size(); ++i) {
        const doc::AnimationClip& clip = rig.clips()[i];
        EXPECT_EQ(clip.name(), asset.clips[i].name);
        EXPECT_EQ(clip.source_index(), i);
        EXPECT_NEAR(clip.length_s(), seconds_of(asset.clips[i].duration), 1e-6);
        EXPECT_EQ(clip.loop(), asset.clips[i].loop);
        ASSERT_EQ(clip.events().size(), asset.clips[i].events.size());
        for (std::size_t e = 0; e < clip.events().size(); ++e) {
            EXPECT_NEAR(clip.events()[e].time_s(), seconds_of(asset.clips[i].events[e].time), 1e-6);
            const auto* event =
                object_cast<doc::EventDefinition>(document->find_id(clip.events()[e].event()));
            ASSERT_NE(event, nullptr);
            EXPECT_EQ(event->name(), asset.clips[i].events[e].name);
        }
    }
    const doc::Mask& mask = content(*document).library().masks()[0];
    EXPECT_GT(mask.entries().size(), 20u);
    for (const doc::MaskEntry& entry : mask.entries()) {
        const std::string& path = entry.path();
        EXPECT_EQ(names.count(path.substr(path.rfind('/') + 1)), 1u) << path;
        EXPECT_EQ(path.rfind("Root/Hips/Spine", 0), 0u) << path;
    }
}

TEST(HeroDocument, EveryReferenceLeadsSomewhere) {
    const auto document = make_hero_document();
    const doc::StateMachineDefinition& hero = content(*document).library().machines()[0];
    ASSERT_EQ(hero.machine().layers().size(), 2u);
    for (const doc::StateMachineLayer& layer : hero.machine().layers()) {
        EXPECT_NE(document->find_id(layer.graph().entry()), nullptr);
        for (const doc::StateMachineState& state : layer.graph().states()) {
            if (state.kind() == doc::StateKind::clip) {
                EXPECT_NE(object_cast<doc::AnimationClip>(document->find_id(state.motion())),
                          nullptr);
            }
        }
        for (const doc::StateMachineTransition& transition : layer.graph().transitions()) {
            EXPECT_NE(document->find_id(transition.to()), nullptr) << transition.name();
            EXPECT_TRUE(transition.has_exit_time() || transition.conditions().size() > 0)
                << transition.name();
        }
    }
}

}  // namespace
}  // namespace motus::scenes

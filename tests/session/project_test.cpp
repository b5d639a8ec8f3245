// tests/session/project_test.cpp - documents with the files they name, given as bytes.
// SPDX-License-Identifier: MIT
#include <motus/session/stage.h>

#include <motus/asset/gltf_export.h>
#include <motus/bake/bake.h>
#include <motus/core/hash.h>
#include <motus/document/file.h>
#include <motus/import/rig/rig_import.h>
#include <motus/sample/sample.h>
#include <motus/skinning/palette.h>
#include <scenes/hero/hero_document.h>
#include <scenes/scenes.h>

#include <cstring>

#include <gtest/gtest.h>

namespace motus {
namespace {

std::vector<std::byte> hero_glb() {
    const Asset asset = scenes::make_scene("hero").value();
    return export_glb(asset).value();
}

TEST(Project, AModelBecomesADocumentThatPlays) {
    Stage stage;
    Diagnostics diagnostics;
    ASSERT_TRUE(stage.open_model("hero.glb", hero_glb(), diagnostics).has_value());
    EXPECT_TRUE(stage.project().report().playable);
    const BakedFile& file = *stage.project().file();
    EXPECT_EQ(file.rigs.rigs.size(), 1u);
    EXPECT_GT(file.clips.clips.size(), 4u);
    ASSERT_EQ(file.machines.machines.size(), 1u) << "the default machine";
    EXPECT_NE(stage.project().asset_of_rig(0), nullptr);
    EXPECT_FALSE(stage.project().document().is_modified());
    ASSERT_TRUE(stage.play(PlayKind::machine, file.machines.machines[0].id).has_value());
}

TEST(Project, ADocumentSaysWhatIsMissing) {
    Stage first;
    Diagnostics diagnostics;
    ASSERT_TRUE(first.open_model("models/hero.glb", hero_glb(), diagnostics).has_value());
    const std::string text = write_document(first.project().document());
    Stage second;
    ASSERT_TRUE(second.open_text(text, diagnostics).has_value());
    EXPECT_FALSE(second.project().report().playable);
    ASSERT_EQ(second.project().report().missing, std::vector<std::string>{"models/hero.glb"});
    EXPECT_NE(second.library_text().find("\"Walk\""), std::string::npos) << "it can be looked at";
    EXPECT_FALSE(second.play(PlayKind::clip, 1).has_value());
    second.project().add_file("models/hero.glb", hero_glb());
    second.provide();
    EXPECT_TRUE(second.project().report().playable);
    EXPECT_TRUE(second.project().report().missing.empty());
    EXPECT_EQ(write_document(second.project().document()), text);
}

/// What a page has decoded is read; what the document says of its source is the original's.
TEST(Project, ADecodedCopyStandsForItsModel) {
    const auto text = [](const char* letters) {
        const auto bytes = std::as_bytes(std::span(letters, std::strlen(letters)));
        return std::vector<std::byte>(bytes.begin(), bytes.end());
    };
    const auto original = text("compressed beyond this build");
    Stage stage;
    Diagnostics diagnostics;
    stage.project().add_file("hero.glb", original);
    stage.project().add_file("hero.glb#decoded", hero_glb());
    ASSERT_TRUE(stage.open_model("hero.glb", original, diagnostics).has_value());
    EXPECT_TRUE(stage.project().report().playable);
    const std::string document = write_document(stage.project().document());
    EXPECT_NE(document.find(hash_text(checksum_bytes(original))), std::string::npos);
    // Another file of that name has no copy.
    stage.project().add_file("hero.glb", original);
    EXPECT_FALSE(stage.open_model("hero.glb", original, diagnostics).has_value());
}

TEST(Project, WhatIsNoDocumentChangesNothing) {
    Stage stage([](std::string_view name) { return scenes::make_scene(name); });
    ASSERT_TRUE(stage.open(scenes::make_hero_document()).has_value());
    Diagnostics diagnostics;
    EXPECT_FALSE(stage.open_text("{\"nonsense\"", diagnostics).has_value());
    EXPECT_TRUE(diagnostics.has_errors());
    EXPECT_FALSE(stage.open_model("x.glb", {std::byte{1}}, diagnostics).has_value());
    EXPECT_TRUE(stage.project().report().playable);
    EXPECT_NE(stage.library_text().find("\"hero\""), std::string::npos);
}

// Clips are the baked ones, sampled as `motus sample` does.
TEST(Project, ClipsAreWhatSampleGives) {
    Stage stage([](std::string_view name) { return scenes::make_scene(name); });
    ASSERT_TRUE(stage.open(scenes::make_hero_document()).has_value());
    const BakedFile& file = *stage.project().file();
    for (std::uint32_t c = 0; c < file.clips.clips.size(); ++c) {
        ASSERT_TRUE(stage.play(PlayKind::clip, file.clips.clips[c].id).has_value());
        ASSERT_EQ(stage.performance().seek(ticks_of_seconds(0.3)), Status::ok);
        const Skeleton skeleton = skeleton_at(file.rigs, 0);
        PoseBuffer pose(skeleton);
        ASSERT_EQ(run(SampleJob{.clip = clip_at(file.clips, c),
                                .time = ticks_of_seconds(0.3),
                                .rest = rest_pose(skeleton),
                                .out = pose}),
                  Status::ok);
        std::vector<Mat34> model(skeleton.joint_count());
        ASSERT_EQ(run(LocalToModelJob{.skeleton = skeleton, .local = pose, .model = model}),
                  Status::ok);
        const auto shown = stage.performance().models();
        ASSERT_EQ(shown.size(), model.size());
        EXPECT_EQ(std::memcmp(shown.data(), model.data(), shown.size_bytes()), 0);
    }
}

TEST(Project, AClipLoopsPausesAndEnds) {
    Stage stage([](std::string_view name) { return scenes::make_scene(name); });
    ASSERT_TRUE(stage.open(scenes::make_hero_document()).has_value());
    const BakedFile& file = *stage.project().file();
    const std::uint32_t walk = *stage.project().library()->find_clip(0, "Walk");
    ASSERT_TRUE(stage.play(PlayKind::clip, file.clips.clips[walk].id).has_value());
    Performance& play = stage.performance();
    EXPECT_EQ(play.mode(), PlayMode::loop);
    bool moved = false;
    ASSERT_EQ(play.advance(play.length() + ticks_of_seconds(0.1), moved), Status::ok);
    EXPECT_EQ(play.time(), ticks_of_seconds(0.1));
    EXPECT_GT(play.place().translation.z, 0.5f) << "the walk goes on where it came to";
    EXPECT_FALSE(play.events().empty()) << "footsteps";
    play.paused = true;
    ASSERT_EQ(play.advance(ticks_of_seconds(0.1), moved), Status::ok);
    EXPECT_FALSE(moved);
    ASSERT_EQ(play.step(-1), Status::ok);
    EXPECT_EQ(play.time(), ticks_of_seconds(0.1) - ticks_of_frames(1, 60));
    play.paused = false;
    play.set_mode(PlayMode::once);
    ASSERT_EQ(play.advance(ticks_of_seconds(100.0), moved), Status::ok);
    EXPECT_TRUE(play.ended());
    EXPECT_EQ(play.time(), play.length());
    play.speed = -1.0f;
    ASSERT_EQ(play.advance(ticks_of_seconds(0.25), moved), Status::ok);
    EXPECT_EQ(play.time(), play.length() - ticks_of_seconds(0.25));
}

}  // namespace
}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/import/rig/rig_import.h>

#include <motus/document/file.h>
#include <motus/document/model_change.h>
#include <motus/document/validate.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

AssetClip make_clip(const char* name, double seconds, bool loop = true) {
    AssetClip clip;
    clip.name = name;
    clip.duration = ticks_of_seconds(seconds);
    clip.loop = loop;
    return clip;
}

Asset make_asset() {
    Asset asset;
    asset.nodes.resize(3);
    asset.nodes[0].name = "Hips";
    asset.nodes[1].name = "Spine";
    asset.nodes[1].parent = 0;
    asset.nodes[2].name = "Head";
    asset.nodes[2].parent = 1;
    asset.root_motion_node = 0;
    asset.clips = {make_clip("Walk", 1.0), make_clip("Idle", 2.0), make_clip("Jump", 0.5, false)};
    asset.clips[0].events = {{ticks_of_seconds(0.25), "step"}};
    return asset;
}

const RigSource kSource{"models/fox.glb", "0123456789abcdef", "gltf", "fox", ""};

struct Scene {
    std::unique_ptr<Document> document = new_document();
    Diagnostics diagnostics;

    RigImport import(const Asset& asset, const RigSource& source = kSource) {
        diagnostics = {};
        const Result<RigImport> report = import_rig(*document, asset, source, diagnostics);
        EXPECT_TRUE(report) << to_string(report.error());
        return report ? *report : RigImport{};
    }
    [[nodiscard]] const doc::Rig& rig() const {
        return static_cast<const doc::Rig&>(
            content(*document).scene().entities()[0].components()[1]);
    }
    [[nodiscard]] const doc::AnimationClip& clip(std::string_view name) const {
        for (const doc::AnimationClip& clip : rig().clips())
            if (clip.name() == name) return clip;
        ADD_FAILURE() << name;
        return rig().clips()[0];
    }
    [[nodiscard]] const doc::StateMachineDefinition& machine() const {
        return content(*document).library().machines()[0];
    }
    [[nodiscard]] std::string faults() const {
        Diagnostics found;
        validate(*document, found);
        std::string text;
        for (const Fault& fault : found.faults())
            text += fault.code + " " + fault.path + "\n";
        return text;
    }
};

using Names = std::vector<std::string>;

TEST(RigImport, MakesARigClipsAndAMachine) {
    Scene scene;
    const RigImport report = scene.import(make_asset());
    EXPECT_TRUE(report.is_new);
    EXPECT_EQ(report.added, (Names{"Walk", "Idle", "Jump"}));
    EXPECT_EQ(scene.faults(), "");
    const doc::Document& root = content(*scene.document);
    ASSERT_EQ(root.sources().size(), 1u);
    EXPECT_EQ(root.sources()[0].path(), "models/fox.glb");
    EXPECT_EQ(root.sources()[0].content_hash(), "0123456789abcdef");
    EXPECT_EQ(root.scene().entities()[0].name(), "fox");
    EXPECT_EQ(scene.rig().root_motion_joint(), "Hips");
    EXPECT_EQ(scene.rig().machine(), scene.machine().id());
    EXPECT_FLOAT_EQ(scene.clip("Idle").length_s(), 2.0f);
    EXPECT_EQ(scene.clip("Jump").source_index(), 2u);
    EXPECT_FALSE(scene.clip("Jump").loop());
    ASSERT_EQ(scene.clip("Walk").events().size(), 1u);
    EXPECT_EQ(scene.clip("Walk").events()[0].event(), root.library().events()[0].id());

    const doc::StateGraph& graph = scene.machine().machine().layers()[0].graph();
    EXPECT_EQ(graph.states().size(), 3u);
    EXPECT_EQ(graph.entry(), graph.states()[1].id());  // Idle
    EXPECT_EQ(scene.machine().variables().size(), 3u);
    EXPECT_EQ(graph.transitions().size(), 4u);  // three by trigger, Jump back to Idle
    EXPECT_EQ(graph.transitions().back().from(), graph.states()[2].id());
    EXPECT_TRUE(graph.transitions().back().has_exit_time());
    EXPECT_FLOAT_EQ(graph.transitions().back().exit_time(), 0.5f);

    // One undo takes it all back.
    ASSERT_TRUE(*scene.document->undo());
    EXPECT_EQ(write_document(*scene.document), write_document(*new_document()));
}

TEST(RigImport, AgainChangesNothingWhereNothingChanged) {
    Scene scene;
    scene.import(make_asset());
    const std::string before = write_document(*scene.document);
    const std::size_t steps = scene.document->history().position();
    const RigImport report = scene.import(make_asset());
    EXPECT_FALSE(report.is_new);
    EXPECT_EQ(report.unchanged, (Names{"Walk", "Idle", "Jump"}));
    EXPECT_EQ(write_document(*scene.document), before);
    EXPECT_EQ(scene.document->history().position(), steps);
}

TEST(RigImport, AgainFollowsTheFileAndKeepsWhatWasAuthored) {
    Scene scene;
    scene.import(make_asset());
    Document& document = *scene.document;
    const std::uint64_t walk = scene.clip("Walk").id(), jump = scene.clip("Jump").id();
    {
        auto change = document.begin_change(scene.clip("Walk"), "Author");
        change.set_name("Stroll").set_loop(false).set_error_bound(0.01f);
        change.events_append().set_time_s(0.9f).set_event(
            content(document).library().events()[0].id());
        ASSERT_TRUE(change.commit());
        auto state =
            document.begin_change(scene.machine().machine().layers()[0].graph().states()[0]);
        state.set_name("Strolling").set_speed(2).set_position({7, 8});
        ASSERT_TRUE(state.commit());
    }
    Asset asset = make_asset();
    asset.clips[0].duration = ticks_of_seconds(1.5);
    asset.clips[2] = make_clip("Run", 0.75);  // Jump is gone
    std::swap(asset.clips[0], asset.clips[1]);
    const RigSource changed{"models/fox.glb", "fedcba9876543210", "gltf", "fox", ""};
    const RigImport report = scene.import(asset, changed);
    EXPECT_FALSE(report.is_new);
    EXPECT_EQ(report.added, Names{"Run"});
    EXPECT_EQ(report.changed, Names{"Stroll"});
    EXPECT_EQ(report.unchanged, Names{"Idle"});
    EXPECT_EQ(report.missing, Names{"Jump"});
    EXPECT_EQ(content(document).sources()[0].content_hash(), "fedcba9876543210");
    EXPECT_EQ(content(document).sources().size(), 1u);
    EXPECT_EQ(content(document).library().machines().size(), 1u);

    const doc::AnimationClip& stroll = scene.clip("Stroll");
    EXPECT_EQ(stroll.id(), walk);
    EXPECT_FLOAT_EQ(stroll.length_s(), 1.5f);
    EXPECT_EQ(stroll.source_index(), 1u);
    EXPECT_FALSE(stroll.loop());
    EXPECT_FLOAT_EQ(stroll.error_bound(), 0.01f);
    EXPECT_EQ(stroll.events().size(), 2u);
    const auto& states = scene.machine().machine().layers()[0].graph().states();
    EXPECT_EQ(states[0].name(), "Strolling");
    EXPECT_EQ(states[0].speed(), 2.0f);
    EXPECT_EQ(states[0].motion(), walk);
    // What is gone is kept, said, and still played by its state.
    EXPECT_TRUE(scene.clip("Jump").placeholder());
    EXPECT_EQ(states[2].motion(), jump);
    ASSERT_EQ(scene.diagnostics.faults().size(), 1u);
    EXPECT_EQ(scene.diagnostics.faults()[0].code, "clip-removed");
    EXPECT_NE(scene.diagnostics.faults()[0].message.find("played by Jump"), std::string::npos);
    // The new clip stands beside the others in the library.
    const auto& folder = *content(document).library().root().entries()[0].folder();
    EXPECT_EQ(folder.entries().back().item(), scene.clip("Run").id());

    // It comes back: the same clip again.
    Asset whole = make_asset();
    const RigImport back = scene.import(whole);
    EXPECT_EQ(back.changed, (Names{"Stroll", "Jump"}));
    EXPECT_EQ(back.missing, Names{"Run"});
    EXPECT_FALSE(scene.clip("Jump").placeholder());
    EXPECT_EQ(scene.clip("Jump").id(), jump);
}

TEST(RigImport, ClipsOfOneNameAreToldApart) {
    Scene scene;
    Asset asset = make_asset();
    asset.clips = {make_clip("Take", 1.0), make_clip("Take", 2.0), make_clip("", 3.0)};
    const RigImport report = scene.import(asset);
    EXPECT_EQ(report.added, (Names{"Take", "Take 2", "Clip 3"}));
    EXPECT_EQ(scene.faults(), "");
    asset.clips[1].duration = ticks_of_seconds(2.5);
    EXPECT_EQ(scene.import(asset).changed, Names{"Take 2"});
    EXPECT_FLOAT_EQ(scene.clip("Take 2").length_s(), 2.5f);
    // Another clip named like one of ours is not mistaken for it.
    asset.clips.push_back(make_clip("Take 2", 4.0));
    EXPECT_EQ(scene.import(asset).added, Names{"Take 2 2"});
}

TEST(RigImport, TellsWhichJointsAreGone) {
    Scene scene;
    scene.import(make_asset());
    {
        auto library = scene.document->begin_change(content(*scene.document).library(), "Mask");
        auto mask = library.masks_append();
        mask.entries_append().set_path("Hips/Spine/Head");
        mask.entries_append().set_path("Spine/Head");  // the end of a path is enough
        const std::uint64_t id = mask.object().id();
        library.machines_change(0).machine_change().layers_change(0).set_mask(id);
        ASSERT_TRUE(library.commit());
    }
    scene.import(make_asset());
    EXPECT_TRUE(scene.diagnostics.faults().empty());
    Asset asset = make_asset();
    asset.nodes[2].name = "Skull";
    scene.import(asset);
    ASSERT_EQ(scene.diagnostics.faults().size(), 2u);
    EXPECT_EQ(scene.diagnostics.faults()[0].code, "joint-removed");
}

TEST(RigImport, AnotherFileIsAnotherRig) {
    Scene scene;
    scene.import(make_asset());
    RigSource second = kSource;
    second.path = "models/fox2.glb";
    const RigImport report = scene.import(make_asset(), second);
    EXPECT_TRUE(report.is_new);
    EXPECT_EQ(content(*scene.document).scene().entities().size(), 2u);
    EXPECT_EQ(content(*scene.document).scene().entities()[1].name(), "fox 2");
    EXPECT_EQ(content(*scene.document).library().machines()[1].name(), "fox 2");
    EXPECT_EQ(scene.faults(), "");
    // A file that was moved is the same one.
    RigSource moved = kSource;
    moved.path = "rigs/fox.glb";
    moved.moved_from = kSource.path;
    EXPECT_FALSE(scene.import(make_asset(), moved).is_new);
    EXPECT_EQ(content(*scene.document).sources()[0].path(), "rigs/fox.glb");
    EXPECT_EQ(content(*scene.document).sources().size(), 2u);
}

TEST(RigImport, WithoutClipsThereIsNoMachine) {
    Scene scene;
    Asset asset = make_asset();
    asset.clips.clear();
    EXPECT_EQ(scene.import(asset).machine, 0u);
    EXPECT_TRUE(content(*scene.document).library().machines().empty());
    EXPECT_EQ(scene.faults(), "");
}

TEST(RigImport, HashText) {
    EXPECT_EQ(hash_text(0), "0000000000000000");
    EXPECT_EQ(hash_text(0x0123456789abcdefu), "0123456789abcdef");
}

}  // namespace
}  // namespace motus

// What a controller becomes in a document: clips by reference, overrides, masks, behaviours.
// SPDX-License-Identifier: MIT
#include <motus/document/validate.h>
#include <motus/import/unity/import.h>
#include <tests/unity/anim_text.h>
#include <tests/unity/files.h>

#include <algorithm>

namespace motus::unity {
namespace {

using test::has_code;
using test::own_file;

const std::filesystem::path kProject = UNITY_TEST_DATA "/project";

/// An import of a file of our own project.
struct Imported {
    Diagnostics diagnostics;
    UnityImport import;

    explicit Imported(ImportOptions options = {},
                      const std::string& text = own_file("project/Player.controller")) {
        const Project project = Project::scan(kProject, true, diagnostics);
        EXPECT_TRUE(diagnostics.faults().empty());
        options.text = text;
        options.project = &project;
        options.clips_path = "player.clips.glb";
        const Result<Controller> controller = read_controller(text, diagnostics);
        EXPECT_TRUE(controller) << to_string(controller.error());
        Result<UnityImport> made = import_controller(*controller, options, diagnostics);
        EXPECT_TRUE(made) << to_string(made.error());
        import = *std::move(made);
        Diagnostics found;
        validate(*import.document, found);
        EXPECT_FALSE(found.has_errors()) << found.faults()[0].path << found.faults()[0].message;
    }
    [[nodiscard]] const doc::Document& made() const { return content(*import.document); }
    [[nodiscard]] const doc::StateMachineLayer& layer(std::size_t index) const {
        return made().library().machines()[0].machine().layers()[index];
    }
    [[nodiscard]] const doc::StateMachineState& state(const char* name) const {
        for (const doc::StateMachineLayer& one : made().library().machines()[0].machine().layers())
            for (const doc::StateMachineState& state : one.graph().states())
                if (state.name() == name) return state;
        ADD_FAILURE() << "no state " << name;
        return layer(0).graph().states()[0];
    }
    [[nodiscard]] const doc::AnimationClip& clip_of(const char* name) const {
        const auto* clip =
            object_cast<doc::AnimationClip>(import.document->find_id(state(name).motion()));
        EXPECT_NE(clip, nullptr) << name;
        return *clip;
    }
    [[nodiscard]] bool uses(std::string_view feature, Support support) const {
        return std::any_of(import.report.features.begin(), import.report.features.end(),
                           [&](const ReportFeature& f) {
                               return f.name == feature && f.support == support && f.uses > 0;
                           });
    }
};

TEST(UnityImport, ClipsAreFoundByReference) {
    const Imported player;
    const doc::AnimationClip& walk = player.clip_of("Walking");
    EXPECT_EQ(walk.name(), "Walk");
    EXPECT_EQ(walk.length_s(), 1.0f);
    EXPECT_TRUE(walk.loop());
    EXPECT_FALSE(walk.placeholder());
    ASSERT_EQ(walk.events().size(), 1u);
    EXPECT_FALSE(player.import.clips_glb.empty());
    // Of models only the names are known: by both forms of .meta files.
    const doc::AnimationClip& run = player.clip_of("Running");
    EXPECT_EQ(run.name(), "Run");
    EXPECT_TRUE(run.placeholder());
    EXPECT_EQ(run.length_s(), 1.0f);
    EXPECT_TRUE(run.loop());
    const doc::AnimationClip& jump = player.clip_of("Jumping");
    EXPECT_EQ(jump.name(), "Jump");
    EXPECT_FALSE(jump.loop());
    EXPECT_EQ(player.clip_of("Lost").name(), "Lost");
    EXPECT_TRUE(has_code(player.diagnostics, "unity-unresolved"));
    ASSERT_EQ(player.import.report.missing.size(), 3u);
    EXPECT_EQ(player.import.report.missing[2].reference,
              "000000000000000000000000000000ff:7400000");
    // A clip that moves other components is a timeline.
    EXPECT_EQ(player.state("Light").kind(), doc::StateKind::timeline);
    EXPECT_TRUE(player.uses("humanoid muscle curves", Support::not_supported));
    EXPECT_TRUE(
        player.uses("object reference curves (sprites, materials)", Support::not_supported));
}

TEST(UnityImport, LengthsOfPlaceholders) {
    ImportOptions options;
    options.clip_lengths = {{"Run", 0.5},
                            {"Nobody", 3.0},
                            {"000000000000000000000000000000ff", 2.0},
                            {"000000000000000000000000000000e2:-123456789", 0.25}};
    const Imported player(std::move(options));
    EXPECT_EQ(player.clip_of("Running").length_s(), 0.5f);
    EXPECT_EQ(player.clip_of("Jumping").length_s(), 0.25f);
    EXPECT_EQ(player.clip_of("Lost").length_s(), 2.0f);
    std::size_t unused = 0;
    for (const Fault& fault : player.diagnostics.faults())
        unused += fault.code == "unity-clip-length";
    EXPECT_EQ(unused, 1u);
}

ClipFile model(const char* path, std::initializer_list<const char*> clips) {
    ClipFile file;
    file.path = path;
    file.asset.nodes.resize(1);
    file.asset.nodes[0].name = "Armature";
    for (const char* name : clips) {
        AssetClip clip;
        clip.name = name;
        clip.duration = ticks_of_seconds(0.6);
        file.asset.clips.push_back(std::move(clip));
    }
    return file;
}

TEST(UnityImport, ClipsOfConvertedModels) {
    ImportOptions options;
    options.clips.push_back(model("hero.glb", {"Idle", "Run"}));
    options.clips.push_back(model("more.glb", {"mixamo.com|Leap", "Fall"}));
    options.mapping.push_back({"Jump", "more.glb", "mixamo.com|Leap"});
    options.mapping.push_back({"000000000000000000000000000000ff:7400000", "", "Fall"});
    const Imported player(std::move(options));
    const doc::AnimationClip& run = player.clip_of("Running");  // the same name
    EXPECT_FALSE(run.placeholder());
    EXPECT_EQ(run.source_clip(), "Run");
    EXPECT_EQ(run.source_index(), 1u);
    EXPECT_EQ(run.length_s(), 0.6f);
    EXPECT_TRUE(run.loop());  // the .meta says so
    EXPECT_EQ(player.clip_of("Jumping").source_clip(), "mixamo.com|Leap");
    EXPECT_EQ(player.clip_of("Lost").source_clip(), "Fall");
    EXPECT_TRUE(player.import.report.missing.empty());
    EXPECT_EQ(player.made().sources()[0].path(), "hero.glb");
}

TEST(UnityImport, AMappingThatLeadsNowhereIsSaid) {
    ImportOptions options;
    options.mapping.push_back({"Jump", "", "Nothing"});
    const Imported player(std::move(options));
    EXPECT_TRUE(has_code(player.diagnostics, "unity-map"));
    EXPECT_TRUE(player.clip_of("Jumping").placeholder());
}

TEST(UnityImport, OverrideControllersReplaceClips) {
    Diagnostics diagnostics;
    const auto found = read_override(own_file("project/Runner.overrideController"), diagnostics);
    ASSERT_TRUE(found) << to_string(found.error());
    EXPECT_EQ(found->name, "Runner");
    EXPECT_EQ(found->controller.guid, "000000000000000000000000000000c1");
    ASSERT_EQ(found->clips.size(), 1u);  // none instead: the original stays
    ImportOptions options;
    options.overrides = found->clips;
    const Imported runner(std::move(options));
    EXPECT_EQ(runner.clip_of("Walking").name(), "Jog");
    EXPECT_EQ(runner.clip_of("Walking").length_s(), 0.75f);
    EXPECT_EQ(runner.clip_of("Running").name(), "Run");
}

// Clips inside the override's own file are named without a guid, and ids may be those of clips
// inside the controller.
TEST(UnityImport, OverrideControllersBringClipsOfTheirOwn) {
    const std::string clip = R"(--- !u!74 &7400000
AnimationClip:
  m_Name: Inner
  m_PositionCurves:
  - curve:
      m_Curve:
      - {time: 0, value: {x: 0, y: 0, z: 0}}
      - {time: 2, value: {x: 1, y: 0, z: 0}}
    path: Hips
  m_AnimationClipSettings:
    m_StopTime: 2
)";
    const auto import = [&clip](std::int64_t instead) {
        ImportOptions options;
        options.overrides = {{{7400000, "000000000000000000000000000000a1", 2}, {instead, "", 0}}};
        options.override_text = "%YAML 1.1\n" + clip;
        return Imported(std::move(options));
    };
    const Imported runner = import(7400000);
    EXPECT_EQ(runner.clip_of("Walking").name(), "Inner");
    EXPECT_EQ(runner.clip_of("Walking").length_s(), 2.0f);
    EXPECT_FALSE(runner.clip_of("Walking").placeholder());
    EXPECT_TRUE(runner.clip_of("Walking").annotations().empty());  // no guid to come back to
    EXPECT_EQ(runner.clip_of("Running").name(), "Run");
    const Imported missing = import(7400009);
    EXPECT_TRUE(missing.clip_of("Walking").placeholder());
    EXPECT_TRUE(has_code(missing.diagnostics, "unity-no-clip"));
}

/// A project in memory: a .meta file for each, with the guid's last digit.
Project project_of(std::map<std::string, std::pair<char, std::string>> files) {
    std::map<std::string, std::string> out;
    for (const auto& [name, file] : files) {
        out["Assets/" + name] = file.second;
        out["Assets/" + name + ".meta"] =
            "fileFormatVersion: 2\nguid: " + std::string(31, '0') + file.first + "\n";
    }
    return Project::of_files(std::move(out));
}

/// A state that plays one clip, in a project.
struct Playing {
    Controller controller;
    Diagnostics diagnostics;
    UnityImport import;

    Playing(AssetRef clip, const Project& project, ImportOptions options) {
        controller.states.resize(1);
        controller.states[0].name = "S";
        controller.states[0].motion.clip = std::move(clip);
        controller.machines.resize(1);
        controller.machines[0].states = {0};
        controller.machines[0].default_state = 0;
        controller.layers.resize(1);
        controller.layers[0].machine = 0;
        options.project = &project;
        options.clips_path = "x.clips.glb";
        Result<UnityImport> made = import_controller(controller, options, diagnostics);
        EXPECT_TRUE(made) << to_string(made.error());
        import = *std::move(made);
    }
    [[nodiscard]] std::vector<const doc::AnimationClip*> clips() const {
        std::vector<const doc::AnimationClip*> out;
        visit_objects(import.document->root(), [&](const Object& object) {
            if (const auto* clip = object_cast<doc::AnimationClip>(&object)) out.push_back(clip);
        });
        return out;
    }
};

AssetRef clip_ref(char guid) {
    return {7400000, std::string(31, '0') + guid, 2};
}

std::string moving_clip(const std::string& name, double start, double stop,
                        const std::string& settings = {}) {
    test::AnimText text;
    const test::RefCurve ramp = {{0, 0, 0, 0, 0}, {stop, 1, 0, 0, 0}};
    text.position = test::curve_text("Hips", {ramp, ramp, ramp});
    text.start = start;
    text.stop = stop;
    text.settings = settings;
    return test::with(text.text(), "m_Name: Test", "m_Name: " + name);
}

// The controller names a clip inside it by its id alone, the override by the controller's guid too.
TEST(UnityImport, OverridesReplaceClipsInsideTheController) {
    const Project project = project_of({{"B.anim", {'b', moving_clip("Instead", 0, 2)}}});
    ImportOptions options;
    options.text = moving_clip("Inside", 0, 1);
    options.guid = clip_ref('a').guid;
    options.overrides = {{clip_ref('a'), clip_ref('b')}};
    const Playing playing({7400000, "", 0}, project, options);
    ASSERT_EQ(playing.clips().size(), 1u);
    EXPECT_EQ(playing.clips()[0]->name(), "Instead");
    EXPECT_TRUE(playing.diagnostics.faults().empty());
}

TEST(UnityImport, OverridesOfClipsThatNothingUsesAreSaid) {
    const Project project = project_of({{"B.anim", {'b', moving_clip("Instead", 0, 2)}}});
    ImportOptions options;
    options.text = moving_clip("Inside", 0, 1);
    options.guid = clip_ref('a').guid;
    options.overrides = {{clip_ref('f'), clip_ref('b')}};
    const Playing playing({7400000, "", 0}, project, options);
    ASSERT_EQ(playing.clips().size(), 1u);
    EXPECT_EQ(playing.clips()[0]->name(), "Inside");
    EXPECT_TRUE(has_code(playing.diagnostics, "unity-override"));
}

// An id without a guid is of the file it stands in: the clip itself, not one of the controller.
TEST(UnityImport, AdditiveReferencesInsideTheClipsOwnFile) {
    const Project project =
        project_of({{"A.anim",
                     {'a', moving_clip("Add", 1, 2,
                                       "    m_HasAdditiveReferencePose: 1\n"
                                       "    m_AdditiveReferencePoseClip: {fileID: 7400000}\n"
                                       "    m_AdditiveReferencePoseTime: 1.5\n")}}});
    const Playing playing(clip_ref('a'), project, {});
    ASSERT_EQ(playing.clips().size(), 1u) << "no placeholder";
    const doc::AnimationClip& clip = *playing.clips()[0];
    EXPECT_EQ(clip.additive_reference(), clip.id());
    EXPECT_EQ(clip.additive_reference_s(), 0.5f);
    EXPECT_TRUE(playing.diagnostics.faults().empty());
    // The same of the file alone.
    ImportOptions options;
    options.text = *project.text(*project.find(clip_ref('a').guid));
    options.clips_path = "x.clips.glb";
    Diagnostics diagnostics;
    const auto alone = import_clip(options, diagnostics);
    ASSERT_TRUE(alone);
    std::size_t clips = 0;
    visit_objects(alone->document->root(), [&](const Object& object) {
        const auto* one = object_cast<doc::AnimationClip>(&object);
        if (one == nullptr) return;
        ++clips;
        EXPECT_EQ(one->additive_reference(), one->id());
    });
    EXPECT_EQ(clips, 1u);
}

// Times are of the file; a clip begins where its settings cut it.
TEST(UnityImport, AdditiveReferencesInAClipThatStartsLater) {
    const Project project =
        project_of({{"A.anim",
                     {'a', moving_clip("Add", 0, 1,
                                       "    m_HasAdditiveReferencePose: 1\n"
                                       "    m_AdditiveReferencePoseClip: {fileID: 7400000, guid: " +
                                           clip_ref('b').guid +
                                           ", type: 2}\n"
                                           "    m_AdditiveReferencePoseTime: 1.5\n")}},
                    {"B.anim", {'b', moving_clip("Ref", 1, 3)}}});
    const Playing playing(clip_ref('a'), project, {});
    ASSERT_EQ(playing.clips().size(), 2u);
    EXPECT_EQ(playing.clips()[0]->additive_reference(), playing.clips()[1]->id());
    EXPECT_EQ(playing.clips()[0]->additive_reference_s(), 0.5f);
    // What plays instead of the reference does not become the reference.
    ImportOptions options;
    options.overrides = {{clip_ref('b'), clip_ref('a')}};
    const Playing instead(clip_ref('b'), project, options);
    ASSERT_EQ(instead.clips().size(), 2u);
    EXPECT_EQ(instead.clips()[0]->name(), "Add");
    EXPECT_EQ(instead.clips()[0]->additive_reference(), instead.clips()[1]->id());
}

TEST(UnityImport, MasksByPath) {
    const Imported player;
    const auto* mask =
        object_cast<doc::Mask>(player.import.document->find_id(player.layer(1).mask()));
    ASSERT_NE(mask, nullptr);
    EXPECT_EQ(mask->name(), "Upper");
    EXPECT_EQ(mask->rest_weight(), 0.0f);
    ASSERT_EQ(mask->entries().size(), 4u);
    EXPECT_EQ(mask->entries()[0].path(), "Root");  // the Animator's own object
    EXPECT_EQ(mask->entries()[1].path(), "Hips");
    EXPECT_EQ(mask->entries()[1].weight(), 0.0f);
    EXPECT_EQ(mask->entries()[2].path(), "Hips/Spine");
    EXPECT_EQ(mask->entries()[2].weight(), 1.0f);
    EXPECT_EQ(player.layer(0).mask(), 0u);
    EXPECT_TRUE(player.uses("avatar masks", Support::supported));
}

const doc::AnnotationField* field(const doc::Annotation& note, std::string_view name) {
    for (const doc::AnnotationField& entry : note.fields()) {
        if (entry.name() == name) return &entry;
    }
    return nullptr;
}

// Scripts cannot run; what they were told is kept for whoever maps them.
TEST(UnityImport, BehavioursAreAnnotations) {
    const Imported hero({}, own_file("v5.controller"));
    const doc::StateMachineState& idle = hero.state("Idle");
    ASSERT_EQ(idle.annotations().size(), 1u);
    const doc::Annotation& note = idle.annotations()[0];
    EXPECT_EQ(note.name(), "unity.behaviour");
    EXPECT_EQ(note.source(), "000000000000000000000000000000aa:11500000");
    ASSERT_NE(field(note, "steps[1].name"), nullptr);
    EXPECT_EQ(*field(note, "steps[1].name")->value().as_text(), "two");
    ASSERT_NE(field(note, "steps[1].value"), nullptr);
    EXPECT_EQ(*field(note, "steps[1].value")->value().as_number(), 2.0);
    ASSERT_NE(field(note, "volume"), nullptr);
    EXPECT_TRUE(hero.uses("state machine behaviours", Support::not_supported));
    const auto& synced = hero.layer(2).synced_motions();
    const bool kept = std::any_of(synced.begin(), synced.end(), [](const doc::SyncedMotion& s) {
        return !s.annotations().empty();
    });
    EXPECT_TRUE(kept);
}

TEST(UnityImport, StatesAndTransitionsOneToOne) {
    const Imported hero({}, own_file("v5.controller"));
    const doc::StateMachineState& idle = hero.state("Idle");
    EXPECT_EQ(idle.tag(), "rest");
    EXPECT_EQ(idle.position()[0], 200.0f);
    const doc::StateMachineState& move = hero.state("Move: \"fast\"");
    EXPECT_NE(move.speed_variable(), 0u);
    EXPECT_FALSE(move.write_defaults());
    EXPECT_EQ(move.kind(), doc::StateKind::blend_1d);
    std::size_t any = 0, inherits = 0, at_crossing = 0, muted = 0;
    const auto count = [&](const doc::StateGraph& graph) {
        for (const doc::StateMachineTransition& t : graph.transitions()) {
            any += t.from_kind() == doc::TransitionFrom::any;
            inherits += t.from_kind() == doc::TransitionFrom::machine && t.inherit();
            at_crossing +=
                t.has_exit_time() && t.exit_time_mode() == doc::ExitTimeMode::at_crossing;
            muted += t.mute();
            EXPECT_EQ(t.curve(), nullptr);  // Unity's blends are linear
            EXPECT_EQ(t.interruption_blend(), doc::InterruptionBlend::frozen);
        }
    };
    for (std::size_t i = 0; i < 4; ++i) {
        count(hero.layer(i).graph());
        for (const doc::StateMachineState& state : hero.layer(i).graph().states())
            if (state.graph() != nullptr) count(*state.graph());
    }
    EXPECT_EQ(any, 1u);
    EXPECT_EQ(inherits, 1u);
    EXPECT_GE(at_crossing, 2u);
    EXPECT_EQ(muted, 1u);
}

TEST(UnityImport, ClipAndMaskFilesAlone) {
    Diagnostics diagnostics;
    ImportOptions options;
    options.clips_path = "x.clips.glb";
    options.text = own_file("project/Animations/Lamp.anim");
    const auto lamp = import_clip(options, diagnostics);
    ASSERT_TRUE(lamp) << to_string(lamp.error());
    EXPECT_EQ(content(*lamp->document).library().timelines().size(), 1u);
    options.text = own_file("project/Animations/Upper.mask");
    const auto mask = import_mask(options, diagnostics);
    ASSERT_TRUE(mask) << to_string(mask.error());
    EXPECT_EQ(content(*mask->document).library().masks()[0].name(), "Upper");
    options.text = own_file("project/Animations/Walk.anim");
    EXPECT_FALSE(import_mask(options, diagnostics));
    EXPECT_TRUE(has_code(diagnostics, "unity-wrong-class"));
}

}  // namespace
}  // namespace motus::unity

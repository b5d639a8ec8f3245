// What is inside other files, or in an order that a reader could trip over.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/export.h>
#include <motus/import/unity/import.h>
#include <tests/unity/files.h>

#include <algorithm>

namespace motus::unity {
namespace {

using test::has_code;
using test::own_file;
using test::with;

const std::string kMaskB1 = "{fileID: 31900000, guid: 000000000000000000000000000000b1, type: 2}";

std::string mask_object(const char* id, const char* name, const char* path) {
    return std::string("--- !u!319 &") + id + "\nAvatarMask:\n  m_Name: " + name +
           "\n  m_Mask: 01000000\n  m_Elements:\n  - m_Path: " + path + "\n    m_Weight: 1\n";
}

/// The project's controller, with the files given.
struct Player {
    Diagnostics diagnostics;
    UnityImport import;

    explicit Player(const std::string& text, std::map<std::string, std::string> files = {},
                    ImportOptions options = {}) {
        const Project project = Project::of_files(std::move(files));
        options.text = text;
        options.project = &project;
        const Result<Controller> controller = read_controller(text, diagnostics, &project);
        EXPECT_TRUE(controller) << to_string(controller.error());
        Result<UnityImport> made = import_controller(*controller, options, diagnostics);
        EXPECT_TRUE(made) << to_string(made.error());
        import = *std::move(made);
    }
    [[nodiscard]] const doc::StateMachineDefinition& machine() const {
        return content(*import.document).library().machines()[0];
    }
    [[nodiscard]] const doc::Mask& mask() const {
        return *object_cast<doc::Mask>(
            import.document->find_id(machine().machine().layers()[1].mask()));
    }
    [[nodiscard]] bool has(std::string_view code, std::string_view path) const {
        const auto& faults = diagnostics.faults();
        return std::any_of(faults.begin(), faults.end(), [&](const Fault& fault) {
            return fault.code == code && fault.path == path;
        });
    }
};

TEST(UnityInside, MasksOfTheControllersOwnFile) {
    const std::string text = with(own_file("project/Player.controller"), kMaskB1, "{fileID: 4242}");
    const Player player(text + mask_object("4241", "Other", "Legs") +
                        mask_object("4242", "Own", "Hips/Spine"));
    EXPECT_EQ(player.mask().name(), "Own");
    ASSERT_EQ(player.mask().entries().size(), 1u);
    EXPECT_EQ(player.mask().entries()[0].path(), "Hips/Spine");
    for (const ReportMissing& missing : player.import.report.missing)
        EXPECT_NE(missing.kind, "mask");
}

TEST(UnityInside, MasksOfAFileThatHoldsSeveral) {
    const std::string text =
        with(own_file("project/Player.controller"), "fileID: 31900000, guid", "fileID: 77, guid");
    const std::string masks =
        "%YAML 1.1\n" + mask_object("76", "First", "Legs") + mask_object("77", "Second", "Hips");
    const std::string meta = "fileFormatVersion: 2\nguid: 000000000000000000000000000000b1\n";
    const Player player(text, {{"M.asset", masks}, {"M.asset.meta", meta}});
    EXPECT_EQ(player.mask().name(), "Second");
    // Ids change when a project is upgraded: one mask is the one that is meant.
    const Player upgraded(
        own_file("project/Player.controller"),
        {{"M.asset", "%YAML 1.1\n" + mask_object("76", "First", "Legs")}, {"M.asset.meta", meta}});
    EXPECT_EQ(upgraded.mask().name(), "First");
}

TEST(UnityInside, ASyncedLayerMayComeBeforeTheOneItFollows) {
    std::string text = own_file("v2.controller");
    const std::size_t base = text.find("  - serializedVersion: 3\n    m_Name: Base");
    const std::size_t wounded = text.find("  - serializedVersion: 3\n    m_Name: Wounded");
    const std::size_t end = text.find("--- !u!", wounded);
    ASSERT_LT(wounded, end);
    const std::string first = text.substr(base, wounded - base);
    const std::string second =
        with(text.substr(wounded, end - wounded), "m_SyncedLayerIndex: 0", "m_SyncedLayerIndex: 1");
    text = text.substr(0, base) + second + first + text.substr(end);
    Diagnostics diagnostics, before;
    const Result<Controller> swapped = read_controller(text, diagnostics);
    ASSERT_TRUE(swapped) << to_string(swapped.error());
    const Result<Controller> plain = read_controller(own_file("v2.controller"), before);
    EXPECT_EQ(swapped->layers[0].machine, kNoItem);
    EXPECT_EQ(swapped->layers[0].synced, plain->layers[1].synced);
    EXPECT_EQ(swapped->layers[1].machine, plain->layers[0].machine);
    EXPECT_EQ(swapped->states, [&] {
        std::vector<State> states = plain->states;
        for (std::size_t i = 0; i < states.size(); ++i)  // lines are the same: whole blocks moved
            EXPECT_EQ(states[i].name, swapped->states[i].name);
        return states;
    }());
}

// Unity 4 has no entry and no exit.
TEST(UnityInside, PositionsThatAreNotThereAreThoseOfANewGraph) {
    Diagnostics diagnostics;
    const Result<Controller> old = read_controller(own_file("v2.controller"), diagnostics);
    ASSERT_TRUE(old);
    Result<UnityImport> made = import_controller(*old, {}, diagnostics);
    ASSERT_TRUE(made);
    const auto& graph =
        content(*made->document).library().machines()[0].machine().layers()[0].graph();
    const doc::StateGraph fresh;
    EXPECT_EQ(graph.entry_position(), fresh.entry_position());
    EXPECT_EQ(graph.exit_position(), fresh.exit_position());
    EXPECT_NE(graph.entry_position(), graph.exit_position());
    const Machine machine;
    EXPECT_EQ(machine.any_position[1], fresh.any_position()[1]);
    EXPECT_EQ(machine.parent_position[0], fresh.parent_position()[0]);
    EXPECT_EQ(machine.parent_position[1], fresh.parent_position()[1]);
}

const std::string kMeta = "fileFormatVersion: 2\nguid: 000000000000000000000000000000";

std::string tree_object(const char* id, const std::string& first, const std::string& second) {
    return std::string("--- !u!206 &") + id + "\nBlendTree:\n  m_Name: Ext\n  m_Childs:\n" +
           "  - m_Motion: " + first + "\n    m_Threshold: 0\n  - m_Motion: " + second +
           "\n    m_Threshold: 1\n  m_BlendParameter: Speed\n  m_BlendType: 0\n";
}

/// The state that plays nothing in the shared text plays the tree 20600000 of file e1.
std::string plays_other_tree() {
    return with(own_file("project/Player.controller"),
                "{fileID: 7400000, guid: 000000000000000000000000000000a1, type: 2}",
                "{fileID: 20600000, guid: 000000000000000000000000000000e1, type: 2}");
}

TEST(UnityInside, BlendTreesOfOtherFiles) {
    const std::string clip =
        "--- !u!74 &7400000\nAnimationClip:\n  m_Name: Inner\n  m_PositionCurves:\n  - curve:\n"
        "      m_Curve:\n      - {time: 0, value: {x: 0, y: 0, z: 0}}\n"
        "      - {time: 2, value: {x: 1, y: 0, z: 0}}\n    path: Hips\n"
        "  m_AnimationClipSettings:\n    m_StopTime: 2\n";
    // The first child is a tree of that file too, of clips inside it and in a file of its own.
    const std::string file =
        "%YAML 1.1\n" + tree_object("20600000", "{fileID: 20600002}", "{fileID: 7400000}") +
        tree_object("20600002", "{fileID: 7400000}",
                    "{fileID: 7400000, guid: 000000000000000000000000000000e2, type: 2}") +
        clip;
    const Player player(plays_other_tree(), {{"Ext.ASSET", file},
                                             {"Ext.ASSET.meta", kMeta + "e1\n"},
                                             {"Move.ANIM", "%YAML 1.1\n" + clip},
                                             {"Move.ANIM.meta", kMeta + "e2\n"}});
    const doc::StateMachineState* found = nullptr;
    for (const doc::StateMachineState& state :
         player.machine().machine().layers()[0].graph().states())
        if (state.children().size() == 2 && state.children()[0].blend() != nullptr) found = &state;
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->kind(), doc::StateKind::blend_1d);
    const auto& inner = found->children()[0].blend()->children();
    ASSERT_EQ(inner.size(), 2u);
    EXPECT_EQ(found->children()[1].motion(), inner[0].motion());
    EXPECT_NE(inner[0].motion(), inner[1].motion());
    for (const doc::BlendChild& child : inner) {
        const auto* played =
            object_cast<doc::AnimationClip>(player.import.document->find_id(child.motion()));
        ASSERT_NE(played, nullptr);
        EXPECT_FALSE(played->placeholder());
        EXPECT_EQ(played->length_s(), 2.0f);
    }
}

TEST(UnityInside, BlendTreesThatLeadInACircleThroughOtherFilesAreRefused) {
    const std::string there = "{fileID: 20600000, guid: 000000000000000000000000000000e2, type: 2}";
    const std::string back = "{fileID: 20600000, guid: 000000000000000000000000000000e1, type: 2}";
    const Project project = Project::of_files(
        {{"A.asset", "%YAML 1.1\n" + tree_object("20600000", there, "{fileID: 0}")},
         {"A.asset.meta", kMeta + "e1\n"},
         {"B.asset", "%YAML 1.1\n" + tree_object("20600000", "{fileID: 0}", back)},
         {"B.asset.meta", kMeta + "e2\n"}});
    Diagnostics diagnostics;
    const Result<Controller> read = read_controller(plays_other_tree(), diagnostics, &project);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, "unity-cycle");
}

TEST(UnityInside, FaultsOfATreeInAnotherFileNameIt) {
    const std::string file =
        "%YAML 1.1\n" + with(tree_object("20600000", "{fileID: 0}", "{fileID: 0}"),
                             "m_BlendType: 0", "m_BlendType: 9");
    const Player player(plays_other_tree(),
                        {{"Ext.asset", file}, {"Ext.asset.meta", kMeta + "e1\n"}});
    EXPECT_TRUE(player.has("unity-unknown", "Ext.asset: line 11"));
}

// The path of the Animator's own object is empty in Unity.
TEST(UnityInside, MasksNameTheAnimatorsOwnObject) {
    const std::string text = with(own_file("project/Player.controller"), kMaskB1, "{fileID: 4242}");
    const Player player(text + mask_object("4242", "Own", ""));
    ASSERT_EQ(player.mask().entries().size(), 1u);
    EXPECT_EQ(player.mask().entries()[0].path(), "Root");
    EXPECT_EQ(player.mask().entries()[0].weight(), 1.0f);
    const Player named(text + mask_object("4242", "Own", "\n    m_Weight: 0\n  - m_Path: Root"));
    ASSERT_EQ(named.mask().entries().size(), 1u);
    EXPECT_EQ(named.mask().entries()[0].weight(), 1.0f);
}

std::string exported(const Player& player, Diagnostics& losses) {
    return export_controller(*player.import.document, player.machine(), losses);
}

TEST(UnityInside, ClipsThatAnExportEmptiesAreSaid) {
    const std::string text = with(
        own_file("project/Player.controller"),
        "{fileID: 7400000, guid: 000000000000000000000000000000a1, type: 2}", "{fileID: 4242}");
    const Player player(text +
                        "--- !u!74 &4242\nAnimationClip:\n  m_Name: Inside\n  m_PositionCurves:\n"
                        "  - curve:\n      m_Curve:\n      - {time: 0, value: {x: 0, y: 0, z: 0}}\n"
                        "      - {time: 2, value: {x: 1, y: 0, z: 0}}\n    path: Hips\n");
    Diagnostics losses;
    (void)exported(player, losses);
    std::size_t said = 0;
    for (const Fault& fault : losses.faults())
        said += fault.message.find("Inside") != std::string::npos;
    EXPECT_EQ(said, 1u);
}

TEST(UnityInside, BehavioursKeepWhetherTheyAreOnAndSayWhatTheyNoLongerName) {
    const std::string text = with(own_file("v5.controller"), "  m_Enabled: 1\n",
                                  "  m_Enabled: 0\n  m_Other: {fileID: 91}\n  m_No: {fileID: 0}\n");
    const Player player(text);
    Diagnostics losses;
    const std::string out = exported(player, losses);
    EXPECT_NE(out.find("  m_Enabled: 0\n"), out.npos);
    std::size_t said = 0;
    for (const Fault& fault : losses.faults())
        said += fault.message.find("m_Other") != std::string::npos ||
                fault.message.find("m_No ") != std::string::npos;
    EXPECT_EQ(said, 1u);
}

TEST(UnityInside, MappingsOfClipsThatNothingPlaysAreSaid) {
    ImportOptions options;
    options.mapping = {{"Nobody", "", "Run"}, {"000000000000000000000000000000a1", "", "Run"}};
    const Player player(own_file("project/Player.controller"), {}, std::move(options));
    EXPECT_TRUE(player.has("unity-map", "Nobody"));
    std::size_t said = 0;
    for (const Fault& fault : player.diagnostics.faults())
        said += fault.message.find("plays no clip") != std::string::npos;
    EXPECT_EQ(said, 1u);
}

}  // namespace
}  // namespace motus::unity

// Override controllers of override controllers.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/import.h>
#include <tests/unity/anim_text.h>
#include <tests/unity/files.h>

namespace motus::unity {
namespace {

using test::has_code;

std::string guid_of(char last) {
    return std::string(31, '0') + last;
}

AssetRef numbered_clip(char guid, std::int64_t id = 7400000) {
    return {id, guid_of(guid), 2};
}

std::string ref_text(const AssetRef& ref) {
    if (ref.guid.empty()) return "{fileID: " + std::to_string(ref.file_id) + "}";
    return "{fileID: " + std::to_string(ref.file_id) + ", guid: " + ref.guid + ", type: 2}";
}

/// An override of the controller with that guid.
std::string override_text(char controller,
                          const std::vector<std::pair<AssetRef, AssetRef>>& clips) {
    std::string text =
        "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!221 &22100000\n"
        "AnimatorOverrideController:\n  m_Name: " +
        std::string(1, controller) +
        "\n  m_Controller: " + ref_text({22100000, guid_of(controller), 2}) + "\n  m_Clips:\n";
    for (const auto& [original, instead] : clips) {
        text += "  - m_OriginalClip: " + ref_text(original) +
                "\n    m_OverrideClip: " + ref_text(instead) + "\n";
    }
    return text;
}

/// Files by name, with the last digit of their guid.
Project numbered_project(const std::map<std::string, std::pair<char, std::string>>& files) {
    std::map<std::string, std::string> out;
    for (const auto& [name, file] : files) {
        out["Assets/" + name] = file.second;
        out["Assets/" + name + ".meta"] =
            "fileFormatVersion: 2\nguid: " + guid_of(file.first) + "\n";
    }
    return Project::of_files(std::move(out));
}

OverrideController read_chain(const std::string& text) {
    Diagnostics diagnostics;
    Result<OverrideController> found = read_override(text, diagnostics);
    EXPECT_TRUE(found) << to_string(found.error());
    return found ? *std::move(found) : OverrideController();
}

using Clips = std::vector<std::pair<AssetRef, AssetRef>>;

TEST(UnityOverride, ChainsLeadToTheController) {
    const Project project =
        numbered_project({{"Base.controller", {'1', ""}},
                          {"Inner.overrideController",
                           {'2', override_text('1', {{numbered_clip('a'), numbered_clip('b')},
                                                     {numbered_clip('c'), numbered_clip('d')},
                                                     {numbered_clip('e'), numbered_clip('f')}})}}});
    // By the clip that the inner one plays, by the controller's, and one that only this one has.
    const OverrideController outer =
        read_chain(override_text('2', {{numbered_clip('b'), numbered_clip('7')},
                                       {numbered_clip('c'), numbered_clip('8')},
                                       {numbered_clip('9'), numbered_clip('0')}}));
    const Result<OverrideController> whole = resolve_override(outer, project);
    ASSERT_TRUE(whole) << to_string(whole.error());
    EXPECT_EQ(whole->controller.guid, guid_of('1'));
    EXPECT_EQ(whole->name, outer.name);
    EXPECT_EQ(whole->clips, (Clips{{numbered_clip('a'), numbered_clip('7')},
                                   {numbered_clip('c'), numbered_clip('8')},
                                   {numbered_clip('e'), numbered_clip('f')},
                                   {numbered_clip('b'), numbered_clip('7')},
                                   {numbered_clip('9'), numbered_clip('0')}}));
}

TEST(UnityOverride, OneOfTheControllerItselfStaysAsItIs) {
    const Project project = numbered_project({{"Base.controller", {'1', ""}}});
    const Clips clips = {{numbered_clip('a'), numbered_clip('b')}};
    const Result<OverrideController> whole =
        resolve_override(read_chain(override_text('1', clips)), project);
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->clips, clips);
}

// A clip inside an override in between is found by the guid of that file.
TEST(UnityOverride, ClipsInsideAnOverrideInBetweenPlay) {
    test::AnimText inside;
    const test::RefCurve ramp = {{0, 0, 0, 0, 0}, {2, 1, 0, 0, 0}};
    inside.position = test::curve_text("Hips", {ramp, ramp, ramp});
    inside.stop = 2;
    std::string clip = inside.text();
    clip = clip.substr(clip.find("---"));
    const Project project = numbered_project(
        {{"Base.controller", {'1', ""}},
         {"Inner.overrideController",
          {'2', override_text('1', {{numbered_clip('a'), {7400000, "", 0}}}) + clip}}});
    const Result<OverrideController> whole =
        resolve_override(read_chain(override_text('2', {})), project);
    ASSERT_TRUE(whole) << to_string(whole.error());
    EXPECT_EQ(whole->clips, (Clips{{numbered_clip('a'), {7400000, guid_of('2'), 0}}}));

    Controller controller;
    controller.states.resize(1);
    controller.states[0].name = "S";
    controller.states[0].motion.clip = numbered_clip('a');
    controller.machines.resize(1);
    controller.machines[0].states = {0};
    controller.machines[0].default_state = 0;
    controller.layers.resize(1);
    controller.layers[0].machine = 0;
    ImportOptions options;
    options.project = &project;
    options.overrides = whole->clips;
    options.clips_path = "x.clips.glb";
    Diagnostics diagnostics;
    const Result<UnityImport> made = import_controller(controller, options, diagnostics);
    ASSERT_TRUE(made) << to_string(made.error());
    EXPECT_TRUE(diagnostics.faults().empty());
    std::size_t found = 0;
    visit_objects(made->document->root(), [&](const Object& object) {
        const auto* each = object_cast<doc::AnimationClip>(&object);
        if (each == nullptr) return;
        ++found;
        EXPECT_EQ(each->length_s(), 2.0f);
        EXPECT_FALSE(each->placeholder());
    });
    EXPECT_EQ(found, 1u);
}

TEST(UnityOverride, FaultsOfChainsAreSaid) {
    const auto code = [](const Project& project) {
        const Result<OverrideController> whole =
            resolve_override(read_chain(override_text('2', {})), project);
        return whole ? std::string("none") : whole.error().code;
    };
    EXPECT_EQ(code(numbered_project({})), "unity-unresolved");
    EXPECT_EQ(code(numbered_project({{"A.overrideController", {'2', override_text('1', {})}}})),
              "unity-unresolved");
    EXPECT_EQ(code(numbered_project({{"A.mask", {'2', ""}}})), "unity-wrong-class");
    EXPECT_EQ(code(numbered_project({{"A.overrideController", {'2', override_text('3', {})}},
                                     {"B.overrideController", {'3', override_text('2', {})}}})),
              "unity-cycle");
}

}  // namespace
}  // namespace motus::unity

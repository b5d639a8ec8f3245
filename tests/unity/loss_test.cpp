// Every loss of a clip has a line in the report, and nothing else has.
// SPDX-License-Identifier: MIT
#include <motus/document/model.h>
#include <tests/unity/anim_text.h>
#include <tests/unity/made.h>
#include <tests/unity/reported.h>

namespace motus::unity {
namespace {

const ReportFeature* feature(const ImportReport& report, std::string_view name) {
    for (const ReportFeature& one : report.features) {
        if (one.name == name) return &one;
    }
    return nullptr;
}

std::pair<std::uint32_t, std::uint32_t> count_of(const ImportReport& report,
                                                 std::string_view what) {
    for (const ReportCount& count : report.counts) {
        if (count.what == what) return {count.found, count.converted};
    }
    return {};
}

const test::RefCurve kRamp = {{0, 0, 0, 0, 0}, {1, 1, 0, 0, 0}};

std::string number_curve(const char* attribute, int class_id, const char* path) {
    return test::curve_text(path, {kRamp},
                            fmt::format("    attribute: {}\n    classID: {}\n"
                                        "    script: {{fileID: 0}}\n",
                                        attribute, class_id));
}

std::string event(double time, const char* function, const char* object = "{fileID: 0}",
                  int options = 0) {
    return fmt::format(
        "  - time: {}\n    functionName: {}\n    data: x\n    objectReferenceParameter: {}\n"
        "    floatParameter: 0\n    intParameter: 0\n    messageOptions: {}\n",
        time, function, object, options);
}

/// A clip of one second; what it moves is set by the test.
test::AnimText clip_text() {
    test::AnimText text;
    text.stop = 1;
    text.events = event(0.5, "Step");
    return text;
}

test::AnimText moving() {
    test::AnimText text = clip_text();
    text.position = test::curve_text("Hips", {kRamp, kRamp, kRamp});
    return text;
}

test::AnimText humanoid() {
    test::AnimText text = clip_text();
    text.numbers = number_curve("Spine Front-Back", 95, "");
    return text;
}

test::AnimText active() {
    test::AnimText text = clip_text();
    text.numbers = number_curve("m_IsActive", 1, "Hat");
    return text;
}

UnityImport import_text(const test::AnimText& text) {
    Diagnostics diagnostics;
    ImportOptions options;
    options.text = text.text();
    options.clips_path = "x.clips.glb";
    auto import = import_clip(options, diagnostics);
    EXPECT_TRUE(import) << to_string(import.error());
    EXPECT_TRUE(diagnostics.faults().empty());
    return *std::move(import);
}

const doc::AnimationClip& only_clip(const UnityImport& import) {
    const doc::AnimationClip* found = nullptr;
    visit_objects(import.document->root(), [&](const Object& object) {
        if (const auto* clip = object_cast<doc::AnimationClip>(&object)) {
            EXPECT_EQ(found, nullptr) << "one clip";
            found = clip;
        }
    });
    EXPECT_NE(found, nullptr);
    return *found;
}

// What animators hang on a clip plays, whether or not its pose can be shown.
TEST(UnityLoss, EventsOfHumanoidClipsAreKept) {
    test::AnimText text = humanoid();
    text.settings = "    m_CycleOffset: 0.25\n    m_Mirror: 1\n";
    const UnityImport import = import_text(text);
    const doc::AnimationClip& clip = only_clip(import);
    EXPECT_TRUE(clip.placeholder());
    ASSERT_EQ(clip.events().size(), 1u);
    EXPECT_EQ(clip.events()[0].time_s(), 0.5f);
    EXPECT_EQ(clip.events()[0].text(), "x");
    EXPECT_EQ(clip.cycle_offset(), 0.25f);
    EXPECT_TRUE(clip.mirror());
    EXPECT_EQ(count_of(import.report, "events"), std::pair(1u, 1u));
    EXPECT_EQ(count_of(import.report, "curves"), std::pair(1u, 0u)) << "the muscle is left out";
}

TEST(UnityLoss, EventsThatCannotComeAreNamed) {
    for (const test::AnimText& base : {moving(), humanoid(), active()}) {
        test::AnimText text = base;
        text.events += event(5, "Late") + event(-1, "Early") + event(0.25, "");
        const UnityImport import = import_text(text);
        EXPECT_EQ(count_of(import.report, "events"), std::pair(4u, 1u));
        EXPECT_EQ(losses(import.report, "events outside their clip"), 2u);
        EXPECT_EQ(feature(import.report, "events outside their clip")->places[0],
                  "Test: Late at 5 s");
        EXPECT_EQ(losses(import.report, "events without a function"), 1u);
    }
}

TEST(UnityLoss, EventsOfClipsInAControllerAreCounted) {
    Made made;
    made.controller.states[0].motion.clip = {7400000, "", 0};
    ImportOptions options;
    test::AnimText text = moving();
    text.events += event(5, "Late");
    options.text = text.text();
    options.clips_path = "x.clips.glb";
    const auto import = import_controller(made.controller, options, made.diagnostics);
    ASSERT_TRUE(import);
    EXPECT_EQ(count_of(import->report, "events"), std::pair(2u, 1u));
}

TEST(UnityLoss, WhatEventsCarryBesideTextAndNumbers) {
    test::AnimText text = moving();
    EXPECT_EQ(losses(import_text(text).report, "objects that events name"), 0u);
    text.events += event(0.5, "Spawn", "{fileID: 123, guid: 000000000000000000000000000000ab}");
    text.events += event(0.5, "Maybe", "{fileID: 0}", 1);
    const UnityImport import = import_text(text);
    EXPECT_EQ(losses(import.report, "objects that events name"), 1u);
    EXPECT_EQ(losses(import.report, "events that need no receiver"), 1u);
    EXPECT_EQ(only_clip(import).events().size(), 3u);
}

constexpr const char* kUsual =
    "    m_OrientationOffsetY: 0\n    m_Level: 0\n    m_CycleOffset: 0\n"
    "    m_HasAdditiveReferencePose: 0\n    m_LoopBlend: 0\n    m_LoopBlendOrientation: 0\n"
    "    m_LoopBlendPositionY: 0\n    m_LoopBlendPositionXZ: 0\n"
    "    m_KeepOriginalOrientation: 0\n    m_KeepOriginalPositionY: 1\n"
    "    m_KeepOriginalPositionXZ: 0\n    m_HeightFromFeet: 0\n    m_Mirror: 0\n";

// As Unity writes each new clip: there is nothing to say.
TEST(UnityLoss, UsualSettingsAreNoLoss) {
    for (const test::AnimText& base : {moving(), active()}) {
        test::AnimText text = base;
        text.settings = kUsual;
        for (const ReportFeature& one : import_text(text).report.features)
            EXPECT_EQ(one.support, Support::supported) << one.name;
    }
}

TEST(UnityLoss, EachUnusualSettingIsNamed) {
    const std::pair<const char*, const char*> unusual[] = {
        {"m_OrientationOffsetY: 45", "root motion settings of clips"},
        {"m_Level: 3", "root motion settings of clips"},
        {"m_LoopBlend: 1", "loop pose of clips"},
        {"m_LoopBlendOrientation: 1", "root motion settings of clips"},
        {"m_LoopBlendPositionY: 1", "root motion settings of clips"},
        {"m_LoopBlendPositionXZ: 1", "root motion settings of clips"},
        {"m_KeepOriginalOrientation: 1", "root motion settings of clips"},
        {"m_KeepOriginalPositionY: 0", "root motion settings of clips"},
        {"m_KeepOriginalPositionXZ: 1", "root motion settings of clips"},
        {"m_HeightFromFeet: 1", "root motion settings of clips"},
    };
    for (const auto& [setting, name] : unusual) {
        SCOPED_TRACE(setting);
        test::AnimText text = moving();
        const std::string line = setting;
        const std::string key = line.substr(0, line.find(' ') + 1);
        const std::string usual = kUsual;
        const std::size_t at = usual.find(key);
        ASSERT_NE(at, usual.npos);
        text.settings = usual.substr(0, at) + line + usual.substr(usual.find('\n', at));
        const ImportReport report = import_text(text).report;
        ASSERT_EQ(losses(report, name), 1u);
        EXPECT_EQ(feature(report, name)->places[0], "Test: " + line);
    }
}

TEST(UnityLoss, WhatATimelineHasNoPlaceFor) {
    test::AnimText text = active();
    text.settings =
        "    m_CycleOffset: 0.5\n    m_Mirror: 1\n    m_HasAdditiveReferencePose: 1\n"
        "    m_AdditiveReferencePoseTime: 0.5\n";
    const ImportReport report = import_text(text).report;
    EXPECT_EQ(losses(report, "cycle offset of clips that become timelines"), 1u);
    EXPECT_EQ(losses(report, "additive reference of clips that become timelines"), 1u);
    EXPECT_EQ(losses(report, "mirror of clips that become timelines"), 1u);
    EXPECT_EQ(losses(report, "mirrored clips"), 0u) << "its mark is not kept";
    text = moving();
    text.settings = "    m_Mirror: 1\n";
    EXPECT_EQ(losses(import_text(text).report, "mirrored clips"), 1u);
}

TEST(UnityLoss, BonesBesideOtherPropertiesAreNoRigsAnyMore) {
    test::AnimText text = moving();
    EXPECT_EQ(losses(import_text(text).report, "clips that move bones and other components"), 0u);
    text.numbers = number_curve("m_IsActive", 1, "Hat");
    const UnityImport import = import_text(text);
    EXPECT_EQ(content(*import.document).library().timelines().size(), 1u);
    EXPECT_EQ(losses(import.report, "clips that move bones and other components"), 1u);
    EXPECT_EQ(losses(import_text(active()).report, "clips that move bones and other components"),
              0u);
}

}  // namespace
}  // namespace motus::unity

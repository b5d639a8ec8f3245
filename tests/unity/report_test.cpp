// What a report says, in its three forms.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/import.h>
#include <motus/schema/json.h>
#include <tests/unity/files.h>
#include <tests/unity/reported.h>

namespace motus::unity {
namespace {

using test::own_file;

ImportReport report_of(const std::string& text, Diagnostics& diagnostics) {
    const Result<Controller> controller = read_controller(text, diagnostics);
    EXPECT_TRUE(controller) << to_string(controller.error());
    ImportOptions options;
    options.source = "Player.controller";
    options.text = text;
    options.clips_path = "clips.glb";
    auto import = import_controller(*controller, options, diagnostics);
    EXPECT_TRUE(import);
    return std::move(import->report);
}

std::uint32_t uses(const ImportReport& report, std::string_view name) {
    for (const ReportFeature& feature : report.features) {
        if (feature.name == name) return feature.uses;
    }
    return 0;
}

TEST(UnityReport, CountsAndFeatures) {
    Diagnostics diagnostics;
    const ImportReport report = report_of(own_file("v5.controller"), diagnostics);
    for (const ReportCount& count : report.counts) {
        if (count.what == "clips" || count.what == "orphans") continue;
        EXPECT_EQ(count.found, count.converted) << count.what;
        EXPECT_GT(count.found, 0u) << count.what;
    }
    EXPECT_EQ(uses(report, "any-state transitions"), 1u);
    EXPECT_EQ(uses(report, "state machine behaviours"), 3u);
    EXPECT_GE(uses(report, "interruption"), 1u);
    EXPECT_EQ(uses(report, "sub-state machines"), 1u);
    EXPECT_EQ(uses(report, "synced layers"), 1u);
    EXPECT_EQ(uses(report, "additive layers"), 1u);
    EXPECT_EQ(uses(report, "IK passes"), 1u);
    EXPECT_EQ(uses(report, "write defaults off"), 1u);
    EXPECT_EQ(uses(report, "solo and mute"), 1u);
    EXPECT_FALSE(report.missing.empty());
}

// Each rule of Unity that nobody could verify is named where a file depends on it, and only there.
TEST(UnityReport, RulesThatAFileTouches) {
    Diagnostics diagnostics;
    const ImportReport v5 = report_of(own_file("v5.controller"), diagnostics);
    EXPECT_TRUE(touches(v5, 1));   // freeform directional
    EXPECT_TRUE(touches(v5, 6));   // blend lengths
    EXPECT_TRUE(touches(v5, 7));   // sync timing
    EXPECT_TRUE(touches(v5, 12));  // any state, not to itself
    EXPECT_FALSE(touches(v5, 2));
    EXPECT_FALSE(touches(v5, 4));  // the sub-machine has a way out
    const ImportReport v4 = report_of(own_file("v4.controller"), diagnostics);
    EXPECT_FALSE(touches(v4, 1));
    EXPECT_FALSE(touches(v4, 6));
    EXPECT_FALSE(touches(v4, 7));
    const std::string jumps = test::with(own_file("v5.controller"),
                                         "m_StateMachineTransitions:\n  - first: {fileID: -12}",
                                         "m_Unused:\n  - first: {fileID: -12}");
    EXPECT_TRUE(touches(report_of(jumps, diagnostics), 4));
}

TEST(UnityReport, SameContentInEveryForm) {
    Diagnostics diagnostics;
    const ImportReport report = report_of(own_file("v5.controller"), diagnostics);
    const std::string page = to_html(report, diagnostics);
    const std::string text = to_markdown(report, diagnostics);
    const Result<Json> json = parse_json(to_json(report, diagnostics));
    ASSERT_TRUE(json);
    EXPECT_EQ(json->find("features")->items.size(), report.features.size());
    EXPECT_EQ(json->find("rules")->items.size(), report.rules.size());
    EXPECT_EQ(json->find("unresolved")->items.size(), report.missing.size());
    EXPECT_EQ(json->find("warnings")->items.size(), diagnostics.faults().size());
    for (const ReportFeature& feature : report.features) {
        EXPECT_NE(page.find(feature.name), page.npos) << feature.name;
        EXPECT_NE(text.find(feature.name), text.npos) << feature.name;
    }
    for (const ReportRule& rule : report.rules)
        EXPECT_NE(text.find(rule.used), text.npos) << rule.used;
    EXPECT_NE(page.find("Player.controller"), page.npos);
}

// Names are not markup.
TEST(UnityReport, NamesDoNotAct) {
    ImportReport report;
    report.name = "<script>alert(1)</script>";
    report.use("a|b", Support::not_supported, "note", "<img src=x>");
    const std::string page = to_html(report, {});
    EXPECT_EQ(page.find("<script"), page.npos);
    EXPECT_EQ(page.find("<img"), page.npos);
    EXPECT_NE(page.find("&lt;img"), page.npos);
    EXPECT_NE(to_markdown(report, {}).find("a\\|b"), std::string::npos);
}

TEST(UnityReport, LongListsOfPlacesEnd) {
    ImportReport report;
    for (int i = 0; i < 80; ++i)
        report.use("mirror", Support::not_supported, "note", "State" + std::to_string(i));
    EXPECT_EQ(report.features[0].uses, 80u);
    EXPECT_EQ(report.features[0].places.size(), 50u);
    EXPECT_NE(to_html(report, {}).find("and 30 more"), std::string::npos);
    EXPECT_NE(to_markdown(report, {}).find("and 30 more"), std::string::npos);
}

}  // namespace
}  // namespace motus::unity

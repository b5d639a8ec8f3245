// Imported controllers run: they bake, start as Unity does, and do the same after export.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/export.h>
#include <tests/support/rounds.h>
#include <tests/unity/files.h>
#include <tests/unity/running.h>

namespace motus::unity {
namespace {

using test::own_file;
using test::Running;

constexpr std::uint32_t kScripts = test::kSlowBuild ? 50 : 1000;

Controller read(const std::string& text) {
    Diagnostics diagnostics;
    Result<Controller> controller = read_controller(text, diagnostics);
    EXPECT_TRUE(controller) << to_string(controller.error());
    return controller ? *std::move(controller) : Controller();
}

Running import_text(const std::string& text, const Project* project = nullptr) {
    ImportOptions options;
    options.text = text;
    options.project = project;
    return Running(read(text), std::move(options));
}

/// Imports, exports, imports again, and runs both. The transitions that were taken.
std::size_t expect_same_after_export(const std::string& text, const Project* project) {
    Running before = import_text(text, project);
    if (!before.ok()) return 0;
    Diagnostics losses;
    const std::string out = export_controller(
        before.document(), content(before.document()).library().machines()[0], losses);
    for (const Fault& fault : losses.faults())  // but for clips inside the file
        EXPECT_EQ(fault.message.rfind("the keys of ", 0), 0u) << fault.message;
    Running after = import_text(out, project);
    if (!after.ok()) return 0;
    return test::expect_same_behaviour(before, after, kScripts, 42);
}

TEST(UnityBehaviour, SameAfterExport) {
    for (const char* name : {"v1.controller", "v2.controller", "v4.controller", "v5.controller"}) {
        SCOPED_TRACE(name);
        EXPECT_GT(expect_same_after_export(own_file(name), nullptr), kScripts);
    }
}

TEST(UnityBehaviour, SharedFilesAreTheSameAfterExport) {
    MOTUS_NEED_DATA(data);
    Diagnostics diagnostics;
    const Project project = Project::scan(data / "unity", true, diagnostics);
    std::size_t checked = 0, still = 0;
    for (const auto& path : test::files_below(data / "unity", {".controller"})) {
        if (path.string().find("damaged") != std::string::npos) continue;
        SCOPED_TRACE(path);
        const Result<std::string> text = read_text_file(path);
        ASSERT_TRUE(text);
        const std::size_t taken = expect_same_after_export(*text, &project);
        still += taken == 0;
        ++checked;
    }
    EXPECT_EQ(checked, 13u);
    EXPECT_EQ(still, 4u);  // those without any transition
}

/// The controllers of unity.md 2.9: with the parameter false the default state is left again
/// before anything of it shows.
TEST(UnityBehaviour, FirstFrame) {
    MOTUS_NEED_DATA(data);
    const auto folder =
        data / "unity/anatawa12/AvatarOptimizer/Test~/AnimatorOptimizer/UnityBehaviorChecks";
    Diagnostics diagnostics;
    const Project project = Project::scan(folder, true, diagnostics);
    for (const char* name :
         {"DiamondStyleEntryExit.controller", "LinearStyleEntryExit.controller"}) {
        const Result<std::string> text = read_text_file(folder / name);
        ASSERT_TRUE(text);
        for (const float dt : {0.0f, 1.0f / 60, 0.5f}) {
            SCOPED_TRACE(testing::Message() << name << " " << dt);
            Running run = import_text(*text, &project);
            ASSERT_TRUE(run.ok());
            ASSERT_EQ(run.graph().variables.size(), 1u);
            run.set(0u, 0.0f);
            run.tick(dt);
            EXPECT_NE(run.layer(0).state.find("Off State"), std::string::npos)
                << run.layer(0).state;
            EXPECT_EQ(run.layer(0).next, "");
            ASSERT_EQ(run.playlist().layer_count, 1u);
            EXPECT_EQ(run.shown(), std::vector<std::string>{"Anim.Disabled"});
            for (const PlaylistItem& item : run.playlist().items.first(run.playlist().item_count)) {
                if (item.passed) {
                    EXPECT_EQ(item.from, item.to);  // nothing of it was played
                } else {
                    EXPECT_EQ(item.weight, 1.0f);
                }
            }
            for (const MachineEvent& event : run.events())
                EXPECT_NE(event.kind, MachineEventKind::motion);
        }
        Running on = import_text(*text, &project);
        on.set(0u, 1.0f);
        on.tick(1.0f / 60);
        EXPECT_NE(on.layer(0).state.find("On State"), std::string::npos);
        EXPECT_EQ(on.shown(), std::vector<std::string>{"Anim.Enabled"});
        on.set(0u, 0.0f);
        on.tick(1.0f / 60);
        EXPECT_NE(on.layer(0).state.find("Off State"), std::string::npos);
    }
}

}  // namespace
}  // namespace motus::unity

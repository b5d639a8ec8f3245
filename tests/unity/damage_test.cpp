// What is said about controllers that are broken or odd; and what the shared files hold.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/controller.h>
#include <tests/unity/files.h>

#include <map>

#include <fmt/format.h>

namespace motus::unity {
namespace {

using test::has_code;
using test::own_file;
using test::with;

TEST(UnityController, RefusalsSayWhatItIs) {
    const std::string good = own_file("v4.controller");
    const auto refusal = [](const std::string& text) {
        Diagnostics diagnostics;
        const Result<Controller> controller = read_controller(text, diagnostics);
        if (controller) return std::string("read");
        EXPECT_TRUE(diagnostics.has_errors());
        return controller.error().code + " " + to_string(controller.error());
    };
    EXPECT_EQ(refusal("").substr(0, 11), "unity-empty");
    EXPECT_EQ(refusal(" \r\n\n").substr(0, 11), "unity-empty");
    const std::string binary = std::string("\0\0\0\x10\0\0\x20\0\0\0\0\x09\0\0\x10\0\0\0\0\0", 20) +
                               "4.0.0f7" + std::string(64, '\0');
    EXPECT_NE(refusal(binary).find("unity-binary a binary Unity file of Unity 4.0.0f7"),
              std::string::npos);
    EXPECT_NE(refusal("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n")
                  .find("git-lfs pointer"),
              std::string::npos);
    EXPECT_NE(refusal("../Shared/Player.controller").find("a link"), std::string::npos);
    EXPECT_NE(refusal("hello\n").find("not a Unity text file"), std::string::npos);
    EXPECT_NE(refusal(with(good, "  m_Name: v4", "<<<<<<< HEAD\n  m_Name: v4")).find("line 8"),
              std::string::npos);
    EXPECT_NE(refusal(with(good, "  m_Name: v4", "=======\n  m_Name: v4")).find("unity-conflict"),
              std::string::npos);
    EXPECT_NE(refusal(with(good, "v4", std::string_view("v\0", 2))).find("NUL"), std::string::npos);
    EXPECT_NE(refusal(with(good, "v4", "v\xff")).find("line 8: bytes that are not UTF-8"),
              std::string::npos);
    EXPECT_NE(refusal(with(good, "&110200001", "&110200000")).find("belongs to the object in line"),
              std::string::npos);
    EXPECT_NE(refusal(with(good, "&110200001", "&11020000111111111111")).find("class and its id"),
              std::string::npos);
    EXPECT_NE(refusal(with(good, "--- !u!91 &", "--- !u!92 &")).find("no animator controller"),
              std::string::npos);
    EXPECT_NE(
        refusal(with(good, "{fileID: 110700001}", "{fileID: 110700000}")).find("contains itself"),
        std::string::npos);
    EXPECT_NE(refusal(with(own_file("v5.controller"), "{fileID: -42}", "{fileID: -40}"))
                  .find("Locomotion contains itself"),
              std::string::npos);
    EXPECT_NE(refusal(good.substr(0, good.size() / 3)).find("cut off"), std::string::npos);
}

TEST(UnityController, OddThingsAreLeftOutWithAWarning) {
    const std::string good = own_file("v4.controller");
    const auto check = [&](const char* from, const char* to, const char* code) {
        Diagnostics diagnostics;
        const Result<Controller> c = read_controller(with(good, from, to), diagnostics);
        EXPECT_TRUE(c) << to;
        EXPECT_TRUE(has_code(diagnostics, code)) << to;
        return c ? *c : Controller();
    };
    const char* to_machine = "m_DstStateMachine: {fileID: 110700001}";
    EXPECT_TRUE(check(to_machine, "m_DstStateMachine: {fileID: 5}", "unity-dangling")
                    .states.at(0)
                    .transitions.empty());
    EXPECT_TRUE(check(to_machine, "m_DstState: {fileID: 9100000}", "unity-wrong-class")
                    .states.at(0)
                    .transitions.empty());
    EXPECT_TRUE(check(to_machine, "m_DstStateMachine: {fileID: 0}", "unity-no-target")
                    .states.at(0)
                    .transitions.empty());
    check("- {fileID: 110100000}", "- {fileID: 110200000}", "unity-wrong-class");
    check("m_ConditionMode: 1", "m_ConditionMode: 42", "unity-unknown");
    check("m_ConditionEvent: Open", "m_ConditionEvent: Shut", "unity-no-parameter");
    EXPECT_EQ(check("m_TransitionDuration: .1", "m_TransitionDuration: -.1", "unity-number")
                  .states.at(0)
                  .transitions.at(0)
                  .duration,
              0.0f);
    check("m_TransitionDuration: .1", "m_TransitionDuration: .nan #", "unity-number");
    check("m_TransitionDuration: .100000001", "m_TransitionDuration: 5e38", "unity-number");
    check("m_SyncedLayerIndex: -1", "m_SyncedLayerIndex: 0", "unity-sync");
    check("m_SyncedLayerIndex: -1", "m_SyncedLayerIndex: 9", "unity-sync");
    check("m_BlendingMode: 0", "m_BlendingMode: 2", "unity-unknown");
    check("m_DefaultState: {fileID: 110200000}", "m_DefaultState: {fileID: 4}", "unity-dangling");
}

// Every prefix of a file is read or refused, and says so.
TEST(UnityController, CutAnywhere) {
    const std::string text = own_file("v5.controller");
    for (std::size_t size = 0; size < text.size(); size += 37) {
        Diagnostics diagnostics;
        const Result<Controller> c = read_controller(text.substr(0, size), diagnostics);
        if (!c) {
            EXPECT_FALSE(c.error().cause.empty());
        } else {
            EXPECT_FALSE(diagnostics.has_errors());
        }
    }
}

/// "S28 T12 E1 BT4 SM23 B0" as INDEX.md writes it.
std::string summary(const Controller& c) {
    std::uint32_t trees = 0;
    for (const std::uint32_t count : c.counts.trees)
        trees += count;
    return fmt::format("S{} T{} E{} BT{} SM{} B{}", c.counts.states, c.counts.transitions,
                       c.counts.entry_transitions + c.counts.machine_transitions, trees,
                       c.counts.machines, c.counts.behaviours);
}

// The table of the shared data says what can be reached in each file.
TEST(UnityController, CountsOfTheSharedFiles) {
    MOTUS_NEED_DATA(data);
    std::ifstream index(data / "unity" / "INDEX.md");
    std::size_t checked = 0;
    for (std::string line; std::getline(index, line);) {
        std::string name, expected;
        if (line.rfind("| ", 0) == 0 && line.find(".controller`") != line.npos) {
            std::vector<std::string> cells;
            for (std::size_t at = 1; at < line.size();) {
                const std::size_t end = line.find('|', at);
                if (end == line.npos) break;
                cells.push_back(line.substr(at + 1, end - at - 2));
                at = end + 1;
            }
            name = cells.at(1) + "/" + cells.at(2).substr(1, cells[2].size() - 2);
            expected = cells.at(22) + " orphans " + cells.at(23);
        } else if (line.rfind("- `", 0) == 0 && line.find("reachable S") != line.npos) {
            name = line.substr(3, line.find('`', 3) - 3);
            const std::size_t at = line.find("reachable S") + 10;
            expected = line.substr(at, line.find(')', at) - at);
        } else {
            continue;
        }
        SCOPED_TRACE(name);
        const Result<std::string> text = read_text_file(data / "unity" / name);
        ASSERT_TRUE(text);
        Diagnostics diagnostics;
        const Result<Controller> c = read_controller(*text, diagnostics);
        ASSERT_TRUE(c) << to_string(c.error());
        const bool orphans = expected.find("orphans") != expected.npos;
        EXPECT_EQ(summary(*c) + (orphans ? fmt::format(" orphans {}", c->counts.orphans) : ""),
                  expected);
        ++checked;
    }
    EXPECT_EQ(checked, 13u);
}

// Where the index of damaged files asks for something, that is what happens.
TEST(UnityController, DamagedSharedFiles) {
    MOTUS_NEED_DATA(data);
    const std::map<std::string, std::string> expected = {
        {"crlf", "read"},
        {"bom", "read"},
        {"empty", "unity-empty"},
        {"merge_conflict", "unity-conflict"},
        {"dangling_destination", "unity-dangling"},
        {"duplicate_anchor", "unity-duplicate"},
        {"wrong_class_reference", "unity-wrong-class"},
        {"state_machine_contains_itself", "unity-cycle"},
        {"blend_tree_contains_itself", "unity-cycle"},
        {"nan_inf_values", "unity-number"},
        {"fileid_overflow", "unity-reference"},
        {"unknown_condition_mode", "unity-unknown"},
        {"unknown_blend_type", "unity-unknown"},
        {"missing_parameter", "unity-no-parameter"},
        {"lfs_pointer", "unity-lfs"},
        {"synced_to_itself", "unity-sync"},
        {"synced_layer_out_of_range", "unity-sync"}};
    std::size_t checked = 0;
    for (const auto& path : test::files_below(data / "unity" / "damaged", {".controller"})) {
        SCOPED_TRACE(path.stem());
        const Result<std::string> text = read_text_file(path);
        ASSERT_TRUE(text);
        Diagnostics diagnostics;
        const Result<Controller> c = read_controller(*text, diagnostics);
        EXPECT_EQ(!c, diagnostics.has_errors());
        const auto found = expected.find(path.stem().string());
        if (found == expected.end()) continue;
        ++checked;
        if (found->second == "read") {
            EXPECT_TRUE(c && diagnostics.faults().empty());
        } else {
            EXPECT_TRUE(has_code(diagnostics, found->second));
        }
    }
    EXPECT_EQ(checked, expected.size());
}

}  // namespace
}  // namespace motus::unity

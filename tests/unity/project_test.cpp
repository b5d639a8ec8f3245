// Which guid is which file: scans of folders with .meta files.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/project.h>
#include <tests/unity/files.h>

namespace motus::unity {
namespace {

namespace fs = std::filesystem;
using test::has_code;

/// A folder that is gone after the test.
class Folder {
  public:
    Folder()
        : path(fs::temp_directory_path() /
               (std::string("motus_unity_") +
                testing::UnitTest::GetInstance()->current_test_info()->name())) {
        fs::remove_all(path);
        fs::create_directories(path);
    }
    ~Folder() { fs::remove_all(path); }
    void write(const std::string& name, const std::string& text) const {
        fs::create_directories((path / name).parent_path());
        std::ofstream(path / name, std::ios::binary) << text;
    }
    const fs::path path;
};

std::string meta(char digit) {
    return "fileFormatVersion: 2\nguid: " + std::string(32, digit) + "\n";
}

TEST(UnityProject, FilesByGuid) {
    Diagnostics diagnostics;
    const Project project = Project::scan(UNITY_TEST_DATA "/project", true, diagnostics);
    EXPECT_TRUE(diagnostics.faults().empty());
    EXPECT_EQ(project.size(), 8u);
    const fs::path* walk = project.find("000000000000000000000000000000a1");
    ASSERT_NE(walk, nullptr);
    EXPECT_EQ(walk->filename(), "Walk.anim");
    EXPECT_EQ(project.find("000000000000000000000000000000a9"), nullptr);
    const Project flat = Project::scan(UNITY_TEST_DATA "/project", false, diagnostics);
    EXPECT_EQ(flat.size(), 2u);
}

TEST(UnityProject, ClipsOfModels) {
    Diagnostics diagnostics;
    const Project project = Project::scan(UNITY_TEST_DATA "/project", true, diagnostics);
    const ModelClips old = project.model_clips("000000000000000000000000000000e1");
    ASSERT_EQ(old.count(7400002), 1u);
    EXPECT_EQ(old.at(7400002).name, "Run");
    EXPECT_EQ(old.at(7400002).loops, true);
    ASSERT_EQ(old.count(7400000), 1u);
    EXPECT_EQ(old.at(7400000).name, "Idle");
    EXPECT_FALSE(old.at(7400000).loops);  // the file does not say
    const ModelClips now = project.model_clips("000000000000000000000000000000e2");
    ASSERT_EQ(now.count(-123456789), 1u);
    EXPECT_EQ(now.at(-123456789).name, "Jump");
    EXPECT_EQ(now.at(-123456789).loops, false);
    EXPECT_EQ(now.size(), 1u);
    EXPECT_TRUE(project.model_clips("000000000000000000000000000000ff").empty());
}

TEST(UnityProject, WhatAScanLeavesOut) {
    const Folder folder;
    folder.write("Assets/a.anim.meta", meta('a'));
    folder.write("Assets/b.anim.meta", "fileFormatVersion: 2\r\nguid: " + std::string(32, 'B'));
    folder.write("Assets/copy.anim.meta", meta('a'));
    folder.write("Assets/short.anim.meta", "guid: 12\n");
    folder.write("Library/c.anim.meta", meta('c'));
    folder.write(".git/d.anim.meta", meta('d'));
    std::error_code ignored;
    fs::create_directory_symlink(folder.path, folder.path / "Assets" / "loop", ignored);
    Diagnostics diagnostics;
    const Project project = Project::scan(folder.path, true, diagnostics);
    EXPECT_EQ(project.size(), 2u);
    EXPECT_NE(project.find(std::string(32, 'b')), nullptr);
    EXPECT_EQ(project.find(std::string(32, 'a'))->filename(), "a.anim");  // the first by name
    EXPECT_TRUE(has_code(diagnostics, "unity-project"));
    EXPECT_EQ(diagnostics.faults().size(), 1u);
}

TEST(UnityProject, TheFolderAboveAFile) {
    const Folder folder;
    folder.write("ProjectSettings/x", "");
    folder.write("Assets/Deep/er/Player.controller", "");
    const auto found = Project::folder_of(folder.path / "Assets/Deep/er/Player.controller");
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, folder.path);
    EXPECT_FALSE(Project::folder_of("/Player.controller"));
    Diagnostics diagnostics;
    EXPECT_EQ(Project::scan(folder.path / "nothing", true, diagnostics).size(), 0u);
    EXPECT_TRUE(has_code(diagnostics, "unity-project"));
}

}  // namespace
}  // namespace motus::unity

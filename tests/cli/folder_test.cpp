// SPDX-License-Identifier: MIT
#include "../../tools/motus/studio/folder.h"

#include <fstream>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

namespace motus::tool {
namespace {

namespace fs = std::filesystem;

struct FolderTest : ::testing::Test {
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "motus-folder-XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        outside = fs::canonical(name);
        root = outside / "project";
        fs::create_directories(root / "sub");
        touch(root / "a.motus");
        touch(root / "sub" / "b.glb");
        touch(outside / "secret.motus");
    }
    void TearDown() override { fs::remove_all(outside); }

    static void touch(const fs::path& file) { std::ofstream(file) << "x"; }
    static std::vector<std::string> names(const FolderList& list) {
        std::vector<std::string> found;
        for (const FolderFile& file : list.files)
            found.push_back(file.path);
        return found;
    }

    fs::path outside, root;
};

TEST_F(FolderTest, LinksStayInside) {
    const ProjectFolder folder(root);
    fs::create_symlink("../secret.motus", root / "out.motus");
    fs::create_symlink("../new.motus", root / "dangling.motus");
    fs::create_symlink("new.motus", root / "dangling_inside.motus");
    fs::create_symlink("..", root / "up");
    fs::create_symlink("../none", root / "none");
    fs::create_symlink("sub/b.glb", root / "in.glb");
    fs::create_symlink("round.motus", root / "round.motus");
    ASSERT_EQ(::mkfifo((root / "pipe.motus").c_str(), 0600), 0);
    for (const char* path :
         {"out.motus", "dangling.motus", "dangling_inside.motus", "up/secret.motus", "up/new.motus",
          "none/new.motus", "round.motus", "pipe.motus", "sub", "", ".", "..", "sub/../a.motus",
          "/a.motus", "a.motus/", "a.motus/b", "no/a.motus", ".hidden"}) {
        EXPECT_FALSE(folder.find(path)) << path;
    }
    EXPECT_EQ(folder.find("a.motus"), root / "a.motus");
    EXPECT_EQ(folder.find("new.motus"), root / "new.motus");
    EXPECT_EQ(folder.find("in.glb"), root / "sub" / "b.glb");
    EXPECT_EQ(names(folder.list()), (std::vector<std::string>{"a.motus", "in.glb", "sub/b.glb"}));
}

TEST_F(FolderTest, AListHasBounds) {
    const ProjectFolder folder(root);
    for (int i = 0; i < 100; ++i)
        touch(root / ("n" + std::to_string(i) + ".txt"));
    EXPECT_TRUE(folder.list().is_complete);
    EXPECT_EQ(folder.list().files.size(), 2u);
    const FolderList few = folder.list(1);
    EXPECT_FALSE(few.is_complete);
    EXPECT_EQ(few.files.size(), 1u);
    // What is looked at counts, and not only what is found.
    EXPECT_FALSE(folder.list(10'000, 50).is_complete);
    EXPECT_TRUE(folder.list(10'000, 103).is_complete);
}

// A walk that gives up in the middle must not look like a folder from which files are gone.
TEST_F(FolderTest, DeepFoldersHideNothing) {
    const ProjectFolder folder(root);
    fs::path deep = root / "deep";
    for (int i = 0; i < 60; ++i)
        deep /= "d";
    fs::create_directories(deep);
    touch(deep / "deep.glb");
    for (int i = 0; i < 8; ++i) {
        const fs::path other = root / ("other" + std::to_string(i));
        fs::create_directory(other);
        touch(other / "c.glb");
    }
    rlimit most{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &most), 0);
    const rlimit few{32, most.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
    const FolderList list = folder.list();
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &most), 0);
    EXPECT_EQ(list.files.size(), 2u + 1u + 8u);
    EXPECT_TRUE(list.is_complete);
}

// Paths that are too long for the system are left out, and the list says so.
TEST_F(FolderTest, PathsThatAreTooLongAreLeftOut) {
    const ProjectFolder folder(root);
    const std::string name(200, 'n');
    const fs::path start = fs::current_path();
    fs::current_path(root);
    for (int i = 0; i < 30; ++i) {  // 6000 bytes
        fs::create_directory(name);
        fs::current_path(name);
    }
    fs::current_path(start);
    touch(root / name / "near.glb");
    const FolderList list = folder.list();
    EXPECT_FALSE(list.is_complete);
    EXPECT_EQ(names(list), (std::vector<std::string>{"a.motus", name + "/near.glb", "sub/b.glb"}));
    // remove_all knows no such paths either.
    while (fs::exists(root / name / name)) {
        fs::rename(root / name / name, root / "rest");
        fs::remove_all(root / name);
        fs::rename(root / "rest", root / name);
    }
}

TEST_F(FolderTest, AListIsSharedForAWhile) {
    const ProjectFolder folder(root);
    FolderWatch watch(folder);
    const auto first = watch.list();
    EXPECT_EQ(first->files.size(), 2u);
    touch(root / "c.motus");
    EXPECT_EQ(watch.list(), first);
    watch.forget();
    EXPECT_EQ(watch.list()->files.size(), 3u);
}

}  // namespace
}  // namespace motus::tool

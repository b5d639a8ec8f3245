// SPDX-License-Identifier: MIT
#include <motus/asset/file.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

namespace fs = std::filesystem;

class WriteFile : public ::testing::Test {
  protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "motus-file-XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { fs::remove_all(folder_); }

    static std::span<const std::byte> bytes(std::string_view text) {
        return std::as_bytes(std::span<const char>(text.data(), text.size()));
    }
    static std::string content(const fs::path& path) {
        std::ostringstream text;
        text << std::ifstream(path, std::ios::binary).rdbuf();
        return text.str();
    }
    std::size_t entries() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
    }

    fs::path folder_;
};

TEST_F(WriteFile, MakesAndReplacesAndLeavesNothingElse) {
    const fs::path file = folder_ / "a.bin";
    const auto first = write_file_atomic(file, bytes("first, and longer"));
    ASSERT_TRUE(first) << to_string(first.error());
    EXPECT_EQ(*first, 17u);
    EXPECT_EQ(content(file), "first, and longer");
    ASSERT_TRUE(write_file_atomic(file, bytes("second")));
    EXPECT_EQ(content(file), "second");
    ASSERT_TRUE(write_file_atomic(file, {}));
    EXPECT_EQ(fs::file_size(file), 0u);
    EXPECT_EQ(entries(), 1u);
}

TEST_F(WriteFile, TakesTheLongestName) {
    const fs::path file = folder_ / std::string(255, 'n');
    const auto written = write_file_atomic(file, bytes("text"));
    ASSERT_TRUE(written) << to_string(written.error());
    EXPECT_EQ(content(file), "text");
    EXPECT_EQ(entries(), 1u);
}

TEST_F(WriteFile, AReaderKeepsTheOldContent) {
    const fs::path file = folder_ / "a.bin";
    ASSERT_TRUE(write_file_atomic(file, bytes("old")));
    std::ifstream reader(file, std::ios::binary);
    ASSERT_TRUE(write_file_atomic(file, bytes("new")));
    std::ostringstream text;
    text << reader.rdbuf();
    EXPECT_EQ(text.str(), "old");
    EXPECT_EQ(content(file), "new");
}

TEST_F(WriteFile, FollowsALinkToAFileThatIsNotThereYet) {
    fs::create_symlink("second", folder_ / "first");
    fs::create_symlink("a.bin", folder_ / "second");
    ASSERT_TRUE(write_file_atomic(folder_ / "first", bytes("new")));
    EXPECT_TRUE(fs::is_symlink(folder_ / "first"));
    EXPECT_TRUE(fs::is_symlink(folder_ / "second"));
    EXPECT_EQ(content(folder_ / "a.bin"), "new");
    EXPECT_EQ(entries(), 3u);
    fs::create_symlink("round", folder_ / "round");
    EXPECT_FALSE(write_file_atomic(folder_ / "round", bytes("new")));
    EXPECT_TRUE(fs::is_symlink(folder_ / "round"));
    fs::create_symlink("nowhere/a.bin", folder_ / "far");
    EXPECT_FALSE(write_file_atomic(folder_ / "far", bytes("new")));
    EXPECT_EQ(entries(), 5u);
}

TEST_F(WriteFile, FollowsLinksAndKeepsTheMode) {
    const fs::path file = folder_ / "a.bin", link = folder_ / "link";
    ASSERT_TRUE(write_file_atomic(file, bytes("old")));
    ASSERT_EQ(::chmod(file.c_str(), 0640), 0);
    fs::create_symlink("a.bin", link);
    ASSERT_TRUE(write_file_atomic(link, bytes("new")));
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(content(file), "new");
    EXPECT_EQ(static_cast<unsigned>(fs::status(file).permissions()), 0640u);
}

TEST_F(WriteFile, WritesToADeviceAndDoesNotReplaceIt) {
    ASSERT_TRUE(write_file_atomic("/dev/null", bytes("gone")));
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    const auto full = write_file_atomic("/dev/full", bytes("x"));
    ASSERT_FALSE(full);
    EXPECT_NE(full.error().cause.find("No space left"), std::string::npos);
}

TEST_F(WriteFile, SaysWhatFailedAndLeavesNothing) {
    const auto nowhere = write_file_atomic(folder_ / "no" / "such.bin", bytes("x"));
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(nowhere.error().code, "file-write");
    EXPECT_NE(nowhere.error().cause.find("No such file"), std::string::npos);
    fs::create_directory(folder_ / "d");
    const auto folder = write_file_atomic(folder_ / "d", bytes("x"));
    ASSERT_FALSE(folder);
    EXPECT_NE(folder.error().cause.find("directory"), std::string::npos);
    EXPECT_EQ(entries(), 1u);
}

TEST_F(WriteFile, RemovesWhatAKilledProgramHasLeft) {
    const auto left = folder_ / "a.motus.motus-tmp-123-0", other = folder_ / "b.motus-tmp-9-41";
    const auto held = folder_ / "a.motus.motus-tmp-124-7";
    const std::vector<fs::path> foreign{folder_ / "a.motus-tmp-x-1", folder_ / "a.motus-tmp-1",
                                        folder_ / ".motus-tmp-1-", folder_ / "a.tmp-1-1",
                                        folder_ / "a.motus-tmp-1-1.motus"};
    for (const fs::path& file : foreign)
        std::ofstream(file) << "mine";
    for (const fs::path& file : {left, other, held})
        std::ofstream(file) << "half of";
    const auto writing = FileLock::take(held, std::chrono::milliseconds(0));
    ASSERT_TRUE(writing && writing->is_held());
    ASSERT_TRUE(write_file_atomic(folder_ / "a.motus", bytes("whole")));
    EXPECT_FALSE(fs::exists(left));
    EXPECT_FALSE(fs::exists(other));
    EXPECT_TRUE(fs::exists(held));
    for (const fs::path& file : foreign)
        EXPECT_TRUE(fs::exists(file)) << file;
}

TEST_F(WriteFile, HoldsTheNewFileInPlaceOfTheOld) {
    const auto file = folder_ / "a.motus";
    ASSERT_TRUE(write_file_atomic(file, bytes("old")));
    Result<FileLock> lock = FileLock::take(file, std::chrono::milliseconds(0));
    ASSERT_TRUE(lock && lock->is_held());
    EXPECT_EQ(FileLock::take(file, std::chrono::milliseconds(10)).error().code, "file-locked");
    ASSERT_TRUE(write_file_atomic(file, bytes("new"), OnDisk::now, &*lock));
    EXPECT_EQ(FileLock::take(file, std::chrono::milliseconds(10)).error().code, "file-locked");
    *lock = FileLock();
    EXPECT_TRUE(FileLock::take(file, std::chrono::milliseconds(0))->is_held());
}

TEST_F(WriteFile, LocksNothingThatIsNoFile) {
    ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
    EXPECT_FALSE(FileLock::take(folder_ / "pipe", std::chrono::milliseconds(0))->is_held());
    EXPECT_FALSE(FileLock::take(folder_ / "none", std::chrono::milliseconds(0))->is_held());
    EXPECT_FALSE(FileLock::take(folder_, std::chrono::milliseconds(0))->is_held());
}

}  // namespace
}  // namespace motus

// SPDX-License-Identifier: MIT
#include "../../tools/motus/baked_input.h"

#include <filesystem>

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace motus::tool {
namespace {

namespace fs = std::filesystem;

struct BakedInputTest : ::testing::Test {
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "motus-baked-XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder = name;
        file = folder / "a.motusb";
        fs::copy_file(CLI_TEST_BAKED, file);
    }
    void TearDown() override { fs::remove_all(folder); }

    fs::path folder, file;
};

// A file that is mapped and cut ends the program at the next read.
TEST_F(BakedInputTest, IsNotTouchedByWhatHappensToItsFile) {
    const Result<OpenedBake> opened = open_baked_file(file.string());
    ASSERT_TRUE(opened) << to_string(opened.error());
    const std::size_t size = fs::file_size(file);
    ASSERT_GT(size, 0u);
    EXPECT_FALSE(opened->has_tail);
    fs::resize_file(file, 0);
    const auto bytes = opened->file().container.bytes;
    EXPECT_EQ(bytes.size(), size);
    std::size_t sum = 0;
    for (const std::byte byte : bytes)
        sum += static_cast<std::size_t>(byte);
    EXPECT_GT(sum, 0u);
}

TEST_F(BakedInputTest, RefusesEveryLengthButItsOwn) {
    const std::size_t size = fs::file_size(file);
    fs::resize_file(file, size + 5);
    Result<OpenedBake> opened = open_baked_file(file.string());
    ASSERT_TRUE(opened);
    EXPECT_TRUE(opened->has_tail);
    for (const std::size_t cut : {size - 1, size / 2, std::size_t{65}, std::size_t{64},
                                  std::size_t{63}, std::size_t{8}, std::size_t{1}}) {
        fs::resize_file(file, cut);
        opened = open_baked_file(file.string());
        ASSERT_FALSE(opened) << cut;
        EXPECT_EQ(opened.error().code, "baked-file") << cut;
    }
    fs::resize_file(file, 0);
    EXPECT_EQ(open_baked_file(file.string()).error().cause, "the file is empty");
    // Of one that is large and none of ours, nothing but the first bytes is read.
    fs::resize_file(file, std::uintmax_t{1} << 40);
    EXPECT_EQ(open_baked_file(file.string()).error().code, "baked-file");
}

TEST_F(BakedInputTest, DoesNotWaitForAPipe) {
    const std::string pipe = (folder / "pipe.motusb").string();
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(open_baked_file(pipe).error().code, "file-read");
    EXPECT_EQ(open_baked_file((folder / "none.motusb").string()).error().code, "file-missing");
}

}  // namespace
}  // namespace motus::tool

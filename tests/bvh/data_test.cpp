// Recordings outside the repository: all are read, and at what speed.
// SPDX-License-Identifier: MIT
#include <motus/import/bvh/bvh.h>
#include <motus/import/gltf/gltf.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>

namespace motus {
namespace {

TEST(BvhData, AllRecordingsAreRead) {
    const char* root = std::getenv("MOTUS_TEST_DATA");
    if (root == nullptr) GTEST_SKIP() << "MOTUS_TEST_DATA is not set";
    std::size_t files = 0, bytes = 0;
    double seconds = 0.0;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(root) / "mocap")) {
        if (entry.path().extension() != ".bvh") continue;
        const auto read = read_model_file(entry.path());
        ASSERT_TRUE(read);
        const std::clock_t start = std::clock();
        Diagnostics diagnostics;
        const Result<BvhScene> scene = import_bvh(*read, {"Motion", 0.0564444}, diagnostics);
        seconds += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        ASSERT_TRUE(scene) << entry.path() << ": " << to_string(scene.error());
        EXPECT_TRUE(diagnostics.faults().empty()) << entry.path();
        EXPECT_EQ(scene->info.channels, 96u);
        EXPECT_EQ(scene->asset.clips.at(0).tracks.size(), 32u);
        EXPECT_EQ(scene->asset.clips[0].tracks[0].times.size(), scene->info.frames);
        ++files;
        bytes += read->size();
    }
    EXPECT_EQ(files, 33u);
    std::printf("%zu files, %.1f MB: %.0f MB a second of processor time\n", files,
                static_cast<double>(bytes) / 1e6, static_cast<double>(bytes) / 1e6 / seconds);
}

}  // namespace
}  // namespace motus

// tests/bake/models_test.cpp - every shared model bakes, twice to the same bytes, loads and plays.
// SPDX-License-Identifier: MIT
#include "baked.h"
#include "exercise.h"

#include <motus/import/gltf/gltf.h>
#include <tests/import/data.h>

#include <gtest/gtest.h>

namespace motus::test {
namespace {

TEST(BakeModels, EveryModelIsTheSameTwiceAndPlays) {
    MOTUS_NEED_DATA(data);
    std::size_t baked = 0;
    for (const auto& path : files_below(data / "models", {".glb", ".gltf"})) {
        Diagnostics diagnostics;
        const Result<Asset> asset = import_gltf_file(path, diagnostics);
        if (!asset) continue;
        const Baked first = bake_asset(*asset), second = bake_asset(*asset);
        ASSERT_TRUE(first.ok()) << path << ": " << first.why();
        EXPECT_TRUE(first.bytes == second.bytes) << path;
        const char* fault = exercise(first.file);
        EXPECT_EQ(fault, nullptr) << path << ": " << fault;
        ++baked;
    }
    EXPECT_GE(baked, 80u);
}

}  // namespace
}  // namespace motus::test

// Broken files: each is refused with a cause, or read; none crashes, hangs or eats the memory.
// SPDX-License-Identifier: MIT
#include <motus/asset/asset_rig.h>
#include <motus/import/gltf/gltf.h>
#include <tests/import/data.h>
#include <tests/support/rounds.h>

#include <sys/resource.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <fstream>

namespace motus {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Peak resident memory of this process, in MiB.
long peak_mib() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

constexpr long kMostMib = test::kSlowBuild ? 3072 : 1024;  // Shadow and quarantine count, too.

TEST(GltfMalformed, EveryFileOfTheManifest) {
    MOTUS_NEED_DATA(data);
    std::ifstream in(data / "malformed" / "manifest.json");
    const json manifest = json::parse(in);
    std::size_t rejected = 0, accepted = 0;
    for (const auto& entry : manifest["files"]) {
        const std::string file = entry["file"], expect = entry["expect"];
        SCOPED_TRACE(file + ": " + entry["what"].get<std::string>());
        Diagnostics diagnostics;
        const auto start = std::chrono::steady_clock::now();
        const Result<Asset> asset = import_gltf_file(data / "malformed" / file, diagnostics);
        if (asset) {
            const Result<AssetRig> rig = make_rig(*asset);
            EXPECT_TRUE(rig) << to_string(rig.error());
        }
        EXPECT_LT(seconds_since(start), 5.0);
        EXPECT_TRUE(asset || expect != "accept") << to_string(asset.error());
        EXPECT_FALSE(asset && expect == "reject");
        if (asset) {
            ++accepted;
            continue;
        }
        ++rejected;
        EXPECT_TRUE(diagnostics.has_errors());
        EXPECT_FALSE(asset.error().cause.empty());
        EXPECT_TRUE(asset.error().code.starts_with("gltf-")) << asset.error().code;
        if (std::getenv("MOTUS_TEST_VERBOSE") != nullptr) {
            std::printf("%-42s %s\n", file.c_str(), to_string(asset.error()).c_str());
        }
    }
    EXPECT_GE(rejected, 70u);
    EXPECT_GE(accepted, 4u);
    EXPECT_LT(peak_mib(), kMostMib);
}

/// Every prefix of a file is refused, or (a .gltf that lost its trailing space) the whole thing.
void import_every_prefix(const fs::path& path) {
    SCOPED_TRACE(path.filename().string());
    const auto bytes = test::read_bytes(path);
    ASSERT_GT(bytes.size(), 500u);
    const GltfOptions options{gltf_folder_loader(path.parent_path())};
    std::size_t refused = 0;
    for (std::size_t n = 0; n < bytes.size(); ++n) {
        Diagnostics diagnostics;
        // A copy of just that size, so that a sanitizer sees a read past its end.
        const std::vector<std::byte> prefix(bytes.begin(),
                                            bytes.begin() + static_cast<std::ptrdiff_t>(n));
        const Result<Asset> asset = import_gltf(prefix, options, diagnostics);
        if (asset) continue;
        ++refused;
        ASSERT_FALSE(asset.error().cause.empty()) << n;
    }
    EXPECT_GE(refused + 2, bytes.size());
    Diagnostics diagnostics;
    EXPECT_TRUE(import_gltf(bytes, options, diagnostics));
}

TEST(GltfMalformed, EveryPrefixOfFiveFiles) {
    MOTUS_NEED_DATA(data);
    const fs::path models = data / "models";
    import_every_prefix(models / "SimpleSkin" / "SimpleSkin.glb");
    import_every_prefix(models / "SimpleSkin" / "SimpleSkin.gltf");
    import_every_prefix(models / "SimpleMorph" / "SimpleMorph.embedded.gltf");
    import_every_prefix(models / "AnimatedMorphCube" / "AnimatedMorphCube.quantized.glb");
    import_every_prefix(models / "Synthetic" / "eight_influences.glb");
}

void set_u32(std::vector<std::byte>& bytes, std::size_t at, std::size_t value) {
    for (std::size_t k = 0; k < 4; ++k)
        bytes[at + k] = std::byte((value >> (8 * k)) & 0xff);
}

/// Every prefix of a .glb whose lengths have been made to fit: past the checks of the container.
TEST(GltfMalformed, EveryPrefixWithLengthsThatFit) {
    MOTUS_NEED_DATA(data);
    auto bytes = test::read_bytes(data / "models" / "Synthetic" / "unnormalized_weights.glb");
    std::size_t json_bytes = 0;
    for (std::size_t k = 0; k < 4; ++k)
        json_bytes |= std::size_t(bytes[12 + k]) << (8 * k);
    const std::size_t binary = 20 + json_bytes;
    std::size_t past_the_container = 0;
    for (std::size_t n = bytes.size() - 1; n >= 20; --n) {
        bytes.resize(n);
        bytes.shrink_to_fit();
        set_u32(bytes, 8, n);
        set_u32(bytes, 12, std::min(json_bytes, n - 20));
        if (n >= binary + 8) set_u32(bytes, binary, n - binary - 8);
        Diagnostics diagnostics;
        const Result<Asset> asset = import_gltf(bytes, {}, diagnostics);
        ASSERT_FALSE(asset) << n;
        ASSERT_FALSE(asset.error().cause.empty());
        if (asset.error().code != "gltf-container") ++past_the_container;
    }
    EXPECT_GT(past_the_container, 1000u);
}

/// Models that no oracle covers are read, too.
TEST(GltfMalformed, EveryModelIsRead) {
    MOTUS_NEED_DATA(data);
    std::size_t models = 0;
    for (const fs::path& path : test::files_below(data / "models", {".glb", ".gltf"})) {
        SCOPED_TRACE(path.string());
        Diagnostics diagnostics;
        const Result<Asset> asset = import_gltf_file(path, diagnostics);
        ASSERT_TRUE(asset) << to_string(asset.error());
        const Result<AssetRig> rig = make_rig(*asset);
        EXPECT_TRUE(rig) << to_string(rig.error());
        ++models;
    }
    EXPECT_GE(models, 85u);
}

}  // namespace
}  // namespace motus

// Files of other programs, and what those programs show of them.
// SPDX-License-Identifier: MIT
#include <tests/fbx/posed.h>
#include <tests/import/data.h>

#include <chrono>
#include <cmath>
#include <sstream>

namespace motus {
namespace {

namespace fs = std::filesystem;

std::vector<Vec3> obj_vertices(const fs::path& file) {
    std::vector<Vec3> out;
    std::ifstream in(file);
    std::string line;
    while (std::getline(in, line)) {
        if (!line.starts_with("v ")) continue;
        std::istringstream words(line.substr(2));
        Vec3 v;
        words >> v.x >> v.y >> v.z;
        out.push_back(v);
    }
    return out;
}

/// The largest distance of a vertex of `wanted` to the nearest of `shown`, and the size of all.
double distance(const std::vector<Vec3>& wanted, const std::vector<Vec3>& shown, double unit) {
    double worst = 0.0;
    Vec3 low = wanted[0], high = wanted[0];
    for (const Vec3& v : wanted) {
        double best = 1e300;
        for (const Vec3& s : shown) {
            const double x = s.x * unit - v.x, y = s.y * unit - v.y, z = s.z * unit - v.z;
            best = std::min(best, x * x + y * y + z * z);
        }
        worst = std::max(worst, std::sqrt(best));
        low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
        high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
    }
    return worst / std::max({high.x - low.x, high.y - low.y, high.z - low.z});
}

TEST(FbxData, GoodFilesOpen) {
    MOTUS_NEED_DATA(data);
    std::size_t count = 0;
    for (const fs::path& file : test::files_below(data / "fbx/good", {".fbx"})) {
        Diagnostics diagnostics;
        const auto scene = import_fbx(test::read_bytes(file), {}, diagnostics);
        ASSERT_TRUE(scene) << file << ": " << to_string(scene.error());
        EXPECT_TRUE(make_rig(scene->asset)) << file << to_string(make_rig(scene->asset).error());
        ++count;
    }
    EXPECT_GE(count, 234u);
}

TEST(FbxData, NumberedFramesAreReproduced) {
    MOTUS_NEED_DATA(data);
    // What they need is not there: vertex caches in files that are not with them, the FBX file
    // itself, dual quaternion skinning, and Maya's accumulation in weighted layers.
    const std::vector<std::string> missing = {"max_cache_box", "maya_axes_anim", "maya_kenney",
                                              "maya_dq_weights",
                                              "maya_anim_layers_over_acc_orders"};
    std::size_t compared = 0;
    const auto files = test::files_below(data / "fbx/good", {".fbx"});
    for (const fs::path& obj : test::files_below(data / "fbx/good", {".obj"})) {
        const std::string stem = obj.stem().string();
        const std::size_t at = stem.rfind('_');
        const std::string base = stem.substr(0, at), number = stem.substr(at + 1);
        if (number.find_first_not_of("0123456789") != number.npos) continue;
        bool known = true;
        for (const std::string& name : missing)
            known = known && !stem.starts_with(name);
        if (!known) continue;
        for (const fs::path& file : files) {
            const std::string name = file.stem().string();
            if (!name.starts_with(base + "_") || name.size() < base.size() + 6 ||
                name.find('_', base.size() + 1) != base.size() + 5) {
                continue;
            }
            Diagnostics diagnostics;
            const auto scene = import_fbx(test::read_bytes(file), {}, diagnostics);
            ASSERT_TRUE(scene) << file;
            ASSERT_FALSE(scene->asset.clips.empty()) << file;
            const Ticks time = ticks_of_seconds(std::stod(number) / scene->info.rate_hz);
            const auto shown = test::posed_vertices(*scene, 0, time);
            EXPECT_LT(distance(obj_vertices(obj), shown, 1.0 / scene->info.metres_per_unit), 1e-4)
                << file << " at frame " << number;
            ++compared;
        }
    }
    EXPECT_GE(compared, 40u);
}

TEST(FbxData, HostileFilesAreReadOrRejected) {
    MOTUS_NEED_DATA(data);
    std::size_t count = 0;
    for (const fs::path& file : test::files_below(data / "fbx/bad", {".fbx"})) {
        const auto start = std::chrono::steady_clock::now();
        Diagnostics diagnostics;
        const auto scene = import_fbx(test::read_bytes(file), {}, diagnostics);
        EXPECT_EQ(scene.has_value(), !diagnostics.has_errors()) << file;
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        EXPECT_LT(taken.count(), 5.0) << file;
        ++count;
    }
    EXPECT_GE(count, 107u);
}

}  // namespace
}  // namespace motus

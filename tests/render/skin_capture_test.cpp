// tests/render/skin_capture_test.cpp - vertices moved by the GPU against CPU skinning.
// SPDX-License-Identifier: MIT
#include <motus/import/gltf/gltf.h>
#include <motus/math/ops.h>
#include <motus/render/bindings.h>
#include <motus/render/capture.h>
#include <motus/render/figure.h>
#include <scenes/scenes.h>
#include <tests/render/gl_test.h>
#include <tests/render/rigs.h>
#include <tests/render/skin_compare.h>
#include <tests/skinning/skinning_reference.h>
#include <tests/support/random.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

namespace motus::test {
namespace {

using render::capture;
using render::CapturedPart;
using render::FigurePoses;
using render::Instance;
using render::Model;
using render::PoseSet;

// Positions within 1e-5 of the model's size, normals within 1e-5 of their length.
constexpr double kTolerance = 1e-5;

void expect_equal(const Compared& compared) {
    EXPECT_GT(compared.vertices, 0u);
    EXPECT_LE(compared.position, kTolerance);
    EXPECT_LE(compared.normal, kTolerance);
}

class SkinCapture : public GlTest {
  protected:
    Compared compare_rest(const Asset& asset) {
        const auto rig = make_rig(asset);
        EXPECT_TRUE(rig) << to_string(rig.error());
        Diagnostics diagnostics;
        const auto model = Model::make(asset, *rig, diagnostics);
        EXPECT_TRUE(model) << to_string(model.error());
        return compare(asset, *rig, *model, FigurePoses(*rig));
    }
};

TEST_F(SkinCapture, FourInfluencesInABlock) {
    const Compared compared = compare_rest(make_random_rig({.joints = 341}));
    expect_equal(compared);
    EXPECT_FALSE(compared.texture);
}

TEST_F(SkinCapture, OneJointMoreGoesThroughATexture) {
    const Compared compared = compare_rest(make_random_rig({.joints = 342}));
    expect_equal(compared);
    EXPECT_TRUE(compared.texture);
}

TEST_F(SkinCapture, Rig840) {
    for (const std::uint32_t influences : {4u, 8u}) {
        const Compared compared = compare_rest(make_random_rig({.joints = 840,
                                                                .influences = influences,
                                                                .targets = 5,
                                                                .vertices = 3000,
                                                                .scaled = true}));
        expect_equal(compared);
        EXPECT_TRUE(compared.texture);
    }
}

TEST_F(SkinCapture, EightInfluencesWithMorphsAndScale) {
    expect_equal(compare_rest(
        make_random_rig({.joints = 60, .influences = 8, .targets = 7, .scaled = true, .seed = 3})));
}

TEST_F(SkinCapture, NegativeScale) {
    for (const std::uint32_t influences : {4u, 8u}) {
        expect_equal(compare_rest(make_random_rig({.joints = 60,
                                                   .influences = influences,
                                                   .targets = 2,
                                                   .scaled = true,
                                                   .mirrored = true,
                                                   .seed = 5})));
    }
}

TEST_F(SkinCapture, WeightsOfEveryWidthAreExact) {
    for (const std::uint32_t steps : {255u, 65535u, 0u}) {
        expect_equal(compare_rest(make_random_rig({.weight_steps = steps, .seed = 7})));
        expect_equal(
            compare_rest(make_random_rig({.influences = 8, .weight_steps = steps, .seed = 8})));
    }
}

TEST_F(SkinCapture, MoreWeightsThanABlockHolds) {
    const Compared compared =
        compare_rest(make_random_rig({.targets = render::kBlockWeights + 1, .vertices = 40}));
    expect_equal(compared);
    EXPECT_TRUE(compared.texture);
}

// A crowd: five poses, eight figures, some mirrored and squeezed by their place.
TEST_F(SkinCapture, EveryInstanceHasItsPoseAndPlace) {
    const Asset asset = make_random_rig({.joints = 30, .targets = 3, .vertices = 100, .seed = 11});
    const auto rig = make_rig(asset);
    ASSERT_TRUE(rig);
    Diagnostics diagnostics;
    const auto model = Model::make(asset, *rig, diagnostics);
    ASSERT_TRUE(model);
    Random random(12);
    constexpr std::uint32_t kPoses = 5;
    FigurePoses poses(*rig, kPoses);
    PoseBuffer local(rig->skeleton.view());
    for (std::uint32_t p = 0; p < kPoses; ++p) {
        for (JointIndex j = 0; j < 30; ++j)
            set_joint_transform(local, j, {random.vec3(0.2f), random.rotation(), {1, 1, 1}});
        for (float& w : local.view().weights)
            w = random.range(0.0f, 1.0f);
        ASSERT_EQ(poses.set(p, std::as_const(local).view()), Status::ok);
    }
    std::vector<Instance> instances(8);
    for (std::size_t i = 0; i < instances.size(); ++i) {
        instances[i].pose = static_cast<std::uint32_t>(i * 3 % kPoses);
        const float mirror = i % 2 == 0 ? 1.0f : -1.0f;
        instances[i].place = to_matrix(
            {random.vec3(2.0f), random.rotation(), {mirror, random.range(0.5f, 2.0f), 1.0f}});
    }
    const auto captured = capture(*model, poses.view(), instances);
    ASSERT_TRUE(captured) << to_string(captured.error());
    ASSERT_EQ(captured->size(), 1u);
    const CapturedPart& part = captured->front();
    EXPECT_TRUE(part.pose_texture);
    ASSERT_EQ(part.positions.size(), instances.size() * part.vertices);
    const PoseSet set = poses.view();
    for (std::size_t i = 0; i < instances.size(); ++i) {
        const std::uint32_t pose = instances[i].pose;
        const Moved cpu =
            move_on_cpu(asset.meshes[0].primitives[0], set.palettes[0].subspan(pose * 30, 30),
                        set.weights.subspan(pose * 3, 3));
        DoubleMatrix place;
        for (int r = 0; r < 3; ++r) {
            for (int c = 0; c < 4; ++c)
                place.m[r][c] = instances[i].place.m[r * 4 + c];
        }
        for (std::uint32_t v = 0; v < part.vertices; ++v) {
            const std::size_t at = i * part.vertices + v;
            EXPECT_LE(distance(point(place, to_double(cpu.positions[v])), part.positions[at]),
                      5e-5);
            const Double3 normal = unit(inverse_transpose(place, to_double(cpu.normals[v])));
            EXPECT_LE(distance(normal, part.normals[at]), 2e-5);
        }
    }
}

TEST_F(SkinCapture, PosesOfAnotherRigAreRefused) {
    const Asset small = make_random_rig({.joints = 10}), large = make_random_rig({.joints = 11});
    const auto rig = make_rig(small), other = make_rig(large);
    ASSERT_TRUE(rig && other);
    Diagnostics diagnostics;
    const auto model = Model::make(large, *other, diagnostics);
    ASSERT_TRUE(model);
    const Instance here;
    const auto captured = capture(*model, FigurePoses(*rig).view(), {&here, 1});
    ASSERT_FALSE(captured);
    EXPECT_EQ(captured.error().code, "render-poses");
    EXPECT_FALSE(Model::make(large, *rig, diagnostics));
}

// Rest pose and moments of up to six clips of an asset.
Compared compare_clips(const std::string& name, const Asset& asset) {
    Compared worst;
    const auto rig = make_rig(asset);
    EXPECT_TRUE(rig) << name;
    if (!rig) return worst;
    Diagnostics diagnostics;
    const auto model = Model::make(asset, *rig, diagnostics);
    EXPECT_TRUE(model) << name << ": " << to_string(model.error());
    if (!model) return worst;
    FigurePoses poses(*rig);
    const auto take = [&] {
        const Compared one = compare(asset, *rig, *model, poses);
        EXPECT_LE(one.position, kTolerance) << name;
        EXPECT_LE(one.normal, kTolerance) << name;
        worst.vertices += one.vertices;
        worst.position = std::max(worst.position, one.position);
        worst.normal = std::max(worst.normal, one.normal);
    };
    take();
    for (std::uint32_t clip = 0; clip < std::min<std::size_t>(rig->clips.size(), 6); ++clip) {
        for (const int part : {1, 5, 9}) {
            const Ticks time{rig->clips[clip].view().duration.value / 10 * part};
            EXPECT_EQ(poses.sample(0, clip, time), Status::ok) << name;
            take();
        }
    }
    return worst;
}

TEST_F(SkinCapture, EmbeddedScenes) {
    std::size_t skinned = 0;
    for (const std::string_view name : scenes::scene_names()) {
        const auto asset = scenes::make_scene(name);
        ASSERT_TRUE(asset);
        if (asset->skins.empty()) continue;
        if (compare_clips(std::string(name), *asset).vertices > 0) ++skinned;
    }
    EXPECT_GE(skinned, 2u);
}

TEST_F(SkinCapture, EveryModel) {
    const char* data = std::getenv("MOTUS_TEST_DATA");
    if (!data) GTEST_SKIP() << "MOTUS_TEST_DATA is not set: no models to compare";
    std::vector<std::filesystem::path> files;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(data) / "models")) {
        const auto extension = entry.path().extension();
        if (extension == ".glb" || extension == ".gltf") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    std::size_t skinned = 0;
    double worst_position = 0.0, worst_normal = 0.0;
    for (const auto& file : files) {
        Diagnostics diagnostics;
        const auto asset = import_gltf_file(file, diagnostics);
        ASSERT_TRUE(asset) << file.filename() << ": " << to_string(asset.error());
        if (asset->skins.empty()) continue;
        const Compared compared = compare_clips(file.filename().string(), *asset);
        if (compared.vertices > 0) ++skinned;
        worst_position = std::max(worst_position, compared.position);
        worst_normal = std::max(worst_normal, compared.normal);
        if (HasFatalFailure()) return;
    }
    RecordProperty("skinned", static_cast<int>(skinned));
    std::printf("%zu skinned files; worst position %.2g of the size, worst normal %.2g\n", skinned,
                worst_position, worst_normal);
    EXPECT_GE(skinned, 10u);
}

}  // namespace
}  // namespace motus::test

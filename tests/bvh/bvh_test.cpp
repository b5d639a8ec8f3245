// SPDX-License-Identifier: MIT
#include <motus/import/bvh/bvh.h>

#include <motus/asset/asset_rig.h>
#include <motus/import/model/model.h>
#include <motus/math/ops.h>

#include <gtest/gtest.h>

#include <cmath>

namespace motus {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

/// Two joints and an End Site, in metres.
std::string file_with(const std::string& root_channels, const std::string& joint_channels,
                      const std::string& motion) {
    return "HIERARCHY\nROOT Hips\n{\n OFFSET 0 1 0\n CHANNELS " + root_channels +
           "\n JOINT Knee\n {\n  OFFSET 0 -0.5 0\n  CHANNELS " + joint_channels +
           "\n  End Site\n  {\n   OFFSET 0 -0.4 0.1\n  }\n }\n}\nMOTION\n" + motion;
}

struct Read {
    Diagnostics diagnostics;
    Result<BvhScene> scene;

    explicit Read(std::string_view text, double scale = 1.0)
        : scene(import_bvh(bytes_of(text), {"Walk", scale}, diagnostics)) {}
    std::string fault() const { return scene ? "" : to_string(scene.error()); }
    const AssetClip& clip() const { return scene->asset.clips.at(0); }
    const AssetTrack* track(std::uint32_t node, TrackKind kind) const {
        for (const AssetTrack& found : clip().tracks)
            if (found.node == node && found.kind == kind) return &found;
        return nullptr;
    }
    Quat rotation(std::uint32_t node, std::size_t frame) const {
        const float* v = track(node, TrackKind::rotation)->values.data() + frame * 4;
        return {v[0], v[1], v[2], v[3]};
    }
};

void expect_near(const Vec3& a, const Vec3& b, float tolerance = 1e-6f) {
    EXPECT_NEAR(a.x, b.x, tolerance);
    EXPECT_NEAR(a.y, b.y, tolerance);
    EXPECT_NEAR(a.z, b.z, tolerance);
}

constexpr const char* kMotion = "Frames: 2\nFrame Time: 0.5\n";

TEST(Bvh, JointsAndEndSitesAreNodes) {
    const Read read(file_with("3 Zrotation Xrotation Yrotation", "1 Xrotation",
                              std::string(kMotion) + "0 0 0 0\n0 0 0 90\n"));
    ASSERT_TRUE(read.scene) << read.fault();
    const Asset& asset = read.scene->asset;
    ASSERT_EQ(asset.nodes.size(), 3u);
    EXPECT_EQ(asset.nodes[0].name, "Hips");
    EXPECT_EQ(asset.nodes[0].parent, kNone);
    EXPECT_EQ(asset.nodes[1].name, "Knee");
    EXPECT_EQ(asset.nodes[1].parent, 0u);
    EXPECT_EQ(asset.nodes[2].name, "Knee_end");
    EXPECT_EQ(asset.nodes[2].parent, 1u);
    expect_near(asset.nodes[2].local.translation, {0.0f, -0.4f, 0.1f}, 0.0f);
    EXPECT_EQ(asset.scenes.at(0).roots, std::vector<std::uint32_t>{0});
    EXPECT_EQ(read.clip().name, "Walk");
    EXPECT_EQ(read.clip().duration, ticks_of_seconds(0.5));
    EXPECT_EQ(read.clip().tracks.size(), 2u);
    EXPECT_EQ(read.track(0, TrackKind::translation), nullptr);
    EXPECT_TRUE(read.diagnostics.faults().empty());
    // About x by 90 degrees: the foot, which hung down, points backwards.
    expect_near(rotate(read.rotation(1, 1), {0.0f, -1.0f, 0.0f}), {0.0f, 0.0f, -1.0f});
}

TEST(Bvh, ChannelsTurnInTheirOrder) {
    // Angles for which each order leads somewhere else, by hand: first channel outermost.
    struct Case {
        const char* channels;
        Vec3 x, y;  ///< Where the axes come to lie after 90 degrees about each of the channels.
    };
    // Zrotation Yrotation: Rz * Ry; x -> (0,0,-1) -> (0,0,-1); y -> y -> (-1,0,0).
    for (const Case& c : {Case{"2 Zrotation Yrotation", {0, 0, -1}, {-1, 0, 0}},
                          Case{"2 Yrotation Zrotation", {0, 1, 0}, {0, 0, 1}},
                          Case{"2 Xrotation Zrotation", {0, 0, 1}, {-1, 0, 0}},
                          Case{"2 Xrotation Xrotation", {1, 0, 0}, {0, -1, 0}}}) {
        const Read read(file_with(c.channels, "0", "Frames: 1\nFrame Time: 0.1\n90 90\n"));
        ASSERT_TRUE(read.scene) << read.fault();
        const Quat q = read.rotation(0, 0);
        SCOPED_TRACE(c.channels);
        expect_near(rotate(q, {1, 0, 0}), c.x);
        expect_near(rotate(q, {0, 1, 0}), c.y);
    }
}

TEST(Bvh, PositionsReplaceTheOffset) {
    const Read read(file_with("4 Zrotation Yposition Xrotation Xposition", "1 Zposition",
                              std::string(kMotion) + "0 5 0 3 7\n0 6 0 4 8"),
                    0.01);
    ASSERT_TRUE(read.scene) << read.fault();
    const AssetTrack* hips = read.track(0, TrackKind::translation);
    ASSERT_NE(hips, nullptr);
    EXPECT_EQ(hips->times, (std::vector<Ticks>{{0}, ticks_of_seconds(0.5)}));
    expect_near({hips->values[0], hips->values[1], hips->values[2]}, {0.03f, 0.05f, 0.0f});
    expect_near({hips->values[3], hips->values[4], hips->values[5]}, {0.04f, 0.06f, 0.0f});
    const AssetTrack* knee = read.track(1, TrackKind::translation);
    ASSERT_NE(knee, nullptr);
    expect_near({knee->values[0], knee->values[1], knee->values[2]}, {0.0f, -0.005f, 0.07f});
    EXPECT_EQ(read.track(1, TrackKind::rotation), nullptr);
}

TEST(Bvh, TheUnitIsGuessedWithAWarning) {
    const std::string text = file_with("1 Xposition", "0", std::string(kMotion) + "100 200");
    const Read read(text, 0.0);
    ASSERT_TRUE(read.scene);
    ASSERT_EQ(read.diagnostics.faults().size(), 1u);
    EXPECT_EQ(read.diagnostics.faults()[0].code, "bvh-unit");
    EXPECT_FLOAT_EQ(read.track(0, TrackKind::translation)->values[3], 2.0f);
    EXPECT_EQ(Read(text, -1.0).fault(), "metres per unit must be from 1e-6 to 1e6");
}

TEST(Bvh, NeighbouringKeysAreNotOpposite) {
    const Read read(file_with("1 Zrotation", "0", "Frames: 3\nFrame Time: 1\n170 190 350\n"));
    ASSERT_TRUE(read.scene) << read.fault();
    EXPECT_GT(dot(read.rotation(0, 0), read.rotation(0, 1)), 0.9f);
    EXPECT_GE(dot(read.rotation(0, 1), read.rotation(0, 2)), 0.0f);
}

TEST(Bvh, WritingOfAllKinds) {
    const Read read(
        "\xef\xbb\xbfhierarchy\r\nROOT Left Hip{offset 1 2 3 channels 1 xROTATION End Site {OFFSET "
        "0 0 0}}\r\nroot B\r\n{\r\nEnd Site x\r\n{\r\n}\r\nEnd Site\r\n{\r\nOFFSET 1 1 "
        "1\r\n}\r\n}\r\nmotion\r\nframes : 1\r\nframe  time:1e-2\r\n+.5E1\r\n");
    ASSERT_TRUE(read.scene) << read.fault();
    const Asset& asset = read.scene->asset;
    ASSERT_EQ(asset.nodes.size(), 3u);
    EXPECT_EQ(asset.nodes[0].name, "Left Hip");
    EXPECT_EQ(asset.nodes[1].parent, kNone);
    EXPECT_EQ(asset.nodes[2].name, "B_end");
    EXPECT_EQ(asset.scenes[0].roots, (std::vector<std::uint32_t>{0, 1}));
    EXPECT_NEAR(read.rotation(0, 0).x, std::sin(2.5 * 3.14159265358979 / 180.0), 1e-7);
}

TEST(Bvh, NothingMoves) {
    for (const char* motion :
         {"Frames: 0\nFrame Time: 0\n", "Frames: 1000000000\nFrame Time: 1e-4\n"}) {
        const Read read(file_with("0", "0", motion));
        ASSERT_TRUE(read.scene) << read.fault();
        EXPECT_TRUE(read.scene->asset.clips.empty());
    }
}

TEST(Bvh, FaultsNameTheLineAndTheCause) {
    const std::string good = file_with("3 Zrotation Xrotation Yrotation", "1 Xrotation",
                                       std::string(kMotion) + "0 0 0 0\n0 0 0 90\n");
    const auto with = [&](std::string_view from, std::string_view to) {
        std::string text = good;
        text.replace(text.find(from), from.size(), to);
        return Read(text).fault();
    };
    EXPECT_EQ(with("HIERARCHY", "OBJ"), "line 1: a BVH file begins with HIERARCHY");
    EXPECT_EQ(with("ROOT Hips", "ROOT"), "line 2: a joint needs a name");
    EXPECT_EQ(with("ROOT Hips", "JOINT Hips"),
              "line 2: \"JOINT\" stands where it needs ROOT or MOTION");
    EXPECT_EQ(with("OFFSET 0 1 0", "OFFSET 0 nan 0"),
              "line 4: \"nan\" stands where it needs an offset");
    EXPECT_EQ(with("OFFSET 0 1 0", "OFFSET 0 1e10 0"),
              "line 4: an offset is beyond the limit of 1e9");
    EXPECT_EQ(
        with("CHANNELS 3", "CHANNELS 4"),
        "line 6: \"JOINT\" stands where it needs a channel: Xposition to Zposition, Xrotation "
        "to Zrotation");
    EXPECT_EQ(with("CHANNELS 3", "CHANNELS 65"),
              "line 5: the number of channels is beyond the limit of 64");
    EXPECT_EQ(with("3 Zrotation Xrotation", "3 Yposition yposition"),
              "line 5: \"yposition\" is there twice");
    EXPECT_EQ(with("Frames: 2", "Frames: 3"),
              "line 21: the file ends where it needs a number of a frame");
    EXPECT_EQ(with("Frames: 2", "Frames: 99999999"),
              "line 17: the file is too short for 99999999 frames of 4 numbers");
    EXPECT_EQ(with("Frame Time: 0.5", "Frame Time: 0"),
              "line 18: the frame time must be a microsecond or more");
    EXPECT_EQ(with("Frame Time: 0.5", "Frame Time: 1e7"),
              "line 18: the motion is longer than the limit of eight days");
    EXPECT_EQ(with("0 0 0 90", "0 0 1,5 90"),
              "line 20: \"1,5\" stands where it needs a number of a frame");
    EXPECT_EQ(Read("").fault(), "line 1: a BVH file begins with HIERARCHY");
    EXPECT_EQ(Read("HIERARCHY MOTION").fault(), "line 1: there is no ROOT before MOTION");
}

TEST(Bvh, WhatIsTooMuchIsAWarning) {
    const Read read(file_with("1 Xrotation", "0", std::string(kMotion) + "1\n2\n3\n"));
    ASSERT_TRUE(read.scene);
    ASSERT_EQ(read.diagnostics.faults().size(), 1u);
    EXPECT_EQ(read.diagnostics.faults()[0].path, "line 21");
    const Read twice(
        "HIERARCHY ROOT A\n{ JOINT A\n{ JOINT A\n{ } } } MOTION Frames: 0 Frame Time: 1");
    ASSERT_TRUE(twice.scene) << twice.fault();
    ASSERT_EQ(twice.diagnostics.faults().size(), 1u);
    EXPECT_EQ(twice.diagnostics.faults()[0].message, "there are several joints called \"A\"");
}

TEST(Bvh, DepthIsLimited) {
    for (const std::size_t depth : {kMaxBvhDepth, kMaxBvhDepth + 1}) {
        std::string text = "HIERARCHY\nROOT a\n{\n";
        for (std::size_t i = 1; i < depth; ++i)
            text += "JOINT b" + std::to_string(i) + "\n{\n";
        for (std::size_t i = 0; i < depth; ++i)
            text += "}\n";
        const Read read(text + "MOTION\nFrames: 0\nFrame Time: 1\n");
        EXPECT_EQ(read.scene.has_value(), depth == kMaxBvhDepth) << read.fault();
    }
}

TEST(Bvh, EveryPrefixIsRefusedOrRead) {
    const std::string text =
        file_with("6 Xposition Yposition Zposition Zrotation Xrotation Yrotation",
                  "3 Zrotation Xrotation Yrotation",
                  std::string(kMotion) + "1 2 3 4 5 6 7 8 9\n1 2 3 4 5 6 7 8 9\n");
    std::size_t read_whole = 0;
    for (std::size_t size = 0; size <= text.size(); ++size) {
        // A buffer of its own, so that a sanitizer sees a byte too far.
        const std::vector<char> cut(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size));
        const Read read(std::string_view(cut.data(), cut.size()));
        EXPECT_EQ(read.scene.has_value(), !read.diagnostics.has_errors());
        if (read.scene) {
            ++read_whole;
            EXPECT_TRUE(make_rig(read.scene->asset));
        } else {
            EXPECT_EQ(read.scene.error().place.rfind("line ", 0), 0u);
        }
    }
    EXPECT_EQ(read_whole, 2u);
}

TEST(Model, BvhFilesAreNamedAfterTheirPathAndSampledAnew) {
    const std::string text = file_with("1 Zrotation", "0", "Frames: 3\nFrame Time: 0.1\n0 20 60\n");
    Diagnostics diagnostics;
    const Result<ImportedModel> model =
        import_model("clips/Run.BVH", bytes_of(text), {}, diagnostics, {1.0, 20.0});
    ASSERT_TRUE(model);
    const AssetClip& clip = model->asset.clips.at(0);
    EXPECT_EQ(clip.name, "Run");
    EXPECT_EQ(clip.duration, ticks_of_seconds(0.2));
    ASSERT_EQ(clip.tracks.at(0).times.size(), 5u);
    const double angles[] = {0, 10, 20, 40, 60};
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_EQ(clip.tracks[0].times[i], ticks_of_seconds(static_cast<double>(i) * 0.05));
        const double half = angles[i] * 3.14159265358979 / 360.0;
        EXPECT_NEAR(clip.tracks[0].values[i * 4 + 2], std::sin(half), 1e-6);
        EXPECT_NEAR(clip.tracks[0].values[i * 4 + 3], std::cos(half), 1e-6);
    }
    EXPECT_FALSE(import_model("a.bvh", bytes_of(text), {}, diagnostics, {1.0, 1e9}));
}

}  // namespace
}  // namespace motus

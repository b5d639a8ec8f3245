// Clips, extras.motus and extensions from files made here.
// SPDX-License-Identifier: MIT
#include <motus/asset/asset_rig.h>
#include <motus/asset/gltf_export.h>
#include <tests/import/gltf_writer.h>

namespace motus {
namespace {

using test::GltfWriter;
using test::import_error;
using test::import_ok;
using test::json;
using test::warned;

GltfWriter one_clip(const std::vector<float>& times, const std::vector<float>& values,
                    const char* path = "translation", const char* interpolation = "LINEAR") {
    GltfWriter writer;
    writer.root["nodes"] = json::array({json::object()});
    const auto input = writer.add(times, "SCALAR");
    const auto output = writer.add(values, std::string(path) == "rotation" ? "VEC4" : "VEC3");
    writer.clip(0, path, input, output, interpolation);
    return writer;
}

TEST(GltfAnimation, TimesAreRoundedToTicks) {
    const Asset asset =
        import_ok(one_clip({0.0f, 0.1f, 1.0f / 3.0f, 2.5f}, std::vector<float>(12, 1.0f)));
    const AssetClip& clip = asset.clips.at(0);
    ASSERT_EQ(clip.tracks.size(), 1u);
    // 0.1f is 0.100000001490116...; times 705,600,000 that is 70,560,001.05.
    EXPECT_EQ(clip.tracks[0].times.at(1).value, 70'560'001);
    EXPECT_EQ(clip.tracks[0].times.at(2).value, 235'200'007);
    EXPECT_EQ(clip.tracks[0].times.at(3).value, 1'764'000'000);
    EXPECT_EQ(clip.duration.value, 1'764'000'000);
    EXPECT_TRUE(clip.loop);
    EXPECT_FALSE(clip.root_motion);
}

TEST(GltfAnimation, KeysOnOneTickBecomeOne) {
    Diagnostics diagnostics;
    const Asset asset = import_ok(
        one_clip({0.0f, 1e-12f, 2e-12f, 1.0f}, {1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4}), &diagnostics);
    const AssetTrack& track = asset.clips.at(0).tracks.at(0);
    EXPECT_EQ(track.times, (std::vector<Ticks>{{0}, {kTicksPerSecond}}));
    EXPECT_EQ(track.values, (std::vector<float>{3, 3, 3, 4, 4, 4}));
    EXPECT_TRUE(warned(diagnostics, "animations[0].samplers[0].input", "2 keys"));
}

TEST(GltfAnimation, EveryPathAndInterpolation) {
    GltfWriter writer;
    const auto positions = writer.add(std::vector<float>(9, 0.0f), "VEC3");
    json& primitive = writer.mesh({{"POSITION", positions}});
    primitive["targets"] = {json::object(), json::object()};
    const auto input = writer.add(std::vector<float>{0, 1}, "SCALAR");
    const auto triples = [](std::size_t width) {
        std::vector<float> values;
        for (std::size_t i = 0; i < width * 6; ++i)
            values.push_back(float(i + 1));
        return values;
    };
    writer.clip(0, "translation", input, writer.add(triples(3), "VEC3"), "CUBICSPLINE");
    writer.clip(0, "rotation", input, writer.add(triples(4), "VEC4"), "CUBICSPLINE");
    writer.clip(0, "scale", input, writer.add(std::vector<float>{1, 2, 3, 4, 5, 6}, "VEC3"),
                "STEP");
    writer.clip(0, "weights", input, writer.add(triples(2), "SCALAR"), "CUBICSPLINE");
    writer.clip(0, "weights", input,
                writer.add(std::vector<std::uint8_t>{0, 51, 102, 255}, "SCALAR", true));
    const Asset asset = import_ok(writer);
    EXPECT_EQ(asset.clips.at(0).tracks.at(0).interpolation, Interpolation::cubic_spline);
    EXPECT_EQ(asset.clips.at(0).tracks.at(0).values, triples(3));
    EXPECT_EQ(asset.clips.at(1).tracks.at(0).values, triples(4));
    EXPECT_EQ(asset.clips.at(2).tracks.at(0).interpolation, Interpolation::step);
    EXPECT_EQ(asset.clips.at(2).tracks.at(0).kind, TrackKind::scale);
    EXPECT_EQ(asset.clips.at(3).tracks.at(0).values, triples(2));
    EXPECT_EQ(asset.clips.at(4).tracks.at(0).values, (std::vector<float>{0, 0.2f, 0.4f, 1}));
    const Result<AssetRig> rig = make_rig(asset);
    ASSERT_TRUE(rig) << to_string(rig.error());
    EXPECT_EQ(rig->clips.at(3).view().tracks[0].width, 2u);
}

TEST(GltfAnimation, RotationsFarFromUnitAreMadeUnit) {
    Diagnostics diagnostics;
    const Asset asset =
        import_ok(one_clip({0, 1}, {0, 0, 0, 10, 0, 0.707f, 0, 0.707f}, "rotation"), &diagnostics);
    const auto& values = asset.clips.at(0).tracks.at(0).values;
    EXPECT_EQ(values[3], 1.0f);
    EXPECT_EQ(values[5], 0.707f) << "what is only rounded stays";
    EXPECT_TRUE(warned(diagnostics, "animations[0].samplers[0].output", "1 rotations"));
    EXPECT_EQ(import_error(one_clip({0, 1}, {0, 0, 0, 0, 0, 0, 0, 1}, "rotation")).cause,
              "the rotation of key 0 has no length");
}

TEST(GltfAnimation, ExtrasOfMotus) {
    GltfWriter writer = one_clip({0, 1}, {0, 0, 0, 1, 1, 1});
    json& extras = writer.root["animations"][0]["extras"];
    extras["motus"] = {{"loop", false},
                       {"rootMotion", true},
                       {"events",
                        {{{"time", 0.75}, {"name", "right"}},
                         {{"time", 0}, {"name", "start"}},
                         {{"time", 0.75}, {"name", "second"}},
                         {{"time", 3}, {"name", "late"}}}}};
    Diagnostics diagnostics;
    const Asset asset = import_ok(writer, &diagnostics);
    const AssetClip& clip = asset.clips.at(0);
    EXPECT_FALSE(clip.loop);
    EXPECT_TRUE(clip.root_motion);
    EXPECT_EQ(clip.events, (std::vector<AssetEvent>{{{0}, "start"},
                                                    {{529'200'000}, "right"},
                                                    {{529'200'000}, "second"},
                                                    {{3 * kTicksPerSecond}, "late"}}));
    EXPECT_TRUE(warned(diagnostics, "animations[0].extras.motus.events[3].time", "after the end"));
    extras["motus"]["events"][1]["time"] = -1;
    EXPECT_EQ(import_error(writer).place, "animations[0].extras.motus.events[1].time");
    extras["motus"]["events"][1] = {{"time", 0}};
    EXPECT_EQ(import_error(writer).place, "animations[0].extras.motus.events[1].name");
    extras["motus"]["events"] = 7;
    EXPECT_EQ(import_error(writer).place, "animations[0].extras.motus.events");
    extras = {{"motus", "someone else's"}};
    import_ok(writer);
}

TEST(GltfAnimation, TickOffsetsAndDuration) {
    GltfWriter writer = one_clip({0, 1}, {0, 0, 0, 1, 1, 1});
    json& animation = writer.root["animations"][0];
    animation["samplers"][0]["extras"]["motus"]["tickOffsets"] = {5, -7};
    animation["extras"]["motus"]["duration"] = 1.5;
    const Asset asset = import_ok(writer);
    EXPECT_EQ(asset.clips.at(0).tracks.at(0).times,
              (std::vector<Ticks>{{5}, {kTicksPerSecond - 7}}));
    EXPECT_EQ(asset.clips.at(0).duration.value, kTicksPerSecond * 3 / 2);
    const std::string place = "animations[0].samplers[0].extras.motus.tickOffsets";
    for (const json& wrong : {json::array({5}), json{5, 0.5}, json{-1, 0},
                              json{0, std::uint64_t{1} << 63}, json{0, -kTicksPerSecond - 1}}) {
        animation["samplers"][0]["extras"]["motus"]["tickOffsets"] = wrong;
        EXPECT_EQ(import_error(writer).place, place) << wrong;
    }
}

TEST(GltfAnimation, ChannelsThatAreLeftOut) {
    GltfWriter writer = one_clip({0, 1}, {0, 0, 0, 1, 1, 1});
    json& channels = writer.root["animations"][0]["channels"];
    channels.push_back({{"sampler", 0}, {"target", {{"node", 0}, {"path", "color"}}}});
    channels.push_back({{"sampler", 0}, {"target", {{"path", "pointer"}}}});
    channels.push_back({{"sampler", 0}, {"target", {{"node", 0}, {"path", "weights"}}}});
    Diagnostics diagnostics;
    const Asset asset = import_ok(writer, &diagnostics);
    EXPECT_EQ(asset.clips.at(0).tracks.size(), 1u);
    EXPECT_TRUE(warned(diagnostics, "animations[0].channels[1].target.path", "color"));
    EXPECT_TRUE(warned(diagnostics, "animations[0].channels[2].target.node", "left out"));
    EXPECT_TRUE(warned(diagnostics, "animations[0].channels[3].target.path", "morph targets"));
    channels.push_back(channels[0]);
    EXPECT_EQ(import_error(writer).place, "animations[0].channels[4].target");
}

TEST(GltfExtensions, UnknownOnesAreNamed) {
    GltfWriter writer;
    writer.root["extensionsUsed"] = {"VENDOR_magic", "KHR_mesh_quantization"};
    Diagnostics diagnostics;
    import_ok(writer, &diagnostics);
    EXPECT_TRUE(warned(diagnostics, "extensionsUsed[0]", "\"VENDOR_magic\""));
    EXPECT_EQ(diagnostics.faults().size(), 1u);
    writer.root["extensionsRequired"] = {"KHR_node_visibility", "VENDOR_magic"};
    const Error error = import_error(writer);
    EXPECT_EQ(error.code, "gltf-extension");
    EXPECT_EQ(error.place, "extensionsRequired[1]");
    EXPECT_NE(error.cause.find("\"VENDOR_magic\""), std::string::npos);
    writer.root["extensionsRequired"] = {7};
    EXPECT_EQ(import_error(writer).place, "extensionsRequired[0]");
}

TEST(GltfJson, DepthAndLongNames) {
    const auto nested = [](std::size_t depth) {
        GltfWriter writer;
        std::string text = writer.root.dump();
        text.insert(1, "\"extras\":" + std::string(depth, '[') + std::string(depth, ']') + ",");
        const auto* first = reinterpret_cast<const std::byte*>(text.data());
        return std::vector<std::byte>(first, first + text.size());
    };
    import_ok(nested(kMaxGltfJsonDepth - 1));
    EXPECT_EQ(import_error(nested(kMaxGltfJsonDepth)).code, "gltf-limit");
    EXPECT_EQ(import_error(nested(1'000'000)).code, "gltf-limit");
    // A cause quotes at most a part of what the file says, and never half a character.
    GltfWriter writer;
    std::string name(79, 'x');
    for (int i = 0; i < 1000; ++i)
        name += "\xe2\x82\xac";
    writer.root["extensionsRequired"] = {name};
    const std::string cause = import_error(writer).cause;
    EXPECT_LT(cause.size(), 200u);
    EXPECT_NO_THROW(static_cast<void>(json(cause).dump()));
}

}  // namespace
}  // namespace motus

// KHR_animation_pointer: what it points to, from files made here, and the timelines made of it.
// SPDX-License-Identifier: MIT
#include <motus/asset/gltf_export.h>
#include <motus/bake/bake.h>
#include <motus/document/file.h>
#include <motus/document/keys.h>
#include <motus/document/model_change.h>
#include <motus/document/new_document.h>
#include <motus/document/validate.h>
#include <motus/import/rig/pointer_timelines.h>
#include <motus/import/rig/rig_import.h>
#include <motus/session/live_timelines.h>
#include <tests/import/gltf_writer.h>

namespace motus {
namespace {

using test::GltfWriter;
using test::import_error;
using test::import_ok;
using test::json;
using test::warned;

constexpr const char* kBaseColor = "/materials/0/pbrMetallicRoughness/baseColorFactor";
constexpr const char* kPlace = "animations[0].channels[0].target.extensions.KHR_animation_pointer";

/// A material, a camera, a light, a node; `channel` animates what a pointer leads to.
struct Pointers : GltfWriter {
    Pointers() {
        root["extensionsUsed"] = {"KHR_animation_pointer", "KHR_lights_punctual"};
        root["nodes"] = {{{"name", "Body"}, {"children", {1}}}, {{"name", "Head"}, {"camera", 0}}};
        root["materials"] = {
            {{"name", "Skin"}, {"pbrMetallicRoughness", {{"baseColorFactor", {0.5, 0.25, 1, 1}}}}},
            json::object()};
        root["cameras"] = {
            {{"type", "perspective"}, {"perspective", {{"yfov", 0.75}, {"znear", 0.1}}}}};
        root["extensions"]["KHR_lights_punctual"]["lights"] = {
            {{"name", "Lamp"}, {"type", "point"}}};
        root["animations"] = {
            {{"name", "Glow"}, {"channels", json::array()}, {"samplers", json::array()}}};
    }
    json& animation() { return root["animations"][0]; }
    void channel(const std::string& pointer, std::size_t input, std::size_t output,
                 const char* interpolation = "LINEAR") {
        const std::size_t sampler = animation()["samplers"].size();
        animation()["samplers"].push_back(
            {{"input", input}, {"output", output}, {"interpolation", interpolation}});
        json target = {{"path", "pointer"}};
        target["extensions"]["KHR_animation_pointer"]["pointer"] = pointer;
        animation()["channels"].push_back({{"sampler", sampler}, {"target", target}});
    }
    /// Two keys, at 0 and 1 s.
    void channel(const std::string& pointer, const std::vector<float>& values, const char* type,
                 const char* interpolation = "LINEAR") {
        const auto input = add(std::vector<float>{0, 1}, "SCALAR");
        channel(pointer, input, add(values, type), interpolation);
    }
};

TEST(GltfPointer, KindsAndBasesComeFromTheObjectModel) {
    Pointers file;
    file.channel(kBaseColor, {1, 0, 0, 1, 0, 1, 0, 1}, "VEC4");
    file.channel("/materials/1/emissiveFactor", {0, 0, 0, 1, 1, 1}, "VEC3");
    file.channel("/materials/1/pbrMetallicRoughness/roughnessFactor", {0, 1}, "SCALAR");
    file.channel("/cameras/0/perspective/yfov", {0.5f, 1}, "SCALAR");
    file.channel("/cameras/0/perspective/zfar", {50, 100}, "SCALAR");
    file.channel("/extensions/KHR_lights_punctual/lights/0/color", {0, 0, 1, 1, 1, 1}, "VEC3");
    const auto input = file.add(std::vector<float>{0, 1}, "SCALAR");
    file.channel("/nodes/1/extensions/KHR_node_visibility/visible", input,
                 file.add(std::vector<std::uint8_t>{0, 1}, "SCALAR"), "STEP");
    const Asset asset = import_ok(file);
    const auto& pointers = asset.clips.at(0).pointers;
    ASSERT_EQ(pointers.size(), 7u);
    EXPECT_EQ(pointers[0].kind, PointerKind::color);
    EXPECT_EQ(pointers[0].name, "Skin");
    EXPECT_EQ(pointers[0].base, (std::vector<float>{0.5f, 0.25f, 1, 1})) << "the file says it";
    EXPECT_EQ(pointers[0].values, (std::vector<float>{1, 0, 0, 1, 0, 1, 0, 1}));
    EXPECT_EQ(pointers[0].times, (std::vector<Ticks>{{0}, {kTicksPerSecond}}));
    EXPECT_EQ(pointers[1].kind, PointerKind::vec3);
    EXPECT_EQ(pointers[1].name, "");
    EXPECT_EQ(pointers[1].base, (std::vector<float>{0, 0, 0})) << "the default of glTF";
    EXPECT_EQ(pointers[2].base, (std::vector<float>{1}));
    EXPECT_EQ(pointers[3].base, (std::vector<float>{0.75f}));
    EXPECT_EQ(pointers[4].base, (std::vector<float>{50})) << "no default: the first key";
    EXPECT_EQ(pointers[5].name, "Lamp");
    EXPECT_EQ(pointers[5].base, (std::vector<float>{1, 1, 1}));
    EXPECT_EQ(pointers[6].kind, PointerKind::boolean);
    EXPECT_EQ(pointers[6].base, (std::vector<float>{1}));
    EXPECT_EQ(asset.clips[0].duration.value, 0) << "no pose to play";
    EXPECT_EQ(pointer_length(asset.clips[0]).value, kTicksPerSecond);
}

TEST(GltfPointer, TransformsAndWeightsAreOrdinaryTracks) {
    Pointers file;
    const auto positions = file.add(std::vector<float>(9, 0.0f), "VEC3");
    file.mesh({{"POSITION", positions}})["targets"] = {json::object(), json::object()};
    file.root["nodes"].push_back({{"name", "Twin"}, {"mesh", 0}});
    file.channel("/nodes/1/translation", {0, 0, 0, 1, 2, 3}, "VEC3");
    file.channel("/nodes/1/rotation", {0, 0, 0, 1, 0, 0, 1, 0}, "VEC4");
    file.channel("/meshes/0/weights", {0, 0, 1, 0.5f}, "SCALAR");
    file.channel("/nodes/2/weights/1", {0, 1}, "SCALAR");
    const Asset asset = import_ok(file);
    const AssetClip& clip = asset.clips.at(0);
    ASSERT_EQ(clip.tracks.size(), 4u);
    EXPECT_EQ(clip.tracks[0].kind, TrackKind::translation);
    EXPECT_EQ(clip.tracks[0].node, 1u);
    EXPECT_EQ(clip.tracks[1].kind, TrackKind::rotation);
    EXPECT_EQ(clip.tracks[2].kind, TrackKind::weights);
    EXPECT_EQ(clip.tracks[2].node + clip.tracks[3].node, 5u) << "of both nodes that have the mesh";
    EXPECT_EQ(clip.tracks[3].values, (std::vector<float>{0, 0, 1, 0.5f}));
    ASSERT_EQ(clip.pointers.size(), 1u) << "one weight alone is a property";
    EXPECT_EQ(clip.pointers[0].pointer, "/nodes/2/weights/1");
    // The same as core channels say it.
    GltfWriter plain;
    plain.root["nodes"] = {json::object(), json::object()};
    const auto input = plain.add(std::vector<float>{0, 1}, "SCALAR");
    plain.clip(1, "translation", input, plain.add(std::vector<float>{0, 0, 0, 1, 2, 3}, "VEC3"));
    EXPECT_EQ(import_ok(plain).clips.at(0).tracks.at(0), clip.tracks[0]);
}

TEST(GltfPointer, WhatLeadsNowhereIsLeftOutWithAWarning) {
    for (const char* pointer :
         {"/materials/7/alphaCutoff", "/materials/-1/alphaCutoff", "/materials/00/alphaCutoff",
          "/asset/version", "/nodes/0/name/x", "/scene", "/materials/99999999999/alphaCutoff"}) {
        Pointers file;
        file.channel(pointer, {0, 1}, "SCALAR");
        Diagnostics diagnostics;
        const Asset asset = import_ok(file.glb(), &diagnostics);
        EXPECT_TRUE(asset.clips.at(0).pointers.empty()) << pointer;
        EXPECT_TRUE(warned(diagnostics, std::string(kPlace) + ".pointer", "leads nowhere"))
            << pointer;
    }
}

TEST(GltfPointer, FaultsAreNamed) {
    const auto fault = [](const char* pointer, const std::vector<float>& values, const char* type,
                          const char* interpolation = "LINEAR") {
        Pointers file;
        file.channel(pointer, values, type, interpolation);
        return import_error(file);
    };
    EXPECT_EQ(fault("materials", {0, 1}, "SCALAR").code, "gltf-pointer");
    EXPECT_EQ(fault("", {0, 1}, "SCALAR").code, "gltf-pointer");
    EXPECT_EQ(fault("/materials/0/a~2", {0, 1}, "SCALAR").code, "gltf-pointer");
    EXPECT_EQ(fault(kBaseColor, {0, 1}, "SCALAR").place, "animations[0].samplers[0].output");
    EXPECT_EQ(fault(kBaseColor, {0, 0, 0, 1}, "VEC4").place, "animations[0].samplers[0].output")
        << "one value for two keys";
    EXPECT_EQ(fault("/nodes/1/extensions/KHR_node_visibility/visible", {0, 1}, "SCALAR").place,
              "animations[0].samplers[0].output");
    Pointers twice;
    twice.channel(kBaseColor, {1, 0, 0, 1, 0, 1, 0, 1}, "VEC4");
    twice.channel(kBaseColor, {1, 0, 0, 1, 0, 1, 0, 1}, "VEC4");
    EXPECT_EQ(import_error(twice).place, "animations[0].channels[1].target");
    Pointers smooth;
    const auto input = smooth.add(std::vector<float>{0, 1}, "SCALAR");
    smooth.channel("/nodes/1/extensions/KHR_node_visibility/visible", input,
                   smooth.add(std::vector<std::uint8_t>{0, 1}, "SCALAR"));
    EXPECT_EQ(import_error(smooth).place, "animations[0].samplers[0].interpolation");
}

TEST(GltfPointer, WhatIsNotKnownIsTakenAsItIs) {
    Pointers file;
    file.channel("/materials/0/extensions/EXT_new/size", {1, 2, 3, 4}, "VEC2");
    Diagnostics diagnostics;
    const Asset asset = import_ok(file.glb(), &diagnostics);
    ASSERT_EQ(asset.clips.at(0).pointers.size(), 1u);
    EXPECT_EQ(asset.clips[0].pointers[0].kind, PointerKind::vec2);
    EXPECT_TRUE(warned(diagnostics, "animations[0].samplers[0].output", "is not known"));
}

TEST(GltfPointer, ManyNodesOfOneMeshStayWithinTheBudget) {
    Pointers file;
    const auto positions = file.add(std::vector<float>(9, 0.0f), "VEC3");
    json& primitive = file.mesh({{"POSITION", positions}});
    primitive["targets"] = json::array();
    primitive["targets"].push_back(json::object());
    for (int i = 0; i < 1500; ++i)
        file.root["nodes"].push_back({{"mesh", 0}});
    std::vector<float> times, values;
    for (int i = 0; i < 20000; ++i) {
        times.push_back(static_cast<float>(i));
        values.push_back(0.5f);
    }
    file.channel("/meshes/0/weights", file.add(times, "SCALAR"), file.add(values, "SCALAR"));
    EXPECT_NE(import_error(file).cause.find("more"), std::string::npos);
}

TEST(GltfPointer, ExportBringsItBack) {
    Pointers file;
    file.channel(kBaseColor, {1, 0, 0, 1, 0, 1, 0, 1}, "VEC4");
    file.channel("/cameras/0/perspective/yfov", {0, 0.5f, 0, 0, 1, 0}, "SCALAR", "CUBICSPLINE");
    const auto input = file.add(std::vector<float>{0, 1.0f / 3.0f}, "SCALAR");
    file.channel("/nodes/1/extensions/KHR_node_visibility/visible", input,
                 file.add(std::vector<std::uint8_t>{0, 1}, "SCALAR"), "STEP");
    Asset asset = import_ok(file);
    ASSERT_EQ(asset.clips.at(0).pointers.size(), 3u);
    const auto bytes = export_glb(asset);
    ASSERT_TRUE(bytes);
    EXPECT_EQ(import_ok(*bytes), asset);
    Pointers lamp;
    lamp.channel("/extensions/KHR_lights_punctual/lights/0/intensity", {1, 2}, "SCALAR");
    asset = import_ok(lamp);
    EXPECT_FALSE(is_exported(asset.clips.at(0).pointers.at(0)));
    const auto without = export_glb(asset);
    ASSERT_TRUE(without);
    const Asset back = import_ok(*without);
    EXPECT_TRUE(back.clips.at(0).pointers.empty()) << "an asset holds no lights";
    EXPECT_EQ(back.clips[0].duration, asset.clips[0].duration);
}

struct InDocument : ::testing::Test {
    std::unique_ptr<Document> document = new_document({.id_seed = 5});

    RigImport take(const Asset& asset, const char* hash = "0000000000000001") {
        Diagnostics diagnostics;
        const auto done =
            import_rig(*document, asset, {"lamp.glb", hash, "gltf", "Lamp", ""}, diagnostics);
        EXPECT_TRUE(done);
        return *done;
    }
    const doc::AnimationTimeline& timeline(std::size_t i = 0) const {
        return content(*document).library().timelines()[i];
    }
};

TEST_F(InDocument, PointersBecomeATimelineThatPlays) {
    Pointers file;
    file.channel(kBaseColor, {1, 0, 0, 1, 0, 1, 0, 1}, "VEC4");
    // At 1 s: value 2, and before it a slope of 6 a second.
    file.channel("/extensions/KHR_lights_punctual/lights/0/intensity", {0, 0, 0, 6, 2, 0}, "SCALAR",
                 "CUBICSPLINE");
    const Asset asset = import_ok(file);
    take(asset);
    ASSERT_EQ(content(*document).library().timelines().size(), 1u);
    EXPECT_EQ(timeline().name(), "Glow");
    EXPECT_EQ(timeline().duration(), 30);
    EXPECT_EQ(timeline().tracks().size(), 2u);
    EXPECT_TRUE(content(*document).scene().entities()[0].components().size() >= 2);
    for (const Object& component : content(*document).scene().entities()[0].components()) {
        if (const auto* rig = object_cast<doc::Rig>(&component)) {
            EXPECT_TRUE(rig->clips().empty()) << "nothing moves a node";
        }
    }
    Diagnostics faults;
    validate(*document, faults);
    for (const Fault& fault : faults.faults())
        ADD_FAILURE() << fault.path << ": " << fault.message;
    LiveTimelines live(*document);
    const auto half = sample_timeline(live, timeline().id(), 15);
    ASSERT_TRUE(half);
    ASSERT_EQ(half->size(), 2u);
    EXPECT_EQ((*half)[0].target, "Skin");
    const Value::Tuple color = *(*half)[0].value.as_tuple();
    EXPECT_FLOAT_EQ(color.v[0], 0.5f);
    EXPECT_FLOAT_EQ(color.v[1], 0.5f);
    // Hermite by hand: h01 * 2 + h11 * 6 at t = 1/2.
    EXPECT_NEAR(*(*half)[1].value.as_number(), 0.5 * 2.0 - 0.125 * 6.0, 1e-6);
    const doc::StateMachine& machine = content(*document).library().machines()[0].machine();
    EXPECT_EQ(machine.layers()[0].graph().states()[0].kind(), doc::StateKind::timeline);
}

TEST_F(InDocument, NodesAndPointersTogetherAreAClipAndATimelineInStep) {
    Pointers file;
    file.channel("/nodes/1/translation", {0, 0, 0, 1, 2, 3}, "VEC3");
    file.channel(kBaseColor, {1, 0, 0, 1, 0, 1, 0, 1}, "VEC4");
    const Asset asset = import_ok(file);
    take(asset);
    const doc::StateMachine& machine = content(*document).library().machines()[0].machine();
    ASSERT_EQ(machine.layers().size(), 2u);
    EXPECT_EQ(machine.layers()[1].sync_layer(), machine.layers()[0].id());
    EXPECT_EQ(machine.layers()[1].synced_motions()[0].motion(), timeline().id());
    EXPECT_EQ(machine.layers()[0].graph().states()[0].kind(), doc::StateKind::clip);
    Diagnostics faults;
    const BakeAsset sources[] = {{content(*document).sources()[0].id(), &asset}};
    const auto baked = bake(*document, sources, faults);
    for (const Fault& fault : faults.faults())
        ADD_FAILURE() << fault.path << ": " << fault.message;
    EXPECT_TRUE(baked);
}

TEST_F(InDocument, AgainFollowsTheFileAndKeepsTheRest) {
    Pointers file;
    file.channel(kBaseColor, {1, 0, 0, 1, 0, 1, 0, 1}, "VEC4");
    take(import_ok(file));
    const std::string before = write_document(*document);
    take(import_ok(file));
    EXPECT_EQ(write_document(*document), before) << "the same file changes nothing";
    auto change = document->begin_change(timeline(), "Marker");
    change.markers_append().set_name("mine");
    ASSERT_TRUE(change.commit());
    Pointers other;
    other.channel(kBaseColor, {0, 0, 0, 1, 1, 1, 1, 1}, "VEC4");
    other.channel("/materials/0/alphaCutoff", {0, 1}, "SCALAR");
    take(import_ok(other), "0000000000000002");
    ASSERT_EQ(content(*document).library().timelines().size(), 1u);
    EXPECT_EQ(timeline().markers().size(), 1u);
    ASSERT_EQ(timeline().tracks().size(), 2u);
    EXPECT_EQ(timeline().tracks()[0].keys()[0].value().as_tuple()->v[0], 0.0f);
    EXPECT_EQ(content(*document).scene().entities().size(), 2u) << "the material is one entity";
}

TEST_F(InDocument, TimesOffTheFramesKeepTheirTicks) {
    Pointers file;
    const auto input = file.add(std::vector<float>{0, 0.1234567f, 0.77f}, "SCALAR");
    file.channel("/materials/0/alphaCutoff", input,
                 file.add(std::vector<float>{0, 1, 0}, "SCALAR"));
    const Asset asset = import_ok(file);
    take(asset);
    EXPECT_EQ(timeline().key_rate(), static_cast<std::uint32_t>(kTicksPerSecond));
    EXPECT_EQ(timeline().tracks()[0].keys()[1].frame(),
              asset.clips.at(0).pointers.at(0).times.at(1).value);
    LiveTimelines live(*document);
    ASSERT_TRUE(live.refresh());
    const WorkArea area = work_area(live.set().timelines.timelines[0]);
    EXPECT_NEAR(static_cast<double>(area.length.value),
                static_cast<double>(pointer_length(asset.clips[0]).value), 100.0)
        << "as long as the file says, to a fraction of a microsecond";
}

}  // namespace
}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/import/vrm/vrm.h>

#include <motus/document/file.h>
#include <motus/document/model_change.h>
#include <motus/document/new_document.h>
#include <motus/import/rig/model_source.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

std::string file_with(const std::string& extension) {
    return R"({"asset":{"version":"2.0"},"nodes":[{"name":"Root","children":[1]},{"children":[2]},)"
           R"({"name":"Head"}],"scenes":[{"nodes":[0]}],"extensions":{)" +
           extension + "}}";
}

const std::string kVrm1 = R"("VRMC_vrm":{"specVersion":"1.0","humanoid":{"humanBones":{
    "hips":{"node":1},"head":{"node":2},"jaw":{"node":9},"leftEye":{}}},
    "lookAt":{"type":"bone","offsetFromHeadBone":[0,0.06,0]},
    "expressions":{"preset":{"happy":{"isBinary":false}},"custom":{"wink":{"isBinary":true}}}})";
const std::string kVrm0 = R"("VRM":{"specVersion":"0.0","humanoid":{"humanBones":[
    {"bone":"hips","node":1},{"bone":"leftThumbProximal","node":2},{"node":0},
    {"bone":"rightThumbIntermediate","node":2}]},
    "firstPerson":{"lookAtTypeName":"Bone"},"blendShapeMaster":{"blendShapeGroups":[
    {"name":"Joy","presetName":"joy","binds":[]},{"name":"Smirk","presetName":"unknown"}]}})";

struct Model {
    Diagnostics diagnostics;
    Result<ImportedModel> read;
    explicit Model(const std::string& text, const char* path = "a.vrm")
        : read(import_model(path, bytes_of(text), {}, diagnostics)) {}
    const VrmInfo& vrm() const { return *read->vrm; }
};

TEST(Vrm, VersionOne) {
    const Model model(file_with(kVrm1));
    ASSERT_TRUE(model.read);
    const VrmInfo& vrm = model.vrm();
    EXPECT_EQ((std::pair{vrm.extension, vrm.version}),
              (std::pair<std::string, std::string>{"VRMC_vrm", "1.0"}));
    EXPECT_EQ(vrm.bones, (std::vector<VrmBone>{{"head", 2}, {"hips", 1}}));
    EXPECT_EQ(vrm.look_at, R"({"offsetFromHeadBone":[0,0.06,0],"type":"bone"})");
    EXPECT_EQ(vrm.expressions,
              (std::vector<VrmExpression>{{"happy", true, R"({"isBinary":false})"},
                                          {"wink", false, R"({"isBinary":true})"}}));
    // A node without a name is called as its bone, others keep theirs.
    EXPECT_EQ(model.read->asset.nodes[1].name, "hips");
    EXPECT_EQ(model.read->asset.nodes[2].name, "Head");
    ASSERT_EQ(model.diagnostics.faults().size(), 2u);
    EXPECT_EQ(model.diagnostics.faults()[0].path, "extensions.VRMC_vrm.humanoid.humanBones.jaw");
}

TEST(Vrm, VersionZero) {
    const Model model(file_with(kVrm0));
    ASSERT_TRUE(model.read);
    const VrmInfo& vrm = model.vrm();
    EXPECT_EQ(vrm.extension, "VRM");
    EXPECT_EQ(vrm.bones, (std::vector<VrmBone>{
                             {"hips", 1}, {"leftThumbMetacarpal", 2}, {"rightThumbProximal", 2}}));
    EXPECT_EQ(vrm.look_at, R"({"lookAtTypeName":"Bone"})");
    ASSERT_EQ(vrm.expressions.size(), 2u);
    EXPECT_EQ(vrm.expressions[0].name, "joy");
    EXPECT_TRUE(vrm.expressions[0].is_preset);
    EXPECT_EQ(vrm.expressions[1].name, "Smirk");
    EXPECT_FALSE(vrm.expressions[1].is_preset);
    ASSERT_EQ(model.diagnostics.faults().size(), 1u);
    EXPECT_EQ(model.diagnostics.faults()[0].path, "extensions.VRM.humanoid.humanBones[2]");
}

TEST(Vrm, WhatIsWrongIsAWarning) {
    for (const char* extension : {R"("VRMC_vrm":7)", R"("VRM":{"humanoid":[]})", "",
                                  R"("VRMC_vrm_animation":{"humanoid":{"humanBones":[1]}})",
                                  R"("VRMC_vrm":{"humanoid":{"humanBones":{"hips":{"node":-1}}}})",
                                  R"("VRMC_vrm":{"humanoid":{"humanBones":{"hips":{"node":1.5}}}})",
                                  R"("VRM":{"humanoid":{"humanBones":[[],7,null]}})"}) {
        const Model model(file_with(extension));
        ASSERT_TRUE(model.read) << extension;
        EXPECT_TRUE(model.vrm().bones.empty());
        EXPECT_FALSE(model.diagnostics.faults().empty()) << extension;
        EXPECT_FALSE(model.diagnostics.has_errors());
    }
    EXPECT_FALSE(Model(file_with(kVrm1), "a.glb").read->vrm);
}

TEST(Vrm, EveryPrefixIsRefused) {
    const std::string text = file_with(kVrm1);
    for (std::size_t size = 0; size < text.size(); ++size) {
        const std::vector<char> cut(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size));
        Diagnostics diagnostics;
        EXPECT_FALSE(read_vrm(std::as_bytes(std::span(cut)), 3, diagnostics));
    }
}

const doc::Annotation* note_named(const Document& document, const char* name) {
    const doc::Annotation* found = nullptr;
    for (const doc::Annotation& note : content(document).scene().entities()[0].annotations())
        if (note.name() == name) found = &note;
    return found;
}

TEST(Vrm, ADocumentKeepsIt) {
    auto document = new_document();
    for (const std::string& extension : {kVrm1, kVrm0, kVrm1}) {
        const Model model(file_with(extension));
        RigSource source{"a.vrm", "", "vrm", "a", ""};
        keep_of_model(*model.read, source);
        Diagnostics diagnostics;
        ASSERT_TRUE(import_rig(*document, model.read->asset, source, diagnostics));
        EXPECT_EQ(content(*document).scene().entities()[0].annotations().size(), 3u);
    }
    Diagnostics diagnostics;
    const auto again = read_document(write_document(*document), diagnostics);
    ASSERT_TRUE(again);
    const doc::Annotation* humanoid = note_named(**again, "Humanoid");
    ASSERT_NE(humanoid, nullptr);
    EXPECT_EQ(humanoid->source(), "vrm");
    ASSERT_EQ(humanoid->fields().size(), 4u);
    EXPECT_EQ(humanoid->fields()[0].value(), Value("VRMC_vrm"));
    EXPECT_EQ(humanoid->fields()[2].name(), "head");
    EXPECT_EQ(humanoid->fields()[2].value(), Value("Root/hips/Head"));
    ASSERT_NE(note_named(**again, "Look-at"), nullptr);
    ASSERT_NE(note_named(**again, "Expressions"), nullptr);
    EXPECT_EQ(note_named(**again, "Expressions")->fields()[1].name(), "wink");
}

}  // namespace
}  // namespace motus

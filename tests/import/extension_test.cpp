// Extensions that a file requires and the importer does not read.
// SPDX-License-Identifier: MIT
#include <tests/import/gltf_writer.h>

namespace motus {
namespace {

using test::GltfWriter;
using test::import_error;
using test::import_ok;
using test::json;
using test::warned;

GltfWriter file_that_needs(const std::string& name) {
    GltfWriter writer;
    const auto positions = writer.add(std::vector<float>{0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
    writer.mesh({{"POSITION", positions}})["material"] = 0;
    writer.root["materials"] = json::array({{{"name", "skin"}}});
    writer.root["textures"] = json::array({json::object()});
    writer.root["extensionsRequired"] = json::array({name});
    writer.root["extensionsUsed"] = json::array({name});
    return writer;
}

TEST(GltfExtension, WhatCannotMoveAnythingIsAWarning) {
    for (const char* name : {"KHR_texture_basisu", "EXT_texture_webp", "KHR_materials_specular",
                             "KHR_materials_variants", "KHR_lights_punctual", "KHR_xmp_json_ld",
                             "EXT_structural_metadata"}) {
        GltfWriter writer = file_that_needs(name);
        writer.root["extensions"][name] = json::object();
        writer.root["nodes"][0]["extensions"][name] = json::object();
        Diagnostics diagnostics;
        EXPECT_EQ(import_ok(writer, &diagnostics).meshes.size(), 1u) << name;
        EXPECT_TRUE(warned(diagnostics, "extensionsRequired[0]", name));
        EXPECT_EQ(diagnostics.faults().size(), 1u) << "one warning, not two";
    }
}

TEST(GltfExtension, AnUnknownOneIsJudgedByWhereItStands) {
    const char* name = "ACME_glitter";
    for (const char* list : {"materials", "textures"}) {
        GltfWriter writer = file_that_needs(name);
        writer.root[list][0]["extensions"][name] = {{"size", 3}};
        Diagnostics diagnostics;
        import_ok(writer, &diagnostics);
        EXPECT_TRUE(warned(diagnostics, "extensionsRequired[0]", name)) << list;
    }
    // Deep inside a material, too.
    GltfWriter deep = file_that_needs(name);
    deep.root["materials"][0]["normalTexture"] = {{"index", 0}};
    deep.root["materials"][0]["normalTexture"]["extensions"][name] = json::object();
    import_ok(deep);
    // Extras are other people's: nothing in them is an extension of the file.
    deep.root["nodes"][0]["extras"]["extensions"][name] = json::object();
    import_ok(deep);
}

TEST(GltfExtension, WhatMayMoveSomethingIsRefused) {
    const auto refused = [](GltfWriter writer, const char* what) {
        const Error error = import_error(writer);
        EXPECT_EQ(error.place, "extensionsRequired[0]");
        EXPECT_NE(error.cause.find(what), std::string::npos) << error.cause;
    };
    GltfWriter writer = file_that_needs("EXT_mesh_gpu_instancing");
    writer.root["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"] = json::object();
    refused(writer, "may change nodes");
    writer = file_that_needs("ACME_bend");
    writer.root["materials"][0]["extensions"]["ACME_bend"] = json::object();
    writer.root["meshes"][0]["primitives"][0]["extensions"]["ACME_bend"] = json::object();
    refused(writer, "may change meshes");
    writer = file_that_needs("ACME_units");
    writer.root["extensions"]["ACME_units"] = {{"inches", true}};
    refused(writer, "may change the file");
    // On nothing: it may change how the rest is to be read, as KHR_mesh_quantization does.
    refused(file_that_needs("XX_unknown"), "may change the file");
}

}  // namespace
}  // namespace motus

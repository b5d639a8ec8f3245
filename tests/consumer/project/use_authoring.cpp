// A tool's first lines: a scene as values, turned into what the runtime plays; and a document with
// a component of the tool's own.
#include <motus/asset/asset.h>
#include <motus/asset/asset_rig.h>
#include <motus/document/file.h>
#include <motus/document/model_change.h>
#include <motus/mygame/glow_change.h>

#include <cstdio>

namespace {

bool glow_is_saved() {
    static const motus::Schema schema =
        motus::Schema().add(motus::doc::schema_types()).add(mygame::schema_types());
    const auto document = motus::new_document({}, schema);
    auto change = document->begin_change(motus::content(*document).scene(), "Add glow");
    change.entities_append().components_append<mygame::Glow>().set_strength(0.5f);
    if (!change.commit()) return false;
    const std::string text = write_document(*document);
    motus::Diagnostics diagnostics;
    const auto again = motus::read_document(text, diagnostics, {}, schema);
    return again && write_document(**again) == text &&
           text.find("\"strength\": 0.5") != std::string::npos;
}

}  // namespace

int main() {
    motus::Asset asset;
    asset.nodes.push_back({.name = "child", .parent = 1});
    asset.nodes.push_back({.name = "root"});

    const auto rig = motus::make_rig(asset);
    if (!rig) return 1;
    const motus::Skeleton skeleton = rig->skeleton;
    if (skeleton.joint_count() != 2) return 2;
    if (skeleton.of_source[1] != 0 || skeleton.of_source[0] != 1) return 3;

    if (!glow_is_saved()) return 4;

    std::puts("consumer of motus::authoring: ok");
    return 0;
}

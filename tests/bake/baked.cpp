// SPDX-License-Identifier: MIT
#include "baked.h"

#include <motus/document/model_change.h>

#include <map>

namespace motus::test {

std::unique_ptr<Document> document_of(const Asset& asset) {
    std::unique_ptr<Document> document = new_document();
    auto change = document->begin_change(content(*document), "Asset");
    auto source = change.sources_append();
    source.set_path("asset.glb").set_importer("gltf");
    auto library = change.library_change();
    auto entity = change.scene_change().entities_append();
    entity.set_name("Asset");
    auto rig = entity.components_append<doc::Rig>();
    rig.set_source(source.object().id());
    std::map<std::string, std::uint64_t> events;
    for (std::uint32_t i = 0; i < asset.clips.size(); ++i) {
        const AssetClip& clip = asset.clips[i];
        auto item = rig.clips_append();
        item.set_name(clip.name).set_source(source.object().id()).set_source_clip(clip.name);
        item.set_source_index(i).set_loop(clip.loop).set_root_motion(clip.root_motion);
        item.set_length_s(static_cast<float>(seconds_of(clip.duration)));
        for (const AssetEvent& event : clip.events) {
            std::uint64_t& id = events[event.name];
            if (id == 0) {
                auto made = library.events_append();
                made.set_name(event.name);
                id = made.object().id();
            }
            item.events_append().set_event(id).set_time_s(
                static_cast<float>(seconds_of(event.time)));
        }
    }
    if (!change.commit()) return nullptr;
    return document;
}

Asset curves_asset() {
    Asset asset;
    asset.nodes.resize(2);
    asset.nodes[0].name = "Root";
    asset.nodes[1].name = "Arm";
    asset.nodes[1].parent = 0;
    AssetClip& clip = asset.clips.emplace_back();
    clip.name = "Curves";
    const auto times = [](std::initializer_list<double> seconds) {
        std::vector<Ticks> out;
        for (const double second : seconds)
            out.push_back(ticks_of_seconds(second));
        return out;
    };
    clip.tracks.push_back({0,
                           TrackKind::translation,
                           Interpolation::step,
                           times({0, 0.5, 1, 1.5}),
                           {1, 0, 0, 2, 0, 0, 3, 1, 0, 4, 0, 1}});
    clip.tracks.push_back({0,
                           TrackKind::rotation,
                           Interpolation::linear,
                           times({0, 1.2, 2}),
                           {0, 0, 0, 1, 0, 0.6f, 0, 0.8f, 0.8f, 0, 0, 0.6f}});
    clip.tracks.push_back(
        {1,
         TrackKind::translation,
         Interpolation::cubic_spline,
         times({0, 1.25, 2}),
         {0, 0, 0, 1, 2, 3, 2, -1, 0, 1, 1, 1, 0, 4, 2, 1, 1, 1, 3, 0, 0, 5, 1, 1, 0, -1, 0}});
    clip.tracks.push_back(
        {1,
         TrackKind::rotation,
         Interpolation::cubic_spline,
         times({0.25, 0.5}),
         {0, 0, 0, 0, 0, 0, 0, 1, 0.5f, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}});
    clip.duration = ticks_of_seconds(2.0);
    return asset;
}

AlignedBytes small_file() {
    Asset asset = curves_asset();
    asset.nodes[1].mesh = 0;
    asset.meshes.emplace_back().weights = {0.5f, 0.0f};
    asset.skins.push_back({"skin", kNone, {1, 0}, {Mat34{}, Mat34{}}});
    asset.clips[0].tracks.push_back(
        {1, TrackKind::weights, Interpolation::linear, {{0}, {kTicksPerSecond}}, {0, 1, 1, 0}});
    asset.clips[0].events.push_back({{kTicksPerSecond}, "step"});
    const auto document = document_of(asset);
    auto change = document->begin_change(content(*document));
    auto mask = change.library_change().masks_append();
    mask.set_name("mask").entries_append().set_path("Root/Arm").set_weight(0.5f);
    if (!change.commit()) return {};
    return std::move(bake_document(*document, asset).bytes);
}

std::string Baked::why() const {
    if (!diagnostics.has_errors()) return to_string(fault.part);
    return to_string(diagnostics.first_error());
}

Baked bake_document(const Document& document, const Asset& asset) {
    Baked out;
    std::vector<BakeAsset> assets;
    for (const doc::Source& source : content(document).sources())
        assets.push_back({source.id(), &asset});
    Result<AlignedBytes> bytes = bake(document, assets, out.diagnostics);
    if (!bytes) return out;
    out.bytes = *std::move(bytes);
    out.status = open_baked(out.bytes, out.file, &out.fault);
    return out;
}

Baked bake_asset(const Asset& asset) {
    return bake_document(*document_of(asset), asset);
}

}  // namespace motus::test

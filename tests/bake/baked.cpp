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

Asset small_asset() {
    Asset asset = curves_asset();
    asset.nodes[1].mesh = 0;
    asset.meshes.emplace_back().weights = {0.5f, 0.0f};
    asset.skins.push_back({"skin", kNone, {1, 0}, {Mat34{}, Mat34{}}});
    asset.clips[0].tracks.push_back(
        {1, TrackKind::weights, Interpolation::linear, {{0}, {kTicksPerSecond}}, {0, 1, 1, 0}});
    asset.clips[0].events.push_back({{kTicksPerSecond}, "step"});
    return asset;
}

namespace {

/// Two layers, a sub-machine, a blend, a curve, an any-state transition, events of a state.
void add_machine(doc::AnimationLibraryChange& library, std::uint64_t clip, std::uint64_t timeline,
                 std::uint64_t mask, std::uint64_t event) {
    auto definition = library.machines_append();
    definition.set_name("machine");
    auto speed = definition.variables_append();
    speed.set_name("speed");
    auto hit = definition.variables_append();
    hit.set_name("hit").set_kind(doc::VariableKind::trigger);
    auto mode = definition.variables_append();
    mode.set_name("mode").set_kind(doc::VariableKind::enum_);
    mode.choices_append().set_name("calm").set_value(0);
    mode.choices_append().set_name("wild").set_value(3);
    auto machine = definition.machine_change();
    auto base = machine.layers_append();
    base.set_name("base").set_machine(definition.object().id());
    auto graph = base.graph_change();
    auto still = graph.states_append();
    still.set_name("still").set_kind(doc::StateKind::clip).set_motion(clip);
    still.events_append().set_event(event);
    auto blend = graph.states_append();
    blend.set_name("blend").set_kind(doc::StateKind::blend_1d);
    blend.set_variable_x(speed.object().id());
    blend.children_append().set_threshold(0.0f).set_motion(clip);
    blend.children_append().set_threshold(1.0f).set_motion(timeline).set_time_scale(2.0f);
    auto inner = graph.states_append();
    inner.set_name("inner").set_kind(doc::StateKind::sub_machine);
    auto below = inner.graph_make();
    auto deep = below.states_append();
    deep.set_name("deep").set_kind(doc::StateKind::timeline).set_motion(timeline);
    below.set_entry(deep.object().id());
    auto leave = below.transitions_append();
    leave.set_from(deep.object().id()).set_to_kind(doc::TransitionTo::exit);
    leave.set_has_exit_time(true).set_exit_time(0.5f);
    graph.set_entry(still.object().id());
    auto go = graph.transitions_append();
    go.set_from(still.object().id()).set_to(blend.object().id()).set_duration(0.5f);
    go.conditions_append()
        .set_variable(speed.object().id())
        .set_op(doc::ConditionOperator::greater)
        .set_compare_value(0.25f);
    auto curve = go.curve_make();
    curve.keys_append().set_time(0.0f).set_value(1.0f).set_out_tangent(-0.5f);
    curve.keys_append().set_time(1.0f).set_value(0.0f).set_in_tangent(-2.0f);
    auto any = graph.transitions_append();
    any.set_from_kind(doc::TransitionFrom::any).set_to_kind(doc::TransitionTo::machine);
    any.set_to(inner.object().id());
    any.conditions_append().set_variable(hit.object().id());
    auto back = graph.transitions_append();
    back.set_from_kind(doc::TransitionFrom::machine).set_from(inner.object().id());
    back.set_to(still.object().id());
    auto upper = machine.layers_append();
    upper.set_name("upper").set_machine(definition.object().id()).set_mask(mask);
    upper.set_blending(doc::LayerBlending::additive).set_weight(0.5f);
    auto top = upper.graph_change().states_append();
    top.set_name("top").set_kind(doc::StateKind::clip).set_motion(clip);
    upper.graph_change().set_entry(top.object().id());
}

std::uint64_t add_timeline(doc::AnimationLibraryChange& library, const doc::Entity& entity,
                           std::uint64_t event) {
    auto timeline = library.timelines_append();
    timeline.set_name("fade").set_duration(30);
    auto track = timeline.tracks_append();
    const auto& fill = doc::Fill::static_type();
    track.binding_change()
        .set_target(entity.id())
        .set_component(fill.number)
        .set_property(std::uint32_t{fill.number} << 16 | doc::Fill::kOpacity)
        .set_property_kind(doc::ValueKind::number);
    track.keys_append().set_frame(0).set_value(1.0f);
    track.keys_append().set_frame(20).set_value(0.25f);
    timeline.events_append().set_frame(10).set_event(event);
    timeline.markers_append().set_frame(5).set_name("mark");
    return timeline.object().id();
}

}  // namespace

std::unique_ptr<Document> small_document(const Asset& asset) {
    std::unique_ptr<Document> document = document_of(asset);
    auto change = document->begin_change(content(*document));
    auto library = change.library_change();
    auto scene = change.scene_change();
    auto card = scene.entities_append();
    card.set_name("card");
    card.components_append<doc::Fill>().set_opacity(0.75f);
    auto mask = library.masks_append();
    mask.set_name("mask").entries_append().set_path("Root/Arm").set_weight(0.5f);
    const auto& rig =
        static_cast<const doc::Rig&>(content(*document).scene().entities()[0].components()[0]);
    {
        // As the golden file has it, whatever is usual later.
        auto exact = document->begin_change(rig);
        exact.set_packed(doc::PackedKind::exact);
        exact.clips_change(0).set_packed(doc::ClipPacking::exact).markers_append().set_name("m");
    }
    const std::uint64_t event = content(*document).library().events()[0].id();
    const std::uint64_t timeline = add_timeline(library, card.object(), event);
    add_machine(library, rig.clips()[0].id(), timeline, mask.object().id(), event);
    if (!change.commit()) return nullptr;
    return document;
}

AlignedBytes small_file() {
    const Asset asset = small_asset();
    Baked baked = bake_document(*small_document(asset), asset);
    if (!baked.ok()) return {};
    return std::move(baked.bytes);
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

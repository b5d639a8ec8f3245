// SPDX-License-Identifier: MIT
#include "render_cast.h"

#include "report.h"

#include <motus/document/new_document.h>
#include <motus/import/rig/rig_import.h>

namespace motus::bench {
namespace {

Result<LoweredMachines> lower(const Asset& asset) {
    Diagnostics diagnostics;
    const auto document = new_document();
    const auto imported =
        import_rig(*document, asset, {"crowd", "", "scene", "crowd", ""}, diagnostics);
    if (!imported) return imported.error();
    const auto records = make_records(*document);
    if (!records) return records.error();
    LoweredMachines machines = lower_machines(*document, *records, diagnostics);
    if (diagnostics.has_errors()) return diagnostics.first_error();
    for (const AssetClip& clip : asset.clips)
        machines.add_motion(MotionKind::clip, clip.duration, clip.loop, {}, {});
    return machines;
}

}  // namespace

Result<std::unique_ptr<RenderCast>> RenderCast::make(const Asset& asset, const AssetRig& rig,
                                                     std::uint32_t count) {
    if (rig.skins.size() != 1) return Error{"bench", asset.clips[0].name, "needs one skin"};
    std::unique_ptr<RenderCast> cast(new RenderCast);
    cast->count_ = count;
    auto machines = lower(asset);
    if (!machines) return machines.error();
    cast->machines_ = std::move(*machines);
    must(read_machine(cast->machines_.tables(), 0, cast->graph_));
    cast->stride_ = instance_size(cast->graph_);
    cast->instances_.resize(count * cast->stride_ / 8);
    const auto bytes = std::as_writable_bytes(std::span(cast->instances_));
    for (std::size_t i = 0; i < count; ++i)
        must(start(cast->graph_, bytes.subspan(i * cast->stride_, cast->stride_)));
    const PlaylistLimits limits = playlist_limits(cast->graph_);
    cast->tick_items_.resize(limits.items);
    cast->tick_layers_.resize(limits.layers);
    cast->tick_events_.resize(64);

    const Skeleton skeleton = rig.skeleton.view();
    const std::vector<Skin> skins(rig.skins.begin(), rig.skins.end());
    const std::vector<Clip> exact(rig.clips.begin(), rig.clips.end());
    auto crowd = build_rig({.skeleton = skeleton, .clips = exact, .skins = skins});
    if (!crowd) return crowd.error();
    cast->rig_ = std::make_unique<RigBuffer>(std::move(*crowd));
    for (const Clip& clip : exact) {
        auto packed =
            pack_fast(skeleton, clip, {settings_for(skeleton), cast->rig_->view().plan->space});
        if (!packed) return packed.error();
        cast->packed_.push_back(std::move(*packed));
    }
    for (const PackedClipBuffer& packed : cast->packed_)
        cast->clips_.push_back(packed.view());
    cast->scratch_ = std::make_unique<CrowdScratch>(cast->rig_->view());
    cast->items_.reserve(count * std::size_t{kMaxCrowdItems});
    cast->characters_.resize(count);
    cast->palettes_.resize(count * palette_size(cast->rig_->view()));
    cast->weights_.resize(count * skeleton.rest_weights.size());
    cast->palette_view_ = cast->palettes_;
    cast->decide(0);
    cast->evaluate();
    return cast;
}

void RenderCast::decide(std::uint32_t frame) {
    const auto bytes = std::as_writable_bytes(std::span(instances_));
    for (std::uint32_t i = 0; i < count_; ++i) {
        // Every 80 frames, each at a time of its own: about a sixth of them are in a transition.
        if ((frame + i * 37) % 80 != 0 || graph_.variables.empty()) continue;
        const std::uint32_t told =
            (i + frame / 80) % static_cast<std::uint32_t>(graph_.variables.size());
        must(set_trigger(graph_, bytes.subspan(i * stride_, stride_), told));
    }
    items_.clear();
    const TickScratch scratch{tick_items_, tick_layers_, tick_events_};
    TickAllJob job;
    job.graph = graph_;
    job.instances = bytes;
    job.dt_s = 1.0f / 60.0f;
    job.scratch = {&scratch, 1};
    job.user = this;
    job.visit = [](void* user, const TickResult& result) {
        auto& self = *static_cast<RenderCast*>(user);
        CrowdCharacter& character = self.characters_[result.index];
        character.first = static_cast<std::uint32_t>(self.items_.size());
        for (std::uint32_t i = 0; i < result.playlist->item_count; ++i) {
            const PlaylistItem& item = result.playlist->items[i];
            if (!item.passed) self.items_.push_back({item.to, item.source, item.weight});
        }
        character.count = static_cast<std::uint32_t>(self.items_.size()) - character.first;
    };
    must(run(job));
}

void RenderCast::evaluate() {
    const std::span<float> scratch = scratch_->floats();
    CrowdFrameJob job;
    job.rig = rig_->view();
    job.rig.clips = clips_;
    job.items = items_;
    job.characters = characters_;
    job.palettes = palettes_;
    job.weights = weights_;
    job.scratch = {&scratch, 1};
    must(run(job));
}

render::PoseSet RenderCast::poses() const noexcept {
    return {count_, {}, {&palette_view_, 1}, weights_};
}

std::uint32_t RenderCast::items() const noexcept {
    return static_cast<std::uint32_t>(items_.size());
}

}  // namespace motus::bench

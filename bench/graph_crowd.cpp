// SPDX-License-Identifier: MIT
#include "graph_crowd.h"

#include "report.h"

#include <algorithm>
#include <string_view>

namespace motus::bench {
namespace {

constexpr float kDt = 1.0f / 60.0f;
constexpr std::uint32_t kPeriod = 120;  // frames: 2 s

std::uint32_t find_clip(const Asset& asset, std::string_view name) {
    for (std::uint32_t i = 0; i < asset.clips.size(); ++i)
        if (asset.clips[i].name == name) return i;
    return 0;
}

}  // namespace

Result<std::unique_ptr<GraphCrowd>> GraphCrowd::make(const Asset& asset, const char* still,
                                                     const char* slow, const char* fast,
                                                     const char* shot, std::uint32_t count,
                                                     std::uint32_t workers) {
    std::unique_ptr<GraphCrowd> crowd(new GraphCrowd);
    crowd->count_ = count;
    crowd->builder_ = std::make_unique<test::MachineBuilder>();
    test::MachineBuilder& b = *crowd->builder_;
    for (const AssetClip& clip : asset.clips)
        b.clip(static_cast<float>(seconds_of(clip.duration)), true);
    crowd->speed_ = b.variable("speed", record::VariableKind::float_);
    crowd->stop_ = b.variable("stop", record::VariableKind::bool_);
    crowd->shot_ = find_clip(asset, shot);
    const std::uint32_t move = b.blend("Move", record::StateKind::blend_1d, crowd->speed_);
    b.child(move, find_clip(asset, slow), 0.0f);
    b.child(move, find_clip(asset, fast), 1.0f);
    const std::uint32_t stand = b.state("Stand", find_clip(asset, still));
    b.from_state(move, stand).when(crowd->stop_, test::Op::is_true).lasts(0.15f);
    b.from_state(stand, move).when(crowd->stop_, test::Op::is_false).lasts(0.15f);
    crowd->graph_ = b.build();
    crowd->graph_.shape = shape_of(crowd->graph_);
    crowd->stride_ = instance_size(crowd->graph_);
    crowd->instances_.resize(count * crowd->stride_ / 8);
    const auto bytes = std::as_writable_bytes(std::span(crowd->instances_));
    for (std::size_t i = 0; i < count; ++i)
        must(start(crowd->graph_, bytes.subspan(i * crowd->stride_, crowd->stride_)));
    crowd->minds_.resize(count);
    const PlaylistLimits limits = playlist_limits(crowd->graph_);
    crowd->workers_.resize(workers);
    crowd->pool_ = std::make_unique<Pool>(workers);

    auto rig = make_rig(asset);
    if (!rig) return rig.error();
    crowd->asset_rig_ = std::make_unique<Rig>(*std::move(rig));
    const Skeleton skeleton = crowd->asset_rig_->skeleton.view();
    const std::vector<Skin> skins(crowd->asset_rig_->skins.begin(), crowd->asset_rig_->skins.end());
    const std::vector<Clip> exact(crowd->asset_rig_->clips.begin(), crowd->asset_rig_->clips.end());
    auto prepared = build_crowd_rig(skeleton, skins, exact);
    if (!prepared) return prepared.error();
    crowd->rig_ = std::make_unique<CrowdRigBuffer>(std::move(*prepared));
    for (const Clip& clip : exact) {
        auto packed =
            pack_fast(skeleton, clip, {settings_for(skeleton), crowd->rig_->view().space});
        if (!packed) return packed.error();
        crowd->packed_.push_back(std::move(*packed));
    }
    for (const PackedClipBuffer& packed : crowd->packed_)
        crowd->clips_.push_back(packed.view());
    crowd->items_.resize(std::size_t{workers} * count * kMaxCrowdItems);
    for (std::uint32_t w = 0; w < workers; ++w) {
        Worker& worker = crowd->workers_[w];
        worker.items.resize(limits.items);
        worker.layers.resize(limits.layers);
        worker.events.resize(64);
        worker.scratch = std::make_unique<CrowdScratch>(crowd->rig_->view());
        worker.first = std::size_t{w} * count * kMaxCrowdItems;
        crowd->scratch_.push_back(worker.scratch->floats());
    }
    crowd->characters_.resize(count);
    return crowd;
}

void GraphCrowd::choose() {
    const auto bytes = std::as_writable_bytes(std::span(instances_));
    for (std::uint32_t i = 0; i < count_; ++i) {
        Mind& mind = minds_[i];
        const auto instance = bytes.subspan(i * stride_, stride_);
        if ((frame_ + i * 37) % kPeriod == 0) {
            const std::uint32_t roll = dice_.below(10);
            if (roll < 3) {
                mind.way = -mind.way;
            } else if (roll < 6) {
                mind.still = !mind.still;
                must(set_bool(graph_, instance, stop_, mind.still));
            } else {
                must(play_one_shot(graph_, instance, shot_));
            }
        }
        mind.blend = std::clamp(mind.blend + mind.way * kDt, 0.0f, 1.0f);
        must(set_float(graph_, instance, speed_, mind.blend));
    }
    ++frame_;
}

void GraphCrowd::tick() {
    std::vector<TickScratch> scratch;
    for (Worker& worker : workers_) {
        worker.used = 0;
        scratch.push_back({worker.items, worker.layers, worker.events});
    }
    TickAllJob job;
    job.graph = graph_;
    job.instances = std::as_writable_bytes(std::span(instances_));
    job.dt_s = kDt;
    job.scratch = scratch;
    job.executor = pool_->executor();
    job.user = this;
    job.visit = [](void* user, const TickResult& result) {
        static_cast<GraphCrowd*>(user)->visit(result);
    };
    must(run(job));
}

void GraphCrowd::visit(const TickResult& result) {
    CrowdCharacter& character = characters_[result.index];
    const Playlist& list = *result.playlist;
    Worker& worker = workers_[result.worker];
    const std::size_t first = worker.first + worker.used;
    std::uint32_t count = 0;
    for (std::uint32_t l = 0; l < list.layer_count; ++l) {
        const PlaylistLayer& layer = list.layers[l];
        if (layer.over) {  // what is below gives way to it
            for (std::size_t i = first; i < first + count; ++i)
                items_[i].weight *= 1.0f - layer.weight;
        }
        for (const PlaylistItem& item : list.items.subspan(layer.first, layer.count)) {
            if (item.passed || count == kMaxCrowdItems) continue;
            items_[first + count++] = {item.to, item.source, item.weight * layer.weight};
        }
    }
    worker.used += count;
    character.first = static_cast<std::uint32_t>(first);
    character.count = count;
}

void GraphCrowd::sample() {
    const std::size_t part = 1000;
    palettes_.resize(part * rig_->view().palette_size);
    CrowdFrameJob job;
    job.rig = rig_->view();
    job.clips = clips_;
    job.items = items_;
    job.palettes = palettes_;
    job.scratch = scratch_;
    job.executor = pool_->executor();
    for (std::size_t first = 0; first < count_; first += part) {
        job.characters = std::span(characters_).subspan(first, std::min(part, count_ - first));
        must(run(job));
    }
}

void GraphCrowd::sample_all() {
    CrowdFrameJob job;
    job.rig = rig_->view();
    job.palette_stride = (rig_->view().palette_size + 3) / 4 * 4;
    if (all_palettes_.empty()) {
        palettes_.resize(count_ * job.palette_stride + 4);
        // A matrix has 48 bytes: one of four stands at a whole line.
        Mat34* first = palettes_.data();
        while (reinterpret_cast<std::uintptr_t>(first) % 64 != 0 && first < &palettes_[4])
            ++first;
        all_palettes_ = {first, count_ * job.palette_stride};
    }
    job.clips = clips_;
    job.items = items_;
    job.characters = characters_;
    job.palettes = all_palettes_;
    job.scratch = scratch_;
    job.executor = pool_->executor();
    must(run(job));
}

std::uint64_t GraphCrowd::hash() const {
    std::uint64_t hash = kHashSeed;
    for (const std::uint64_t word : instances_)
        hash = hash_u64(hash, word);
    if (!all_palettes_.empty()) return hash_matrices(hash, all_palettes_);
    return hash_matrices(hash, palettes_);
}

}  // namespace motus::bench

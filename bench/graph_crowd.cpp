// SPDX-License-Identifier: MIT
#include "graph_crowd.h"

#include "report.h"

#include <algorithm>
#include <string_view>

namespace motus::bench {
namespace {

constexpr float kDt = 1.0f / 60.0f;
constexpr std::uint32_t kPeriod = 120;  // frames: 2 s
constexpr std::uint32_t kBatch = 64;

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
    crowd->builder_ = std::make_unique<test::Sketch>();
    test::Sketch& b = *crowd->builder_;
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
    crowd->asset_rig_ = std::make_unique<AssetRig>(*std::move(rig));
    const Skeleton skeleton = crowd->asset_rig_->skeleton.view();
    const std::vector<Skin> skins(crowd->asset_rig_->skins.begin(), crowd->asset_rig_->skins.end());
    const std::vector<Clip> exact(crowd->asset_rig_->clips.begin(), crowd->asset_rig_->clips.end());
    auto plan = build_palette_plan(skeleton, skins, exact);
    if (!plan) return plan.error();
    crowd->plan_ = std::make_unique<PalettePlanBuffer>(std::move(*plan));
    for (const Clip& clip : exact) {
        auto packed =
            pack_fast(skeleton, clip, {settings_for(skeleton), crowd->plan_->view().space});
        if (!packed) return packed.error();
        crowd->packed_.push_back(std::move(*packed));
    }
    const std::vector<Clip> clips(crowd->packed_.begin(), crowd->packed_.end());
    auto prepared = build_rig({.skeleton = skeleton, .clips = clips, .skins = skins});
    if (!prepared) return prepared.error();
    crowd->rig_ = std::make_unique<RigBuffer>(std::move(*prepared));
    for (Worker& worker : crowd->workers_) {
        worker.items.resize(kBatch * limits.items);
        worker.layers.resize(kBatch * limits.layers);
        worker.events.resize(64);
        worker.playlists.resize(kBatch);
        worker.characters.resize(kBatch);
        worker.places.resize(kBatch);
        worker.floats = std::make_unique<CrowdScratch>(crowd->rig_->view());
        crowd->scratch_.push_back({worker.items, worker.layers, worker.events, worker.playlists,
                                   worker.characters, worker.places, worker.floats->floats()});
    }
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
    for (Worker& worker : workers_)
        scratch.push_back({worker.items, worker.layers, worker.events});
    TickAllJob job;
    job.graph = graph_;
    job.instances = std::as_writable_bytes(std::span(instances_));
    job.dt_s = kDt;
    job.scratch = scratch;
    job.executor = pool_->executor();
    must(run(job));
}

CrowdUpdateJob GraphCrowd::update_job() {
    CrowdUpdateJob job;
    job.graph = graph_;
    job.dt_s = kDt;
    job.frame.rig = rig_->view();
    job.scratch = scratch_;
    job.executor = pool_->executor();
    job.batch = kBatch;
    return job;
}

void GraphCrowd::update() {
    const std::size_t part = 1000;
    palettes_.resize(part * palette_size(rig_->view()));
    const auto bytes = std::as_writable_bytes(std::span(instances_));
    CrowdUpdateJob job = update_job();
    job.frame.palettes = palettes_;
    for (std::size_t first = 0; first < count_; first += part) {
        job.instances = bytes.subspan(first * stride_, std::min(part, count_ - first) * stride_);
        must(run(job));
    }
}

void GraphCrowd::update_all() {
    CrowdUpdateJob job = update_job();
    job.frame.palette_stride = (palette_size(rig_->view()) + 3) / 4 * 4;
    if (all_palettes_.empty()) {
        palettes_.resize(count_ * job.frame.palette_stride + 4);
        // A matrix has 48 bytes: one of four stands at a whole line.
        Mat34* first = palettes_.data();
        while (reinterpret_cast<std::uintptr_t>(first) % 64 != 0 && first < &palettes_[4])
            ++first;
        all_palettes_ = {first, count_ * job.frame.palette_stride};
    }
    job.instances = std::as_writable_bytes(std::span(instances_));
    job.frame.palettes = all_palettes_;
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

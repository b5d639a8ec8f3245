// SPDX-License-Identifier: MIT
#include <motus/bake/memo.h>

#include <motus/core/assert.h>

#include <algorithm>
#include <utility>

namespace motus {
namespace {

// Keys that no bake has asked for in so many: a drag asks for others with every move.
constexpr std::uint64_t kKeepCuts = 16;
// Packed clips that are not in use: undo may want them again.
constexpr std::size_t kMostPackedBytes = std::size_t{64} << 20;

std::optional<PalettePlanBuffer> find_chain(const SourceRig& source,
                                            std::span<const CutKeys* const> clips) {
    std::vector<Skin> skins;
    for (const auto& skin : source.rig.skins)
        skins.push_back(skin.view());
    std::vector<Clip> keys;
    for (const CutKeys* clip : clips)
        keys.push_back(clip->keys->view());
    Result<PalettePlanBuffer> rig = build_palette_plan(source.rig.skeleton.view(), skins, keys);
    if (!rig || !rig->view().chain) return std::nullopt;
    return std::move(*rig);
}

}  // namespace

void BakeMemo::set_assets(std::vector<BakeAsset> assets) {
    // In this order: keys and spaces look at rigs.
    waiting_.clear();
    spaces_.clear();
    cuts_.clear();
    sources_ = SourceRigs(std::move(assets));
}

void BakeMemo::begin_bake() {
    ++bake_;
    waiting_.clear();
    sources_.begin_bake();
}

void BakeMemo::end_bake() {
    for (auto at = cuts_.begin(); at != cuts_.end();)
        at = at->second.used + kKeepCuts < bake_ ? cuts_.erase(at) : std::next(at);
    while (packed_bytes_ > kMostPackedBytes) {
        const auto oldest = std::min_element(
            packed_.begin(), packed_.end(),
            [](const auto& a, const auto& b) { return a.second.used < b.second.used; });
        if (oldest->second.used == bake_) return;  // all are in use
        packed_bytes_ -= oldest->second.part.bytes().size();
        packed_.erase(oldest);
    }
}

const CutKeys& BakeMemo::cut(const ClipSource& clip, const SourceRig& rig) {
    const CutPlace place{clip.source, clip.index, clip.start.value, clip.duration.value, &rig};
    const auto [at, is_new] = cuts_.try_emplace(place);
    CutKeys& out = at->second;
    out.used = bake_;
    if (!is_new) return out;
    Result<ClipBuffer> keys = cut_clip(clip, rig, out.lost);
    if (!keys) {
        out.fault = to_string(keys.error());
        return out;
    }
    out.keys.emplace(*std::move(keys));
    out.key = keys_key(out.keys->view());
    return out;
}

const ClipSpace& BakeMemo::space(std::uint32_t rig_index, const SourceRig& joints,
                                 std::span<const CutKeys* const> clips) {
    std::vector<BakeKey> keys;
    for (const CutKeys* clip : clips)
        keys.push_back(clip->key);
    ClipSpace& out = spaces_[rig_index];
    if (out.joints == &joints && out.clips == keys) return out;
    out.joints = &joints;
    out.clips = std::move(keys);
    out.chain = find_chain(joints, clips);
    out.key = space_key(out.chain ? out.chain->view().space : PackedSpace{});
    return out;
}

const BakeMemo::Packed* BakeMemo::packed(const PackTask& task, const BakeKey& key,
                                         std::uint64_t clip, bool later) {
    const auto known = packed_.find(key);
    if (known != packed_.end()) {
        known->second.used = bake_;
        return &known->second;
    }
    if (store_ != nullptr) {
        if (std::optional<AlignedBytes> bytes = store_->find(key)) {
            if (std::optional<PackResult> part =
                    PackResult::read(*std::move(bytes), task.skeleton)) {
                packed_bytes_ += part->bytes().size();
                const auto at = packed_.emplace(key, Packed{*std::move(part), true, bake_}).first;
                return &at->second;
            }
        }
    }
    if (later) {
        const bool known_waiting = std::any_of(waiting_.begin(), waiting_.end(),
                                               [&](const Waiting& w) { return w.key == key; });
        if (known_waiting) return nullptr;
        const auto& bounds = task.settings.error.joint_bounds;
        Waiting& waiting =
            waiting_.emplace_back(Waiting{key, clip, task, {bounds.begin(), bounds.end()}});
        waiting.task.settings.error.joint_bounds = waiting.joint_bounds;
        return nullptr;
    }
    Result<PackResult> part = pack_clip(task);
    MOTUS_ASSERT(part.has_value());  // nobody can cancel it
    return &take(key, *std::move(part));
}

const BakeMemo::Packed& BakeMemo::take(const BakeKey& key, PackResult part) {
    if (store_ != nullptr) store_->put(key, part.bytes());
    const std::size_t bytes = part.bytes().size();
    const auto [at, is_new] = packed_.try_emplace(key, Packed{std::move(part), false, bake_});
    if (is_new) packed_bytes_ += bytes;
    return at->second;
}

}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/load/reload.h>

#include <motus/play/evaluate.h>

#include <algorithm>
#include <utility>

namespace motus {
namespace {

/// What a motion is known by: clips of two rigs may share a name.
struct MotionKey {
    MotionKind kind = MotionKind::clip;
    std::uint64_t rig = 0, name = 0;
    std::uint32_t before = 0;  ///< Of those alike, how many come first.
    std::uint32_t index = 0;

    [[nodiscard]] bool is_like(const MotionKey& other) const noexcept {
        return kind == other.kind && rig == other.rig && name == other.name;
    }
    [[nodiscard]] bool is_less(const MotionKey& other) const noexcept {
        if (kind != other.kind) return kind < other.kind;
        if (rig != other.rig) return rig < other.rig;
        if (name != other.name) return name < other.name;
        return before != other.before ? before < other.before : index < other.index;
    }
};

/// Ascending.
std::vector<MotionKey> motion_keys(const BakedFile& file) {
    std::vector<MotionKey> keys;
    const auto motions = file.machines.motions;
    for (std::uint32_t i = 0; i < motions.size(); ++i) {
        MotionKey key{motions[i].kind, 0, 0, 0, i};
        if (key.kind == MotionKind::clip) {
            const ClipEntry& clip = file.clips.clips[motions[i].index];
            key.rig = static_cast<std::uint64_t>(file.rigs.rigs[clip.rig].name);
            key.name = static_cast<std::uint64_t>(clip.name);
        } else {
            key.name = file.timelines.timelines[motions[i].index].name;
        }
        keys.push_back(key);
    }
    const auto less = [](const MotionKey& a, const MotionKey& b) { return a.is_less(b); };
    std::sort(keys.begin(), keys.end(), less);
    for (std::size_t i = 1; i < keys.size(); ++i)
        if (keys[i].is_like(keys[i - 1])) keys[i].before = keys[i - 1].before + 1;
    return keys;
}

bool are_same(const Skeleton& a, const Skeleton& b) noexcept {
    return std::equal(a.parents.begin(), a.parents.end(), b.parents.begin(), b.parents.end()) &&
           std::equal(a.names.begin(), a.names.end(), b.names.begin(), b.names.end()) &&
           a.rest_weights.size() == b.rest_weights.size();
}

}  // namespace

MachineReload::MachineReload(const BakedFile& from, const Machine& from_machine,
                             std::uint32_t from_rig, const BakedFile& to, const Machine& to_machine,
                             std::uint32_t to_rig)
    : from_(from_machine),
      to_(to_machine),
      motions_(from.machines.motions.size(), kNoIndex),
      layers_(to_.layers.size(), kNoIndex) {
    const std::vector<MotionKey> now = motion_keys(to);
    for (const MotionKey& was : motion_keys(from)) {
        MotionKey wanted = was;
        wanted.index = 0;
        const auto at =
            std::lower_bound(now.begin(), now.end(), wanted,
                             [](const MotionKey& a, const MotionKey& b) { return a.is_less(b); });
        const bool found = at != now.end() && at->is_like(was) && at->before == was.before;
        if (found) motions_[was.index] = at->index;
    }
    if (from_rig == kNoItem || to_rig == kNoItem) {
        keeps_pose_ = from_rig == to_rig;  // there is nothing to keep
        return;
    }
    const Skeleton skeleton = skeleton_at(to.rigs, to_rig);
    keeps_pose_ = are_same(skeleton_at(from.rigs, from_rig), skeleton);
    floats_per_layer_ = carry_floats(skeleton, 1);
}

Status MachineReload::run(const Memory& memory, ReloadReport* report) noexcept {
    const std::size_t floats = floats_per_layer_ * to_.layers.size();
    const std::size_t old_floats = floats_per_layer_ * from_.layers.size();
    if (!memory.carry_out.empty() && memory.carry_out.size() < floats) return Status::bad_size;
    const bool moves = keeps_pose_ && !memory.carry.empty() && !memory.carry_out.empty();
    if (moves && memory.carry.size() < old_floats) return Status::bad_size;
    ReloadJob job{from_, memory.instance, to_, memory.out};
    job.motions = motions_;
    job.layers = layers_;
    job.keeps_pose = keeps_pose_ && (moves || floats_per_layer_ == 0);
    job.report = report;
    if (const Status status = motus::run(job); status != Status::ok) return status;
    std::fill(memory.carry_out.begin(), memory.carry_out.end(), 0.0f);
    for (std::size_t i = 0; moves && i < layers_.size(); ++i) {
        if (layers_[i] == kNoIndex) continue;
        const auto old = memory.carry.subspan(layers_[i] * floats_per_layer_, floats_per_layer_);
        std::copy(old.begin(), old.end(),
                  memory.carry_out.begin() + static_cast<std::ptrdiff_t>(i * floats_per_layer_));
    }
    return Status::ok;
}

}  // namespace motus

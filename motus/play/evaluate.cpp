// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/mix/additive.h>
#include <motus/mix/blend.h>
#include <motus/mix/inertial.h>
#include <motus/play/evaluate.h>
#include <motus/play/evaluate_parts.h>
#include <motus/sample/sample.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <new>
#include <type_traits>

namespace motus {
namespace {

using detail::Kept;
using detail::kept_at;
using detail::kMaxShown;
using detail::pose_at;
using detail::pose_floats;
using detail::root_of;

constexpr float kHardlyBegun = 0.125f, kMostRestless = 4.0f;

// What is on in one moment of the step: its end, its start, or one that a probe is for.
struct PoseMoment {
    CutProbe probe = CutProbe::none;
    bool at_start = false;

    [[nodiscard]] bool shows(const PlaylistItem& item) const noexcept {
        return item.kind == MotionKind::clip && item.weight > 0.0f && item.probe == probe &&
               (!item.passed || probe != CutProbe::none);
    }
    [[nodiscard]] Ticks time_of(const PlaylistItem& item) const noexcept {
        return at_start ? item.from : item.to;
    }
};

class Evaluator {
  public:
    explicit Evaluator(const EvaluateJob& job) noexcept
        : job_(job),
          skeleton_(job.rig.skeleton),
          pose_(pose_floats(skeleton_)),
          rest_(rest_pose(skeleton_)) {}

    Status run() noexcept {
        if (!detail::fills_pose(job_)) {
            if (Status s = copy_pose(rest_, job_.out); s != Status::ok) return s;
        }
        for (std::uint32_t i = 0; i < job_.playlist->layer_count; ++i) {
            if (Status s = evaluate(i); s != Status::ok) return s;
        }
        return Status::ok;
    }

    /// Makes a pose of what is kept as items.
    Status settle(const Kept& kept) noexcept {
        if (kept.seen != detail::kSeenItems) return Status::ok;
        std::array<PlaylistItem, detail::kMaxKeptItems> items;
        const std::uint32_t count = detail::kept_items(kept, items);
        const PlaylistLayer layer{.count = count};
        const Playlist playlist{items, {}, count, 0};
        EvaluateJob job = job_;
        job.playlist = &playlist;
        const Status status =
            count == 0 ? copy_pose(rest_, kept.shown)
                       : Evaluator(job).blend_items(layer, rest_, nullptr, {}, kept.shown);
        if (status == Status::ok) kept.seen = detail::kSeenPose;
        return status;
    }

  private:
    PoseView scratch(std::size_t index) const noexcept {
        MOTUS_ASSERT((index + 1) * pose_ <= job_.scratch.floats.size());
        return pose_at(skeleton_, job_.scratch.floats.data() + index * pose_);
    }

    std::span<const PlaylistItem> items_of(const PlaylistLayer& layer) const noexcept {
        return job_.playlist->items.subspan(layer.first, layer.count);
    }

    Status sample(std::uint32_t clip, Ticks time, const ConstPoseView& rest,
                  const PoseView& out) const noexcept {
        MOTUS_ASSERT(clip < job_.rig.clips.size() && time >= Ticks{});
        const Status status = motus::run(SampleJob{job_.rig.clips[clip], time, rest, {}, out});
        const RootMotion& root = root_of(job_.rig, clip);
        if (status != Status::ok || root.joint == kNoJoint) return status;
        set_joint_transform(out, root.joint,
                            without_root_motion(root, joint_transform(out, root.joint),
                                                joint_transform(rest_, root.joint)));
        return status;
    }

    // Mixes what the items of a layer show in a moment into `out`.
    Status blend_items(const PlaylistLayer& layer, const ConstPoseView& below,
                       const BlendLayer* extra, PoseMoment moment, const PoseView& out) noexcept {
        if (layer.mode == LayerMode::additive) return add_up(layer, extra, moment, out);
        const bool left_out = layer.unanimated == Unanimated::left_out;
        // Clearing room for all of them would take as long as a blend of two.
        static_assert(std::is_trivially_destructible_v<BlendLayer>);
        alignas(BlendLayer) std::byte memory[(kMaxShown + 1) * sizeof(BlendLayer)];
        auto* const inputs = reinterpret_cast<BlendLayer*>(memory);
        std::size_t count = 0;
        for (const PlaylistItem& item : items_of(layer)) {
            if (!moment.shows(item)) continue;
            MOTUS_ASSERT(count < kMaxShown && count < job_.scratch.items);
            const PoseView pose = scratch(count + 2);
            const Status s =
                sample(item.source, moment.time_of(item), left_out ? rest_ : below, pose);
            if (s != Status::ok) return s;
            const ClipCover cover =
                left_out ? detail::cover_of(job_.rig, item.source) : ClipCover{};
            new (inputs + count) BlendLayer{
                .pose = pose,
                .weight = item.weight,
                .motion = item.motion,
                .joint_weights = item.mask == kNoItemMask ? Mask{} : job_.rig.masks[item.mask],
                .cover = cover.joints,
                .morph_factor = cover.morphs ? 1.0f : 0.0f};
            ++count;
        }
        if (extra != nullptr) new (inputs + count++) BlendLayer(*extra);
        return motus::run(BlendJob{{inputs, count}, below, out, layer.strict});
    }

    Status evaluate(std::uint32_t index) noexcept {
        const PlaylistLayer& layer = job_.playlist->layers[index];
        const Mask mask = layer.mask < job_.rig.masks.size() ? job_.rig.masks[layer.mask] : Mask{};
        const bool carried = !job_.carry.empty() && !layer.over;
        if (layer.mode == LayerMode::additive) return add_layer(layer, index, mask, carried);
        const bool base = index == 0 && !layer.over;
        ConstPoseView below = base ? rest_ : ConstPoseView(job_.out);
        // Only the base has nothing below that moves: there the pose that was shown is kept.
        const bool as_shown = base && layer.unanimated == Unanimated::as_shown;
        if (carried && (as_shown || layer.keep)) {
            const Status s = settle(kept_at(skeleton_, job_.carry, index));
            if (s != Status::ok) return s;
        }
        const bool keeps =
            carried && as_shown && kept_at(skeleton_, job_.carry, index).seen != 0.0f;
        if (keeps) below = kept_at(skeleton_, job_.carry, index).shown;
        const bool noted = base && carried && note(layer, kept_at(skeleton_, job_.carry, index));
        if (layer.count == 0 && layer.carry == Carry::none && !keeps) {
            // Nothing of its own: what it shows, and may have to go on from, is the pose below.
            if (carried && !noted) remember(kept_at(skeleton_, job_.carry, index), below);
            return Status::ok;
        }
        const bool whole = mask.empty() && (base || layer.weight == 1.0f);
        if (!carried && whole) return blend_over(layer, below);
        if (noted && whole) return blend_items(layer, below, nullptr, {}, job_.out);
        if (Status s = mix(layer, index, below); s != Status::ok) return s;
        if (carried && !noted) finish(layer, index);
        if (whole) return copy_pose(scratch(0), job_.out);
        // The base is whole whatever its weight says; what its mask leaves out rests.
        const BlendLayer top{
            .pose = scratch(0), .weight = base ? 1.0f : layer.weight, .joint_weights = mask};
        return motus::run(BlendJob{{&top, 1}, job_.out, job_.out});
    }

    // The same without a way round, where nothing is kept and the layer hides what is below.
    Status blend_over(const PlaylistLayer& layer, const ConstPoseView& below) noexcept {
        if (const PlaylistItem* item = detail::single_item(*job_.playlist, layer)) {
            return sample(item->source, item->to, below, job_.out);
        }
        return blend_items(layer, below, nullptr, {}, job_.out);
    }

    Status mix(const PlaylistLayer& layer, std::uint32_t index,
               const ConstPoseView& below) noexcept {
        if (layer.carry == Carry::none || layer.over) {
            return blend_items(layer, below, nullptr, {}, scratch(0));
        }
        const Kept kept = kept_at(skeleton_, job_.carry, index);
        if (layer.carry == Carry::frozen) {
            if (layer.keep) {
                // Broken off where nobody looked: then there is nothing to go on from.
                kept.froze = kept.seen;
                if (Status s = copy_pose(kept.shown, kept.frozen); s != Status::ok) return s;
            }
            if (kept.froze == 0.0f) return blend_items(layer, below, nullptr, {}, scratch(0));
            const BlendLayer frozen = frozen_at(kept, layer.carry_weight);
            return blend_items(layer, below, &frozen, {}, scratch(0));
        }
        if (layer.keep && kept.seen != 0.0f) {
            if (Status s = begin_inertial(layer, below, kept); s != Status::ok) return s;
        }
        if (Status s = blend_items(layer, below, nullptr, {}, scratch(0)); s != Status::ok) {
            return s;
        }
        const float age = seconds(layer.carry_age), length = seconds(layer.carry_length);
        kept.progress = length > 0.0f ? age / length : 1.0f;
        return motus::run(
            InertialJob{kept.offsets, layer.carry_weight, age, length, scratch(0), scratch(0)});
    }

    static float seconds(Ticks ticks) noexcept { return static_cast<float>(seconds_of(ticks)); }

    // Its own place in the order of the sum: behind every motion.
    static BlendLayer frozen_at(const Kept& kept, float weight) noexcept {
        return {.pose = kept.frozen, .weight = weight, .motion = 0xffffffffu};
    }

    // Takes the offsets of a blend that starts from what was shown.
    Status begin_inertial(const PlaylistLayer& layer, const ConstPoseView& below,
                          const Kept& kept) noexcept {
        // A transition that breaks itself off in every frame would carry the pose on and on: then
        // it stays where it is.
        kept.restless = kept.progress < kHardlyBegun ? kept.restless + 1.0f : 0.0f;
        const bool held = kept.restless >= kMostRestless;
        InertialStartJob start{.shown = kept.shown, .target = scratch(1), .offsets = kept.offsets};
        if (Status s = blend_items(layer, below, nullptr, {CutProbe::none, !held}, scratch(1));
            s != Status::ok) {
            return s;
        }
        const auto items = items_of(layer);
        const auto is_probe = [](const PlaylistItem& i) { return i.probe != CutProbe::none; };
        if (!held && std::any_of(items.begin(), items.end(), is_probe)) {
            const std::size_t first = job_.scratch.items + 4;
            start.old_before = scratch(first);
            start.old_after = scratch(first + 1);
            start.target_after = scratch(first + 2);
            start.old_gap_s = start.target_gap_s = seconds(kCutProbe);
            const BrokenBlend& broken = layer.broken;
            if (Status s = left(layer, below, kept, CutProbe::left, broken.weight, broken.age,
                                scratch(first));
                s != Status::ok) {
                return s;
            }
            if (Status s = left(layer, below, kept, CutProbe::left_ahead, broken.weight_ahead,
                                broken.age + kCutProbe, scratch(first + 1));
                s != Status::ok) {
                return s;
            }
            if (Status s =
                    blend_items(layer, below, nullptr, {CutProbe::ahead}, scratch(first + 2));
                s != Status::ok) {
                return s;
            }
        }
        return motus::run(start);
    }

    // What is broken off, in a moment of its own: motions, and what it had kept itself.
    Status left(const PlaylistLayer& layer, const ConstPoseView& below, const Kept& kept,
                CutProbe probe, float weight, Ticks age, const PoseView& out) noexcept {
        if (layer.broken.carry == Carry::inertial) {
            const Status s = blend_items(layer, below, nullptr, {probe}, out);
            if (s != Status::ok) return s;
            return motus::run(InertialJob{kept.offsets, weight, seconds(age),
                                          seconds(layer.broken.length), out, out});
        }
        const bool frozen = layer.broken.carry == Carry::frozen && kept.froze != 0.0f;
        const BlendLayer extra = frozen_at(kept, weight);
        return blend_items(layer, below, frozen ? &extra : nullptr, {probe}, out);
    }

    // Keeps what the base layer shows as its items, where they say all of it: no pose is copied.
    bool note(const PlaylistLayer& layer, const Kept& kept) const noexcept {
        if (layer.carry != Carry::none || layer.keep || layer.strict ||
            layer.unanimated != Unanimated::at_rest) {
            return false;
        }
        const PlaylistItem* shown[detail::kMaxKeptItems];
        std::size_t count = 0;
        for (const PlaylistItem& item : items_of(layer)) {
            if (!PoseMoment{}.shows(item)) continue;
            if (count == detail::kMaxKeptItems || !detail::is_item_kept(item)) return false;
            std::size_t at = count++;
            for (; at > 0 && shown[at - 1]->motion > item.motion; --at)
                shown[at] = shown[at - 1];
            shown[at] = &item;
        }
        detail::keep_items(kept, {shown, count});
        return true;
    }

    static void remember(const Kept& kept, const ConstPoseView& shown) noexcept {
        kept.seen = detail::kSeenPose;
        (void)copy_pose(shown, kept.shown);
    }

    // What one item adds, into scratch 2.
    Status item_delta(const PlaylistItem& item, PoseMoment moment) noexcept {
        AdditiveReference reference;
        if (item.source < job_.rig.references.size()) reference = job_.rig.references[item.source];
        if (reference.clip >= job_.rig.clips.size()) reference = {item.source, {}};
        const PoseView pose = scratch(2), from = scratch(3);
        if (Status s = sample(item.source, moment.time_of(item), rest_, pose); s != Status::ok) {
            return s;
        }
        if (reference.time < Ticks{}) return motus::run(AdditiveDeltaJob{pose, rest_, pose});
        if (Status s = sample(reference.clip, reference.time, rest_, from); s != Status::ok) {
            return s;
        }
        return motus::run(AdditiveDeltaJob{pose, from, pose});
    }

    // What all items of a layer add, as one delta, into `sum`.
    Status add_up(const PlaylistLayer& layer, const BlendLayer* extra, PoseMoment moment,
                  const PoseView& sum) noexcept {
        const PlaylistItem* only = extra == nullptr && moment.probe == CutProbe::none
                                       ? detail::single_item(*job_.playlist, layer)
                                       : nullptr;
        if (only != nullptr) {
            const Status s = item_delta(*only, moment);
            return s == Status::ok ? copy_pose(scratch(2), sum) : s;
        }
        if (Status s = motus::run(AdditiveDeltaJob{rest_, rest_, sum}); s != Status::ok) return s;
        if (extra != nullptr) {
            const Status s = motus::run(AdditiveJob{sum, extra->pose, extra->weight, {}, sum});
            if (s != Status::ok) return s;
        }
        for (const PlaylistItem& item : items_of(layer)) {
            if (!moment.shows(item)) continue;
            if (Status s = item_delta(item, moment); s != Status::ok) return s;
            const float weight = item.weight < 1.0f ? item.weight : 1.0f;
            const Status s = motus::run(AdditiveJob{sum, scratch(2), weight, {}, sum});
            if (s != Status::ok) return s;
        }
        return Status::ok;
    }

    Status add_layer(const PlaylistLayer& layer, std::uint32_t index, Mask mask,
                     bool carried) noexcept {
        if (!carried && layer.count == 0) return Status::ok;
        const PlaylistItem* only = carried ? nullptr : detail::single_item(*job_.playlist, layer);
        if (only != nullptr) {
            if (Status s = item_delta(*only, {}); s != Status::ok) return s;
            return motus::run(AdditiveJob{job_.out, scratch(2), layer.weight, mask, job_.out});
        }
        if (Status s = mix(layer, index, rest_); s != Status::ok) return s;
        if (carried) finish(layer, index);
        return motus::run(AdditiveJob{job_.out, scratch(0), layer.weight, mask, job_.out});
    }

    // Keeps what a layer shows, from scratch 0.
    void finish(const PlaylistLayer& layer, std::uint32_t index) noexcept {
        const Kept kept = kept_at(skeleton_, job_.carry, index);
        remember(kept, scratch(0));
        if (layer.carry != Carry::inertial) kept.progress = 1.0f;
    }

    const EvaluateJob& job_;
    const Skeleton& skeleton_;
    std::size_t pose_;
    ConstPoseView rest_;
};

}  // namespace

Status run(const EvaluateJob& job) noexcept {
    if (const Status status = detail::check_memory(job); status != Status::ok) return status;
    const Status status = Evaluator(job).run();
    if (status == Status::ok && job.root != nullptr) *job.root = detail::blend_root(job);
    return status;
}

Status settle_carry(const Rig& rig, std::span<float> carry,
                    const EvaluateScratch& scratch) noexcept {
    const std::size_t stride = carry_floats(rig.skeleton, 1);
    if (carry.size() % stride != 0 ||
        scratch.floats.size() < scratch_floats(rig.skeleton, scratch.items)) {
        return Status::bad_size;
    }
    EvaluateJob job{rig};
    job.scratch = scratch;
    for (std::uint32_t layer = 0; layer < carry.size() / stride; ++layer) {
        const Kept kept = kept_at(rig.skeleton, carry, layer);
        if (kept.seen != detail::kSeenItems) continue;
        if (!detail::are_items(rig, kept)) return Status::missing;
        if (kept.item_count > static_cast<float>(scratch.items)) return Status::bad_size;
        if (const Status s = Evaluator(job).settle(kept); s != Status::ok) return s;
    }
    return Status::ok;
}

}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/math/ops.h>
#include <motus/play/evaluate_parts.h>

#include <algorithm>

namespace motus::detail {
namespace {

// A share of a movement; all of it stays as it is.
RootDelta scaled(const RootDelta& delta, float share) noexcept {
    if (!(share < 1.0f)) return delta;
    return {multiply(delta.translation, share), slerp({}, delta.rotation, share)};
}

RootDelta item_root(const EvaluateJob& job, const PlaylistItem& item) noexcept {
    const RootMotion& root = root_of(job.rig, item.source);
    if (root.joint == kNoJoint) return {};
    const Transform rest = joint_transform(rest_pose(job.rig.skeleton), root.joint);
    return root_delta(root, job.rig.clips[item.source], item, rest);
}

// The weighted mean of what the base layer's motions move, each over its own interval.
RootDelta layer_root(const EvaluateJob& job, const PlaylistLayer& base) noexcept {
    RootDelta passed, sum;
    Quat turn{0.0f, 0.0f, 0.0f, 0.0f};
    Quat reference;
    float total = 0.0f, largest = 0.0f;
    const auto items = job.playlist->items.subspan(base.first, base.count);
    for (const PlaylistItem& item : items) {
        if (!item.passed && item.weight > largest) {
            largest = item.weight;
            if (item.kind == MotionKind::clip) reference = item_root(job, item).rotation;
        }
    }
    for (const PlaylistItem& item : items) {
        if (item.kind != MotionKind::clip || !(item.weight > 0.0f)) continue;
        if (item.probe != CutProbe::none) continue;
        const RootDelta delta = item_root(job, item);
        if (item.passed) {
            passed = compose(passed, scaled(delta, item.weight));
            continue;
        }
        sum.translation = add(sum.translation, multiply(delta.translation, item.weight));
        const float w = dot(delta.rotation, reference) < 0.0f ? -item.weight : item.weight;
        turn = {turn.x + delta.rotation.x * w, turn.y + delta.rotation.y * w,
                turn.z + delta.rotation.z * w, turn.w + delta.rotation.w * w};
        total += item.weight;
    }
    if (total > 1.0f) {
        sum.translation = multiply(sum.translation, 1.0f / total);
    } else {
        turn.w += 1.0f - total;  // what does not move does not turn
    }
    sum.rotation = normalize(turn);
    return compose(passed, sum);
}

// The clip of a one-shot that ended within the step: it weighs what its item says.
const PlaylistItem* ended_shot(const Playlist& playlist, const PlaylistLayer& layer) noexcept {
    if (layer.count != 1) return nullptr;
    const PlaylistItem& item = playlist.items[layer.first];
    return item.passed && item.kind == MotionKind::clip ? &item : nullptr;
}

bool plays_clips(const Playlist& playlist, const PlaylistLayer& layer) noexcept {
    for (const PlaylistItem& item : playlist.items.subspan(layer.first, layer.count)) {
        if (item.kind == MotionKind::clip) return true;
    }
    return false;
}

}  // namespace

RootDelta blend_root(const EvaluateJob& job) noexcept {
    if (job.rig.root.joint == kNoJoint || job.playlist->layer_count == 0) return {};
    RootDelta shown;
    if (!job.playlist->layers[0].over) shown = layer_root(job, job.playlist->layers[0]);
    for (const PlaylistLayer& layer : job.playlist->layers.first(job.playlist->layer_count)) {
        if (!layer.over) continue;
        const PlaylistItem* ended = ended_shot(*job.playlist, layer);
        const float weight = ended != nullptr ? std::min(ended->weight, 1.0f) : layer.weight;
        if (!(weight > 0.0f) || !plays_clips(*job.playlist, layer)) continue;
        const RootDelta shot = ended != nullptr ? item_root(job, *ended) : layer_root(job, layer);
        shown = {
            add(multiply(shown.translation, 1.0f - weight), multiply(shot.translation, weight)),
            slerp(shown.rotation, shot.rotation, weight)};
    }
    return shown;
}

}  // namespace motus::detail

// Poses: of now with their palettes, of times around it, and the hash of all that is shown.
// SPDX-License-Identifier: MIT
#include <motus/session/performance.h>

#include <motus/core/assert.h>
#include <motus/math/ops.h>
#include <motus/sample/sample.h>
#include <motus/skinning/palette.h>

#include <cstring>

namespace motus {

void Performance::set_up_rig(std::uint32_t rig) {
    rig_index_ = rig;
    rig_.reset();
    locals_.clear();
    models_.clear();
    palettes_.clear();
    pose_ = {};
    if (rig == kNoItem) return;
    rig_ = library_->rig(rig);
    const Skeleton skeleton = rig_->skeleton;
    pose_ = PoseBuffer(skeleton);
    locals_.resize(std::size_t{skeleton.joint_count()} * 10);
    models_.resize(skeleton.joint_count());
    for (std::uint32_t i = 0; i < file_.rigs.rigs[rig].skin_count; ++i)
        palettes_.emplace_back(skin_at(file_.rigs, rig, i).joints.size());
}

Skeleton Performance::skeleton() const noexcept {
    return rig_ ? rig_->skeleton : Skeleton{};
}

ConstPoseView Performance::pose() const noexcept {
    return machine_ && machine_->rig_index() != kNoItem ? machine_->pose() : pose_.view();
}

void Performance::finish_pose() {
    if (!rig_) return;
    const ConstPoseView local = pose();
    for (JointIndex j = 0; j < local.joint_count(); ++j) {
        const Transform t = joint_transform(local, j);
        float* out = locals_.data() + std::size_t{j} * 10;
        const float numbers[10] = {t.translation.x, t.translation.y, t.translation.z, t.rotation.x,
                                   t.rotation.y,    t.rotation.z,    t.rotation.w,    t.scale.x,
                                   t.scale.y,       t.scale.z};
        std::memcpy(out, numbers, sizeof numbers);
    }
    const Skeleton skeleton = rig_->skeleton;
    Status status = run(LocalToModelJob{.skeleton = skeleton, .local = local, .model = models_});
    for (std::uint32_t i = 0; i < palettes_.size() && status == Status::ok; ++i) {
        status = run(PaletteJob{
            .skin = skin_at(file_.rigs, rig_index_, i), .model = models_, .palette = palettes_[i]});
    }
    MOTUS_ASSERT(status == Status::ok);
    (void)status;
}

bool Performance::pose_at(Ticks away, const PoseView& out, RootDelta& place) const {
    if (kind_ == PlayKind::clip && rig_) {
        Playhead head = head_;
        Advance step;
        if (motus::advance(head, away, 1.0f, mode_, length_, step) != Status::ok) return false;
        const Rig& rig = *rig_;
        place = place_;
        if (mode_ == PlayMode::loop && step.wraps > 0) place = compose(place, loop_delta_);
        if (mode_ == PlayMode::loop && step.wraps < 0) {
            place = compose(place, {rotate(conjugate(loop_delta_.rotation),
                                           multiply(loop_delta_.translation, -1.0f)),
                                    conjugate(loop_delta_.rotation)});
        }
        return run(SampleJob{.clip = rig.clips[index_],
                             .time = time_of(head, mode_, length_),
                             .rest = rest_pose(rig.skeleton),
                             .out = out}) == Status::ok;
    }
    if (!machine_ || !rig_) return false;
    const Ticks wanted = time_ + away;
    for (std::size_t i = recording_.size(); i-- > 0;) {
        const RecordedFrame& frame = recording_[i];
        if (frame.time > wanted) continue;
        if (frame.time + frame.dt < wanted || frame.tick == tick_) return false;
        place = frame.place_after;
        return copy_pose(frame.pose, out) == Status::ok;
    }
    return false;
}

std::uint64_t Performance::hash() const noexcept {
    std::uint64_t hash = hash_u64(kHashSeed, static_cast<std::uint64_t>(kind_));
    if (machine_) {
        hash = hash_u64(hash, checksum_bytes(machine_->instance()));
        hash = hash_floats(hash, machine_->carry());
    } else {
        hash = hash_u64(hash, static_cast<std::uint64_t>(head_.phase.value));
    }
    hash = hash_floats(hash, locals_);
    for (const auto& palette : palettes_) {
        for (const Mat34& matrix : palette)
            hash = hash_floats(hash, matrix.floats());
    }
    return properties_ ? properties_->hash(hash) : hash;
}

}  // namespace motus

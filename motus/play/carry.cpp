// SPDX-License-Identifier: MIT
#include <motus/core/decay.h>
#include <motus/play/carry.h>

namespace motus::detail {
namespace {

// As kShortestGap_s: shorter steps are joined.
constexpr Ticks kShortest{kTicksPerSecond / 10'000};

float seconds(Ticks ticks) noexcept {
    return static_cast<float>(seconds_of(ticks));
}

}  // namespace

Carry::Carry(const MixerView& mixer) noexcept : state_(*mixer.state) {
    const Skeleton& skeleton = mixer.rig.skeleton;
    if (mixer.carry.empty() || mixer.carry.size() < mixer_carry_floats(skeleton)) return;
    const std::uint32_t joints = skeleton.joint_count();
    const std::size_t weights = skeleton.rest_weights.size(), floats = soa_floats(joints);
    for (std::size_t i = 0; i < 2; ++i) {
        const std::span<float> part = mixer.carry.subspan(i * (floats + weights), floats + weights);
        kept_[i] = {{part.data(), joints, soa_stride(joints)}, part.subspan(floats)};
    }
    offsets_ = mixer.carry.subspan(2 * (floats + weights), inertial_floats(joints, weights));
}

Status Carry::begin(const ConstPoseView& target, const ConstPoseView& after, Ticks dt) noexcept {
    const bool moving = state_.kept == 2;
    const Status status =
        run(InertialStartJob{.shown = shown(),
                             .old_before = kept_[1 - state_.newest],
                             .old_after = shown(),
                             .old_gap_s = moving ? seconds(state_.kept_gap) : 0.0f,
                             .target = target,
                             .target_after = after,
                             .target_gap_s = moving ? seconds(dt) : 0.0f,
                             .offsets = offsets_});
    state_.carry_pending = false;
    state_.carry_active = status == Status::ok;
    state_.carry_elapsed = {};
    return status;
}

Status Carry::apply(const PoseView& pose, Ticks dt) noexcept {
    if (!there() || !state_.carry_active) return Status::ok;
    if (dt >= state_.carry_length - state_.carry_elapsed) {
        state_.carry_active = false;
        return Status::ok;
    }
    state_.carry_elapsed = state_.carry_elapsed + dt;
    const double s = seconds_of(state_.carry_elapsed) / seconds_of(state_.carry_length);
    return run(InertialJob{.offsets = offsets_,
                           .share = decayed_value(s),
                           .elapsed_s = seconds(state_.carry_elapsed),
                           .duration_s = seconds(state_.carry_length),
                           .target = pose,
                           .out = pose});
}

void Carry::keep(const ConstPoseView& pose, Ticks dt, bool jumped) noexcept {
    if (!there()) return;
    if (jumped || state_.kept == 0) {
        state_.kept = 1;
        state_.kept_gap = {};
    } else if (dt > Ticks{}) {
        if (state_.kept == 1 || state_.kept_gap >= kShortest) {
            state_.newest = static_cast<std::uint8_t>(1 - state_.newest);
            state_.kept = 2;
            state_.kept_gap = {};
        }
        state_.kept_gap = state_.kept_gap + dt;
    }
    (void)copy_pose(pose, kept_[state_.newest]);
}

}  // namespace motus::detail

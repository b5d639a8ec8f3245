// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/sample/packed.h>
#include <motus/sample/small.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "motus/sample/packed.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <motus/sample/packed-inl.h>

HWY_BEFORE_NAMESPACE();
namespace motus::HWY_NAMESPACE {

// Unit rotations of a group's lanes, in local space.
HWY_INLINE PackQuats LocalRotations(const PackedClip& clip, const FramePair& frames,
                                    std::size_t group, std::size_t i) {
    const PackTag d;
    PackQuats q = frames.rotations(clip.groups[group].line, clip.still, i);
    if (clip.space.left != nullptr) {
        const std::size_t at = group * kPackedLanes + i;
        PackQuats left = load_planes(clip.space.left, clip.space.stride, at);
        left = {hn::Neg(left.x), hn::Neg(left.y), hn::Neg(left.z), left.w};
        const PackQuats right = load_planes(clip.space.right, clip.space.stride, at);
        q = multiply_rotations(multiply_rotations(left, q), right);
    }
    return scale(q, hn::Div(hn::Set(d, 1.0f), hn::Sqrt(dot(q, q))));
}

void UnpackRotations(const PackedClip& clip, const PackedMoment& moment, const SoaView& out) {
    const PackTag d;
    const FramePair frames(moment.left, moment.right, moment.weight);
    float* planes = out.plane(Plane::qx);
    for (std::size_t g = 0; g < clip.groups.size(); ++g) {
        const PackedGroup& group = clip.groups[g];
        if (group.line == kPackedNone) continue;
        for (std::size_t i = 0; i < kPackedLanes; i += hn::Lanes(d)) {
            const std::size_t at = g * kPackedLanes + i;
            PackQuats q = LocalRotations(clip, frames, g, i);
            if (group.joints != 0xff) {
                q = select(lanes_of(group.joints, i), q, load_planes(planes, out.stride, at));
            }
            store_planes(q, planes, out.stride, at);
        }
    }
}

void UnpackOneRotation(const PackedClip& clip, const PackedMoment& moment, std::size_t joint,
                       Quat& out) {
    const PackTag d;
    const FramePair frames(moment.left, moment.right, moment.weight);
    const std::size_t lane = joint % kPackedLanes, i = lane - lane % hn::Lanes(d);
    HWY_ALIGN float q[4][kPackedLanes];
    store_planes(LocalRotations(clip, frames, joint / kPackedLanes, i), &q[0][0], kPackedLanes, i);
    out = {q[0][lane], q[1][lane], q[2][lane], q[3][lane]};
}

}  // namespace motus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace motus {
HWY_EXPORT(UnpackRotations);
HWY_EXPORT(UnpackOneRotation);

namespace detail {
namespace {

float mixed(const PackedMoment& moment, std::size_t at) noexcept {
    return static_cast<float>(moment.left[at] * (kPackedWhole - moment.weight) +
                              moment.right[at] * moment.weight);
}

float channel_value(const PackedClip& clip, const PackedMoment& moment, std::size_t c) noexcept {
    MOTUS_ASSERT(c < clip.channels.size());
    MOTUS_ASSERT(moment.weight >= 0 && moment.weight <= kPackedWhole);
    const PackedChannel& channel = clip.channels[c];
    const std::size_t at = clip.lines * std::size_t{kPackedLine / 2} + c;
    return channel.offset + channel.scale * mixed(moment, at);
}

void put(Transform& t, std::uint32_t plane, float value) noexcept {
    switch (static_cast<Plane>(plane)) {
        case Plane::tx:
            t.translation.x = value;
            break;
        case Plane::ty:
            t.translation.y = value;
            break;
        case Plane::tz:
            t.translation.z = value;
            break;
        case Plane::sx:
            t.scale.x = value;
            break;
        case Plane::sy:
            t.scale.y = value;
            break;
        case Plane::sz:
            t.scale.z = value;
            break;
        default:
            break;
    }
}

// The rest values that a clip holds over a pose that may be another.
void hold_rest(const PackedClip& clip, const SoaView& out) noexcept {
    const auto copy = [&](std::uint32_t joints, std::size_t first, Plane plane, std::size_t count) {
        for (std::size_t i = 0; joints != 0; ++i, joints >>= 1) {
            if ((joints & 1u) == 0) continue;
            for (std::size_t c = 0; c < count; ++c) {
                const auto p = static_cast<Plane>(static_cast<std::size_t>(plane) + c);
                out.plane(p)[first + i] = clip.rest.plane(p)[first + i];
            }
        }
    };
    for (std::size_t g = 0; g < clip.groups.size(); ++g) {
        copy(clip.groups[g].rest_translations, g * kPackedLanes, Plane::tx, 3);
        copy(clip.groups[g].rest_rotations, g * kPackedLanes, Plane::qx, 4);
        copy(clip.groups[g].rest_scales, g * kPackedLanes, Plane::sx, 3);
    }
}

}  // namespace

void unpack_pose(const PackedClip& clip, Ticks time, const ConstPoseView& below,
                 const PoseView& out) noexcept {
    if (clip.small != nullptr) return unpack_pose(*clip.small, time, below, out);
    MOTUS_ASSERT(clip.groups.size() * kPackedLanes <= out.joints.stride);
    MOTUS_ASSERT(clip.frame_count > 0 || (clip.lines == 0 && clip.channels.empty()));
    MOTUS_ASSERT(std::size_t{clip.lines} * kPackedLine + clip.channels.size() * 2 <=
                     clip.frame_bytes ||
                 clip.frame_count == 0);
    if (below.joints.data != clip.rest.data) hold_rest(clip, out.joints);
    const auto place = [&](const auto& item) -> float& {
        MOTUS_ASSERT(item.index <
                     (item.part == PackedPart::weight ? out.weights.size() : out.joint_count()));
        if (item.part == PackedPart::weight) return out.weights[item.index];
        MOTUS_ASSERT(item.plane < kPlaneCount);
        return out.joints.plane(static_cast<Plane>(item.plane))[item.index];
    };
    for (const PackedConstant& constant : clip.constants)
        place(constant) = constant.value;
    const PackedMoment moment = clip.frame_count > 0 ? moment_of(clip, time) : PackedMoment{};
    if (clip.lines > 0 || clip.still != nullptr) {
        HWY_DYNAMIC_DISPATCH(UnpackRotations)(clip, moment, out.joints);
    }
    for (std::size_t c = 0; c < clip.channels.size(); ++c) {
        float value = channel_value(clip, moment, c);
        float& to = place(clip.channels[c]);
        if (c + 1 < clip.channels.size() && clip.channels[c + 1].more != 0) {
            value += channel_value(clip, moment, ++c);
        }
        to = value;
    }
}

void unpack_joint(const PackedClip& clip, JointIndex joint, Ticks time, Transform& out) noexcept {
    if (clip.small != nullptr) return unpack_joint(*clip.small, joint, time, out);
    const auto first_of = [&](auto items) {
        std::size_t low = 0, high = items.size();
        while (low < high) {
            const std::size_t middle = (low + high) / 2;
            const auto& item = items[middle];
            (item.part == PackedPart::joint && item.index < joint ? low : high) =
                item.part == PackedPart::joint && item.index < joint ? middle + 1 : middle;
        }
        return low;
    };
    const auto is_here = [&](const auto& item) {
        return item.part == PackedPart::joint && item.index == joint;
    };
    for (std::size_t k = first_of(clip.constants);
         k < clip.constants.size() && is_here(clip.constants[k]); ++k) {
        put(out, clip.constants[k].plane, clip.constants[k].value);
    }
    const std::size_t g = joint / kPackedLanes;
    if (g < clip.groups.size()) {
        const auto bit = [&](std::uint8_t joints) { return (joints >> joint % 8 & 1u) != 0; };
        const auto at = [&](Plane p) { return clip.rest.plane(p)[joint]; };
        const PackedGroup& group = clip.groups[g];
        if (bit(group.rest_translations)) {
            out.translation = {at(Plane::tx), at(Plane::ty), at(Plane::tz)};
        }
        if (bit(group.rest_rotations)) {
            out.rotation = {at(Plane::qx), at(Plane::qy), at(Plane::qz), at(Plane::qw)};
        }
        if (bit(group.rest_scales)) out.scale = {at(Plane::sx), at(Plane::sy), at(Plane::sz)};
    }
    const PackedMoment moment = clip.frame_count > 0 ? moment_of(clip, time) : PackedMoment{};
    if (g < clip.groups.size() && clip.groups[g].line != kPackedNone &&
        (clip.groups[g].joints >> (joint % kPackedLanes) & 1u) != 0) {
        HWY_DYNAMIC_DISPATCH(UnpackOneRotation)(clip, moment, joint, out.rotation);
    }
    for (std::size_t c = first_of(clip.channels);
         c < clip.channels.size() && is_here(clip.channels[c]); ++c) {
        const std::uint32_t plane = clip.channels[c].plane;
        float value = channel_value(clip, moment, c);
        if (c + 1 < clip.channels.size() && clip.channels[c + 1].more != 0) {
            value += channel_value(clip, moment, ++c);
        }
        put(out, plane, value);
    }
}

}  // namespace detail
}  // namespace motus
#endif

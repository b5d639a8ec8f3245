// SPDX-License-Identifier: MIT
#include <motus/play/mixer_rig.h>

#include <motus/clip/packed.h>
#include <motus/clip/small.h>

#include <algorithm>
#include <string>

namespace motus {
namespace {

Error fault(const char* code, const char* list, std::size_t index, std::string cause) {
    return {code, std::string(list) + "[" + std::to_string(index) + "]", std::move(cause)};
}

void add_packed(const PackedClip& clip, std::vector<float>& mask) {
    for (std::size_t g = 0; g < clip.groups.size(); ++g) {
        const PackedGroup& group = clip.groups[g];
        const unsigned turns = group.line != kPackedNone ? group.joints : 0u;
        const unsigned joints =
            turns | group.rest_translations | group.rest_rotations | group.rest_scales;
        for (std::size_t i = 0; i < kPackedLanes; ++i) {
            const std::size_t joint = g * kPackedLanes + i;
            if ((joints >> i & 1u) != 0 && joint < mask.size()) mask[joint] = 1.0f;
        }
    }
    for (const PackedChannel& channel : clip.channels) {
        if (channel.part == PackedPart::joint) mask[channel.index] = 1.0f;
    }
    for (const PackedConstant& constant : clip.constants) {
        if (constant.part == PackedPart::joint) mask[constant.index] = 1.0f;
    }
}

void add_small(const SmallClip& clip, std::vector<float>& mask) {
    for (const SmallGroup& group : clip.groups) {
        for (const std::uint16_t joint : group.joints) {
            if (joint != kSmallNone) mask[joint] = 1.0f;
        }
    }
    for (const SmallScalar& scalar : clip.scalars) {
        if (scalar.plane != kSmallWeight) mask[scalar.index] = 1.0f;
    }
    for (const SmallStill& still : clip.stills)
        mask[still.joint] = 1.0f;
    for (std::size_t at = 0; at < clip.rests.size(); ++at) {
        for (std::size_t i = 0; i < 8; ++i) {
            if ((clip.rests[at] >> i & 1u) != 0) mask[at / 3 * 8 + i] = 1.0f;
        }
    }
}

// Weight 1 for the joints that a clip animates; empty where it animates all.
std::vector<float> animated_joints(const Clip& clip, std::uint32_t joint_count) {
    std::vector<float> mask(joint_count, 0.0f);
    for (const TrackRecord& track : clip.tracks) {
        if (track.kind != TrackKind::weights) mask[track.target] = 1.0f;
    }
    if (clip.packed != nullptr) {
        add_packed(*clip.packed, mask);
        if (clip.packed->small != nullptr) add_small(*clip.packed->small, mask);
    }
    if (std::find(mask.begin(), mask.end(), 0.0f) == mask.end()) mask.clear();
    return mask;
}

}  // namespace

Result<MixerRigBuffer> build_mixer_rig(const Skeleton& skeleton,
                                       std::span<const MixerClipDesc> clips,
                                       std::span<const Skin> skins, std::span<const Mask> masks) {
    const std::uint32_t joints = skeleton.joint_count();
    MixerRigBuffer rig;
    rig.skeleton_ = skeleton;
    for (std::size_t i = 0; i < clips.size(); ++i) {
        const Clip& clip = clips[i].clip;
        if (clip.joint_limit > joints || clip.weight_limit > skeleton.rest_weights.size()) {
            return fault("mixer-clip-target", "clips", i,
                         "targets a joint or morph weight that the skeleton does not have");
        }
        std::vector<EventTime>& events =
            rig.events_.emplace_back(clips[i].events.begin(), clips[i].events.end());
        std::stable_sort(events.begin(), events.end(),
                         [](const EventTime& a, const EventTime& b) { return a.time < b.time; });
        const std::vector<float>& mask =
            rig.mask_floats_.emplace_back(animated_joints(clip, joints));
        rig.clips_.push_back({clip, events, mask, clip.weight_limit > 0});
    }
    for (std::size_t i = 0; i < skins.size(); ++i) {
        const bool inside = std::all_of(skins[i].joints.begin(), skins[i].joints.end(),
                                        [&](JointIndex joint) { return joint < joints; });
        if (!inside) return fault("mixer-skin-joint", "skins", i, "has a joint out of range");
        if (skins[i].inverse_binds.size() < skins[i].joints.size()) {
            return fault("mixer-skin-binds", "skins", i, "has fewer inverse binds than joints");
        }
        rig.skins_.push_back(skins[i]);
    }
    for (std::size_t i = 0; i < masks.size(); ++i) {
        if (!is_valid_mask(masks[i], joints)) {
            return fault("mixer-mask", "masks", i, "needs a weight in [0, 1] for each joint");
        }
        rig.masks_.push_back(rig.mask_floats_.emplace_back(masks[i].begin(), masks[i].end()));
    }
    for (const MixerClip& clip : rig.clips_) {
        for (const Mask& mask : rig.masks_) {
            if (clip.joints.empty() || mask.empty()) {
                rig.clip_masks_.push_back(mask.empty() ? clip.joints : mask);
                continue;
            }
            std::vector<float>& both = rig.mask_floats_.emplace_back(joints);
            for (std::uint32_t j = 0; j < joints; ++j)
                both[j] = mask[j] * clip.joints[j];
            rig.clip_masks_.push_back(both);
        }
    }
    return rig;
}

}  // namespace motus

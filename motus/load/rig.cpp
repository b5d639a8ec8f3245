// SPDX-License-Identifier: MIT
#include <motus/load/rig.h>

namespace motus {

RootMotion root_motion_of(JointIndex joint, RootAxes axes) noexcept {
    RootMotion root;
    root.joint = axes == RootAxes::none ? kNoJoint : joint;
    root.y = axes == RootAxes::xyz || axes == RootAxes::xyz_yaw || axes == RootAxes::full;
    root.yaw = axes == RootAxes::xz_yaw || axes == RootAxes::xyz_yaw;
    root.tumble = axes == RootAxes::full;
    return root;
}

BakedClips::BakedClips(const BakedFile& file) {
    const PackedTable& table = file.clips.packed;
    packed_.reserve(table.clips.size() + file.clips.small.clips.size());
    small_.reserve(file.clips.small.clips.size());
    clips_.reserve(file.clips.clips.size());
    std::size_t space = 0;
    for (std::uint32_t r = 0; r < file.rigs.rigs.size(); ++r) {
        const RigEntry& rig = file.rigs.rigs[r];
        const ConstSoaView rest = skeleton_at(file.rigs, r).rest;
        bool relative = false;
        for (std::uint32_t i = rig.clip_start; i < rig.clip_start + rig.clip_count; ++i) {
            const ClipEntry& entry = file.clips.clips[i];
            Clip clip = clip_at(file.clips, i);
            if (entry.kind == ClipKind::fast) {
                relative = relative || table.clips[entry.packed].relative != 0;
                packed_.push_back(packed_at(table, entry.packed, rest, table.space.data() + space));
                clip.packed = &packed_.back();
            } else if (entry.kind == ClipKind::small) {
                small_.push_back(small_at(file.clips.small, entry.packed, rest));
                PackedClip& packed = packed_.emplace_back();
                packed.small = &small_.back();
                packed.rest = rest;
                clip.packed = &packed;
            }
            clips_.push_back(clip);
        }
        if (relative) space += std::size_t{8} * rest.stride;
    }
}

BakedRig::BakedRig(const BakedFile& file, std::uint32_t rig)
    : skeleton_(skeleton_at(file.rigs, rig)),
      clips_(file),
      root_(root_motion_of(file.rigs.rigs[rig].root_joint, file.rigs.rigs[rig].root_axes)) {
    references_.reserve(file.clips.clips.size());
    roots_.reserve(file.clips.clips.size());
    for (std::uint32_t i = 0; i < file.clips.clips.size(); ++i) {
        const ClipEntry& entry = file.clips.clips[i];
        references_.push_back({entry.additive_clip, entry.additive_time});
        const bool moves = entry.root_motion != 0 && entry.rig == rig;
        roots_.push_back(
            root_motion_of(root_.joint, moves ? RootAxes{entry.root_axes} : RootAxes::none));
    }
    masks_.reserve(file.masks.mask_count);
    for (std::uint32_t m = 0; m < file.masks.mask_count; ++m)
        masks_.push_back(mask_at(file.masks, rig, m));
}

}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/load/file.h>

namespace motus {
namespace {

// What machines say of clips and masks is what the rigs have.
bool check_machines_and_rigs(const BakedFile& file) noexcept {
    for (const RigEntry& rig : file.rigs.rigs) {
        if (rig.machine != kNoItem && rig.machine >= file.machines.machines.size()) return false;
    }
    if (!file.rigs.rigs.empty() && file.masks.mask_count != file.machines.mask_count) return false;
    // Motions are clips, then timelines, each counted from 0: read_machines has seen to that.
    for (const MotionInfo& motion : file.machines.motions) {
        if (motion.kind == MotionKind::timeline) {
            if (motion.index >= file.timelines.timelines.size()) return false;
            continue;
        }
        if (motion.index >= file.clips.clips.size()) return false;
        // A clip of next to no length has none for machines.
        const Ticks duration = file.clips.clips[motion.index].duration;
        if (motion.duration != (duration < kMinDuration ? Ticks{} : duration)) return false;
    }
    return file.machines.event_names.size() == file.timelines.event_names.size() &&
           file.machines.motions.size() ==
               file.clips.clips.size() + file.timelines.timelines.size();
}

// Clips stand rig by rig, each within the limits of its rig.
bool check_rigs_and_clips(const BakedFile& file) noexcept {
    std::uint32_t next = 0;
    for (std::uint32_t r = 0; r < file.rigs.rigs.size(); ++r) {
        const RigEntry& rig = file.rigs.rigs[r];
        if (!in_range(rig.clip_start, rig.clip_count, file.clips.clips.size())) return false;
        if (rig.clip_count != 0 && rig.clip_start != next) return false;
        next += rig.clip_count;
        for (const ClipEntry& clip : file.clips.clips.subspan(rig.clip_start, rig.clip_count)) {
            if (clip.rig != r || clip.joint_limit > rig.joint_count ||
                clip.weight_limit > rig.weight_count) {
                return false;
            }
            if (clip.additive_clip != kNoClip && file.clips.clips[clip.additive_clip].rig != r) {
                return false;
            }
        }
    }
    return next == file.clips.clips.size();
}

// Packed clips know all groups of their rig; bind rotations are there for rigs that need them.
bool check_rigs_and_packed(const BakedFile& file) noexcept {
    const PackedTable& packed = file.clips.packed;
    std::size_t space = 0;
    for (const RigEntry& rig : file.rigs.rigs) {
        bool relative = false;
        for (const ClipEntry& clip : file.clips.clips.subspan(rig.clip_start, rig.clip_count)) {
            if (clip.kind == ClipKind::small) {
                const std::uint32_t joint = file.clips.small.clips[clip.packed].error_joint;
                if (joint != kNoItem && joint >= rig.joint_count) return false;
            }
            if (clip.kind != ClipKind::fast) continue;
            const PackedEntry& entry = packed.clips[clip.packed];
            if (entry.group_count != (rig.joint_count + kPackedLanes - 1) / kPackedLanes ||
                (entry.error_joint != kNoItem && entry.error_joint >= rig.joint_count)) {
                return false;
            }
            relative = relative || entry.relative != 0;
        }
        if (!relative) continue;
        const auto stride = static_cast<std::uint32_t>(soa_stride(rig.joint_count));
        const std::size_t floats = std::size_t{8} * stride;
        if (floats > packed.space.size() - space ||
            !check_space(packed.space.subspan(space, floats), stride)) {
            return false;
        }
        space += floats;
    }
    return space == packed.space.size();
}

BakedFault check(std::span<const std::byte> bytes, BakedFile& file) noexcept {
    BakedFault fault;
    if (open_container(bytes, file.container, &fault.container) != Status::ok) {
        fault.part = BakedPart::container;
    } else if (read_names(file.container, file.names) != Status::ok) {
        fault.part = BakedPart::names;
    } else if (read_rigs(file.container, file.rigs) != Status::ok) {
        fault.part = BakedPart::rigs;
    } else if (read_clips(file.container, file.clips) != Status::ok) {
        fault.part = BakedPart::clips;
    } else if (read_masks(file.container, file.rigs, file.masks) != Status::ok) {
        fault.part = BakedPart::masks;
    } else if (read_machines(file.container, file.machines) != Status::ok) {
        fault.part = BakedPart::machines;
    } else if (read_timelines(file.container, file.timelines) != Status::ok ||
               read_scene(file.container, file.scene) != Status::ok) {
        fault.part = BakedPart::timelines;
    } else if (!check_rigs_and_clips(file) || !check_rigs_and_packed(file) ||
               !check_machines_and_rigs(file)) {
        fault.part = BakedPart::together;
    }
    return fault;
}

}  // namespace

const char* to_string(BakedPart part) noexcept {
    switch (part) {
        case BakedPart::none:
            return "nothing is wrong";
        case BakedPart::container:
            return "the file is damaged";
        case BakedPart::names:
            return "the table of names is wrong";
        case BakedPart::rigs:
            return "a rig is wrong";
        case BakedPart::clips:
            return "a clip is wrong";
        case BakedPart::masks:
            return "a mask is wrong";
        case BakedPart::machines:
            return "a machine is wrong";
        case BakedPart::timelines:
            return "a timeline or the scene is wrong";
        case BakedPart::together:
            return "parts of the file do not fit each other";
    }
    return "unknown";
}

Status open_baked(std::span<const std::byte> bytes, BakedFile& out, BakedFault* why) noexcept {
    BakedFile file;
    const BakedFault fault = check(bytes, file);
    if (why != nullptr) *why = fault;
    if (fault.container == ContainerFault::alignment) return Status::bad_argument;
    if (fault.part != BakedPart::none) return Status::bad_data;
    out = file;
    return Status::ok;
}

}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/bake/packing.h>

#include <motus/bake/arrays.h>
#include <motus/document/pointer.h>

#include <algorithm>

namespace motus {
namespace {

using detail::append;
using detail::size32;

void append_lines(std::vector<PackedLine>& out, const std::int16_t* numbers, std::size_t lines) {
    const auto* first = reinterpret_cast<const PackedLine*>(numbers);
    if (lines > 0) out.insert(out.end(), first, first + lines);
}

/// Model units per metre.
double unit_of(const doc::Rig& rig, const Skeleton& skeleton) {
    const auto scale = static_cast<double>(rig.unit_scale());
    return scale > 0.0 && scale != 1.0 ? 1.0 / scale : rig_unit(skeleton);
}

}  // namespace

void PackedSections::write(SectionWriter& writer) const {
    writer.add(SectionKind::clip_packed, clips);
    writer.add(SectionKind::clip_groups, groups);
    writer.add(SectionKind::clip_channels, channels);
    writer.add(SectionKind::clip_constants, constants);
    writer.add(SectionKind::clip_frames, lines);
    writer.add(SectionKind::clip_space, space);
    writer.add(SectionKind::clip_small, small);
    writer.add(SectionKind::small_groups, small_groups);
    writer.add(SectionKind::small_scalars, small_scalars);
    writer.add(SectionKind::small_stills, small_stills);
    writer.add(SectionKind::small_rests, small_rests);
    writer.add(SectionKind::small_words, small_words);
}

ClipKind kind_of(const BakeSettings& settings, const doc::Rig& rig,
                 const doc::AnimationClip& clip) {
    if (settings.pack) return *settings.pack;
    switch (clip.packed()) {
        case doc::ClipPacking::fast:
            return ClipKind::fast;
        case doc::ClipPacking::small:
            return ClipKind::small;
        case doc::ClipPacking::exact:
            return ClipKind::exact;
        case doc::ClipPacking::as_rig:
            break;
    }
    switch (rig.packed()) {
        case doc::PackedKind::fast:
            return ClipKind::fast;
        case doc::PackedKind::small:
            return ClipKind::small;
        case doc::PackedKind::exact:
            break;
    }
    return ClipKind::exact;
}

RigPacking packing_of(BakeContext& context, const doc::Rig& rig, const SourceRig& joints) {
    RigPacking out;
    const Skeleton skeleton = joints.skeleton();
    const double unit = out.unit = unit_of(rig, skeleton);
    const float bound =
        context.settings.bound_m > 0.0f ? context.settings.bound_m : rig.error_bound();
    out.error.distance = static_cast<double>(rig.vertex_distance()) * unit;
    out.error.bound = static_cast<double>(bound) * unit;
    const std::string place = pointer_to(context.document, rig);
    if (!(out.error.bound > 0.0)) {
        report(context, "out-of-range", place + "/error_bound", "needs a number above 0");
        out.error.bound = 1.0;
    }
    if (!(out.error.distance >= 0.0)) {
        report(context, "out-of-range", place + "/vertex_distance", "is negative");
        out.error.distance = 0.0;
    }
    for (const doc::JointPrecision& item : rig.joint_precisions()) {
        bool several = false;
        const JointIndex joint = find_path(joints, item.joint(), several);
        const std::string at = pointer_to(context.document, item);
        if (joint == kNoJoint || several) {
            report(context, "missing-target", at + "/joint",
                   (several ? "several joints end in " : "no joint is called ") + item.joint());
        } else if (!(item.error_bound() > 0.0f)) {
            report(context, "out-of-range", at + "/error_bound", "needs a number above 0");
        } else {
            out.joint_bounds.resize(skeleton.joint_count());
            out.joint_bounds[joint] =
                static_cast<float>(static_cast<double>(item.error_bound()) * unit);
        }
    }
    return out;
}

PackSettings settings_of(const BakeSettings& settings, const RigPacking& packing,
                         const doc::Rig& rig, const doc::AnimationClip& clip) {
    PackSettings out{packing.error, packing.space, {}};
    if (!(settings.bound_m > 0.0f) && clip.error_bound() > 0.0f && rig.error_bound() > 0.0f) {
        out.error.bound *=
            static_cast<double>(clip.error_bound()) / static_cast<double>(rig.error_bound());
    }
    out.error.joint_bounds = packing.joint_bounds;
    return out;
}

std::uint32_t add_packed(const PackedClipBuffer& clip, std::size_t source_bytes,
                         PackedSections& out) {
    const PackedClip& packed = clip.packed();
    PackedEntry entry;
    entry.start = packed.start;
    entry.frames_per_tick = packed.frames_per_tick;
    entry.error_time = clip.error().max_time;
    entry.frame_count = packed.frame_count;
    entry.frame_lines = packed.frame_bytes / kPackedLine;
    entry.rotation_lines = packed.lines;
    entry.still_lines = clip.still_lines();
    entry.group_start = size32(out.groups.size());
    entry.group_count = size32(packed.groups.size());
    entry.channel_start = size32(out.channels.size());
    entry.channel_count = size32(packed.channels.size());
    entry.constant_start = size32(out.constants.size());
    entry.constant_count = size32(packed.constants.size());
    entry.line_start = size32(out.lines.size());
    entry.line_count = entry.frame_lines * entry.frame_count + entry.still_lines;
    entry.error_max = static_cast<float>(clip.error().max);
    entry.error_p99 = static_cast<float>(clip.error().p99);
    entry.error_joint = clip.error().max_joint;
    entry.exact_bytes = size32(source_bytes);
    entry.relative = packed.space.left != nullptr ? 1 : 0;
    append(out.groups, packed.groups);
    append(out.channels, packed.channels);
    append(out.constants, packed.constants);
    append_lines(out.lines, packed.frames, std::size_t{entry.frame_lines} * entry.frame_count);
    append_lines(out.lines, packed.still, entry.still_lines);
    out.clips.push_back(entry);
    return size32(out.clips.size() - 1);
}

std::uint32_t add_packed(const SmallClipBuffer& clip, std::size_t source_bytes,
                         PackedSections& out) {
    const SmallClip& small = clip.small();
    SmallEntry entry;
    entry.start = small.start;
    entry.frames_per_tick = small.frames_per_tick;
    entry.error_time = clip.error().max_time;
    entry.frame_count = small.frame_count;
    entry.segment_frames = small.segment_frames;
    entry.narrow = small.narrow;
    entry.moving = small.moving;
    entry.group_start = size32(out.small_groups.size());
    entry.group_count = size32(small.groups.size());
    entry.scalar_start = size32(out.small_scalars.size());
    entry.scalar_count = size32(small.scalars.size());
    entry.still_start = size32(out.small_stills.size());
    entry.still_count = size32(small.stills.size());
    entry.rest_start = size32(out.small_rests.size());
    entry.rest_count = size32(small.rests.size());
    entry.word_start = size32(out.small_words.size());
    entry.word_count = size32(clip.words().size());
    entry.error_max = static_cast<float>(clip.error().max);
    entry.error_p99 = static_cast<float>(clip.error().p99);
    entry.error_joint = clip.error().max_joint;
    entry.exact_bytes = size32(source_bytes);
    append(out.small_groups, small.groups);
    append(out.small_scalars, small.scalars);
    append(out.small_stills, small.stills);
    append(out.small_rests, small.rests);
    append(out.small_words, clip.words());
    out.small.push_back(entry);
    return size32(out.small.size() - 1);
}

std::uint32_t add_packed(ClipKind kind, const ClipTable& clip, PackedSections& out) {
    if (kind == ClipKind::small) {
        SmallEntry entry = clip.small.clips[0];
        entry.group_start = size32(out.small_groups.size());
        entry.scalar_start = size32(out.small_scalars.size());
        entry.still_start = size32(out.small_stills.size());
        entry.rest_start = size32(out.small_rests.size());
        entry.word_start = size32(out.small_words.size());
        append(out.small_groups, clip.small.groups);
        append(out.small_scalars, clip.small.scalars);
        append(out.small_stills, clip.small.stills);
        append(out.small_rests, clip.small.rests);
        append(out.small_words, clip.small.words);
        out.small.push_back(entry);
        return size32(out.small.size() - 1);
    }
    PackedEntry entry = clip.packed.clips[0];
    entry.group_start = size32(out.groups.size());
    entry.channel_start = size32(out.channels.size());
    entry.constant_start = size32(out.constants.size());
    entry.line_start = size32(out.lines.size());
    append(out.groups, clip.packed.groups);
    append(out.channels, clip.packed.channels);
    append(out.constants, clip.packed.constants);
    append(out.lines, clip.packed.lines);
    out.clips.push_back(entry);
    return size32(out.clips.size() - 1);
}

}  // namespace motus

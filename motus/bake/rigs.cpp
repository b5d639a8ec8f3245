// SPDX-License-Identifier: MIT
#include <motus/bake/clips.h>
#include <motus/bake/masks.h>
#include <motus/bake/memo.h>
#include <motus/bake/rigs.h>

#include <motus/bake/arrays.h>
#include <motus/document/pointer.h>
#include <motus/machine/records.h>

#include <cstring>

namespace motus {
namespace {

using detail::append;
using detail::size32;

/// The arrays of all rigs, as sections hold them.
struct RigSections {
    std::vector<RigEntry> rigs;
    std::vector<JointIndex> parents, by_name, of_source;
    std::vector<std::uint32_t> source;
    std::vector<float> rest, weights;
    std::vector<NameHash> names;
    std::vector<MorphEntry> morphs;
    std::vector<SkinEntry> skins;
    std::vector<JointIndex> skin_joints;
    std::vector<Mat34> skin_binds;

    void write(SectionWriter& writer) const {
        writer.add(SectionKind::rigs, rigs);
        writer.add(SectionKind::joint_parents, parents);
        writer.add(SectionKind::joint_rest, rest);
        writer.add(SectionKind::joint_names, names);
        writer.add(SectionKind::joint_by_name, by_name);
        writer.add(SectionKind::joint_source, source);
        writer.add(SectionKind::joint_of_source, of_source);
        writer.add(SectionKind::rest_weights, weights);
        writer.add(SectionKind::morphs, morphs);
        writer.add(SectionKind::skins, skins);
        writer.add(SectionKind::skin_joints, skin_joints);
        writer.add(SectionKind::skin_binds, skin_binds);
    }
};

class RigBaker {
  public:
    explicit RigBaker(BakeContext& context) : context_(context), sources_(context.memo.sources()) {}

    void run() {
        const RecordTable* rigs = context_.records.find(doc::Rig::static_type().number);
        const RecordTable* clips = context_.records.find(doc::AnimationClip::static_type().number);
        context_.clips.resize(clips != nullptr ? clips->count() : 0);
        for (std::uint32_t i = 0; i < context_.clips.size(); ++i)
            context_.clip_places.emplace(clips->objects[i], i);
        for (std::uint32_t i = 0; rigs != nullptr && i < rigs->count(); ++i) {
            record::Rig record;
            std::memcpy(&record, rigs->bytes.data() + i * sizeof record, sizeof record);
            bake_rig(i, static_cast<const doc::Rig&>(*rigs->objects[i]), record);
        }
        warn_of_masks(context_, masks_);
        if (context_.diagnostics.has_errors()) return;
        sections_.write(context_.writer);
        clips_.write(context_.writer);
        context_.writer.add(SectionKind::masks, masks_.ranges);
        context_.writer.add(SectionKind::mask_weights, masks_.weights);
    }

  private:
    void bake_rig(std::uint32_t index, const doc::Rig& rig, const record::Rig& record) {
        const std::string place = pointer_to(context_.document, rig);
        const SourceRig* source = sources_.find(rig.source(), place + "/source", context_);
        if (source == nullptr) return;
        RigEntry entry;
        entry.machine = record.machine;
        entry.unit_scale = rig.unit_scale();
        if (!(entry.unit_scale > 0.0f && entry.unit_scale <= kMaxUnitScale)) {
            report(context_, "out-of-range", place + "/unit_scale",
                   "needs a number above 0 that is not huge");
        }
        entry.clip_start = record.clips.start;
        entry.clip_count = record.clips.count;
        if (const auto* entity = object_cast<doc::Entity>(rig.parent())) {
            entry.entity = entity->id();
            entry.name = context_.names.add(entity->name(), place, context_.diagnostics);
        }
        set_root(entry, rig, *source, place);
        add_skeleton(entry, *source, place);
        add_skins(entry, *source, place);
        sections_.rigs.push_back(entry);
        add_masks(context_, index, *source, masks_);
        if (rig.source() != 0) check_tracks(entry.entity, *source);
        add_clips(context_, sources_, {index, entry.clip_start, source}, rig, clips_);
    }

    // Tracks find nodes by their whole path, when an instance is bound.
    void check_tracks(std::uint64_t entity, const SourceRig& source) {
        for (const auto& timeline : content(context_.document).library().timelines()) {
            for (const doc::AnimationTrack& track : timeline.tracks()) {
                const doc::AnimationBinding& binding = track.binding();
                if (track.kind() != doc::TrackKind::property || binding.target() != entity ||
                    binding.path().empty() || has_path(source, binding.path())) {
                    continue;
                }
                context_.diagnostics.warn(
                    "missing-target", pointer_to(context_.document, binding) + "/path",
                    "the rig has no node \"" + binding.path() + "\": these keys have no effect");
            }
        }
    }

    void set_root(RigEntry& entry, const doc::Rig& rig, const SourceRig& source,
                  const std::string& place) {
        if (rig.root_motion_joint().empty()) return;
        bool several = false;
        entry.root_joint = find_path(source, rig.root_motion_joint(), several);
        entry.root_axes = static_cast<RootAxes>(rig.root_motion_axes());
        if (entry.root_joint != kNoJoint && !several) return;
        std::string message = several ? "several joints end in " : "no joint is called ";
        report(context_, "missing-target", place + "/root_motion_joint",
               message + rig.root_motion_joint());
    }

    void add_skeleton(RigEntry& entry, const SourceRig& source, const std::string& place) {
        const Skeleton skeleton = source.rig.skeleton.view();
        entry.joint_start = size32(sections_.parents.size());
        entry.joint_count = skeleton.joint_count();
        entry.rest_start = size32(sections_.rest.size());
        entry.weight_start = size32(sections_.weights.size());
        entry.weight_count = size32(skeleton.rest_weights.size());
        append(sections_.parents, skeleton.parents);
        append(sections_.rest, {skeleton.rest.data, soa_floats(skeleton.joint_count())});
        append(sections_.names, skeleton.names);
        append(sections_.by_name, skeleton.by_name);
        append(sections_.source, skeleton.source);
        append(sections_.of_source, skeleton.of_source);
        append(sections_.weights, skeleton.rest_weights);
        for (JointIndex j = 0; j < skeleton.joint_count(); ++j)
            context_.names.add(source.rig.skeleton.name(j), place, context_.diagnostics);
        entry.morph_start = size32(sections_.morphs.size());
        entry.morph_count = size32(source.rig.morphs.size());
        for (const MorphRange& morph : source.rig.morphs)
            sections_.morphs.push_back({morph.node, morph.first, morph.count});
    }

    void add_skins(RigEntry& entry, const SourceRig& source, const std::string& place) {
        entry.skin_start = size32(sections_.skins.size());
        entry.skin_count = size32(source.rig.skins.size());
        for (std::size_t i = 0; i < source.rig.skins.size(); ++i) {
            const Skin skin = source.rig.skins[i].view();
            const NameHash name =
                context_.names.add(source.asset->skins[i].name, place, context_.diagnostics);
            sections_.skins.push_back(
                {name, size32(sections_.skin_joints.size()), size32(skin.joints.size())});
            append(sections_.skin_joints, skin.joints);
            append(sections_.skin_binds, skin.inverse_binds);
        }
    }

    BakeContext& context_;
    SourceRigs& sources_;
    RigSections sections_;
    ClipSections clips_;
    MaskSections masks_;
};

}  // namespace

void bake_rigs(BakeContext& context) {
    RigBaker(context).run();
}

}  // namespace motus

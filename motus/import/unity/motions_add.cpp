// Clips of a document, from what was found, and what of them is lost.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/motions.h>

#include <fmt/format.h>

namespace motus::unity {

const MotionEntry& Motions::add_own(const UnityClip& clip, const AssetRef& ref) {
    return entries_.emplace(ref, add_clip(clip, ref, clip.name)).first->second;
}

MotionEntry Motions::add_clip(const UnityClip& clip, const AssetRef& ref,
                              const std::string& place) {
    const std::string name = unique(clip.name);
    bool others = false;  // curves that only a timeline can hold
    bool poses = false;
    for (const ClipCurve& curve : clip.curves) {
        const bool humanoid = is_left_out(curve);
        const bool pose = curve.target != CurveTarget::number || is_blend_shape(curve);
        others = others || (!pose && !humanoid);
        poses = poses || pose;
        ++curves_found_;
        curves_kept_ += pose || !humanoid ? 1 : 0;
    }
    curves_found_ += clip.object_curves.size() + clip.repeated.size();
    report_losses(clip, name, others);
    if (others && poses) {
        report_.use("clips that move bones and other components", Support::approximated,
                    "timelines: the bones are entities of the scene, not joints of the rig", name);
    }
    if (others) return add_timeline(clip, ref, name);
    if (poses) add_pose_clip(clip, name, nodes_, extra_keys_, report_);
    doc::AnimationClipChange change = new_clip(ref, name);
    if (poses) {
        change.set_source_clip(name).set_source_index(
            static_cast<std::uint32_t>(nodes_.asset.clips.size() - 1));
        own_clips_.push_back(change.handle());
    } else {  // nothing that could be shown, but a length and events
        change.set_placeholder(true);
        report_.use("clips without curves that can be shown", Support::approximated,
                    "a placeholder of their length, with their events", place);
    }
    change.set_length_s(static_cast<float>(playing_length(clip)))
        .set_loop(clip.loop)
        .set_cycle_offset(static_cast<float>(clip.cycle_offset))
        .set_mirror(clip.mirror);
    for (const ClipEventValue* value : kept_events(clip, name)) {
        change.events_append()
            .set_time_s(static_cast<float>(value->time - clip.start))
            .set_event(event(value->function))
            .set_text(value->text)
            .set_number(value->number)
            .set_integer(value->integer);
    }
    MotionEntry entry;
    entry.start = clip.start;
    entry.id = change.object().id();
    entry.loops = clip.loop;
    entry.has_reference = clip.has_reference;
    entry.name = name;
    if (clip.has_reference && !clip.reference_clip.is_none()) {
        pending_.push_back({entry.id, clip.reference_clip, clip.reference_time});
    } else if (clip.has_reference) {
        change.set_additive_reference_s(
            static_cast<float>(std::max(0.0, clip.reference_time - clip.start)));
    }
    return entry;
}

MotionEntry Motions::add_model_clip(const AssetRef& ref, const Found& found,
                                    std::optional<bool> loops) {
    const ClipFile& file = options_.clips[found.file];
    const AssetClip& clip = file.asset.clips[found.clip];
    MotionEntry entry;
    entry.name = unique(clip.name);
    entry.loops = loops.value_or(clip.loop);
    doc::AnimationClipChange change = new_clip(ref, entry.name);
    change.set_source(source(file.path, file.content_hash))
        .set_source_clip(clip.name)
        .set_source_index(found.clip)
        .set_length_s(static_cast<float>(seconds_of(clip.duration)))
        .set_loop(entry.loops)
        .set_root_motion(clip.root_motion);
    for (const AssetEvent& moment : clip.events) {
        change.events_append()
            .set_time_s(static_cast<float>(seconds_of(moment.time)))
            .set_event(event(moment.name));
    }
    entry.id = change.object().id();
    return entry;
}

MotionEntry Motions::add_placeholder(const AssetRef& ref, const std::string& wanted, double length,
                                     const std::string& place) {
    MotionEntry entry;
    entry.name = unique(wanted);
    entry.placeholder = true;
    for (const std::string& key : {ref.guid, to_string(ref), entry.name}) {
        const auto given = options_.clip_lengths.find(key);
        if (given == options_.clip_lengths.end() || key.empty()) continue;
        length = given->second;
        lengths_used_.insert(key);
    }
    doc::AnimationClipChange change = new_clip(ref, entry.name);
    change.set_placeholder(true).set_length_s(static_cast<float>(length)).set_loop(true);
    entry.id = change.object().id();
    ++placeholders_;
    report_.missing.push_back({to_string(ref), "clip", entry.name, place});
    diagnostics_.warn("unity-unresolved", place,
                      fmt::format("clip {} ({}) was not found; a placeholder of {} s stands for it",
                                  shown(entry.name), to_string(ref), length));
    return entry;
}

// Those that can come; the others are reported, and what of them has no place.
std::vector<const ClipEventValue*> Motions::kept_events(const UnityClip& clip,
                                                        const std::string& name) {
    std::vector<const ClipEventValue*> kept;
    for (const ClipEventValue& value : clip.events) {
        ++events_found_;
        const std::string place =
            fmt::format("{}: {} at {} s", name, shown(value.function), value.time);
        const double time = value.time - clip.start;
        if (value.function.empty()) {
            report_.use("events without a function", Support::not_supported, "left out", place);
            continue;
        }
        if (!(time >= 0.0) || !(time <= playing_length(clip))) {
            report_.use("events outside their clip", Support::not_supported,
                        "left out: they are before its start or after its stop", place);
            continue;
        }
        if (!value.object.is_none()) {
            report_.use("objects that events name", Support::not_supported,
                        "left out; the event is kept", place);
        }
        if (!value.needs_receiver) {
            report_.use("events that need no receiver", Support::approximated,
                        "the mark is left out: no event of Motus needs one", place);
        }
        kept.push_back(&value);
    }
    events_kept_ += kept.size();
    return kept;
}

void Motions::report_losses(const UnityClip& clip, const std::string& place, bool timeline) {
    const auto lost = [&](const char* what, const char* note, std::string where) {
        report_.use(what, Support::not_supported, note,
                    where.empty() ? place : fmt::format("{}: {}", place, where));
    };
    for (const ClipCurve& curve : clip.curves) {
        if (curve.class_id != 95 || curve.target != CurveTarget::number) continue;
        if (is_humanoid_attribute(curve.attribute)) {
            lost("humanoid muscle curves", "left out: bake the clip to a generic rig in Unity",
                 curve.attribute);
        } else {
            lost("curves that drive a parameter", "left out: set the variable from the game",
                 curve.attribute);
        }
    }
    for (const std::string& curve : clip.object_curves)
        lost("object reference curves (sprites, materials)", "left out", curve);
    if (clip.compressed)
        lost("compressed rotation curves", "left out: save the clip uncompressed", "");
    if (clip.legacy) {
        report_.use("legacy clips", Support::approximated, "read as a clip for an Animator", place);
    }
    if (clip.unusual_ends != 0) {
        report_.use("curves that repeat outside their keys", Support::approximated,
                    "the end values hold", place);
    }
    for (const ClipSetting& setting : clip.settings) {
        lost(setting.loop_pose ? "loop pose of clips" : "root motion settings of clips",
             setting.loop_pose ? "left out: the ends of the loop are as they are"
                               : "left out: choose the joint and the axes on the rig",
             setting.text);
    }
    if (clip.mirror && !timeline) {
        report_.use("mirrored clips", Support::not_supported, "the mark is kept", place);
    }
    if (!timeline) return;
    if (clip.mirror) lost("mirror of clips that become timelines", "left out", "");
    if (clip.cycle_offset != 0.0) {
        lost("cycle offset of clips that become timelines", "left out: set it on the state",
             fmt::format("{}", clip.cycle_offset));
    }
    if (clip.has_reference) {
        lost("additive reference of clips that become timelines",
             "left out: the first frame counts", fmt::format("{} s", clip.reference_time));
    }
}

}  // namespace motus::unity

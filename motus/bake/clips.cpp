// SPDX-License-Identifier: MIT
#include <motus/bake/clips.h>

#include <motus/bake/arrays.h>
#include <motus/bake/memo.h>
#include <motus/document/pointer.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace motus {
namespace {

std::string text(std::initializer_list<std::string_view> parts) {
    std::string out;
    for (const std::string_view part : parts)
        out += part;
    return out;
}

class ClipBaker {
  public:
    ClipBaker(BakeContext& context, SourceRigs& sources, const ClipPlace& place,
              std::uint32_t index, const doc::AnimationClip& clip)
        : context_(context),
          sources_(sources),
          place_(place),
          index_(index),
          clip_(clip),
          path_(pointer_to(context.document, clip)) {}

    /// Everything but the keys' way into the file: which way that is depends on all clips of a rig.
    void prepare() {
        ClipEntry& entry = entry_;
        entry.name = context_.names.add(clip_.name(), path_ + "/name", context_.diagnostics);
        entry.id = clip_.id();
        entry.rig = place_.rig_index;
        entry.loops = clip_.loop() ? 1 : 0;
        entry.root_motion = clip_.root_motion() ? 1 : 0;
        entry.root_axes = static_cast<std::uint8_t>(clip_.root_motion_axes());
        set_reference(entry);
        find_keys();
        ClipMotion& motion = context_.clips[index_];
        motion.duration = entry.duration;
        motion.loops = clip_.loop();
        for (const doc::ClipEvent& event : clip_.events()) {
            const auto* named =
                object_cast<doc::EventDefinition>(context_.document.find_id(event.event()));
            if (named == nullptr) continue;  // validation names it
            add_moment(motion.events, event.time_s(), named->name(), event);
        }
        for (const doc::SyncMarker& marker : clip_.markers())
            add_moment(motion.markers, marker.time_s(), marker.name(), marker);
    }

    [[nodiscard]] const doc::AnimationClip& clip() const { return clip_; }
    /// Null where there are none: of a placeholder, or because of a fault.
    [[nodiscard]] const CutKeys* keys() const { return keys_; }

    void put_exact(ClipSections& out) { put(keys_ != nullptr ? keys_->keys->view() : Clip{}, out); }

    /// In the form that is asked for, or in the best one that holds the bound. Its keys, where
    /// packing is put off.
    void put_packed(ClipKind kind, const PackSettings& settings, const BakeKey& space, double unit,
                    ClipSections& out) {
        const Clip source = keys_->keys->view();
        const PackTask task{kind, place_.joints->skeleton(), source, settings};
        const BakeKey key = pack_key(task, place_.joints->key, keys_->key, space);
        const BakeMemo::Packed* packed =
            context_.memo.packed(task, key, clip_.id(), context_.settings.pack_later);
        if (packed == nullptr) return put_exact(out);
        const PackResult& part = packed->part;
        if (!part.warning().empty())
            context_.diagnostics.warn("bake-pack", path_, std::string(part.warning()));
        measure_.unit = unit;
        measure_.seconds = part.seconds();
        measure_.kept = packed->kept;
        if (part.kind() == ClipKind::exact) return put_exact(out);
        measure_.weights = source.weight_limit != 0;
        measure_.weight_max = static_cast<float>(part.weight_max());
        entry_.kind = part.kind();
        entry_.packed = add_packed(part.kind(), part.clip(), out.packed);
        put(clip_at(part.clip(), 0), out);
    }

  private:
    void put(const Clip& view, ClipSections& out) {
        put_tracks(view, entry_, out);
        out.clips.push_back(entry_);
        context_.measures.push_back(measure_);
    }

    void set_reference(ClipEntry& entry) {
        entry.additive_time = time_of(clip_.additive_reference_s(), "/additive_reference_s");
        if (clip_.additive_reference() == 0) return;
        const Object* wanted = context_.document.find_id(clip_.additive_reference());
        const auto at = context_.clip_places.find(wanted);
        if (at == context_.clip_places.end()) return;  // validation names it
        entry.additive_clip = at->second;
        if (wanted->parent() == clip_.parent()) return;
        report(context_, "wrong-target", path_ + "/additive_reference",
               "the clip belongs to another rig");
    }

    /// A time that readers take.
    Ticks time_of(float seconds, const char* property) {
        const Ticks time = ticks_of_seconds(static_cast<double>(seconds));
        if (time >= Ticks{} && time <= kMaxClipTime) return time;
        report(context_, "out-of-range", path_ + property,
               "is negative, or later than a clip can be");
        return {};
    }

    void find_keys() {
        if (clip_.placeholder()) {
            entry_.duration = time_of(clip_.length_s(), "/length_s");
            return;
        }
        ClipSource source;
        if (!find_source(source) || !find_part(source)) return;
        start_ = source.start;
        entry_.duration = source.duration;
        const CutKeys& cut = context_.memo.cut(source, *place_.joints);
        if (!cut.keys) {
            report(context_, "source-file", path_, cut.fault);
            return;
        }
        if (cut.lost != 0) {
            context_.diagnostics.warn(
                "missing-target", path_,
                text({std::to_string(cut.lost), " tracks move joints that the rig does not have"}));
        }
        keys_ = &cut;
    }

    /// By name; by index where the name is there twice, or not at all because none was given.
    bool find_source(ClipSource& out) {
        if (clip_.source() == 0) return false;  // validation names it
        out.source = sources_.find(clip_.source(), path_ + "/source", context_);
        if (out.source == nullptr) return false;
        const std::vector<AssetClip>& clips = out.source->asset->clips;
        const auto named = out.source->clips_by_name.find(clip_.source_clip());
        const bool is_there = named != out.source->clips_by_name.end();
        const std::uint32_t index = clip_.source_index();
        if (is_there && named->second.count == 1) {
            out.index = named->second.first;
        } else if (index < clips.size() &&
                   (clip_.source_clip().empty() || clips[index].name == clip_.source_clip())) {
            out.index = index;
        } else {
            report(context_, "missing-target", path_ + "/source_clip",
                   text({"the source has ", is_there ? "several clips" : "no clip", " called \"",
                         clip_.source_clip(), "\""}));
            return false;
        }
        return true;
    }

    bool find_part(ClipSource& out) {
        const Ticks length = out.source->rig.clips[out.index].view().duration;
        out.start = ticks_of_seconds(static_cast<double>(clip_.start_s()));
        Ticks stop = length;
        if (clip_.stop_s() != 0.0f) {
            stop = ticks_of_seconds(static_cast<double>(clip_.stop_s()));
            // A length that went through a float is not longer than the clip.
            const Ticks rounded =
                ticks_of_seconds(static_cast<double>(static_cast<float>(seconds_of(length))));
            if (stop > length && stop > rounded) {
                warn(context_, "out-of-range", path_ + "/stop_s",
                     "the source's clip ends before; its end is taken");
            }
            if (stop > length || stop == rounded) stop = length;
        }
        if (out.start > stop || (out.start == stop && length.value != 0)) {
            report(context_, "out-of-range", path_ + "/start_s",
                   "nothing is left between start and stop");
            return false;
        }
        out.duration = stop - out.start;
        if (out.duration > kMaxDuration) {
            report(context_, "out-of-range", path_ + "/length_s",
                   "is longer than the 9 days that a baked file can hold");
            return false;
        }
        if (out.duration < kMinDuration) {
            context_.diagnostics.warn("zero-length", path_,
                                      "has no length: a state that plays it lasts one second");
        }
        return true;
    }

    /// Times are the source's; those outside the part that is used never happen.
    void add_moment(std::vector<EventTime>& list, float time_s, const std::string& name,
                    const Object& object) {
        const std::string place = pointer_to(context_.document, object);
        const NameHash hash = context_.names.add(name, place, context_.diagnostics);
        Ticks time = ticks_of_seconds(static_cast<double>(time_s)) - start_;
        const Ticks end = context_.clips[index_].duration;
        const Ticks rounded =
            ticks_of_seconds(static_cast<double>(static_cast<float>(seconds_of(end + start_)))) -
            start_;
        if (time > end && time <= rounded) time = end;
        if (time < Ticks{} || time > end) {
            warn(context_, "outside", place + "/time_s",
                 "lies outside the part of the clip that is used");
            return;
        }
        const auto at =
            std::upper_bound(list.begin(), list.end(), time,
                             [](Ticks t, const EventTime& event) { return t < event.time; });
        list.insert(at, {time, hash});
    }

    BakeContext& context_;
    SourceRigs& sources_;
    const ClipPlace& place_;
    std::uint32_t index_ = 0;
    const doc::AnimationClip& clip_;
    std::string path_;
    Ticks start_{};
    ClipEntry entry_{};
    ClipMeasure measure_{};
    const CutKeys* keys_ = nullptr;
};

}  // namespace

void ClipSections::write(SectionWriter& writer) const {
    writer.add(SectionKind::clips, clips);
    writer.add(SectionKind::clip_tracks, tracks);
    writer.add(SectionKind::clip_times, times);
    writer.add(SectionKind::clip_values, values);
    packed.write(writer);
}

void put_tracks(const Clip& clip, ClipEntry& entry, ClipSections& out) {
    entry.track_start = detail::size32(out.tracks.size());
    entry.time_start = detail::size32(out.times.size());
    entry.value_start = detail::size32(out.values.size());
    entry.track_count = detail::size32(clip.tracks.size());
    entry.time_count = detail::size32(clip.times.size());
    entry.value_count = detail::size32(clip.values.size());
    entry.joint_limit = clip.joint_limit;
    entry.weight_limit = clip.weight_limit;
    detail::append(out.tracks, clip.tracks);
    detail::append(out.times, clip.times);
    detail::append(out.values, clip.values);
}

void add_clips(BakeContext& context, SourceRigs& sources, const ClipPlace& place,
               const doc::Rig& rig, ClipSections& out) {
    std::vector<ClipBaker> clips;
    std::vector<const CutKeys*> keys;
    bool packs = false;
    for (const doc::AnimationClip& item : rig.clips()) {
        const auto index = place.first + static_cast<std::uint32_t>(clips.size());
        clips.emplace_back(context, sources, place, index, item).prepare();
        if (clips.back().keys() == nullptr) continue;
        keys.push_back(clips.back().keys());
        packs = packs || kind_of(context.settings, rig, item) != ClipKind::exact;
    }
    RigPacking packing;
    if (packs) {
        packing = packing_of(context, rig, *place.joints);
        // What is wrong already, or only looked at, is not worth the time of packing.
        packs = context.packs && !context.diagnostics.has_errors();
    }
    const ClipSpace* space =
        packs ? &context.memo.space(place.rig_index, *place.joints, keys) : nullptr;
    const bool chain = packs && space->chain;
    if (chain) packing.space = space->chain->view().space;
    bool relative = false;
    for (ClipBaker& clip : clips) {
        const ClipKind kind = kind_of(context.settings, rig, clip.clip());
        if (!packs || clip.keys() == nullptr || kind == ClipKind::exact) {
            clip.put_exact(out);
            continue;
        }
        clip.put_packed(kind, settings_of(context.settings, packing, rig, clip.clip()), space->key,
                        packing.unit, out);
        relative = relative || (out.clips.back().kind == ClipKind::fast && chain);
    }
    if (!relative) return;
    const std::size_t floats = std::size_t{4} * packing.space.stride;
    std::vector<float>& planes = out.packed.space;
    planes.insert(planes.end(), packing.space.left, packing.space.left + floats);
    planes.insert(planes.end(), packing.space.right, packing.space.right + floats);
}

}  // namespace motus

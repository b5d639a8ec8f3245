// SPDX-License-Identifier: MIT
#include <motus/import/rig/pointer_timelines.h>

#include <motus/asset/node_path.h>
#include <motus/document/keys.h>
#include <motus/document/model_change.h>
#include <motus/document/new_document.h>
#include <motus/import/rig/names.h>
#include <motus/import/rig/pointers.h>

#include <algorithm>
#include <cmath>

namespace motus {
namespace {

constexpr const char* kNote = "gltf.pointers";

class PointerImporter {
  public:
    PointerImporter(Document& document, const Asset& asset, const AssetClip& clip,
                    const PointerSource& from)
        : document_(document), asset_(asset), clip_(clip), from_(from), rate_(pointer_rate(clip)) {}

    std::uint64_t run() {
        timeline_ = find_pointer_timeline(document_, from_);
        if (timeline_ == 0) make_timeline();
        set_length();
        for (const AssetPointerTrack& track : clip_.pointers)
            write_keys(track, bind(track));
        return timeline_;
    }

  private:
    [[nodiscard]] const doc::AnimationTimeline& timeline() const {
        return *object_cast<doc::AnimationTimeline>(document_.find_id(timeline_));
    }

    void make_timeline() {
        auto library = document_.begin_change(content(document_).library());
        TakenNames taken = names_of(content(document_).library().timelines());
        auto made = library.timelines_append();
        made.set_name(unique_name(from_.name, "Clip", taken))
            .set_playback_mode(clip_.loop ? doc::PlaybackMode::loop : doc::PlaybackMode::one_shot);
        auto note = made.annotations_append();
        note.set_name(kNote).set_source(from_.clip);
        note.fields_append().set_name("source").set_value(Value(std::to_string(from_.source)));
        timeline_ = made.object().id();
    }

    void set_length() {
        const double fps = rate_ == kTicksPerSecond ? 30.0 : static_cast<double>(rate_);
        const double length = seconds_of(pointer_length(clip_)) * fps;
        const double frames = std::min(std::max(1.0, std::round(length)), 1e9);
        // Where the length is no whole number of frames, frames are a little longer or shorter.
        const bool whole = std::fabs(length - frames) <= 1e-6 * frames || !(length > 0.0);
        document_.begin_change(timeline())
            .set_duration(static_cast<std::int32_t>(frames))
            .set_snap_fps(static_cast<float>(whole ? fps : fps * frames / length))
            .set_key_rate(static_cast<std::uint32_t>(rate_));
    }

    struct Bound {
        std::uint64_t target = 0;
        std::uint32_t component = 0, property = 0, item = 0, hint = 0;
        std::string path;
    };

    Bound bind(const AssetPointerTrack& track) {
        std::uint32_t node = 0, target = 0;
        if (is_weight(asset_, track.pointer, node, target)) {
            const PropertyInfo& info =
                *doc::MorphWeight::static_type().find(doc::MorphWeight::kWeight);
            return {from_.rig, doc::Rig::static_type().number, info.id, target,
                    0,         node_path(asset_, node)};
        }
        const PropertyInfo& info =
            *doc::HostProperty::static_type().find(doc::HostProperty::kValue);
        const PointerParts parts = split_pointer(track.pointer);
        const doc::HostComponent& host = host_of(track, parts);
        return {object_cast<doc::Entity>(host.parent())->id(),
                doc::HostComponent::static_type().number,
                info.id,
                property_of(host, track, parts),
                static_cast<std::uint32_t>(doc::HostProperty::static_type().index_of(info)),
                {}};
    }

    const doc::HostComponent& host_of(const AssetPointerTrack& track, const PointerParts& parts) {
        for (const doc::Entity& entity : content(document_).scene().entities()) {
            if (entity.parent_entity() != from_.rig) continue;
            for (const Object& component : entity.components()) {
                const auto* host = object_cast<doc::HostComponent>(&component);
                if (host != nullptr && host->name() == parts.object) return *host;
            }
        }
        // "materials 3" where the object has no name.
        std::string otherwise = parts.object;
        const std::size_t slash = otherwise.rfind('/');
        otherwise[slash] = ' ';
        otherwise.erase(0, otherwise.rfind('/') + 1);
        TakenNames taken = names_of(content(document_).scene().entities());
        auto scene = document_.begin_change(content(document_).scene());
        auto entity = scene.entities_append();
        entity.set_name(unique_name(track.name, otherwise, taken)).set_parent_entity(from_.rig);
        auto host = entity.components_append<doc::HostComponent>();
        host.set_name(parts.object);
        return host.object();
    }

    std::uint32_t property_of(const doc::HostComponent& host, const AssetPointerTrack& track,
                              const PointerParts& parts) {
        for (const doc::HostProperty& property : host.properties())
            if (property.name() == parts.property)
                return static_cast<std::uint32_t>(property.index());
        auto made = document_.begin_change(host).properties_append();
        made.set_name(parts.property)
            .set_value_kind(kind_of(track.kind))
            .set_value(value_of(track.kind, track.base));
        return static_cast<std::uint32_t>(made.object().index());
    }

    const doc::AnimationTrack& track_of(const AssetPointerTrack& from, const Bound& to) {
        for (const doc::AnimationTrack& track : timeline().tracks()) {
            const doc::AnimationBinding& b = track.binding();
            if (track.kind() == doc::TrackKind::property && b.target() == to.target &&
                b.component() == to.component && b.property() == to.property &&
                b.array_index() == to.item && b.path() == to.path) {
                return track;
            }
        }
        auto change = document_.begin_change(timeline());
        bool known = false;
        for (const doc::AnimationTarget& target : timeline().targets())
            known = known || (target.entity() == to.target && target.path() == to.path);
        if (!known) change.targets_append().set_entity(to.target).set_path(to.path);
        auto track = change.tracks_append();
        track.binding_change()
            .set_target(to.target)
            .set_component(to.component)
            .set_property(to.property)
            .set_property_kind(kind_of(from.kind))
            .set_property_index_hint(to.hint)
            .set_array_index(to.item)
            .set_path(to.path);
        return track.object();
    }

    void write_keys(const AssetPointerTrack& from, const Bound& to) {
        auto change = document_.begin_change(track_of(from, to));
        while (!change.object().keys().empty())
            change.keys_remove(change.object().keys().size() - 1);
        const bool cubic = from.interpolation == Interpolation::cubic_spline;
        const std::size_t width = from.base.size(), stride = cubic ? 3 * width : width;
        const double per_frame = 1.0 / static_cast<double>(rate_);
        for (std::size_t k = 0; k < from.times.size(); ++k) {
            const auto numbers = std::span(from.values).subspan(k * stride, stride);
            auto key = change.keys_append();
            key.set_frame(rate_ == kTicksPerSecond ? from.times[k].value
                                                   : std::llround(seconds_of(from.times[k]) *
                                                                  static_cast<double>(rate_)))
                .set_value(value_of(from.kind, cubic ? numbers.subspan(width, width) : numbers))
                .set_interpolation(cubic ? doc::KeyInterpolation::cubic
                                   : from.interpolation == Interpolation::linear
                                       ? doc::KeyInterpolation::linear
                                       : doc::KeyInterpolation::step)
                .set_handle_mode(doc::HandleMode::free);
            if (!cubic) continue;
            key.set_in_tangent(value_of(from.kind, numbers.first(width), per_frame));
            key.set_out_tangent(value_of(from.kind, numbers.last(width), per_frame));
        }
    }

    Document& document_;
    const Asset& asset_;
    const AssetClip& clip_;
    const PointerSource& from_;
    const std::int64_t rate_;
    std::uint64_t timeline_ = 0;
};

}  // namespace

std::int64_t pointer_rate(const AssetClip& clip) {
    for (const int rate : {30, 24, 25, 60, 50, 48, 120, 100, 90}) {
        const auto fits = [&](const AssetPointerTrack& track) {
            double before = -1.0;
            for (const Ticks time : track.times) {
                const double exact = seconds_of(time) * rate, frame = std::round(exact);
                if (std::fabs(exact - frame) > 1e-6 * std::max(1.0, frame) || frame == before) {
                    return false;
                }
                before = frame;
            }
            return true;
        };
        if (std::all_of(clip.pointers.begin(), clip.pointers.end(), fits)) return rate;
    }
    return kTicksPerSecond;
}

Ticks pointer_length(const AssetClip& clip) {
    Ticks last = clip.duration;
    for (const AssetPointerTrack& track : clip.pointers)
        last = std::max(last, track.times.back());
    return last;
}

std::uint64_t find_pointer_timeline(const Document& document, const PointerSource& from) {
    for (const doc::AnimationTimeline& timeline : content(document).library().timelines()) {
        for (const doc::Annotation& note : timeline.annotations()) {
            if (note.name() != kNote || note.source() != from.clip || note.fields().empty()) {
                continue;
            }
            const std::string* source = note.fields()[0].value().as_text();
            if (source != nullptr && *source == std::to_string(from.source)) return timeline.id();
        }
    }
    return 0;
}

std::uint64_t import_pointers(Document& document, const Asset& asset, const AssetClip& clip,
                              const PointerSource& from) {
    return PointerImporter(document, asset, clip, from).run();
}

}  // namespace motus

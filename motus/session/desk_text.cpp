// motus/session/desk_text.cpp - timelines and tracks of a desk as JSON and numbers.
// SPDX-License-Identifier: MIT
#include <motus/session/desk.h>

#include <motus/asset/json_writer.h>
#include <motus/document/access.h>
#include <motus/document/new_document.h>
#include <motus/document/object_json.h>
#include <motus/document/pointer.h>
#include <motus/session/curves.h>

#include <set>

namespace motus {
namespace {

constexpr const char* kModes[] = {"once", "loop", "pingpong"};
constexpr const char* kKinds[] = {"none",        "boolean", "integer", "number",
                                  "enumeration", "text",    "vec2",    "vec3",
                                  "vec4",        "quat",    "color",   "reference"};

std::string name_of_entity(const Document& document, std::uint64_t id) {
    const auto* entity = object_cast<doc::Entity>(document.find_id(id));
    return entity != nullptr ? entity->name() : std::string();
}

std::string name_of_event(const Document& document, std::uint64_t id) {
    const auto* event = object_cast<doc::EventDefinition>(document.find_id(id));
    return event != nullptr ? event->name() : std::string();
}

std::size_t channels_of(doc::ValueKind kind) {
    switch (kind) {
        case doc::ValueKind::vec2:
            return 2;
        case doc::ValueKind::vec3:
            return 3;
        case doc::ValueKind::vec4:
        case doc::ValueKind::quat:
        case doc::ValueKind::color:
            return 4;
        case doc::ValueKind::none:
        case doc::ValueKind::text:
        case doc::ValueKind::reference:
            return 0;
        default:
            return 1;
    }
}

class TimelineWriter {
  public:
    TimelineWriter(const Document& document, const doc::AnimationTimeline& timeline,
                   std::string& out)
        : document_(document),
          timeline_(timeline),
          rate_(motus::keys_per_frame(timeline)),
          json_(out) {}

    void write() {
        json_.begin_object().key("id").value(std::to_string(timeline_.id()));
        json_.key("name").value(timeline_.name());
        json_.key("pointer").value(pointer_to(document_, timeline_));
        json_.key("duration").value(timeline_.duration());
        json_.key("fps").value(snap_rate(timeline_)).key("keysPerFrame").value(rate_);
        json_.key("loop").value(kModes[static_cast<std::size_t>(timeline_.playback_mode())]);
        json_.key("speed").value(timeline_.playback_speed());
        json_.key("workStart").value(timeline_.work_start());
        json_.key("workEnd").value(timeline_.work_end() != 0 ? timeline_.work_end()
                                                             : timeline_.duration());
        json_.key("targets").begin_array();
        write_targets();
        json_.end_array().key("tracks").begin_array();
        std::uint64_t first = 0;
        for (const doc::AnimationTrack& track : timeline_.tracks()) {
            write_track(track, first);
            first += track.keys().size();
        }
        json_.end_array().key("markers").begin_array();
        for (const doc::TimelineMarker& marker : timeline_.markers()) {
            json_.begin_object().key("frame").value(frame(marker.frame()));
            json_.key("name").value(marker.name()).end_object();
        }
        json_.end_array().key("events").begin_array();
        for (const doc::TimelineEvent& event : timeline_.events()) {
            json_.begin_object().key("frame").value(frame(event.frame()));
            json_.key("event").value(std::to_string(event.event()));
            json_.key("name").value(name_of_event(document_, event.event())).end_object();
        }
        json_.end_array().end_object();
    }

  private:
    /// The targets that are there, then what tracks animate without one: files need not list it.
    void write_targets() {
        std::set<std::pair<std::uint64_t, std::string>> seen;
        const auto write = [&](std::uint64_t id, std::uint64_t entity, const std::string& path) {
            seen.emplace(entity, path);
            json_.begin_object().key("id").value(std::to_string(id));
            json_.key("entity").value(std::to_string(entity));
            json_.key("name").value(name_of_entity(document_, entity));
            json_.key("path").value(path).end_object();
        };
        const auto is_there = [&](std::uint64_t entity) {
            return object_cast<doc::Entity>(document_.find_id(entity)) != nullptr;
        };
        for (const doc::AnimationTarget& target : timeline_.targets()) {
            if (is_there(target.entity())) write(target.id(), target.entity(), target.path());
        }
        for (const doc::AnimationTrack& track : timeline_.tracks()) {
            const doc::AnimationBinding& to = track.binding();
            if (track.kind() == doc::TrackKind::property &&
                seen.count({to.target(), to.path()}) == 0 && is_there(to.target())) {
                write(0, to.target(), to.path());
            }
        }
    }

    [[nodiscard]] double frame(std::int64_t key_frame) const {
        return static_cast<double>(key_frame) / rate_;
    }

    void write_track(const doc::AnimationTrack& track, std::uint64_t first) {
        const doc::AnimationBinding& binding = track.binding();
        const bool nested = track.kind() == doc::TrackKind::timeline;
        json_.begin_object().key("id").value(std::to_string(track.id()));
        json_.key("kind").value(nested ? "timeline" : "property");
        json_.key("pointer").value(pointer_to(document_, track));
        json_.key("muted").value(track.muted());
        json_.key("first").value(first).key("count").value(std::uint64_t{track.keys().size()});
        if (nested) {
            const auto* inner =
                object_cast<doc::AnimationTimeline>(document_.find_id(track.timeline()));
            json_.key("entity").value("").key("path").value("");
            json_.key("component").value("").key("type").value("none");
            json_.key("name").value(inner != nullptr ? inner->name() : "missing timeline");
            json_.key("start").value(frame(track.start_frame()));
            json_.key("channels").value(0).key("property").value("").end_object();
            return;
        }
        const PropertyPlace place = find_property(document_, key_of(document_, binding));
        const TypeInfo* component =
            document_.schema().find_type(static_cast<std::uint16_t>(binding.component()));
        const PropertyInfo* property = document_.schema().find_property(binding.property());
        std::string name = property != nullptr ? std::string(property->display_name) : "?";
        std::string group = component != nullptr ? std::string(component->name) : "?";
        if (binding.property() >> 16 != binding.component()) {
            const std::size_t item = place ? place.object->index() : binding.array_index();
            group.append(" ").append(std::to_string(item + 1));
        }
        if (const auto* host = place ? object_cast<doc::HostProperty>(place.object) : nullptr) {
            name = host->name();
            const auto* owner = object_cast<doc::HostComponent>(host->parent());
            if (owner != nullptr) group = owner->name();
        }
        json_.key("entity").value(std::to_string(binding.target()));
        json_.key("path").value(binding.path()).key("component").value(group);
        json_.key("name").value(name);
        json_.key("type").value(kKinds[static_cast<std::size_t>(binding.property_kind())]);
        json_.key("channels").value(std::uint64_t{channels_of(binding.property_kind())});
        json_.key("property")
            .value(place ? pointer_to(document_, *place.object, *place.property) : std::string());
        json_.end_object();
    }

    const Document& document_;
    const doc::AnimationTimeline& timeline_;
    double rate_;
    JsonWriter json_;
};

void write_numbers(JsonWriter& json, const Value& value, double scale) {
    json.begin_array();
    if (const double* number = value.as_number()) {
        json.value(*number * scale);
    } else if (const bool* truth = value.as_bool()) {
        json.value(*truth ? 1.0 : 0.0);
    } else if (const Value::Tuple* tuple = value.as_tuple()) {
        for (std::size_t i = 0; i < tuple->size; ++i)
            json.value(static_cast<double>(tuple->v[i]) * scale);
    }
    json.end_array();
}

}  // namespace

Result<std::string> Desk::timeline_text(std::uint64_t id) const {
    const doc::AnimationTimeline* found = timeline(id);
    if (found == nullptr)
        return Error{"no-timeline", std::to_string(id), "there is no such timeline"};
    std::string out;
    TimelineWriter(document(), *found, out).write();
    return out;
}

std::span<const double> Desk::keys(std::uint64_t id) {
    keys_.clear();
    const doc::AnimationTimeline* found = timeline(id);
    if (found == nullptr) return {};
    const double rate = motus::keys_per_frame(*found);
    for (const doc::AnimationTrack& track : found->tracks()) {
        for (const doc::AnimationKeyframe& key : track.keys()) {
            keys_.push_back(static_cast<double>(static_cast<std::uint32_t>(key.handle())));
            keys_.push_back(static_cast<double>(key.frame()) / rate);
            keys_.push_back(static_cast<double>(key.interpolation()));
            keys_.push_back(static_cast<double>(key.handle_mode()));
        }
    }
    return keys_;
}

Result<std::string> Desk::track_text(std::uint64_t id) const {
    static constexpr const char* kInterpolations[] = {"step", "linear", "cubic"};
    static constexpr const char* kHandles[] = {"free", "aligned", "auto", "flat"};
    const auto* track = object_cast<doc::AnimationTrack>(document().find_id(id));
    const auto* owner =
        object_cast<doc::AnimationTimeline>(track != nullptr ? track->parent() : nullptr);
    if (owner == nullptr) return Error{"no-track", std::to_string(id), "there is no such track"};
    const double rate = motus::keys_per_frame(*owner);
    std::string out;
    JsonWriter json(out);
    json.begin_array();
    for (const doc::AnimationKeyframe& key : track->keys()) {
        json.begin_object();
        json.key("key").value(static_cast<std::uint32_t>(key.handle()));
        json.key("frame").value(static_cast<double>(key.frame()) / rate);
        json.key("interpolation").value(kInterpolations[static_cast<int>(key.interpolation())]);
        json.key("mode").value(kHandles[static_cast<int>(key.handle_mode())]).key("value");
        write_numbers(json, key.value(), 1.0);
        json.key("in");
        write_numbers(json, key.in_tangent(), rate);
        json.key("out");
        write_numbers(json, key.out_tangent(), rate);
        json.end_object();
    }
    json.end_array();
    return out;
}

std::span<const float> Desk::curve(std::uint64_t id, double from, double to, std::size_t count) {
    curve_.clear();
    const auto* track = object_cast<doc::AnimationTrack>(document().find_id(id));
    const auto* owner =
        object_cast<doc::AnimationTimeline>(track != nullptr ? track->parent() : nullptr);
    if (owner == nullptr) return {};
    const double rate = motus::keys_per_frame(*owner);
    const std::vector<CurvePoint> points = channel_curve(*track, from * rate, to * rate, count);
    curve_.push_back(static_cast<float>(points.size()));
    curve_.push_back(static_cast<float>(CurveSampler(*track).channels()));
    for (const CurvePoint& point : points) {
        curve_.push_back(static_cast<float>(point.frame / rate));
        curve_.insert(curve_.end(), point.value.begin(), point.value.end());
    }
    return curve_;
}

std::string Desk::entities_text() const {
    std::string out;
    JsonWriter json(out);
    json.begin_array();
    for (const doc::Entity& entity : content(document()).scene().entities()) {
        json.begin_object().key("id").value(std::to_string(entity.id()));
        json.key("name").value(entity.name());
        json.key("parent").value(
            entity.parent_entity() != 0 ? std::to_string(entity.parent_entity()) : std::string());
        json.key("pointer").value(pointer_to(document(), entity));
        json.key("visible").value(entity.visible()).key("locked").value(entity.locked());
        bool flat = false;
        for (const auto& component : entity.components())
            flat = flat || object_cast<doc::Transform2D>(&component) != nullptr;
        json.key("flat").value(flat).end_object();
    }
    json.end_array();
    return out;
}

}  // namespace motus

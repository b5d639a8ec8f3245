// SPDX-License-Identifier: MIT
#include <motus/session/live_timelines.h>

#include <motus/document/access.h>
#include <motus/document/new_document.h>

namespace motus {

LiveTimelines::LiveTimelines(Document& document) : document_(document) {
    index_.emplace(Timelines{});
    document.add_listener(*this);
}

LiveTimelines::~LiveTimelines() {
    document_.remove_listener(*this);
}

void LiveTimelines::on_change(const Document&, const ChangeEvent& event) {
    // What is only shown changes no key and no authored value.
    if (event.origin != Origin::preview && event.origin != Origin::flush) stale_ = true;
}

Result<Done> LiveTimelines::refresh() {
    if (!stale_) return Done{};
    Result<RecordSet> records = make_records(document_);
    if (!records) return records.error();
    Diagnostics faults;
    LoweredTimelines lowered = lower_timelines(document_, *records, faults);
    if (faults.has_errors()) return faults.first_error();
    lowered_ = std::move(lowered);
    index_.emplace(lowered_.view());
    texts_.clear();
    for (auto& [hash, text] : records->names)
        texts_.emplace(hash, std::move(text));
    read_base();
    ++revision_;
    stale_ = false;
    return Done{};
}

void LiveTimelines::read_base() {
    places_.clear();
    base_.clear();
    for (const Channel& channel : set().channels) {
        PropertyPlace place;
        if (channel.entity != kNoRecord && channel.path == 0) {
            place =
                find_property(document_, {lowered_.entities[channel.entity].id, channel.component,
                                          channel.property, channel.array_index});
        }
        places_.push_back(place);
        base_.push_back(place ? runtime_value(document_.base_value(*place.object, *place.property))
                              : PropertyValue{});
    }
}

std::uint32_t LiveTimelines::index_of(std::uint64_t timeline) const noexcept {
    for (std::uint32_t i = 0; i < lowered_.timelines.size(); ++i)
        if (lowered_.timelines[i].id == timeline) return i;
    return kNoRecord;
}

Value LiveTimelines::value_of(ValueKind kind, const PropertyValue& value) const {
    if (kind != ValueKind::text) return document_value(kind, value);
    const auto at = texts_.find(static_cast<std::uint64_t>(value.whole));
    return document_value(kind, value, at != texts_.end() ? at->second : std::string_view());
}

Result<Done> LiveTimelines::show(Preview& preview, std::span<const PropertyValue> values,
                                 std::span<const std::uint8_t> written) const {
    for (std::uint32_t c = 0; c < places_.size(); ++c) {
        if (written[c] == 0 || !places_[c]) continue;
        const Result<Done> done =
            preview.set(places_[c].object->handle(), places_[c].property->number,
                        value_of(set().channels[c].kind, values[c]));
        if (!done) return done;
    }
    return Done{};
}

std::vector<SampledProperty> name_properties(const LiveTimelines& timelines,
                                             std::span<const PropertyValue> values,
                                             std::span<const std::uint8_t> written) {
    std::vector<SampledProperty> out;
    const TimelineSet set = timelines.set();
    for (std::uint32_t c = 0; c < set.channels.size(); ++c) {
        const PropertyPlace& place = timelines.place_of(c);
        if (written[c] == 0 || !place) continue;
        const Channel& channel = set.channels[c];
        SampledProperty& p = out.emplace_back();
        p.key = {set.timelines.entities[channel.entity].id, channel.component, channel.property,
                 channel.array_index};
        const auto* entity = object_cast<doc::Entity>(timelines.document().find_id(p.key.entity));
        p.target = entity != nullptr ? entity->name() : std::string();
        const TypeInfo* component =
            timelines.document().schema().find_type(static_cast<std::uint16_t>(channel.component));
        p.component = component != nullptr ? component->name : std::string_view();
        p.is_item = channel.component != channel.property >> 16;
        p.property = place.property->name;
        if (p.is_item && place.object->slot() != nullptr) {
            p.property = std::string(place.object->slot()->name) + "." + p.property;
        }
        // A host's component goes by its own names.
        if (const auto* property = object_cast<doc::HostProperty>(place.object)) {
            const auto* host = object_cast<doc::HostComponent>(property->parent());
            if (host != nullptr) p.component = host->name();
            p.property = property->name();
        }
        p.kind = channel.kind;
        p.value = timelines.value_of(channel.kind, values[c]);
        p.info = place.property;
    }
    return out;
}

Result<std::vector<SampledProperty>> sample_timeline(LiveTimelines& timelines,
                                                     std::uint64_t timeline, double frame) {
    if (const Result<Done> done = timelines.refresh(); !done) return done.error();
    const std::uint32_t index = timelines.index_of(timeline);
    if (index == kNoRecord) return Error{"no-timeline", "", "there is no such timeline"};
    const TimelineSet set = timelines.set();
    std::vector<PropertyValue> values(set.channels.size());
    std::vector<std::uint8_t> written(set.channels.size());
    const Ticks time = time_of_frame(set.timelines.timelines[index], frame);
    if (run(TimelineJob{set, index, time, false, {values, written}}) != Status::ok) {
        return Error{"no-timeline", "", "the timeline cannot be evaluated"};
    }
    return name_properties(timelines, values, written);
}

}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/bake/timelines.h>

#include <motus/document/bind.h>
#include <motus/document/binding_order.h>
#include <motus/document/limits.h>
#include <motus/document/model.h>
#include <motus/document/pointer.h>
#include <motus/machine/records.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <unordered_map>

namespace motus {
namespace {

template <class Type, class Record>
const RecordTable* copy_table(const RecordSet& records, std::vector<Record>& out) {
    const RecordTable* table = records.find(Type::static_type().number);
    if (table == nullptr) return nullptr;
    out.resize(table->count());
    std::memcpy(static_cast<void*>(out.data()), table->bytes.data(), table->bytes.size());
    return table;
}

class Lowering {
  public:
    Lowering(const Document& document, const RecordSet& records, Diagnostics& faults)
        : document_(document), records_(records), faults_(faults) {}

    LoweredTimelines run() {
        timeline_table_ = copy_table<doc::AnimationTimeline>(records_, out_.timelines);
        copy_table<doc::AnimationTarget>(records_, out_.targets);
        copy_table<doc::AnimationTrack>(records_, out_.tracks);
        place_items(copy_table<doc::AnimationBinding>(records_, out_.bindings), out_.bindings);
        copy_table<doc::AnimationKeyframe>(records_, out_.keys);
        copy_table<doc::TimelineEvent>(records_, out_.events);
        copy_table<doc::TimelineMarker>(records_, out_.markers);
        copy_table<doc::Entity>(records_, out_.entities);
        add_bindings();
        place_items(copy_table<doc::PropertyAddress>(records_, out_.addresses), out_.addresses);
        copy_table<doc::Transform2D>(records_, out_.transforms_2d);
        copy_table<doc::Transform3D>(records_, out_.transforms_3d);
        copy_table<doc::Fill>(records_, out_.fills);
        copy_table<doc::Paint>(records_, out_.paints);
        copy_table<doc::PaintLayer>(records_, out_.paint_layers);
        copy_table<doc::Text>(records_, out_.texts);
        copy_table<doc::HostComponent>(records_, out_.host_components);
        copy_table<doc::HostProperty>(records_, out_.host_properties);
        for (const RecordLink& link : records_.links)
            out_.links.push_back({link.type, link.index});
        add_values();
        add_masks();
        sort_keys();
        settle_rotations();
        settle_timelines();
        if (!faults_.has_errors() &&
            (check(out_.view()) != Status::ok || check(out_.scene()) != Status::ok)) {
            faults_.error("bake-check", "/library/timelines",
                          "a timeline has a number that is out of range");
        }
        return std::move(out_);
    }

  private:
    // Those that count, in the order in which a document runs them.
    void add_bindings() {
        const RecordTable* table = records_.find(doc::PropertyBinding::static_type().number);
        if (table == nullptr) return;
        std::unordered_map<const Object*, std::size_t> places;
        for (std::size_t i = 0; i < table->count(); ++i)
            places.emplace(table->objects[i], i);
        std::string cycle;
        for (const OrderedBinding& ordered : order_bindings(document_, cycle)) {
            const std::size_t index = places.at(document_.find(ordered.self));
            record::PropertyBinding& out = out_.property_bindings.emplace_back();
            std::memcpy(static_cast<void*>(&out), table->bytes.data() + index * sizeof(out),
                        sizeof(out));
        }
        if (cycle.empty()) return;
        faults_.error("cycle", "/scene/bindings", "properties drive themselves: " + cycle);
    }

    // The runtime knows items by where they stand in the file.
    template <class Record>
    void place_items(const RecordTable* table, std::vector<Record>& records) {
        for (std::size_t i = 0; i < records.size(); ++i) {
            const Object& object = *table->objects[i];
            const auto* binding = object_cast<doc::AnimationBinding>(&object);
            records[i].array_index =
                (binding != nullptr
                     ? key_of(document_, *binding)
                     : key_of(document_, static_cast<const doc::PropertyAddress&>(object)))
                    .array_index;
        }
    }

    void add_values() {
        for (const Value& value : records_.values)
            out_.values.push_back(runtime_value(value));
    }

    void add_masks() {
        std::vector<record::EventDefinition> events;
        copy_table<doc::EventDefinition>(records_, events);
        for (const record::EventDefinition& event : events)
            out_.event_names.push_back(event.name);
        std::vector<record::Mask> masks;
        copy_table<doc::Mask>(records_, masks);
        std::vector<record::MaskProperty> properties;
        copy_table<doc::MaskProperty>(records_, properties);
        const auto weight = [](float w) { return w >= 0.0f ? std::min(w, 1.0f) : 0.0f; };
        for (const record::MaskProperty& p : properties)
            out_.mask_entries.push_back({p.target, p.component, p.property, weight(p.weight)});
        for (const record::Mask& mask : masks)
            out_.masks.push_back({mask.properties, weight(mask.rest_weight)});
    }

    void sort_keys() {
        std::vector<record::AnimationKeyframe> sorted;
        for (std::size_t i = 0; i < out_.tracks.size(); ++i) {
            record::Range& range = out_.tracks[i].keys;
            // Places are sorted and bytes copied: records keep their padding, which is 0.
            std::vector<std::uint32_t> places(range.count);
            std::iota(places.begin(), places.end(), range.start);
            std::stable_sort(places.begin(), places.end(), [&](std::uint32_t a, std::uint32_t b) {
                return out_.keys[a].frame < out_.keys[b].frame;
            });
            range.start = static_cast<std::uint32_t>(sorted.size());
            for (const std::uint32_t place : places) {
                const record::AnimationKeyframe& key = out_.keys[place];
                // Of several on one frame the last one counts.
                if (sorted.size() == range.start || sorted.back().frame != key.frame) {
                    sorted.emplace_back();
                }
                std::memcpy(static_cast<void*>(&sorted.back()), &key, sizeof key);
            }
            range.count = static_cast<std::uint32_t>(sorted.size()) - range.start;
        }
        out_.keys = std::move(sorted);
    }

    // Rotations are mixed as what they are: of another length they would turn unevenly.
    void settle_rotations() {
        for (const record::AnimationTrack& track : out_.tracks) {
            if (track.binding >= out_.bindings.size() ||
                out_.bindings[track.binding].property_kind != record::ValueKind::quat) {
                continue;
            }
            for (std::uint32_t i = 0; i < track.keys.count; ++i) {
                float(&v)[4] = out_.values[out_.keys[track.keys.start + i].value].v;
                const double squared = double{v[0]} * v[0] + double{v[1]} * v[1] +
                                       double{v[2]} * v[2] + double{v[3]} * v[3];
                // What is right already keeps its bits.
                if (!(squared > 1e-12) || std::fabs(squared - 1.0) < 1e-5) continue;
                const double scale = 1.0 / std::sqrt(squared);
                for (float& x : v)
                    x = static_cast<float>(x * scale);
            }
        }
    }

    // Ranges are soft in documents: what is below 0 counts as 0.
    void settle_timelines() {
        static_assert(limits::kTimelineDepth == kMaxTimelineDepth &&
                      limits::kTimelineVisits == kMaxTimelineVisits);
        for (std::uint32_t i = 0; i < out_.timelines.size(); ++i) {
            record::AnimationTimeline& t = out_.timelines[i];
            t.duration = std::max(t.duration, 0);
            t.work_start = std::max(t.work_start, 0);
            t.work_end = std::max(t.work_end, 0);
            if (!(t.snap_fps >= 0.0f) || !std::isfinite(t.snap_fps)) t.snap_fps = 0.0f;
            t.key_rate_divisor = std::max(t.key_rate_divisor, 1u);
            if (nests_deeper(i, 0)) {
                faults_.error("too-deep", pointer_to(document_, *timeline_table_->objects[i]),
                              "plays itself, or timelines inside each other deeper than " +
                                  std::to_string(kMaxTimelineDepth));
            }
        }
    }

    [[nodiscard]] bool nests_deeper(std::uint32_t timeline, std::uint32_t depth) {
        const record::Range range = out_.timelines[timeline].tracks;
        visits_ += std::uint64_t{range.count} + 1;
        if (depth > kMaxTimelineDepth ||
            visits_ > kMaxTimelineVisits + out_.timelines.size() + out_.tracks.size()) {
            return true;
        }
        for (std::uint32_t i = range.start; i < range.start + range.count; ++i) {
            const record::AnimationTrack& track = out_.tracks[i];
            if (track.kind == record::TrackKind::timeline && track.timeline != kNoRecord &&
                nests_deeper(track.timeline, depth + 1)) {
                return true;
            }
        }
        return false;
    }

    const Document& document_;
    const RecordSet& records_;
    Diagnostics& faults_;
    const RecordTable* timeline_table_ = nullptr;
    std::uint64_t visits_ = 0;
    LoweredTimelines out_;
};

}  // namespace

PropertyValue runtime_value(const Value& value) noexcept {
    if (const bool* truth = value.as_bool()) return bool_value(*truth);
    if (const double* number = value.as_number()) return number_value(*number);
    if (const Value::Tuple* tuple = value.as_tuple()) {
        return float_value(tuple->v[0], tuple->v[1], tuple->v[2], tuple->v[3]);
    }
    if (const std::string* text = value.as_text()) {
        return text->empty() ? PropertyValue{} : text_value(hash_name(*text));
    }
    if (const Reference* reference = value.as_reference()) return reference_value(reference->id);
    return {};
}

Value document_value(ValueKind kind, const PropertyValue& value, std::string_view text) {
    switch (kind) {
        case ValueKind::none:
            return {};
        case ValueKind::boolean:
            return Value(value.whole != 0);
        case ValueKind::integer:
        case ValueKind::enumeration:
            return Value(value.whole);
        case ValueKind::number:
            return Value(value.v[0]);
        case ValueKind::text:
            return Value(text);
        case ValueKind::reference:
            return Value(Reference{static_cast<std::uint64_t>(value.whole)});
        default:
            return Value::tuple(std::span<const float>(value.v, width_of(kind)));
    }
}

Timelines LoweredTimelines::view() const noexcept {
    return {timelines, targets,           tracks,    bindings, keys,        events, markers,
            entities,  property_bindings, addresses, values,   event_names, masks,  mask_entries};
}

SceneRecords LoweredTimelines::scene() const noexcept {
    return {entities,     links, transforms_2d,   transforms_3d,   fills, paints,
            paint_layers, texts, host_components, host_properties, values};
}

LoweredTimelines lower_timelines(const Document& document, const RecordSet& records,
                                 Diagnostics& faults) {
    return Lowering(document, records, faults).run();
}

void add_sections(const LoweredTimelines& t, SectionWriter& writer) {
    const auto add = [&](SceneType type, const auto& items) {
        writer.add(SectionKind::records, static_cast<std::uint32_t>(type), std::span(items));
    };
    add(SceneType::timeline, t.timelines);
    add(SceneType::target, t.targets);
    add(SceneType::track, t.tracks);
    add(SceneType::binding, t.bindings);
    add(SceneType::keyframe, t.keys);
    add(SceneType::event, t.events);
    add(SceneType::marker, t.markers);
    add(SceneType::entity, t.entities);
    add(SceneType::property_binding, t.property_bindings);
    add(SceneType::address, t.addresses);
    add(SceneType::transform_2d, t.transforms_2d);
    add(SceneType::transform_3d, t.transforms_3d);
    add(SceneType::fill, t.fills);
    add(SceneType::paint, t.paints);
    add(SceneType::paint_layer, t.paint_layers);
    add(SceneType::text, t.texts);
    add(SceneType::host_component, t.host_components);
    add(SceneType::host_property, t.host_properties);
    writer.add(SectionKind::links, t.links);
    writer.add(SectionKind::values, t.values);
    writer.add(SectionKind::event_names, t.event_names);
    writer.add(SectionKind::property_masks, t.masks);
    writer.add(SectionKind::property_mask_entries, t.mask_entries);
}

}  // namespace motus

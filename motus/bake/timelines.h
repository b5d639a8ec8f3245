// motus/bake/timelines.h - timelines and scene of a document, laid out as the runtime reads them.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/writer.h>
#include <motus/core/diagnostics.h>
#include <motus/document/records.h>
#include <motus/timeline/read_timelines.h>
#include <motus/timeline/set.h>

#include <vector>

namespace motus {

/// The arrays of timeline/timeline.h and timeline/read_timelines.h, owned.
struct LoweredTimelines {
    std::vector<record::AnimationTimeline> timelines;
    std::vector<record::AnimationTarget> targets;
    std::vector<record::AnimationTrack> tracks;
    std::vector<record::AnimationBinding> bindings;
    std::vector<record::AnimationKeyframe> keys;
    std::vector<record::TimelineEvent> events;
    std::vector<record::TimelineMarker> markers;
    std::vector<record::Entity> entities;
    std::vector<record::PropertyBinding> property_bindings;
    std::vector<record::PropertyAddress> addresses;
    std::vector<PropertyValue> values;
    std::vector<std::uint64_t> event_names;
    std::vector<PropertyMask> masks;
    std::vector<PropertyMaskEntry> mask_entries;
    std::vector<record::Link> links;
    std::vector<record::Transform2D> transforms_2d;
    std::vector<record::Transform3D> transforms_3d;
    std::vector<record::Fill> fills;
    std::vector<record::Paint> paints;
    std::vector<record::PaintLayer> paint_layers;
    std::vector<record::Text> texts;
    std::vector<record::HostComponent> host_components;
    std::vector<record::HostProperty> host_properties;

    /// As the runtime sees them; valid as long as nothing changes here.
    [[nodiscard]] Timelines view() const noexcept;
    [[nodiscard]] SceneRecords scene() const noexcept;
};

/// Lays out all timelines, bindings and components of a document. `records` are make_records of the
/// same document. Keys are sorted; of keys at one frame the last stays, with a warning. Errors: a
/// timeline that plays itself, or nests deeper than 8; a number beyond the range of a float. Where
/// there is no error, view() passes check().
[[nodiscard]] LoweredTimelines lower_timelines(const Document& document, const RecordSet& records,
                                               Diagnostics& faults);

/// Adds everything as sections.
void add_sections(const LoweredTimelines& timelines, SectionWriter& writer);

/// A value as the runtime holds it: a text as its hash, a reference as its id.
[[nodiscard]] PropertyValue runtime_value(const Value& value) noexcept;
/// And back, for a property of that kind. A text needs `text`: what its hash stands for.
[[nodiscard]] Value document_value(ValueKind kind, const PropertyValue& value,
                                   std::string_view text = {});

}  // namespace motus

// motus/timeline/records.h - packed records of a baked file. Generated; do not edit.
// Little-endian, 8-byte aligned; docs/schema.md.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace motus::record {

#ifndef motus__record_Range
#define motus__record_Range
/// `count` records from `start` on.
struct Range {
    std::uint32_t start;
    std::uint32_t count;
};
/// A record of any type, by the type's number.
struct Link {
    std::uint32_t type;
    std::uint32_t index;
};
#endif

#ifndef motus__record_BindingMap
#define motus__record_BindingMap
/// What a binding does to a number on its way; vectors component by component.
enum class BindingMap : std::uint8_t {
    copy = 0,
    linear = 1,
    clamp = 2,
    remap = 3,
    threshold = 4,
    invert = 5,
};
#endif

#ifndef motus__record_KeyInterpolation
#define motus__record_KeyInterpolation
enum class KeyInterpolation : std::uint8_t {
    step = 0,
    linear = 1,
    cubic = 2,
};
#endif

#ifndef motus__record_PaintKind
#define motus__record_PaintKind
enum class PaintKind : std::uint8_t {
    solid = 0,
    linear_gradient = 1,
    radial_gradient = 2,
    stroke = 3,
    shadow = 4,
};
#endif

#ifndef motus__record_PlaybackMode
#define motus__record_PlaybackMode
enum class PlaybackMode : std::uint8_t {
    one_shot = 0,
    loop = 1,
    ping_pong = 2,
};
#endif

#ifndef motus__record_TextAlign
#define motus__record_TextAlign
enum class TextAlign : std::uint8_t {
    left = 0,
    center = 1,
    right = 2,
};
#endif

#ifndef motus__record_TrackKind
#define motus__record_TrackKind
enum class TrackKind : std::uint8_t {
    property = 0,
    timeline = 1,
};
#endif

#ifndef motus__record_ValueKind
#define motus__record_ValueKind
/// The kind of value a property has, as the property table says it.
enum class ValueKind : std::uint8_t {
    none = 0,
    boolean = 1,
    integer = 2,
    number = 3,
    enumeration = 4,
    text = 5,
    vec2 = 6,
    vec3 = 7,
    vec4 = 8,
    quat = 9,
    color = 10,
    reference = 11,
};
#endif

/// One key of a track.
struct alignas(8) AnimationKeyframe {
    std::int64_t frame;  ///< frames
    std::uint32_t value;  ///< index in the pool of values; 0: none
    std::uint32_t in_tangent;  ///< index in the pool of values; 0: none
    std::uint32_t out_tangent;  ///< index in the pool of values; 0: none
    KeyInterpolation interpolation;
};
static_assert(sizeof(AnimationKeyframe) == 24);

/// Which property of which object a track writes.
struct alignas(8) AnimationBinding {
    std::uint64_t path;  ///< hash of the text; 0: empty
    std::uint32_t target;  ///< index of a record of Entity; none: 0xffffffff
    std::uint32_t component;
    std::uint32_t property;
    std::uint32_t property_index_hint;
    std::uint32_t array_index;
    ValueKind property_kind;
};
static_assert(sizeof(AnimationBinding) == 32);

/// Keys of one property over time; or another timeline, played inside this one.
struct alignas(8) AnimationTrack {
    std::uint64_t id;
    std::int64_t start_frame;  ///< frames
    std::uint32_t binding;  ///< index of a record of AnimationBinding; none: 0xffffffff
    Range keys;  ///< records of AnimationKeyframe
    std::uint32_t timeline;  ///< index of a record of AnimationTimeline; none: 0xffffffff
    float speed;
    TrackKind kind;
    bool muted;
};
static_assert(sizeof(AnimationTrack) == 40);

/// An entity that a timeline animates: a heading over its tracks.
struct alignas(8) AnimationTarget {
    std::uint64_t id;
    std::uint64_t path;  ///< hash of the text; 0: empty
    std::uint32_t entity;  ///< index of a record of Entity; none: 0xffffffff
};
static_assert(sizeof(AnimationTarget) == 24);

/// Fires an event at a frame of a timeline.
struct alignas(8) TimelineEvent {
    std::int64_t frame;  ///< frames
    std::uint64_t text;  ///< hash of the text; 0: empty
    std::uint32_t event;  ///< index of a record of EventDefinition; none: 0xffffffff
    float number;
    std::int32_t integer;
};
static_assert(sizeof(TimelineEvent) == 32);

/// A named frame.
struct alignas(8) TimelineMarker {
    std::int64_t frame;  ///< frames
    std::uint64_t name;  ///< hash of the text; 0: empty
};
static_assert(sizeof(TimelineMarker) == 16);

/// Properties over time. Durations and work area are in frames of `snap_fps`; keys, events and
/// markers in frames of the key rate.
struct alignas(8) AnimationTimeline {
    std::uint64_t id;
    std::uint64_t name;  ///< hash of the text; 0: empty
    std::int32_t duration;  ///< frames
    float playback_speed;
    float snap_fps;  ///< fps
    std::uint32_t key_rate;  ///< fps
    std::uint32_t key_rate_divisor;
    std::int32_t work_start;  ///< frames
    std::int32_t work_end;  ///< frames
    Range targets;  ///< records of AnimationTarget
    Range tracks;  ///< records of AnimationTrack
    Range events;  ///< records of TimelineEvent
    Range markers;  ///< records of TimelineMarker
    float duration_s;  ///< s
    PlaybackMode playback_mode;
};
static_assert(sizeof(AnimationTimeline) == 88);

/// Place in 3D, relative to the parent entity. T * R * S.
struct alignas(8) Transform3D {
    float position[3];  ///< m
    float rotation[4];
    float scale[3];
};
static_assert(sizeof(Transform3D) == 40);

/// Place in 2D, relative to the parent entity: pixels, y down.
struct alignas(8) Transform2D {
    float position[2];  ///< px
    float angle_rad;  ///< rad
    float scale[2];
    float size[2];  ///< px
    float pivot[2];
    float depth;
};
static_assert(sizeof(Transform2D) == 40);

/// One colour over the whole of the entity's shape.
struct alignas(8) Fill {
    float color[4];
    float opacity;
    float corner_radius;  ///< px
    bool visible;
};
static_assert(sizeof(Fill) == 32);

/// One layer of paint, from the bottom up.
struct alignas(8) PaintLayer {
    float color[4];
    float color_end[4];
    float opacity;
    float width;  ///< px
    float offset[2];  ///< px
    float blur;  ///< px
    float angle_rad;  ///< rad
    PaintKind kind;
    bool visible;
};
static_assert(sizeof(PaintLayer) == 64);

struct alignas(8) Paint {
    Range layers;  ///< records of PaintLayer
    float opacity;
};
static_assert(sizeof(Paint) == 16);

struct alignas(8) Text {
    std::uint64_t text;  ///< hash of the text; 0: empty
    std::uint64_t font;  ///< hash of the text; 0: empty
    float size;  ///< px
    float color[4];
    float letter_spacing;  ///< px
    std::int32_t weight;
    TextAlign align;
};
static_assert(sizeof(Text) == 48);

/// A property that a host's own component has; for components without a schema of their own.
struct alignas(8) HostProperty {
    std::uint64_t name;  ///< hash of the text; 0: empty
    std::uint32_t value;  ///< index in the pool of values; 0: none
    ValueKind value_kind;
};
static_assert(sizeof(HostProperty) == 16);

/// A component by its host's name, with properties by name: what an importer meets.
struct alignas(8) HostComponent {
    std::uint64_t name;  ///< hash of the text; 0: empty
    Range properties;  ///< records of HostProperty
};
static_assert(sizeof(HostComponent) == 16);

struct alignas(8) Entity {
    std::uint64_t id;
    std::uint64_t name;  ///< hash of the text; 0: empty
    std::uint32_t parent_entity;  ///< index of a record of Entity; none: 0xffffffff
    Range components;  ///< links to records, one per Component
    bool visible;
};
static_assert(sizeof(Entity) == 32);

/// One end of a property binding.
struct alignas(8) PropertyAddress {
    std::uint32_t entity;  ///< index of a record of Entity; none: 0xffffffff
    std::uint32_t component;
    std::uint32_t property;
    std::uint32_t array_index;
};
static_assert(sizeof(PropertyAddress) == 16);

/// One property drives another. Maps: linear a*x+b; clamp to a..b; remap a..b to c..d, clamped;
/// threshold x >= a; invert 1-x (not x for a boolean).
struct alignas(8) PropertyBinding {
    std::uint64_t id;
    std::uint32_t from;  ///< index of a record of PropertyAddress; none: 0xffffffff
    std::uint32_t to;  ///< index of a record of PropertyAddress; none: 0xffffffff
    float a;
    float b;
    float c;
    float d;
    BindingMap map;
    bool enabled;
};
static_assert(sizeof(PropertyBinding) == 40);

/// The weight of a morph target of a node. It stands in no document: tracks that name a node of a
/// rig by its path key it, with the target's place as their item.
struct alignas(8) MorphWeight {
    float weight;
};
static_assert(sizeof(MorphWeight) == 8);

}  // namespace motus::record

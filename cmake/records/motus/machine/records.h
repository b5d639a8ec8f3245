// motus/machine/records.h - packed records of a baked file. Generated; do not edit.
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

#ifndef motus__record_BlendKind
#define motus__record_BlendKind
enum class BlendKind : std::uint8_t {
    blend_1d = 0,
    blend_simple_directional = 1,
    blend_freeform_directional = 2,
    blend_freeform_cartesian = 3,
    blend_direct = 4,
};
#endif

#ifndef motus__record_ClipPacking
#define motus__record_ClipPacking
/// The same for one clip; as_rig: what its rig says.
enum class ClipPacking : std::uint8_t {
    as_rig = 0,
    fast = 1,
    small = 2,
    exact = 3,
};
#endif

#ifndef motus__record_ConditionOperator
#define motus__record_ConditionOperator
enum class ConditionOperator : std::uint8_t {
    is_true = 0,
    is_false = 1,
    greater = 2,
    less = 3,
    greater_equal = 4,
    less_equal = 5,
    equal = 6,
    not_equal = 7,
};
#endif

#ifndef motus__record_DurationUnit
#define motus__record_DurationUnit
enum class DurationUnit : std::uint8_t {
    seconds = 0,
    normalized = 1,
};
#endif

#ifndef motus__record_ExitTimeMode
#define motus__record_ExitTimeMode
/// When a transition with an exit time may fire: only at the crossing, or from it on.
enum class ExitTimeMode : std::uint8_t {
    from_crossing = 0,
    at_crossing = 1,
};
#endif

#ifndef motus__record_InterruptionBlend
#define motus__record_InterruptionBlend
/// How an interrupted transition goes on: inertially, or from the frozen pose.
enum class InterruptionBlend : std::uint8_t {
    inertial = 0,
    frozen = 1,
};
#endif

#ifndef motus__record_InterruptionSource
#define motus__record_InterruptionSource
enum class InterruptionSource : std::uint8_t {
    none = 0,
    source = 1,
    destination = 2,
    source_then_destination = 3,
    destination_then_source = 4,
};
#endif

#ifndef motus__record_LayerBlending
#define motus__record_LayerBlending
enum class LayerBlending : std::uint8_t {
    override = 0,
    additive = 1,
};
#endif

#ifndef motus__record_LayerStart
#define motus__record_LayerStart
enum class LayerStart : std::uint8_t {
    default_state = 0,
    entry_transitions = 1,
};
#endif

#ifndef motus__record_LoopMode
#define motus__record_LoopMode
enum class LoopMode : std::uint8_t {
    from_motion = 0,
    loop = 1,
    once = 2,
};
#endif

#ifndef motus__record_MotionSync
#define motus__record_MotionSync
enum class MotionSync : std::uint8_t {
    phase = 0,
    markers = 1,
    none = 2,
};
#endif

#ifndef motus__record_PackedKind
#define motus__record_PackedKind
/// How a baked clip is packed.
enum class PackedKind : std::uint8_t {
    fast = 0,
    small = 1,
    exact = 2,
};
#endif

#ifndef motus__record_RootMotionAxes
#define motus__record_RootMotionAxes
/// What the numbers of an axis or a channel are used for in root motion.
enum class RootMotionAxes : std::uint8_t {
    none = 0,
    xz = 1,
    xyz = 2,
    xz_yaw = 3,
    xyz_yaw = 4,
    full = 5,
};
#endif

#ifndef motus__record_StateKind
#define motus__record_StateKind
enum class StateKind : std::uint8_t {
    empty = 0,
    clip = 1,
    timeline = 2,
    blend_1d = 3,
    blend_simple_directional = 4,
    blend_freeform_directional = 5,
    blend_freeform_cartesian = 6,
    blend_direct = 7,
    sub_machine = 8,
};
#endif

#ifndef motus__record_StateMoment
#define motus__record_StateMoment
enum class StateMoment : std::uint8_t {
    enter = 0,
    exit = 1,
    update = 2,
};
#endif

#ifndef motus__record_TransitionFrom
#define motus__record_TransitionFrom
enum class TransitionFrom : std::uint8_t {
    state = 0,
    any = 1,
    entry = 2,
    machine = 3,
};
#endif

#ifndef motus__record_TransitionTo
#define motus__record_TransitionTo
enum class TransitionTo : std::uint8_t {
    state = 0,
    machine = 1,
    exit = 2,
};
#endif

#ifndef motus__record_TriggerReset
#define motus__record_TriggerReset
enum class TriggerReset : std::uint8_t {
    after_all_layers = 0,
    first_consumer = 1,
};
#endif

#ifndef motus__record_VariableKind
#define motus__record_VariableKind
enum class VariableKind : std::uint8_t {
    float_ = 0,
    int_ = 1,
    bool_ = 2,
    trigger = 3,
    enum_ = 4,
};
#endif

/// An event that clips, timelines and states can fire, with the default of its payload.
struct alignas(8) EventDefinition {
    std::uint64_t id;
    std::uint64_t name;  ///< hash of the text; 0: empty
    std::uint64_t text;  ///< hash of the text; 0: empty
    float number;
    std::int32_t integer;
};
static_assert(sizeof(EventDefinition) == 32);

/// Fires an event at a time of a clip.
struct alignas(8) ClipEvent {
    std::uint64_t text;  ///< hash of the text; 0: empty
    float time_s;  ///< s
    std::uint32_t event;  ///< index of a record of EventDefinition; none: 0xffffffff
    float number;
    std::int32_t integer;
};
static_assert(sizeof(ClipEvent) == 24);

/// A named moment of a clip, for synchronising motions: "left foot".
struct alignas(8) SyncMarker {
    std::uint64_t name;  ///< hash of the text; 0: empty
    float time_s;  ///< s
};
static_assert(sizeof(SyncMarker) == 16);

/// A key of a blend curve. Time 0..1 of the transition; tangents are value per time.
struct alignas(8) BlendCurveKey {
    float time;
    float value;
    float in_tangent;
    float out_tangent;
};
static_assert(sizeof(BlendCurveKey) == 16);

/// The weight of the state that is left, 1 at the start and 0 at the end. No keys: linear.
struct alignas(8) BlendCurve {
    Range keys;  ///< records of BlendCurveKey
};
static_assert(sizeof(BlendCurve) == 8);

/// One named value of an enum variable.
struct alignas(8) VariableChoice {
    std::uint64_t name;  ///< hash of the text; 0: empty
    std::int32_t value;
};
static_assert(sizeof(VariableChoice) == 16);

/// What a game sets and conditions read.
struct alignas(8) StateMachineVariable {
    std::uint64_t id;
    std::uint64_t name;  ///< hash of the text; 0: empty
    float default_value;
    Range choices;  ///< records of VariableChoice
    VariableKind kind;
};
static_assert(sizeof(StateMachineVariable) == 32);

/// Compares a variable. All conditions of a transition must hold.
struct alignas(8) StateMachineCondition {
    std::uint32_t variable;  ///< index of a record of StateMachineVariable; none: 0xffffffff
    float compare_value;
    ConditionOperator op;
};
static_assert(sizeof(StateMachineCondition) == 16);

/// A way from one state to another. Its place in the list is its priority.
struct alignas(8) StateMachineTransition {
    std::uint64_t id;
    std::uint64_t name;  ///< hash of the text; 0: empty
    std::uint32_t from;  ///< index of a record of StateMachineState; none: 0xffffffff
    std::uint32_t to;  ///< index of a record of StateMachineState; none: 0xffffffff
    float duration;
    float offset;
    float exit_time;
    Range conditions;  ///< records of StateMachineCondition
    std::uint32_t curve;  ///< index of a record of BlendCurve; none: 0xffffffff
    TransitionFrom from_kind;
    TransitionTo to_kind;
    DurationUnit duration_unit;
    bool has_exit_time;
    ExitTimeMode exit_time_mode;
    bool inherit;
    InterruptionSource interruption_source;
    bool ordered;
    InterruptionBlend interruption_blend;
    bool can_transition_to_self;
    bool mute;
    bool solo;
    MotionSync sync;
};
static_assert(sizeof(StateMachineTransition) == 64);

/// One motion of a blend: a clip or timeline, or another blend.
struct alignas(8) BlendChild {
    float threshold;
    float position[2];
    Link motion;  ///< a record of AnimationClip|AnimationTimeline; none: type 0
    std::uint32_t blend;  ///< index of a record of BlendNode; none: 0xffffffff
    float time_scale;
    float cycle_offset;
    std::uint32_t direct_variable;  ///< index of a record of StateMachineVariable; none: 0xffffffff
    bool mirror;
};
static_assert(sizeof(BlendChild) == 40);

/// A blend inside a blend.
struct alignas(8) BlendNode {
    std::uint64_t name;  ///< hash of the text; 0: empty
    std::uint32_t variable_x;  ///< index of a record of StateMachineVariable; none: 0xffffffff
    std::uint32_t variable_y;  ///< index of a record of StateMachineVariable; none: 0xffffffff
    Range children;  ///< records of BlendChild
    BlendKind kind;
    bool normalized;
};
static_assert(sizeof(BlendNode) == 32);

/// Fires an event when a state is entered or left.
struct alignas(8) StateEvent {
    std::uint64_t text;  ///< hash of the text; 0: empty
    std::uint32_t event;  ///< index of a record of EventDefinition; none: 0xffffffff
    float number;
    std::int32_t integer;
    StateMoment moment;
};
static_assert(sizeof(StateEvent) == 24);

struct alignas(8) StateMachineState {
    std::uint64_t id;
    std::uint64_t name;  ///< hash of the text; 0: empty
    std::uint64_t tag;  ///< hash of the text; 0: empty
    std::uint64_t path;  ///< hash of the text; 0: empty
    Link motion;  ///< a record of AnimationClip|AnimationTimeline; none: type 0
    std::uint32_t variable_x;  ///< index of a record of StateMachineVariable; none: 0xffffffff
    std::uint32_t variable_y;  ///< index of a record of StateMachineVariable; none: 0xffffffff
    Range children;  ///< records of BlendChild
    std::uint32_t graph;  ///< index of a record of StateGraph; none: 0xffffffff
    float speed;
    std::uint32_t speed_variable;  ///< index of a record of StateMachineVariable; none: 0xffffffff
    float cycle_offset;
    std::uint32_t cycle_offset_variable;  ///< index of a record of StateMachineVariable; none: 0xffffffff
    std::uint32_t time_variable;  ///< index of a record of StateMachineVariable; none: 0xffffffff
    std::uint32_t mirror_variable;  ///< index of a record of StateMachineVariable; none: 0xffffffff
    Range events;  ///< records of StateEvent
    StateKind kind;
    bool normalized;
    MotionSync sync;
    bool mirror;
    bool foot_ik;
    LoopMode loop;
    bool write_defaults;
};
static_assert(sizeof(StateMachineState) == 104);

/// States and what leads from one to another; held by a layer and by each sub-machine state.
struct alignas(8) StateGraph {
    Range states;  ///< records of StateMachineState
    Range transitions;  ///< records of StateMachineTransition
    std::uint32_t entry;  ///< index of a record of StateMachineState; none: 0xffffffff
};
static_assert(sizeof(StateGraph) == 24);

/// What a synced layer plays instead of the motion of a state of the layer it follows.
struct alignas(8) SyncedMotion {
    std::uint32_t state;  ///< index of a record of StateMachineState; none: 0xffffffff
    Link motion;  ///< a record of AnimationClip|AnimationTimeline; none: type 0
    std::uint32_t blend;  ///< index of a record of BlendNode; none: 0xffffffff
};
static_assert(sizeof(SyncedMotion) == 16);

struct alignas(8) StateMachineLayer {
    std::uint64_t id;
    std::uint64_t name;  ///< hash of the text; 0: empty
    std::uint32_t machine;  ///< index of a record of StateMachineDefinition; none: 0xffffffff
    float weight;
    std::uint32_t mask;  ///< index of a record of Mask; none: 0xffffffff
    std::uint32_t sync_layer;  ///< index of a record of StateMachineLayer; none: 0xffffffff
    Range synced_motions;  ///< records of SyncedMotion
    std::uint32_t graph;  ///< index of a record of StateGraph; none: 0xffffffff
    LayerBlending blending;
    bool sync_timing;
    bool ik_pass;
};
static_assert(sizeof(StateMachineLayer) == 48);

/// A machine's layers and how they start. Held by its definition.
struct alignas(8) StateMachine {
    Range layers;  ///< records of StateMachineLayer
    LayerStart start;
    TriggerReset trigger_reset;
};
static_assert(sizeof(StateMachine) == 16);

/// A machine with its name and variables: what a game instantiates.
struct alignas(8) StateMachineDefinition {
    std::uint64_t id;
    std::uint64_t name;  ///< hash of the text; 0: empty
    Range variables;  ///< records of StateMachineVariable
    std::uint32_t machine;  ///< index of a record of StateMachine; none: 0xffffffff
};
static_assert(sizeof(StateMachineDefinition) == 32);

/// How much of one joint a layer may write.
struct alignas(8) MaskEntry {
    std::uint64_t path;  ///< hash of the text; 0: empty
    float weight;
};
static_assert(sizeof(MaskEntry) == 16);

/// Properties of entities a layer may write: by entity, component type and property number.
struct alignas(8) MaskProperty {
    std::uint32_t target;  ///< index of a record of Entity; none: 0xffffffff
    std::uint32_t component;
    std::uint32_t property;
    float weight;
};
static_assert(sizeof(MaskProperty) == 16);

struct alignas(8) Mask {
    std::uint64_t id;
    std::uint64_t name;  ///< hash of the text; 0: empty
    float rest_weight;
    Range entries;  ///< records of MaskEntry
    Range properties;  ///< records of MaskProperty
};
static_assert(sizeof(Mask) == 40);

/// A clip of a rig's source, and how it is to be played and packed.
struct alignas(8) AnimationClip {
    std::uint64_t id;
    std::uint64_t name;  ///< hash of the text; 0: empty
    std::uint64_t source_clip;  ///< hash of the text; 0: empty
    std::uint32_t source_index;
    float length_s;  ///< s
    float start_s;  ///< s
    float stop_s;  ///< s
    float cycle_offset;
    Range events;  ///< records of ClipEvent
    Range markers;  ///< records of SyncMarker
    std::uint32_t additive_reference;  ///< index of a record of AnimationClip; none: 0xffffffff
    float additive_reference_s;  ///< s
    float error_bound;  ///< m
    bool placeholder;
    bool loop;
    bool mirror;
    bool root_motion;
    RootMotionAxes root_motion_axes;
    ClipPacking packed;
};
static_assert(sizeof(AnimationClip) == 80);

/// A character from a file.
struct alignas(8) Rig {
    std::uint64_t root_motion_joint;  ///< hash of the text; 0: empty
    Range clips;  ///< records of AnimationClip
    float unit_scale;
    float error_bound;  ///< m
    std::uint32_t machine;  ///< index of a record of StateMachineDefinition; none: 0xffffffff
    float vertex_distance;  ///< m
    Range joint_precisions;  ///< records of JointPrecision
    RootMotionAxes root_motion_axes;
    PackedKind packed;
};
static_assert(sizeof(Rig) == 48);

/// A joint whose packed motion is held to a bound of its own.
struct alignas(8) JointPrecision {
    std::uint64_t joint;  ///< hash of the text; 0: empty
    float error_bound;  ///< m
};
static_assert(sizeof(JointPrecision) == 16);

}  // namespace motus::record

// motus/machine/build.h - state machines in code: described by names, checked, laid out as baked.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/names.h>
#include <motus/core/result.h>
#include <motus/machine/blend_space.h>
#include <motus/machine/machine.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace motus {

using record::ConditionOperator;
using record::VariableKind;

/// A motion that a machine may play: a clip or a timeline. Where a machine plays the motions of a
/// file, this list has all of them in the file's order, clips first.
struct MotionDesc {
    std::string name{};
    Ticks duration{};  ///< At most kMaxDuration; shorter than kMinDuration counts as no length.
    bool loops = true;
    MotionKind kind = MotionKind::clip;
    float cycle_offset = 0.0f;         ///< Where a loop starts, in its lengths.
    std::vector<EventTime> events{};   ///< In any order.
    std::vector<EventTime> markers{};  ///< Sync markers, in any order.
};

/// One named value of an enum variable.
struct ChoiceDesc {
    std::string name{};
    std::int32_t value = 0;
};

/// What a game sets and conditions read.
struct VariableDesc {
    std::string name{};
    VariableKind kind = VariableKind::float_;
    float value = 0.0f;  ///< At the start. Booleans and triggers: 0 or 1.
    std::vector<ChoiceDesc> choices{};
};

/// Compares a variable; triggers and booleans with is_true and is_false, numbers with `value`.
struct ConditionDesc {
    std::string variable{};
    ConditionOperator op = ConditionOperator::is_true;
    float value = 0.0f;
};

/// A key of a blend curve: the weight of the state being entered, 0 at time 0 and 1 at time 1.
/// Tangents are weight per time.
struct CurvePoint {
    float time = 0.0f, value = 0.0f, in = 0.0f, out = 0.0f;
};

/// A way to another state. It needs a condition or an exit time, unless it enters or leaves a
/// sub-machine. Its place in its list is its priority.
struct TransitionDesc {
    std::string from{};  ///< A state of the same graph; empty in `any` and `entry`.
    /// A state of the same graph, or a path from the layer's graph ("Attack/Slash"). Empty: the
    /// exit of the graph.
    std::string to{};
    std::vector<ConditionDesc> when{};  ///< All must hold.
    std::optional<float> exit_time{};   ///< >= 0, in lengths of the source; above 1 counts loops.
    record::ExitTimeMode exit_time_mode{};
    float duration = 0.25f;  ///< >= 0.
    record::DurationUnit duration_unit{};
    float offset = 0.0f;              ///< Where the target starts, in its lengths.
    std::vector<CurvePoint> curve{};  ///< Times ascend. Empty: linear.
    record::InterruptionSource interruption_source{};
    bool ordered = true;  ///< Only transitions before this one interrupt it.
    record::InterruptionBlend interruption_blend{};
    bool can_transition_to_self = true;  ///< Of any-state transitions.
    bool inherit = false;  ///< Out of a sub-machine: duration and offset are the exit's.
    record::MotionSync sync = record::MotionSync::none;
    std::string name{};
};

struct BlendChildDesc;

/// A blend space. At most kMaxBlendChildren children, nested at most kMaxBlendDepth deep.
struct BlendDesc {
    BlendKind kind = BlendKind::linear;
    std::string x{};          ///< The variable that moves the point; not of direct blends.
    std::string y{};          ///< The same for 2D blends.
    bool normalized = false;  ///< Of direct blends: weights are divided by their sum.
    std::vector<BlendChildDesc> children;  ///< Of 1D blends: in any order.
    std::string name{};
};

/// One motion of a blend, or another blend in its place.
struct BlendChildDesc {
    std::string motion{};
    float x = 0.0f, y = 0.0f;  ///< Its place; x is the threshold of 1D blends.
    float time_scale = 1.0f;   ///< Negative plays backwards.
    float cycle_offset = 0.0f;
    std::string weight{};  ///< Of direct blends: the variable that is its weight.
    std::optional<BlendDesc> blend{};
};

/// Fires an event when a state is entered, left or updated.
struct StateEventDesc {
    std::string event{};
    record::StateMoment moment{};
    float number = 0.0f;
    std::int32_t integer = 0;
    std::string text{};
};

struct StateDesc;

/// States, and what leads from one to another.
struct GraphDesc {
    std::vector<StateDesc> states;
    std::vector<TransitionDesc> transitions{};  ///< From a state, or out of a sub-machine.
    std::vector<TransitionDesc> any{};          ///< From any state of the layer.
    std::vector<TransitionDesc> entry{};        ///< Where the graph is entered; else `start`.
    std::string start{};  ///< Empty: the first state. May be a path, to a state inside.
};

/// A state plays a motion, or a blend, or holds a sub-machine, or none of these.
struct StateDesc {
    std::string name{};  ///< Unique in its graph.
    std::string motion{};
    std::optional<BlendDesc> blend{};
    std::optional<GraphDesc> machine{};
    float speed = 1.0f;
    std::string speed_variable{};  ///< Multiplies `speed`.
    float cycle_offset = 0.0f;
    std::string cycle_offset_variable{};
    std::string time_variable{};  ///< Where it is set, the normalised time is this variable.
    record::LoopMode loop{};
    record::MotionSync sync{};  ///< Of the children of a blend.
    bool write_defaults = true;
    std::vector<StateEventDesc> events{};
    std::string tag{};
    std::uint64_t id = 0;  ///< Where it is not 0, a reload finds the state by it under a new name.
};

/// What a layer plays for a state of the layer that it follows.
struct SyncedMotionDesc {
    std::string state{};  ///< A path from that layer's graph.
    std::string motion{};
    std::optional<BlendDesc> blend{};
};

struct LayerDesc {
    std::string name{};  ///< Unique; only a single layer needs none.
    GraphDesc graph{};
    float weight = 1.0f;  ///< 0 to 1.
    record::LayerBlending blending{};
    std::string mask{};     ///< One of the masks given to build_machine; empty: all joints.
    std::string follows{};  ///< Another layer, which follows none: this one has its states.
    bool sync_timing = false;
    std::vector<SyncedMotionDesc> synced{};
};

/// A state machine, described by names. Names may be used before they are declared.
struct MachineDesc {
    std::vector<VariableDesc> variables{};
    std::vector<LayerDesc> layers{};  ///< At most kMaxLayers, from the base up.
    record::LayerStart start{};
    record::TriggerReset trigger_reset{};
};

/// Owns what a Machine looks at, motions included. Move-only; moving it leaves views valid.
class MachineBuffer {
  public:
    [[nodiscard]] const Machine& view() const noexcept;
    operator const Machine&() const noexcept { return view(); }  // NOLINT
    /// The texts behind the hashes of variables, layers, states, motions and events.
    [[nodiscard]] Names names() const noexcept;
    /// For people.
    [[nodiscard]] std::string_view state_name(std::uint32_t state) const noexcept;

    MachineBuffer(MachineBuffer&&) noexcept;
    MachineBuffer& operator=(MachineBuffer&&) noexcept;
    ~MachineBuffer();

    struct Tables;

  private:
    friend Result<MachineBuffer> build_machine(const MachineDesc&, std::span<const MotionDesc>,
                                               std::span<const std::string>);
    explicit MachineBuffer(std::unique_ptr<Tables> tables) noexcept;
    std::unique_ptr<Tables> tables_;
};

/// Lays out a machine as a bake lays out the same machine of a document, and checks all of it. The
/// result may be run (machine/tick.h) by whoever has these motions and masks, in this order.
///
/// Fails with the place ("layers[0].graph.transitions[2].to") on: a name that is unknown (the
/// error lists the known ones), missing or there twice; a number that is not finite or out of
/// range; a transition that never fires; an operator that does not suit its variable; more layers,
/// children or levels than there may be. Cost: linear but for the search of names; allocates.
[[nodiscard]] Result<MachineBuffer> build_machine(const MachineDesc& machine,
                                                  std::span<const MotionDesc> motions,
                                                  std::span<const std::string> masks = {});

/// The keys of a blend curve as they are baked; none for the linear curve, told with a tolerance
/// of 0.001. Fails on times that do not ascend and numbers beyond the range of 16-bit floats.
[[nodiscard]] Result<std::vector<CurveKey>> build_curve(std::span<const CurvePoint> points);

}  // namespace motus

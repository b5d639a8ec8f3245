// motus/session/frame_record.h - what a machine did in one frame, with names: for people and JSON.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/animator/animator.h>
#include <motus/load/machine_names.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace motus {

/// A motion that shows in a layer, or the pose that an interrupted transition left.
struct FrameClip {
    std::string_view clip;  ///< Empty for a pose.
    bool is_pose = false;
    double time_s = 0.0;
    float weight = 0.0f;  ///< Within the layer: with the pose's they sum to 1.
};

struct FrameTransition {
    TransitionPlace place{};  ///< Of the one whose duration and curve count.
    double progress = 0.0;
    float weight = 0.0f;  ///< Of the state being entered.
};

struct FrameLayer {
    std::string_view name;
    float weight = 1.0f;
    std::string_view state;  ///< Path; empty: the layer is in none.
    double normalized_time = 0.0;
    std::string_view next;  ///< Empty: no transition runs.
    std::optional<FrameTransition> transition;
    std::vector<FrameClip> clips;
    bool one_shot = false;  ///< A one-shot over the machine: no state.
};

/// An event of a motion or a state; or a moment: a state that was entered or left, a transition
/// that began or ended.
struct FrameEvent {
    std::string name;  ///< Of the event.
    MachineEventKind kind = MachineEventKind::motion;
    std::string_view layer, state;  ///< A path; of a transition, where it leads.
    std::string_view clip;          ///< Of a motion's event.
    float weight = 1.0f;
};

struct FrameCondition {
    std::string_view parameter;  ///< Empty: it is not there.
    record::ConditionOperator op{};
    record::VariableKind kind{};
    double value = 0.0, actual = 0.0;
    bool met = false;
};

/// A transition that was looked at; or that was not, since one runs that it does not interrupt.
struct FrameCandidate {
    std::string_view layer, from, to;  ///< Paths; `to` is empty for an exit that was not followed.
    TransitionPlace place{};
    std::vector<FrameCondition> conditions;
    bool has_exit_time = false, crossed = false;
    double exit_time = 0.0;
    record::ExitTimeMode mode{};
    const char* blocked_by = nullptr;  ///< Why it was not taken, in words; null: it was.
};

/// One frame. Views are into the names it was made with.
struct FrameRecord {
    std::vector<FrameLayer> layers;
    std::vector<FrameEvent> events;
    RootDelta root{};
    /// In the order of looking, then those that it did not come to.
    std::vector<FrameCandidate> considered;
};

/// What the last update of `run` did: one that was recorded, as those of update_fully are. `names`
/// are its machine's, and outlive the record. To `explain`, it must have room for reasons.
[[nodiscard]] FrameRecord record_frame(Animator& run, const MachineNames& names,
                                       bool explain = false);

/// Which parts of a record are written.
struct FrameText {
    std::uint64_t frame = 0;
    bool explain = false;
    std::optional<std::uint64_t> snapshot{};  ///< Hash of the state after the frame.
    std::string properties{};                 ///< JSON of the key "properties"; empty: none.
};

/// Appends the record as docs/cli.md has it: one line of JSON, with its end.
void append_frame(std::string& out, const FrameRecord& record, const FrameText& text);

}  // namespace motus

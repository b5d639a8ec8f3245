// motus/session/desk.h - what an animator edits on a stage: keys of timelines, properties, drags.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/key_edit.h>
#include <motus/session/property_context.h>
#include <motus/session/stage.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace motus {

/// Frames of a desk are those of the timeline's snap_fps, as people see them; keys may stand
/// between them where the key rate is finer. Keys are named by their handles, properties by JSON
/// pointers. Every command is one step of undo. Texts are JSON as bindings/web/package/motus.d.ts
/// has it.
class Desk {
  public:
    /// The stage must outlive it.
    explicit Desk(Stage& stage) noexcept : stage_(stage) {}

    /// Stands in a timeline at exactly that frame, paused: a machine that ran is stopped, and what
    /// it showed is gone. Codes: those of Stage::play.
    Result<Done> go(std::uint64_t timeline, double frame);
    /// Where keys are read and written; in no timeline while something else plays.
    [[nodiscard]] TimelinePosition position() const;
    /// The frame that is shown of the timeline that plays; -1 where none does.
    [[nodiscard]] double frame() const;
    /// Another number after every edit, undo and opening: what was asked before may be old.
    [[nodiscard]] double revision() const;

    /// While on, what commands set is keyed at the playhead, in the same step.
    void record(bool on) noexcept { recording_ = on; }
    [[nodiscard]] bool is_recording() const noexcept { return recording_; }

    /// A timeline with its targets and tracks, markers and events. Code: "no-timeline".
    [[nodiscard]] Result<std::string> timeline_text(std::uint64_t timeline) const;
    /// Its keys, tracks in order: kKeySize numbers each: handle, frame, interpolation, handle mode.
    /// Good until the next call. Empty where there is no such timeline.
    static constexpr std::size_t kKeySize = 4;
    [[nodiscard]] std::span<const double> keys(std::uint64_t timeline);
    /// Keys of a track with values and tangents (per frame). Code: "no-track".
    [[nodiscard]] Result<std::string> track_text(std::uint64_t track) const;
    /// A track's curve for drawing: points, channels, then a frame and four numbers per point. Good
    /// until the next call; empty where there is no such track.
    [[nodiscard]] std::span<const float> curve(std::uint64_t track, double from, double to,
                                               std::size_t count);
    /// Where a dragged frame sticks: keys, markers, work area, playhead, whole frames.
    [[nodiscard]] double snap(std::uint64_t timeline, double frame, double radius,
                              std::span<const Handle> except) const;

    /// The entities with what they hang on.
    [[nodiscard]] std::string entities_text() const;
    /// What refers to the object with that id, or to something in it, but for folders: pointers
    /// with the names on the way there, as a JSON list.
    [[nodiscard]] std::string uses_text(std::uint64_t id) const;
    /// Properties of objects of one type, several at once, with those of entities' components.
    /// `pointers` is the JSON text of a list. Code: "bad-path", "wrong-type".
    [[nodiscard]] Result<std::string> inspect_text(std::string_view pointers) const;

    /// Runs a command: {"do": name, ...}. With "drag": true it takes the place of the dragged
    /// command before it, so that all of a drag is one step; "drop" ends a drag, "cancel" takes it
    /// back. The text is an EditReport with "keys", the handles that were written. On an error
    /// nothing has changed, but for a drag: that is where it began.
    Result<std::string> command(std::string_view text);

  private:
    struct Outcome {
        std::vector<Handle> keys;
        std::size_t hidden = 0;  ///< Set, but a track shows something else.
    };
    using Act = Result<Outcome> (Desk::*)(const Json&);
    [[nodiscard]] static Act find_act(std::string_view name);

    Result<Outcome> toggle(const Json& c);
    Result<Outcome> set(const Json& c);
    Result<Outcome> reset(const Json& c);
    Result<Outcome> key_delete(const Json& c);
    Result<Outcome> key_move(const Json& c);
    Result<Outcome> key_scale(const Json& c);
    Result<Outcome> key_copy(const Json& c);
    Result<Outcome> key_paste(const Json& c);
    Result<Outcome> key_duplicate(const Json& c);
    Result<Outcome> key_insert(const Json& c);
    Result<Outcome> key_set(const Json& c);
    Result<Outcome> key_interpolation(const Json& c);
    Result<Outcome> key_handles(const Json& c);
    Result<Outcome> key_tangent(const Json& c);
    Result<Outcome> key_ease(const Json& c);
    Result<Outcome> ripple(const Json& c);
    Result<Outcome> library_folder(const Json& c);
    Result<Outcome> library_move(const Json& c);
    Result<Outcome> library_rename(const Json& c);
    Result<Outcome> library_duplicate(const Json& c);
    Result<Outcome> library_delete(const Json& c);

    struct Setting {
        Handle object{};
        const PropertyInfo* property = nullptr;
        Value value;
    };
    Result<Outcome> apply(const std::vector<Setting>& settings, std::string_view name);
    Result<std::string> answer(std::size_t steps, const Outcome& outcome);
    void end_drag();
    [[nodiscard]] Document& document() const { return stage_.project().document(); }
    [[nodiscard]] const doc::AnimationTimeline* timeline(std::uint64_t id) const;
    [[nodiscard]] Result<PropertyPlace> place(const Json& pointer) const;
    /// Frames of keys in a frame of snap_fps, of the timeline that holds a key.
    [[nodiscard]] double keys_per_frame(std::span<const Handle> keys) const;

    Stage& stage_;
    bool recording_ = false;
    std::optional<std::size_t> drag_;  ///< Steps of the history before the drag.
    CopiedKeys copied_;
    std::vector<double> keys_;
    std::vector<float> curve_;
};

}  // namespace motus

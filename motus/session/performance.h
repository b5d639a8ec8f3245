// motus/session/performance.h - a clip, machine or timeline of a baked file that plays, and its
// past.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/animator/animator.h>
#include <motus/core/playhead.h>
#include <motus/load/machine_names.h>
#include <motus/machine/begin.h>
#include <motus/session/property_run.h>
#include <motus/session/recording.h>

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace motus {

enum class PlayKind : std::uint8_t { none, clip, machine, timeline };

/// Something that happened, for a log.
struct StageEvent {
    std::uint64_t tick = 0;
    double seconds = 0.0;
    MachineEventKind kind = MachineEventKind::motion;
    std::string name, layer, state, clip;
    float weight = 1.0f;
};

/// What plays, with a transport. One clock moves it: the host's seconds. The same steps give the
/// same bits as `motus simulate` and `motus sample`. The file's bytes must outlive it.
///
/// Machines are recorded: each tick's state before it, for `kRecordedTicks`. Ticking that again is
/// the tick itself, with its pose, events and reasons; so going back needs nothing else.
class Performance {
  public:
    static constexpr std::uint32_t kRecordedTicks = 600;
    static constexpr std::size_t kMostEvents = 1000;

    /// Plays something from its start; indices are the file's. `kNoItem` for PlayKind::none shows
    /// the first rig at rest. `missing` where there is no such thing, `bad_data` for a machine that
    /// Animator::create refuses; then nothing changes.
    Status play(const Library& library, PlayKind kind, std::uint32_t index);
    /// The same again.
    void restart();
    /// Goes on with another version of the file, where what plays has index `index`. The recording
    /// starts anew. Gives back what a machine lost, in words; where it cannot go on, nothing plays.
    std::vector<std::string> reload(const Library& library, std::uint32_t index);

    [[nodiscard]] PlayKind kind() const noexcept { return kind_; }
    [[nodiscard]] std::uint32_t index() const noexcept { return index_; }
    [[nodiscard]] const BakedFile& file() const noexcept { return file_; }
    [[nodiscard]] std::uint32_t rig() const noexcept { return rig_index_; }

    bool paused = false;
    float speed = 1.0f;
    [[nodiscard]] PlayMode mode() const noexcept { return mode_; }
    void set_mode(PlayMode mode);
    /// Length of one pass of a clip or timeline, without the way back of a ping-pong.
    [[nodiscard]] Ticks length() const noexcept { return length_; }

    /// Moves by `dt` x speed; nothing where paused, scrubbed back, or a machine would go backwards.
    Status advance(Ticks dt, bool& moved);
    /// `frames` of 1/60 s, also while paused; backwards a machine goes through its recording.
    Status step(std::int32_t frames);
    /// A time of the clip or timeline. Nothing for a machine.
    Status seek(Ticks time);
    /// Shows a timeline at exactly that time, also where its clock never stands: outside of the
    /// work area, or at the end of a loop. The clock goes on from the nearest place it can stand
    /// at.
    Status stand(Ticks time);

    // ---- What is shown -------------------------------------------------------------------------
    [[nodiscard]] std::uint64_t tick() const noexcept { return tick_; }
    /// Of a clip or timeline: its time; of a machine: since its start.
    [[nodiscard]] Ticks time() const noexcept;
    [[nodiscard]] bool ended() const noexcept { return ended_; }
    [[nodiscard]] Animator* machine() noexcept { return machine_ ? &*machine_ : nullptr; }
    [[nodiscard]] const MachineNames& names() const noexcept { return names_; }
    /// Null where the file has no timelines.
    [[nodiscard]] const PropertyRun* properties() const noexcept { return properties_.get(); }
    [[nodiscard]] const RootDelta& root() const noexcept { return root_; }

    /// Poses, where there is a rig. Model matrices stand at the origin; `place` is where root
    /// motion has carried the figure.
    [[nodiscard]] bool has_pose() const noexcept { return rig_.has_value(); }
    [[nodiscard]] Skeleton skeleton() const noexcept;
    [[nodiscard]] ConstPoseView pose() const noexcept;
    /// 10 floats a joint: translation, rotation xyzw, scale.
    [[nodiscard]] std::span<const float> locals() const noexcept { return locals_; }
    [[nodiscard]] std::span<const Mat34> models() const noexcept { return models_; }
    [[nodiscard]] std::size_t skin_count() const noexcept { return palettes_.size(); }
    [[nodiscard]] std::span<const Mat34> palette(std::size_t skin) const noexcept {
        return palettes_[skin];
    }
    [[nodiscard]] const RootDelta& place() const noexcept { return place_; }
    /// The pose `away` from now for onion skins, and where it stands; false where there is none. Of
    /// a machine only the recorded past.
    bool pose_at(Ticks away, const PoseView& out, RootDelta& place) const;

    /// Everything that the frame shows and the next one depends on.
    [[nodiscard]] std::uint64_t hash() const noexcept;

    // ---- The past -------------------------------------------------------------------------------
    [[nodiscard]] const Recording& recording() const noexcept { return recording_; }
    [[nodiscard]] bool scrubbed() const noexcept { return scrubbed_; }
    /// Shows a recorded tick again. `missing` where it is not kept.
    Status scrub(std::uint64_t tick);
    /// Back to the newest tick; or, with `here`, goes on from the one that is shown.
    void resume(bool here);

    /// Sets a variable of the machine; for triggers 1 and 0. `missing` where there is no such
    /// variable, `bad_argument` for a value it does not take, or while scrubbed back.
    Status set(std::uint32_t variable, double value);
    [[nodiscard]] double get(std::uint32_t variable);

    // ---- A transition by itself -----------------------------------------------------------------
    /// Shows a transition `into` its length, as it runs: from what the machine shows now, with its
    /// parameters, and whatever they say of it. Nothing moves until `resume`, or until a parameter
    /// is set. `into` stays below `length`, which is how long it takes. Fails as begin_blend does,
    /// and with `missing` where no machine plays; then nothing has changed.
    Status preview_blend(const BlendStart& start, Ticks into, Ticks& length);
    [[nodiscard]] bool previews() const noexcept { return previews_; }
    /// Gives a transition of the machine another curve, until the next one, `bake_curves` or a
    /// reload: a drag.
    void show_curve(std::uint32_t transition, std::span<const CurveKey> keys);
    /// The curves of the file again.
    void bake_curves();

    /// Events since they were taken last; the oldest are dropped beyond `kMostEvents`.
    [[nodiscard]] std::deque<StageEvent>& events() noexcept { return events_; }

  private:
    /// A fresh machine, where one plays, and components that nothing has written yet.
    void renew();
    void save(std::vector<std::byte>& into) const;
    void restore(const std::vector<std::byte>& snapshot);
    Status tick_machine(Ticks dt);
    Status show_machine(Ticks dt);
    Status advance_line(Ticks dt, float by);
    Status show_line();
    /// An event of now, to be filled in.
    StageEvent& new_event();
    void collect_events();
    void add_line_events(const Advance& step, bool stepped);
    void set_up_rig(std::uint32_t rig);
    void finish_pose();
    void end_preview();

    const Library* library_ = nullptr;
    BakedFile file_{};
    PlayKind kind_ = PlayKind::none;
    std::uint32_t index_ = kNoItem, rig_index_ = kNoItem;
    std::optional<Animator> machine_;
    MachineNames names_;
    std::unique_ptr<PropertyRun> properties_;

    // Of a clip or timeline.
    Playhead head_{};
    PlayMode mode_ = PlayMode::loop;
    Ticks begin_{}, length_{};
    float own_speed_ = 1.0f;
    bool entered_ = false;
    std::optional<Ticks> standing_;
    RootDelta loop_delta_{};  ///< How far one pass of a clip carries.

    std::optional<Rig> rig_;
    PoseBuffer pose_;
    std::vector<float> locals_;
    std::vector<Mat34> models_;
    std::vector<std::vector<Mat34>> palettes_;

    TickRemainder remainder_{};
    std::uint64_t tick_ = 0;
    Ticks time_{};
    bool ended_ = false;
    RootDelta root_{}, place_{};

    Recording recording_;
    std::vector<std::byte> live_;  ///< Of the machine, while something else is shown.
    bool scrubbed_ = false;
    bool previews_ = false;
    std::vector<record::Range> shown_curves_;  ///< In place of the file's, where one is shown.
    std::vector<CurveKey> shown_keys_;
    std::deque<StageEvent> events_;
};

}  // namespace motus

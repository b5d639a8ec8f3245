// motus/session/machine_run.h - one machine of a baked file that runs, with all the memory it
// needs.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/load/library.h>
#include <motus/machine/begin.h>
#include <motus/machine/tick.h>
#include <motus/play/evaluate.h>
#include <motus/pose/pose_buffer.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace motus {

/// Ticks a machine and evaluates what it plays: what a game does, for tools. Grows its memory where
/// a tick needs more; poses are kept, so that transitions may interrupt. The library must outlive
/// it.
class MachineRun {
  public:
    /// `machine` is an index. The rig is Library::rig_of; without one the machine
    /// runs, and there is no pose.
    MachineRun(const Library& library, std::uint32_t machine);
    MachineRun(MachineRun&&) = default;
    MachineRun& operator=(MachineRun&&) = default;

    [[nodiscard]] const BakedFile& file() const noexcept { return library_->file(); }
    [[nodiscard]] std::uint32_t machine() const noexcept { return machine_; }
    [[nodiscard]] const Machine& graph() const noexcept { return graph_; }
    /// For set_float and its like, and for play_one_shot.
    [[nodiscard]] std::span<std::byte> instance() noexcept { return instance_; }
    [[nodiscard]] InstanceView view() noexcept { return view_of(graph_, instance_); }
    /// Notes the reasons of every tick from now on.
    void explain(bool on) noexcept { explains_ = on; }
    [[nodiscard]] bool explains() const noexcept { return explains_; }

    /// One step of `dt` (>= 0). Fails as TickJob and EvaluateJob do.
    Status tick(Ticks dt);
    /// The same without interruptions: a blend that has begun goes on to its end.
    Status tick_uninterrupted(Ticks dt);
    /// See begin.h.
    Status begin_blend(const BlendStart& start, Ticks& length);

    /// Gives a transition another curve, until the next one, `bake_curves` or a reload: a drag.
    void show_curve(std::uint32_t transition, std::span<const CurveKey> keys);
    /// The curves of the file again.
    void bake_curves();

    /// Of the last tick.
    [[nodiscard]] const Playlist& playlist() const noexcept { return playlist_; }
    [[nodiscard]] std::span<const MachineEvent> events() const noexcept {
        return {events_.data(), event_count_};
    }
    [[nodiscard]] std::span<const Considered> considered() const noexcept {
        return {considered_.data(), considered_count_};
    }
    /// The instance as the last tick found it: what conditions saw.
    [[nodiscard]] InstanceView before() noexcept { return view_of(graph_, before_); }
    [[nodiscard]] const RootDelta& root() const noexcept { return root_; }

    [[nodiscard]] bool has_rig() const noexcept { return rig_.has_value(); }
    [[nodiscard]] std::uint32_t rig() const noexcept { return rig_index_; }
    /// The pose of the last tick, at rest before the first. Only with a rig.
    [[nodiscard]] ConstPoseView pose() const noexcept { return pose_; }

    /// All that the next ticks depend on.
    struct Snapshot {
        std::vector<std::byte> instance;
        std::vector<float> carry;
        friend bool operator==(const Snapshot& a, const Snapshot& b) noexcept;
    };
    [[nodiscard]] Snapshot save() const { return {instance_, carry_}; }
    /// The same into memory that is used again: allocates only where it is too small.
    void save(Snapshot& into) const {
        into.instance = instance_;
        into.carry = carry_;
    }
    void restore(const Snapshot& snapshot);

    /// Goes on with another version of the file, and says what was lost, for people: "Hop: the
    /// state is gone".
    [[nodiscard]] std::vector<std::string> reload(const Library& library, std::uint32_t machine);

  private:
    Status decide(Ticks dt);
    Status evaluate();

    const Library* library_;
    std::uint32_t machine_ = 0;
    std::uint32_t rig_index_ = kNoItem;
    Machine graph_{};
    std::vector<std::byte> instance_, before_;
    std::vector<PlaylistItem> items_;
    std::vector<PlaylistLayer> layers_;
    std::vector<MachineEvent> events_;
    std::vector<Considered> considered_;
    std::uint32_t event_count_ = 0, considered_count_ = 0;
    Playlist playlist_{};
    bool explains_ = false;
    bool may_interrupt_ = true;
    std::vector<record::Range> shown_curves_;  ///< In place of the file's, where one is shown.
    std::vector<CurveKey> shown_keys_;

    std::optional<Rig> rig_;
    PoseBuffer pose_;
    std::vector<float> carry_;
    std::optional<EvaluateWorkspace> workspace_;
    std::uint32_t workspace_items_ = 0;
    RootDelta root_{};
};

}  // namespace motus

// motus/play/mixer.h - actions and crossfades on one character, with all memory it needs.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/play/mixing.h>

#include <memory>
#include <span>

namespace motus {

struct MixerOptions {
    bool strict = false;        ///< Weights that sum to less than 1 are normalised too.
    bool inertial = true;       ///< Keep the memory that inertial crossfades need.
    std::uint32_t events = 64;  ///< Most events that one update can report.
};

/// Scratch for updates of mixers of one rig. Allocates when made, never after. One per thread is
/// enough for any number of mixers.
class MixerWorkspace {
  public:
    explicit MixerWorkspace(const Rig& rig);
    ~MixerWorkspace();
    MixerWorkspace(MixerWorkspace&&) noexcept;
    MixerWorkspace& operator=(MixerWorkspace&&) noexcept;

    [[nodiscard]] MixerScratch scratch() noexcept;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// Plays the clips of a rig on one character.
///
///     Mixer mixer(rig);
///     mixer.clip_action(idle).play();
///     mixer.update(dt_s);
///     mixer.cross_fade(idle, run, 0.3f);
///
/// Allocates when made, never after. Moving it leaves its actions' handles valid.
class Mixer {
  public:
    /// With a workspace of its own, or with one that it shares and that must live as long.
    explicit Mixer(const Rig& rig, const MixerOptions& options = {});
    Mixer(const Rig& rig, MixerWorkspace& shared, const MixerOptions& options = {});
    ~Mixer();
    Mixer(Mixer&&) noexcept;
    Mixer& operator=(Mixer&&) noexcept;

    /// The action of a clip; always the same one. It plays when told to. `clip` is one of the
    /// rig's; of any other, the handle is of an action that never shows.
    [[nodiscard]] Action clip_action(ClipId clip) noexcept;

    /// See motus::cross_fade.
    Status cross_fade(ClipId from, ClipId to, float seconds,
                      FadeMode mode = FadeMode::blend) noexcept;
    Status cross_fade(ClipId from, ClipId to, Ticks length,
                      FadeMode mode = FadeMode::blend) noexcept;

    /// Stops every action: the next update shows the rest pose.
    void stop_all() noexcept;

    /// Finite; negative plays everything backwards. Fades run by its size.
    Status set_time_scale(float scale) noexcept;
    void set_strict(bool strict) noexcept;

    /// Advances clocks and fades, blends, composes, writes palettes. Cost: playing actions x
    /// joints. `bad_argument` for a dt that is not finite: nothing changes.
    Status update(float dt_s) noexcept;
    /// The same for hosts that keep time themselves.
    Status update(Ticks dt) noexcept;

    /// The pose of the last update; before the first one, the rest pose.
    [[nodiscard]] ConstPoseView pose() const noexcept;
    [[nodiscard]] std::span<const Mat34> model() const noexcept;
    /// Skinning matrices of one skin of the rig.
    [[nodiscard]] std::span<const Mat34> palette(std::size_t skin = 0) const noexcept;

    /// What the last update passed and came to; see MixerReport.
    [[nodiscard]] std::span<const MixerEvent> events() const noexcept;
    [[nodiscard]] std::span<const MixerNotice> notices() const noexcept;
    [[nodiscard]] bool dropped() const noexcept;

    /// The first bad argument of a chained call since the last time this was asked.
    [[nodiscard]] Status take_fault() noexcept;

    /// Its plain data: copy the state, the actions and the carry to save, write them to restore.
    [[nodiscard]] MixerView view() noexcept;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace motus

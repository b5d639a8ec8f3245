// motus/animator/animator.h - one animated character: a machine or clips in, palettes out.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/animator/parameter.h>
#include <motus/load/library.h>
#include <motus/machine/explain.h>
#include <motus/machine/tick.h>
#include <motus/play/root_motion.h>
#include <motus/pose/pose_view.h>
#include <motus/timeline/evaluate.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace motus {

namespace detail {
struct Cast;
}

/// Something that happened in an update.
struct Event {
    std::string_view name{};         ///< Of the event; of the state for enter and exit. Empty where
                                     ///< the file has no names.
    NameHash hash = NameHash::none;  ///< Of that name, for constants of a generated header.
    MachineEventKind kind = MachineEventKind::motion;
    std::uint32_t layer = 0;
    std::uint32_t state = kNoState;
    std::uint32_t motion = kNoIndex;
    std::uint32_t transition = kNoIndex;
    std::uint32_t payload = kNoIndex;  ///< In Machine::events or state_events.
    float weight = 1.0f;               ///< Of the motion in its layer.
};

/// Where a layer stands.
struct LayerInfo {
    std::string_view state{};  ///< Empty before the first update.
    std::string_view next{};   ///< Being entered; empty where no transition runs.
    float time = 0.0f;  ///< Of `state`, in its lengths: 2.25 is a quarter into the third loop.
    float next_time = 0.0f;
    float blend = 0.0f;  ///< Weight of `next` within the layer.
    float weight = 1.0f;
};

/// A layer over the base for an Animator that plays clips.
struct ClipLayer {
    std::string_view joint{};  ///< Only this joint and those below it; empty: all.
    bool additive = false;     ///< Adds its clips to what is below, instead of covering it.
    float weight = 1.0f;
};

struct AnimatorOptions {
    /// Transitions and fades may be broken off by others: the poses that this needs are kept.
    /// Without, a transition that has begun runs to its end.
    bool interrupts = true;
    std::uint32_t events = 64;   ///< Most events, and most changes, that one update reports.
    std::uint32_t reasons = 0;   ///< Transitions that explain() tells of, at most; 0: none.
    std::uint32_t recorded = 0;  ///< Updates that rewind() can take back.
    std::span<const ClipLayer> layers{};  ///< Over the base; only where clips play.
};

/// Plays a machine of a library on its rig, or clips of a rig without a machine.
///
///     auto hero = motus::Animator::create(*library, "hero");
///     auto speed = hero->parameter<float>("speed");
///     speed = 2.0f;
///     hero->update(dt_s);
///     upload(hero->palette());
///
/// Allocates when it is made, when something is bound and when it is reloaded; never in an update.
/// The library must outlive it. Move-only; moving it leaves parameters and spans valid. Different
/// animators may be updated on different threads.
///
/// Calls that take a name return false where there is no such thing, change nothing, and leave the
/// reason for take_fault(): it lists the names there are.
class Animator {
  public:
    /// `name` is that of a machine; or of a rig, which then plays its own machine where it has one,
    /// and else clips. Fails on an unknown name, and on a machine that plays clips of several rigs.
    [[nodiscard]] static Result<Animator> create(const Library& library, std::string_view name,
                                                 const AnimatorOptions& options = {});
    /// A machine made in code (machine/build.h) that plays the motions of the library on a rig of
    /// it. What it looks at must outlive this.
    [[nodiscard]] static Result<Animator> create(const Library& library, const Machine& machine,
                                                 std::string_view rig,
                                                 const AnimatorOptions& options = {});

    Animator(Animator&&) noexcept;
    Animator& operator=(Animator&&) noexcept;
    ~Animator();

    /// A parameter of the machine. Not bound where there is none of that name and type.
    template <class T>
    [[nodiscard]] Parameter<T> parameter(std::string_view name) {
        return Parameter<T>(find_parameter(name, &detail::fits_kind<T>));
    }

    /// One step: decides, evaluates, writes palettes. `dt_s` >= 0; 0 moves no clock, and takes what
    /// is ready. False where it is negative or not finite: nothing has changed. No allocation.
    bool update(float dt_s) noexcept;
    /// The same for hosts that keep time themselves.
    bool update(Ticks dt) noexcept;

    // ---- What an update made -------------------------------------------------------------------
    /// Matrices of one skin, three rows of four per joint of the skin; and of all skins in turn.
    [[nodiscard]] std::span<const Mat34> palette(std::size_t skin = 0) const noexcept;
    [[nodiscard]] std::span<const Mat34> palettes() const noexcept;
    /// Events of clips, timelines and states.
    [[nodiscard]] std::span<const Event> events() const noexcept;
    /// States entered and left, transitions begun and ended.
    [[nodiscard]] std::span<const Event> changes() const noexcept;
    /// Events and changes for which there was no room.
    [[nodiscard]] std::uint32_t lost_events() const noexcept;
    /// How far the character moved, in the frame of where it stood. Exact over loops and blends.
    [[nodiscard]] const RootDelta& root_delta() const noexcept;
    [[nodiscard]] std::span<const float> morph_weights() const noexcept;
    /// The local pose, and one matrix per joint, parents first. Palettes need neither: they are
    /// made when first asked for after an update, so ask from one thread at a time.
    [[nodiscard]] ConstPoseView pose() const noexcept;
    [[nodiscard]] std::span<const Mat34> model() const noexcept;
    /// The matrix of a joint of that name, and of something that it holds: `offset` is from the
    /// thing to the joint. Where there is no such joint, `offset` alone. A search of log(joints).
    [[nodiscard]] Mat34 attachment(std::string_view joint, const Mat34& offset = {}) const noexcept;

    [[nodiscard]] std::size_t layer_count() const noexcept;
    [[nodiscard]] LayerInfo layer(std::size_t layer = 0) const noexcept;
    bool set_layer_weight(std::size_t layer, float weight) noexcept;

    // ---- What it plays -------------------------------------------------------------------------
    /// Enters a state with the next update, whatever its machine says, from its start or from `at`
    /// (in its lengths). States are named by their name or path; those of an Animator without a
    /// machine are the clips of its rig. The machine takes no transition while the fade runs.
    bool play(std::string_view state, std::size_t layer = 0, float at = 0.0f);
    bool cross_fade(std::string_view state, float fade_s, std::size_t layer = 0, float at = 0.0f);
    /// Without a machine: fades the layer to nothing.
    bool stop(float fade_s = 0.0f, std::size_t layer = 0);
    /// Plays a clip once over all layers, and returns to what they show by then.
    bool play_once(std::string_view clip, float blend_in_s = 0.15f, float blend_out_s = 0.15f,
                   float end = 0.8f);

    // ---- The past and the future ---------------------------------------------------------------
    /// All that the next updates depend on: plain bytes, the same on every machine.
    [[nodiscard]] std::vector<std::byte> snapshot() const;
    [[nodiscard]] std::size_t snapshot_size() const noexcept;
    /// The same into memory of that size. No allocation.
    Status snapshot(std::span<std::byte> out) const noexcept;
    /// Goes back to a snapshot of this machine and rig, from whichever animator. `bad_size` and
    /// `bad_data` for other bytes, whatever they are: then nothing has changed. Poses and palettes
    /// are those of the last update until the next one. No allocation.
    Status restore(std::span<const std::byte> snapshot) noexcept;
    /// What turns the snapshot `from` into one of now: some tens of bytes from frame to frame.
    [[nodiscard]] std::vector<std::byte> delta(std::span<const std::byte> from) const;
    Status restore(std::span<const std::byte> from, std::span<const std::byte> delta);

    /// Updates that are recorded; rewind(1) is the state before the last one.
    [[nodiscard]] std::uint32_t recorded() const noexcept;
    bool rewind(std::uint32_t updates) noexcept;
    /// Every transition that the last update looked at, with what held it back.
    [[nodiscard]] std::span<const Considered> explain() const noexcept;

    /// Goes on with another version of the file: parameters, states and poses are kept as far as
    /// they are there. Gives back what was lost, in words: "Hop: the state is gone". Parameters are
    /// to be asked for anew. Fails where the machine or rig is gone: then nothing has changed.
    [[nodiscard]] Result<std::vector<std::string>> reload(const Library& library);

    /// Gives the properties of timelines that the machine plays to objects of the host, with each
    /// update; nodes of the rig need no host. What is not found is counted in the report.
    BindReport bind(const PropertyHost& host);

    /// Why the last call that returned false did so; empty: none has since this was asked.
    [[nodiscard]] std::string take_fault();

    // ---- The lower tier ------------------------------------------------------------------------
    /// A machine by its index in the file, for tools: names may be missing, or be there twice.
    [[nodiscard]] static Result<Animator> create(const Library& library, std::uint32_t machine,
                                                 const AnimatorOptions& options = {});
    [[nodiscard]] Result<std::vector<std::string>> reload(const Library& library,
                                                          std::uint32_t machine);
    /// update() for tools: loses neither events nor reasons, but allocates where there is no room
    /// for them. Records at least this update. Without `interrupts` what has begun goes on.
    bool update_fully(Ticks dt, bool interrupts = true);
    /// Curves of transitions in place of the file's, until the next call or a reload; see
    /// Machine::curves. What they look at must live as long.
    void set_curves(std::span<const record::Range> curves, std::span<const CurveKey> keys) noexcept;
    /// Events and changes of the last update, in their order.
    [[nodiscard]] std::span<const MachineEvent> machine_events() const noexcept;
    /// The instance as the last update found it, where updates are recorded; else as it is.
    [[nodiscard]] InstanceView before() noexcept;

    [[nodiscard]] const Library& library() const noexcept;
    [[nodiscard]] const Machine& machine() const noexcept;
    [[nodiscard]] const Rig& rig() const noexcept;
    [[nodiscard]] std::uint32_t machine_index() const noexcept;  ///< kNoItem: made in code.
    [[nodiscard]] std::uint32_t rig_index() const noexcept;      ///< kNoItem: it has none.
    [[nodiscard]] std::span<std::byte> instance() noexcept;
    [[nodiscard]] std::span<const std::byte> instance() const noexcept;
    [[nodiscard]] std::span<const float> carry() const noexcept;  ///< Kept poses: EvaluateJob.
    /// What the timelines of the last update wrote, per channel; empty where none are bound.
    [[nodiscard]] PropertyFrame timeline_values() const noexcept;
    [[nodiscard]] InstanceView view() noexcept;
    [[nodiscard]] const Playlist& playlist() const noexcept;

  private:
    struct Parts;
    friend class Crowd;
    friend struct AnimatorStep;
    explicit Animator(std::unique_ptr<Parts> parts) noexcept;
    [[nodiscard]] static Animator of(std::unique_ptr<detail::Cast> cast,
                                     const AnimatorOptions& options);
    [[nodiscard]] Result<std::vector<std::string>> go_on_as(
        Result<std::unique_ptr<detail::Cast>> cast);
    [[nodiscard]] AnimatorOptions options() const noexcept;
    void start_recording();
    bool fail(std::string why);
    bool enter(std::string_view state, std::size_t layer, float fade_s, float at);
    [[nodiscard]] std::uint32_t* find_parameter(std::string_view name,
                                                bool (*fits)(record::VariableKind) noexcept);
    std::unique_ptr<Parts> parts_;
};

}  // namespace motus

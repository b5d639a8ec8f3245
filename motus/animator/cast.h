// motus/animator/cast.h - what all characters of one machine share, and the work of one of them.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/animator/animator.h>
#include <motus/crowd/frame.h>
#include <motus/play/evaluate.h>
#include <motus/pose/pose_buffer.h>

#include <memory>
#include <optional>
#include <vector>

namespace motus::detail {

/// A machine whose states are the clips of a rig: what an Animator without a machine plays. On each
/// layer state 0 is empty, and state 1 + i plays clip i of the rig.
struct ClipMachine {
    std::vector<record::StateMachineLayer> layers;
    std::vector<record::StateMachineState> states;
    std::vector<StateLink> state_links;
    std::vector<GraphLink> graphs;
    std::vector<LayerLink> layer_links;
    std::vector<std::vector<float>> mask_floats;
    std::vector<Mask> masks;  ///< Those of the file, then those of the layers.
};

/// What characters share. Never changes once it is made.
struct Cast {
    const Library* library = nullptr;
    Machine graph{};
    Rig rig{};
    std::uint32_t machine = kNoItem, rig_index = kNoItem;
    bool interrupts = true;
    PlaylistLimits limits{};
    std::uint32_t shown = 0;  ///< Items that scratch is good for, at least kMaxCrowdItems.
    std::size_t instance_bytes = 0, carry_floats = 0, palette_size = 0;
    ClipMachine clips;  ///< Where there is no machine.

    [[nodiscard]] bool has_rig() const noexcept { return rig_index != kNoItem; }
};

/// Finds and checks what `name` means; see Animator::create.
[[nodiscard]] Result<std::unique_ptr<Cast>> make_cast(const Library& library, std::string_view name,
                                                      const AnimatorOptions& options);
[[nodiscard]] Result<std::unique_ptr<Cast>> make_cast(const Library& library, std::uint32_t machine,
                                                      const AnimatorOptions& options);
[[nodiscard]] Result<std::unique_ptr<Cast>> make_cast(const Library& library,
                                                      const Machine& machine, std::string_view rig,
                                                      const AnimatorOptions& options);

/// Memory for one character at a time.
struct Workspace {
    explicit Workspace(const Cast& cast, std::uint32_t events);
    /// A part of `frame`: for evaluations before or after a frame.
    [[nodiscard]] EvaluateScratch evaluate() noexcept;

    std::vector<PlaylistItem> items;
    std::vector<PlaylistLayer> layers;
    std::vector<MachineEvent> events;
    std::optional<CrowdScratch> frame;  ///< Of one character; none without a rig.
    std::uint32_t shown = 0;            ///< As the cast has it.
    std::size_t evaluate_floats = 0;    ///< Of `frame`, at its end.
    PoseBuffer pose;
    std::vector<Mat34> model;
};

/// Evaluates a playlist into workspace.pose; without a rig nothing. `carry` is empty only where the
/// cast does not interrupt.
Status pose_character(const Cast& cast, const Playlist& playlist, std::span<float> carry,
                      Workspace& workspace, RootDelta& root) noexcept;

/// Where a frame of one character goes.
struct FrameOutput {
    std::span<Mat34> palettes;  ///< cast.palette_size.
    std::span<float> weights;   ///< Morphs.
    RootDelta* root;            ///< Of a playlist.
};
/// A frame as a crowd makes it, of a playlist or a pose. Only with a rig.
Status frame_character(const Cast& cast, const CrowdCharacter& character, Workspace& workspace,
                       const FrameOutput& out) noexcept;
/// The same of workspace.pose; without a rig nothing.
Status frame_pose(const Cast& cast, Workspace& workspace, const FrameOutput& out) noexcept;

/// An event with its name.
[[nodiscard]] Event event_of(const Library& library, const MachineEvent& event) noexcept;
[[nodiscard]] bool is_change(MachineEventKind kind) noexcept;

[[nodiscard]] bool plays_timelines(const Cast& cast);

/// Where a layer of an instance stands.
[[nodiscard]] LayerInfo layer_of(const Cast& cast, std::span<std::byte> instance,
                                 std::size_t layer) noexcept;

/// As Animator::cross_fade and play_once; the reason where it fails, else empty.
[[nodiscard]] std::string enter_by_name(const Cast& cast, std::span<std::byte> instance,
                                        std::string_view state, std::size_t layer, float fade_s,
                                        float at);
[[nodiscard]] std::string play_once_by_name(const Cast& cast, std::span<std::byte> instance,
                                            std::string_view clip, float blend_in_s = 0.15f,
                                            float blend_out_s = 0.15f, float end = 0.8f);

/// The variable of that name and kind, or the reason why there is none.
[[nodiscard]] Result<std::uint32_t> find_parameter(const Cast& cast, std::string_view name,
                                                   bool (*fits)(record::VariableKind) noexcept);

}  // namespace motus::detail

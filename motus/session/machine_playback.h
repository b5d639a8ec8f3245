// motus/session/machine_playback.h - a machine of a document that runs in an editor.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/machine.h>
#include <motus/machine/tick.h>
#include <motus/session/playback.h>

#include <memory>
#include <string_view>
#include <vector>

namespace motus {

/// Runs a machine as a game would and shows the properties that its timelines animate. Clips count
/// with their length in the document: poses are the business of whoever draws rigs, who finds what
/// to play in `playlist`. After an edit the machine is laid out anew and goes on where it was;
/// where states or variables came or went it starts again, with the values its variables had.
class MachinePlayback final : public Playback {
  public:
    explicit MachinePlayback(LiveTimelines& timelines) noexcept : timelines_(timelines) {}

    /// Starts the machine with that id. Codes: "no-machine", those of bake.
    Result<Done> play(std::uint64_t machine);
    /// Sets a variable by its name: a number, a truth (not 0), a trigger (not 0: set). Codes:
    /// "no-variable", "bad-value".
    Result<Done> set(std::string_view variable, double value);
    /// The layer that the editor looks at; position() is its frame. 0 unless said.
    void set_active_layer(std::uint32_t layer) noexcept { active_layer_ = layer; }
    void pause(bool paused) noexcept { paused_ = paused; }

    Result<Done> tick(float dt_s) override;
    void stop() override;
    [[nodiscard]] bool is_running() const noexcept override { return machine_ != 0; }
    /// The timeline of largest weight in the active layer, and where it stands; none where the
    /// layer plays no timeline.
    [[nodiscard]] TimelinePosition position() const override;

    /// What the last tick decided and fired. Empty where nothing runs.
    [[nodiscard]] const Playlist& playlist() const noexcept { return playlist_; }
    [[nodiscard]] std::span<const MachineEvent> events() const noexcept;
    /// For whoever shows states and transitions; valid until the next tick.
    [[nodiscard]] const Machine& graph() const noexcept { return graph_; }
    [[nodiscard]] std::span<std::byte> instance() noexcept {
        return std::as_writable_bytes(std::span(instance_));
    }

  private:
    Result<Done> refresh();
    Result<Done> lay_out();
    void keep_variables(const Machine& old, std::span<std::byte> old_bytes);
    Result<Done> decide(float dt_s);
    Result<Done> evaluate(bool again);
    Result<Done> show();

    LiveTimelines& timelines_;
    LoweredMachines lowered_;
    Machine graph_{};
    std::vector<std::uint64_t> instance_;
    std::uint64_t machine_ = 0;
    std::uint64_t revision_ = 0;
    std::uint32_t active_layer_ = 0;
    bool paused_ = false;

    std::vector<PlaylistItem> items_;
    std::vector<PlaylistLayer> layers_;
    Playlist playlist_{};
    std::vector<MachineEvent> event_memory_;
    MachineEvents events_{};

    std::unique_ptr<PropertyWorkspace> workspace_;
    std::vector<PropertyKey> keys_;  ///< Of the channels, as they were last.
    std::vector<CarriedProperty> carried_;
    std::vector<CarriedLayer> carried_layers_;
    std::vector<PropertyValue> values_;
    std::vector<std::uint8_t> written_;
    std::optional<Preview> preview_;
};

}  // namespace motus

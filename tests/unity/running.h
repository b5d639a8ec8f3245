// tests/unity/running.h - a controller imported, validated, baked and ticked by the runtime.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/bytes.h>
#include <motus/import/unity/import.h>
#include <motus/load/file.h>
#include <motus/machine/tick.h>

#include <string>
#include <vector>

namespace motus::test {

/// What one layer shows after a tick, by names: "Base/Walk", "Walk.anim".
struct LayerView {
    std::string state, next;
    float weight = 0.0f;  ///< Of `next`.
};

class Running {
  public:
    /// Faults of the import, of validation and of the bake are failures of the test.
    explicit Running(const unity::Controller& controller, unity::ImportOptions options);

    [[nodiscard]] bool ok() const { return ok_; }
    [[nodiscard]] const Document& document() const { return *import_.document; }
    [[nodiscard]] const unity::ImportReport& report() const { return import_.report; }
    [[nodiscard]] const motus::Machine& graph() const { return graph_; }
    [[nodiscard]] const std::vector<std::string>& states() const { return states_; }
    [[nodiscard]] const std::vector<std::string>& motions() const { return motions_; }

    void restart();
    /// Any kind of variable: numbers are rounded where it is whole, else other than 0 is true.
    void set(std::uint32_t variable, float value);
    void set(const std::string& name, float value);
    void tick(float dt_s);

    [[nodiscard]] LayerView layer(std::uint32_t index) const;
    [[nodiscard]] InstanceView view() { return view_of(graph_, instance_); }
    [[nodiscard]] const Playlist& playlist() const { return playlist_; }
    [[nodiscard]] std::span<const MachineEvent> events() const {
        return {event_room_.data(), events_.count};
    }
    /// Motions that the last tick shows.
    [[nodiscard]] std::vector<std::string> shown() const;

  private:
    void bake_document();
    void name_states();

    bool ok_ = false;
    unity::UnityImport import_;
    AlignedBytes bytes_;
    BakedFile file_;
    motus::Machine graph_;
    std::vector<std::string> states_, motions_;
    mutable std::vector<std::byte> instance_;
    std::vector<PlaylistItem> items_;
    std::vector<PlaylistLayer> layers_;
    std::vector<MachineEvent> event_room_;
    Playlist playlist_;
    MachineEvents events_;
};

/// Both machines do the same over `scripts` random scripts. Gives back how many transitions the
/// first one started: a run in which nothing happens has shown nothing.
std::size_t expect_same_behaviour(Running& a, Running& b, std::uint32_t scripts,
                                  std::uint64_t seed);

}  // namespace motus::test

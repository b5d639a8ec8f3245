// motus/animator/crowd_parts.h - the memory of one Crowd.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/animator/cast.h>
#include <motus/animator/crowd.h>
#include <motus/crowd/update.h>

#include <string>
#include <vector>

namespace motus {

/// Characters that one worker steps before it takes the next part; events are kept by part, so that
/// their order does not depend on workers.
inline constexpr std::uint32_t kCrowdPart = 64;

/// Memory of one worker: what CrowdUpdateScratch views.
struct CrowdWorker {
    CrowdWorker(const detail::Cast& cast, std::uint32_t batch, std::uint32_t event_count);
    [[nodiscard]] CrowdUpdateScratch view() noexcept;

    std::vector<PlaylistItem> items;
    std::vector<PlaylistLayer> layers;
    std::vector<MachineEvent> events;
    std::vector<Playlist> playlists;
    std::vector<CrowdCharacter> characters;
    std::vector<std::uint32_t> places;
    CrowdScratch floats;
};

struct Crowd::Parts {
    Parts(std::unique_ptr<detail::Cast> made, std::string_view called, std::uint32_t size,
          const CrowdOptions& given);

    [[nodiscard]] std::span<std::byte> instance(std::size_t i) noexcept {
        return std::as_writable_bytes(std::span(words))
            .subspan(i * cast->instance_bytes, cast->instance_bytes);
    }
    [[nodiscard]] std::span<float> carry_of(std::size_t i) noexcept {
        return std::span(carry).subspan(i * cast->carry_floats, cast->carry_floats);
    }

    struct Part {
        std::uint32_t count = 0, lost = 0;  ///< Events.
    };

    std::unique_ptr<detail::Cast> cast;
    std::string name;
    std::uint32_t count = 0;
    CrowdOptions options;
    std::vector<UpdateRate> rates;
    std::vector<ClipLayer> layers;
    std::vector<std::string> joint_names;

    std::vector<std::uint64_t> words;  ///< Instances.
    std::vector<float> carry;
    std::vector<RootDelta> roots;
    std::vector<float> weights;  ///< Morphs.
    std::vector<float> significance;
    // With rates alone:
    TickRemainder remainder{};   ///< Of the time of all.
    std::vector<Ticks> pending;  ///< Time since the last update of each.
    std::vector<Ticks> steps;    ///< Of this frame.
    std::vector<std::uint16_t> waited;

    std::vector<CrowdWorker> workers;
    std::vector<CrowdUpdateScratch> scratch;  ///< Views of those.
    std::vector<Part> parts;
    std::vector<CrowdEvent> events;  ///< Room for each part in turn; then all, close together.
    std::uint32_t event_count = 0, lost = 0;
    std::string fault;
};

}  // namespace motus

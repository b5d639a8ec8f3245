// motus/animator/parts.h - the memory of one Animator.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/animator/cast.h>
#include <motus/load/nodes.h>
#include <motus/timeline/evaluate.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace motus {

/// Timelines of a machine on the objects of a host.
struct TimelineParts {
    TimelineParts(const TimelineSet& timelines, std::size_t layers, std::uint32_t shown);

    TimelineSet set;
    std::optional<NodeProperties> nodes;
    std::vector<BoundProperty> bound;
    std::vector<PropertyValue> base, values;
    std::vector<std::uint8_t> written;
    PropertyWorkspace workspace;
    std::vector<CarriedProperty> carried;  ///< Layers x channels; kept also where blends are not
    std::vector<CarriedLayer> layers;      ///< broken off: states may leave values as they were.
};

/// The states before the last updates, as a ring.
struct RecordParts {
    std::vector<std::byte> memory;  ///< Snapshots.
    std::size_t stride = 0;
    std::uint32_t capacity = 0, count = 0, next = 0;
};

/// What has been made of the last update; the rest is made when it is asked for.
enum class Made : std::uint8_t { palettes, pose, model };

struct Animator::Parts {
    Parts(std::unique_ptr<detail::Cast> made, const AnimatorOptions& given);

    [[nodiscard]] std::span<std::byte> instance() noexcept {
        return std::as_writable_bytes(std::span(words)).first(cast->instance_bytes);
    }
    [[nodiscard]] std::span<const std::byte> instance() const noexcept {
        return std::as_bytes(std::span(words)).first(cast->instance_bytes);
    }

    [[nodiscard]] detail::FrameOutput output() noexcept { return {palettes, weights, &root}; }

    std::unique_ptr<detail::Cast> cast;
    AnimatorOptions options;        ///< Without its layers: what they say is in the cast.
    std::vector<ClipLayer> layers;  ///< The same for a reload; joints in `joint_names`.
    std::vector<std::string> joint_names;
    std::string name;  ///< As create() was asked.

    std::vector<std::uint64_t> words;  ///< The instance.
    std::vector<float> carry;
    std::unique_ptr<TimelineParts> timelines;
    PropertyHost host{};

    detail::Workspace workspace;
    Playlist playlist{};
    std::vector<Considered> considered;
    std::uint32_t considered_count = 0, lost_reasons = 0;
    std::vector<Event> events, changes;
    std::uint32_t event_count = 0, change_count = 0, lost = 0;
    std::uint32_t machine_event_count = 0;  ///< In the workspace.
    bool may_interrupt = true;
    RootDelta root{};
    std::vector<float> weights;  ///< Morphs.
    std::vector<Mat34> palettes;
    Made ready = Made::pose;
    std::vector<std::uint32_t> first_of_skin;  ///< In `palettes`; one more at the end.
    std::optional<RecordParts> record;
    std::string fault;
};

}  // namespace motus

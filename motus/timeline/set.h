// motus/timeline/set.h - what follows from a file's timelines once: channels, events, order.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/events.h>
#include <motus/timeline/clock.h>
#include <motus/timeline/timeline.h>

#include <cstdint>
#include <span>
#include <vector>

namespace motus {

/// One property that tracks or bindings name. All tracks that write it share its index.
struct Channel {
    std::uint64_t path = 0;            ///< Hash of a node's path in the entity's rig; 0: none.
    std::uint32_t entity = kNoRecord;  ///< Index in Timelines::entities.
    std::uint32_t component = 0;       ///< Type number.
    std::uint32_t property = 0;        ///< Type number << 16 | number.
    std::uint32_t array_index = 0;     ///< Which item.
    std::uint32_t hint = 0;            ///< Where the property stood in its table.
    ValueKind kind = ValueKind::none;  ///< As its tracks say; none: only bindings name it.
};

/// A property binding between channels.
struct ChannelLink {
    std::uint32_t from = kNoRecord;
    std::uint32_t to = kNoRecord;
    std::uint32_t binding = 0;  ///< Index in Timelines::property_bindings.
};

/// A track that writes, ready for the walk of a frame.
struct PlannedTrack {
    record::Range keys{};               ///< In Timelines::keys; at least one.
    std::uint32_t channel = kNoRecord;  ///< kNoRecord: the track plays another timeline.
    std::uint32_t track = 0;            ///< In Timelines::tracks.
    ValueKind kind = ValueKind::none;
    bool follows = false;  ///< Its keys stand at the frames of those of the last one with keys.
};

/// What a frame of one timeline needs of it.
struct TimelinePlan {
    WorkArea area{};
    KeyClock clock{};
    record::Range tracks{};  ///< In TimelineSet::planned.
};

/// A view of it all. Const, shared by every instance.
struct TimelineSet {
    Timelines timelines{};
    std::span<const Channel> channels{};
    std::span<const std::uint32_t> track_channels{};  ///< Per track; kNoRecord: it writes nothing.
    std::span<const ChannelLink> links{};             ///< Enabled bindings, in the order they run.
    std::span<const record::Range> event_ranges{};    ///< Per timeline, in `events`.
    std::span<const EventTime> events{};              ///< Times of their timeline, ascending.
    std::span<const std::uint32_t> event_records{};   ///< Per event, in Timelines::events.
    std::span<const float> mask_weights{};            ///< Masks x channels.
    std::span<const TimelinePlan> plans{};            ///< Per timeline.
    std::span<const PlannedTrack> planned{};
};

/// Owns what TimelineSet shows. Made at load, const ever after.
class TimelineIndex {
  public:
    /// `timelines` must have passed check(), and its bytes must outlive the index. Events of nested
    /// timelines are listed where they happen in the timeline that plays them, up to 65,536 each
    /// and four million in all.
    explicit TimelineIndex(const Timelines& timelines);
    /// Valid as long as this index stays where it is.
    [[nodiscard]] TimelineSet set() const noexcept;

  private:
    void find_channels();
    void find_links();
    void find_events();
    void weigh_masks();
    void plan_tracks();

    Timelines timelines_;
    std::vector<Channel> channels_;
    std::vector<std::uint32_t> track_channels_;
    std::vector<ChannelLink> links_;
    std::vector<record::Range> event_ranges_;
    std::vector<EventTime> events_;
    std::vector<std::uint32_t> event_records_;
    std::vector<float> mask_weights_;
    std::vector<TimelinePlan> plans_;
    std::vector<PlannedTrack> planned_;
};

/// advance() of clock.h with what the set knows of the timeline: the same bits, less work. For
/// programs that play many instances. `missing` for a timeline that is not there.
Status advance(const TimelineSet& set, std::uint32_t timeline, float dt_s, float speed,
               TimelineClock& clock, TimelineStep& out) noexcept;

/// Index of a channel; kNoRecord where no track and no binding names it.
[[nodiscard]] std::uint32_t find_channel(const TimelineSet& set, std::uint32_t entity,
                                         std::uint32_t component, std::uint32_t property,
                                         std::uint32_t array_index = 0,
                                         std::uint64_t path = 0) noexcept;

/// Laps whose events one step passes: a wild speed does not stop the game.
inline constexpr std::int64_t kMaxTimelineLaps = 1024;

/// The walk of a step that advance() has just made: for_each_event gives the events it passed.
[[nodiscard]] EventWalk event_walk(const TimelineSet& set, std::uint32_t timeline,
                                   const TimelineStep& step) noexcept;

/// Events and markers of a timeline in times of its motion (motion_of): what a state machine reads.
/// A ping-pong passes what is inside it twice. For baking and set-up: allocates.
[[nodiscard]] std::vector<EventTime> motion_events(const TimelineSet& set, std::uint32_t timeline);
[[nodiscard]] std::vector<EventTime> motion_markers(const TimelineSet& set, std::uint32_t timeline);

/// Time of a timeline inside another: `outer` is a time of the outer one, `track` plays the inner.
/// Before its start frame the inner one stands at its beginning, however far back.
[[nodiscard]] Ticks nested_time(const record::AnimationTimeline& outer_timeline,
                                const record::AnimationTrack& track,
                                const record::AnimationTimeline& inner, Ticks outer) noexcept;

}  // namespace motus

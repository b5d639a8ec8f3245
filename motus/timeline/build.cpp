// SPDX-License-Identifier: MIT
#include <motus/timeline/set.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace motus {
namespace {

auto order_of(const Channel& c) {
    return std::tie(c.entity, c.component, c.property, c.array_index, c.path);
}

Channel channel_of(const record::AnimationBinding& binding) {
    return {binding.path,         binding.target,      binding.component,
            binding.property,     binding.array_index, binding.property_index_hint,
            binding.property_kind};
}

Channel channel_of(const record::PropertyAddress& address) {
    return {0, address.entity, address.component, address.property, address.array_index};
}

bool same_frames(std::span<const record::AnimationKeyframe> a,
                 std::span<const record::AnimationKeyframe> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const record::AnimationKeyframe& x, const record::AnimationKeyframe& y) {
                          return x.frame == y.frame;
                      });
}

}  // namespace

TimelineIndex::TimelineIndex(const Timelines& timelines) : timelines_(timelines) {
    find_channels();
    find_links();
    find_events();
    weigh_masks();
    plan_tracks();
}

void TimelineIndex::find_channels() {
    for (const record::AnimationTrack& track : timelines_.tracks) {
        if (track.kind != record::TrackKind::property || track.binding == kNoRecord) continue;
        channels_.push_back(channel_of(timelines_.bindings[track.binding]));
    }
    for (const record::PropertyAddress& address : timelines_.addresses)
        channels_.push_back(channel_of(address));
    // Of equal ones the first stays: tracks stand before addresses, so it is one that has a kind.
    std::stable_sort(channels_.begin(), channels_.end(),
                     [](const Channel& a, const Channel& b) { return order_of(a) < order_of(b); });
    channels_.erase(
        std::unique(channels_.begin(), channels_.end(),
                    [](const Channel& a, const Channel& b) { return order_of(a) == order_of(b); }),
        channels_.end());
    const auto index_of = [&](const Channel& channel) {
        const auto at = std::lower_bound(
            channels_.begin(), channels_.end(), channel,
            [](const Channel& a, const Channel& b) { return order_of(a) < order_of(b); });
        return static_cast<std::uint32_t>(at - channels_.begin());
    };
    for (const record::AnimationTrack& track : timelines_.tracks) {
        std::uint32_t channel = kNoRecord;
        if (track.kind == record::TrackKind::property && track.binding != kNoRecord) {
            const record::AnimationBinding& binding = timelines_.bindings[track.binding];
            channel = index_of(channel_of(binding));
            // Two tracks that do not agree on what a property is: the first one's word counts.
            if (channels_[channel].kind != binding.property_kind) channel = kNoRecord;
        }
        track_channels_.push_back(channel);
    }
    for (std::uint32_t i = 0; i < timelines_.property_bindings.size(); ++i) {
        const record::PropertyBinding& binding = timelines_.property_bindings[i];
        if (!binding.enabled || binding.from == kNoRecord || binding.to == kNoRecord) continue;
        links_.push_back({index_of(channel_of(timelines_.addresses[binding.from])),
                          index_of(channel_of(timelines_.addresses[binding.to])), i});
    }
}

// Each runs after all that write what it reads; the order of the file among those that may run.
// What drives itself is left out, as in the editor.
void TimelineIndex::find_links() {
    const std::vector<ChannelLink> all = std::move(links_);
    links_.clear();
    std::vector<std::uint32_t> writers(channels_.size());  // that have not run, per channel
    std::vector<std::vector<std::uint32_t>> readers(channels_.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        ++writers[all[i].to];
        readers[all[i].from].push_back(i);
    }
    std::set<std::uint32_t> ready;
    for (std::uint32_t i = 0; i < all.size(); ++i)
        if (writers[all[i].from] == 0) ready.insert(i);
    while (!ready.empty()) {
        const ChannelLink link = all[*ready.begin()];
        ready.erase(ready.begin());
        links_.push_back(link);
        if (--writers[link.to] == 0) ready.insert(readers[link.to].begin(), readers[link.to].end());
    }
}

void TimelineIndex::weigh_masks() {
    for (const PropertyMask& mask : timelines_.masks) {
        const auto entries =
            timelines_.mask_entries.subspan(mask.entries.start, mask.entries.count);
        for (const Channel& channel : channels_) {
            float weight = entries.empty() ? 1.0f : mask.rest_weight;
            // The last entry that names a property counts, so that exceptions follow rules.
            for (const PropertyMaskEntry& entry : entries) {
                if (entry.target == channel.entity &&
                    (entry.component == 0 || entry.component == channel.component) &&
                    (entry.property == 0 || entry.property == channel.property)) {
                    weight = entry.weight;
                }
            }
            mask_weights_.push_back(weight);
        }
    }
}

// What no frame needs to find out again: tracks that write nothing are left out.
void TimelineIndex::plan_tracks() {
    for (const record::AnimationTimeline& timeline : timelines_.timelines) {
        TimelinePlan plan{work_area(timeline), key_clock(timeline), {}};
        plan.tracks.start = static_cast<std::uint32_t>(planned_.size());
        std::span<const record::AnimationKeyframe> last;
        for (std::uint32_t i = 0; i < timeline.tracks.count; ++i) {
            const std::uint32_t at = timeline.tracks.start + i;
            const record::AnimationTrack& track = timelines_.tracks[at];
            if (track.muted) continue;
            if (track.kind == record::TrackKind::timeline) {
                if (track.timeline != kNoRecord) planned_.push_back({{}, kNoRecord, at});
            } else if (track_channels_[at] != kNoRecord && track.keys.count > 0) {
                const auto keys = timelines_.keys.subspan(track.keys.start, track.keys.count);
                planned_.push_back({track.keys, track_channels_[at], at,
                                    timelines_.bindings[track.binding].property_kind,
                                    same_frames(keys, last)});
                last = keys;
            }
        }
        plan.tracks.count = static_cast<std::uint32_t>(planned_.size()) - plan.tracks.start;
        plans_.push_back(plan);
    }
}

TimelineSet TimelineIndex::set() const noexcept {
    return {timelines_, channels_,      track_channels_, links_, event_ranges_,
            events_,    event_records_, mask_weights_,   plans_, planned_};
}

}  // namespace motus

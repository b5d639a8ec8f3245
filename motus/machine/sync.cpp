// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/machine/sync.h>

namespace motus::detail {
namespace {

__extension__ typedef __int128 Int128;

}  // namespace

Ticks MarkerRing::time(std::uint32_t i) const noexcept {
    MOTUS_ASSERT(count() > 0 && first < count());
    const std::uint32_t at = first + i;
    return {markers[at % count()].time.value + duration.value * (at / count())};
}

MarkerRing markers_of(const Machine& graph, std::uint32_t motion) noexcept {
    if (motion >= graph.motions.size()) return {};
    const MotionInfo& info = graph.motions[motion];
    if (!info.loops || !(info.duration > Ticks{}) || info.markers.count > kMaxSyncMarkers) {
        return {};
    }
    const auto markers = graph.markers.subspan(info.markers.start, info.markers.count);
    for (std::size_t i = 0; i < markers.size(); ++i) {
        const bool ascends = i == 0 || markers[i - 1].time < markers[i].time;
        if (!ascends || markers[i].time < Ticks{} || markers[i].time >= info.duration) return {};
    }
    return {markers, info.duration, 0};
}

MarkerRing in_step_with(const MarkerRing& leader, MarkerRing ring) noexcept {
    const std::uint32_t count = leader.count();
    if (count == 0 || ring.count() != count) return {};
    for (ring.first = 0; ring.first < count; ++ring.first) {
        std::uint32_t same = 0;
        while (same < count && ring.name(same) == leader.name(same))
            ++same;
        if (same == count) return ring;
    }
    return {};
}

LapTime time_at(const MarkerRing& ring, Cycles phase) noexcept {
    const std::uint64_t part =
        static_cast<std::uint64_t>(phase.value & (kCycle - 1)) * ring.count();
    const auto i = static_cast<std::uint32_t>(part >> 32);
    const auto within = static_cast<std::int64_t>(part & (kCycle - 1));
    const Ticks from = ring.time(i), to = ring.time(i + 1);
    MOTUS_ASSERT(from < to);
    LapTime at{phase.value >> 32, {}};
    at.time = {from.value + static_cast<std::int64_t>(Int128{within} * (to - from).value / kCycle)};
    while (at.time >= ring.duration) {
        at.time = at.time - ring.duration;
        ++at.lap;
    }
    return at;
}

Cycles phase_at(const MarkerRing& ring, Ticks time) noexcept {
    if (time < ring.time(0)) time = time + ring.duration;
    std::uint32_t i = 0;
    while (i + 1 < ring.count() && ring.time(i + 1) <= time)
        ++i;
    const Ticks from = ring.time(i), to = ring.time(i + 1);
    MOTUS_ASSERT(from <= time && time <= to && from < to);
    const Int128 whole =
        Int128{i} * kCycle + Int128{(time - from).value} * kCycle / (to - from).value;
    return {static_cast<std::int64_t>(whole / ring.count())};
}

}  // namespace motus::detail

// motus/animator/crowd.cpp - a frame of a Crowd: nothing here allocates.
// SPDX-License-Identifier: MIT
#include <motus/animator/crowd_parts.h>
#include <motus/core/assert.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace motus {

/// What an update does, beside the class: it needs its parts alone.
struct CrowdStep {
    Crowd::Parts& crowd;

    /// Events of one character, on a worker's thread: those of a part stand in a row of their own.
    static void hear(void* self, const TickResult& result) {
        Crowd::Parts& crowd = static_cast<CrowdStep*>(self)->crowd;
        const std::uint32_t room = crowd.options.events * kCrowdPart;
        const std::uint32_t part = result.index / kCrowdPart;
        Crowd::Parts::Part& counts = crowd.parts[part];
        const MachineEvents& events = *result.events;
        counts.lost += events.total - events.count;
        for (const MachineEvent& event : events.events.first(events.count)) {
            if (counts.count == room) {
                ++counts.lost;
                continue;
            }
            CrowdEvent& out = crowd.events[std::size_t{part} * room + counts.count++];
            static_cast<Event&>(out) = detail::event_of(*crowd.cast->library, event);
            out.character = result.index;
        }
    }

    /// Frames that lie between two updates of a character.
    [[nodiscard]] std::uint32_t interval_of(std::uint32_t i) const noexcept {
        for (const UpdateRate& rate : crowd.rates)
            if (crowd.significance[i] >= rate.least) return rate.interval;
        return crowd.rates.back().interval;
    }

    /// Who is due, and the time that each is to make up; the roots of the others stand still.
    void choose(float dt_s) noexcept {
        Ticks dt{};
        const Status status = ticks_of_step(dt_s, crowd.remainder, dt);
        MOTUS_ASSERT(status == Status::ok);
        (void)status;
        for (std::uint32_t i = 0; i < crowd.count; ++i) {
            crowd.pending[i] = crowd.pending[i] + dt;
            crowd.steps[i] = Ticks{-1};
            if (++crowd.waited[i] >= interval_of(i)) {
                crowd.waited[i] = 0;
                crowd.steps[i] = std::min(std::exchange(crowd.pending[i], Ticks{}), kMaxTicks);
            } else {
                crowd.roots[i] = {};
            }
        }
    }

    void step(float dt_s, std::span<Mat34> palettes) noexcept {
        const detail::Cast& cast = *crowd.cast;
        if (!crowd.rates.empty()) choose(dt_s);
        std::fill(crowd.parts.begin(), crowd.parts.end(), Crowd::Parts::Part{});
        CrowdUpdateJob job;
        job.graph = cast.graph;
        job.instances = std::as_writable_bytes(std::span(crowd.words));
        job.dt_s = dt_s;
        job.steps = crowd.steps;
        job.carry = crowd.carry;
        job.visit = &CrowdStep::hear;
        job.user = this;
        job.frame.rig = cast.rig;
        job.frame.palettes = palettes;
        job.frame.weights = crowd.weights;
        job.frame.roots = crowd.roots;
        job.frame.scratch_items = cast.shown;
        job.scratch = crowd.scratch;
        job.executor = crowd.options.executor;
        job.batch = kCrowdPart;
        const Status status = run(job);
        MOTUS_ASSERT(status == Status::ok);  // create() and put() have seen to that
        (void)status;
        gather();
    }

    /// Events of all parts close together, in the order of characters.
    void gather() noexcept {
        const std::uint32_t room = crowd.options.events * kCrowdPart;
        crowd.event_count = crowd.lost = 0;
        for (std::size_t part = 0; part < crowd.parts.size(); ++part) {
            const auto first = crowd.events.begin() + static_cast<std::ptrdiff_t>(part * room);
            std::copy(first, first + crowd.parts[part].count,
                      crowd.events.begin() + crowd.event_count);
            crowd.event_count += crowd.parts[part].count;
            crowd.lost += crowd.parts[part].lost;
        }
    }
};

bool Crowd::update(float dt_s, std::span<Mat34> palettes) noexcept {
    if (!(dt_s >= 0.0f && std::isfinite(dt_s))) return false;
    if (!palettes.empty() && palettes.size() < size() * palette_size()) return false;
    CrowdStep{*parts_}.step(dt_s, palettes);
    return true;
}

std::uint32_t Crowd::size() const noexcept {
    return parts_->count;
}

std::size_t Crowd::palette_size() const noexcept {
    return parts_->cast->palette_size;
}

std::span<const CrowdEvent> Crowd::events() const noexcept {
    return {parts_->events.data(), parts_->event_count};
}

std::uint32_t Crowd::lost_events() const noexcept {
    return parts_->lost;
}

std::span<const RootDelta> Crowd::root_deltas() const noexcept {
    return parts_->roots;
}

std::span<const float> Crowd::morph_weights(std::uint32_t character) const noexcept {
    if (character >= size()) return {};
    const std::size_t count = parts_->weights.size() / size();
    return std::span<const float>(parts_->weights).subspan(character * count, count);
}

std::span<float> Crowd::significance() noexcept {
    return parts_->significance;
}

LayerInfo Crowd::layer(std::uint32_t character, std::size_t layer) const noexcept {
    if (character >= size()) return {};
    return detail::layer_of(*parts_->cast, parts_->instance(character), layer);
}

}  // namespace motus

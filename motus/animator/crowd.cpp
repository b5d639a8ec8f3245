// motus/animator/crowd.cpp - a frame of a Crowd: nothing here allocates.
// SPDX-License-Identifier: MIT
#include <motus/animator/crowd_parts.h>
#include <motus/core/assert.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace motus {

/// One frame, and what its parts need.
struct CrowdStep {
    Crowd::Parts& crowd;
    float dt_s = 0.0f;
    std::span<Mat34> palettes{};

    static void run_part(void* self, std::uint32_t part, std::uint32_t worker) {
        static_cast<CrowdStep*>(self)->step_part(part, crowd_of(self).workers[worker]);
    }
    static Crowd::Parts& crowd_of(void* self) { return static_cast<CrowdStep*>(self)->crowd; }

    void step_part(std::uint32_t part, detail::Workspace& workspace) noexcept {
        crowd.parts[part] = {};
        const std::uint32_t first = part * kCrowdPart;
        const std::uint32_t end = std::min(first + kCrowdPart, crowd.count);
        for (std::uint32_t i = first; i < end; ++i)
            step(i, part, workspace);
    }

    /// Frames that lie between two updates of a character.
    [[nodiscard]] std::uint32_t interval_of(std::uint32_t i) const noexcept {
        for (const UpdateRate& rate : crowd.rates)
            if (crowd.significance[i] >= rate.least) return rate.interval;
        return crowd.rates.back().interval;
    }

    /// The time that the character is to make up now; negative: it is not due.
    [[nodiscard]] Ticks step_of(std::uint32_t i) noexcept {
        Ticks dt{};
        TickRemainder& remainder = view_of(crowd.cast->graph, crowd.instance(i)).header->step;
        const Status status = ticks_of_step(dt_s, remainder, dt);
        MOTUS_ASSERT(status == Status::ok);
        (void)status;
        if (crowd.rates.empty()) return dt;
        crowd.pending[i] = crowd.pending[i] + dt;
        if (++crowd.waited[i] < interval_of(i)) return Ticks{-1};
        crowd.waited[i] = 0;
        return std::exchange(crowd.pending[i], Ticks{});
    }

    void step(std::uint32_t i, std::uint32_t part, detail::Workspace& workspace) noexcept {
        const detail::Cast& cast = *crowd.cast;
        crowd.roots[i] = {};
        const Ticks dt = step_of(i);
        if (dt < Ticks{}) return;
        Playlist playlist{workspace.items, workspace.layers, 0, 0};
        MachineEvents events{workspace.events, 0, 0};
        TickJob job{cast.graph, crowd.instance(i), 0.0f, &playlist, &events};
        job.can_carry = cast.interrupts;
        job.exact_dt = std::min(dt, kMaxTicks);
        Status status = run(job);
        report(i, part, events);
        if (status == Status::ok) {
            status = detail::pose_character(cast, playlist, crowd.carry_of(i), workspace,
                                            crowd.roots[i]);
        }
        if (status == Status::ok && !palettes.empty()) {
            status = detail::skin_character(
                cast, workspace, palettes.subspan(i * cast.palette_size, cast.palette_size));
        }
        MOTUS_ASSERT(status == Status::ok);
        const std::span<const float> weights =
            static_cast<const PoseBuffer&>(workspace.pose).view().weights;
        std::copy(weights.begin(), weights.end(),
                  crowd.weights.begin() + static_cast<std::ptrdiff_t>(i * weights.size()));
    }

    void report(std::uint32_t i, std::uint32_t part, const MachineEvents& events) noexcept {
        const std::uint32_t room = crowd.options.events * kCrowdPart;
        Crowd::Parts::Part& counts = crowd.parts[part];
        counts.lost += events.total - events.count;
        for (const MachineEvent& event : events.events.first(events.count)) {
            if (counts.count == room) {
                ++counts.lost;
                continue;
            }
            CrowdEvent& out = crowd.events[std::size_t{part} * room + counts.count++];
            static_cast<Event&>(out) = detail::event_of(*crowd.cast->library, event);
            out.character = i;
        }
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
    CrowdStep step{*parts_, dt_s, palettes};
    run_parts(parts_->options.executor, static_cast<std::uint32_t>(parts_->parts.size()),
              &CrowdStep::run_part, &step);
    step.gather();
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

// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/machine/layer.h>

#include <algorithm>
#include <cmath>

namespace motus::detail {
namespace {

// The phase of a clock, for another motion to start at. What has ended stands at its end while its
// clock runs on; the end of a loop is its start.
Cycles phase_of(Cycles at, bool loops, bool target_loops) noexcept {
    if (!loops) at = std::clamp(at, Cycles{}, Cycles{kCycle});
    return loops || target_loops ? Cycles{at.value & (kCycle - 1)} : at;
}

}  // namespace

LayerTick::LayerTick(const TickJob& job, const Values& values, std::span<LayerState> layers,
                     std::uint32_t index, PassedParts& passed) noexcept
    : job_(job),
      values_(values),
      graph_(job.graph),
      layers_(layers),
      layer_(layers[index]),
      index_(index),
      first_item_(job.playlist->item_count),
      passed_(passed) {
    MOTUS_ASSERT(index < layers.size() && layers.size() == job.graph.layers.size());
}

Status LayerTick::start(Ticks dt) noexcept {
    const std::uint32_t root = graph_.layer_links[index_].root;
    if (root != kNoIndex && layer_.entering == kNoState) {
        Choice first;
        first.target = graph_.graphs[root].default_state;
        // A default that is a sub-machine is entered by that one's entries, not by the root's.
        std::uint32_t through = root;
        if (graph_.start != record::LayerStart::entry_transitions) {
            through = first.target != kNoState ? graph_.state_links[first.target].inside : kNoIndex;
        }
        if (through != kNoIndex && !enter_graph(values_, through, first)) first.target = kNoState;
        if (first.target != kNoState) {
            layer_.state = first.target;
            layer_.clock = begun(first.target, {});
            consumed_ = first.consumed;
            fire_state(job_, index_, layer_.state, record::StateMoment::enter);
        }
    }
    return step(dt);
}

Status LayerTick::step(Ticks dt) noexcept {
    MOTUS_ASSERT(dt >= Ticks{});
    layer_.before = layer_.clock;
    layer_.next_before = layer_.next_clock;
    layer_.kept = false;
    stepped_ = dt != Ticks{};
    if (layer_.state != kNoState) weight_before_ = transition_weight(graph_, layer_);
    if (layer_.entering != kNoState) {
        if (const Status s = enter_asked(); s != Status::ok) return s;
    }
    if (layer_.state == kNoState) return Status::ok;
    Ticks left = dt;
    for (;;) {
        Ticks limit = left;
        Ticks to_end{-1};
        if (layer_.next != kNoState) {
            to_end = time_until(layer_.fade, {kCycle}, 1.0f, fade_length(layer_), left);
            if (to_end >= Ticks{}) limit = to_end;
        }
        const Choice choice = choose(limit);
        const bool before_end = to_end < Ticks{} || choice.after < to_end;
        if (choice.transition != kNoIndex && (layer_.next == kNoState || before_end)) {
            MOTUS_ASSERT(choice.after >= Ticks{} && choice.after <= left);
            move(choice.after);
            left = left - choice.after;
            if (const Status s = take(choice); s != Status::ok) return s;
        } else if (to_end >= Ticks{}) {
            if (choice.transition != kNoIndex) put_off(job_.explain, choice.transition);
            MOTUS_ASSERT(to_end <= left);
            move(to_end);
            left = left - to_end;
            const float mean = 0.5f * (weight_before_ + transition_weight(graph_, layer_));
            if (const Status s = pass(mean); s != Status::ok) return s;
            finish_transition();
        } else {
            move(left);
            return Status::ok;
        }
    }
}

const StatePace& LayerTick::pace(std::uint32_t state) noexcept {
    for (std::uint32_t i = 0; i < 2; ++i) {
        if (paced_[i] != state) continue;
        oldest_ = 1 - i;
        return paces_[i];
    }
    const std::uint32_t i = oldest_;
    oldest_ = 1 - oldest_;
    paced_[i] = state;
    return paces_[i] = pace_of(values_, layers_, state);
}

// The next transition to take within `limit`: any-state transitions first, then by what runs.
Choice LayerTick::choose(Ticks limit) noexcept {
    Choice best;
    const bool blending = layer_.next != kNoState;
    Blocked closed = blending && !job_.can_carry ? Blocked::no_carry : Blocked::no;
    if (hops_ >= kMaxHops) closed = Blocked::too_many;
    // What the host asked for runs to its end.
    if (blending && layer_.source == TransitionSource::host) return best;
    if (closed != Blocked::no && job_.explain == nullptr) return best;
    const Question question{values_, consumed_,    index_, layer_.state, layer_.next,
                            limit,   job_.explain, closed, just_taken_};
    Stand stands[2] = {{layer_.state, layer_.clock, &pace(layer_.state)}, {}};
    if (blending) {
        stands[1] = {layer_.next, layer_.next_clock, &pace(layer_.next)};
        choose_while_blending(question, stands, best);
        return best;
    }
    const std::span<const Stand> source{stands, 1};
    consider(question, graph_.layer_links[index_].any, TransitionSource::any, source, kNoIndex,
             kNoIndex, best);
    if (best.transition == kNoIndex || best.after > Ticks{} || job_.explain != nullptr) {
        consider(question, graph_.state_links[layer_.state].out, TransitionSource::state, source,
                 kNoIndex, kNoIndex, best);
    }
    return best;
}

void LayerTick::choose_while_blending(const Question& question, std::span<const Stand> stands,
                                      Choice& best) const noexcept {
    MOTUS_ASSERT(layer_.transition < graph_.transitions.size());
    MOTUS_ASSERT(stands.size() == 2);
    const record::StateMachineTransition& active = graph_.transitions[layer_.transition];
    const bool from_any = layer_.source == TransitionSource::any;
    // Ordered: what stands behind the active one in the queue may not interrupt it. An any-state
    // transition may be interrupted by itself; a state's own one to itself stands in both lists.
    const std::uint32_t stop = active.ordered ? layer_.transition : kNoIndex;
    const std::uint32_t skip = active.ordered ? kNoIndex : layer_.transition;
    consider(question, graph_.layer_links[index_].any, TransitionSource::any, stands,
             from_any && active.ordered ? layer_.transition + 1 : kNoIndex, kNoIndex, best);
    if (from_any && active.ordered) return;
    const auto ask_source = [&] {
        consider(question, graph_.state_links[layer_.state].out, TransitionSource::state,
                 stands.first(1), stop, skip, best);
    };
    const auto ask_target = [&] {
        consider(question, graph_.state_links[layer_.next].out, TransitionSource::state,
                 stands.last(1), stop, skip, best);
    };
    switch (active.interruption_source) {
        case record::InterruptionSource::none:
            break;
        case record::InterruptionSource::source:
            ask_source();
            break;
        case record::InterruptionSource::destination:
            ask_target();
            break;
        case record::InterruptionSource::source_then_destination:
            ask_source();
            // The queue ended at the active transition, before the target's list.
            if (!active.ordered) ask_target();
            break;
        case record::InterruptionSource::destination_then_source:
            ask_target();
            ask_source();
            break;
    }
}

Ticks LayerTick::fade_length(const LayerState& layer) noexcept {
    if (layer.source == TransitionSource::host) {
        const Ticks asked = ticks_of_seconds(layer.fade_s);
        return asked > Ticks{1} ? asked : Ticks{1};
    }
    MOTUS_ASSERT(layer.timing < graph_.transitions.size());
    const record::StateMachineTransition& timing = graph_.transitions[layer.timing];
    MOTUS_ASSERT(timing.duration >= 0.0f);
    Ticks length = ticks_of_seconds(timing.duration);
    if (timing.duration_unit == record::DurationUnit::normalized) {
        const Ticks source = pace(layer.state).length;
        length = ticks_of_seconds(static_cast<double>(timing.duration) * seconds_of(source));
    }
    return length > Ticks{1} ? length : Ticks{1};
}

void LayerTick::move(Ticks dt) noexcept {
    MOTUS_ASSERT(dt >= Ticks{});
    if (dt == Ticks{}) return;
    just_taken_ = kNoIndex;
    if (layer_.next != kNoState) {
        const Status status = motus::advance(layer_.fade, dt, 1.0f, fade_length(layer_));
        MOTUS_ASSERT(status == Status::ok);
        (void)status;
        advance(layer_.next_clock, dt, pace(layer_.next));
        layer_.carry_age = layer_.carry_age + dt;
    }
    advance(layer_.clock, dt, pace(layer_.state));
}

// What ends and runs backwards begins at its end.
StateClock LayerTick::begun(std::uint32_t state, StateClock clock) noexcept {
    const StatePace& p = pace(state);
    if (clock.at == Cycles{} && std::signbit(p.speed) && !p.loops) clock.at = {kCycle};
    return clock;
}

StateClock LayerTick::entry_clock(const Choice& choice) noexcept {
    const record::StateMachineTransition& timing = graph_.transitions[choice.timing];
    StateClock clock;
    clock.at = cycles_of(timing.offset);
    if (timing.sync == record::MotionSync::phase) {
        clock.at = clock.at +
                   phase_of(layer_.clock.at, pace(layer_.state).loops, pace(choice.target).loops);
    } else if (timing.sync == record::MotionSync::markers) {
        clock.at = clock.at + meeting_phase(values_, layer_.state, layer_.clock, choice.target);
    } else {
        clock = begun(choice.target, clock);
    }
    return clock;
}

Status LayerTick::take(const Choice& choice) noexcept {
    MOTUS_ASSERT(choice.transition < graph_.transitions.size());
    MOTUS_ASSERT(choice.timing < graph_.transitions.size());
    const bool fades = graph_.transitions[choice.timing].duration > 0.0f;
    const auto blend = graph_.transitions[choice.transition].interruption_blend;
    const Carry broken =
        blend == record::InterruptionBlend::frozen ? Carry::frozen : Carry::inertial;
    return begin_fade(choice, fades, broken, entry_clock(choice), 0.0f);
}

Status LayerTick::begin_fade(const Choice& choice, bool fades, Carry broken,
                             const StateClock& clock, float fade_s) noexcept {
    MOTUS_ASSERT(choice.target < graph_.states.size());
    MOTUS_ASSERT(graph_.state_links[choice.target].inside == kNoIndex);
    MOTUS_ASSERT(graph_.state_links[choice.target].layer == index_);
    ++hops_;
    just_taken_ = choice.transition;
    consumed_ = choice.consumed;
    const bool interrupts = layer_.next != kNoState;
    // What begins to fade has counted in full so far.
    if (interrupts || !fades || layer_.before != layer_.clock) {
        if (const Status s = pass(transition_weight(graph_, layer_)); s != Status::ok) return s;
    }
    if (interrupts) {
        if (!layer_.kept) {  // else something that was never shown is broken off
            if (const Status s = probe_left(); s != Status::ok) return s;
        }
        fire_state(job_, index_, layer_.next, record::StateMoment::exit);
        layer_.carry = broken;
        layer_.carry_age = {};
        layer_.kept = true;
    }
    layer_.transition = choice.transition;
    layer_.timing = choice.timing;
    layer_.source = choice.source;
    layer_.linear = choice.linear;
    layer_.fade = {};
    layer_.next = choice.target;
    layer_.fade_s = fade_s;
    layer_.next_clock = layer_.next_before = clock;
    layer_.next_fresh = true;
    fire_transition(MachineEventKind::transition_start, choice.target);
    fire_state(job_, index_, choice.target, record::StateMoment::enter);
    weight_before_ = transition_weight(graph_, layer_);
    if (!fades) finish_transition();
    return Status::ok;
}

void LayerTick::fire_transition(MachineEventKind kind, std::uint32_t state) const noexcept {
    MachineEvent event{.layer = index_, .state = state, .transition = layer_.transition};
    event.kind = kind;
    fire(job_, event);
}

void LayerTick::finish_transition() noexcept {
    MOTUS_ASSERT(layer_.next < graph_.states.size());
    fire_state(job_, index_, layer_.state, record::StateMoment::exit);
    fire_transition(MachineEventKind::transition_end, layer_.next);
    layer_.state = layer_.next;
    layer_.clock = layer_.next_clock;
    layer_.before = layer_.next_before;
    layer_.fresh = layer_.next_fresh;
    layer_.next = kNoState;
    layer_.next_clock = layer_.next_before = layer_.fade = {};
    layer_.transition = layer_.timing = kNoIndex;
    layer_.source = TransitionSource::none;
    layer_.carry = Carry::none;
    layer_.linear = false;
    layer_.fade_s = 0.0f;
}

}  // namespace motus::detail

// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/graph/layer.h>

#include <algorithm>

namespace motus::detail {

LayerTick::LayerTick(const TickJob& job, const Values& values, std::span<LayerState> layers,
                     std::uint32_t index) noexcept
    : job_(job),
      values_(values),
      graph_(job.graph),
      layers_(layers),
      layer_(layers[index]),
      index_(index),
      first_item_(job.playlist->item_count) {}

Status LayerTick::start(Ticks dt) noexcept {
    const std::uint32_t root = graph_.layer_links[index_].root;
    if (root != kNoIndex) {
        Choice first;
        first.target = graph_.graphs[root].default_state;
        const bool through_entry =
            graph_.start == record::LayerStart::entry_transitions ||
            (first.target != kNoState && graph_.state_links[first.target].inside != kNoIndex);
        if (through_entry && !enter_graph(values_, root, first)) first.target = kNoState;
        if (first.target != kNoState) {
            layer_.state = first.target;
            consumed_ = first.consumed;
            fire_state(layer_.state, GraphEventKind::state_enter);
        }
    }
    return step(dt);
}

Status LayerTick::step(Ticks dt) noexcept {
    layer_.before = layer_.clock;
    layer_.next_before = layer_.next_clock;
    layer_.kept = false;
    stepped_ = dt != Ticks{};
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
            move(choice.after);
            left = left - choice.after;
            if (const Status s = take(choice); s != Status::ok) return s;
        } else if (to_end >= Ticks{}) {
            move(to_end);
            left = left - to_end;
            finish_transition();
        } else {
            move(left);
            return Status::ok;
        }
    }
}

Stand LayerTick::stand_of(std::uint32_t state, const StateClock& clock) const noexcept {
    return {state, clock, pace_of(values_, layers_, state)};
}

// The next transition to take within `limit`: any-state transitions first, then by what runs.
Choice LayerTick::choose(Ticks limit) noexcept {
    Choice best;
    if (hops_ >= kMaxHops) return best;
    const bool blending = layer_.next != kNoState;
    if (blending && !job_.can_carry) return best;
    const Question question{values_,     consumed_, index_,      layer_.state,
                            layer_.next, limit,     job_.explain};
    const Stand stands[2] = {stand_of(layer_.state, layer_.clock),
                             blending ? stand_of(layer_.next, layer_.next_clock) : Stand{}};
    const std::span<const Stand> source{stands, 1}, target{stands + 1, 1};
    const std::span<const Stand> either{stands, blending ? 2u : 1u};
    const record::Range any = graph_.layer_links[index_].any;
    const record::Range from_source = graph_.state_links[layer_.state].out;
    if (!blending) {
        consider(question, any, TransitionSource::any, source, kNoIndex, kNoIndex, best);
        if (best.transition == kNoIndex || best.after > Ticks{} || job_.explain != nullptr) {
            consider(question, from_source, TransitionSource::state, source, kNoIndex, kNoIndex,
                     best);
        }
        return best;
    }
    const record::StateMachineTransition& active = graph_.transitions[layer_.transition];
    const bool from_any = layer_.source == TransitionSource::any;
    // Ordered: what stands behind the active one in the queue may not interrupt it. An any-state
    // transition may be interrupted by itself.
    const std::uint32_t stop = active.ordered ? layer_.transition : kNoIndex;
    const std::uint32_t skip = active.ordered ? kNoIndex : layer_.transition;
    consider(question, any, TransitionSource::any, either,
             from_any && active.ordered ? layer_.transition + 1 : kNoIndex, kNoIndex, best);
    if (from_any && active.ordered) return best;
    const record::Range from_target = graph_.state_links[layer_.next].out;
    const auto ask_source = [&] {
        consider(question, from_source, TransitionSource::state, source, stop, skip, best);
    };
    const auto ask_target = [&] {
        consider(question, from_target, TransitionSource::state, target, kNoIndex, skip, best);
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
    return best;
}

// Of the transition that `layer` is in.
Ticks LayerTick::fade_length(const LayerState& layer) const noexcept {
    const record::StateMachineTransition& timing = graph_.transitions[layer.timing];
    Ticks length = ticks_of_seconds(timing.duration);
    if (timing.duration_unit == record::DurationUnit::normalized) {
        const Ticks source = pace_of(values_, layers_, layer.state).length;
        length = ticks_of_seconds(static_cast<double>(timing.duration) * seconds_of(source));
    }
    return length > Ticks{1} ? length : Ticks{1};
}

void LayerTick::move(Ticks dt) noexcept {
    if (dt == Ticks{}) return;
    const auto run_clock = [&](std::uint32_t state, StateClock& clock) {
        const StatePace pace = pace_of(values_, layers_, state);
        const Status status = advance(clock, dt, pace.speed, pace.length);
        MOTUS_ASSERT(status == Status::ok);
        (void)status;
    };
    if (layer_.next != kNoState) {
        const Status status = advance(layer_.fade, dt, 1.0f, fade_length(layer_));
        MOTUS_ASSERT(status == Status::ok);
        (void)status;
        run_clock(layer_.next, layer_.next_clock);
        layer_.carry_age = layer_.carry_age + dt;
    }
    run_clock(layer_.state, layer_.clock);
}

Status LayerTick::take(const Choice& choice) noexcept {
    ++hops_;
    consumed_ = choice.consumed;
    const record::StateMachineTransition& timing = graph_.transitions[choice.timing];
    const bool interrupts = layer_.next != kNoState;
    if (interrupts) {
        fire_state(layer_.next, GraphEventKind::state_exit);
        const auto blend = graph_.transitions[choice.transition].interruption_blend;
        layer_.carry = blend == record::InterruptionBlend::frozen ? Carry::frozen : Carry::inertial;
        layer_.carry_age = {};
        layer_.kept = true;
    }
    GraphEvent event{.layer = index_, .transition = choice.transition};
    event.state = choice.target;
    event.kind = GraphEventKind::transition_start;
    fire(event);

    StateClock clock;
    clock.at = cycles_of(timing.offset);
    if (graph_.transitions[choice.timing].sync == record::MotionSync::phase) {
        clock.at.value += layer_.clock.at.value & (kCycle - 1);
    }
    layer_.transition = choice.transition;
    layer_.timing = choice.timing;
    layer_.source = choice.source;
    layer_.linear = choice.linear;
    layer_.fade = {};
    layer_.next = choice.target;
    layer_.next_clock = layer_.next_before = clock;
    layer_.next_fresh = true;
    fire_state(choice.target, GraphEventKind::state_enter);
    if (timing.duration > 0.0f) return Status::ok;
    const Status status = interrupts ? Status::ok : pass(layer_.state);
    finish_transition();
    return status;
}

void LayerTick::finish_transition() noexcept {
    fire_state(layer_.state, GraphEventKind::state_exit);
    GraphEvent event{.layer = index_, .state = layer_.next, .transition = layer_.transition};
    event.kind = GraphEventKind::transition_end;
    fire(event);
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
}

// A state left at once: what it played in this tick still counts for events and root motion.
Status LayerTick::pass(std::uint32_t state) noexcept {
    const std::uint32_t first = job_.playlist->item_count;
    const Status status = show(state, layer_.before, layer_.clock, 1.0f, layer_.fresh);
    for (std::uint32_t i = first; i < job_.playlist->item_count; ++i) {
        job_.playlist->items[i].passed = true;
    }
    return status;
}

Status LayerTick::show(std::uint32_t state, const StateClock& before, const StateClock& after,
                       float weight, bool entered) noexcept {
    const record::StateMachineState& s = graph_.states[state];
    record::BlendNode own;
    const bool own_layer = graph_.layer_links[index_].follows == kNoIndex;
    const Motion motion =
        own_layer ? motion_of(graph_, state, own) : synced_motion_of(graph_, index_, state);
    StateStep step{state, before, after, weight, entered};
    if (s.time_variable < graph_.variables.size()) {
        StateClock set;
        set.at = cycles_of(values_.real(s.time_variable, 0.0f));
        step.before = step.after = set;
    }
    const bool looping = own_layer ? pace_of(values_, layers_, state).loops : loops(graph_, motion);
    return gather(values_, step, motion, looping, *job_.playlist);
}

Status LayerTick::write() noexcept {
    const std::uint32_t follows = graph_.layer_links[index_].follows;
    const LayerState& shown = follows == kNoIndex ? layer_ : layers_[follows];
    PlaylistLayer& out = job_.playlist->layers[index_];
    out = {};
    out.first = first_item_;
    out.mask = graph_.layers[index_].mask;
    out.weight = index_ == 0 ? 1.0f : layer_.weight;
    const bool additive = graph_.layers[index_].blending == record::LayerBlending::additive;
    out.mode = additive && index_ != 0 ? LayerMode::additive : LayerMode::override_below;
    if (shown.state != kNoState) {
        const float w = transition_weight(graph_, shown);
        out.write_defaults = graph_.states[shown.state].write_defaults;
        out.keep = shown.kept;
        if (shown.carry != Carry::none) {
            out.carry = shown.carry;
            out.carry_weight = 1.0f - w;
            out.carry_age = shown.carry_age;
            out.carry_length = fade_length(shown);
        } else if (const Status s =
                       show(shown.state, shown.before, shown.clock, 1.0f - w, shown.fresh);
                   s != Status::ok) {
            return s;
        }
        if (shown.next != kNoState) {
            const Status s =
                show(shown.next, shown.next_before, shown.next_clock, w, shown.next_fresh);
            if (s != Status::ok) return s;
        }
    }
    out.count = job_.playlist->item_count - first_item_;
    fire_motions(first_item_);
    if (follows == kNoIndex && stepped_) layer_.fresh = layer_.next_fresh = false;
    return Status::ok;
}

void LayerTick::fire_motions(std::uint32_t first) noexcept {
    if (job_.events == nullptr) return;
    for (std::uint32_t i = first; i < job_.playlist->item_count; ++i) {
        const PlaylistItem& item = job_.playlist->items[i];
        const MotionInfo& info = graph_.motions[item.motion];
        if (info.events.count == 0 || !(item.weight > 0.0f)) continue;
        EventWalk walk;
        walk.events = graph_.events.subspan(info.events.start, info.events.count);
        walk.mode = item.loops ? PlayMode::loop : PlayMode::once;
        walk.duration = info.duration;
        walk.from = item.from;
        const std::int64_t laps = std::clamp(item.wraps, -kMaxEventLaps, kMaxEventLaps);
        walk.moved = {laps * info.duration.value + (item.to - item.from).value};
        walk.backward = item.backward;
        walk.stepped = stepped_ || item.passed;
        walk.entered = item.entered;
        for_each_event(walk, [&](const EventTime& event) {
            GraphEvent out{.name = event.name,
                           .layer = index_,
                           .state = item.state,
                           .motion = item.motion,
                           .weight = item.weight};
            fire(out);
        });
    }
}

void LayerTick::fire(GraphEvent event) noexcept {
    if (job_.events == nullptr) return;
    ++job_.events->total;
    if (job_.events->count < job_.events->events.size()) {
        job_.events->events[job_.events->count++] = event;
    }
}

void LayerTick::fire_state(std::uint32_t state, GraphEventKind kind) noexcept {
    if (job_.events == nullptr) return;
    const record::StateMachineState& s = graph_.states[state];
    GraphEvent event{.name = NameHash{s.name}, .layer = index_, .state = state};
    event.kind = kind;
    fire(event);
    const auto moment = kind == GraphEventKind::state_enter ? record::StateMoment::enter
                                                            : record::StateMoment::exit;
    for (const record::StateEvent& own :
         graph_.state_events.subspan(s.events.start, s.events.count)) {
        if (own.moment != moment || own.event >= graph_.event_names.size()) continue;
        event.name = NameHash{graph_.event_names[own.event].name};
        event.kind = GraphEventKind::state;
        fire(event);
    }
}

}  // namespace motus::detail

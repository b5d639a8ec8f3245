// motus/graph/layer_write.cpp - what a layer puts into the playlist: what it passes, and what it
// shows at the end of the step. SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/graph/layer.h>

#include <cmath>

namespace motus::detail {
namespace {

constexpr record::StateMoment kUpdate = record::StateMoment::update;

}  // namespace

// What is left, or weighs otherwise from here on: what it played in this tick still counts for
// events and root motion.
Status LayerTick::pass(float next_weight) noexcept {
    Status status = Status::ok;
    if (layer_.carry == Carry::none) {
        status =
            pass_part(layer_.state, layer_.before, layer_.clock, 1.0f - next_weight, layer_.fresh);
    }
    if (status != Status::ok || layer_.next == kNoState) return status;
    return pass_part(layer_.next, layer_.next_before, layer_.next_clock,
                     layer_.carry == Carry::inertial ? 1.0f : next_weight, layer_.next_fresh);
}

Status LayerTick::pass_part(std::uint32_t state, StateClock& before, const StateClock& after,
                            float weight, bool& fresh) noexcept {
    MOTUS_ASSERT(passed_.count < kMaxPassed);
    passed_.parts[passed_.count++] = {state,      before.at.value, before.rest, after.at.value,
                                      after.rest, weight,          fresh};
    const std::uint32_t first = job_.playlist->item_count;
    const Status status = show(state, before, after, weight, fresh);
    for (std::uint32_t i = first; i < job_.playlist->item_count; ++i)
        job_.playlist->items[i].passed = true;
    before = after;
    if (stepped_) fresh = false;
    return status;
}

// What the layer that this one follows has passed, with this layer's motions.
Status LayerTick::follow_parts() noexcept {
    const std::uint32_t first = job_.playlist->item_count;
    for (const PassedPart& part : std::span(passed_.parts).first(passed_.count)) {
        const StateClock before{{part.from_at}, part.from_rest}, after{{part.to_at}, part.to_rest};
        const Status status = show(part.state, before, after, part.weight, part.entered);
        if (status != Status::ok) return status;
    }
    for (std::uint32_t i = first; i < job_.playlist->item_count; ++i)
        job_.playlist->items[i].passed = true;
    return Status::ok;
}

Status LayerTick::show(std::uint32_t state, const StateClock& before, const StateClock& after,
                       float weight, bool entered) noexcept {
    const record::StateMachineState& s = graph_.states[state];
    record::BlendNode own;
    const bool own_layer = graph_.layer_links[index_].follows == kNoIndex;
    const Motion motion =
        own_layer ? motion_of(graph_, state, own) : synced_motion_of(graph_, index_, state);
    StateStep step{state, before, after, weight, entered};
    const bool by_time = s.time_variable < graph_.variables.size();
    if (by_time) {
        StateClock set;
        set.at = cycles_of(values_.real(s.time_variable, 0.0f));
        step.before = step.after = set;
    }
    const bool by_state = own_layer || s.loop != record::LoopMode::from_motion;
    const bool looping = by_state ? pace(state).loops : loops(graph_, motion);
    // A state that has not moved yet is entered in the direction that it will take.
    if (entered && step.before.at == step.after.at && !by_time) {
        step.backward = std::signbit(pace(state).speed);
    }
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
    if (follows != kNoIndex) {
        if (const Status s = follow_parts(); s != Status::ok) return s;
    }
    if (shown.state != kNoState) {
        const float w = transition_weight(graph_, shown);
        // The state that comes says what becomes of what it does not animate, from the start.
        const std::uint32_t coming = shown.next != kNoState ? shown.next : shown.state;
        out.write_defaults = graph_.states[coming].write_defaults;
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
            // An inertial blend shows its target in full; what it was before dies away on top.
            const float share = shown.carry == Carry::inertial ? 1.0f : w;
            const Status s =
                show(shown.next, shown.next_before, shown.next_clock, share, shown.next_fresh);
            if (s != Status::ok) return s;
        }
    }
    out.count = job_.playlist->item_count - first_item_;
    fire_motions(job_, index_, job_.playlist->items.subspan(first_item_, out.count), stepped_);
    if (follows == kNoIndex && stepped_) {
        if (layer_.state != kNoState) fire_state(job_, index_, layer_.state, kUpdate);
        if (layer_.next != kNoState) fire_state(job_, index_, layer_.next, kUpdate);
    }
    return Status::ok;
}

void LayerTick::settle() noexcept {
    if (!stepped_) return;
    layer_.fresh = false;
    // What was entered at the very end of the step, with no weight yet, has its entry to come. An
    // inertial blend shows its target in full from the start.
    const bool unheard = just_taken_ != kNoIndex && layer_.carry != Carry::inertial &&
                         !(transition_weight(graph_, layer_) > 0.0f);
    layer_.next_fresh = layer_.next_fresh && unheard;
}

}  // namespace motus::detail

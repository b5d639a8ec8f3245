// motus/machine/layer_write.cpp - what a layer puts into the playlist: what it passes, and what it
// shows at the end of the step. SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/machine/layer.h>

#include <cmath>

namespace motus::detail {
namespace {

constexpr record::StateMoment kUpdate = record::StateMoment::update;

}  // namespace

// What is left, or weighs otherwise from here on: what it played in this tick still counts for
// events and root motion.
Status LayerTick::pass(float next_weight) noexcept {
    MOTUS_ASSERT(next_weight >= 0.0f && next_weight <= 1.0f);
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
    MOTUS_ASSERT(weight >= 0.0f && weight <= 1.0f);
    PassedPart& part = passed_.parts[passed_.count++];
    part = {state,      before.at.value, before.rest, after.at.value,
            after.rest, weight,          fresh,       CutProbe::none};
    const Status status = show_part(part);
    before = after;
    if (stepped_) fresh = false;
    return status;
}

Status LayerTick::probe_part(std::uint32_t state, const StateClock& at, const StateClock& ahead,
                             float weight, float weight_ahead) noexcept {
    MOTUS_ASSERT(passed_.count + 1 < kMaxPassed);
    PassedPart* parts = passed_.parts + passed_.count;
    passed_.count += 2;
    parts[0] = {state, at.at.value, at.rest, at.at.value, at.rest, weight, false, CutProbe::left};
    parts[1] = {state,      at.at.value,  at.rest, ahead.at.value,
                ahead.rest, weight_ahead, false,   CutProbe::left_ahead};
    const Status status = show_part(parts[0]);
    return status == Status::ok ? show_part(parts[1]) : status;
}

// What is broken off now, and how it would have gone on.
Status LayerTick::probe_left() noexcept {
    MOTUS_ASSERT(layer_.next != kNoState);
    const Ticks length = fade_length(layer_);
    LayerState ahead = layer_;
    (void)motus::advance(ahead.fade, kCutProbe, 1.0f, length);
    advance(ahead.clock, kCutProbe, pace(layer_.state));
    advance(ahead.next_clock, kCutProbe, pace(layer_.next));
    const float w = transition_weight(graph_, layer_);
    const float w_ahead = transition_weight(graph_, ahead);
    passed_.broken = {layer_.carry, 1.0f - w, 1.0f - w_ahead, layer_.carry_age, length};
    if (layer_.carry == Carry::none) {
        const Status status =
            probe_part(layer_.state, layer_.clock, ahead.clock, 1.0f - w, 1.0f - w_ahead);
        if (status != Status::ok) return status;
    }
    const bool whole = layer_.carry == Carry::inertial;
    return probe_part(layer_.next, layer_.next_clock, ahead.next_clock, whole ? 1.0f : w,
                      whole ? 1.0f : w_ahead);
}

Status LayerTick::show_part(const PassedPart& part) noexcept {
    const StateClock before{{part.from_at}, part.from_rest}, after{{part.to_at}, part.to_rest};
    const std::uint32_t first = job_.playlist->item_count;
    const Status status = show(part.state, before, after, part.weight, part.entered);
    for (std::uint32_t i = first; i < job_.playlist->item_count; ++i) {
        PlaylistItem& item = job_.playlist->items[i];
        item.passed = true;
        item.probe = part.probe;
        if (part.probe == CutProbe::none) continue;
        // The seam of a loop may be a jump: what moves is measured up to it.
        if (item.wraps > 0) item.to = graph_.motions[item.motion].duration;
        if (item.wraps < 0) item.to = {};
        item.wraps = 0;
        item.from = item.to;
    }
    return status;
}

// What the layer that this one follows has passed, with this layer's motions.
Status LayerTick::follow_parts() noexcept {
    for (const PassedPart& part : std::span(passed_.parts).first(passed_.count)) {
        if (const Status status = show_part(part); status != Status::ok) return status;
    }
    return Status::ok;
}

Status LayerTick::show(std::uint32_t state, const StateClock& before, const StateClock& after,
                       float weight, bool entered) noexcept {
    MOTUS_ASSERT(state < graph_.states.size());
    MOTUS_ASSERT(weight >= 0.0f && weight <= 1.0f);
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
    MOTUS_ASSERT(index_ < job_.playlist->layers.size());
    MOTUS_ASSERT(layer_.weight >= 0.0f && layer_.weight <= 1.0f);
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
        if (!graph_.states[coming].write_defaults) out.unanimated = Unanimated::as_shown;
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
        if (shown.kept && shown.carry == Carry::inertial) {
            out.broken = passed_.broken;
            StateClock ahead = shown.next_before;
            advance(ahead, kCutProbe, pace(shown.next));
            const Status s =
                show_part({shown.next, shown.next_before.at.value, shown.next_before.rest,
                           ahead.at.value, ahead.rest, 1.0f, false, CutProbe::ahead});
            if (s != Status::ok) return s;
        }
    }
    MOTUS_ASSERT(job_.playlist->item_count >= first_item_);
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

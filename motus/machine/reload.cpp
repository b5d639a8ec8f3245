// SPDX-License-Identifier: MIT
#include <motus/machine/reload.h>

#include <motus/machine/match.h>
#include <motus/machine/motion.h>

#include <cmath>

namespace motus {
namespace {

class Reload {
  public:
    Reload(const ReloadJob& job, const InstanceView& from, const InstanceView& to) noexcept
        : job_(job), from_(from), to_(to), match_(job.from, job.to) {}

    void run() noexcept {
        to_.header->step = from_.header->step;
        to_.header->started = from_.header->started;
        for (std::uint32_t i = 0; i < job_.from.variables.size(); ++i)
            move_variable(i);
        for (std::uint32_t i = 0; i < job_.to.layers.size(); ++i)
            if (!job_.layers.empty()) job_.layers[i] = kNoIndex;
        for (std::uint32_t i = 0; i < job_.from.layers.size(); ++i)
            move_layer(i);
        // A machine that runs enters no layer by itself: those without a state are put into theirs.
        for (std::uint32_t i = 0; to_.header->started && i < job_.to.layers.size(); ++i) {
            const bool own = job_.to.layer_links[i].follows == kNoIndex;
            if (own && to_.layers[i].state == kNoState) enter_default(i, to_.layers[i]);
        }
        move_one_shots();
    }

  private:
    void lose(LossKind kind, std::uint32_t layer, std::uint32_t index,
              std::uint64_t name) const noexcept {
        if (job_.report == nullptr) return;
        ReloadReport& report = *job_.report;
        ++report.total;
        if (report.count >= report.losses.size()) return;
        report.losses[report.count++] = {kind, {}, layer, index, 0, NameHash{name}};
    }

    void move_variable(std::uint32_t old) const noexcept {
        const record::StateMachineVariable& was = job_.from.variables[old];
        const std::uint32_t now = find_variable(job_.to, NameHash{was.name});
        if (now == kNoIndex) {
            lose(LossKind::variable, kNoIndex, old, was.name);
        } else if (job_.to.variables[now].kind != was.kind) {
            lose(LossKind::variable_kind, kNoIndex, old, was.name);
        } else {
            to_.variables[now] = from_.variables[old];
        }
    }

    void move_layer(std::uint32_t old) const noexcept {
        const std::uint32_t layer = match_.find_layer(old);
        if (layer == kNoIndex) {
            lose(LossKind::layer, old, old, job_.from.layers[old].name);
            return;
        }
        if (!job_.layers.empty()) job_.layers[layer] = old;
        LayerState& out = to_.layers[layer];
        const LayerState was = from_.layers[old];
        out.weight = weight_of(old, layer, was.weight);
        // A synced layer has no states of its own.
        if (job_.to.layer_links[layer].follows != kNoIndex) return;
        LayerState now = was;
        now.weight = out.weight;
        if (was.state == kNoState) {
            out = now;
            return;
        }
        now.state = match_.find_state(was.state, layer);
        now.next = match_.find_state(was.next, layer);
        now.entering = match_.find_state(was.entering, layer);
        if (now.state == kNoState) lose_state(old, was.state);
        if (was.next != kNoState && now.next == kNoState) lose_state(old, was.next);
        const bool by_host = was.source == TransitionSource::host;
        if (was.next != kNoState && now.next != kNoState && !by_host) {
            now.transition = match_.find_transition(was.transition, old, layer);
            now.timing = was.timing == was.transition
                             ? now.transition
                             : match_.find_transition(was.timing, old, layer);
        }
        settle(old, was, now);
        out = now;
    }

    // What a game has set stays; a weight that was the authored one follows what is authored now.
    float weight_of(std::uint32_t old, std::uint32_t layer, float was) const noexcept {
        if (layer == 0) return 1.0f;
        const float before = job_.from.layers[old].weight, after = job_.to.layers[layer].weight;
        return was == before && before != after ? after : was;
    }

    void lose_state(std::uint32_t layer, std::uint32_t state) const noexcept {
        lose(LossKind::state, layer, state, job_.from.states[state].name);
    }

    // Makes a layer whole whose states or transition are not all there any more.
    void settle(std::uint32_t old, const LayerState& was, LayerState& now) const noexcept {
        if (was.next == kNoState) return;
        if (now.next == kNoState) {
            stand(now);
            return;
        }
        const bool gone = was.source != TransitionSource::host &&
                          (now.transition == kNoIndex || now.timing == kNoIndex);
        const bool no_pose = was.carry != Carry::none && !job_.keeps_pose;
        if (!gone && !no_pose && now.state != kNoState) return;
        if (gone) {
            const auto& t = job_.from.transitions[was.transition];
            lose(LossKind::transition, old, was.transition, t.name);
        } else if (no_pose) {
            lose(LossKind::pose, old, was.transition, job_.from.states[was.next].name);
        }
        now.state = now.next;
        now.clock = now.next_clock;
        now.before = now.next_before;
        now.fresh = now.next_fresh;
        stand(now);
    }

    // No transition runs.
    static void stand(LayerState& layer) noexcept {
        layer.next = kNoState;
        layer.next_clock = layer.next_before = layer.fade = {};
        layer.next_fresh = true;
        layer.transition = layer.timing = kNoIndex;
        layer.source = TransitionSource::none;
        layer.fade_s = 0.0f;
        layer.carry = Carry::none;
        layer.carry_age = {};
        layer.linear = layer.kept = false;
    }

    void enter_default(std::uint32_t layer, LayerState& out) const noexcept {
        std::uint32_t first = kNoState;
        std::uint32_t graph = job_.to.layer_links[layer].root;
        for (std::uint32_t depth = 0; graph != kNoIndex && depth < kMaxGraphDepth; ++depth) {
            const std::uint32_t state = job_.to.graphs[graph].default_state;
            if (state == kNoState) return;
            graph = job_.to.state_links[state].inside;
            if (graph == kNoIndex) first = state;
        }
        if (first == kNoState) return;
        const float weight = out.weight;
        out = LayerState{};
        out.weight = weight;
        out.state = first;
        // As when a tick enters it: what ends and runs backwards begins at its end.
        const detail::StatePace pace =
            detail::pace_of({job_.to, to_.variables}, to_.layers, out.state);
        if (std::signbit(pace.speed) && !pace.loops) out.clock.at = out.before.at = {kCycle};
    }

    void move_one_shots() const noexcept {
        for (std::uint32_t i = 0; i < kOneShots; ++i) {
            OneShot shot = from_.header->one_shots[i];
            if (shot.motion == kNoIndex) continue;
            const bool known = shot.motion < job_.motions.size();
            const std::uint32_t motion = known ? job_.motions[shot.motion] : kNoIndex;
            if (motion >= job_.to.motions.size()) {
                lose(LossKind::one_shot, kNoIndex, shot.motion, 0);
                continue;
            }
            shot.motion = motion;
            to_.header->one_shots[i] = shot;
        }
    }

    const ReloadJob& job_;
    const InstanceView& from_;
    const InstanceView& to_;
    detail::Match match_;
};

}  // namespace

const char* to_string(LossKind kind) noexcept {
    switch (kind) {
        case LossKind::variable:
            return "the variable is gone";
        case LossKind::variable_kind:
            return "the variable is of another kind";
        case LossKind::layer:
            return "the layer is gone";
        case LossKind::state:
            return "the state is gone";
        case LossKind::transition:
            return "the transition is gone";
        case LossKind::pose:
            return "the pose to blend from is gone";
        case LossKind::one_shot:
            return "the motion of a one-shot is gone";
    }
    return "unknown";
}

Status run(const ReloadJob& job) noexcept {
    // Only read: the view's members are not const.
    const std::span<std::byte> old{const_cast<std::byte*>(job.instance.data()),
                                   job.instance.size()};
    const InstanceView from = view_of(job.from, old);
    if (from.header == nullptr || from.header->graph != shape_of(job.from) ||
        !contents_fit(job.from, from)) {
        return Status::bad_data;
    }
    if (!job.layers.empty() && job.layers.size() != job.to.layers.size()) return Status::bad_size;
    if (const Status status = start(job.to, job.out); status != Status::ok) return status;
    const InstanceView to = view_of(job.to, job.out);
    Reload(job, from, to).run();
    return Status::ok;
}

}  // namespace motus

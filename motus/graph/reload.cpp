// SPDX-License-Identifier: MIT
#include <motus/graph/reload.h>

#include <cstring>

namespace motus {
namespace {

bool has(record::Range range, std::uint32_t index) noexcept {
    return index >= range.start && index - range.start < range.count;
}

// The state that holds a graph; kNoState for a layer's root.
std::uint32_t holder_of(const Graph& graph, std::uint32_t inside) noexcept {
    for (std::uint32_t i = 0; i < graph.state_links.size(); ++i)
        if (graph.state_links[i].inside == inside) return i;
    return kNoState;
}

// The layer of that name; of several the one with as many before it.
std::uint32_t find_layer(const Graph& from, std::uint32_t old, const Graph& to) noexcept {
    const std::uint64_t name = from.layers[old].name;
    std::uint32_t before = 0;
    for (std::uint32_t i = 0; i < old; ++i)
        before += from.layers[i].name == name;
    for (std::uint32_t i = 0; i < to.layers.size(); ++i)
        if (to.layers[i].name == name && before-- == 0) return i;
    return kNoIndex;
}

class Reload {
  public:
    Reload(const ReloadJob& job, const InstanceView& from, const InstanceView& to) noexcept
        : job_(job), from_(from), to_(to) {}

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

    // The same path of names, from the state up to its layer.
    [[nodiscard]] bool is_same(std::uint32_t old, std::uint32_t now) const noexcept {
        for (std::uint32_t depth = 0; depth <= kMaxGraphDepth; ++depth) {
            if (job_.from.states[old].name != job_.to.states[now].name) return false;
            old = holder_of(job_.from, job_.from.state_links[old].graph);
            now = holder_of(job_.to, job_.to.state_links[now].graph);
            if (old == kNoState || now == kNoState) return old == now;
        }
        return false;
    }

    // A state's new index in a layer; a sub-machine is no state to be in, but may be led to.
    [[nodiscard]] std::uint32_t find_state(std::uint32_t old, std::uint32_t layer) const noexcept {
        if (old == kNoState) return kNoState;
        const record::StateMachineState& was = job_.from.states[old];
        const bool sub = job_.from.state_links[old].inside != kNoIndex;
        const auto fits = [&](std::uint32_t i) {
            return job_.to.state_links[i].layer == layer &&
                   (job_.to.state_links[i].inside != kNoIndex) == sub;
        };
        std::uint32_t found = kNoState;
        for (std::uint32_t i = 0; i < job_.to.states.size(); ++i) {
            if (job_.to.states[i].name != was.name || !fits(i) || !is_same(old, i)) continue;
            if (job_.to.states[i].id == was.id) return i;
            if (found == kNoState) found = i;
        }
        if (found != kNoState) return found;
        for (std::uint32_t i = 0; was.id != 0 && i < job_.to.states.size(); ++i)
            if (job_.to.states[i].id == was.id && fits(i)) return i;
        return kNoState;
    }

    [[nodiscard]] std::uint32_t find_graph(std::uint32_t old, std::uint32_t layer) const noexcept {
        const std::uint32_t holder = holder_of(job_.from, old);
        if (holder == kNoState) return job_.to.layer_links[layer].root;
        const std::uint32_t now = find_state(holder, layer);
        return now == kNoState ? kNoIndex : job_.to.state_links[now].inside;
    }

    // The lists that a transition stands in, before and now.
    [[nodiscard]] bool find_list(std::uint32_t transition, std::uint32_t old_layer,
                                 std::uint32_t layer, record::Range& was,
                                 record::Range& now) const noexcept {
        was = job_.from.layer_links[old_layer].any;
        now = job_.to.layer_links[layer].any;
        if (has(was, transition)) return true;
        for (std::uint32_t i = 0; i < job_.from.state_links.size(); ++i) {
            was = job_.from.state_links[i].out;
            if (!has(was, transition)) continue;
            const std::uint32_t state = find_state(i, layer);
            if (state == kNoState) return false;
            now = job_.to.state_links[state].out;
            return true;
        }
        for (std::uint32_t i = 0; i < job_.from.graphs.size(); ++i) {
            const GraphLink& link = job_.from.graphs[i];
            const bool entry = has(link.entry, transition);
            if (!entry && !has(link.leave, transition)) continue;
            const std::uint32_t graph = find_graph(i, layer);
            if (graph == kNoIndex) return false;
            was = entry ? link.entry : link.leave;
            now = entry ? job_.to.graphs[graph].entry : job_.to.graphs[graph].leave;
            return true;
        }
        return false;
    }

    [[nodiscard]] bool leads_alike(const record::StateMachineTransition& a, std::uint32_t target,
                                   const record::StateMachineTransition& b) const noexcept {
        const bool exit = a.to_kind == record::TransitionTo::exit;
        if (exit || b.to_kind == record::TransitionTo::exit) return a.to_kind == b.to_kind;
        return b.to == target;
    }

    [[nodiscard]] std::uint32_t find_transition(std::uint32_t old, std::uint32_t old_layer,
                                                std::uint32_t layer) const noexcept {
        record::Range was, now;
        if (!find_list(old, old_layer, layer, was, now)) return kNoIndex;
        const record::StateMachineTransition& t = job_.from.transitions[old];
        // By id alone where there are ids: two of one name and target are told apart so.
        for (std::uint32_t i = now.start; t.id != 0 && i < now.start + now.count; ++i)
            if (job_.to.transitions[i].id == t.id) return i;
        const bool exit = t.to_kind == record::TransitionTo::exit;
        const std::uint32_t target = exit ? kNoState : find_state(t.to, layer);
        if (!exit && target == kNoState) return kNoIndex;
        // Else by name and target: the first of these is the first of those.
        std::uint32_t before = 0;
        for (std::uint32_t i = was.start; i < old; ++i) {
            const record::StateMachineTransition& other = job_.from.transitions[i];
            before += other.name == t.name && other.to_kind == t.to_kind && other.to == t.to;
        }
        for (std::uint32_t i = now.start; i < now.start + now.count; ++i) {
            const record::StateMachineTransition& other = job_.to.transitions[i];
            if (other.name != t.name || !leads_alike(t, target, other)) continue;
            if (before-- == 0) return i;
        }
        return kNoIndex;
    }

    void move_layer(std::uint32_t old) const noexcept {
        const std::uint32_t layer = find_layer(job_.from, old, job_.to);
        if (layer == kNoIndex) {
            lose(LossKind::layer, old, old, job_.from.layers[old].name);
            return;
        }
        if (!job_.layers.empty()) job_.layers[layer] = old;
        LayerState& out = to_.layers[layer];
        const LayerState was = from_.layers[old];
        out.weight = layer == 0 ? 1.0f : was.weight;
        if (was.state == kNoState) return;
        // A synced layer has no states of its own.
        if (job_.to.layer_links[layer].follows != kNoIndex) return;
        LayerState now = was;
        now.weight = out.weight;
        now.state = find_state(was.state, layer);
        now.next = find_state(was.next, layer);
        if (now.state == kNoState) lose_state(old, was.state);
        if (was.next != kNoState && now.next == kNoState) lose_state(old, was.next);
        if (was.next != kNoState && now.next != kNoState) {
            now.transition = find_transition(was.transition, old, layer);
            now.timing = was.timing == was.transition ? now.transition
                                                      : find_transition(was.timing, old, layer);
        }
        settle(old, was, now);
        out = now;
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
        const bool gone = now.transition == kNoIndex || now.timing == kNoIndex;
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
        layer.carry = Carry::none;
        layer.carry_age = {};
        layer.linear = layer.kept = false;
    }

    void enter_default(std::uint32_t layer, LayerState& out) const noexcept {
        const float weight = out.weight;
        out = LayerState{};
        out.weight = weight;
        std::uint32_t graph = job_.to.layer_links[layer].root;
        for (std::uint32_t depth = 0; graph != kNoIndex && depth < kMaxGraphDepth; ++depth) {
            const std::uint32_t state = job_.to.graphs[graph].default_state;
            if (state == kNoState) return;
            graph = job_.to.state_links[state].inside;
            if (graph == kNoIndex) out.state = state;
        }
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
        !indices_fit(job.from, from)) {
        return Status::bad_data;
    }
    if (!job.layers.empty() && job.layers.size() != job.to.layers.size()) return Status::bad_size;
    if (const Status status = start(job.to, job.out); status != Status::ok) return status;
    const InstanceView to = view_of(job.to, job.out);
    Reload(job, from, to).run();
    return Status::ok;
}

}  // namespace motus

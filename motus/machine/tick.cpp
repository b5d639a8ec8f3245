// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/core/decay.h>
#include <motus/machine/layer.h>
#include <motus/machine/one_shot.h>
#include <motus/machine/tick.h>

#include <cmath>

namespace motus {
namespace {

using detail::Values;

// A trigger that is used up and still to be seen by other layers in this tick. Read as set.
constexpr std::uint32_t kSpent = 2;

void reset_spent(const Machine& graph, std::span<std::uint32_t> variables) noexcept {
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const bool trigger = graph.variables[i].kind == record::VariableKind::trigger;
        if (trigger && variables[i] == kSpent) variables[i] = 0;
    }
}

// `spent`: there are triggers to reset, also where it fails.
Status step_layers(const TickJob& job, const InstanceView& view, Ticks dt, bool& spent) noexcept {
    const Machine& graph = job.graph;
    const Values values{graph, view.variables};
    for (std::uint32_t i = 0; i < graph.layers.size(); ++i) {
        if (graph.layer_links[i].follows != kNoIndex) continue;
        detail::PassedParts passed;
        detail::LayerTick layer(job, values, view.layers, i, passed);
        const Status stepped = view.header->started ? layer.step(dt) : layer.start(dt);
        if (stepped != Status::ok) return stepped;
        if (const Status s = layer.write(); s != Status::ok) return s;
        // Layers that follow another come after it, wherever they stand.
        for (std::uint32_t k = 0; k < graph.layers.size(); ++k) {
            if (graph.layer_links[k].follows != i) continue;
            detail::LayerTick follower(job, values, view.layers, k, passed);
            follower.follow(dt);
            if (const Status s = follower.write(); s != Status::ok) return s;
        }
        layer.settle();
        const detail::Consumed& consumed = layer.consumed();
        const bool at_once = graph.trigger_reset == record::TriggerReset::first_consumer;
        for (std::uint32_t k = 0; k < consumed.count; ++k) {
            detail::for_each_trigger(graph, consumed.transitions[k], [&](std::uint32_t v) {
                view.variables[v] = at_once ? 0 : kSpent;
            });
        }
        spent = spent || (consumed.count != 0 && !at_once);
    }
    return Status::ok;
}

}  // namespace

float transition_weight(const Machine& graph, const LayerState& layer) noexcept {
    if (layer.next == kNoState) return 0.0f;
    MOTUS_ASSERT(layer.timing == kNoIndex || layer.timing < graph.curves.size());
    const double t = count_of(layer.fade.at);
    record::Range keys{};
#ifndef MOTUS_NO_CURVES  // for bench/graph_bench.cpp alone: what curves cost those who have none
    if (layer.timing != kNoIndex && !layer.linear) keys = graph.curves[layer.timing];
#endif
    if (keys.count == 0 && layer.carry == Carry::inertial) return 1.0f - decayed_value(t);
    return curve_weight(graph.curve_keys.subspan(keys.start, keys.count), static_cast<float>(t));
}

PlaylistLimits playlist_limits(const Machine& graph) noexcept {
    // A layer shows two states, passes some, and says where one of them would go (CutProbe::ahead).
    std::uint64_t leaves = 0;
    const auto count = [&](std::uint64_t more) { leaves = more > leaves ? more : leaves; };
    for (std::uint32_t i = 0; i < graph.states.size(); ++i)
        count(detail::leaves_of(graph, i));
    for (const SyncedLink& link : graph.synced) {
        const auto* blend = link.blend == kNoIndex ? nullptr : &graph.blends[link.blend];
        count(detail::leaves_of(graph, detail::Motion{link.motion, blend}));
    }
    const std::uint64_t items = graph.layers.size() * leaves * (3 + kMaxPassed) + kOneShots;
    constexpr std::uint64_t kMost = 1u << 20;
    return {static_cast<std::uint32_t>(items < kMost ? items : kMost),
            static_cast<std::uint32_t>(graph.layers.size() + kOneShots)};
}

Status run(const TickJob& job) noexcept {
    const Machine& graph = job.graph;
    const bool exact = job.exact_dt >= Ticks{};
    if (!exact && (!(job.dt_s >= 0.0f) || !std::isfinite(job.dt_s))) return Status::bad_argument;
    if (job.exact_dt > kMaxTicks) return Status::bad_argument;
    const InstanceView view = view_of(graph, job.instance);
    if (view.header == nullptr || view.header->graph != shape_of(graph) ||
        !contents_fit(graph, view)) {
        return Status::bad_data;
    }
    const std::size_t layers = graph.layers.size() + detail::count_playing(view.header->one_shots);
    if (job.playlist == nullptr || job.playlist->layers.size() < layers) return Status::bad_size;
    Ticks dt = job.exact_dt;
    if (!exact) {
        const Status s = ticks_of_step(job.dt_s, view.header->step, dt);
        if (s != Status::ok) return s;
    }

    job.playlist->item_count = 0;
    job.playlist->layer_count = static_cast<std::uint32_t>(graph.layers.size());
    bool spent = false;
    const Status stepped = step_layers(job, view, dt, spent);
    if (spent) reset_spent(graph, view.variables);
    if (stepped != Status::ok) return stepped;
    view.header->started = true;
    return detail::play_one_shots(job, view.header->one_shots, dt);
}

}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/graph/layer.h>
#include <motus/graph/one_shot.h>
#include <motus/graph/tick.h>

#include <cmath>

namespace motus {
namespace {

using detail::Values;

void reset_triggers(const Graph& graph, std::span<std::uint32_t> variables,
                    const detail::Consumed& consumed) noexcept {
    for (std::uint32_t i = 0; i < consumed.count; ++i) {
        MOTUS_ASSERT(consumed.variables[i] < graph.variables.size());
        variables[consumed.variables[i]] = 0;
    }
    (void)graph;
}

}  // namespace

float transition_weight(const Graph& graph, const LayerState& layer) noexcept {
    if (layer.next == kNoState) return 0.0f;
    const auto t = static_cast<float>(count_of(layer.fade.at));
#ifdef MOTUS_NO_CURVES  // for bench/graph_bench.cpp alone: what curves cost those who have none
    return curve_weight({}, t);
#endif
    if (layer.timing == kNoIndex || layer.linear) return curve_weight({}, t);
    const record::Range keys = graph.curves[layer.timing];
    return curve_weight(graph.curve_keys.subspan(keys.start, keys.count), t);
}

PlaylistLimits playlist_limits(const Graph& graph) noexcept {
    // A layer shows two states, and passes two for each transition it takes.
    std::uint64_t leaves = 0;
    const auto count = [&](std::uint64_t more) { leaves = more > leaves ? more : leaves; };
    for (std::uint32_t i = 0; i < graph.states.size(); ++i)
        count(detail::leaves_of(graph, i));
    for (const SyncedLink& link : graph.synced) {
        const auto* blend = link.blend == kNoIndex ? nullptr : &graph.blends[link.blend];
        count(detail::leaves_of(graph, detail::Motion{link.motion, blend}));
    }
    const std::uint64_t items = graph.layers.size() * leaves * 2 * (1 + kMaxHops) + kOneShots;
    constexpr std::uint64_t kMost = 1u << 20;
    return {static_cast<std::uint32_t>(items < kMost ? items : kMost),
            static_cast<std::uint32_t>(graph.layers.size() + kOneShots)};
}

Status run(const TickJob& job) noexcept {
    const Graph& graph = job.graph;
    const bool exact = job.exact_dt >= Ticks{};
    if (!exact && (!(job.dt_s >= 0.0f) || !std::isfinite(job.dt_s))) return Status::bad_argument;
    if (job.exact_dt > kMaxTicks) return Status::bad_argument;
    const InstanceView view = view_of(graph, job.instance);
    if (view.header == nullptr || view.header->graph != shape_of(graph)) return Status::bad_data;
    const std::size_t layers = graph.layers.size() + detail::count_playing(view.header->one_shots);
    if (job.playlist == nullptr || job.playlist->layers.size() < layers) return Status::bad_size;
    Ticks dt = job.exact_dt;
    if (!exact) {
        const Status s = ticks_of_step(job.dt_s, view.header->step, dt);
        if (s != Status::ok) return s;
    }

    const Values values{graph, view.variables};
    detail::Consumed all;
    Playlist& playlist = *job.playlist;
    playlist.item_count = 0;
    playlist.layer_count = static_cast<std::uint32_t>(graph.layers.size());
    // Layers that follow another come after it, wherever they stand.
    for (const bool synced : {false, true}) {
        for (std::uint32_t i = 0; i < graph.layers.size(); ++i) {
            if ((graph.layer_links[i].follows != kNoIndex) != synced) continue;
            detail::LayerTick layer(job, values, view.layers, i);
            if (!synced) {
                const Status s = view.header->started ? layer.step(dt) : layer.start(dt);
                if (s != Status::ok) return s;
            }
            if (const Status s = layer.write(); s != Status::ok) return s;
            const detail::Consumed& consumed = layer.consumed();
            for (std::uint32_t k = 0; k < consumed.count; ++k)
                all.add(consumed.variables[k]);
            if (graph.trigger_reset == record::TriggerReset::first_consumer) {
                reset_triggers(graph, view.variables, consumed);
            }
        }
    }
    reset_triggers(graph, view.variables, all);
    view.header->started = true;
    return detail::play_one_shots(job, view.header->one_shots, dt);
}

}  // namespace motus

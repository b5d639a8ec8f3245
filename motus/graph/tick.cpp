// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/graph/layer.h>
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

// A one-shot over the base layer: blends in, plays to its end mark, blends out.
Status play_over(const Graph& graph, OneShot& shot, Ticks dt, Playlist& playlist) noexcept {
    if (shot.motion == kNoIndex || playlist.layer_count == 0) return Status::ok;
    const MotionInfo& info = graph.motions[shot.motion];
    const Ticks end{static_cast<std::int64_t>(static_cast<double>(info.duration.value) *
                                              static_cast<double>(shot.end))};
    const Ticks from = shot.age;
    shot.age = shot.age + dt;
    if (shot.age >= end) {
        shot.motion = kNoIndex;
        return Status::ok;
    }
    const auto part = [](Ticks age, std::uint32_t length) {
        return length == 0 ? 1.0 : static_cast<double>(age.value) / length;
    };
    double weight = part(shot.age, shot.blend_in);
    const double out = part(end - shot.age, shot.blend_out);
    if (out < weight) weight = out;
    if (weight > 1.0) weight = 1.0;
    PlaylistLayer& base = playlist.layers[0];
    const auto rest = static_cast<float>(1.0 - weight);
    for (std::uint32_t i = base.first; i < base.first + base.count; ++i) {
        if (!playlist.items[i].passed) playlist.items[i].weight *= rest;
    }
    base.carry_weight *= rest;
    if (playlist.item_count >= playlist.items.size()) return Status::bad_size;
    // Keep the base layer's items together: the later layers move up by one.
    const std::uint32_t at = base.first + base.count;
    for (std::uint32_t i = playlist.item_count; i > at; --i) {
        playlist.items[i] = playlist.items[i - 1];
    }
    for (std::uint32_t i = 1; i < playlist.layer_count; ++i) {
        if (playlist.layers[i].first >= at) ++playlist.layers[i].first;
    }
    ++playlist.item_count;
    ++base.count;
    PlaylistItem item;
    item.from = from;
    item.to = shot.age;
    item.motion = shot.motion;
    item.source = info.index;
    item.state = kNoState;
    item.weight = static_cast<float>(weight);
    item.kind = info.kind;
    item.entered = from == Ticks{};
    playlist.items[at] = item;
    return Status::ok;
}

}  // namespace

float transition_weight(const Graph& graph, const LayerState& layer) noexcept {
    if (layer.next == kNoState) return 0.0f;
    const auto t = static_cast<float>(count_of(layer.fade.at));
    if (layer.timing == kNoIndex || layer.linear) return curve_weight({}, t);
    const record::Range keys = graph.curves[layer.timing];
    return curve_weight(graph.curve_keys.subspan(keys.start, keys.count), t);
}

PlaylistLimits playlist_limits(const Graph& graph) noexcept {
    // A layer shows two states and passes kMaxHops more; no state has more leaves than there are
    // children in all.
    const std::uint64_t leaves = graph.children.size() + 1;
    const std::uint64_t items = graph.layers.size() * leaves * (2 + kMaxHops) + 1;
    constexpr std::uint64_t kMost = 1u << 16;
    return {static_cast<std::uint32_t>(items < kMost ? items : kMost),
            static_cast<std::uint32_t>(graph.layers.size())};
}

Status run(const TickJob& job) noexcept {
    const Graph& graph = job.graph;
    if (!(job.dt_s >= 0.0f) || !std::isfinite(job.dt_s)) return Status::bad_argument;
    if (job.playlist == nullptr || job.playlist->layers.size() < graph.layers.size()) {
        return Status::bad_size;
    }
    const InstanceView view = view_of(graph, job.instance);
    if (view.header == nullptr || view.header->graph != shape_of(graph)) return Status::bad_data;
    Ticks dt{};
    if (const Status s = ticks_of_step(job.dt_s, view.header->step, dt); s != Status::ok) return s;

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
    return play_over(graph, view.header->one_shot, dt, playlist);
}

}  // namespace motus

// tests/determinism/actor.h - a machine on the stress rig, with everything of it hashed each tick.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/machine/check.h>
#include <motus/machine/tick.h>
#include <motus/play/evaluate.h>
#include <motus/pose/pose_buffer.h>
#include <tests/determinism/hash.h>

#include <cstdlib>
#include <utility>
#include <vector>

namespace motus::determinism {

/// A machine that fails is not worth a hash.
inline void must(Status status) {
    if (status == Status::ok) return;
    std::fprintf(stderr, "machine: %s\n", to_string(status));
    std::exit(1);
}

/// One machine on the stress rig, with everything of it hashed each tick.
class Actor {
  public:
    Actor(const Machine& graph, const scenes::StressRig& rig)
        : graph_(graph), pose_(rig.skeleton), memory_(rig.skeleton, 96) {
        must(check_motions(graph.motions, graph.events, graph.markers));
        must(check(graph, 0));
        bytes_.resize(instance_size(graph));
        must(start(graph, bytes_));
        const PlaylistLimits limits = playlist_limits(graph);
        items_.resize(limits.items);
        layers_.resize(limits.layers);
        carry_.resize(carry_floats(rig.skeleton, static_cast<std::uint32_t>(graph.layers.size())));
        rig_.skeleton = rig.skeleton;
        rig_.clips = rig.clips;
        rig_.root.joint = 0;
    }

    void set(std::uint32_t variable, float value) {
        switch (graph_.variables[variable].kind) {
            case record::VariableKind::float_:
                return must(set_float(graph_, bytes_, variable, value));
            case record::VariableKind::bool_:
                return must(set_bool(graph_, bytes_, variable, value > 0.0f));
            case record::VariableKind::trigger:
                return must(set_trigger(graph_, bytes_, variable, value > 0.0f));
            default:
                must(set_int(graph_, bytes_, variable, static_cast<std::int32_t>(value)));
        }
    }
    void one_shot(std::uint32_t motion) { must(play_one_shot(graph_, bytes_, motion)); }
    void weigh(std::uint32_t layer, float weight) {
        must(set_layer_weight(graph_, bytes_, layer, weight));
    }

    void tick(float dt_s) {
        Playlist playlist{items_, layers_, 0, 0};
        MachineEvent room[256];
        MachineEvents events{room, 0, 0};
        TickJob job{graph_, bytes_, dt_s, &playlist, &events};
        job.can_carry = true;
        must(run(job));
        add_bytes();
        for (const LayerState& layer : view_of(graph_, bytes_).layers) {
            seen.any |= layer.source == TransitionSource::any;
            seen.inside |= layer.state != kNoState && graph_.state_links[layer.state].graph != 0 &&
                           graph_.graphs[graph_.state_links[layer.state].graph].above != kNoIndex;
            seen.curve |= layer.timing != kNoIndex && graph_.curves[layer.timing].count > 0;
        }
        seen.event |= events.count > 0;
        for (const PlaylistItem& item : playlist.items.first(playlist.item_count))
            add(item);
        for (const PlaylistLayer& layer : playlist.layers.first(playlist.layer_count))
            add(layer);
        for (const MachineEvent& event : std::span(room).first(events.count)) {
            happened.add(static_cast<std::uint64_t>(event.name));
            happened.add(event.state);
            happened.add(event.motion);
            happened.add(event.transition);
            happened.add(std::span(&event.weight, 1));
            happened.add(static_cast<std::uint32_t>(event.kind));
        }
        RootDelta root;
        must(run(EvaluateJob{rig_, &playlist, carry_, memory_.scratch(), pose_, &root}));
        shown.add(std::as_const(pose_).view());
        seen.moved |= root.translation.x != 0.0f;
        shown.add(root.translation);
        shown.add(root.rotation);
    }

    Hash decided, happened, shown;
    /// What has happened so far: a hash of a machine that stands still would prove nothing.
    struct Seen {
        bool any = false, curve = false, frozen = false, inertial = false, one_shot = false;
        bool inside = false, moved = false, event = false;
        [[nodiscard]] bool all() const {
            return any && curve && frozen && inertial && one_shot && inside && moved && event;
        }
    } seen;

  private:
    void add_bytes() {
        for (std::size_t at = 0; at + 4 <= bytes_.size(); at += 4) {
            std::uint32_t word = 0;
            std::memcpy(&word, bytes_.data() + at, 4);
            decided.add(word);
        }
    }
    void add(const PlaylistItem& item) {
        decided.add(static_cast<std::uint64_t>(item.from.value));
        decided.add(static_cast<std::uint64_t>(item.to.value));
        decided.add(static_cast<std::uint64_t>(item.wraps));
        decided.add(item.motion);
        decided.add(item.state);
        decided.add(std::span(&item.weight, 1));
        decided.add(static_cast<std::uint32_t>(item.loops | item.backward << 1 | item.entered << 2 |
                                               item.passed << 3));
    }
    void add(const PlaylistLayer& layer) {
        seen.frozen |= layer.carry == Carry::frozen;
        seen.inertial |= layer.carry == Carry::inertial;
        seen.one_shot |= layer.over;
        decided.add(layer.count);
        decided.add(std::span(&layer.weight, 1));
        decided.add(std::span(&layer.carry_weight, 1));
        decided.add(static_cast<std::uint32_t>(layer.carry));
        decided.add(static_cast<std::uint64_t>(layer.carry_age.value));
    }

    const Machine& graph_;
    Rig rig_;
    PoseBuffer pose_;
    EvaluateWorkspace memory_;
    std::vector<std::byte> bytes_;
    std::vector<PlaylistItem> items_;
    std::vector<PlaylistLayer> layers_;
    std::vector<float> carry_;
};

}  // namespace motus::determinism

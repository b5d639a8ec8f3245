// SPDX-License-Identifier: MIT
#include "exercise_parts.h"

#include <motus/load/library.h>
#include <motus/machine/instance.h>
#include <motus/machine/tick.h>
#include <motus/play/evaluate.h>
#include <motus/pose/pose_buffer.h>

#include <memory>

namespace motus::test {
namespace {

constexpr std::uint32_t kTicks = 24;
constexpr std::uint32_t kManyMachineJoints = 2000;

/// A rig with the memory of one character.
struct Body {
    Body(const Library& library, std::uint32_t index, std::uint32_t layers)
        : rig(library.rig(index)),
          pose(rig.skeleton),
          carry(carry_floats(rig.skeleton, layers)),
          workspace(rig.skeleton, kShownItems) {}

    const char* show(const Playlist& playlist) {
        for (const PlaylistLayer& layer : playlist.layers.first(playlist.layer_count))
            if (layer.count > kShownItems) return nullptr;
        RootDelta root;
        const EvaluateJob job{.rig = rig,
                              .playlist = &playlist,
                              .carry = carry,
                              .scratch = workspace.scratch(),
                              .out = pose,
                              .root = &root};
        const Status status = run(job);
        // A machine may play clips of another rig; then it is not for this one.
        return status == Status::ok || status == Status::bad_size ? nullptr : "evaluate";
    }

    Rig rig;
    PoseBuffer pose;
    std::vector<float> carry;
    EvaluateWorkspace workspace;
};

/// Inputs follow from a counter: a fuzzer must find the same again.
void set_inputs(const Machine& graph, std::span<std::byte> instance, std::uint32_t step) {
    for (std::uint32_t v = 0; v < graph.variables.size() && v < 16; ++v) {
        const bool on = (step * 7 + v) % 3 == 0;
        (void)set_float(graph, instance, v, on ? 2.5f : -0.5f);
        (void)set_int(graph, instance, v, on ? 1 : -3);
        (void)set_bool(graph, instance, v, on);
        if (on) (void)set_trigger(graph, instance, v);
    }
    if (step % 8 == 3 && !graph.motions.empty()) {
        const auto motion = step % static_cast<std::uint32_t>(graph.motions.size());
        (void)play_one_shot(graph, instance, motion);
    }
}

}  // namespace

const char* run_machine(const Library& library, std::uint32_t index, PropertyStage* properties) {
    const BakedFile& file = library.file();
    Machine graph;
    if (read_machine(file.machines, index, graph) != Status::ok) return "read_machine";
    const std::size_t size = instance_size(graph);
    if (size > 1'000'000) return nullptr;
    std::vector<std::uint64_t> words((size + 7) / 8);
    const std::span<std::byte> instance(reinterpret_cast<std::byte*>(words.data()), size);
    if (start(graph, instance) != Status::ok) return "start";
    const PlaylistLimits limits = playlist_limits(graph);
    if (limits.items > 100'000) return nullptr;
    std::vector<PlaylistItem> items(limits.items);
    std::vector<PlaylistLayer> layers(limits.layers);
    std::vector<MachineEvent> events(16);
    std::vector<Considered> considered(8);
    std::vector<std::unique_ptr<Body>> bodies;
    for (std::uint32_t rig = 0; rig < file.rigs.rigs.size() && rig < 2; ++rig) {
        const RigEntry& entry = file.rigs.rigs[rig];
        if (entry.joint_count + entry.weight_count > kManyMachineJoints || limits.layers > 8)
            continue;
        bodies.push_back(std::make_unique<Body>(library, rig, limits.layers));
    }
    for (std::uint32_t step = 0; step < kTicks; ++step) {
        set_inputs(graph, instance, step);
        Playlist playlist{items, layers};
        MachineEvents heard{events};
        Explanation explanation{considered};
        const float dt_s = step % 5 == 4 ? 100.0f : 0.05f;
        const TickJob job{.graph = graph,
                          .instance = instance,
                          .dt_s = dt_s,
                          .playlist = &playlist,
                          .events = &heard,
                          .explain = step % 4 == 1 ? &explanation : nullptr,
                          .can_carry = step % 2 == 0};
        if (run(job) != Status::ok) return "tick";
        for (const std::unique_ptr<Body>& body : bodies) {
            if (const char* fault = body->show(playlist)) return fault;
        }
        if (properties == nullptr) continue;
        if (const char* fault = properties->show(playlist)) return fault;
    }
    return nullptr;
}

}  // namespace motus::test

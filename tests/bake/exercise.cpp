// SPDX-License-Identifier: MIT
#include "exercise.h"

#include <motus/graph/instance.h>
#include <motus/graph/tick.h>
#include <motus/load/rig.h>
#include <motus/palette/palette.h>
#include <motus/play/evaluate.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <motus/timeline/evaluate.h>

#include <vector>

namespace motus::test {
namespace {

/// More joints than this are not worth a fuzzer's time.
constexpr std::uint32_t kManyJoints = 100'000;

const char* play_clip(const BakedRig& rig, const BakedFile& file, std::uint32_t clip) {
    const PoseRig view = rig.view();
    PoseBuffer pose(view.skeleton);
    std::vector<std::uint32_t> cursor(view.clips[clip].tracks.size());
    for (const std::int64_t part : {0, 1, 3, 5}) {
        SampleJob job{.clip = view.clips[clip],
                      .time = {view.clips[clip].duration.value / 4 * part},
                      .rest = rest_pose(view.skeleton),
                      .out = pose};
        if (run(job) != Status::ok) return "sample";
        job.cursor = cursor;
        if (run(job) != Status::ok) return "sample with a cursor";
    }
    PlaylistItem item;
    item.source = clip;
    item.to = view.clips[clip].duration;
    item.weight = 1.0f;
    PlaylistLayer layers[2];
    layers[0].count = layers[1].count = 1;
    layers[1].mode = LayerMode::additive;
    if (file.masks.mask_count != 0) layers[1].mask = file.masks.mask_count - 1;
    Playlist playlist{{&item, 1}, layers, 1, 2};
    EvaluateWorkspace workspace(view.skeleton, 2);
    RootDelta root;
    const EvaluateJob job{.rig = view,
                          .playlist = &playlist,
                          .dt_s = 0.1f,
                          .scratch = workspace.scratch(),
                          .out = pose,
                          .root = &root};
    return run(job) == Status::ok ? nullptr : "evaluate";
}

const char* play_rig(const BakedFile& file, std::uint32_t index) {
    const RigEntry& entry = file.rigs.rigs[index];
    if (entry.joint_count > kManyJoints || entry.weight_count > kManyJoints) return nullptr;
    const BakedRig rig(file, index);
    const Skeleton skeleton = skeleton_at(file.rigs, index);
    for (std::uint32_t i = 0; i < entry.clip_count; ++i) {
        if (const char* fault = play_clip(rig, file, entry.clip_start + i)) return fault;
    }
    std::vector<Mat34> model(skeleton.joint_count()), palette;
    const LocalToModelJob hierarchy{
        .skeleton = skeleton, .local = rest_pose(skeleton), .model = model};
    if (run(hierarchy) != Status::ok) return "local to model";
    for (std::uint32_t s = 0; s < entry.skin_count; ++s) {
        const Skin skin = skin_at(file.rigs, index, s);
        palette.resize(skin.joints.size());
        if (run(PaletteJob{.skin = skin, .model = model, .palette = palette}) != Status::ok) {
            return "palette";
        }
    }
    for (const NameHash name : skeleton.names) {
        if (name != NameHash::none && find_joint(skeleton, name) == kNoJoint) return "find_joint";
        (void)find_name(file.names, name);
    }
    return nullptr;
}

/// One machine for a while, with inputs that follow from a counter.
const char* run_machine(const BakedFile& file, std::uint32_t index) {
    Graph graph;
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
    std::vector<GraphEvent> events(16);
    for (std::uint32_t step = 0; step < 24; ++step) {
        for (std::uint32_t v = 0; v < graph.variables.size() && v < 16; ++v) {
            const bool on = (step * 7 + v) % 3 == 0;
            (void)set_float(graph, instance, v, on ? 2.5f : -0.5f);
            (void)set_bool(graph, instance, v, on);
            if (on) (void)set_trigger(graph, instance, v);
        }
        Playlist playlist{items, layers};
        GraphEvents heard{events};
        const TickJob job{.graph = graph,
                          .instance = instance,
                          .dt_s = step % 5 == 4 ? 100.0f : 0.05f,
                          .playlist = &playlist,
                          .events = &heard,
                          .can_carry = step % 2 == 0};
        if (run(job) != Status::ok) return "tick";
    }
    return nullptr;
}

const char* show_timelines(const BakedFile& file) {
    const Timelines& all = file.timelines;
    if (all.tracks.size() * (all.masks.size() + 1) > 100'000) return nullptr;
    const TimelineIndex index(all);
    const TimelineSet set = index.set();
    std::vector<PropertyValue> values(set.channels.size());
    std::vector<std::uint8_t> written(set.channels.size());
    for (std::uint32_t i = 0; i < all.timelines.size(); ++i) {
        for (const double seconds : {-1.0, 0.0, 0.4, 1e6}) {
            const TimelineJob job{.set = set,
                                  .timeline = i,
                                  .time = ticks_of_seconds(seconds),
                                  .out = {values, written}};
            if (run(job) != Status::ok) return "timeline";
        }
    }
    return nullptr;
}

}  // namespace

const char* exercise(const BakedFile& file) {
    for (std::uint32_t rig = 0; rig < file.rigs.rigs.size(); ++rig) {
        if (const char* fault = play_rig(file, rig)) return fault;
    }
    for (std::uint32_t machine = 0; machine < file.machines.machines.size(); ++machine) {
        if (const char* fault = run_machine(file, machine)) return fault;
    }
    return show_timelines(file);
}

}  // namespace motus::test

// A game that loads what its build has baked: motus_bake() in CMakeLists.txt.
#include <post.h>

#include <motus/graph/tick.h>
#include <motus/load/mapped.h>
#include <motus/load/rig.h>
#include <motus/pose/pose_buffer.h>
#include <motus/timeline/evaluate.h>

#include <cstdio>
#include <vector>

using namespace motus;

int main() {
    MappedFile mapped;
    BakedFile file;
    if (mapped.open(ASSET) != Status::ok) return 1;
    if (open_baked(mapped.bytes(), file) != Status::ok) return 2;

    // The machine plays its only state; half a second later the post is half way up.
    const std::uint32_t machine = find_machine(file, hash_name("post"));
    if (machine == kNoItem) return 3;
    const Graph graph = machine_at(file.machines, machine);
    std::vector<std::uint64_t> memory(instance_size(graph) / 8 + 1);
    const std::span<std::byte> instance =
        std::as_writable_bytes(std::span(memory)).first(instance_size(graph));
    machines::Post types;
    if (start(graph, instance) != Status::ok || types.bind(graph, instance) != Status::ok) return 4;
    const PlaylistLimits limits = playlist_limits(graph);
    std::vector<PlaylistItem> items(limits.items);
    std::vector<PlaylistLayer> layers(limits.layers);
    Playlist playlist{items, layers};
    if (run(TickJob{.graph = graph, .instance = instance, .dt_s = 0.5f, .playlist = &playlist}) !=
        Status::ok) {
        return 5;
    }
    const BakedRig rig(file, find_rig(file, hash_name("post")));
    PoseBuffer pose(rig.view().skeleton);
    EvaluateWorkspace workspace(rig.view().skeleton);
    const EvaluateJob evaluate{
        .rig = rig, .playlist = &playlist, .scratch = workspace.scratch(), .out = pose};
    if (run(evaluate) != Status::ok) return 6;
    const float height = pose.view().joints.plane(Plane::ty)[0];

    // A timeline of the same file.
    const TimelineIndex index(file.timelines);
    std::vector<PropertyValue> values(index.set().channels.size());
    std::vector<std::uint8_t> written(values.size());
    const TimelineJob dim{.set = index.set(),
                          .timeline = find_timeline(file.timelines, hash_name("dim")),
                          .time = ticks_of_seconds(0.25),
                          .out = {values, written}};
    if (run(dim) != Status::ok || values.size() != 1) return 7;
    std::printf("height %.2f, opacity %.2f\n", height, values[0].v[0]);
    std::puts("consumer of motus_bake: ok");
    return height == 1.0f && values[0].v[0] == 0.75f ? 0 : 8;
}

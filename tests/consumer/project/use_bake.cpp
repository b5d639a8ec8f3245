// A game that loads what its build has baked: motus_bake() in CMakeLists.txt.
#include <post.h>

#include <motus/load/library.h>
#include <motus/machine/tick.h>
#include <motus/play/evaluate.h>
#include <motus/pose/pose_buffer.h>
#include <motus/timeline/evaluate.h>

#include <cstdio>
#include <vector>

using namespace motus;

int main() {
    const Result<Library> file = Library::open(ASSET);
    if (!file) return 1;

    // The machine plays its only state; half a second later the post is half way up.
    const Result<std::uint32_t> machine = file->find_machine("post");
    if (!machine) return 3;
    const Machine graph = file->machine(*machine);
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
    const Rig rig = file->rig(file->rig_of(*machine));
    PoseBuffer pose(rig.skeleton);
    EvaluateWorkspace workspace(rig.skeleton);
    const EvaluateJob evaluate{
        .rig = rig, .playlist = &playlist, .scratch = workspace.scratch(), .out = pose};
    if (run(evaluate) != Status::ok) return 6;
    const float height = pose.view().joints.plane(Plane::ty)[0];

    // A timeline of the same file.
    const Result<std::uint32_t> timeline = file->find_timeline("dim");
    if (!timeline) return 2;
    std::vector<PropertyValue> values(file->timelines().channels.size());
    std::vector<std::uint8_t> written(values.size());
    const TimelineJob dim{.set = file->timelines(),
                          .timeline = *timeline,
                          .time = ticks_of_seconds(0.25),
                          .out = {values, written}};
    if (run(dim) != Status::ok || values.size() != 1) return 7;
    std::printf("height %.2f, opacity %.2f\n", height, values[0].v[0]);
    std::puts("consumer of motus_bake: ok");
    return height == 1.0f && values[0].v[0] == 0.75f ? 0 : 8;
}

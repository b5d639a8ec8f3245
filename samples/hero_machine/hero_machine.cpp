// samples/hero_machine - a hero by a state machine: a baked file, a typed header, plain bytes.
// SPDX-License-Identifier: MIT
#include "hero.h"  // motus bake hero -o hero.motusb --header hero.h

#include <motus/graph/tick.h>
#include <motus/load/mapped.h>
#include <motus/load/rig.h>
#include <motus/pose/pose_buffer.h>

#include <cstdio>
#include <vector>

using namespace motus;
using machines::Hero;

int main() {
    // Shared by all heroes and never changed: the file, its machine, its rig.
    MappedFile mapped;
    BakedFile file;
    if (mapped.open(HERO_FILE) != Status::ok) return 1;
    if (open_baked(mapped.bytes(), file) != Status::ok) return 1;
    const Graph graph = machine_at(file.machines, find_machine(file, hash_name("hero")));
    const BakedRig rig(file, find_rig(file, hash_name("Hero")));
    const Skeleton skeleton = rig.view().skeleton;
    const PlaylistLimits limits = playlist_limits(graph);

    // One hero: bytes that can be copied, compared and sent.
    std::vector<std::byte> instance(instance_size(graph));
    std::vector<float> carry(carry_floats(skeleton, limits.layers));
    Hero hero;
    if (start(graph, instance) != Status::ok) return 1;
    if (hero.bind(graph, instance) != Status::ok) return 1;

    // Memory of one frame at a time.
    std::vector<PlaylistItem> items(limits.items);
    std::vector<PlaylistLayer> layers(limits.layers);
    std::vector<GraphEvent> events(32);
    PoseBuffer pose(skeleton);
    EvaluateWorkspace workspace(skeleton);

    RootDelta place;
    int steps = 0;
    for (int frame = 1; frame <= 300; ++frame) {
        if (frame == 30) hero.speed = 1.2f;
        if (frame == 90) hero.speed = 2.6f;
        if (frame == 130) hero.jump.fire();
        if (frame == 215) hero.wave.fire();
        if (frame == 240) hero.speed = 0.0f;

        Playlist playlist{items, layers};
        GraphEvents happened{events};
        const float dt_s = 1.0f / 60;
        const TickJob tick{graph, instance, dt_s, &playlist, &happened, nullptr, true};
        if (run(tick) != Status::ok) return 1;
        RootDelta moved;
        const EvaluateScratch scratch = workspace.scratch();
        if (run(EvaluateJob{rig, &playlist, carry, scratch, pose, &moved}) != Status::ok) {
            return 1;
        }
        place = compose(place, moved);
        for (const GraphEvent& event : happened.events.first(happened.count)) {
            steps += event.name == Hero::Events::foot_left && event.weight > 0.5f;
            steps += event.name == Hero::Events::foot_right && event.weight > 0.5f;
        }
        if (frame % 25 != 0) continue;
        std::printf("%3d:", frame);
        for (const LayerState& layer : view_of(graph, instance).layers) {
            const auto name = find_name(file.names, NameHash{graph.states[layer.state].name});
            std::printf(" %-4.*s", static_cast<int>(name.size()), name.data());
        }
        std::printf("  %5.2f m, %d steps\n", static_cast<double>(place.translation.z), steps);
    }
}

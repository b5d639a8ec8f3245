// A game's first lines: only what is installed, only the runtime.
#include <motus/core/playhead.h>
#include <motus/pose/pose_buffer.h>
#include <motus/skeleton/build.h>
#include <motus/skinning/palette.h>

#include <cstdio>
#include <vector>

int main() {
    const motus::JointDesc joints[] = {
        {.name = "hip", .parent = motus::kNoJoint},
        {.name = "knee", .parent = 0, .rest = {.translation = {0.0f, -0.5f, 0.0f}}},
    };
    const auto skeleton = motus::build_skeleton(joints);
    if (!skeleton) return 1;

    motus::PoseBuffer pose(*skeleton);
    std::vector<motus::Mat34> model(2);
    const motus::LocalToModelJob job{.skeleton = *skeleton, .local = pose, .model = model};
    if (run(job) != motus::Status::ok) return 2;
    if (model[1].m[7] != -0.5f) return 3;

    motus::Playhead head;
    motus::Advance step;
    const motus::Ticks second{motus::kTicksPerSecond};
    const motus::Ticks step_length = motus::ticks_of_frames(11, 10);
    if (advance(head, step_length, 1.0f, motus::PlayMode::loop, second, step) !=
        motus::Status::ok) {
        return 4;
    }
    if (head.phase != motus::ticks_of_frames(1, 10)) return 5;

    std::puts("consumer of motus::runtime: ok");
    return 0;
}

// samples/attachment - a sword in the hand of a walking character.
// SPDX-License-Identifier: MIT
#include <motus/asset/rig.h>
#include <motus/math/ops.h>
#include <motus/math/trig.h>
#include <motus/play/player.h>
#include <motus/pose/pose_buffer.h>
#include <scenes/scenes.h>

#include <cstdio>
#include <vector>

using namespace motus;

int main() {
    const Result<Asset> asset = scenes::make_scene("hero");
    if (!asset) return 1;
    const Result<Rig> rig = make_rig(*asset);
    if (!rig) return 1;
    const Skeleton skeleton = rig->skeleton;

    // The sword's own space: the pommel at the origin, the blade along +Z, 0.8 m in all. What a
    // hand holds points along +Y of its grip, so the offset turns the sword there, and puts the
    // fist 5 cm up the handle.
    const Attachment sword{
        .joint = find_joint(skeleton, hash_name("Grip.R")),
        .offset = to_matrix({.translation = {0.0f, -0.05f, 0.0f},
                             .rotation = axis_angle({1, 0, 0}, static_cast<float>(-kPi / 2))})};
    const Vec3 pommel{0.0f, 0.0f, 0.0f}, tip{0.0f, 0.0f, 0.8f};

    const std::vector<Clip> clips(rig->clips.begin(), rig->clips.end());
    Player player;
    for (std::uint32_t i = 0; i < asset->clips.size(); ++i) {
        if (asset->clips[i].name == "Walk") player.clip = ClipId{i};
    }
    const Clip& walk = clips[static_cast<std::uint32_t>(player.clip)];
    PoseBuffer pose(skeleton);
    std::vector<Mat34> model(skeleton.joint_count());

    std::printf("time     pommel                  tip                     length\n");
    for (int frame = 0; frame <= 8; ++frame) {
        if (evaluate(player, {skeleton, clips, {}}, {pose, model}, {}) != Status::ok) return 1;
        Mat34 world;  // of the sword; times the character's own place in a game
        if (attach(sword, model, world) != Status::ok) return 1;
        const Vec3 a = transform_point(world, pommel), b = transform_point(world, tip);
        std::printf("%.3f s  (%5.2f, %5.2f, %5.2f)  (%5.2f, %5.2f, %5.2f)  %.3f m\n",
                    seconds_of(time_of(player, walk)), a.x, a.y, a.z, b.x, b.y, b.z,
                    length(subtract(b, a)));
        if (advance(player, walk, 0.125f) != Status::ok) return 1;
    }

    // A joint that is not there is a status, not a crash, and leaves the matrix alone.
    Mat34 untouched;
    const Status status = attach({.joint = kNoJoint, .offset = {}}, model, untouched);
    std::printf("without a joint: %s\n", to_string(status));
}

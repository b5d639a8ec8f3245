// samples/play_clip - one clip on one character, from an asset to skinning matrices.
// SPDX-License-Identifier: MIT
#include <motus/asset/rig.h>
#include <motus/play/player.h>
#include <motus/pose/pose_buffer.h>
#include <scenes/scenes.h>

#include <cstdio>
#include <string>
#include <vector>

using namespace motus;

int main() {
    // An asset comes from a file (motus/import) or, as here, from code.
    const Result<Asset> asset = scenes::make_scene("hero");
    if (!asset) return 1;
    const Result<Rig> rig = make_rig(*asset);
    if (!rig) return 1;

    // Names end here: the runtime knows clips by position and joints by index.
    Player player;
    for (std::uint32_t i = 0; i < asset->clips.size(); ++i) {
        if (asset->clips[i].name == "Walk") player.clip = ClipId{i};
    }
    const Skeleton skeleton = rig->skeleton;
    const JointIndex left = find_joint(skeleton, hash_name("Foot.L"));
    const JointIndex right = find_joint(skeleton, hash_name("Foot.R"));

    // What all players of the rig share, and memory for one of them at a time.
    const std::vector<Clip> clips(rig->clips.begin(), rig->clips.end());
    const PlayerRig shared{skeleton, clips, rig->skins[0]};
    PoseBuffer pose(skeleton);
    std::vector<Mat34> model(skeleton.joint_count()), palette(shared.skin.joints.size());

    std::printf("Walk: %u joints, %zu in the palette, %zu bytes to upload\n",
                skeleton.joint_count(), palette.size(), palette.size() * sizeof(Mat34));
    std::printf("time     left foot     right foot\n");
    const Clip& walk = clips[static_cast<std::uint32_t>(player.clip)];
    for (int frame = 0; frame <= 8; ++frame) {
        if (evaluate(player, shared, {pose, model}, palette) != Status::ok) return 1;
        // Here a game would copy `palette` to its uniform buffer and draw.
        const float heights[] = {model[left].m[7], model[right].m[7]};
        std::printf("%.3f s", seconds_of(time_of(player, walk)));
        for (const float height : heights) {
            const std::string bar(static_cast<std::size_t>(height * 40.0f), '#');
            std::printf("  %.2f m %-6s", height, bar.c_str());
        }
        std::printf("\n");
        if (advance(player, walk, 0.125f) != Status::ok) return 1;
    }
}

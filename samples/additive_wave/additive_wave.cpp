// samples/additive_wave - a wave added to a walk, with a mask that keeps it to one arm.
// SPDX-License-Identifier: MIT
#include <motus/asset/rig.h>
#include <motus/play/mixer.h>
#include <scenes/scenes.h>

#include <cstdio>
#include <string_view>
#include <vector>

using namespace motus;

namespace {

ClipId clip_named(const Asset& asset, std::string_view name) {
    for (std::uint32_t i = 0; i < asset.clips.size(); ++i) {
        if (asset.clips[i].name == name) return ClipId{i};
    }
    return ClipId::none;
}

}  // namespace

int main() {
    const Result<Asset> asset = scenes::make_scene("hero");
    if (!asset) return 1;
    const Result<Rig> rig = make_rig(*asset);
    if (!rig) return 1;
    const Skeleton skeleton = rig->skeleton;
    const auto joint = [&](std::string_view name) { return find_joint(skeleton, hash_name(name)); };

    // The mask: 1 for the right arm, a half for the clavicle that carries it, 0 elsewhere.
    std::vector<float> arm(skeleton.joint_count(), 0.0f);
    if (mask_subtree(skeleton, joint("UpperArm.R"), 1.0f, arm) != Status::ok) return 1;
    arm[joint("Clavicle.R")] = 0.5f;

    std::vector<MixerClipDesc> clips;
    for (const ClipBuffer& clip : rig->clips)
        clips.push_back({.clip = clip, .events = {}});
    const Mask masks[] = {arm};
    const Result<MixerRigBuffer> shared = build_mixer_rig(skeleton, clips, {}, masks);
    if (!shared) return 1;

    // Two characters: one walks, the other walks and waves.
    MixerWorkspace workspace(*shared);
    Mixer plain(*shared, workspace), waving(*shared, workspace);
    const ClipId walk = clip_named(*asset, "Walk"), wave = clip_named(*asset, "Wave");
    plain.clip_action(walk).play();
    waving.clip_action(walk).play();
    waving.clip_action(wave).set_additive(true).set_mask(0).set_loop(PlayMode::once);

    std::printf("time    wave   right hand: walk, waving   left hand and feet\n");
    for (int frame = 0; frame <= 12; ++frame) {
        const float dt_s = frame == 0 ? 0.0f : 0.25f;
        if (plain.update(dt_s) != Status::ok || waving.update(dt_s) != Status::ok) return 1;
        bool same = true;
        for (const char* name : {"Hand.L", "Foot.L", "Foot.R"})
            same = same && plain.model()[joint(name)] == waving.model()[joint(name)];
        const JointIndex hand = joint("Hand.R");
        std::printf("%.2f s  %.2f     %.3f m    %.3f m         %s\n", 0.25 * frame,
                    waving.clip_action(wave).effective_weight(), plain.model()[hand].m[7],
                    waving.model()[hand].m[7], same ? "the same bits" : "DIFFERENT");
        if (frame == 1) waving.clip_action(wave).fade_to(1.0f, 0.5f);
        if (frame == 8) waving.clip_action(wave).fade_to(0.0f, 0.5f);
    }
    return waving.take_fault() == Status::ok ? 0 : 1;
}

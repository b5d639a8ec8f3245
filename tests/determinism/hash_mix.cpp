// Blends, additive poses, inertial carries, and all of it driven by a mixer.
#include <motus/core/decay.h>
#include <motus/mix/additive.h>
#include <motus/mix/blend.h>
#include <motus/mix/inertial.h>
#include <motus/play/mixer.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <tests/determinism/hash.h>

#include <utility>
#include <vector>

namespace motus::determinism {

void hash_mix(const scenes::StressRig& rig) {
    Hash blended, added, carried;
    scenes::Dice dice(14);
    const ConstPoseView rest = rest_pose(rig.skeleton);
    const std::uint32_t joints = rest.joint_count();
    std::vector<PoseBuffer> poses;
    for (int i = 0; i < 4; ++i)
        poses.emplace_back(rig.skeleton);
    PoseBuffer out(rig.skeleton), delta(rig.skeleton);
    std::vector<float> mask(joints);
    std::vector<float> offsets(inertial_floats(joints, rest.weights.size()));
    for (int round = 0; round < 60; ++round) {
        for (int i = 0; i < 4; ++i) {
            const Ticks time{dice.below(1u << 31)};
            blended.add(run(SampleJob{rig.clips[i], time, rest, {}, poses[i]}));
        }
        for (float& m : mask)
            m = 0.5f + 0.5f * dice.unit();
        BlendLayer layers[4];
        for (std::uint32_t i = 0; i < 4; ++i) {
            layers[i].pose = std::as_const(poses[i]).view();
            layers[i].weight = round % 3 == 0 ? 0.25f : 0.5f + 0.5f * dice.unit();
            layers[i].motion = (i * 7 + static_cast<std::uint32_t>(round)) % 4;
            if (i == 2) layers[i].joint_weights = mask;
        }
        blended.add(run(BlendJob{layers, rest, out, round % 2 == 0}));
        blended.add(std::as_const(out).view());

        added.add(run(AdditiveDeltaJob{layers[0].pose, rest, delta}));
        added.add(std::as_const(delta).view());
        const float weight = 0.5f + 0.5f * dice.unit();
        added.add(run(AdditiveJob{layers[1].pose, std::as_const(delta).view(), weight, mask, out}));
        added.add(std::as_const(out).view());

        carried.add(
            run(InertialStartJob{layers[0].pose, layers[1].pose, layers[0].pose, 1.0f / 60.0f,
                                 layers[2].pose, layers[3].pose, 1.0f / 60.0f, offsets}));
        const float elapsed = 0.2f * static_cast<float>(round) / 60.0f;
        carried.add(run(InertialJob{offsets, decayed_value(static_cast<double>(elapsed / 0.2f)),
                                    elapsed, 0.2f, layers[2].pose, out}));
        carried.add(std::as_const(out).view());
    }
    blended.print("blend");
    added.print("additive");
    carried.print("inertial");
}

/// Crossfades of both kinds, interrupted, with an additive action and a masked layer on top.
void hash_mixer(const scenes::StressRig& stress) {
    Hash hash;
    std::vector<float> mask(stress.skeleton.view().joint_count(), 0.0f);
    hash.add(mask_subtree(stress.skeleton, 20, 1.0f, mask));
    const Mask masks[] = {mask};
    Rig parts = stress.view();
    parts.masks = masks;
    const RigBuffer rig = build_rig(parts).value();
    Mixer mixer(rig);
    mixer.clip_action(ClipId{0}).play();
    mixer.clip_action(ClipId{1}).set_layer(1).set_mask(0).set_weight(0.7f).play();
    mixer.clip_action(ClipId{3}).set_additive(true).set_weight(0.5f).set_speed(-1.3f).play();
    for (int frame = 0; frame < 120; ++frame) {
        if (frame == 10) hash.add(mixer.cross_fade(ClipId{0}, ClipId{2}, 0.5f));
        if (frame == 25) hash.add(mixer.cross_fade(ClipId{2}, ClipId{0}, 0.4f));
        if (frame == 60) {
            hash.add(mixer.cross_fade(ClipId{0}, ClipId{2}, 0.3f, FadeMode::inertial));
        }
        if (frame == 90) mixer.clip_action(ClipId{2}).fade_to(0.4f, 0.2f);
        hash.add(mixer.update(frame % 4 == 0 ? 0.05f : 1.0f / 60.0f));
        hash.add(mixer.pose());
        hash.add(mixer.palette());
    }
    hash.add(mixer.take_fault());
    hash.print("mixer");
}

}  // namespace motus::determinism

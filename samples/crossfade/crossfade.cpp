// samples/crossfade - from idle to run, changed in the middle to walk: weights always sum to 1.
// SPDX-License-Identifier: MIT
#include <motus/asset/rig.h>
#include <motus/play/mixer.h>
#include <scenes/scenes.h>

#include <cstdio>
#include <string>
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

std::string bar(float weight) {
    return std::string(static_cast<std::size_t>(weight * 10.0f + 0.5f), '#');
}

}  // namespace

int main() {
    const Result<Asset> asset = scenes::make_scene("hero");
    if (!asset) return 1;
    const Result<Rig> rig = make_rig(*asset);
    if (!rig) return 1;

    // What all mixers of the character share.
    const std::vector<Skin> skins(rig->skins.begin(), rig->skins.end());
    std::vector<MixerClipDesc> clips;
    for (const ClipBuffer& clip : rig->clips)
        clips.push_back({.clip = clip, .events = {}});
    const Result<MixerRigBuffer> shared = build_mixer_rig(rig->skeleton, clips, skins);
    if (!shared) return 1;

    Mixer mixer(*shared);
    const ClipId idle = clip_named(*asset, "Idle"), run = clip_named(*asset, "Run"),
                 walk = clip_named(*asset, "Walk");
    mixer.clip_action(idle).play();

    std::printf("time    idle             run              walk             sum\n");
    for (int frame = 0; frame <= 12; ++frame) {
        if (mixer.update(frame == 0 ? 0.0f : 0.05f) != Status::ok) return 1;
        float sum = 0.0f;
        std::printf("%.2f s", 0.05 * frame);
        for (const ClipId clip : {idle, run, walk}) {
            const float weight = mixer.clip_action(clip).effective_weight();
            std::printf("  %.2f %-10s", weight, bar(weight).c_str());
            sum += weight;
        }
        std::printf("  %.2f", sum);
        // After this update: the player presses run, and thinks better of it before it is done.
        if (frame == 1 && mixer.cross_fade(idle, run, 0.3f) != Status::ok) return 1;
        if (frame == 5 && mixer.cross_fade(run, walk, 0.3f) != Status::ok) return 1;
        std::printf("%s\n", frame == 1 ? "  <- to run" : frame == 5 ? "  <- to walk" : "");
    }
    std::printf("palette ready: %zu matrices\n", mixer.palette().size());
}

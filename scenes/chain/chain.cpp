// SPDX-License-Identifier: MIT
#include <scenes/chain/chain.h>
#include <scenes/support/geometry.h>
#include <scenes/support/tracks.h>

#include <array>
#include <string>

namespace motus::scenes {
namespace {

/// splitmix64.
struct Random {
    std::uint64_t state;
    std::uint64_t next() {
        state += 0x9e3779b97f4a7c15u;
        std::uint64_t z = state;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    double between(double lo, double hi) {
        return lo + (hi - lo) * (static_cast<double>(next() >> 11) * 0x1.0p-53);
    }
};

/// One joint of the body: parent in the body, offset from it in metres, swing in degrees.
struct Bone {
    std::string name;
    std::uint32_t parent;
    Vec3d offset;
    double swing;
};

std::vector<Bone> make_body() {
    std::vector<Bone> body;
    const auto bone = [&](std::string name, std::uint32_t parent, Vec3d offset, double swing) {
        body.push_back({std::move(name), parent, offset, swing});
        return static_cast<std::uint32_t>(body.size() - 1);
    };
    const std::uint32_t root = bone("Root", 0, {}, 0.0);
    const std::uint32_t hips = bone("Hips", root, {0, 0.95, 0}, 8.0);
    std::uint32_t back = hips;
    for (const char* name : {"Spine", "Spine1", "Spine2"})
        back = bone(name, back, {0, 0.13, 0}, 7.0);
    const std::uint32_t head =
        bone("Head", bone("Neck", back, {0, 0.18, 0}, 12.0), {0, 0.10, 0}, 15.0);
    bone("HeadEnd", head, {0, 0.18, 0}, 0.0);
    bone("Jaw", head, {0, 0.02, 0.06}, 4.0);
    for (const double side : {1.0, -1.0}) {
        const std::string s = side > 0.0 ? ".L" : ".R";
        std::uint32_t leg = bone("Thigh" + s, hips, {side * 0.09, -0.05, 0}, 35.0);
        leg = bone("Shin" + s, leg, {0, -0.43, 0}, 35.0);
        leg = bone("Foot" + s, leg, {0, -0.42, 0}, 20.0);
        leg = bone("Toe" + s, leg, {0, -0.05, 0.14}, 12.0);
        bone("ToeEnd" + s, leg, {0, 0, 0.07}, 0.0);
        std::uint32_t arm = bone("Clavicle" + s, back, {side * 0.06, 0.14, 0}, 6.0);
        arm = bone("UpperArm" + s, arm, {side * 0.12, 0, 0}, 45.0);
        arm = bone("Forearm" + s, arm, {side * 0.28, 0, 0}, 45.0);
        const std::uint32_t hand = bone("Hand" + s, arm, {side * 0.26, 0, 0}, 25.0);
        double z = 0.04;
        for (const char* finger : {"Thumb", "Index", "Middle", "Ring", "Pinky"}) {
            std::uint32_t at = hand;
            for (int k = 1; k <= 4; ++k)
                at =
                    bone(finger + std::to_string(k) + s, at,
                         {side * (k == 1 ? 0.08 : 0.03), 0, k == 1 ? z : 0.0}, k == 4 ? 0.0 : 18.0);
            z -= 0.02;
        }
    }
    return body;
}

/// Three sines of whole periods in the clip, so that it loops with its velocity.
struct Wave {
    std::array<double, 3> amplitude{}, phase{};
    std::array<int, 3> periods{};

    Wave(Random& random, double size, double duration_s) {
        for (std::size_t i = 0; i < 3; ++i) {
            amplitude[i] = size * random.between(0.2, 0.6) / (1.0 + static_cast<double>(i));
            phase[i] = random.between(0.0, 2.0 * kPi);
            const double hz = random.between(0.25, 0.9) * (1.0 + static_cast<double>(i));
            periods[i] = static_cast<int>(hz * duration_s + 0.5);
            if (periods[i] < 1) periods[i] = 1;
        }
    }
    double at(double share) const {
        double sum = 0.0;
        for (std::size_t i = 0; i < 3; ++i)
            sum += amplitude[i] * sine(2.0 * kPi * periods[i] * share + phase[i]);
        return sum;
    }
};

AssetClip make_clip(const Asset& asset, const std::vector<double>& swing, Random& random,
                    const char* name, int seconds, std::int64_t rate_hz, double travel_m) {
    SampledClip clip;
    clip.name = name;
    clip.rate_hz = rate_hz;
    clip.root_motion = travel_m != 0.0;
    const std::int64_t frames = seconds * rate_hz;
    std::vector<std::array<Wave, 3>> turns;
    for (const double size : swing) {
        const double s = size * kDegrees;
        turns.push_back(
            {Wave(random, s, seconds), Wave(random, s, seconds), Wave(random, s, seconds)});
    }
    const std::array<Wave, 3> sway{Wave(random, 0.03, seconds), Wave(random, 0.02, seconds),
                                   Wave(random, 0.03, seconds)};
    for (std::int64_t f = 0; f <= frames; ++f) {
        const double share = static_cast<double>(f % frames) / static_cast<double>(frames);
        std::vector<Transform> pose;
        for (std::size_t j = 0; j < asset.nodes.size(); ++j) {
            Transform t = asset.nodes[j].local;
            const Quatd q = axis_angle({0, 1, 0}, turns[j][1].at(share)) *
                            (axis_angle({1, 0, 0}, turns[j][0].at(share)) *
                             axis_angle({0, 0, 1}, turns[j][2].at(share)));
            if (swing[j] > 0.0) t.rotation = to_float(normalize(q));
            if (j == 1) {
                t.translation.x += static_cast<float>(sway[0].at(share));
                t.translation.y += static_cast<float>(sway[1].at(share));
                t.translation.z += static_cast<float>(sway[2].at(share));
            }
            pose.push_back(t);
        }
        pose[0].translation.z =
            static_cast<float>(travel_m * static_cast<double>(f) / static_cast<double>(frames));
        clip.frames.push_back(std::move(pose));
    }
    return write_clip(clip, asset.nodes);
}

}  // namespace

Asset make_chain(std::uint32_t joint_count, std::uint64_t seed) {
    const std::vector<Bone> body = make_body();
    const auto per_body = static_cast<std::uint32_t>(body.size());
    Asset asset;
    AssetSkin skin;
    skin.name = "Chain";
    skin.skeleton = 0;
    std::vector<double> swing;
    std::vector<Vec3d> world;
    for (std::uint32_t i = 0; i < joint_count; ++i) {
        const std::uint32_t k = i % per_body, base = i - k;
        const Bone& bone = body[k];
        std::uint32_t parent = base + bone.parent;
        if (k == 0) parent = i == 0 ? kNone : base - per_body + 6;  // From the last body's head.
        Transform local;
        local.translation = to_float(bone.offset);
        add_node(asset, base == 0 ? bone.name : bone.name + "#" + std::to_string(i / per_body),
                 parent, local);
        world.push_back(parent == kNone ? Vec3d{} : world[parent] + bone.offset);
        swing.push_back(bone.swing);
        Mat34 bind;
        const Vec3 back = to_float(-world.back());
        bind.m[3] = back.x;
        bind.m[7] = back.y;
        bind.m[11] = back.z;
        skin.joints.push_back(i);
        skin.inverse_binds.push_back(bind);
    }
    asset.skins.push_back(std::move(skin));
    asset.scenes.push_back({"Chain", {0}});
    asset.scene = 0;
    asset.root_motion_node = 0;

    Random random{seed};
    asset.clips.push_back(make_clip(asset, swing, random, "Calm", 4, 30, 0.0));
    asset.clips.push_back(make_clip(asset, swing, random, "Brisk", 2, 30, 3.0));
    asset.clips.push_back(make_clip(asset, swing, random, "Long", 10, 30, 0.0));
    asset.clips.push_back(make_clip(asset, swing, random, "Burst", 1, 60, 0.0));
    return asset;
}

}  // namespace motus::scenes

#include <motus/math/ops.h>
#include <motus/math/trig.h>
#include <scenes/stress/stress.h>

#include <string>
#include <utility>

namespace motus::scenes {

namespace {

constexpr std::uint32_t kWeights = 5;

/// Tracks and the memory they look at, until a clip is built of them.
struct Tracks {
    struct One {
        TrackDesc desc;
        std::vector<Ticks> times;
        std::vector<float> values;
    };
    std::vector<One> all;

    ClipBuffer build() {
        std::vector<TrackDesc> descs;
        for (One& one : all) {
            one.desc.times = one.times;
            one.desc.values = one.values;
            descs.push_back(one.desc);
        }
        return std::move(*build_clip(descs));
    }
};

Quat random_rotation(Dice& dice, float angle_rad) {
    const Vec3 axis = normalize(Vec3{dice.unit() + 2.0f, dice.unit(), dice.unit()});
    return axis_angle(axis, angle_rad * dice.unit());
}

void push(std::vector<float>& values, const Quat& q) {
    values.insert(values.end(), {q.x, q.y, q.z, q.w});
}

/// `keys` keys over `frames` frames at 30 Hz: all of them, or that many at uneven ticks.
std::vector<Ticks> times_of(Dice& dice, std::uint32_t keys, std::uint32_t frames, bool even) {
    std::vector<Ticks> times;
    const Ticks span = ticks_of_frames(frames, 30);
    for (std::uint32_t k = 0; k < keys; ++k) {
        Ticks t{keys > 1 ? span.value / (keys - 1) * k : 0};
        if (!even && k != 0 && k + 1 < keys) {
            t.value += dice.below(static_cast<std::uint32_t>(span.value / keys / 2));
        }
        times.push_back(t);
    }
    return times;
}

void add_track(Tracks& tracks, Dice& dice, TrackKind kind, Interpolation interpolation,
               std::uint32_t target, std::uint32_t keys, bool even) {
    Tracks::One one;
    one.desc.kind = kind;
    one.desc.interpolation = interpolation;
    one.desc.target = target;
    one.desc.width = kind == TrackKind::weights ? kWeights : 0;
    one.times = times_of(dice, keys, 60, even);
    const bool cubic = interpolation == Interpolation::cubic_spline;
    const std::uint32_t width = kind == TrackKind::rotation  ? 4
                                : kind == TrackKind::weights ? kWeights
                                                             : 3;
    const float middle = kind == TrackKind::scale ? 1.0f : 0.0f;
    for (std::uint32_t k = 0; k < keys; ++k) {
        for (std::uint32_t part = 0; part < (cubic ? 3u : 1u); ++part) {
            const bool tangent = cubic && part != 1;
            if (kind == TrackKind::rotation && !tangent) {
                push(one.values, random_rotation(dice, 2.5f));
                continue;
            }
            for (std::uint32_t i = 0; i < width; ++i) {
                one.values.push_back(tangent ? dice.unit() : middle + 0.25f * dice.unit());
            }
        }
    }
    tracks.all.push_back(std::move(one));
}

ClipBuffer make_clip(StressClip which, std::uint32_t joints, Dice& dice) {
    Tracks tracks;
    const auto add = [&](TrackKind kind, Interpolation how, std::uint32_t target,
                         std::uint32_t keys,
                         bool even) { add_track(tracks, dice, kind, how, target, keys, even); };
    constexpr Interpolation kHow[] = {Interpolation::step, Interpolation::linear,
                                      Interpolation::cubic_spline};
    for (std::uint32_t j = 0; j < joints; ++j) {
        switch (which) {
            case StressClip::linear:
                add(TrackKind::rotation, Interpolation::linear, j, 61, true);
                if (j % 3 == 0) add(TrackKind::translation, Interpolation::linear, j, 61, true);
                break;
            case StressClip::steps:
                add(TrackKind::rotation, Interpolation::step, j, 7, false);
                add(TrackKind::translation, Interpolation::step, j, 5, false);
                break;
            case StressClip::cubic:
                add(TrackKind::rotation, Interpolation::cubic_spline, j, 9, false);
                if (j % 2 == 0) {
                    add(TrackKind::translation, Interpolation::cubic_spline, j, 4, false);
                }
                break;
            case StressClip::mixed:
                add(TrackKind::rotation, kHow[j % 3], j, 5 + j % 4, false);
                add(TrackKind::translation, kHow[(j + 1) % 3], j, 1 + j % 6, false);
                add(TrackKind::scale, kHow[(j + 2) % 3], j, 2 + j % 3, false);
                break;
            case StressClip::still:
                add(TrackKind::rotation, Interpolation::linear, j, 1, true);
                break;
        }
    }
    if (which == StressClip::mixed) add(TrackKind::weights, Interpolation::linear, 0, 11, false);
    return tracks.build();
}

}  // namespace

std::uint64_t Dice::next() noexcept {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

std::uint32_t Dice::below(std::uint32_t n) noexcept {
    return static_cast<std::uint32_t>((next() >> 32) * n >> 32);
}

float Dice::unit() noexcept {
    const auto bits = static_cast<std::int32_t>(next() >> 40) - (1 << 23);
    return static_cast<float>(bits) / 8388608.0f;
}

StressRig make_stress_rig(std::uint32_t joints, std::uint64_t seed) {
    Dice dice(seed);
    // Input index i stands at place `joints - 1 - i` of the tree, so that children come first.
    std::vector<std::string> names(joints);
    std::vector<JointDesc> descs(joints);
    for (std::uint32_t place = 0; place < joints; ++place) {
        const std::uint32_t i = joints - 1 - place;
        names[i] = "joint" + std::to_string(place);
        descs[i].name = names[i];
        if (place > 0) {
            const std::uint32_t near = place < 8 ? place : 8;
            descs[i].parent = joints - 1 - (place - 1 - dice.below(near));
        }
        descs[i].rest.translation = {0.05f * dice.unit(), 0.25f, 0.05f * dice.unit()};
        descs[i].rest.rotation = random_rotation(dice, 0.6f);
    }
    constexpr float kRestWeights[kWeights] = {0.0f, 0.25f, 0.0f, 1.0f, 0.0f};
    SkeletonBuffer skeleton = std::move(*build_skeleton(descs, kRestWeights));

    std::vector<std::uint32_t> skin_joints(joints);
    for (std::uint32_t k = 0; k < joints; ++k)
        skin_joints[k] = k;
    SkinBuffer skin = std::move(*build_skin(skeleton, skin_joints));

    std::vector<ClipBuffer> buffers;
    std::vector<Clip> clips;
    for (std::uint32_t c = 0; c < kStressClips; ++c) {
        buffers.push_back(make_clip(static_cast<StressClip>(c), joints, dice));
    }
    for (const ClipBuffer& buffer : buffers)
        clips.push_back(buffer);
    std::vector<Skin> skins{skin.view()};
    return {std::move(skeleton), std::move(skin), std::move(buffers), std::move(clips),
            std::move(skins)};
}

}  // namespace motus::scenes

// tests/support/rigs.h - small skeletons and clips for tests, as owned values.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/clip/build.h>
#include <motus/skeleton/build.h>
#include <tests/support/random.h>

#include <string>
#include <vector>

namespace motus::test {

/// A random tree of `count` joints named "joint <i>", in random order: a parent may come after its
/// children.
struct RandomTree {
    std::vector<std::string> names;
    std::vector<JointDesc> joints;

    RandomTree(std::uint32_t count, Random& random, bool shuffled = true) {
        std::vector<std::uint32_t> place(count);
        for (std::uint32_t i = 0; i < count; ++i)
            place[i] = i;
        for (std::uint32_t i = count; shuffled && i > 1; --i) {
            std::swap(place[i - 1], place[random.below(i)]);
        }
        names.resize(count);
        joints.resize(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            JointDesc& joint = joints[place[i]];
            names[place[i]] = "joint " + std::to_string(place[i]);
            joint.parent = i == 0 || random.below(20) == 0 ? kNoJoint : place[random.below(i)];
            joint.rest = {
                random.vec3(1.0f),
                random.rotation(),
                {random.range(0.5f, 2.0f), random.range(0.5f, 2.0f), random.range(0.5f, 2.0f)}};
        }
        for (std::uint32_t i = 0; i < count; ++i)
            joints[i].name = names[i];
    }
};

/// Joints one above the other, 0.1 m apart.
inline SkeletonBuffer make_chain(std::uint32_t count) {
    std::vector<JointDesc> joints(count);
    for (std::uint32_t j = 1; j < count; ++j)
        joints[j] = {"", j - 1, {{0.0f, 0.1f, 0.0f}}};
    return std::move(*build_skeleton(joints));
}

/// Tracks with their own memory, to be built into a clip.
struct ClipDraft {
    struct Track {
        TrackKind kind;
        Interpolation interpolation;
        std::uint32_t target;
        std::uint32_t width;
        std::vector<Ticks> times;
        std::vector<float> values;
    };
    std::vector<Track> tracks;

    Track& add(TrackKind kind, Interpolation interpolation, std::uint32_t target,
               std::vector<Ticks> times, std::vector<float> values, std::uint32_t width = 0) {
        tracks.push_back({kind, interpolation, target, width, std::move(times), std::move(values)});
        return tracks.back();
    }
    /// A track of `keys` random keys at random times in [0, 2 s].
    Track& add_random(TrackKind kind, Interpolation interpolation, std::uint32_t target,
                      std::uint32_t keys, Random& random, std::uint32_t weights = 0) {
        const std::uint32_t width = kind == TrackKind::rotation  ? 4
                                    : kind == TrackKind::weights ? weights
                                                                 : 3;
        Track& track = add(kind, interpolation, target, {}, {}, weights);
        std::int64_t time = random.below(2) * random.below(50000000);
        for (std::uint32_t k = 0; k < keys; ++k) {
            track.times.push_back({time});
            time += 1 + random.below(2 * 1411200000u / (keys + 1));
            const bool cubic = interpolation == Interpolation::cubic_spline;
            for (int part = 0; part < (cubic ? 3 : 1); ++part) {
                if (kind == TrackKind::rotation && part == (cubic ? 1 : 0)) {
                    const Quat q = random.rotation();
                    track.values.insert(track.values.end(), {q.x, q.y, q.z, q.w});
                } else {
                    for (std::uint32_t c = 0; c < width; ++c) {
                        track.values.push_back(random.range(-1.0f, 1.0f));
                    }
                }
            }
        }
        return track;
    }
    /// The same with up to `most` keys of any interpolation. In one place because arguments that
    /// draw numbers have no order of their own: compilers would make different clips.
    Track& add_any(TrackKind kind, std::uint32_t target, std::uint32_t most, Random& random,
                   std::uint32_t weights = 0) {
        const auto interpolation = static_cast<Interpolation>(random.below(3));
        const std::uint32_t keys = 1 + random.below(most);
        return add_random(kind, interpolation, target, keys, random, weights);
    }
    [[nodiscard]] std::vector<TrackDesc> descs() const {
        std::vector<TrackDesc> out;
        for (const Track& t : tracks) {
            out.push_back({t.kind, t.interpolation, t.target, t.width, t.times, t.values});
        }
        return out;
    }
    [[nodiscard]] Result<ClipBuffer> build(Ticks duration = {-1}) const {
        return build_clip(descs(), duration);
    }
};

}  // namespace motus::test

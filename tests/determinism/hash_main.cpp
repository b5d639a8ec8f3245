// Prints one hash per part of the runtime, over a scene that uses all of it. Built directly from
// the sources by matrix.py, in every configuration that must give the same bits.
#include <motus/core/hash.h>
#include <motus/core/playhead.h>
#include <motus/math/ops.h>
#include <motus/math/trig.h>
#include <motus/palette/palette.h>
#include <motus/play/player.h>
#include <motus/pose/mask.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <scenes/stress/stress.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

using namespace motus;
using scenes::Dice;
using scenes::StressClip;

/// A running hash; what a call returned is part of the result.
struct Hash {
    std::uint64_t value = kHashSeed;

    void add(std::uint64_t v) { value = hash_u64(value, v); }
    void add(std::uint32_t v) { add(std::uint64_t{v}); }
    void add(std::span<const float> v) { value = hash_floats(value, v); }
    void add(Status s) { add(static_cast<std::uint64_t>(s)); }
    void add(double v) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &v, sizeof bits);
        add(bits);
    }
    void add(const Vec3& v) { add(std::span(&v.x, 3)); }
    void add(const Quat& q) { add(std::span(&q.x, 4)); }
    void add(const Mat34& m) { add(m.floats()); }
    void add(std::span<const Mat34> matrices) {
        for (const Mat34& m : matrices)
            add(m);
    }
    /// Padding has no meaning, so it is left out.
    void add(const ConstPoseView& pose) {
        for (std::uint32_t p = 0; p < kPlaneCount; ++p) {
            add(std::span(pose.joints.plane(static_cast<Plane>(p)), pose.joints.count));
        }
        add(pose.weights);
    }

    void print(const char* name) const {
        std::printf("%-10s %016llx\n", name, static_cast<unsigned long long>(value));
    }
};

void hash_time() {
    Hash hash;
    Dice dice(11);
    for (int i = 0; i < 2000; ++i) {
        TickRemainder remainder{static_cast<std::uint32_t>(dice.next())};
        Ticks ticks{};
        hash.add(ticks_of_step(dice.unit() * 0.1f, remainder, ticks));
        hash.add(scale_ticks(ticks, dice.unit() * 3.0f, remainder, ticks));
        hash.add(static_cast<std::uint64_t>(ticks.value));
        hash.add(remainder.fraction);
        hash.add(seconds_of(ticks));
        hash.add(static_cast<std::uint64_t>(ticks_of_seconds(double{dice.unit()} * 1e4).value));
    }
    for (PlayMode mode : {PlayMode::once, PlayMode::loop, PlayMode::ping_pong}) {
        Playhead head;
        const Ticks duration = ticks_of_frames(47, 30);
        for (int i = 0; i < 1000; ++i) {
            const Ticks dt{dice.below(1u << 30)};
            const float speed = dice.unit() * 4.0f;
            Advance step;
            hash.add(advance(head, dt, speed, mode, duration, step));
            hash.add(static_cast<std::uint64_t>(head.phase.value));
            hash.add(static_cast<std::uint64_t>(step.wraps));
            hash.add(static_cast<std::uint64_t>(time_of(head, mode, duration).value));
        }
    }
    hash.print("time");
}

void hash_math() {
    Hash hash;
    Dice dice(12);
    const auto vec = [&] { return Vec3{dice.unit(), dice.unit(), dice.unit()}; };
    const auto quat = [&] {
        return normalize(Quat{dice.unit(), dice.unit(), dice.unit(), dice.unit()});
    };
    for (int i = 0; i < 4000; ++i) {
        const double angle = double{dice.unit()} * (i % 4 == 0 ? 1e6 : 10.0);
        const SinCos sc = sin_cos(angle);
        hash.add(sc.sin);
        hash.add(sc.cos);
        const double y = double{dice.unit()}, x = double{dice.unit()};  // in this order
        hash.add(arc_tangent(y, x));
        hash.add(arc_cosine(double{dice.unit()} * 1.1));

        const Quat a = quat(), b = quat();
        hash.add(slerp(a, b, 0.5f + 0.5f * dice.unit()));
        hash.add(multiply(a, b));
        hash.add(rotate(a, vec()));
        const Mat34 m = to_matrix({vec(), a, add(vec(), {1.5f, 1.5f, 1.5f})});
        const Mat34 n = to_matrix({vec(), b, vec()});
        hash.add(multiply(m, n));
        hash.add(inverse(m));
        const Transform back = decompose(multiply(m, n));
        hash.add(back.translation);
        hash.add(back.rotation);
        hash.add(back.scale);
    }
    hash.print("math");
}

/// Every clip at many times, with and without a cursor; model space, palette and an attachment.
void hash_poses(const scenes::StressRig& rig) {
    Hash sampled, composed, palettes;
    PoseBuffer pose(rig.skeleton);
    const std::uint32_t joints = rig.skeleton.view().joint_count();
    std::vector<Mat34> model(joints), palette(joints);
    std::vector<float> mask(joints, 0.0f);
    sampled.add(mask_subtree(rig.skeleton, joints / 3, 0.5f, mask));
    sampled.add(std::span<const float>(mask));
    for (const Clip& clip : rig.clips) {
        std::vector<std::uint32_t> cursor(clip.tracks.size(), 0);
        for (int frame = -3; frame < 70; ++frame) {
            const bool remember = frame % 2 == 0;
            const Ticks time = ticks_of_frames(frame, 30) + Ticks{frame * 12'345'67};
            sampled.add(run(SampleJob{
                clip, time, rest_pose(rig.skeleton),
                remember ? std::span<std::uint32_t>(cursor) : std::span<std::uint32_t>(), pose}));
            sampled.add(std::as_const(pose).view());
            const Mat34 root = to_matrix({{0.5f, 0.0f, -2.0f}, {0.0f, 0.6f, 0.0f, 0.8f}, {}});
            composed.add(run(LocalToModelJob{rig.skeleton, pose, root, model}));
            composed.add(model);
            palettes.add(run(PaletteJob{rig.skin, model, palette}));
            palettes.add(palette);
            Mat34 sword;
            palettes.add(
                attach({joints - 1, to_matrix({{0.0f, 0.1f, 0.0f}, {}, {2, 2, 2}})}, model, sword));
            palettes.add(sword);
        }
    }
    sampled.print("sample");
    composed.print("compose");
    palettes.print("palette");
}

/// Players of every clip and mode, at speeds of both signs, through irregular steps.
void hash_players(const scenes::StressRig& rig) {
    Hash hash;
    Dice dice(13);
    const std::uint32_t joints = rig.skeleton.view().joint_count();
    constexpr float kSpeeds[] = {1.0f, -1.0f, 0.37f, -2.75f, 0.0f, 40.0f};
    std::vector<Player> players;
    for (std::uint32_t clip = 0; clip <= scenes::kStressClips; ++clip) {  // the last is missing
        for (PlayMode mode : {PlayMode::once, PlayMode::loop, PlayMode::ping_pong}) {
            for (float speed : kSpeeds) {
                Player player;
                player.clip = ClipId{clip};
                player.mode = mode;
                player.speed = speed;
                players.push_back(player);
            }
        }
    }
    PoseBuffer pose(rig.skeleton);
    std::vector<Mat34> model(joints), palettes(joints * players.size());
    for (int frame = 0; frame < 40; ++frame) {
        PlayersJob job;
        job.rig = rig.view();
        job.dt_s = frame % 5 == 0 ? 0.5f * (1.0f + dice.unit()) : 1.0f / 60.0f;
        job.players = players;
        job.scratch = {pose, model};
        job.palettes = palettes;
        hash.add(run(job));
        for (const Player& player : players) {
            hash.add(static_cast<std::uint64_t>(player.head.phase.value));
            hash.add(player.head.remainder.fraction);
            hash.add(player.step.fraction);
            hash.add(static_cast<std::uint64_t>(player.finished));
            hash.add(player.last);
        }
        hash.add(palettes);
    }
    hash.print("players");
}

}  // namespace

int main() {
    hash_time();
    hash_math();
    const scenes::StressRig rig = scenes::make_stress_rig(75);
    hash_poses(rig);
    hash_players(rig);
    return 0;
}

// tests/play/mixer_random_test.cpp - ten thousand random sequences keep every invariant.
// SPDX-License-Identifier: MIT
#include <motus/clip/build.h>
#include <motus/core/hash.h>
#include <motus/math/ops.h>
#include <motus/play/mixer.h>
#include <motus/skeleton/build.h>
#include <tests/support/random.h>

#include <gtest/gtest.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace motus::test {
namespace {

constexpr std::uint32_t kClips = 5;
constexpr double kPiD = 3.14159265358979323846;

// Seamless clips there and back again, rotations within 40 degrees of the rest pose, so that all
// pairwise dots are positive and whatever jumps is the mixer's doing.
class Carousel {
  public:
    Carousel() : skeleton_(make_skeleton()) {
        const double lengths[kClips] = {1.0, 0.7, 2.3, 0.35, 0.0};
        for (std::uint32_t i = 0; i < kClips; ++i)
            add(lengths[i], 20.0 * (i + 1) / kClips, static_cast<float>(i) - 1.5f, i);
        events_ = {{ticks_of_seconds(0.1), NameHash{1}}, {ticks_of_seconds(0.3), NameHash{2}}};
        const std::vector<Clip> clips(clips_.begin(), clips_.end());
        const std::vector<std::span<const EventTime>> events(kClips, events_);
        const Mask masks[] = {half_, none_};
        rig_.push_back(std::move(
            *build_rig({.skeleton = skeleton_, .clips = clips, .masks = masks, .events = events})));
    }
    Rig rig() const { return rig_.front().view(); }

    static constexpr double kReach = 4.0;          // no two values of a joint lie further apart
    static constexpr double kSpeed = 2.0 / 0.175;  // nor does one move faster
    static constexpr double kTurnReach = 80.0 * kPiD / 180.0;
    static constexpr double kTurnSpeed = 40.0 * kPiD / 180.0 / 0.175;

  private:
    static SkeletonBuffer make_skeleton() {
        const JointDesc joints[] = {{"a", kNoJoint, {}}, {"b", 0, {}}, {"c", 1, {}}};
        const float weights[] = {0.5f};
        return std::move(*build_skeleton(joints, weights));
    }
    void add(double length, double degrees, float x, std::uint32_t index) {
        const Ticks end = ticks_of_seconds(length);
        const std::vector<Ticks> times =
            length > 0 ? std::vector<Ticks>{{0}, {end.value / 2}, end} : std::vector<Ticks>{{0}};
        std::vector<TrackDesc> tracks;
        std::vector<std::vector<float>> values;
        values.reserve(8);
        // The last clip leaves out a joint.
        for (std::uint32_t joint = 0; joint < (index == kClips - 1 ? 2u : 3u); ++joint) {
            std::vector<float> moves, turns;
            for (std::size_t k = 0; k < times.size(); ++k) {
                const double turn = (k % 2 == 0 ? -degrees : degrees) * kPiD / 180.0;
                moves.insert(moves.end(), {x + (k % 2 == 0 ? 0.0f : 1.0f), 0.0f, 0.0f});
                const Quat q = axis_angle(
                    {joint == 0 ? 1.0f : 0.0f, joint == 1 ? 1.0f : 0.0f, joint == 2 ? 1.0f : 0.0f},
                    static_cast<float>(turn));
                turns.insert(turns.end(), {q.x, q.y, q.z, q.w});
            }
            values.push_back(moves);
            tracks.push_back(
                {TrackKind::translation, Interpolation::linear, joint, 3, times, values.back()});
            values.push_back(turns);
            tracks.push_back(
                {TrackKind::rotation, Interpolation::linear, joint, 4, times, values.back()});
        }
        clips_.push_back(std::move(*build_clip(tracks)));
    }

    SkeletonBuffer skeleton_;
    std::vector<ClipBuffer> clips_;
    std::vector<EventTime> events_;
    std::vector<float> half_{0.0f, 0.5f, 1.0f}, none_{0.0f, 0.0f, 0.0f};
    std::vector<RigBuffer> rig_;
};

double angle_between(const Quat& a, const Quat& b) {
    const double sign = double{dot(a, b)} < 0 ? -1 : 1;
    const double n = std::sqrt(std::pow(a.x - sign * b.x, 2) + std::pow(a.y - sign * b.y, 2) +
                               std::pow(a.z - sign * b.z, 2) + std::pow(a.w - sign * b.w, 2));
    return 4.0 * std::asin(std::min(1.0, 0.5 * n));
}

// Shares of the actions in the pose, the rest pose's last.
std::array<double, kClips + 1> shares_of(Mixer& mixer) {
    std::array<double, kClips + 1> shares{};
    double total = 0;
    for (std::uint32_t i = 0; i < kClips; ++i)
        total += shares[i] = double{mixer.clip_action(ClipId{i}).effective_weight()};
    if (total > 1.0) {
        for (double& share : shares)
            share /= total;
    }
    shares[kClips] = std::max(0.0, 1.0 - total);
    return shares;
}

struct Shot {
    std::vector<Transform> joints;
    std::array<double, kClips + 1> shares;
    bool carried;
};

Shot take(Mixer& mixer) {
    const MixerState& state = *mixer.view().state;
    Shot shot{{}, shares_of(mixer), state.carry_active || state.carry_pending};
    for (JointIndex j = 0; j < mixer.pose().joint_count(); ++j)
        shot.joints.push_back(joint_transform(mixer.pose(), j));
    return shot;
}

std::uint64_t add_pose(std::uint64_t hash, const Mixer& mixer) {
    for (std::uint32_t p = 0; p < kPlaneCount; ++p)
        hash = hash_floats(hash, {mixer.pose().joints.plane(Plane{p}), mixer.pose().joint_count()});
    return hash_floats(hash, mixer.pose().weights);
}

void expect_sound(Mixer& mixer, double highest) {
    for (std::uint32_t i = 0; i < kClips; ++i) {
        const Action action = mixer.clip_action(ClipId{i});
        ASSERT_TRUE(std::isfinite(action.weight()));
        ASSERT_GE(action.weight(), 0.0f);
        ASSERT_LE(action.weight(), highest);
        ASSERT_GE(action.time(), Ticks{});
        ASSERT_LE(action.time(), action.duration());
    }
    for (JointIndex j = 0; j < mixer.pose().joint_count(); ++j) {
        const Transform t = joint_transform(mixer.pose(), j);
        ASSERT_TRUE(is_finite(t));
        ASSERT_NEAR(dot(t.rotation, t.rotation), 1.0, 2e-6);
    }
    for (const Mat34& m : mixer.model())
        ASSERT_TRUE(is_finite(m));
    for (float w : mixer.pose().weights)
        ASSERT_NEAR(w, 0.5, 1e-5) << "nothing animates it";
}

// No more than the fastest clip moves, and than the weights that have moved allow.
void expect_no_jump(const Shot& a, const Shot& b, double clip_time) {
    double moved = 0;
    for (std::size_t i = 0; i <= kClips; ++i)
        moved += 0.5 * std::abs(a.shares[i] - b.shares[i]);
    for (std::size_t j = 0; j < a.joints.size(); ++j) {
        const double x = std::abs(double{a.joints[j].translation.x} - b.joints[j].translation.x);
        // A joint that not all clips have can shift by up to twice the share moved.
        ASSERT_LE(x, Carousel::kSpeed * clip_time + 2 * Carousel::kReach * moved + 1e-4);
        const double turn = angle_between(a.joints[j].rotation, b.joints[j].rotation);
        ASSERT_LE(turn, 1.1 * Carousel::kTurnSpeed * clip_time +
                            2.2 * Carousel::kTurnReach * moved + 2e-3);
    }
}

// One random command; returns false where the pose may jump for it.
bool command(Mixer& mixer, Random& random, bool only_crossfades, ClipId& current, float& fastest) {
    const ClipId clip{random.below(kClips)};
    const Action action = mixer.clip_action(clip);
    switch (random.below(only_crossfades ? 4 : 13)) {
        case 0:
        case 1: {
            const float length = random.below(4) == 0 ? 0.0f : random.range(0.0f, 1.0f);
            const bool inertial = random.below(4) == 0;
            const ActionState& from = mixer.clip_action(current).state();
            const bool alike =
                from.layer == action.state().layer && from.additive == action.state().additive;
            EXPECT_EQ(mixer.cross_fade(current, clip, length,
                                       inertial ? FadeMode::inertial : FadeMode::blend),
                      alike ? Status::ok : Status::bad_argument);
            current = clip;
            return length > 0.0f && !inertial;  // one shorter than the step is a cut
        }
        case 2: {
            const float speed = random.range(-3.0f, 3.0f);
            fastest = std::max(fastest, std::abs(speed));
            action.set_speed(speed);
            return true;
        }
        case 3:
            action.pause(random.below(2) == 0);
            return true;
        case 4:
            action.play();
            return false;
        case 5:
            action.stop();
            return false;
        case 6:
            action.reset();
            return false;
        case 7:
            action.set_weight(random.range(0.0f, 1.5f));
            return false;
        case 8: {
            const float length = random.range(0.0f, 0.5f), weight = random.range(0.0f, 1.0f);
            action.fade_to(weight, length);
            return true;
        }
        case 9:
            action.fade_to(0.0f, random.range(0.001f, 0.5f));
            return true;
        case 10: {
            const std::uint32_t count = random.below(4), mode = random.below(3);
            action.set_loop(static_cast<PlayMode>(mode), count);
            return false;
        }
        case 11:
            action.set_time({static_cast<std::int64_t>(random.bits() % 2'000'000'000)});
            return false;
        default:
            mixer.set_strict(random.below(2) == 0);
            return false;
    }
}

}  // namespace

TEST(MixerRandom, TenThousandSequencesKeepEveryInvariant) {
    const Carousel carousel;
    MixerWorkspace workspace(carousel.rig());
    std::size_t steps = 0, judged = 0, crossing = 0;
    std::uint64_t hash = kHashSeed;
    for (std::uint64_t seed = 0; seed < 10'000 && !HasFatalFailure(); ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        Mixer mixer(carousel.rig(), workspace);
        const bool only_crossfades = seed % 2 == 0;
        ClipId current{random.below(kClips)};
        float fastest = 1.0f;
        mixer.clip_action(current).play();
        ASSERT_EQ(mixer.update(random.range(0.0f, 0.1f)), Status::ok);
        Shot before = take(mixer);
        for (int op = 0; op < 25; ++op) {
            bool smooth = true;
            for (std::uint32_t n = random.below(3); n > 0; --n)
                smooth = command(mixer, random, only_crossfades, current, fastest) && smooth;
            const bool huge = random.below(40) == 0;
            const float dt = huge ? random.range(-1e7f, 1e7f) : random.range(0.0f, 0.05f);
            ASSERT_EQ(mixer.update(dt), Status::ok);
            ++steps;
            expect_sound(mixer, 1.5);
            if (HasFatalFailure()) return;
            hash = add_pose(hash, mixer);
            const Shot after = take(mixer);
            if (only_crossfades) {
                double sum = 0;
                for (std::uint32_t i = 0; i < kClips; ++i)
                    sum += double{mixer.clip_action(ClipId{i}).effective_weight()};
                ASSERT_NEAR(sum, 1.0, 1e-5);
                ++crossing;
            }
            // Inertial offsets have a speed of their own; crossfade_test holds them.
            if (smooth && !huge && !before.carried && !after.carried &&
                !mixer.view().state->strict && op > 0) {
                expect_no_jump(before, after, double{fastest} * dt);
                ++judged;
            }
            before = after;
        }
    }
    EXPECT_EQ(steps, 250'000u);
    EXPECT_GT(judged, 80'000u);
    EXPECT_EQ(crossing, 125'000u);
    EXPECT_EQ(hash, 0x227b008aa40b5b13ull) << std::hex << hash;
}

// Layers, masks, additive actions, parts of clips, delays and time scales on top of it all.
TEST(MixerRandom, NothingThatCanBeAskedForBreaksAPose) {
    const Carousel carousel;
    MixerWorkspace workspace(carousel.rig());
    std::size_t shown = 0;
    std::uint64_t hash = kHashSeed;
    for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed + 77);
        Mixer mixer(carousel.rig(), workspace);
        ClipId current{0};
        float fastest = 1.0f;
        for (int op = 0; op < 40; ++op) {
            const Action action = mixer.clip_action(ClipId{random.below(kClips)});
            const Ticks a{static_cast<std::int64_t>(random.bits() % 700'000'000)};
            const Ticks b{static_cast<std::int64_t>(random.bits() % 700'000'000)};
            switch (random.below(8)) {
                case 0:
                    action.set_layer(static_cast<std::uint8_t>(random.below(3)));
                    break;
                case 1:
                    action.set_mask(random.below(3));
                    break;  // one of them is not there
                case 2:
                    action.set_additive(random.below(2) == 0, a - b);
                    break;
                case 3:
                    action.set_range(a, b);
                    break;
                case 4:
                    action.set_delay(random.range(-0.1f, 0.3f));
                    break;
                case 5:
                    (void)mixer.set_time_scale(random.range(-2.0f, 2.0f));
                    break;
                case 6: {
                    const auto mode = static_cast<FadeMode>(random.below(2));
                    const float length = random.range(-0.1f, 0.4f);
                    const ClipId to{random.below(kClips)}, from{random.below(kClips)};
                    (void)mixer.cross_fade(from, to, length, mode);
                    break;
                }
                default: {
                    const bool crossed = command(mixer, random, false, current, fastest);
                    shown += crossed ? 1 : 0;
                }
            }
            const bool huge = random.below(40) == 0;
            ASSERT_EQ(mixer.update(huge ? random.range(-1e7f, 1e7f) : random.range(0.0f, 0.1f)),
                      Status::ok);
            expect_sound(mixer, 1.5);
            if (HasFatalFailure()) return;
            hash = add_pose(hash, mixer);
        }
    }
    EXPECT_GT(shown, 1000u);
    EXPECT_EQ(hash, 0x90a3218fcc68bc78ull) << std::hex << hash;
}

}  // namespace motus::test

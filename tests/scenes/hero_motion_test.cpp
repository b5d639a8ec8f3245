// tests/scenes/hero_motion_test.cpp - the hero's clips as motion: loops, knees, travel, events.
// SPDX-License-Identifier: MIT
#include <motus/math/ops.h>
#include <tests/scenes/hero_stage.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace motus::test {
namespace {

constexpr double kDegrees = 180.0 / 3.14159265358979323846;

class HeroMotion : public testing::Test {
  protected:
    Stage stage_{hero()};

    std::int64_t frames_240(std::string_view clip) const {
        return stage_.clip(clip).duration.value / ticks_of_frames(1, 240).value;
    }

    /// Where all joints are, seen from the root: its own movement taken away.
    std::vector<Vec3> joints_from_root() const {
        const Mat34 back = inverse(stage_.model()[stage_.joint("Root")]);
        std::vector<Vec3> out;
        for (const std::uint32_t node : hero().skins[0].joints) {
            const Mat34& m = stage_.model()[stage_.rig().skeleton.view().of_source[node]];
            out.push_back(transform_point(back, {m.m[3], m.m[7], m.m[11]}));
        }
        return out;
    }

    /// Height of a point of the sole: `offset` from the floor under the joint at rest.
    double height_of(const std::string& joint, Vec3 offset) const {
        const AssetSkin& skin = hero().skins[0];
        const JointIndex j = stage_.joint(joint);
        for (std::size_t k = 0; k < skin.joints.size(); ++k) {
            if (hero().nodes[skin.joints[k]].name != joint) continue;
            const Mat34 rest = inverse(skin.inverse_binds[k]);
            const Vec3 floor{rest.m[3] + offset.x, offset.y, rest.m[11] + offset.z};
            const Mat34 moved = multiply(stage_.model()[j], skin.inverse_binds[k]);
            return transform_point(moved, floor).y;
        }
        ADD_FAILURE() << joint;
        return 0.0;
    }

    /// Degrees between thigh and shin: 0 straight, below 0 bent the wrong way, about the axis that
    /// runs through both hips.
    double knee_deg(const std::string& side) const {
        const Vec3 hip = stage_.at("Thigh" + side), knee = stage_.at("Shin" + side);
        const Vec3 a = normalize(subtract(knee, hip));
        const Vec3 b = normalize(subtract(stage_.at("Foot" + side), knee));
        const Vec3 across = subtract(stage_.at("Thigh.L"), stage_.at("Thigh.R"));
        const double angle = std::acos(std::clamp<double>(dot(a, b), -1.0, 1.0)) * kDegrees;
        return dot(cross(a, b), across) < 0.0f ? -angle : angle;
    }
};

TEST_F(HeroMotion, KneesBendForwardAndNeverPop) {
    for (const char* clip : {"Idle", "Walk", "Run", "Jump", "Turn"}) {
        for (const char* side : {".L", ".R"}) {
            double least = 180.0, most = 0.0, fastest = 0.0, before = 0.0;
            const std::int64_t frames = frames_240(clip);
            for (std::int64_t f = 0; f <= frames; ++f) {
                stage_.play(clip, ticks_of_frames(f, 240));
                const double bend = knee_deg(side);
                least = std::fmin(least, bend);
                most = std::fmax(most, bend);
                if (f > 0) fastest = std::fmax(fastest, std::fabs(bend - before) * 240.0);
                before = bend;
            }
            EXPECT_GT(least, 8.0) << clip << side << " straightens or bends back";
            EXPECT_LT(most, 140.0) << clip << side;
            EXPECT_LT(fastest, 1100.0)
                << clip << side << " pops: a jumper reaches 1000 degrees a second";
        }
    }
}

TEST_F(HeroMotion, LoopsCloseInPoseAndInSpeed) {
    for (const char* clip : {"Idle", "Walk", "Run"}) {
        const AssetClip& c = stage_.clip(clip);
        EXPECT_TRUE(c.loop);
        for (const AssetTrack& t : c.tracks) {
            if (t.node == hero().root_motion_node || t.times.size() < 2) continue;
            const std::size_t width = t.values.size() / t.times.size();
            for (std::size_t i = 0; i < width; ++i)
                ASSERT_EQ(t.values[i], t.values[t.values.size() - width + i])
                    << clip << ' ' << hero().nodes[t.node].name;
        }
        // Speeds before and after the seam, against the largest change of speed inside the clip.
        const Ticks frame = ticks_of_frames(1, clip == std::string("Run") ? 60 : 30);
        const std::int64_t frames = c.duration.value / frame.value;
        std::vector<std::vector<Vec3>> at;
        for (std::int64_t f = 0; f <= frames; ++f) {
            stage_.play(clip, frame * f);
            at.push_back(joints_from_root());
        }
        at.push_back(at[1]);
        for (std::size_t j = 0; j < at[0].size(); ++j) {
            double inside = 0.002;
            const auto change = [&](std::size_t f) {
                const Vec3 in = subtract(at[f][j], at[f - 1][j]);
                const Vec3 out = subtract(at[f + 1][j], at[f][j]);
                return static_cast<double>(length(subtract(out, in)));
            };
            for (std::size_t f = 1; f + 2 < at.size(); ++f)
                inside = std::fmax(inside, change(f));
            EXPECT_LE(change(at.size() - 2), 1.05 * inside)
                << clip << " jerks at its seam, joint " << j;
        }
    }
}

TEST_F(HeroMotion, OneShotsBeginAndEndStanding) {
    stage_.play("Idle", {});
    const std::vector<Vec3> standing = joints_from_root();
    for (const char* clip : {"Jump", "Turn"}) {
        EXPECT_FALSE(stage_.clip(clip).loop);
        for (const Ticks time : {Ticks{}, stage_.clip(clip).duration}) {
            stage_.play(clip, time);
            const std::vector<Vec3> now = joints_from_root();
            for (std::size_t j = 0; j < now.size(); ++j)
                EXPECT_LT(length(subtract(now[j], standing[j])), 0.002f)
                    << clip << ' ' << seconds_of(time) << " s, joint " << j;
        }
    }
}

TEST_F(HeroMotion, TheRootGoesAsFarAsItsSpeedSays) {
    const struct {
        const char* clip;
        double speed_m_s;
    } steady[] = {{"Walk", 1.12}, {"Run", 3.0}};
    for (const auto& s : steady) {
        const AssetClip& c = stage_.clip(s.clip);
        EXPECT_TRUE(c.root_motion);
        stage_.play(s.clip, {});
        const Vec3 start = stage_.at("Root");
        for (const double share : {0.25, 0.5, 0.7, 1.0}) {
            const Ticks time = ticks_of_seconds(seconds_of(c.duration) * share);
            stage_.play(s.clip, time);
            const Vec3 gone = subtract(stage_.at("Root"), start);
            EXPECT_NEAR(gone.z, s.speed_m_s * seconds_of(time), 1e-5) << s.clip;
            EXPECT_EQ(gone.x, 0.0f);
            EXPECT_EQ(gone.y, 0.0f);
        }
    }
    EXPECT_TRUE(stage_.clip("Jump").root_motion);
    stage_.play("Jump", stage_.clip("Jump").duration);
    EXPECT_NEAR(stage_.at("Root").z, 1.0, 1e-5);
    EXPECT_NEAR(stage_.at("Root").y, 0.0, 1e-6);

    EXPECT_TRUE(stage_.clip("Turn").root_motion);
    stage_.play("Turn", stage_.clip("Turn").duration);
    const Mat34& m = stage_.model()[stage_.joint("Root")];
    EXPECT_NEAR(m.m[2], 1.0, 1e-5) << "a quarter turn to the left: +Z has become +X";
    EXPECT_FALSE(stage_.clip("Idle").root_motion);
    EXPECT_FALSE(stage_.clip("Wave").root_motion);
}

TEST_F(HeroMotion, EventsLieOnTheContacts) {
    // A foot's sole is above the floor just before its event, on it at the event.
    const auto sole = [&](const std::string& side) {
        return std::fmin(height_of("Foot" + side, {0.0f, 0.0f, -0.066f}),
                         height_of("Toe" + side, {0.0f, 0.0f, 0.0f}));
    };
    for (const char* clip : {"Walk", "Run", "Turn", "Jump"}) {
        const AssetClip& c = stage_.clip(clip);
        ASSERT_EQ(c.events.size(), 2u) << clip;
        EXPECT_LT(c.events[0].time, c.events[1].time);
        for (const AssetEvent& e : c.events) {
            std::vector<std::string> sides = {".L", ".R"};
            if (e.name == "foot_left") sides = {".L"};
            if (e.name == "foot_right") sides = {".R"};
            const Ticks before_contact = ticks_of_frames(2, 30);
            Ticks near = e.time, far = e.time - before_contact;
            if (e.name == "takeoff") far = e.time + before_contact;
            if (far.value < 0) far = far + c.duration;
            for (const std::string& side : sides) {
                stage_.play(clip, near);
                EXPECT_LT(sole(side), 0.006) << clip << ' ' << e.name << side;
                stage_.play(clip, far);
                EXPECT_GT(sole(side), 0.006) << clip << ' ' << e.name << side;
            }
        }
    }
    EXPECT_EQ(stage_.clip("Walk").events[0].name, "foot_left");
    EXPECT_EQ(stage_.clip("Run").events[1].name, "foot_right");
    EXPECT_EQ(stage_.clip("Jump").events[0].name, "takeoff");
    EXPECT_EQ(stage_.clip("Jump").events[1].name, "land");
}

TEST_F(HeroMotion, BonesKeepTheirLength) {
    // Only the root, the hips and the eyelids are ever moved; only the eyes are scaled.
    for (const AssetClip& c : hero().clips) {
        for (const AssetTrack& t : c.tracks) {
            const std::string& name = hero().nodes[t.node].name;
            const std::string part = name.substr(0, 3);
            if (t.kind == TrackKind::translation) {
                EXPECT_TRUE(name == "Root" || name == "Hips" || part == "Lid") << c.name << name;
            } else if (t.kind == TrackKind::scale) {
                EXPECT_EQ(part, "Eye") << c.name << ' ' << name;
            }
        }
    }
}

TEST_F(HeroMotion, WaveTouchesTheUpperBodyOnly) {
    const Skeleton skeleton = stage_.rig().skeleton.view();
    const JointIndex spine = stage_.joint("Spine");
    std::size_t tracks = 0;
    for (const AssetTrack& t : stage_.clip("Wave").tracks) {
        EXPECT_TRUE(is_below(skeleton, skeleton.of_source[t.node], spine))
            << hero().nodes[t.node].name;
        ++tracks;
    }
    EXPECT_GT(tracks, 10u);
    // The hand goes over the head's middle and swings there.
    double left = 1e9, right = -1e9;
    for (std::int64_t f = 180; f < 300; ++f) {
        stage_.play("Wave", ticks_of_frames(f, 240));
        EXPECT_GT(stage_.at("Middle2.R").y, stage_.at("Head").y);
        left = std::fmin(left, stage_.at("Middle2.R").x);
        right = std::fmax(right, stage_.at("Middle2.R").x);
    }
    EXPECT_GT(right - left, 0.15);
}

TEST_F(HeroMotion, TheJumpIsThrown) {
    // The body leaves the floor with the speed it has in the air, and flies as a stone would.
    const std::vector<AssetEvent>& events = stage_.clip("Jump").events;
    const Ticks step = ticks_of_frames(1, 60);
    const auto hips_at = [&](Ticks time) {
        stage_.play("Jump", time);
        return stage_.at("Hips");
    };
    for (const AssetEvent& e : events) {
        const Vec3 before = subtract(hips_at(e.time), hips_at(e.time - step * 2));
        const Vec3 after = subtract(hips_at(e.time + step * 2), hips_at(e.time));
        EXPECT_LT(length(subtract(after, before)) * 30.0f, 1.2f) << e.name << ": m/s in one frame";
    }
    const double flight_s = seconds_of(events[1].time - events[0].time);
    const Vec3 from = hips_at(events[0].time), to = hips_at(events[1].time);
    for (Ticks t = events[0].time; t < events[1].time; t = t + step) {
        const double a = seconds_of(t - events[0].time), share = a / flight_s;
        const Vec3 stone = lerp(from, to, static_cast<float>(share));
        const Vec3 now = hips_at(t);
        EXPECT_NEAR(now.y, stone.y + 0.5 * 9.81 * a * (flight_s - a), 0.02);
        EXPECT_NEAR(now.z, stone.z, 0.05);
    }
}

TEST_F(HeroMotion, ArmsSwingAgainstTheLegs) {
    for (const char* clip : {"Walk", "Run"}) {
        double sum = 0.0;
        const std::int64_t frames = frames_240(clip);
        for (std::int64_t f = 0; f < frames; ++f) {
            stage_.play(clip, ticks_of_frames(f, 240));
            const Vec3 root = stage_.at("Root");
            for (const std::string side : {".L", ".R"})
                sum +=
                    (stage_.at("Hand" + side).z - root.z) * (stage_.at("Foot" + side).z - root.z);
        }
        EXPECT_LT(sum / static_cast<double>(frames), -0.01) << clip;
    }
}

TEST_F(HeroMotion, TheHeadStaysSteady) {
    // The head turns less than the chest, while the chest does turn.
    for (const char* clip : {"Walk", "Run"}) {
        double head = 0.0, chest = 0.0;
        for (std::int64_t f = 0; f < frames_240(clip); ++f) {
            stage_.play(clip, ticks_of_frames(f, 240));
            head = std::fmax(head, std::fabs(stage_.model()[stage_.joint("Head")].m[2]));
            chest = std::fmax(chest, std::fabs(stage_.model()[stage_.joint("Chest")].m[2]));
        }
        EXPECT_GT(chest, 0.08) << clip;
        EXPECT_LT(head, 0.5 * chest) << clip;
    }
}

}  // namespace
}  // namespace motus::test

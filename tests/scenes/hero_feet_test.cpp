// tests/scenes/hero_feet_test.cpp - soles that touch the floor stay where they are.
// SPDX-License-Identifier: MIT
#include <motus/math/ops.h>
#include <scenes/hero/hero.h>
#include <tests/scenes/hero_stage.h>

#include <cmath>

namespace motus::test {
namespace {

constexpr double kTouching_m = 0.004;  ///< A sole point lower than this stands on the floor.

struct SolePoint {
    Vec3 rest{};
    std::array<std::uint16_t, 4> joints{};
    std::array<float, 4> weights{};
    bool touching = false;
    Vec3 since{};  ///< Where it was when it came down.
};

/// The undersides of the boots, moved by linear blend skinning of their own.
std::vector<SolePoint> soles(const Asset& asset) {
    std::vector<SolePoint> out;
    for (const AssetPrimitive& p : asset.meshes[0].primitives) {
        for (std::size_t i = 0; i < p.positions.size(); ++i) {
            if (!(p.positions[i].y < 0.0015f)) continue;
            SolePoint s;
            s.rest = p.positions[i];
            for (std::size_t k = 0; k < 4; ++k) {
                s.joints[k] = p.joints[4 * i + k];
                s.weights[k] = p.joint_weights[4 * i + k];
            }
            out.push_back(s);
        }
    }
    return out;
}

struct Measured {
    double slide = 0.0;  ///< Furthest that a touching point went from where it came down.
    double slide_at_s = 0.0;
    Vec3 slide_point{};        ///< That point at rest.
    double lowest = 1.0;       ///< Lowest sole point.
    double touched = 0.0;      ///< Share of the time in which a point touched.
    double highest_low = 0.0;  ///< Greatest height of the lowest point: flight.
};

Measured measure(Stage& stage, std::string_view clip, int loops) {
    std::vector<SolePoint> points = soles(stage.asset());
    EXPECT_GT(points.size(), 40u);
    const AssetSkin& skin = stage.asset().skins[0];
    const Ticks duration = stage.clip(clip).duration;
    stage.play(clip, {});
    const Vec3 start = stage.at("Root");
    stage.play(clip, duration);
    const Vec3 travel = subtract(stage.at("Root"), start);

    Measured out;
    const std::int64_t per_loop = duration.value / ticks_of_frames(1, 240).value;
    std::int64_t touched = 0;
    for (std::int64_t f = 0; f < per_loop * loops; ++f) {
        const std::int64_t loop = f / per_loop;
        stage.play(clip, ticks_of_frames(f - loop * per_loop, 240));
        double low = 1.0;
        for (SolePoint& s : points) {
            Vec3 at = multiply(travel, static_cast<float>(loop));
            for (std::size_t k = 0; k < 4; ++k) {
                const std::uint32_t node = skin.joints[s.joints[k]];
                const JointIndex joint = stage.rig().skeleton.view().of_source[node];
                const Mat34 m = multiply(stage.model()[joint], skin.inverse_binds[s.joints[k]]);
                at = add(at, multiply(transform_point(m, s.rest), s.weights[k]));
            }
            const bool touching = at.y < kTouching_m;
            const double gone = std::hypot(at.x - s.since.x, at.z - s.since.z);
            if (touching && s.touching && gone > out.slide) {
                out.slide = gone;
                out.slide_at_s = static_cast<double>(f) / 240.0;
                out.slide_point = s.rest;
            }
            if (touching && !s.touching) s.since = at;
            s.touching = touching;
            low = std::fmin(low, at.y);
        }
        touched += low < kTouching_m ? 1 : 0;
        out.lowest = std::fmin(out.lowest, low);
        out.highest_low = std::fmax(out.highest_low, low);
    }
    out.touched = static_cast<double>(touched) / static_cast<double>(per_loop * loops);
    std::printf(
        "%-5.*s slide %.2f mm at %.3f s (sole at %.3f %.3f), lowest %.2f mm, flight %.0f mm\n",
        static_cast<int>(clip.size()), clip.data(), out.slide * 1e3, out.slide_at_s,
        out.slide_point.x, out.slide_point.z, out.lowest * 1e3, out.highest_low * 1e3);
    return out;
}

class HeroFeet : public testing::Test {
  protected:
    const Asset asset_ = scenes::make_hero();
    Stage stage_{asset_};
};

TEST_F(HeroFeet, DoNotSlideWhileTheyStand) {
    for (const char* clip : {"Idle", "Walk", "Run", "Turn"}) {
        const Measured m = measure(stage_, clip, stage_.clip(clip).loop ? 2 : 1);
        EXPECT_LT(m.slide, 0.010) << clip;
        EXPECT_GT(m.lowest, -0.006) << clip << " sinks into the floor";
        EXPECT_GT(m.touched, 0.4) << clip << " hardly touches the floor: nothing measured";
    }
    const Measured jump = measure(stage_, "Jump", 1);
    EXPECT_LT(jump.slide, 0.010);
    EXPECT_GT(jump.lowest, -0.006);
}

}  // namespace
}  // namespace motus::test

// tests/scenes/hero_motion_test.cpp - the hero's clips as motion: loops, knees, travel, events.
// SPDX-License-Identifier: MIT
#include <motus/math/ops.h>
#include <scenes/hero/hero.h>
#include <tests/scenes/hero_stage.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace motus::test {
namespace {

constexpr double kDegrees = 180.0 / 3.14159265358979323846;

const Asset& hero() {
    static const Asset asset = scenes::make_hero();
    return asset;
}

class HeroMotion : public testing::Test {
  protected:
    Stage stage_{hero()};

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
            double least = 180.0, most = 0.0, fastest = 0.0, least_at = 0.0, sharpest = 0.0;
            double before = 0.0, rate_before = 0.0;
            const std::int64_t frames = stage_.clip(clip).duration.value / ticks_of_frames(1, 240).value;
            for (std::int64_t f = 0; f <= frames; ++f) {
                stage_.play(clip, ticks_of_frames(f, 240));
                const double bend = knee_deg(side);
                if (bend < least) least_at = static_cast<double>(f) / 240.0;
                least = std::fmin(least, bend);
                most = std::fmax(most, bend);
                const double rate = (bend - before) * 240.0;
                if (f > 0) fastest = std::fmax(fastest, std::fabs(rate));
                if (f > 1) sharpest = std::fmax(sharpest, std::fabs(rate - rate_before));
                before = bend;
                rate_before = rate;
            }
            std::printf("%s%s knee %.1f (at %.3f s) .. %.1f deg, %.0f deg/s, step %.0f deg/s\n", clip, side, least, least_at,
                        most, fastest, sharpest);
            EXPECT_GT(least, 3.0) << clip << side << " straightens or bends back";
            EXPECT_LT(most, 150.0) << clip << side;
            EXPECT_LT(fastest, 1200.0) << clip << side << " pops";
        }
    }
}

}  // namespace
}  // namespace motus::test

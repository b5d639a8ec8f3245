// tests/scenarios/scenario_test.cpp - mixer runs against those of another engine, recorded in
// shared data: times, weights, poses after each update.
// SPDX-License-Identifier: MIT
#include <motus/asset/asset_rig.h>
#include <motus/import/gltf/gltf.h>
#include <motus/play/mixer.h>
#include <tests/import/data.h>

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <memory>
#include <string>

namespace motus::test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

// A model with a mixer on it, and the recording it is compared with.
class Scenario {
  public:
    Scenario(const fs::path& data, const std::string& name) {
        std::ifstream in(data / "oracle" / "scenarios" / (name + ".json"));
        oracle = json::parse(in);
        Diagnostics diagnostics;
        const fs::path file = data / "models" / oracle["file"].get<std::string>();
        Result<Asset> imported = import_gltf_file(file, diagnostics);
        if (!imported) throw std::runtime_error(to_string(imported.error()));
        asset_ = std::move(*imported);
        rig_ = std::make_unique<AssetRig>(std::move(*make_rig(asset_)));
        const std::vector<Clip> clips(rig_->clips.begin(), rig_->clips.end());
        mixer_rig_ = std::make_unique<RigBuffer>(
            std::move(*build_rig({.skeleton = rig_->skeleton, .clips = clips})));
        mixer = std::make_unique<Mixer>(mixer_rig_->view());
    }

    ClipId clip(const std::string& name) const {
        for (std::size_t i = 0; i < asset_.clips.size(); ++i) {
            if (asset_.clips[i].name == name) return static_cast<ClipId>(i);
        }
        ADD_FAILURE() << "no clip " << name;
        return ClipId{0};
    }
    Action action(const std::string& name) { return mixer->clip_action(clip(name)); }
    void update(double seconds) { update(ticks_of_seconds(seconds)); }
    void update(Ticks dt) { ASSERT_EQ(mixer->update(dt), Status::ok); }

    void expect_time(const json& step, const char* name) {
        EXPECT_NEAR(seconds_of(action(name).time()), step["actions"][name]["time"].get<double>(),
                    1e-6);
        ++compared;
    }
    void expect_weight(const json& step, const char* name) {
        EXPECT_NEAR(action(name).effective_weight(), step["actions"][name]["weight"].get<double>(),
                    1e-6);
    }
    void expect_pose(const json& step, double tolerance) {
        for (const auto& [bone, numbers] : step["pose"].items()) {
            const auto node = oracle["nodeIndex"][bone].get<std::uint32_t>();
            expect_joint(node, numbers, tolerance, bone);
        }
    }
    void expect_joint(std::uint32_t node, const json& numbers, double tolerance,
                      const std::string& name) {
        const Skeleton skeleton = rig_->skeleton.view();
        const Transform t = joint_transform(mixer->pose(), skeleton.of_source[node]);
        const double got[] = {t.translation.x, t.translation.y, t.translation.z, t.rotation.x,
                              t.rotation.y,    t.rotation.z,    t.rotation.w,    t.scale.x,
                              t.scale.y,       t.scale.z};
        const bool rotation_only = numbers.size() == 4;
        double dot = 0;
        for (std::size_t k = 3; k < 7; ++k)
            dot += got[k] * numbers[rotation_only ? k - 3 : k].get<double>();
        for (std::size_t k = rotation_only ? 3 : 0; k < (rotation_only ? 7u : 10u); ++k) {
            const double want = numbers[rotation_only ? k - 3 : k].get<double>();
            const double sign = k >= 3 && k < 7 && dot < 0 ? -1.0 : 1.0;
            EXPECT_NEAR(sign * got[k], want, tolerance * std::max(1.0, std::abs(want)))
                << name << " component " << k;
            ++compared;
        }
    }

    json oracle;
    std::unique_ptr<Mixer> mixer;
    std::size_t compared = 0;

  private:
    Asset asset_;
    std::unique_ptr<AssetRig> rig_;
    std::unique_ptr<RigBuffer> mixer_rig_;
};

enum class Compare { times, times_and_poses, poses };

// The runs that play Walk alone, in steps of `dt`.
void play_walk(Scenario& run, Ticks dt, Compare compare) {
    std::size_t done = 0;
    for (const json& step : run.oracle["steps"]) {
        SCOPED_TRACE(step["step"].get<int>());
        run.update(step["step"].get<int>() == 0 ? Ticks{} : dt);
        if (compare != Compare::poses) run.expect_time(step, "Walk");
        if (compare != Compare::times) {
            run.expect_weight(step, "Walk");
            run.expect_pose(step, 1e-5);
        }
        ++done;
    }
    EXPECT_GT(done, 4u);
    EXPECT_GE(run.compared, done);
}

const Ticks kTenth = ticks_of_frames(1, 10);

}  // namespace

TEST(Scenario, Crossfade) {
    MOTUS_NEED_DATA(data);
    Scenario run(data, "crossfade");
    run.action("Survey").play();
    run.action("Walk").play();
    const Ticks length = ticks_of_seconds(0.3);
    ASSERT_EQ(run.mixer->cross_fade(run.clip("Survey"), run.clip("Walk"), length), Status::ok);
    for (const json& step : run.oracle["steps"]) {
        SCOPED_TRACE(step["step"].get<int>());
        if (step["step"] == 31) {
            ASSERT_EQ(run.mixer->cross_fade(run.clip("Walk"), run.clip("Run"), length), Status::ok);
        }
        run.update(ticks_of_frames(1, 60));
        for (const char* name : {"Survey", "Walk", "Run"}) {
            run.expect_time(step, name);
            run.expect_weight(step, name);
        }
        run.expect_pose(step, 5e-3);
    }
    EXPECT_EQ(run.compared, 60u * (3 + 50));
}

TEST(Scenario, FadeInAndOut) {
    MOTUS_NEED_DATA(data);
    Scenario run(data, "fade_in_out");
    run.action("Walk").fade_to(1.0f, ticks_of_seconds(0.5));
    for (const json& step : run.oracle["steps"]) {
        SCOPED_TRACE(step["step"].get<int>());
        run.update(step["step"] == 0 ? Ticks{} : kTenth);
        run.expect_time(step, "Walk");
        run.expect_weight(step, "Walk");
        run.expect_pose(step, 1e-3);
    }
    EXPECT_EQ(run.compared, 9u * 51);
}

TEST(Scenario, FixedWeights) {
    MOTUS_NEED_DATA(data);
    Scenario first(data, "fixed_weights");
    std::size_t index = 0;
    for (const json& step : first.oracle["steps"]) {
        SCOPED_TRACE(index++);
        Scenario run(data, "fixed_weights");
        for (const auto& [name, weight] : step["weights"].items())
            run.action(name).set_weight(weight.get<float>()).play();
        run.update(0.2);
        for (const char* name : {"Survey", "Walk", "Run"}) {
            run.expect_time(step, name);
            run.expect_weight(step, name);
        }
        run.expect_pose(step, 1e-3);
    }
    EXPECT_EQ(index, 7u);
}

TEST(Scenario, Additive) {
    MOTUS_NEED_DATA(data);
    Scenario first(data, "additive");
    std::size_t index = 0;
    for (const json& step : first.oracle["steps"]) {
        SCOPED_TRACE(index++);
        Scenario run(data, "additive");
        run.action("Survey").play();
        run.action("Walk")
            .set_additive(true)
            .set_weight(step["additiveWeight"].get<float>())
            .play();
        run.update(step["t"].get<double>());
        run.expect_pose(step, 1e-4);
    }
    EXPECT_EQ(index, 8u);
}

TEST(Scenario, OnceAndHold) {
    MOTUS_NEED_DATA(data);
    Scenario run(data, "once_clamp");
    run.action("Walk").set_loop(PlayMode::once).play();
    play_walk(run, kTenth, Compare::times_and_poses);
}

TEST(Scenario, RepeatInBigSteps) {
    MOTUS_NEED_DATA(data);
    Scenario run(data, "repeat_big_step");
    run.action("Walk").play();
    play_walk(run, ticks_of_seconds(1.9), Compare::times_and_poses);
}

TEST(Scenario, RepeatOfExactlyTheDuration) {
    MOTUS_NEED_DATA(data);
    Scenario run(data, "repeat_exact_duration");
    const std::int64_t length = run.action("Walk").play().duration().value;
    std::int64_t halves = 0;
    for (const json& step : run.oracle["steps"]) {
        SCOPED_TRACE(step["step"].get<int>());
        const std::int64_t now = step["step"].get<int>() * length / 2;
        run.update(Ticks{now - halves});
        halves = now;
        run.expect_time(step, "Walk");
        run.expect_pose(step, 1e-5);
    }
    EXPECT_EQ(run.compared, 7u * 51);
}

TEST(Scenario, NegativeSpeed) {
    MOTUS_NEED_DATA(data);
    Scenario run(data, "negative_timescale");
    run.action("Walk").set_speed(-1.0f).play();
    play_walk(run, kTenth, Compare::times_and_poses);
}

TEST(Scenario, NegativePingPong) {
    MOTUS_NEED_DATA(data);
    Scenario run(data, "negative_pingpong");
    run.action("Walk").set_loop(PlayMode::ping_pong).set_speed(-1.0f).play();
    play_walk(run, kTenth, Compare::poses);
}

TEST(Scenario, NegativeOnce) {
    MOTUS_NEED_DATA(data);
    Scenario run(data, "negative_once");
    const Action walk = run.action("Walk").set_loop(PlayMode::once).set_speed(-1.0f);
    walk.set_time(walk.duration()).play();
    play_walk(run, kTenth, Compare::times_and_poses);
}

TEST(Scenario, NegativeMixer) {
    MOTUS_NEED_DATA(data);
    Scenario run(data, "negative_mixer");
    run.action("Walk").play();
    ASSERT_EQ(run.mixer->set_time_scale(-0.5f), Status::ok);
    play_walk(run, kTenth, Compare::times_and_poses);
}

TEST(Scenario, PingPongOfAnOpenClip) {
    MOTUS_NEED_DATA(data);
    Scenario run(data, "pingpong_open_clip");
    run.action("bend").set_loop(PlayMode::ping_pong, 3).play();
    for (const json& step : run.oracle["reps3_clamp"]["steps"]) {
        SCOPED_TRACE(step["step"].get<int>());
        run.update(ticks_of_frames(1, 5));
        run.expect_joint(run.oracle["node"].get<std::uint32_t>(), step["q"], 1e-5, "bend");
    }
    EXPECT_EQ(run.compared, 14u * 4);
}

TEST(Scenario, TimesOfCountedRuns) {
    MOTUS_NEED_DATA(data);
    const auto run_times = [&](const char* name, PlayMode mode, std::uint32_t laps, float speed,
                               bool folded) {
        SCOPED_TRACE(name);
        Scenario run(data, name);
        const Action walk = run.action("Walk").set_loop(mode, laps).set_speed(speed).play();
        int looped = 0, finished = 0;
        if (!folded) {
            play_walk(run, kTenth, Compare::times);
        } else {
            // The recording unfolds a ping-pong's time.
            const double length = seconds_of(walk.duration());
            for (const json& step : run.oracle["steps"]) {
                run.update(step["step"] == 0 ? Ticks{} : kTenth);
                for (const MixerNotice& notice : run.mixer->notices())
                    ++(notice.kind == NoticeKind::looped ? looped : finished);
                const double want = step["actions"]["Walk"]["time"].get<double>();
                EXPECT_NEAR(seconds_of(walk.time()), looped % 2 == 1 ? length - want : want, 1e-6);
            }
            EXPECT_EQ(looped, 2);
            EXPECT_EQ(finished, 1);
        }
        EXPECT_TRUE(walk.is_finished());
    };
    run_times("repeat", PlayMode::loop, 3, 1.0f, false);
    run_times("negative_timescale_reps", PlayMode::loop, 2, -0.75f, false);
    run_times("once", PlayMode::once, 0, 1.0f, false);
    run_times("pingpong", PlayMode::ping_pong, 3, 1.0f, true);
}

TEST(Scenario, CrossfadeInterruptedStaysContinuousWhereTheRecordingJumps) {
    MOTUS_NEED_DATA(data);
    Scenario run(data, "crossfade_interrupted");
    run.action("Survey").play();
    const Ticks length = ticks_of_seconds(0.3);
    ASSERT_EQ(run.mixer->cross_fade(run.clip("Survey"), run.clip("Walk"), length), Status::ok);
    double most = 0, last[3] = {1, 0, 0};
    for (const json& step : run.oracle["steps"]) {
        if (step["step"] == 10) {
            ASSERT_EQ(run.mixer->cross_fade(run.clip("Walk"), run.clip("Run"), length), Status::ok);
        }
        run.update(ticks_of_frames(1, 60));
        double sum = 0, recorded = 0;
        std::size_t i = 0;
        for (const char* name : {"Survey", "Walk", "Run"}) {
            const double weight = double{run.action(name).effective_weight()};
            EXPECT_LE(std::abs(weight - last[i]), 1.0 / 18 + 1e-6);
            last[i++] = weight;
            sum += weight;
            recorded += step["actions"][name]["weight"].get<double>();
        }
        EXPECT_NEAR(sum, 1.0, 1e-6);
        most = std::max(most, recorded);
    }
    EXPECT_GT(most, 1.4) << "the recording shows the fault that ours does not have";
    EXPECT_EQ(last[2], 1.0);
}

}  // namespace motus::test

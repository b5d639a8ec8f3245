// Imported clips, sampled by the runtime, against Unity's curve rules in double precision.
// SPDX-License-Identifier: MIT
#include <motus/asset/asset_rig.h>
#include <motus/import/unity/clip.h>
#include <motus/import/unity/import.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <tests/unity/anim_text.h>
#include <tests/unity/files.h>

#include <algorithm>
#include <limits>

namespace motus::unity {
namespace {

using namespace test;

class Sampler {
  public:
    explicit Sampler(const std::string& text) {
        Diagnostics diagnostics;
        ImportReport report;
        Result<Asset> asset = read_anim_asset(text, report, diagnostics);
        EXPECT_TRUE(asset) << to_string(asset.error());
        EXPECT_TRUE(diagnostics.faults().empty());
        asset_ = *std::move(asset);
        Result<AssetRig> rig = make_rig(asset_);
        EXPECT_TRUE(rig) << to_string(rig.error());
        rig_ = std::make_unique<AssetRig>(*std::move(rig));
        pose_ = std::make_unique<PoseBuffer>(rig_->skeleton.view());
    }
    [[nodiscard]] Transform at(const std::string& node, double time) {
        sample(time);
        return joint_transform(*pose_, joint(node));
    }
    [[nodiscard]] std::vector<float> weights(double time) {
        sample(time);
        const auto view = static_cast<const PoseBuffer&>(*pose_).view().weights;
        return {view.begin(), view.end()};
    }
    [[nodiscard]] const Asset& asset() const { return asset_; }

  private:
    void sample(double time) {
        const Skeleton skeleton = rig_->skeleton.view();
        const SampleJob job{
            rig_->clips.at(0).view(), ticks_of_seconds(time), rest_pose(skeleton), {}, *pose_};
        ASSERT_EQ(run(job), Status::ok);
    }
    JointIndex joint(const std::string& node) {
        for (std::uint32_t i = 0; i < asset_.nodes.size(); ++i) {
            if (asset_.nodes[i].name == node) return rig_->skeleton.view().of_source[i];
        }
        ADD_FAILURE() << "no node " << node;
        return 0;
    }
    Asset asset_;
    std::unique_ptr<AssetRig> rig_;
    std::unique_ptr<PoseBuffer> pose_;
};

TEST(UnityClip, PositionsAndScales) {
    Random random(1);
    for (int round = 0; round < 20; ++round) {
        const auto p = random_curves(random, 3, false, round % 2 == 1, 1.0);
        const auto s = random_curves(random, 3, false, round % 2 == 1, 1.0);
        AnimText anim;
        anim.position = curve_text("Hips/Spine", p);
        anim.scale = curve_text("Hips", s);
        anim.stop = std::max(last_time(p), last_time(s));
        Sampler sampler(anim.text());
        for (int i = 0; i <= 1000; ++i) {
            const double t = tick_time(anim.stop, i, 1000);
            const Transform spine = sampler.at("Spine", t), hips = sampler.at("Hips", t);
            const double got_p[3] = {-spine.translation.x, spine.translation.y,
                                     spine.translation.z};
            const double got_s[3] = {hips.scale.x, hips.scale.y, hips.scale.z};
            for (std::size_t c = 0; c < 3; ++c) {
                if (!is_near_jump(p[c], t)) {
                    ASSERT_NEAR(got_p[c], reference(p[c], t), kBound);
                }
                if (!is_near_jump(s[c], t)) {
                    ASSERT_NEAR(got_s[c], reference(s[c], t), kBound);
                }
            }
        }
    }
}

TEST(UnityClip, QuaternionsArePerComponentAndNormalised) {
    Random random(2);
    for (int round = 0; round < 20; ++round) {
        auto q = random_curves(random, 4, false, false, 0.3);
        for (RefKey& key : q[3])
            key.value = 1.0;  // away from 0, where nothing can be normalised
        AnimText anim;
        anim.rotation = curve_text("Hips", q);
        anim.stop = last_time(q);
        Sampler sampler(anim.text());
        for (int i = 0; i <= 1000; ++i) {
            const double t = tick_time(anim.stop, i, 1000);
            expect_rotation(test::reference_rotation(q, t), sampler.at("Hips", t).rotation, kBound);
        }
    }
}

TEST(UnityClip, EulerAnglesAboutZThenXThenY) {
    // One axis at a time tells the order: 90 degrees about z, then about x, moves x to z.
    const std::array<double, 4> q = test::reference_euler(90, 0, 90);
    EXPECT_NEAR(q[0], 0.5, 1e-12);
    EXPECT_NEAR(q[1], -0.5, 1e-12);
    EXPECT_NEAR(q[2], 0.5, 1e-12);
    Random random(3);
    for (int round = 0; round < 20; ++round) {
        const auto e = random_curves(random, 3, round % 2 == 1, round % 3 == 2, 180.0);
        AnimText anim;
        anim.euler = curve_text("Hips", e);
        anim.stop = last_time(e);
        Sampler sampler(anim.text());
        for (int i = 0; i <= 1000; ++i) {
            const double t = tick_time(anim.stop, i, 1000);
            if (is_near_jump(e[0], t) || is_near_jump(e[1], t) || is_near_jump(e[2], t)) continue;
            std::array<double, 4> wanted =
                test::reference_euler(reference(e[0], t), reference(e[1], t), reference(e[2], t));
            wanted[1] = -wanted[1];
            wanted[2] = -wanted[2];
            expect_rotation(wanted, sampler.at("Hips", t).rotation, kBound);
        }
    }
}

TEST(UnityClip, WeightedTangentsWithinTheBound) {
    Random random(4);
    for (int round = 0; round < 20; ++round) {
        const auto p = random_curves(random, 3, true, false, 1.0);
        AnimText anim;
        anim.position = curve_text("Hips", p);
        anim.stop = last_time(p);
        Sampler sampler(anim.text());
        for (int i = 0; i <= 1000; ++i) {
            const double t = tick_time(anim.stop, i, 1000);
            const Transform hips = sampler.at("Hips", t);
            ASSERT_NEAR(-hips.translation.x, reference(p[0], t), kBound);
            ASSERT_NEAR(hips.translation.y, reference(p[1], t), kBound);
        }
    }
}

TEST(UnityClip, BlendShapesBecomeMorphWeights) {
    Random random(5);
    const auto a = random_curves(random, 1, false, false, 100.0);
    const auto b = random_curves(random, 1, false, false, 100.0);
    AnimText anim;
    anim.numbers = curve_text("Face", a, "    attribute: blendShape.Smile\n    classID: 137\n") +
                   curve_text("Face", b, "    attribute: blendShape.Blink\n    classID: 137\n");
    anim.stop = std::max(last_time(a), last_time(b));
    Sampler sampler(anim.text());
    EXPECT_EQ(sampler.asset().meshes.at(0).target_names,
              (std::vector<std::string>{"Smile", "Blink"}));
    for (int i = 0; i <= 1000; ++i) {
        const double t = tick_time(anim.stop, i, 1000);
        const std::vector<float> weights = sampler.weights(t);
        ASSERT_EQ(weights.size(), 2u);
        ASSERT_NEAR(weights[0], reference(a[0], t) / 100, kBound);
        ASSERT_NEAR(weights[1], reference(b[0], t) / 100, kBound);
    }
}

TEST(UnityClip, TheRestIsTheFirstKeyAndTheFirstCurveCounts) {
    const std::vector<RefCurve> place = {
        {{0, 2, 3, 3}, {1, 5, -7, -7}}, {{0, 4, 0, 0}, {1, 6, 0, 0}}, {{0, 8, 0, 0}, {1, 9, 0, 0}}};
    const std::vector<RefCurve> other = {{{0, 20, 0, 0}, {1, 30, 0, 0}},
                                         {{0, 20, 0, 0}, {1, 30, 0, 0}},
                                         {{0, 20, 0, 0}, {1, 30, 0, 0}}};
    AnimText anim;
    anim.position = curve_text("Hips", place) + curve_text("Hips", other);
    anim.stop = 1;
    ImportReport report;
    Diagnostics diagnostics;
    const Result<Asset> asset = read_anim_asset(anim.text(), report, diagnostics);
    ASSERT_TRUE(asset);
    ASSERT_EQ(asset->clips[0].tracks.size(), 1u);
    EXPECT_EQ(asset->clips[0].tracks[0].interpolation, Interpolation::cubic_spline);
    const AssetNode& hips = asset->nodes[asset->clips[0].tracks[0].node];
    EXPECT_EQ(hips.local.translation.x, -2.0f) << "the value, not its tangent";
    EXPECT_EQ(hips.local.translation.y, 4.0f);
    ASSERT_FALSE(report.features.empty());
    EXPECT_TRUE(std::any_of(report.features.begin(), report.features.end(), [](const auto& f) {
        return f.name == "two curves of one property" && f.uses == 1;
    }));
}

TEST(UnityClip, StraightLinesWithJumpsStayLinear) {
    // Up by 1 in a second, a jump to 5, and up again.
    const double inf = std::numeric_limits<double>::infinity();
    RefCurve line = {{0, 0, 1, 1}, {1, 1, 1, inf}, {1.5, 5, 1, 1}, {2.5, 6, 1, 1}};
    AnimText anim;
    anim.position = curve_text("Hips", {line, line, line});
    anim.stop = 2.5;
    Sampler sampler(anim.text());
    EXPECT_EQ(sampler.asset().clips[0].tracks[0].interpolation, Interpolation::linear);
    EXPECT_FLOAT_EQ(sampler.at("Hips", 0.5).translation.y, 0.5f);
    EXPECT_FLOAT_EQ(sampler.at("Hips", 1.25).translation.y, 1.0f) << "held";
    EXPECT_FLOAT_EQ(sampler.at("Hips", 2.0).translation.y, 5.5f);
}

// Each value holds until the next key: no ramps of a tick.
TEST(UnityClip, CurvesOfStepsAreSteps) {
    const double inf = std::numeric_limits<double>::infinity();
    const RefCurve curve = {
        {0, 1, inf, inf}, {0.4, 2, inf, inf}, {0.5, 2, inf, inf}, {1, 3, inf, inf}};
    AnimText anim;
    anim.scale = curve_text("Hips", {curve, curve, curve});
    anim.rotation = curve_text("Hips", {curve, curve, curve, curve});
    anim.stop = 1;
    Sampler sampler(anim.text());
    ASSERT_EQ(sampler.asset().clips[0].tracks.size(), 2u);
    for (const AssetTrack& track : sampler.asset().clips[0].tracks) {
        EXPECT_EQ(track.interpolation, Interpolation::step);
        EXPECT_EQ(track.times.size(), 4u);
    }
    const double tick = 1.0 / static_cast<double>(kTicksPerSecond);
    const double jump = static_cast<double>(0.4f);
    EXPECT_EQ(sampler.at("Hips", jump - 2 * tick).scale.y, 1.0f);
    EXPECT_EQ(sampler.at("Hips", jump + tick).scale.y, 2.0f);
    EXPECT_EQ(sampler.at("Hips", 0.999).scale.y, 2.0f);
    EXPECT_EQ(sampler.at("Hips", 1.0).scale.y, 3.0f);
}

// No length is no rotation; another length than 1 is one, as Unity has it.
TEST(UnityClip, RotationsOfNoLengthAreNoTurn) {
    const std::vector<RefCurve> parts = {{{0, 0, 0, 0}, {1, 0, 0, 0}},
                                         {{0, 0, 0, 0}, {1, 2, 0, 0}},
                                         {{0, 0, 0, 0}, {1, 0, 0, 0}},
                                         {{0, 0, 0, 0}, {1, 0, 0, 0}}};
    AnimText anim;
    anim.rotation = curve_text("Hips", parts);
    anim.stop = 1;
    ImportReport report;
    Diagnostics diagnostics;
    const Result<Asset> asset = read_anim_asset(anim.text(), report, diagnostics);
    ASSERT_TRUE(asset);
    ASSERT_EQ(diagnostics.faults().size(), 1u);
    EXPECT_EQ(diagnostics.faults()[0].code, "unity-number");
    const AssetTrack& track = asset->clips[0].tracks.at(0);
    ASSERT_EQ(track.interpolation, Interpolation::cubic_spline);
    EXPECT_EQ(track.values.at(4 + 3), 1.0f);
    EXPECT_EQ(track.values.at(12 + 4 + 1), -2.0f) << "normalised where it is sampled";
    EXPECT_TRUE(make_rig(*asset));
}

// The same rule for clips and timelines; what is left out is not counted as converted.
TEST(UnityClip, TwoCurvesOfOnePropertyAreCountedAndTold) {
    const RefCurve low = {{0, 1, 0, 0}, {1, 1, 0, 0}}, high = {{0, 5, 0, 0}, {1, 5, 0, 0}};
    const RefCurve none = {{0, 0, 0, 0}, {1, 0, 0, 0}};
    for (const bool timeline : {false, true}) {
        AnimText anim;
        anim.rotation = curve_text("Hips", {none, low, none, none});
        anim.euler = curve_text("Hips", {none, none, none});
        anim.position =
            curve_text("Hips", {low, low, low}) + curve_text("Hips", {high, high, high});
        const std::string shape = "    attribute: blendShape.Smile\n    classID: 137\n";
        anim.numbers = curve_text("Face", {low}, shape) + curve_text("Face", {high}, shape);
        if (timeline) {
            anim.numbers += curve_text("Lamp", {low}, "    attribute: m_Range\n    classID: 108\n");
        }
        anim.stop = 1;
        ImportOptions options;
        options.text = anim.text();
        options.clips_path = "clips.glb";
        Diagnostics diagnostics;
        const auto import = import_clip(options, diagnostics);
        ASSERT_TRUE(import);
        const ImportReport& report = import->report;
        const auto count = std::find_if(report.counts.begin(), report.counts.end(),
                                        [](const auto& c) { return c.what == "curves"; });
        ASSERT_NE(count, report.counts.end());
        EXPECT_EQ(count->found, timeline ? 7u : 6u);
        EXPECT_EQ(count->converted, timeline ? 4u : 3u);
        EXPECT_TRUE(std::any_of(report.features.begin(), report.features.end(), [](const auto& f) {
            return f.name == "two curves of one property" && f.uses == 3;
        }));
        if (!timeline) continue;
        const auto& lines = content(*import->document).library().timelines();
        ASSERT_EQ(lines.size(), 1u);
        EXPECT_EQ(lines[0].tracks().size(), 4u);
        for (const auto& track : lines[0].tracks()) {
            for (const auto& key : track.keys()) {
                const Value& value = key.value();
                if (value.as_number() != nullptr) {
                    EXPECT_EQ(*value.as_number(), 1.0);
                }
                if (value.as_tuple() != nullptr) {
                    EXPECT_LE(value.as_tuple()->v[1], 1.0f);
                }
            }
        }
    }
}

// A part of the keys is used; times count from its start. Events and the loop flag come along.
TEST(UnityClip, StartStopAndEvents) {
    Random random(6);
    auto p = random_curves(random, 3, false, false, 1.0);
    while (last_time(p) < 0.6)
        p = random_curves(random, 3, false, false, 1.0);
    AnimText anim;
    anim.position = curve_text("Hips", p);
    anim.start = 0.125;
    anim.stop = 0.5;
    anim.loop = false;
    anim.events =
        "  - time: 0.25\n    functionName: Step\n    data: left\n    floatParameter: 1.5\n"
        "    intParameter: 3\n    messageOptions: 0\n";
    Sampler sampler(anim.text());
    const AssetClip& clip = sampler.asset().clips.at(0);
    EXPECT_EQ(clip.duration, ticks_of_seconds(0.375));
    EXPECT_FALSE(clip.loop);
    ASSERT_EQ(clip.events.size(), 1u);
    EXPECT_EQ(clip.events[0].time, ticks_of_seconds(0.125));
    for (int i = 0; i <= 1000; ++i) {
        const double t = tick_time(0.375, i, 1000);
        ASSERT_NEAR(sampler.at("Hips", t).translation.y, reference(p[1], t + 0.125), kBound);
    }
    ImportOptions options;
    options.text = anim.text();
    options.clips_path = "test.clips.glb";
    Diagnostics diagnostics;
    const auto import = import_clip(options, diagnostics);
    ASSERT_TRUE(import);
    const doc::Document& made = content(*import->document);
    ASSERT_EQ(made.library().events().size(), 1u);
    EXPECT_EQ(made.library().events()[0].name(), "Step");
    const auto* rig = object_cast<doc::Rig>(&made.scene().entities()[0].components()[0]);
    ASSERT_NE(rig, nullptr);
    const doc::AnimationClip& authored = rig->clips()[0];
    EXPECT_FALSE(authored.loop());
    EXPECT_EQ(authored.length_s(), 0.375f);
    EXPECT_EQ(authored.events()[0].text(), "left");
    EXPECT_EQ(authored.events()[0].number(), 1.5f);
    EXPECT_EQ(authored.events()[0].integer(), 3);
    EXPECT_FALSE(import->clips_glb.empty());
}

// Every curve of the shared clips that moves a transform.
TEST(UnityClip, SharedClips) {
    MOTUS_NEED_DATA(data);
    std::size_t checked = 0;
    for (const auto& path : test::files_below(data / "unity", {".anim"})) {
        SCOPED_TRACE(path);
        const Result<std::string> text = read_text_file(path);
        Diagnostics diagnostics;
        auto file = UnityFile::open(*text, diagnostics);
        ASSERT_TRUE(file);
        const Result<UnityClip> clip = read_clip(**file, 0, diagnostics);
        ASSERT_TRUE(clip) << to_string(clip.error());
        if (clip->curves.empty()) continue;
        Sampler sampler(*text);
        for (const ClipCurve& curve : clip->curves) {
            if (curve.target == CurveTarget::number) continue;
            std::vector<RefCurve> parts;
            for (const Curve& part : curve.parts) {
                RefCurve& keys = parts.emplace_back();
                for (const CurveKey& key : part.keys) {
                    keys.push_back({key.time, key.value, key.in_slope, key.out_slope,
                                    (key.in_weighted ? 1 : 0) + (key.out_weighted ? 2 : 0),
                                    key.in_weight, key.out_weight});
                }
            }
            const std::size_t slash = curve.path.rfind('/');
            const std::string node = curve.path.empty()           ? "Root"
                                     : slash == std::string::npos ? curve.path
                                                                  : curve.path.substr(slash + 1);
            const double length = clip->length() > 0 ? clip->length() : 1.0;
            ++checked;
            for (int i = 0; i <= 1000; i += curve.parts[0].keys.size() > 50 ? 10 : 1) {
                const double t = tick_time(length, i, 1000), u = t + clip->start;
                const Transform got = sampler.at(node, t);
                if (curve.target == CurveTarget::position) {
                    ASSERT_NEAR(-got.translation.x, reference(parts[0], u), kBound);
                    ASSERT_NEAR(got.translation.y, reference(parts[1], u), kBound);
                    ASSERT_NEAR(got.translation.z, reference(parts[2], u), kBound);
                } else if (curve.target == CurveTarget::scale) {
                    ASSERT_NEAR(got.scale.x, reference(parts[0], u), kBound);
                } else if (curve.target == CurveTarget::euler) {
                    auto wanted = test::reference_euler(
                        reference(parts[0], u), reference(parts[1], u), reference(parts[2], u));
                    wanted[1] = -wanted[1];
                    wanted[2] = -wanted[2];
                    expect_rotation(wanted, got.rotation, kBound);
                } else {
                    expect_rotation(test::reference_rotation(parts, u), got.rotation, kBound);
                }
            }
        }
    }
    EXPECT_GT(checked, 20u);
}

}  // namespace
}  // namespace motus::unity

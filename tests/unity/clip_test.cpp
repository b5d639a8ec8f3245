// Imported clips, sampled by the runtime, against Unity's curve rules in double precision.
// SPDX-License-Identifier: MIT
#include <motus/asset/rig.h>
#include <motus/import/unity/clip.h>
#include <motus/import/unity/import.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <tests/support/random.h>
#include <tests/unity/files.h>
#include <tests/unity/reference.h>

#include <fmt/format.h>

namespace motus::unity {
namespace {

using test::Random;
using test::RefCurve;
using test::reference;
using test::RefKey;

constexpr double kBound = 1e-5;

std::string number(double value) {
    return std::isinf(value) ? std::string(value > 0 ? "Infinity" : "-Infinity")
                             : fmt::format("{:.9g}", static_cast<float>(value));
}

/// A curve of a vector as a .anim file has it; all parts have the same times and modes.
std::string curve_text(const std::string& path, const std::vector<RefCurve>& parts,
                       const std::string& more = {}) {
    const auto tuple = [&](std::size_t k, double RefKey::*member) {
        if (parts.size() == 1) return number(parts[0][k].*member);
        std::string out = "{";
        for (std::size_t i = 0; i < parts.size(); ++i) {
            out +=
                fmt::format("{}{}: {}", i == 0 ? "" : ", ", "xyzw"[i], number(parts[i][k].*member));
        }
        return out + "}";
    };
    std::string out = "  - curve:\n      serializedVersion: 2\n      m_Curve:\n";
    for (std::size_t k = 0; k < parts[0].size(); ++k) {
        out += fmt::format(
            "      - serializedVersion: 3\n        time: {}\n        value: {}\n"
            "        inSlope: {}\n        outSlope: {}\n        tangentMode: 0\n"
            "        weightedMode: {}\n        inWeight: {}\n        outWeight: {}\n",
            number(parts[0][k].time), tuple(k, &RefKey::value), tuple(k, &RefKey::in),
            tuple(k, &RefKey::out), parts[0][k].mode, tuple(k, &RefKey::in_weight),
            tuple(k, &RefKey::out_weight));
    }
    out += "      m_PreInfinity: 2\n      m_PostInfinity: 2\n      m_RotationOrder: 4\n";
    return out + more + fmt::format("    path: {}\n", path);
}

struct AnimText {
    std::string rotation, euler, position, scale, numbers, events;
    double start = 0, stop = 0;
    bool loop = true;

    [[nodiscard]] std::string text() const {
        const auto list = [](const char* key, const std::string& items) {
            return items.empty() ? fmt::format("  {}: []\n", key)
                                 : fmt::format("  {}:\n{}", key, items);
        };
        return "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!74 &7400000\nAnimationClip:\n"
               "  m_Name: Test\n  serializedVersion: 6\n  m_Legacy: 0\n" +
               list("m_RotationCurves", rotation) + list("m_EulerCurves", euler) +
               list("m_PositionCurves", position) + list("m_ScaleCurves", scale) +
               list("m_FloatCurves", numbers) +
               fmt::format(
                   "  m_SampleRate: 60\n  m_AnimationClipSettings:\n"
                   "    serializedVersion: 2\n    m_StartTime: {}\n    m_StopTime: {}\n"
                   "    m_LoopTime: {}\n",
                   number(start), number(stop), loop ? 1 : 0) +
               list("m_Events", events);
    }
};

/// What the file holds of these keys: floats.
RefCurve as_floats(RefCurve curve) {
    for (RefKey& key : curve) {
        for (double RefKey::*member : {&RefKey::time, &RefKey::value, &RefKey::in, &RefKey::out,
                                       &RefKey::in_weight, &RefKey::out_weight}) {
            key.*member = static_cast<double>(static_cast<float>(key.*member));
        }
    }
    return curve;
}

/// Random curves with the same times: some segments held, slopes that are steep.
std::vector<RefCurve> random_curves(Random& random, std::size_t parts, bool weighted, bool holds,
                                    double range) {
    std::vector<RefCurve> out(parts);
    double time = 0;
    const std::uint32_t count = 2 + random.below(6);
    for (std::uint32_t k = 0; k < count; ++k) {
        const int mode = weighted ? static_cast<int>(random.below(4)) : 0;
        for (RefCurve& curve : out) {
            const auto signed_unit = [&random] { return random.unit() * 2.0 - 1.0; };
            RefKey key{time, range * signed_unit(), 3 * range * signed_unit(),
                       3 * range * signed_unit(), mode};
            if (weighted) {
                key.in_weight = 0.1 + 0.8 * random.unit();
                key.out_weight = 0.1 + 0.8 * random.unit();
            }
            if (holds && random.below(4) == 0) key.out = HUGE_VAL;
            curve.push_back(key);
        }
        time += (1 + random.below(30)) / 60.0;
    }
    for (RefCurve& curve : out)
        curve = as_floats(curve);
    return out;
}

class Sampler {
  public:
    explicit Sampler(const std::string& text) {
        Diagnostics diagnostics;
        ImportReport report;
        Result<Asset> asset = read_anim_asset(text, report, diagnostics);
        EXPECT_TRUE(asset) << to_string(asset.error());
        EXPECT_TRUE(diagnostics.faults().empty());
        asset_ = *std::move(asset);
        Result<Rig> rig = make_rig(asset_);
        EXPECT_TRUE(rig) << to_string(rig.error());
        rig_ = std::make_unique<Rig>(*std::move(rig));
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
    std::unique_ptr<Rig> rig_;
    std::unique_ptr<PoseBuffer> pose_;
};

double last_time(const std::vector<RefCurve>& curves) {
    return curves[0].back().time;
}

/// Times of a test: on the ticks of the runtime, so that both sides mean the same moment.
double tick_time(double length, int i, int count) {
    return seconds_of(ticks_of_seconds(length * i / count));
}

// A held value jumps at the next key; a tick to either side is another value.
bool is_near_jump(const RefCurve& curve, double time) {
    for (std::size_t k = 1; k < curve.size(); ++k) {
        if (std::isinf(curve[k - 1].out) && std::fabs(curve[k].time - time) < 1e-6) return true;
    }
    return false;
}

void expect_rotation(const std::array<double, 4>& wanted, const Quat& q, double bound) {
    const double got[4] = {q.x, q.y, q.z, q.w};
    double plus = 0, minus = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        plus = std::max(plus, std::fabs(wanted[i] - got[i]));
        minus = std::max(minus, std::fabs(wanted[i] + got[i]));
    }
    EXPECT_LE(std::min(plus, minus), bound);
}

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
            std::array<double, 4> wanted{};
            double length = 0;
            for (std::size_t c = 0; c < 4; ++c) {
                wanted[c] = reference(q[c], t) * (c == 1 || c == 2 ? -1 : 1);
                length += wanted[c] * wanted[c];
            }
            for (double& v : wanted)
                v /= std::sqrt(length);
            expect_rotation(wanted, sampler.at("Hips", t).rotation, kBound);
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
                    std::array<double, 4> wanted{};
                    double sum = 0;
                    for (std::size_t c = 0; c < 4; ++c) {
                        wanted[c] = reference(parts[c], u) * (c == 1 || c == 2 ? -1 : 1);
                        sum += wanted[c] * wanted[c];
                    }
                    for (double& v : wanted)
                        v /= std::sqrt(sum);
                    expect_rotation(wanted, got.rotation, kBound);
                }
            }
        }
    }
    EXPECT_GT(checked, 20u);
}

}  // namespace
}  // namespace motus::unity

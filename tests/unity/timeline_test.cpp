// Clips that move more than transforms: as timelines, against Unity's curve rules in double
// precision.
// SPDX-License-Identifier: MIT
#include <motus/bake/bake.h>
#include <motus/document/validate.h>
#include <motus/import/unity/import.h>
#include <motus/load/file.h>
#include <motus/timeline/evaluate.h>
#include <tests/unity/anim_text.h>
#include <tests/unity/files.h>

#include <fmt/format.h>

namespace motus::unity {
namespace {

using namespace test;

/// The one timeline of a .anim file, baked and played by the runtime.
class Timeline {
  public:
    explicit Timeline(const std::string& text) {
        ImportOptions options;
        options.text = text;
        options.clips_path = "clips.glb";
        Diagnostics diagnostics;
        auto import = import_clip(options, diagnostics);
        EXPECT_TRUE(import) << to_string(import.error());
        import_ = *std::move(import);
        auto baked = bake(*import_.document, {}, diagnostics);
        EXPECT_TRUE(baked) << to_string(baked.error());
        bytes_ = *std::move(baked);
        EXPECT_EQ(open_baked(bytes_, file_), Status::ok);
        index_ = std::make_unique<TimelineIndex>(file_.timelines);
        values_.resize(index_->set().channels.size());
        written_.resize(values_.size());
    }
    [[nodiscard]] const doc::Document& document() const { return content(*import_.document); }
    [[nodiscard]] double length_s() const {
        return static_cast<double>(document().library().timelines()[0].duration_s());
    }
    void show(double time) {
        const TimelineJob job{index_->set(), 0, ticks_of_seconds(time), false, {values_, written_}};
        ASSERT_EQ(run(job), Status::ok);
    }
    /// The channel of an entity by name: a property of its kind, the n-th of a list.
    [[nodiscard]] const PropertyValue& value(const std::string& entity, ValueKind kind,
                                             std::uint32_t property, std::uint32_t item = 0) {
        const TimelineSet set = index_->set();
        for (std::size_t i = 0; i < set.channels.size(); ++i) {
            const Channel& channel = set.channels[i];
            const auto name = find_name(
                file_.names, static_cast<NameHash>(set.timelines.entities[channel.entity].name));
            if (name == entity && channel.kind == kind && channel.array_index == item &&
                (channel.property & 0xffffu) == property) {
                EXPECT_EQ(written_[i], 1);
                return values_[i];
            }
        }
        ADD_FAILURE() << "no channel of " << entity;
        return values_[0];
    }

  private:
    UnityImport import_;
    AlignedBytes bytes_;
    BakedFile file_;
    std::unique_ptr<TimelineIndex> index_;
    std::vector<PropertyValue> values_;
    std::vector<std::uint8_t> written_;
};

const char* const kIntensity = "    attribute: m_Intensity\n    classID: 108\n";
const char* const kRange = "    attribute: m_Range\n    classID: 108\n";

TEST(UnityTimeline, NumbersOfOtherComponents) {
    Random random(11);
    for (int round = 0; round < 20; ++round) {
        const bool weighted = round % 4 == 3, holds = round % 2 == 1;
        const auto a = random_curves(random, 1, weighted, holds, 1.0);
        const auto b = random_curves(random, 1, false, holds, 1.0);
        AnimText anim;
        anim.numbers = curve_text("Lamp", a, kIntensity) + curve_text("Lamp", b, kRange);
        anim.stop = std::max(last_time(a), last_time(b));
        Timeline timeline(anim.text());
        EXPECT_NEAR(timeline.length_s(), anim.stop, 1e-6);
        for (int i = 0; i <= 1000; ++i) {
            const double t = tick_time(anim.stop, i, 1000);
            timeline.show(t);
            const auto value = [&](std::uint32_t item) {
                return timeline.value("Lamp", ValueKind::number, doc::HostProperty::kValue, item)
                    .v[0];
            };
            if (!is_near_jump(a[0], t)) {
                ASSERT_NEAR(value(0), reference(a[0], t), kBound);
            }
            if (!is_near_jump(b[0], t)) {
                ASSERT_NEAR(value(1), reference(b[0], t), kBound);
            }
        }
    }
}

TEST(UnityTimeline, TransformsBesideThem) {
    Random random(12);
    for (int round = 0; round < 20; ++round) {
        const auto number = random_curves(random, 1, false, false, 1.0);
        const auto p = random_curves(random, 3, round % 2 == 1, false, 1.0);
        const auto e = random_curves(random, 3, false, false, 90.0);
        AnimText anim;
        anim.numbers = curve_text("Lamp", number, kIntensity);
        anim.position = curve_text("Arm", p);
        anim.euler = curve_text("Arm/Lamp", e);
        anim.stop = std::max({last_time(number), last_time(p), last_time(e)});
        Timeline timeline(anim.text());
        for (int i = 0; i <= 1000; ++i) {
            const double t = tick_time(anim.stop, i, 1000);
            timeline.show(t);
            const PropertyValue& got =
                timeline.value("Arm", ValueKind::vec3, doc::Transform3D::kPosition);
            ASSERT_NEAR(-got.v[0], reference(p[0], t), kBound);
            ASSERT_NEAR(got.v[1], reference(p[1], t), kBound);
            ASSERT_NEAR(got.v[2], reference(p[2], t), kBound);
            std::array<double, 4> wanted =
                reference_euler(reference(e[0], t), reference(e[1], t), reference(e[2], t));
            wanted[1] = -wanted[1];
            wanted[2] = -wanted[2];
            const PropertyValue& q =
                timeline.value("Lamp", ValueKind::quat, doc::Transform3D::kRotation);
            expect_rotation(wanted, {q.v[0], q.v[1], q.v[2], q.v[3]}, kBound);
        }
    }
}

// Files keep times as floats: a length in whole frames is one, at the clip's own rate, and no key
// and no event stands behind the end.
TEST(UnityTimeline, FrameRatesAreThoseOfTheClip) {
    for (const double rate : {24.0, 30.0, 60.0}) {
        for (int frames = 1; frames <= 120; frames += 1 + frames / 8) {
            const auto stop = static_cast<double>(static_cast<float>(frames / rate));
            for (const double middle : {0.0, 0.3 / rate}) {  // on frames, and between them
                AnimText anim;
                anim.numbers = curve_text(
                    "Lamp", {{{0, 0, 0, 1}, {stop / 2 + middle, 2, 1, 0}, {stop, 1, 1, 0}}},
                    kIntensity);
                anim.stop = stop;
                anim.rate = rate;
                anim.events = fmt::format("  - time: {}\n    functionName: End\n", stop);
                ImportOptions options;
                options.text = anim.text();
                Diagnostics diagnostics, found;
                const auto import = import_clip(options, diagnostics);
                ASSERT_TRUE(import) << to_string(import.error());
                const doc::AnimationTimeline& made =
                    content(*import->document).library().timelines()[0];
                EXPECT_EQ(made.snap_fps(), static_cast<float>(rate)) << frames;
                EXPECT_EQ(made.duration(), frames);
                EXPECT_EQ(made.events().size(), 1u);
                validate(*import->document, found);
                EXPECT_FALSE(has_code(found, "outside")) << rate << " " << frames;
            }
        }
    }
}

// A jump at the end stays one where the end is rounded down.
TEST(UnityTimeline, AJumpAtTheEndStays) {
    const auto stop = static_cast<double>(static_cast<float>(35.0 / 60.0));
    AnimText anim;
    anim.numbers = curve_text(
        "Lamp", {{{0, 1, 0, HUGE_VAL}, {0.1017, 2, 0, HUGE_VAL}, {stop, 3, 0, 0}}}, kIntensity);
    anim.stop = stop;
    anim.loop = false;
    Timeline timeline(anim.text());
    for (const auto& [time, value] : {std::pair(0.5, 2.0f), std::pair(stop, 3.0f)}) {
        timeline.show(time);
        EXPECT_EQ(timeline.value("Lamp", ValueKind::number, doc::HostProperty::kValue).v[0], value);
    }
}

// A part of the keys; events move along, and the loop flag is the timeline's.
TEST(UnityTimeline, StartStopAndEvents) {
    AnimText anim;
    anim.numbers = curve_text("Lamp", {{{0, 0, 0, 1}, {1, 1, 1, 0}}}, kIntensity);
    anim.start = 0.25;
    anim.stop = 0.75;
    anim.loop = false;
    anim.events =
        "  - time: 0.5\n    functionName: Flash\n    data: red\n    floatParameter: 2\n"
        "    intParameter: 7\n";
    Timeline timeline(anim.text());
    const doc::AnimationTimeline& made = timeline.document().library().timelines()[0];
    EXPECT_EQ(made.playback_mode(), doc::PlaybackMode::one_shot);
    EXPECT_NEAR(timeline.length_s(), 0.5, 1e-6);
    ASSERT_EQ(made.events().size(), 1u);
    EXPECT_NEAR(static_cast<double>(made.events()[0].frame()) / made.key_rate(), 0.25, 1e-9);
    EXPECT_EQ(made.events()[0].text(), "red");
    EXPECT_EQ(made.events()[0].integer(), 7);
    for (const double t : {0.0, 0.1, 0.5}) {
        timeline.show(t);
        EXPECT_NEAR(timeline.value("Lamp", ValueKind::number, doc::HostProperty::kValue).v[0],
                    t + 0.25, kBound);
    }
}

}  // namespace
}  // namespace motus::unity

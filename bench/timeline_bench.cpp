// bench/timeline_bench.cpp - timelines on a host's structs, against a loop written by hand.
// SPDX-License-Identifier: MIT
#include <bench/pairs.h>
#include <bench/report.h>
#include <motus/timeline/evaluate.h>

#include <cmath>
#include <vector>

namespace {

using namespace motus;
using bench::must;
using record::KeyInterpolation;

constexpr std::size_t kEntities = 10'000;
constexpr std::uint32_t kWidget = 1000;
constexpr float kStep = 1.0f / 60.0f;

/// What a UI would have, and what is animated of it.
struct Widget {
    float opacity = 1.0f;
    float position[2] = {};
    float color[4] = {};
    float angle = 0.0f;
};
constexpr PropertyDef kWidgetProperties[] = {
    property<&Widget::opacity>(kWidget << 16 | 1),
    property<&Widget::position>(kWidget << 16 | 2),
    property<&Widget::color>(kWidget << 16 | 3, ValueKind::color),
    property<&Widget::angle>(kWidget << 16 | 4),
};
constexpr ComponentDef kTypes[] = {{kWidget, kWidgetProperties}};

constexpr std::int64_t kFrames[4] = {0, 12, 25, 40};
constexpr std::int32_t kDuration = 40;

/// Four tracks of four keys: opacity and colour linear, position cubic, angle linear.
struct Keys {
    PropertyValue values[4][4];
    PropertyValue tangents[4];
    Keys() {
        for (int k = 0; k < 4; ++k) {
            const auto x = static_cast<float>(k);
            values[0][k] = float_value(0.25f * x);
            values[1][k] = float_value(10 * x, 40 - 7 * x);
            values[2][k] = float_value(0.2f * x, 1 - 0.2f * x, 0.5f, 1);
            values[3][k] = float_value(0.1f * x * x);
            tangents[k] = float_value(0.5f - 0.1f * x, 0.2f * x);
        }
    }
};

struct Baked {
    record::AnimationTimeline timeline{};
    std::vector<record::AnimationTrack> tracks;
    std::vector<record::AnimationBinding> bindings;
    std::vector<record::AnimationKeyframe> keys;
    std::vector<PropertyValue> values{PropertyValue{}};
    record::Entity entity{};
    Timelines view;

    Baked() {
        const Keys from;
        const ValueKind kinds[4] = {ValueKind::number, ValueKind::vec2, ValueKind::color,
                                    ValueKind::number};
        for (std::uint32_t t = 0; t < 4; ++t) {
            record::AnimationBinding binding{};
            binding.component = kWidget;
            binding.property = kWidget << 16 | (t + 1);
            binding.property_index_hint = t;
            binding.property_kind = kinds[t];
            bindings.push_back(binding);
            record::AnimationTrack track{};
            track.binding = t;
            track.keys = {static_cast<std::uint32_t>(keys.size()), 4};
            track.timeline = kNoRecord;
            track.speed = 1.0f;
            tracks.push_back(track);
            for (int k = 0; k < 4; ++k) {
                record::AnimationKeyframe key{};
                key.frame = kFrames[k];
                key.interpolation = t == 1 ? KeyInterpolation::cubic : KeyInterpolation::linear;
                key.value = add(from.values[t][k]);
                if (t == 1) key.in_tangent = key.out_tangent = add(from.tangents[k]);
                keys.push_back(key);
            }
        }
        timeline.duration = kDuration;
        timeline.playback_speed = 1.0f;
        timeline.snap_fps = 30.0f;
        timeline.key_rate_divisor = 1;
        timeline.tracks = {0, 4};
        timeline.playback_mode = record::PlaybackMode::loop;
        entity.id = 1;
        entity.parent_entity = kNoRecord;
        view.timelines = {&timeline, 1};
        view.tracks = tracks;
        view.bindings = bindings;
        view.keys = keys;
        view.values = values;
        view.entities = {&entity, 1};
        must(check(view));
    }
    std::uint32_t add(const PropertyValue& value) {
        values.push_back(value);
        return static_cast<std::uint32_t>(values.size() - 1);
    }
};

std::uint64_t hash_widgets(const std::vector<Widget>& widgets) {
    std::uint64_t hash = kHashSeed;
    for (const Widget& w : widgets)
        hash = hash_floats(hash, {&w.opacity, 8});
    return hash;
}

std::vector<Ticks> phases() {
    std::vector<Ticks> out;
    for (std::size_t i = 0; i < kEntities; ++i)
        out.push_back(ticks_of_frames(static_cast<std::int64_t>(i * 7 % 40), 30) +
                      Ticks{static_cast<std::int64_t>(i * 3571)});
    return out;
}

/// Ten thousand widgets played by timelines: one set, one binding each.
class Played {
  public:
    Played() {
        for (std::size_t i = 0; i < kEntities; ++i) {
            const PropertyHost host{
                kTypes, [](void* user, const TargetQuery&) noexcept { return user; }, &widgets[i]};
            must(run(BindJob{job_.set, host, {&bound_[i * 4], 4}, base_}));
            seek(baked_.timeline, starts_[i], clocks_[i]);
        }
    }
    void frame() {
        for (std::size_t i = 0; i < kEntities; ++i) {
            TimelineStep step;
            must(advance(job_.set, 0, kStep, 1.0f, clocks_[i], step));
            times_[i] = step.time;
        }
        must(run(job_));
    }
    std::vector<Widget> widgets = std::vector<Widget>(kEntities);

  private:
    Baked baked_;
    TimelineIndex index_{baked_.view};
    std::vector<TimelineClock> clocks_ = std::vector<TimelineClock>(kEntities);
    std::vector<BoundProperty> bound_ = std::vector<BoundProperty>(kEntities * 4);
    std::vector<PropertyValue> base_ = std::vector<PropertyValue>(4);
    std::vector<Ticks> starts_ = phases();
    std::vector<Ticks> times_ = starts_;
    PlayTimelinesJob job_{index_.set(), 0, times_, false, bound_};
};

/// The loop that somebody would write who has exactly these four tracks, with the same arithmetic.
/// It searches once for all four, because it knows that they are keyed at the same frames.
class ByHand {
  public:
    void frame() {
        for (std::size_t i = 0; i < kEntities; ++i) {
            Ticks dt{};
            must(ticks_of_step(kStep, rest_[i], dt));
            phase_[i] = phase_[i] + dt;
            if (phase_[i].value >= kLength) phase_[i].value %= kLength;
            const double at = static_cast<double>(phase_[i].value) * 30.0 / 705'600'000.0;
            int k = 0;
            while (k < 2 && static_cast<double>(kFrames[k + 1]) <= at)
                ++k;
            const double interval = static_cast<double>(kFrames[k + 1] - kFrames[k]);
            show(k, (at - static_cast<double>(kFrames[k])) / interval, interval, widgets[i]);
        }
    }
    std::vector<Widget> widgets = std::vector<Widget>(kEntities);

  private:
    void show(int k, double u, double interval, Widget& w) const {
        const auto t = static_cast<float>(u);
        const float s = 1.0f - t;
        w.opacity = keys_.values[0][k].v[0] * s + keys_.values[0][k + 1].v[0] * t;
        const double u2 = u * u, u3 = u2 * u;
        const double h01 = 3.0 * u2 - 2.0 * u3, h00 = 1.0 - h01;
        const double h10 = (u3 - 2.0 * u2 + u) * interval, h11 = (u3 - u2) * interval;
        for (int c = 0; c < 2; ++c) {
            w.position[c] = static_cast<float>(
                h00 * keys_.values[1][k].v[c] + h10 * keys_.tangents[k].v[c] +
                (h01 * keys_.values[1][k + 1].v[c] + h11 * keys_.tangents[k + 1].v[c]));
        }
        for (int c = 0; c < 4; ++c)
            w.color[c] = keys_.values[2][k].v[c] * s + keys_.values[2][k + 1].v[c] * t;
        w.angle = keys_.values[3][k].v[0] * s + keys_.values[3][k + 1].v[0] * t;
    }
    static constexpr std::int64_t kLength = ticks_of_frames(kDuration, 30).value;
    Keys keys_;
    std::vector<Ticks> phase_ = phases();
    std::vector<TickRemainder> rest_ = std::vector<TickRemainder>(kEntities);
};

template <class Way>
void one_way(benchmark::State& state) {
    Way way;
    way.frame();
    const std::uint64_t hash = hash_widgets(way.widgets);
    for (auto _ : state) {
        way.frame();
        benchmark::ClobberMemory();
    }
    bench::report(state, "per_track", kEntities * 4, hash);
}
void timelines(benchmark::State& state) {
    one_way<Played>(state);
}
void by_hand(benchmark::State& state) {
    one_way<ByHand>(state);
}
BENCHMARK(timelines)->Unit(benchmark::kMicrosecond);
BENCHMARK(by_hand)->Unit(benchmark::kMicrosecond);

/// Both by turns: how often the time of the loop by hand timelines take.
void timelines_to_by_hand(benchmark::State& state) {
    Played played;
    ByHand hand;
    bench::Pair pair;
    for (auto _ : state) {
        pair = bench::compare([&] { hand.frame(); }, [&] { played.frame(); }, 101, 4);
    }
    state.counters["ratio"] = pair.ratio;
    state.counters["hand_ns"] = pair.first_s * 1e9 / (kEntities * 4);
    state.counters["timelines_ns"] = pair.second_s * 1e9 / (kEntities * 4);
    if (hash_widgets(played.widgets) != hash_widgets(hand.widgets)) {
        state.SkipWithError("the two ways do not show the same");
    }
}
BENCHMARK(timelines_to_by_hand)->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace

BENCHMARK_MAIN();

// bench/timeline_bench.cpp - timelines on a host's structs, against a loop written by hand.
// SPDX-License-Identifier: MIT
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

void timelines(benchmark::State& state) {
    const Baked baked;
    const TimelineIndex index(baked.view);
    const TimelineSet set = index.set();
    std::vector<Widget> widgets(kEntities);
    std::vector<TimelineClock> clocks(kEntities);
    std::vector<BoundProperty> bound(kEntities * 4);
    std::vector<PropertyValue> base(4);
    const std::vector<Ticks> starts = phases();
    for (std::size_t i = 0; i < kEntities; ++i) {
        const PropertyHost host{
            kTypes, [](void* user, const TargetQuery&) noexcept { return user; }, &widgets[i]};
        must(run(BindJob{set, host, {&bound[i * 4], 4}, base}));
        seek(baked.timeline, starts[i], clocks[i]);
    }
    const auto frame = [&] {
        for (std::size_t i = 0; i < kEntities; ++i) {
            TimelineStep step;
            must(advance(baked.timeline, kStep, 1.0f, clocks[i], step));
            must(run(PlayTimelineJob{set, 0, step.time, false, {&bound[i * 4], 4}}));
        }
    };
    frame();
    const std::uint64_t hash = hash_widgets(widgets);
    for (auto _ : state) {
        frame();
        benchmark::ClobberMemory();
    }
    bench::report(state, "per_track", kEntities * 4, hash);
}
BENCHMARK(timelines)->Unit(benchmark::kMicrosecond);

/// The loop that somebody would write who has exactly these four tracks, with the same arithmetic.
void by_hand(benchmark::State& state) {
    const Keys keys;
    std::vector<Widget> widgets(kEntities);
    std::vector<Ticks> phase = phases();
    const std::int64_t length = ticks_of_frames(kDuration, 30).value;
    std::vector<TickRemainder> rest(kEntities);
    const auto frame = [&] {
        for (std::size_t i = 0; i < kEntities; ++i) {
            Ticks dt{};
            must(ticks_of_step(kStep, rest[i], dt));
            phase[i] = phase[i] + dt;
            if (phase[i].value >= length) phase[i].value %= length;
            const double at = static_cast<double>(phase[i].value) * 30.0 / 705'600'000.0;
            int k = 0;
            while (k < 2 && static_cast<double>(kFrames[k + 1]) <= at)
                ++k;
            const double interval = static_cast<double>(kFrames[k + 1] - kFrames[k]);
            const double u = (at - static_cast<double>(kFrames[k])) / interval;
            const auto t = static_cast<float>(u);
            const float s = 1.0f - t;
            Widget& w = widgets[i];
            w.opacity = keys.values[0][k].v[0] * s + keys.values[0][k + 1].v[0] * t;
            const double u2 = u * u, u3 = u2 * u;
            const double h01 = 3.0 * u2 - 2.0 * u3, h00 = 1.0 - h01;
            const double h10 = (u3 - 2.0 * u2 + u) * interval, h11 = (u3 - u2) * interval;
            for (int c = 0; c < 2; ++c) {
                w.position[c] = static_cast<float>(
                    h00 * keys.values[1][k].v[c] + h10 * keys.tangents[k].v[c] +
                    (h01 * keys.values[1][k + 1].v[c] + h11 * keys.tangents[k + 1].v[c]));
            }
            for (int c = 0; c < 4; ++c)
                w.color[c] = keys.values[2][k].v[c] * s + keys.values[2][k + 1].v[c] * t;
            w.angle = keys.values[3][k].v[0] * s + keys.values[3][k + 1].v[0] * t;
        }
    };
    frame();
    const std::uint64_t hash = hash_widgets(widgets);
    for (auto _ : state) {
        frame();
        benchmark::ClobberMemory();
    }
    bench::report(state, "per_track", kEntities * 4, hash);
}
BENCHMARK(by_hand)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();

// Clips that move more than transforms become timelines.
// SPDX-License-Identifier: MIT
#include <motus/document/keys.h>
#include <motus/import/unity/motions.h>

#include <cmath>

#include <fmt/format.h>

namespace motus::unity {
namespace {

/// Keys whose value holds up to the next one, and which of a fit's keys are written.
struct Written {
    std::vector<std::size_t> keys;
    std::vector<bool> holds;
};

// A value that holds is written as a step, not as a key one tick before the jump.
Written written_keys(const FitKeys& fit, std::size_t width) {
    Written out;
    const auto same = [&](std::size_t a, std::size_t b) {
        for (std::size_t i = 0; i < width; ++i) {
            if (fit.values[a * width + i] != fit.values[b * width + i] ||
                fit.out[a * width + i] != 0.0 || fit.in[b * width + i] != 0.0) {
                return false;
            }
        }
        return true;
    };
    for (std::size_t k = 0; k < fit.times.size(); ++k) {
        const bool jump_next =
            k + 1 < fit.times.size() && fit.times[k + 1] - fit.times[k] == Ticks{1};
        if (jump_next && !out.keys.empty() && same(out.keys.back(), k)) {
            out.holds.back() = true;
            continue;
        }
        out.keys.push_back(k);
        out.holds.push_back(false);
    }
    return out;
}

bool is_flat(const std::vector<double>& slopes, std::size_t key, std::size_t width) {
    for (std::size_t i = 0; i < width; ++i) {
        if (slopes[key * width + i] != 0.0) return false;
    }
    return true;
}

// The plainest way from a key to the next that is the same curve.
doc::KeyInterpolation kind_after(const FitKeys& fit, std::size_t key, std::size_t width) {
    if (key + 1 >= fit.times.size()) return doc::KeyInterpolation::step;
    const double length = seconds_of(fit.times[key + 1] - fit.times[key]);
    bool constant = is_flat(fit.out, key, width) && is_flat(fit.in, key + 1, width);
    bool linear = width != 4;
    for (std::size_t i = 0; i < width; ++i) {
        const std::size_t at = key * width + i;
        const double slope = (fit.values[at + width] - fit.values[at]) / length;
        constant = constant && fit.values[at] == fit.values[at + width];
        linear = linear && std::fabs(fit.out[at] - slope) <= 1e-7 / length &&
                 std::fabs(fit.in[at + width] - slope) <= 1e-7 / length;
    }
    if (constant) return doc::KeyInterpolation::step;
    return linear ? doc::KeyInterpolation::linear : doc::KeyInterpolation::cubic;
}

/// A timeline's length in whole frames, and how many of them a second has.
struct FrameCount {
    double frames = 1.0;
    double rate = 60.0;
};

// Files keep times as floats: 35 frames of 60 are read as 0.58333337 s. What is a whole number of
// frames up to that is one, at the clip's own rate; else the rate is what makes the length right.
FrameCount frames_of(double length, double sample_rate, double stop) {
    constexpr double kFloatError = 2.5e-7;  // four steps of a float near 1
    const double frames = std::max(1.0, std::round(length * sample_rate));
    const double bound = kFloatError * std::max(1.0, std::fabs(stop));
    const bool whole = std::fabs(frames / sample_rate - length) <= bound;
    return {frames, whole ? sample_rate : frames / length};
}

// The coarsest rate on which all times lie: frames of the clip, or else ticks.
std::int64_t key_rate(const std::vector<std::vector<Ticks>>& times, double sample_rate) {
    const auto rate = static_cast<std::int64_t>(std::llround(sample_rate));
    if (rate <= 0 || rate > 1000 || static_cast<double>(rate) != sample_rate) {
        return kTicksPerSecond;
    }
    for (const std::vector<Ticks>& list : times) {
        for (const Ticks time : list) {
            const double frame = seconds_of(time) * sample_rate;
            if (std::fabs(frame - std::round(frame)) > 1e-6 * std::max(1.0, frame)) {
                return kTicksPerSecond;
            }
        }
    }
    return rate;
}

// The frames of a track's keys. Those that rounding put behind the end stand at it, one frame
// apart.
template <typename FrameOf>
std::vector<std::int64_t> frames_within(const std::vector<Ticks>& times, std::int64_t last,
                                        const FrameOf& frame_of) {
    std::vector<std::int64_t> frames;
    for (const Ticks time : times)
        frames.push_back(frame_of(time));
    for (std::size_t i = frames.size(); i-- > 0 && frames[i] > last; --last)
        frames[i] = last;
    return frames;
}

}  // namespace

MotionEntry Motions::add_timeline(const UnityClip& clip, const AssetRef& ref,
                                  const std::string& name) {
    std::vector<const ClipCurve*> curves;
    std::vector<FitKeys> fits;
    note_repeated(clip, report_, name);
    FitRoom room(clip, extra_keys_);
    for (const ClipCurve& curve : clip.curves) {
        if (is_left_out(curve)) continue;
        curves.push_back(&curve);
        fits.push_back(convert_curve(clip, curve, room));
        if (fits.back().exhausted) {
            report_.use("curves that need very many keys", Support::approximated,
                        fmt::format("the largest error found is {:.2g}", fits.back().error), name);
        }
    }
    extra_keys_ -= room.spent();
    auto library = document_.begin_change(content(document_).library());
    auto timeline = library.timelines_append();
    const FrameCount count = frames_of(playing_length(clip), clip.sample_rate, clip.stop);
    timeline.set_name(name)
        .set_duration(static_cast<std::int32_t>(std::min(count.frames, 1e9)))
        .set_snap_fps(static_cast<float>(count.rate))
        .set_playback_mode(clip.loop ? doc::PlaybackMode::loop : doc::PlaybackMode::one_shot);
    add_keys(fits, curves, clip, timeline);
    note_origin(timeline, ref);
    MotionEntry entry;
    entry.id = timeline.object().id();
    entry.is_timeline = true;
    entry.loops = clip.loop;
    entry.start = clip.start;
    entry.name = name;
    report_.use("clips that move other components", Support::supported,
                "timelines; properties of host components by name", name);
    return entry;
}

void Motions::add_keys(const std::vector<FitKeys>& fits,
                       const std::vector<const ClipCurve*>& curves, const UnityClip& clip,
                       doc::AnimationTimelineChange& timeline) {
    std::vector<Written> written;
    std::vector<std::vector<Ticks>> times;
    for (const FitKeys& fit : fits) {
        written.push_back(written_keys(fit, fit.values.size() / fit.times.size()));
        times.emplace_back();
        for (const std::size_t k : written.back().keys)
            times.back().push_back(fit.times[k]);
    }
    times.emplace_back();
    const std::vector<const ClipEventValue*> events = kept_events(clip, timeline.object().name());
    for (const ClipEventValue* moment : events)
        times.back().push_back(ticks_of_seconds(moment->time - clip.start));
    const std::int64_t rate = key_rate(times, clip.sample_rate);
    timeline.set_key_rate(static_cast<std::uint32_t>(rate));
    const auto last = static_cast<std::int64_t>(
        std::floor(timeline.object().duration() * keys_per_frame(timeline.object()) + 1e-6));
    const auto frame_of = [rate](Ticks time) {
        if (rate == kTicksPerSecond) return time.value;
        return static_cast<std::int64_t>(
            std::llround(seconds_of(time) * static_cast<double>(rate)));
    };
    std::set<std::uint64_t> targets;
    for (std::size_t c = 0; c < curves.size(); ++c) {
        const FitKeys& fit = fits[c];
        const std::size_t width = fit.values.size() / fit.times.size();
        auto track = timeline.tracks_append();
        if (curves[c]->target == CurveTarget::number) {
            entities_.bind_number(*curves[c], track.binding_change());
        } else {
            entities_.bind_transform(curves[c]->path, curves[c]->target, track.binding_change());
        }
        const std::uint64_t target = track.object().binding().target();
        if (targets.insert(target).second) timeline.targets_append().set_entity(target);
        const auto value = [&](const std::vector<double>& from, std::size_t k, double scale) {
            std::array<float, 4> v{};
            for (std::size_t i = 0; i < width; ++i)
                v[i] = static_cast<float>(from[k * width + i] * scale);
            if (width == 1) return Value(v[0]);
            return Value::tuple(std::span<const float>(v.data(), width));
        };
        const std::vector<std::int64_t> frames = frames_within(times[c], last, frame_of);
        doc::KeyInterpolation before = doc::KeyInterpolation::step;
        for (std::size_t i = 0; i < written[c].keys.size(); ++i) {
            const std::size_t k = written[c].keys[i];
            auto key = track.keys_append();
            const doc::KeyInterpolation kind =
                written[c].holds[i] ? doc::KeyInterpolation::step : kind_after(fit, k, width);
            key.set_frame(frames[i])
                .set_value(value(fit.values, k, 1.0))
                .set_interpolation(kind)
                .set_handle_mode(doc::HandleMode::free);
            const double per_frame = 1.0 / static_cast<double>(rate);
            if (before == doc::KeyInterpolation::cubic && !is_flat(fit.in, k, width)) {
                key.set_in_tangent(value(fit.in, k, per_frame));
            }
            if (kind == doc::KeyInterpolation::cubic && !is_flat(fit.out, k, width)) {
                key.set_out_tangent(value(fit.out, k, per_frame));
            }
            before = kind;
        }
    }
    for (const ClipEventValue* moment : events) {
        const Ticks time = ticks_of_seconds(moment->time - clip.start);
        timeline.events_append()
            .set_frame(std::min(frame_of(time), last))
            .set_event(event(moment->function))
            .set_text(moment->text)
            .set_number(moment->number)
            .set_integer(moment->integer);
    }
}

}  // namespace motus::unity

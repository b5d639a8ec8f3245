// SPDX-License-Identifier: MIT
#include <motus/session/curves.h>

#include <motus/bake/timelines.h>

#include <algorithm>
#include <cmath>

namespace motus {

CurveSampler::CurveSampler(const doc::AnimationTrack& track)
    : kind_(static_cast<ValueKind>(track.binding().property_kind())) {
    const auto add = [&](const Value& value) {
        values_.push_back(runtime_value(value));
        return static_cast<std::uint32_t>(values_.size() - 1);
    };
    for (const doc::AnimationKeyframe& key : track.keys()) {
        record::AnimationKeyframe out{};
        out.frame = key.frame();
        out.value = add(key.value());
        out.in_tangent = add(key.in_tangent());
        out.out_tangent = add(key.out_tangent());
        out.interpolation = static_cast<record::KeyInterpolation>(key.interpolation());
        keys_.push_back(out);
    }
    std::stable_sort(keys_.begin(), keys_.end(),
                     [](const auto& a, const auto& b) { return a.frame < b.frame; });
}

std::size_t CurveSampler::channels() const noexcept {
    if (kind_ == ValueKind::boolean || kind_ == ValueKind::integer ||
        kind_ == ValueKind::enumeration) {
        return 1;
    }
    return width_of(kind_);
}

bool CurveSampler::at(double frame, std::array<float, 4>& out) const noexcept {
    PropertyValue value;
    if (!sample({keys_, values_, kind_}, frame, value)) return false;
    out = {value.v[0], value.v[1], value.v[2], value.v[3]};
    if (width_of(kind_) == 0) out = {static_cast<float>(value.whole), 0, 0, 0};
    return true;
}

std::vector<CurvePoint> channel_curve(const doc::AnimationTrack& track, double from, double to,
                                      std::size_t count) {
    const CurveSampler sampler(track);
    if (count < 2 || !(to > from) || sampler.channels() == 0 || track.keys().empty()) return {};
    std::vector<double> frames;
    for (std::size_t i = 0; i < count; ++i) {
        frames.push_back(from +
                         (to - from) * static_cast<double>(i) / static_cast<double>(count - 1));
    }
    for (const doc::AnimationKeyframe& key : track.keys()) {
        const auto frame = static_cast<double>(key.frame());
        if (frame <= from || frame > to) continue;
        frames.push_back(frame);
        frames.push_back(std::nextafter(frame, from));  // the other side of a step
    }
    std::sort(frames.begin(), frames.end());
    frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
    std::vector<CurvePoint> points;
    for (const double frame : frames) {
        CurvePoint point{frame, {}};
        (void)sampler.at(frame, point.value);
        // A point that tells nothing new beside a key is left out.
        const bool beside = std::nextafter(frame, to) == std::floor(frame + 0.5);
        if (beside) {
            std::array<float, 4> key{};
            (void)sampler.at(std::nextafter(frame, to), key);
            bool same = true;
            for (std::size_t i = 0; i < 4; ++i)
                same = same && std::fabs(key[i] - point.value[i]) < 1e-5f;
            if (same) continue;
            point.frame = std::floor(frame + 0.5);
        }
        points.push_back(point);
    }
    return points;
}

}  // namespace motus

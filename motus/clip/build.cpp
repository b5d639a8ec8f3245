// SPDX-License-Identifier: MIT
#include <motus/clip/build.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <tuple>

namespace motus {
namespace {

std::uint32_t width_of(const TrackDesc& track) noexcept {
    switch (track.kind) {
        case TrackKind::rotation:
            return 4;
        case TrackKind::weights:
            return track.width;
        default:
            return 3;
    }
}

std::size_t values_per_key(const TrackDesc& track) noexcept {
    const std::size_t width = width_of(track);
    return track.interpolation == Interpolation::cubic_spline ? 3 * width : width;
}

std::string at(std::size_t track, const char* member, std::size_t index) {
    return "tracks[" + std::to_string(track) + "]." + member + "[" + std::to_string(index) + "]";
}

// Nothing is wrong where the code is empty.
Error check_times(const TrackDesc& track, std::size_t index) {
    for (std::size_t k = 0; k < track.times.size(); ++k) {
        const Ticks time = track.times[k];
        if (time < Ticks{} || time.value > kMaxTicks.value / 2) {
            return {"clip-time", at(index, "times", k), "the time is out of range"};
        }
        if (k > 0 && time < track.times[k - 1]) {
            return {"clip-time", at(index, "times", k), "times must ascend"};
        }
    }
    return {};
}

Error check_values(const TrackDesc& track, std::size_t index) {
    for (std::size_t v = 0; v < track.values.size(); ++v) {
        if (!(std::fabs(track.values[v]) <= kLargestNumber)) {
            return {"clip-value", at(index, "values", v), "the number is not finite or too large"};
        }
    }
    if (track.kind != TrackKind::rotation) return {};
    const std::size_t stride = values_per_key(track);
    const std::size_t offset = stride == 12 ? 4 : 0;
    for (std::size_t k = 0; k < track.times.size(); ++k) {
        const float* q = track.values.data() + k * stride + offset;
        if (q[0] == 0.0f && q[1] == 0.0f && q[2] == 0.0f && q[3] == 0.0f) {
            return {"clip-rotation", at(index, "values", k * stride + offset),
                    "the rotation is zero"};
        }
    }
    return {};
}

Error check(const TrackDesc& track, std::size_t index) {
    const std::string name = "tracks[" + std::to_string(index) + "]";
    if (track.times.empty()) return {"clip-empty", name + ".times", "the track has no keys"};
    if (width_of(track) == 0) return {"clip-width", name + ".width", "no weights to animate"};
    if (track.kind == TrackKind::weights && track.target > 0xffffffffu - track.width) {
        return {"clip-target", name + ".target", "the weight is out of range"};
    }
    if (track.kind != TrackKind::weights && track.target == 0xffffffffu) {
        return {"clip-target", name + ".target", "the joint is out of range"};
    }
    const std::size_t per_key = values_per_key(track);
    if (track.values.size() / per_key != track.times.size() || track.values.size() % per_key != 0) {
        return {"clip-size", name + ".values",
                std::to_string(track.values.size()) + " numbers for " +
                    std::to_string(track.times.size()) + " keys of " + std::to_string(per_key)};
    }
    if (Error error = check_times(track, index); !error.code.empty()) return error;
    return check_values(track, index);
}

// Keys far from unit length are made unit; what rounding left of others (three digits in the file,
// a byte each) is kept, so that a sample is what the file says: docs/decisions/key-lengths.md.
// Tangents belong to the value as it is, so splines keep theirs.
void normalize_rotation(float* q) noexcept {
    constexpr double kRounding = 1e-2;
    double sum = 0.0;
    for (int c = 0; c < 4; ++c)
        sum += static_cast<double>(q[c]) * q[c];
    if (std::fabs(sum - 1.0) <= kRounding) return;
    const double length = std::sqrt(sum);
    for (int c = 0; c < 4; ++c)
        q[c] = static_cast<float>(q[c] / length);
}

}  // namespace

Clip ClipBuffer::view() const noexcept {
    return {duration_, tracks_, times_, values_, joint_limit_, weight_limit_};
}

Result<ClipBuffer> build_clip(std::span<const TrackDesc> tracks, Ticks duration) {
    if (duration.value > kMaxTicks.value / 2) {
        return Error{"clip-duration", "duration", "the duration is out of range"};
    }
    std::size_t keys = 0, floats = 0;
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        if (Error error = check(tracks[i], i); !error.code.empty()) return error;
        keys += tracks[i].times.size();
        floats += tracks[i].values.size();
    }
    if (keys > 0xffffffffu || floats > 0xffffffffu || tracks.size() > 0xffffffffu) {
        return Error{"clip-size", "tracks", "the clip has too many keys"};
    }

    std::vector<std::uint32_t> order(tracks.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto key_of = [&](std::uint32_t i) {
        return std::tuple(tracks[i].kind, tracks[i].interpolation, tracks[i].target, i);
    };
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return key_of(a) < key_of(b); });

    std::vector<std::uint32_t> by_target = order;
    const auto target_of = [&](std::uint32_t i) {
        return std::tuple(tracks[i].kind, tracks[i].target, i);
    };
    std::sort(by_target.begin(), by_target.end(),
              [&](std::uint32_t a, std::uint32_t b) { return target_of(a) < target_of(b); });
    for (std::size_t i = 1; i < by_target.size(); ++i) {
        const TrackDesc& a = tracks[by_target[i - 1]];
        const TrackDesc& b = tracks[by_target[i]];
        const std::uint32_t width = a.kind == TrackKind::weights ? a.width : 1;
        if (a.kind == b.kind && b.target < a.target + width) {
            return Error{"clip-twice", "tracks[" + std::to_string(by_target[i]) + "]",
                         "the property already has track " + std::to_string(by_target[i - 1])};
        }
    }

    ClipBuffer out;
    out.tracks_.reserve(tracks.size());
    out.times_.reserve(keys);
    out.values_.reserve(floats);
    for (std::uint32_t i : order) {
        const TrackDesc& track = tracks[i];
        const std::size_t per_key = values_per_key(track);
        TrackRecord record{.target = track.target,
                           .width = width_of(track),
                           .time_start = static_cast<std::uint32_t>(out.times_.size()),
                           .value_start = static_cast<std::uint32_t>(out.values_.size()),
                           .kind = track.kind,
                           .interpolation = track.interpolation};
        for (std::size_t k = 0; k < track.times.size(); ++k) {
            if (k + 1 < track.times.size() && track.times[k + 1] == track.times[k]) continue;
            out.times_.push_back(track.times[k]);
            const auto value = track.values.begin() + static_cast<std::ptrdiff_t>(k * per_key);
            out.values_.insert(out.values_.end(), value,
                               value + static_cast<std::ptrdiff_t>(per_key));
            if (track.kind == TrackKind::rotation && per_key == 4) {
                normalize_rotation(out.values_.data() + out.values_.size() - 4);
            }
            ++record.key_count;
        }
        out.duration_ = std::max(out.duration_, track.times.back());
        if (track.kind == TrackKind::weights) {
            out.weight_limit_ = std::max(out.weight_limit_, track.target + track.width);
        } else {
            out.joint_limit_ = std::max(out.joint_limit_, track.target + 1);
        }
        out.tracks_.push_back(record);
    }
    if (duration.value >= 0) out.duration_ = duration;
    return out;
}

}  // namespace motus

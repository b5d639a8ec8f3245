// SPDX-License-Identifier: MIT
#include <motus/import/gltf/sampler.h>

#include <motus/import/gltf/accessor.h>

#include <algorithm>
#include <cmath>

namespace motus::gltf {
namespace {

/// What a file of our own says each key time lost by being stored as a float: one per key.
bool read_offsets(const Object& sampler, std::size_t keys, std::vector<std::int64_t>& out) {
    const Object extras = sampler.extra("motus");
    bool ok = true;
    const Array list = extras.array("tickOffsets", &ok);
    if (!ok || list.size() == 0) return ok;
    if (list.size() != keys) {
        return extras.error(kAnimationCode, "tickOffsets", "there must be one per key");
    }
    out.resize(keys);
    constexpr std::int64_t kMost = std::int64_t{1} << 40;
    for (std::size_t i = 0; i < keys; ++i) {
        const auto* offset = list[i].get_ptr<const Json::number_integer_t*>();
        const auto* positive = list[i].get_ptr<const Json::number_unsigned_t*>();
        if (positive != nullptr && *positive <= std::uint64_t{kMost}) {
            out[i] = static_cast<std::int64_t>(*positive);
        } else if (positive == nullptr && offset != nullptr && *offset >= -kMost) {
            out[i] = *offset;
        } else {
            return extras.error(kAnimationCode, "tickOffsets",
                                "entry " + std::to_string(i) + " must be a small whole number");
        }
    }
    return true;
}

}  // namespace

bool read_interpolation(const Object& sampler, Interpolation& out) {
    std::string name = "LINEAR";
    if (!sampler.text("interpolation", name)) return false;
    if (name == "LINEAR") {
        out = Interpolation::linear;
    } else if (name == "STEP") {
        out = Interpolation::step;
    } else if (name == "CUBICSPLINE") {
        out = Interpolation::cubic_spline;
    } else {
        return sampler.error(kAnimationCode, "interpolation",
                             in_quotes(name) + " is not LINEAR, STEP or CUBICSPLINE");
    }
    return true;
}

bool read_times(Context& context, const Object& sampler, std::vector<float>& out) {
    std::uint32_t index = kNone;
    if (!sampler.require("input") ||
        !sampler.index("input", context.accessors.size(), "accessor", index)) {
        return false;
    }
    const Accessor& accessor = context.accessors[index];
    if (!accessor.valid) return false;
    if (accessor.width != 1 || accessor.component != Component::f32) {
        return sampler.error(kAnimationCode, "input",
                             "must be SCALAR of float, not " + describe(accessor));
    }
    const std::string place = sampler.where("input");
    if (!context.charge(accessor.count, sizeof(float) + sizeof(Ticks), place)) return false;
    out.resize(static_cast<std::size_t>(accessor.count));
    if (!read_floats(context, accessor, accessor.count, out, place)) return false;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const char* fault = nullptr;
        if (!std::isfinite(out[i])) {
            fault = "is not finite";
        } else if (out[i] < 0.0f) {
            fault = "is negative";
        } else if (out[i] > kMaxTime_s) {
            fault = "is more than 3e9 seconds";
        } else if (i > 0 && !(out[i] > out[i - 1])) {
            fault = "is not after the one before";
        }
        if (fault != nullptr) {
            return sampler.error(kAnimationCode, "input",
                                 "key time " + std::to_string(i) + " " + fault);
        }
    }
    return true;
}

bool read_numbers_of(Context& context, const Object& sampler, const Accessor& accessor,
                     std::size_t keys, std::size_t elements, AssetTrack& track) {
    const std::uint64_t per_key =
        (track.interpolation == Interpolation::cubic_spline ? 3 : 1) * std::uint64_t{elements};
    if (accessor.count != per_key * keys) {
        return sampler.error(kAnimationCode, "output",
                             std::to_string(accessor.count) + " elements; " + std::to_string(keys) +
                                 " keys need " + std::to_string(per_key * keys));
    }
    const std::string place = sampler.where("output");
    if (!context.charge(accessor.count, accessor.width * sizeof(float), place)) return false;
    track.values.resize(static_cast<std::size_t>(accessor.count) * accessor.width);
    if (!read_floats(context, accessor, accessor.count, track.values, place)) return false;
    if (const std::size_t bad = first_not_finite(track.values); bad != track.values.size()) {
        return sampler.error(
            kAnimationCode, "output",
            "element " + std::to_string(bad / accessor.width) + " has a number that is not finite");
    }
    return true;
}

bool read_values(Context& context, const Object& sampler, std::size_t keys, std::size_t width,
                 AssetTrack& track) {
    std::uint32_t index = kNone;
    if (!sampler.require("output") ||
        !sampler.index("output", context.accessors.size(), "accessor", index)) {
        return false;
    }
    const Accessor& accessor = context.accessors[index];
    if (!accessor.valid) return false;
    const bool is_weights = track.kind == TrackKind::weights;
    if (accessor.matrix || accessor.width != (is_weights ? 1 : width) ||
        accessor.component == Component::u32) {
        return sampler.error(kAnimationCode, "output",
                             "must be " + (is_weights ? "SCALAR" : "VEC" + std::to_string(width)) +
                                 " of float or a normalised type, not " + describe(accessor));
    }
    return read_numbers_of(context, sampler, accessor, keys, is_weights ? width : 1, track);
}

bool mend_rotations(const Object& sampler, AssetTrack& track) {
    const bool cubic = track.interpolation == Interpolation::cubic_spline;
    const std::size_t stride = cubic ? 12 : 4;
    std::size_t far = 0;
    for (std::size_t at = cubic ? 4 : 0; at < track.values.size(); at += stride) {
        float* q = &track.values[at];
        double square = 0.0;
        for (std::size_t k = 0; k < 4; ++k)
            square += static_cast<double>(q[k]) * q[k];
        if (!(square > 0.0)) {
            return sampler.error(
                kAnimationCode, "output",
                "the rotation of key " + std::to_string(at / stride) + " has no length");
        }
        if (std::fabs(square - 1.0) <= 1e-2) continue;
        ++far;
        if (cubic) continue;
        const double length = std::sqrt(square);
        for (std::size_t k = 0; k < 4; ++k)
            q[k] = static_cast<float>(q[k] / length);
    }
    if (far != 0) {
        sampler.warn(kAnimationCode, "output",
                     std::to_string(far) + " rotations are not of unit length");
    }
    return true;
}

bool set_times(const Object& sampler, const std::vector<float>& times_s, AssetTrack& track) {
    const std::size_t width = track.values.size() / times_s.size();
    std::vector<std::int64_t> offsets;
    if (!read_offsets(sampler, times_s.size(), offsets)) return false;
    std::size_t kept = 0;
    track.times.reserve(times_s.size());
    for (std::size_t i = 0; i < times_s.size(); ++i) {
        Ticks time = ticks_of_seconds(static_cast<double>(times_s[i]));
        if (!offsets.empty()) time = time + Ticks{offsets[i]};
        if (time < Ticks{0} || (kept > 0 && time < track.times.back())) {
            return sampler.error(kAnimationCode, "extras.motus.tickOffsets",
                                 "key time " + std::to_string(i) + " is not after the one before");
        }
        if (kept > 0 && track.times.back() == time) {
            --kept;
        } else {
            track.times.push_back(time);
        }
        if (kept != i) {
            std::copy_n(track.values.begin() + static_cast<std::ptrdiff_t>(i * width), width,
                        track.values.begin() + static_cast<std::ptrdiff_t>(kept * width));
        }
        ++kept;
    }
    if (kept == times_s.size()) return true;
    track.values.resize(kept * width);
    sampler.warn(kAnimationCode, "input",
                 std::to_string(times_s.size() - kept) +
                     " keys are closer than a tick to the next and are left out");
    return true;
}

}  // namespace motus::gltf

// tests/unity/anim_text.h - .anim files with random curves, and what to compare with.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/ticks.h>
#include <motus/math/vec.h>
#include <tests/support/random.h>
#include <tests/unity/reference.h>

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace motus::test {

inline constexpr double kBound = 1e-5;

inline std::string number(double value) {
    return std::isinf(value) ? std::string(value > 0 ? "Infinity" : "-Infinity")
                             : fmt::format("{:.9g}", static_cast<float>(value));
}

/// A curve of a vector as a .anim file has it; all parts have the same times and modes.
inline std::string curve_text(const std::string& path, const std::vector<RefCurve>& parts,
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
    std::string settings;  ///< Lines beside start, stop and loop.
    double start = 0, stop = 0, rate = 60;
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
                   "  m_SampleRate: {}\n  m_AnimationClipSettings:\n"
                   "    serializedVersion: 2\n    m_StartTime: {}\n    m_StopTime: {}\n"
                   "    m_LoopTime: {}\n",
                   number(rate), number(start), number(stop), loop ? 1 : 0) +
               settings + list("m_Events", events);
    }
};

/// What the file holds of these keys: floats.
inline RefCurve as_floats(RefCurve curve) {
    for (RefKey& key : curve) {
        for (double RefKey::*member : {&RefKey::time, &RefKey::value, &RefKey::in, &RefKey::out,
                                       &RefKey::in_weight, &RefKey::out_weight}) {
            key.*member = static_cast<double>(static_cast<float>(key.*member));
        }
    }
    return curve;
}

/// Random curves with the same times: some segments held, slopes that are steep.
inline std::vector<RefCurve> random_curves(Random& random, std::size_t parts, bool weighted,
                                           bool holds, double range) {
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

inline double last_time(const std::vector<RefCurve>& curves) {
    return curves[0].back().time;
}

/// Times of a test: on the ticks of the runtime, so that both sides mean the same moment.
inline double tick_time(double length, int i, int count) {
    return seconds_of(ticks_of_seconds(length * i / count));
}

// A held value jumps at the next key; a tick to either side is another value.
inline bool is_near_jump(const RefCurve& curve, double time) {
    for (std::size_t k = 1; k < curve.size(); ++k) {
        if (std::isinf(curve[k - 1].out) && std::fabs(curve[k].time - time) < 1e-6) return true;
    }
    return false;
}

inline void expect_rotation(const std::array<double, 4>& wanted, const Quat& q, double bound) {
    const double got[4] = {q.x, q.y, q.z, q.w};
    double plus = 0, minus = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        plus = std::max(plus, std::fabs(wanted[i] - got[i]));
        minus = std::max(minus, std::fabs(wanted[i] + got[i]));
    }
    EXPECT_LE(std::min(plus, minus), bound);
}

}  // namespace motus::test

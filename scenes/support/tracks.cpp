// SPDX-License-Identifier: MIT
#include <scenes/support/tracks.h>

#include <motus/math/ops.h>

#include <cmath>
#include <cstddef>

namespace motus::scenes {
namespace {

std::vector<float> property(const Transform& t, TrackKind kind) {
    switch (kind) {
        case TrackKind::translation:
            return {t.translation.x, t.translation.y, t.translation.z};
        case TrackKind::rotation:
            return {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w};
        default:
            return {t.scale.x, t.scale.y, t.scale.z};
    }
}

constexpr float kSame = 2e-6f;  ///< Below what a float pose can show.

bool same(const std::vector<float>& a, const std::vector<float>& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!(std::fabs(a[i] - b[i]) <= kSame)) return false;
    return true;
}

/// Rows follow each other on one hemisphere, so that linear readers take the short way too.
std::vector<std::vector<float>> rows_of(const SampledClip& clip, std::size_t node, TrackKind kind) {
    std::vector<std::vector<float>> rows;
    for (const auto& frame : clip.frames) {
        std::vector<float> row = property(frame[node], kind);
        if (kind == TrackKind::rotation && !rows.empty()) {
            float d = 0.0f;
            for (std::size_t i = 0; i < 4; ++i)
                d += row[i] * rows.back()[i];
            if (d < 0.0f)
                for (float& v : row)
                    v = -v;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

bool straight(const std::vector<std::vector<float>>& rows) {
    const std::vector<float>&a = rows.front(), &b = rows.back();
    for (std::size_t f = 0; f < rows.size(); ++f) {
        const float t = static_cast<float>(f) / static_cast<float>(rows.size() - 1);
        std::vector<float> line(a.size());
        for (std::size_t i = 0; i < a.size(); ++i)
            line[i] = a[i] * (1.0f - t) + b[i] * t;
        if (!same(rows[f], line)) return false;
    }
    return true;
}

}  // namespace

AssetClip write_clip(const SampledClip& sampled, const std::vector<AssetNode>& nodes) {
    AssetClip clip;
    clip.name = sampled.name;
    clip.loop = sampled.loop;
    clip.root_motion = sampled.root_motion;
    const auto last = static_cast<std::int64_t>(sampled.frames.size()) - 1;
    clip.duration = ticks_of_frames(last, sampled.rate_hz);
    for (std::size_t n = 0; n < sampled.frames.front().size(); ++n) {
        for (const TrackKind kind :
             {TrackKind::translation, TrackKind::rotation, TrackKind::scale}) {
            const auto rows = rows_of(sampled, n, kind);
            const std::vector<float> rest = property(nodes[n].local, kind);
            bool constant = true, resting = true;
            for (const auto& row : rows) {
                constant = constant && same(row, rows.front());
                resting = resting && same(row, rest);
            }
            if (resting) continue;
            std::vector<std::int64_t> frames;
            if (constant) {
                frames = {0};
            } else if (kind != TrackKind::rotation && straight(rows)) {
                frames = {0, last};
            } else {
                for (std::int64_t f = 0; f <= last; ++f)
                    frames.push_back(f);
            }
            std::vector<float> values;
            for (const std::int64_t f : frames)
                values.insert(values.end(), rows[static_cast<std::size_t>(f)].begin(),
                              rows[static_cast<std::size_t>(f)].end());
            clip.tracks.push_back(make_track(static_cast<std::uint32_t>(n), kind,
                                             Interpolation::linear, sampled.rate_hz, frames,
                                             std::move(values)));
        }
    }
    return clip;
}

}  // namespace motus::scenes

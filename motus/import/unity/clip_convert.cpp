// SPDX-License-Identifier: MIT
#include <motus/import/unity/clip_convert.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace motus::unity {
namespace {

constexpr std::string_view kBlendShape = "blendShape.";
constexpr std::int32_t kSkinnedMesh = 137;
constexpr std::int32_t kZxy = 4;  // m_RotationOrder of all files seen
constexpr double kMorphScale = 0.01;

TrackKind kind_of(CurveTarget target) {
    switch (target) {
        case CurveTarget::position:
            return TrackKind::translation;
        case CurveTarget::scale:
            return TrackKind::scale;
        case CurveTarget::number:
            return TrackKind::weights;
        default:
            return TrackKind::rotation;
    }
}

bool is_held(const FitKeys& keys, std::size_t width, std::size_t k) {
    for (std::size_t at = k * width; at < (k + 1) * width; ++at) {
        if (keys.values[at] != keys.values[at + width] || keys.out[at] != 0.0 ||
            keys.in[at + width] != 0.0) {
            return false;
        }
    }
    return true;
}

bool is_jump(const FitKeys& keys, std::size_t k) {
    return k + 1 < keys.times.size() && keys.times[k + 1] - keys.times[k] == Ticks{1};
}

// Tracks without curves in them are stored as what they are: smaller, and faster to sample.
Interpolation interpolation_of(const FitKeys& keys, std::size_t width, TrackKind kind) {
    bool linear = kind != TrackKind::rotation, steps = true;
    for (std::size_t k = 0; k + 1 < keys.times.size(); ++k) {
        if (is_jump(keys, k)) continue;
        steps = steps && is_held(keys, width, k);
        const double length = seconds_of(keys.times[k + 1] - keys.times[k]);
        for (std::size_t i = 0; i < width; ++i) {
            const std::size_t at = k * width + i;
            const double slope = (keys.values[at + width] - keys.values[at]) / length;
            const double bound = 1e-7 / length;
            linear = linear && std::fabs(keys.out[at] - slope) <= bound &&
                     std::fabs(keys.in[at + width] - slope) <= bound;
        }
    }
    if (steps) return Interpolation::step;
    return linear ? Interpolation::linear : Interpolation::cubic_spline;
}

AssetTrack make_track(const FitKeys& keys, std::size_t width, TrackKind kind, std::uint32_t node) {
    AssetTrack track;
    track.node = node;
    track.kind = kind;
    track.interpolation = interpolation_of(keys, width, kind);
    const bool steps = track.interpolation == Interpolation::step;
    for (std::size_t k = 0; k < keys.times.size(); ++k) {
        // The last tick before a jump says nothing where each value holds.
        if (steps && k > 0 && is_jump(keys, k) && is_held(keys, width, k - 1)) continue;
        track.times.push_back(keys.times[k]);
        const auto put = [&](const std::vector<double>& numbers) {
            for (std::size_t i = 0; i < width; ++i)
                track.values.push_back(static_cast<float>(numbers[k * width + i]));
        };
        const bool cubic = track.interpolation == Interpolation::cubic_spline;
        if (cubic) put(keys.in);
        put(keys.values);
        if (cubic) put(keys.out);
    }
    return track;
}

void set_rest(AssetNode& node, const AssetTrack& track) {
    const std::size_t width = track.kind == TrackKind::rotation ? 4 : 3;
    const float* v =
        track.values.data() + (track.interpolation == Interpolation::cubic_spline ? width : 0);
    if (track.kind == TrackKind::translation) node.local.translation = {v[0], v[1], v[2]};
    if (track.kind == TrackKind::scale) node.local.scale = {v[0], v[1], v[2]};
    if (track.kind != TrackKind::rotation) return;
    const float length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
    if (!(length > 1e-6f)) return;
    node.local.rotation = {v[0] / length, v[1] / length, v[2] / length, v[3] / length};
}

void note_fit(const FitKeys& keys, ImportReport& report, const std::string& place) {
    if (keys.exhausted) {
        report.use("curves that need very many keys", Support::approximated,
                   fmt::format("the largest error found is {:.2g}", keys.error), place);
    }
}

}  // namespace

bool is_blend_shape(const ClipCurve& curve) {
    return curve.target == CurveTarget::number && curve.class_id == kSkinnedMesh &&
           std::string_view(curve.attribute).substr(0, kBlendShape.size()) == kBlendShape;
}

std::string blend_shape_name(const ClipCurve& curve) {
    return curve.attribute.substr(kBlendShape.size());
}

void note_repeated(const UnityClip& clip, ImportReport& report, const std::string& place) {
    for (const std::string& curve : clip.repeated) {
        report.use("two curves of one property", Support::approximated, "the first counts",
                   fmt::format("{}: {}", place, curve));
    }
}

void add_pose_clip(const UnityClip& clip, const std::string& name, NodeTree& tree,
                   std::size_t& extra_keys, ImportReport& report) {
    const std::string place = shown(name);
    AssetClip out;
    out.name = name;
    out.loop = clip.loop;
    out.duration = ticks_of_seconds(playing_length(clip));
    note_repeated(clip, report, place);
    FitRoom room(clip, extra_keys);
    // Targets of a node are one track; they are put in their order first.
    std::map<std::uint32_t, std::map<std::uint32_t, const ClipCurve*>> morphs;
    for (const ClipCurve& curve : clip.curves) {
        const std::uint32_t node = tree.node(curve.path);
        if (curve.target == CurveTarget::number) {
            if (!is_blend_shape(curve)) continue;
            morphs[node][tree.morph_target(node, blend_shape_name(curve))] = &curve;
            continue;
        }
        if (curve.target == CurveTarget::euler && curve.rotation_order != kZxy) {
            report.use("Euler curves in another order than ZXY", Support::approximated,
                       "read as ZXY", place);
        }
        const TrackKind kind = kind_of(curve.target);
        const FitKeys keys = convert_curve(clip, curve, room);
        note_fit(keys, report, place);
        out.tracks.push_back(make_track(keys, kind == TrackKind::rotation ? 4 : 3, kind, node));
        if (tree.take_rest(node, kind)) set_rest(tree.asset.nodes[node], out.tracks.back());
    }
    static const ClipCurve kRest = [] {
        ClipCurve rest;
        rest.parts.resize(1);
        return rest;
    }();
    for (const auto& [node, targets] : morphs) {
        const std::size_t width =
            tree.asset.meshes[tree.asset.nodes[node].mesh].target_names.size();
        std::vector<const ClipCurve*> curves(width, &kRest);
        std::size_t times = 2;
        for (const auto& [target, curve] : targets) {
            curves[target] = curve;
            times += curve->parts[0].keys.size();
        }
        if (times * width > kMaxMorphValues) {
            tree.full = true;
            continue;
        }
        const FitKeys keys = fit_curves(clip, curves, kMorphScale, room);
        note_fit(keys, report, place);
        out.tracks.push_back(make_track(keys, width, TrackKind::weights, node));
    }
    extra_keys -= room.spent();
    for (const ClipEventValue& event : clip.events) {
        const Ticks time = ticks_of_seconds(event.time - clip.start);
        if (time >= Ticks{} && time <= out.duration && !event.function.empty()) {
            out.events.push_back({time, event.function});
        }
    }
    std::stable_sort(out.events.begin(), out.events.end(),
                     [](const AssetEvent& a, const AssetEvent& b) { return a.time < b.time; });
    tree.asset.clips.push_back(std::move(out));
}

}  // namespace motus::unity

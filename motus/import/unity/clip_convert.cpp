// SPDX-License-Identifier: MIT
#include <motus/import/unity/clip_convert.h>
#include <motus/math/trig.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

namespace motus::unity {
namespace {

using Quaternion = std::array<double, 4>;

constexpr std::string_view kBlendShape = "blendShape.";
constexpr std::int32_t kSkinnedMesh = 137;
constexpr std::int32_t kZxy = 4;  // m_RotationOrder of all files seen
constexpr double kMorphScale = 0.01;
constexpr std::size_t kKeysPerKey = 64, kKeysAtLeast = 1024;

Quaternion multiply(const Quaternion& a, const Quaternion& b) {
    return {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
            a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
            a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
            a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
}

// About one axis, and its change per unit of slope.
struct AxisTurn {
    Quaternion q{}, change{};
    AxisTurn(std::size_t axis, const CurveSample& degrees) {
        const double half = kPi / 360.0;
        const SinCos turn = sin_cos(std::fmod(degrees.value, 720.0) * half);
        q[axis] = turn.sin;
        q[3] = turn.cos;
        change[axis] = turn.cos * half * degrees.slope;
        change[3] = -turn.sin * half * degrees.slope;
    }
};

// Unity turns about z, then x, then y: q = y * x * z.
void euler_quaternion(const CurveSample (&angles)[3], Quaternion& q, Quaternion& change) {
    const AxisTurn x(0, angles[0]), y(1, angles[1]), z(2, angles[2]);
    const Quaternion xz = multiply(x.q, z.q);
    q = multiply(y.q, xz);
    const Quaternion a = multiply(y.change, xz), b = multiply(y.q, multiply(x.change, z.q)),
                     c = multiply(y.q, multiply(x.q, z.change));
    for (std::size_t i = 0; i < 4; ++i)
        change[i] = a[i] + b[i] + c[i];
}

// Left-handed to right-handed by mirroring x.
double sign_of(CurveTarget target, std::size_t part) {
    switch (target) {
        case CurveTarget::position:
            return part == 0 ? -1.0 : 1.0;
        case CurveTarget::rotation:
        case CurveTarget::euler:
            return part == 1 || part == 2 ? -1.0 : 1.0;
        default:
            return 1.0;
    }
}

bool is_blend_shape(const ClipCurve& curve) {
    return curve.target == CurveTarget::number && curve.class_id == kSkinnedMesh &&
           std::string_view(curve.attribute).substr(0, kBlendShape.size()) == kBlendShape;
}

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

std::vector<double> breaks_of(const std::vector<const ClipCurve*>& curves) {
    std::vector<double> breaks;
    for (const ClipCurve* curve : curves) {
        for (const CurveKey& key : curve->parts[0].keys)
            breaks.push_back(key.time);
    }
    return breaks;
}

FitKeys fit_curves(const UnityClip& clip, const std::vector<const ClipCurve*>& curves, double scale,
                   std::size_t& budget) {
    const bool euler = curves[0]->target == CurveTarget::euler;
    FitSource source;
    std::vector<const Curve*> parts;
    for (const ClipCurve* curve : curves) {
        for (const Curve& part : curve->parts)
            parts.push_back(&part);
    }
    source.width = euler ? 4 : parts.size();
    source.normalize = euler;
    const CurveTarget target = curves[0]->target;
    source.sample = [&parts, euler, target, scale](double time, Side side, double* values,
                                                   double* slopes) {
        if (euler) {
            const CurveSample angles[3] = {parts[0]->at(time, side), parts[1]->at(time, side),
                                           parts[2]->at(time, side)};
            Quaternion q{}, change{};
            euler_quaternion(angles, q, change);
            for (std::size_t i = 0; i < 4; ++i) {
                values[i] = sign_of(target, i) * q[i];
                slopes[i] = sign_of(target, i) * change[i];
            }
            return;
        }
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const CurveSample sample = parts[i]->at(time, side);
            values[i] = scale * sign_of(target, i) * sample.value;
            slopes[i] = scale * sign_of(target, i) * sample.slope;
        }
    };
    source.is_cubic = [&parts, euler](double time) {
        for (const Curve* part : parts) {
            const SegmentKind kind = part->kind_after(time);
            if (kind == SegmentKind::weighted || (euler && kind == SegmentKind::cubic)) {
                return false;
            }
        }
        return true;
    };
    std::vector<double> breaks = breaks_of(curves);
    const std::size_t own = 2 * breaks.size() + 2;
    const std::size_t most = own + std::min(budget, breaks.size() * kKeysPerKey + kKeysAtLeast);
    FitKeys keys =
        fit(source, clip.start, ticks_of_seconds(playing_length(clip)), std::move(breaks), most);
    budget -= std::min(budget, keys.times.size() > own ? keys.times.size() - own : 0);
    return keys;
}

// Tracks without curves in them are stored as what they are: smaller, and faster to sample.
Interpolation interpolation_of(const FitKeys& keys, std::size_t width, TrackKind kind) {
    bool linear = kind != TrackKind::rotation, constant = true;
    for (std::size_t k = 0; k + 1 < keys.times.size(); ++k) {
        const double length = seconds_of(keys.times[k + 1] - keys.times[k]);
        for (std::size_t i = 0; i < width; ++i) {
            const std::size_t at = k * width + i;
            const double slope = (keys.values[at + width] - keys.values[at]) / length;
            const double bound = 1e-7 / length;
            constant = constant && keys.values[at] == keys.values[at + width] &&
                       keys.out[at] == 0.0 && keys.in[at + width] == 0.0;
            if (keys.times[k + 1] - keys.times[k] == Ticks{1}) continue;  // a jump
            linear = linear && std::fabs(keys.out[at] - slope) <= bound &&
                     std::fabs(keys.in[at + width] - slope) <= bound;
        }
    }
    if (constant) return Interpolation::step;
    return linear ? Interpolation::linear : Interpolation::cubic_spline;
}

AssetTrack make_track(const FitKeys& keys, std::size_t width, TrackKind kind, std::uint32_t node) {
    AssetTrack track;
    track.node = node;
    track.kind = kind;
    track.interpolation = interpolation_of(keys, width, kind);
    track.times = keys.times;
    for (std::size_t k = 0; k < keys.times.size(); ++k) {
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

std::uint32_t NodeTree::child(std::uint32_t parent, std::string name) {
    if (asset.nodes.size() >= kMaxUnityNodes) {
        const auto known = nodes_.find({parent, name});
        full = full || known == nodes_.end();
        return known == nodes_.end() ? 0 : known->second;
    }
    const auto index = static_cast<std::uint32_t>(asset.nodes.size());
    const auto [at, is_new] = nodes_.emplace(std::make_pair(parent, name), index);
    if (is_new) {
        AssetNode& node = asset.nodes.emplace_back();
        node.name = std::move(name);
        node.parent = parent;
    }
    return at->second;
}

std::uint32_t NodeTree::node(std::string_view path) {
    if (path.empty()) return child(kNone, root_);
    std::uint32_t at = one_tree_ ? child(kNone, root_) : kNone;
    while (true) {
        const std::size_t slash = path.find('/');
        at = child(at, std::string(path.substr(0, slash)));
        if (slash == path.npos) return at;
        path.remove_prefix(slash + 1);
    }
}

bool NodeTree::take_rest(std::uint32_t node, TrackKind kind) {
    return !std::exchange(rest_[{node, kind}], true);
}

std::uint32_t NodeTree::morph_target(std::uint32_t node, const std::string& name) {
    AssetNode& owner = asset.nodes[node];
    if (owner.mesh == kNone) {
        owner.mesh = static_cast<std::uint32_t>(asset.meshes.size());
        AssetMesh& mesh = asset.meshes.emplace_back();
        mesh.name = owner.name;
        mesh.primitives.emplace_back().positions.resize(3);  // nothing to see: names and weights
    }
    AssetMesh& mesh = asset.meshes[owner.mesh];
    const auto index = static_cast<std::uint32_t>(mesh.target_names.size());
    const auto [at, is_new] = targets_.emplace(std::make_pair(node, name), index);
    if (is_new) {
        mesh.target_names.push_back(name);
        mesh.weights.push_back(0.0f);
        mesh.primitives[0].targets.emplace_back().positions.resize(3);
    }
    return at->second;
}

void NodeTree::finish() {
    std::size_t total = 0;
    for (const AssetClip& clip : asset.clips) {
        for (const AssetTrack& track : clip.tracks) {
            if (track.kind != TrackKind::weights) continue;
            total +=
                track.times.size() * asset.meshes[asset.nodes[track.node].mesh].target_names.size();
        }
    }
    full = full || total > kMaxMorphValues;
    if (full) return;
    for (AssetClip& clip : asset.clips) {
        for (AssetTrack& track : clip.tracks) {
            if (track.kind != TrackKind::weights) continue;
            const bool cubic = track.interpolation == Interpolation::cubic_spline;
            const std::size_t groups = track.times.size() * (cubic ? 3 : 1);
            const std::size_t width = track.values.size() / groups;
            const std::size_t wanted =
                asset.meshes[asset.nodes[track.node].mesh].target_names.size();
            if (width == wanted) continue;
            std::vector<float> values(groups * wanted, 0.0f);
            for (std::size_t g = 0; g < groups; ++g) {
                std::copy_n(track.values.begin() + static_cast<std::ptrdiff_t>(g * width), width,
                            values.begin() + static_cast<std::ptrdiff_t>(g * wanted));
            }
            track.values = std::move(values);
        }
    }
}

bool is_pose_clip(const UnityClip& clip) {
    for (const ClipCurve& curve : clip.curves) {
        if (curve.target == CurveTarget::number && !is_blend_shape(curve)) return false;
    }
    return !clip.curves.empty();
}

double playing_length(const UnityClip& clip) {
    return clip.length() > 0.0 ? clip.length() : 1.0;
}

FitKeys convert_curve(const UnityClip& clip, const ClipCurve& curve, std::size_t& budget) {
    return fit_curves(clip, {&curve}, 1.0, budget);
}

Error too_many_objects() {
    return {"unity-too-large", "",
            fmt::format("clips that move more than {} objects, or more than {} weights of blend "
                        "shapes",
                        kMaxUnityNodes, kMaxMorphValues)};
}

void add_pose_clip(const UnityClip& clip, const std::string& name, NodeTree& tree,
                   std::size_t& extra_keys, ImportReport& report) {
    const std::string place = shown(name);
    AssetClip out;
    out.name = name;
    out.loop = clip.loop;
    out.duration = ticks_of_seconds(playing_length(clip));
    const std::size_t most = std::min(kExtraKeys, extra_keys);
    std::size_t budget = most;
    std::set<std::pair<std::uint32_t, TrackKind>> seen;
    // Targets of a node are one track; they are put in their order first.
    std::map<std::uint32_t, std::map<std::uint32_t, const ClipCurve*>> morphs;
    for (const ClipCurve& curve : clip.curves) {
        const std::uint32_t node = tree.node(curve.path);
        if (curve.target == CurveTarget::number) {
            if (!is_blend_shape(curve)) continue;
            const std::string target = curve.attribute.substr(kBlendShape.size());
            morphs[node][tree.morph_target(node, target)] = &curve;
            continue;
        }
        if (curve.target == CurveTarget::euler && curve.rotation_order != kZxy) {
            report.use("Euler curves in another order than ZXY", Support::approximated,
                       "read as ZXY", place);
        }
        const TrackKind kind = kind_of(curve.target);
        if (!seen.insert({node, kind}).second) {
            report.use("two curves of one property", Support::approximated, "the first counts",
                       place);
            continue;
        }
        const FitKeys keys = convert_curve(clip, curve, budget);
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
        const FitKeys keys = fit_curves(clip, curves, kMorphScale, budget);
        note_fit(keys, report, place);
        out.tracks.push_back(make_track(keys, width, TrackKind::weights, node));
    }
    extra_keys -= most - budget;
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

// SPDX-License-Identifier: MIT
#include <scenes/morph/morph.h>
#include <scenes/support/geometry.h>
#include <scenes/support/rings.h>
#include <scenes/support/tracks.h>

#include <functional>

namespace motus::scenes {
namespace {

constexpr double kRadius = 0.5;

AssetMorphTarget make_target(const std::vector<Vec3d>& points, const std::vector<Vec3d>& normals,
                             const std::vector<std::uint32_t>& indices,
                             const std::function<Vec3d(Vec3d)>& moved) {
    std::vector<Vec3d> there;
    for (const Vec3d& p : points)
        there.push_back(moved(p));
    const std::vector<Vec3d> there_normals = smooth_normals(there, indices);
    AssetMorphTarget target;
    for (std::size_t i = 0; i < points.size(); ++i) {
        target.positions.push_back(to_float(there[i] - points[i]));
        target.normals.push_back(to_float(there_normals[i] - normals[i]));
    }
    return target;
}

AssetMesh make_ball() {
    const RingMesh ball = make_rings(23, 32, [](double v, double angle) {
        const SinCos up = sin_cos(kPi * v), a = sin_cos(angle);
        return Vec3d{kRadius * up.sin * a.sin, -kRadius * up.cos, kRadius * up.sin * a.cos};
    });
    const std::vector<Vec3d> normals = smooth_normals(ball.points, ball.indices);
    AssetPrimitive p;
    p.material = 0;
    p.indices = ball.indices;
    for (std::size_t i = 0; i < ball.points.size(); ++i) {
        p.positions.push_back(to_float(ball.points[i]));
        p.normals.push_back(to_float(normals[i]));
        const auto v = static_cast<float>(ball.v[i]);
        p.colors.push_back({0.15f + 0.7f * v, 0.30f, 0.75f - 0.6f * v, 1.0f});
    }
    const std::function<Vec3d(Vec3d)> moves[] = {
        [](Vec3d q) {
            return Vec3d{1.5 * q.x, 0.75 * q.y, 1.5 * q.z};
        },
        [](Vec3d q) {
            return Vec3d{0.75 * q.x, 1.6 * q.y, 0.75 * q.z};
        },
        [](Vec3d q) {
            return rotate(axis_angle({0, 1, 0}, 2.0 * q.y / kRadius), {1.25 * q.x, q.y, 0.7 * q.z});
        },
        [](Vec3d q) { return q * (1.0 + 0.15 * sine(12.0 * q.y / kRadius)); },
    };
    for (const auto& move : moves)
        p.targets.push_back(make_target(ball.points, normals, ball.indices, move));
    AssetMesh mesh;
    mesh.name = "Ball";
    mesh.primitives.push_back(std::move(p));
    mesh.weights = {0, 0, 0, 0};
    mesh.target_names = {"Wide", "Tall", "Twist", "Wave"};
    return mesh;
}

AssetClip linear_clip(std::uint32_t ball) {
    AssetClip clip;
    clip.name = "Linear";
    clip.duration = ticks_of_frames(2, 1);
    clip.tracks.push_back(make_track(ball, TrackKind::weights, Interpolation::linear, 2,
                                     {0, 1, 2, 3, 4},
                                     {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0}));
    return clip;
}

AssetClip spline_clip(std::uint32_t ball) {
    AssetClip clip;
    clip.name = "Spline";
    clip.duration = ticks_of_frames(2, 1);
    // In-tangents, values, out-tangents; per second. The bounce leaves and lands at 3.6 m/s.
    clip.tracks.push_back(make_track(ball, TrackKind::translation, Interpolation::cubic_spline, 1,
                                     {0, 1, 2}, {0, -3.6f, 0, 0, 0.5f, 0, 0, 3.6f, 0,  //
                                                 0, -3.6f, 0, 0, 0.5f, 0, 0, 3.6f, 0,  //
                                                 0, -3.6f, 0, 0, 0.5f, 0, 0, 3.6f, 0}));
    std::vector<float> turn;
    for (const double deg : {0.0, 120.0, 240.0, 360.0}) {
        // The tangent of a rotation at a steady 180 degrees a second.
        const Quatd q = axis_angle({0, 1, 0}, deg * kDegrees);
        const Quat value = to_float(q);
        const Quat slope = to_float(Quatd{q.x * 0.0, 0.5 * kPi * q.w, 0.0, -0.5 * kPi * q.y});
        for (const Quat& k : {slope, value, slope})
            turn.insert(turn.end(), {k.x, k.y, k.z, k.w});
    }
    AssetTrack spin;
    spin.node = ball;
    spin.kind = TrackKind::rotation;
    spin.interpolation = Interpolation::cubic_spline;
    for (std::int64_t k = 0; k < 4; ++k)
        spin.times.push_back(ticks_of_frames(2 * k, 3));
    spin.values = turn;
    clip.tracks.push_back(spin);
    clip.tracks.push_back(make_track(ball, TrackKind::weights, Interpolation::cubic_spline, 2,
                                     {0, 1, 2, 4},
                                     {0, 0, 0, 0, 0.6f, 0,    0,    0,    -1, 0, 0, 0,  //
                                      0, 1, 0, 0, 0,    0.5f, 0,    0.2f, 0,  1, 0, 0,  //
                                      0, 0, 0, 0, 0.6f, 0,    0.5f, 0,    -1, 0, 1, 0,  //
                                      0, 0, 0, 0, 0.6f, 0,    0,    0,    -1, 0, 0, 0}));
    return clip;
}

AssetClip step_clip(std::uint32_t ball) {
    AssetClip clip;
    clip.name = "Step";
    clip.duration = ticks_of_frames(2, 1);
    clip.tracks.push_back(make_track(ball, TrackKind::scale, Interpolation::step, 2, {0, 1, 3, 4},
                                     {1, 1, 1, 1.25f, 0.8f, 1.25f, 0.8f, 1.4f, 0.8f, 1, 1, 1}));
    clip.tracks.push_back(make_track(ball, TrackKind::weights, Interpolation::step, 2, {0, 1, 2, 4},
                                     {0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0.5f, 0, 0, 0, 0}));
    return clip;
}

}  // namespace

Asset make_morph() {
    Asset asset;
    Transform above;
    above.translation.y = 0.8f;
    const std::uint32_t root = add_node(asset, "Stage", kNone, {});
    const std::uint32_t ball = add_node(asset, "Ball", root, above);
    asset.nodes[ball].mesh = 0;
    asset.meshes.push_back(make_ball());
    AssetMaterial material;
    material.name = "Rubber";
    material.metallic = 0.0f;
    material.roughness = 0.5f;
    asset.materials.push_back(material);
    asset.scenes.push_back({"Morph", {root}});
    asset.scene = 0;
    asset.clips = {linear_clip(ball), spline_clip(ball), step_clip(ball)};
    return asset;
}

}  // namespace motus::scenes

// SPDX-License-Identifier: MIT
#include <scenes/spine/spine.h>
#include <scenes/support/geometry.h>
#include <scenes/support/rings.h>
#include <scenes/support/tracks.h>

namespace motus::scenes {
namespace {

AssetMesh make_column() {
    const RingMesh rings = make_rings(23, 16, [](double v, double angle) {
        const double y = 2.6 * v - 0.3;
        const double cap = clamp01(v * 8.0) * clamp01((1.0 - v) * 8.0);
        const double r =
            0.22 * std::sqrt(cap * (2.0 - cap)) + 0.06 * smooth_step(1.6, 2.1, y) * cap;
        const SinCos a = sin_cos(angle);
        return Vec3d{r * a.sin, y, r * a.cos};
    });
    const std::vector<Vec3d> normals = smooth_normals(rings.points, rings.indices);
    AssetPrimitive p;
    p.material = 0;
    p.influences = 4;
    p.indices = rings.indices;
    for (std::size_t i = 0; i < rings.points.size(); ++i) {
        const double y = rings.points[i].y;
        const double spine = smooth_step(0.7, 1.3, y), head = smooth_step(1.7, 2.3, y);
        const auto w1 = static_cast<float>(spine * (1.0 - head)), w2 = static_cast<float>(head);
        p.positions.push_back(to_float(rings.points[i]));
        p.normals.push_back(to_float(normals[i]));
        p.colors.push_back({0.75f, 0.35f + 0.25f * w1, 0.20f + 0.50f * w2, 1.0f});
        const std::uint16_t one = w1 > 0.0f ? 1 : 0, two = w2 > 0.0f ? 2 : 0;
        p.joints.insert(p.joints.end(), {0, one, two, 0});
        p.joint_weights.insert(p.joint_weights.end(), {1.0f - (w1 + w2), w1, w2, 0.0f});
    }
    AssetMesh mesh;
    mesh.name = "Column";
    mesh.primitives.push_back(std::move(p));
    return mesh;
}

std::vector<float> turned(Vec3d axis, double middle_deg) {
    std::vector<float> values;
    for (const double deg : {0.0, middle_deg, 0.0}) {
        const Quat q = to_float(axis_angle(axis, deg * kDegrees));
        values.insert(values.end(), {q.x, q.y, q.z, q.w});
    }
    return values;
}

}  // namespace

Asset make_spine() {
    Asset asset;
    Transform up;
    up.translation.y = 1.0f;
    const std::uint32_t root = add_node(asset, "Root", kNone, {});
    const std::uint32_t spine = add_node(asset, "Spine", root, up);
    const std::uint32_t head = add_node(asset, "Head", spine, up);
    const std::uint32_t body = add_node(asset, "Column", kNone, {});
    asset.nodes[body].mesh = 0;
    asset.nodes[body].skin = 0;
    asset.meshes.push_back(make_column());
    AssetMaterial material;
    material.name = "Clay";
    material.metallic = 0.0f;
    asset.materials.push_back(material);

    AssetSkin skin;
    skin.name = "Column";
    skin.skeleton = root;
    skin.joints = {root, spine, head};
    skin.inverse_binds.resize(3);
    for (std::size_t i = 0; i < 3; ++i)
        skin.inverse_binds[i].m[7] = -static_cast<float>(i);
    asset.skins.push_back(skin);
    asset.scenes.push_back({"Spine", {root, body}});
    asset.scene = 0;

    AssetClip slide;
    slide.name = "Slide";
    slide.duration = ticks_of_frames(1, 1);
    slide.tracks.push_back(make_track(root, TrackKind::translation, Interpolation::linear, 1,
                                      {0, 1}, {0, 0, 0, 4, 0, 0}));
    AssetClip bend;
    bend.name = "Bend";
    bend.duration = slide.duration;
    bend.tracks.push_back(make_track(spine, TrackKind::rotation, Interpolation::linear, 2,
                                     {0, 1, 2}, turned({0, 0, 1}, 90.0)));
    bend.tracks.push_back(make_track(head, TrackKind::rotation, Interpolation::linear, 2, {0, 1, 2},
                                     turned({0, 1, 0}, -60.0)));
    asset.clips = {slide, bend};
    return asset;
}

}  // namespace motus::scenes

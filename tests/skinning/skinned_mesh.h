// tests/skinning/skinned_mesh.h - a random mesh with its palette, and room for what comes out.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/hash.h>
#include <motus/math/ops.h>
#include <motus/skinning/skinning.h>
#include <tests/skinning/vertices.h>
#include <tests/support/random.h>

#include <vector>

namespace motus::test {

enum class Kind { rigid, scaled, mirrored };

// A mesh with everything, its palette, and room for what comes out.
struct Mesh : Vertices {
    std::uint32_t count;
    std::uint32_t per_vertex;
    std::vector<std::uint16_t> joints;
    std::vector<float> weights;
    std::vector<Mat34> palette;

    SkinningJob job() {
        SkinningJob job;
        job.vertex_count = count;
        job.influences = {per_vertex, joints, weights, joint_limit_of(joints)};
        job.palette = palette;
        bind(job);
        return job;
    }
    std::uint64_t hash() const {
        std::uint64_t h = kHashSeed;
        h = hash_floats(h, {&out_positions.data()->x, out_positions.size() * 3});
        h = hash_floats(h, {&out_normals.data()->x, out_normals.size() * 3});
        return hash_floats(h, {&out_tangents.data()->x, out_tangents.size() * 4});
    }
};

inline Mesh make_mesh(std::uint32_t count, std::uint32_t per_vertex, std::uint32_t joint_count,
                      Kind kind, std::uint64_t seed) {
    Random random(seed);
    Mesh mesh{{}, count, per_vertex, {}, {}, {}};
    // Joints of one body turn within a radian of each other, as they do in a character; blends of
    // opposite rotations have no meaningful normal.
    const Quat common = random.rotation();
    for (std::uint32_t j = 0; j < joint_count; ++j) {
        Transform t;
        t.translation = random.vec3(2.0f);
        const Vec3 axis = random.direction();  // in turn: arguments have no order of their own
        t.rotation = multiply(common, axis_angle(axis, random.range(-1.0f, 1.0f)));
        if (kind != Kind::rigid) {
            t.scale = {random.range(0.4f, 2.5f), random.range(0.4f, 2.5f),
                       random.range(0.4f, 2.5f)};
        }
        // The mirrored axis is one for the whole body: otherwise blends would be flat.
        if (kind == Kind::mirrored) t.scale.x = -t.scale.x;
        mesh.palette.push_back(to_matrix(t));
    }
    for (std::uint32_t v = 0; v < count; ++v) {
        mesh.positions.push_back(random.vec3(1.0f));
        mesh.normals.push_back(random.direction());
        const Vec3 t = normalize(cross(mesh.normals.back(), random.direction()));
        mesh.tangents.push_back({t.x, t.y, t.z, random.below(2) != 0 ? 1.0f : -1.0f});
        float left = 1.0f;
        for (std::uint32_t i = 0; i < per_vertex; ++i) {
            const float w = i + 1 == per_vertex ? left : left * random.range(0.0f, 0.9f);
            left -= w;
            mesh.weights.push_back(w);
            mesh.joints.push_back(static_cast<std::uint16_t>(random.below(joint_count)));
        }
    }
    mesh.make_room(count);
    return mesh;
}

}  // namespace motus::test

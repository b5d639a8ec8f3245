// tests/skinning/skinning_test.cpp - CPU skinning against double precision.
// SPDX-License-Identifier: MIT
#include <motus/skinning/skinning.h>
#include <tests/skinning/skinned_mesh.h>
#include <tests/skinning/skinning_reference.h>
#include <tests/support/simd_targets.h>

#include <gtest/gtest.h>

namespace motus::test {
namespace {

struct Case {
    std::uint32_t per_vertex;
    Kind kind;
    bool orthonormal;
};

class SkinningReference : public testing::TestWithParam<Case> {};

TEST_P(SkinningReference, MatchesDoublePrecision) {
    const Case c = GetParam();
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Mesh mesh =
            make_mesh(200 + static_cast<std::uint32_t>(seed), c.per_vertex, 30, c.kind, seed);
        SkinningJob job = mesh.job();
        job.orthonormal = c.orthonormal;
        ASSERT_EQ(run(job), Status::ok);
        std::uint32_t compared = 0;
        for (std::uint32_t v = 0; v < mesh.count; ++v) {
            const std::size_t at = std::size_t{v} * c.per_vertex;
            const DoubleMatrix m =
                blended(mesh.palette, std::span(mesh.joints).subspan(at, c.per_vertex),
                        std::span(mesh.weights).subspan(at, c.per_vertex));
            const Double3 p = point(m, to_double(mesh.positions[v]));
            ASSERT_LT(distance(p, mesh.out_positions[v]), 4e-6) << "vertex " << v;

            // A matrix that squeezes loses that many digits of a direction.
            const double squeeze = condition(m);
            if (squeeze > 300.0) continue;
            ++compared;
            const double tolerance = 5e-7 * squeeze;
            const Double3 n = unit(inverse_transpose(m, to_double(mesh.normals[v])));
            ASSERT_LT(distance(n, mesh.out_normals[v]), tolerance) << "vertex " << v;
            const Tangent& in = mesh.tangents[v];
            const Tangent& out = mesh.out_tangents[v];
            Double3 t = unit(direction(m, {in.x, in.y, in.z}));
            if (c.orthonormal) {
                const double along = t[0] * n[0] + t[1] * n[1] + t[2] * n[2];
                for (int i = 0; i < 3; ++i)
                    t[i] -= n[i] * along;
                const double left = length(t);
                t = unit(t);
                ASSERT_LT(distance(t, {out.x, out.y, out.z}), tolerance / left) << "vertex " << v;
            } else {
                ASSERT_LT(distance(t, {out.x, out.y, out.z}), tolerance) << "vertex " << v;
            }
            ASSERT_EQ(out.w, in.w);
        }
        ASSERT_GT(compared, mesh.count * 9 / 10) << "too few matrices with a meaningful normal";
    }
}

INSTANTIATE_TEST_SUITE_P(Rigs, SkinningReference,
                         testing::Values(Case{4, Kind::rigid, false}, Case{8, Kind::rigid, true},
                                         Case{4, Kind::scaled, true}, Case{8, Kind::scaled, false},
                                         Case{4, Kind::mirrored, false},
                                         Case{8, Kind::mirrored, true}));

TEST(Skinning, SameBitsOnEveryTarget) {
    std::uint64_t expected = 0;
    int targets = for_each_simd_target([&](const char* name) {
        std::uint64_t all = kHashSeed;
        // Counts around a register, a block and several blocks.
        for (const std::uint32_t count :
             {1u, 3u, 4u, 7u, 8u, 15u, 16u, 17u, 63u, 64u, 65u, 1000u}) {
            for (const std::uint32_t per_vertex : {4u, 8u}) {
                for (const Kind kind : {Kind::rigid, Kind::scaled, Kind::mirrored}) {
                    Mesh mesh = make_mesh(count, per_vertex, 20, kind, count * 8 + per_vertex);
                    SkinningJob job = mesh.job();
                    job.orthonormal = per_vertex == 8;
                    job.flip_mirrored_w = true;
                    ASSERT_EQ(run(job), Status::ok);
                    all = hash_u64(all, mesh.hash());
                }
            }
        }
        if (expected == 0) expected = all;
        EXPECT_EQ(all, expected) << name;
    });
    EXPECT_GE(targets, 1);
    // Pinned: the same number from every compiler, optimisation level, width and from WebAssembly.
    EXPECT_EQ(expected, 0x280ae3c6853da504u);
}

// Any subset of outputs gives the bits that all of them together give.
TEST(Skinning, OutputsAreIndependent) {
    Mesh all = make_mesh(150, 4, 12, Kind::mirrored, 5);
    ASSERT_EQ(run(all.job()), Status::ok);
    for (unsigned which = 0; which < 8; ++which) {
        Mesh some = make_mesh(150, 4, 12, Kind::mirrored, 5);
        SkinningJob job = some.job();
        if ((which & 1) == 0) job.out_positions = {}, job.positions = {};
        if ((which & 2) == 0) job.out_normals = {}, job.normals = {};
        if ((which & 4) == 0) job.out_tangents = {}, job.tangents = {};
        ASSERT_EQ(run(job), Status::ok);
        EXPECT_EQ(some.out_positions == all.out_positions, (which & 1) != 0);
        EXPECT_EQ(some.out_normals == all.out_normals, (which & 2) != 0);
        EXPECT_EQ(some.out_tangents == all.out_tangents, (which & 4) != 0);
    }
}

// One mirrored joint; the facing of a box and its texture, by hand.
TEST(Skinning, MirroredNormalsPointOutwards) {
    Mesh mesh = make_mesh(2, 4, 1, Kind::rigid, 1);
    mesh.palette[0] = Mat34{{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
    mesh.normals = {{1, 0, 0}, {0, 0, 1}};
    mesh.tangents = {{0, 1, 0, 1}, {1, 0, 0, 1}};
    mesh.weights = {1, 0, 0, 0, 1, 0, 0, 0};
    SkinningJob job = mesh.job();
    ASSERT_EQ(run(job), Status::ok);
    EXPECT_EQ(mesh.out_normals[0], (Vec3{-1, 0, 0}));
    EXPECT_EQ(mesh.out_normals[1], (Vec3{0, 0, 1}));
    EXPECT_EQ(mesh.out_tangents[1], (Tangent{-1, 0, 0, 1}));
    job.flip_mirrored_w = true;
    ASSERT_EQ(run(job), Status::ok);
    // The bitangent of the second vertex was +y, and the mirror leaves y alone.
    const Tangent t = mesh.out_tangents[1];
    EXPECT_EQ(t.w, -1.0f);
    EXPECT_EQ(multiply(cross(mesh.out_normals[1], {t.x, t.y, t.z}), t.w), (Vec3{0, 1, 0}));
}

TEST(Skinning, ExtremeScalesKeepUnitNormals) {
    for (const float s : {1e-30f, 1e-12f, 1e-3f, 1e3f, 1e12f, 1e30f}) {
        Mesh mesh = make_mesh(40, 4, 1, Kind::rigid, 3);
        Transform t;
        t.rotation = {0.5f, 0.5f, 0.5f, 0.5f};  // x to y, y to z, z to x
        t.scale = {s, 2 * s, -s};
        mesh.palette[0] = to_matrix(t);
        for (std::size_t i = 0; i < mesh.weights.size(); ++i)
            mesh.weights[i] = i % 4 == 0;
        ASSERT_EQ(run(mesh.job()), Status::ok);
        for (std::uint32_t v = 0; v < mesh.count; ++v) {
            const Vec3 n = mesh.normals[v];
            const Vec3 want = normalize(Vec3{-n.z, n.x, n.y * 0.5f});
            EXPECT_LT(length(subtract(mesh.out_normals[v], want)), 1e-6f) << "scale " << s;
            const Vec3 out = {mesh.out_tangents[v].x, mesh.out_tangents[v].y,
                              mesh.out_tangents[v].z};
            EXPECT_NEAR(length(out), 1.0f, 1e-6f);
        }
    }
}

// Far from a rigid matrix, but not flat: the mirror must still be seen.
TEST(Skinning, ThinMirroredMatricesAreMirrored) {
    Random random(17);
    for (int i = 0; i < 200; ++i) {
        Mesh mesh = make_mesh(20, 4, 1, Kind::rigid, 3);
        Transform t;
        t.rotation = random.rotation();
        t.scale = {1.0f, -0.01f, 0.01f};
        mesh.palette[0] = to_matrix(t);
        for (std::size_t k = 0; k < mesh.weights.size(); ++k) {
            mesh.weights[k] = k % 4 == 0;
        }
        ASSERT_EQ(run(mesh.job()), Status::ok);
        const std::uint16_t joint[] = {0};
        const float weight[] = {1.0f};
        const DoubleMatrix m = blended(mesh.palette, joint, weight);
        for (std::uint32_t v = 0; v < mesh.count; ++v) {
            const Double3 n = unit(inverse_transpose(m, to_double(mesh.normals[v])));
            ASSERT_LT(distance(n, mesh.out_normals[v]), 1e-3);
        }
    }
}

TEST(Skinning, SingularMatricesGiveFiniteUnitVectors) {
    const Mat34 flat[] = {
        {{0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3}},                    // a point
        {{1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0}},                    // a line
        {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}},                    // a plane
        {{0.3f, 0.6f, 0.9f, 0, 0.1f, 0.2f, 0.3f, 0, 1, 7, 3, 0}},  // a plane, with rounding
        {{1e-40f, 0, 0, 0, 0, 1e-40f, 0, 0, 0, 0, 1e-40f, 0}},     // denormal
    };
    for (const Mat34& m : flat) {
        Mesh mesh = make_mesh(50, 4, 1, Kind::rigid, 3);
        mesh.palette[0] = m;
        for (std::size_t i = 0; i < mesh.weights.size(); ++i)
            mesh.weights[i] = i % 4 == 0;
        ASSERT_EQ(run(mesh.job()), Status::ok);
        for (std::uint32_t v = 0; v < mesh.count; ++v) {
            const Tangent& t = mesh.out_tangents[v];
            EXPECT_NEAR(length(mesh.out_normals[v]), 1.0f, 1e-6f);
            EXPECT_NEAR(length(Vec3{t.x, t.y, t.z}), 1.0f, 1e-6f);
        }
        if (m == flat[0]) {
            EXPECT_EQ(mesh.out_normals, mesh.normals);
            EXPECT_EQ(mesh.out_positions[0], (Vec3{1, 2, 3}));
        }
        // A plane keeps the side the surface was on.
        if (m == flat[2]) {
            EXPECT_EQ(mesh.out_normals[0].z, mesh.normals[0].z < 0 ? -1.0f : 1.0f);
        }
    }
}

}  // namespace
}  // namespace motus::test

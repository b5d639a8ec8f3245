// tests/palette/skinning_test.cpp - CPU skinning against double precision, and its contract.
// SPDX-License-Identifier: MIT
#include <motus/core/hash.h>
#include <motus/math/ops.h>
#include <motus/math/trig.h>
#include <motus/palette/skinning.h>
#include <tests/palette/skinning_reference.h>
#include <tests/support/alloc_counter.h>
#include <tests/support/random.h>
#include <tests/support/simd_targets.h>

#include <gtest/gtest.h>
#include <cstring>
#include <limits>
#include <vector>

namespace motus::test {
namespace {

struct Tangent {
    float x = 0.0f, y = 0.0f, z = 0.0f, w = 0.0f;
    friend bool operator==(const Tangent&, const Tangent&) = default;
};

enum class Kind { rigid, scaled, mirrored };

// A mesh with everything, its palette, and room for what comes out.
struct Mesh {
    std::uint32_t count;
    std::uint32_t per_vertex;
    std::vector<Vec3> positions, normals, out_positions, out_normals;
    std::vector<Tangent> tangents, out_tangents;
    std::vector<std::uint16_t> joints;
    std::vector<float> weights;
    std::vector<Mat34> palette;

    SkinningJob job() {
        SkinningJob job;
        job.vertex_count = count;
        job.influences = {per_vertex, joints, weights, joint_limit_of(joints)};
        job.palette = palette;
        job.positions = stream_of(std::span<const Vec3>(positions));
        job.normals = stream_of(std::span<const Vec3>(normals));
        job.tangents = stream_of(std::span<const Tangent>(tangents));
        job.out_positions = stream_of(std::span(out_positions));
        job.out_normals = stream_of(std::span(out_normals));
        job.out_tangents = stream_of(std::span(out_tangents));
        return job;
    }
    std::uint64_t hash() const {
        std::uint64_t h = kHashSeed;
        h = hash_floats(h, {&out_positions.data()->x, out_positions.size() * 3});
        h = hash_floats(h, {&out_normals.data()->x, out_normals.size() * 3});
        return hash_floats(h, {&out_tangents.data()->x, out_tangents.size() * 4});
    }
};

Mesh make_mesh(std::uint32_t count, std::uint32_t per_vertex, std::uint32_t joint_count, Kind kind,
               std::uint64_t seed) {
    Random random(seed);
    Mesh mesh{count, per_vertex, {}, {}, {}, {}, {}, {}, {}, {}, {}};
    // Joints of one body turn within a radian of each other, as they do in a character; blends of
    // opposite rotations have no meaningful normal.
    const Quat common = random.rotation();
    for (std::uint32_t j = 0; j < joint_count; ++j) {
        Transform t;
        t.translation = random.vec3(2.0f);
        t.rotation = multiply(common, axis_angle(random.direction(), random.range(-1.0f, 1.0f)));
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
    mesh.out_positions.resize(count);
    mesh.out_normals.resize(count);
    mesh.out_tangents.resize(count);
    return mesh;
}

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
    EXPECT_EQ(expected, 0xe7b4473ddce2bd88u);
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

// Positions, normals and tangents as fields of one vertex buffer, between bytes of others.
struct Packed {
    float uv[2];
    Vec3 position;
    std::uint32_t colour;
    Tangent tangent;
    Vec3 normal;
    float tail;
};

TEST(Skinning, InterleavedAndInPlaceGiveTheSameBits) {
    for (const std::uint32_t count : {1u, 64u, 65u, 300u}) {
        Mesh mesh = make_mesh(count, 8, 12, Kind::scaled, 11);
        ASSERT_EQ(run(mesh.job()), Status::ok);

        std::vector<Packed> buffer(count);
        std::memset(static_cast<void*>(buffer.data()), 0xa5, count * sizeof(Packed));
        SkinningJob job = mesh.job();
        job.out_positions = stream_of(std::span(buffer), offsetof(Packed, position));
        job.out_normals = stream_of(std::span(buffer), offsetof(Packed, normal));
        job.out_tangents = stream_of(std::span(buffer), offsetof(Packed, tangent));
        ASSERT_EQ(run(job), Status::ok);
        const auto check = [&] {
            for (std::uint32_t v = 0; v < count; ++v) {
                ASSERT_EQ(buffer[v].position, mesh.out_positions[v]);
                ASSERT_EQ(buffer[v].normal, mesh.out_normals[v]);
                ASSERT_EQ(buffer[v].tangent, mesh.out_tangents[v]);
                ASSERT_EQ(buffer[v].colour, 0xa5a5a5a5u);
                std::uint32_t bits;
                std::memcpy(&bits, &buffer[v].tail, 4);
                ASSERT_EQ(bits, 0xa5a5a5a5u);
                std::memcpy(&bits, &buffer[v].uv[1], 4);
                ASSERT_EQ(bits, 0xa5a5a5a5u);
            }
        };
        check();

        // Read from and written to the same fields.
        for (std::uint32_t v = 0; v < count; ++v) {
            buffer[v].position = mesh.positions[v];
            buffer[v].normal = mesh.normals[v];
            buffer[v].tangent = mesh.tangents[v];
        }
        job.positions = job.out_positions;
        job.normals = job.out_normals;
        job.tangents = job.out_tangents;
        ASSERT_EQ(run(job), Status::ok);
        check();

        // The same in place for packed arrays.
        Mesh same = make_mesh(count, 8, 12, Kind::scaled, 11);
        job = same.job();
        job.out_positions = stream_of(std::span(same.positions));
        job.out_normals = stream_of(std::span(same.normals));
        job.out_tangents = stream_of(std::span(same.tangents));
        ASSERT_EQ(run(job), Status::ok);
        EXPECT_EQ(same.positions, mesh.out_positions);
        EXPECT_EQ(same.normals, mesh.out_normals);
        EXPECT_EQ(same.tangents, mesh.out_tangents);
    }
}

TEST(Skinning, NanStaysInItsVertex) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    Mesh clean = make_mesh(40, 4, 8, Kind::scaled, 4);
    ASSERT_EQ(run(clean.job()), Status::ok);
    Mesh mesh = make_mesh(40, 4, 8, Kind::scaled, 4);
    mesh.positions[5].y = nan;
    mesh.normals[6].x = nan;
    mesh.weights[4 * 7] = nan;
    ASSERT_EQ(run(mesh.job()), Status::ok);
    for (std::uint32_t v = 0; v < mesh.count; ++v) {
        EXPECT_EQ(mesh.out_positions[v] == clean.out_positions[v], v != 5 && v != 7) << v;
        EXPECT_EQ(mesh.out_tangents[v] == clean.out_tangents[v], v != 7) << v;
        EXPECT_EQ(mesh.out_normals[v] == clean.out_normals[v], v != 6 && v != 7) << v;
    }
}

struct Fault {
    const char* name;
    Status status;
    void (*plant)(Mesh&, SkinningJob&);
};

const Fault kFaults[] = {
    {"no influences", Status::bad_argument,
     [](Mesh&, SkinningJob& j) { j.influences.per_vertex = 0; }},
    {"five influences", Status::bad_argument,
     [](Mesh&, SkinningJob& j) { j.influences.per_vertex = 5; }},
    {"short joints", Status::bad_size,
     [](Mesh&, SkinningJob& j) { j.influences.joints = j.influences.joints.first(399); }},
    {"short weights", Status::bad_size,
     [](Mesh&, SkinningJob& j) { j.influences.weights = j.influences.weights.first(399); }},
    {"more vertices than there are", Status::bad_size,
     [](Mesh&, SkinningJob& j) { j.vertex_count = 101; }},
    {"so many vertices that bytes overflow", Status::bad_size,
     [](Mesh&, SkinningJob& j) { j.vertex_count = 0xffffffffu; }},
    {"short palette, limit known", Status::bad_data,
     [](Mesh&, SkinningJob& j) { j.palette = j.palette.first(j.influences.joint_limit - 1); }},
    {"short palette, limit measured", Status::bad_data,
     [](Mesh&, SkinningJob& j) {
         j.palette = j.palette.first(j.influences.joint_limit - 1);
         j.influences.joint_limit = 0;
     }},
    {"no palette", Status::bad_data, [](Mesh&, SkinningJob& j) { j.palette = {}; }},
    {"joint out of range, limit measured", Status::bad_data,
     [](Mesh& m, SkinningJob& j) {
         m.joints[399] = 65535;
         j.influences.joint_limit = 0;
     }},
    {"NaN in the palette", Status::bad_argument,
     [](Mesh& m, SkinningJob&) { m.palette[3].m[7] = std::numeric_limits<float>::quiet_NaN(); }},
    {"infinity in the last float of the palette", Status::bad_argument,
     [](Mesh& m, SkinningJob&) {
         m.palette.back().m[11] = -std::numeric_limits<float>::infinity();
     }},
    {"positions one float short", Status::bad_size,
     [](Mesh&, SkinningJob& j) { j.positions.bytes = j.positions.bytes.first(1196); }},
    {"output one float short", Status::bad_size,
     [](Mesh&, SkinningJob& j) { j.out_normals.bytes = j.out_normals.bytes.first(1196); }},
    {"offset beyond the end", Status::bad_size,
     [](Mesh&, SkinningJob& j) { j.normals.offset = 4000; }},
    {"offset that shifts past the end", Status::bad_size,
     [](Mesh&, SkinningJob& j) { j.out_tangents.offset = 4; }},
    {"stride smaller than the attribute", Status::bad_size,
     [](Mesh&, SkinningJob& j) { j.tangents.stride = 12; }},
    {"stride 0", Status::bad_size, [](Mesh&, SkinningJob& j) { j.positions.stride = 0; }},
    {"stride that is not a multiple of 4", Status::bad_argument,
     [](Mesh&, SkinningJob& j) { j.positions.stride = 13; }},
    {"stride that overflows", Status::bad_size,
     [](Mesh&, SkinningJob& j) { j.positions.stride = ~std::size_t{3}; }},
    {"address that is not a multiple of 4", Status::bad_argument,
     [](Mesh&, SkinningJob& j) {
         j.vertex_count = 50;
         j.out_positions.bytes = j.out_positions.bytes.subspan(2);
     }},
    {"positions missing", Status::bad_argument, [](Mesh&, SkinningJob& j) { j.positions = {}; }},
    {"normals missing", Status::bad_argument, [](Mesh&, SkinningJob& j) { j.normals = {}; }},
    {"tangents missing", Status::bad_argument, [](Mesh&, SkinningJob& j) { j.tangents = {}; }},
    {"orthonormal without normals", Status::bad_argument,
     [](Mesh&, SkinningJob& j) {
         j.orthonormal = true;
         j.out_normals = {};
     }},
};

TEST(Skinning, FaultsAreReportedAndNothingIsWritten) {
    for (const Fault& fault : kFaults) {
        Mesh mesh = make_mesh(100, 4, 12, Kind::scaled, 8);
        SkinningJob job = mesh.job();
        fault.plant(mesh, job);
        EXPECT_EQ(run(job), fault.status) << fault.name;
        for (const Vec3& p : mesh.out_positions)
            ASSERT_EQ(p, Vec3{}) << fault.name;
        for (const Vec3& n : mesh.out_normals)
            ASSERT_EQ(n, Vec3{}) << fault.name;
        for (const Tangent& t : mesh.out_tangents)
            ASSERT_EQ(t, Tangent{}) << fault.name;
    }
}

TEST(Skinning, EmptyJobsAreOk) {
    EXPECT_EQ(run(SkinningJob{}), Status::ok);
    Mesh mesh = make_mesh(10, 4, 3, Kind::rigid, 1);
    SkinningJob job = mesh.job();
    job.vertex_count = 0;
    job.palette = {};
    EXPECT_EQ(run(job), Status::ok);
    EXPECT_EQ(mesh.out_positions[0], Vec3{});
    EXPECT_EQ(joint_limit_of({}), 0u);
}

TEST(Skinning, JointLimitFindsTheLargest) {
    Random random(9);
    for (std::size_t count = 1; count < 70; ++count) {
        std::vector<std::uint16_t> joints(count);
        for (auto& j : joints)
            j = static_cast<std::uint16_t>(random.below(1000));
        joints[random.below(static_cast<std::uint32_t>(count))] = 65535;
        EXPECT_EQ(joint_limit_of(joints), 65536u);
        const std::uint16_t one[] = {static_cast<std::uint16_t>(count)};
        EXPECT_EQ(joint_limit_of(one), count + 1);
    }
}

TEST(Skinning, AllocatesNothing) {
    Mesh mesh = make_mesh(500, 8, 30, Kind::scaled, 2);
    const SkinningJob job = mesh.job();
    AllocCounter allocations;
    const Status status = run(job);
    EXPECT_EQ(allocations.count(), 0u);
    EXPECT_EQ(status, Status::ok);
}

}  // namespace
}  // namespace motus::test

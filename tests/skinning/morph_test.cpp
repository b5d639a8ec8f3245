// tests/skinning/morph_test.cpp - morph targets against double precision, and their contract.
// SPDX-License-Identifier: MIT
#include <motus/core/hash.h>
#include <motus/skinning/morph.h>
#include <tests/skinning/vertices.h>
#include <tests/support/alloc_counter.h>
#include <tests/support/random.h>
#include <tests/support/simd_targets.h>

#include <gtest/gtest.h>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace motus::test {
namespace {

struct Deltas {
    std::vector<Vec3> positions, normals, tangents;
    std::vector<std::uint32_t> indices;
    MorphTarget view() const { return {positions, normals, tangents, indices}; }
};

struct Face : Vertices {
    std::uint32_t count;
    std::vector<Deltas> deltas;
    std::vector<MorphTarget> targets;
    std::vector<float> weights;

    MorphJob job() {
        targets.clear();
        for (const Deltas& d : deltas)
            targets.push_back(d.view());
        MorphJob job;
        job.vertex_count = count;
        job.targets = targets;
        job.weights = weights;
        bind(job);
        return job;
    }
};

// Targets in turn: dense in all attributes, dense in positions only, sparse.
Face make_face(std::uint32_t count, std::uint32_t target_count, std::uint64_t seed) {
    Random random(seed);
    Face face{{}, count, {}, {}, {}};
    for (std::uint32_t v = 0; v < count; ++v) {
        face.positions.push_back(random.vec3(1.0f));
        face.normals.push_back(random.direction());
        const Vec3 t = random.direction();
        face.tangents.push_back({t.x, t.y, t.z, v % 2 ? 1.0f : -1.0f});
    }
    for (std::uint32_t i = 0; i < target_count; ++i) {
        Deltas d;
        for (std::uint32_t v = 0; v < count; ++v) {
            if (i % 3 == 2 && random.below(5) != 0) continue;
            if (i % 3 == 2) d.indices.push_back(v);
            d.positions.push_back(random.vec3(0.5f));
            if (i % 3 != 1) d.normals.push_back(random.vec3(0.5f));
            if (i % 3 != 1) d.tangents.push_back(random.vec3(0.5f));
        }
        if (i % 3 == 2 && d.indices.empty()) d = Deltas{};
        face.deltas.push_back(d);
        face.weights.push_back(i % 4 == 3 ? 0.0f : random.range(-1.0f, 1.0f));
    }
    face.make_room(count);
    return face;
}

double displaced(double base, const Face& face, std::vector<Vec3> Deltas::*attribute,
                 std::uint32_t vertex, float Vec3::*axis) {
    for (std::size_t t = 0; t < face.deltas.size(); ++t) {
        const Deltas& d = face.deltas[t];
        const std::vector<Vec3>& values = d.*attribute;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::size_t v = d.indices.empty() ? i : d.indices[i];
            if (v == vertex) base += double(face.weights[t]) * double(values[i].*axis);
        }
    }
    return base;
}

TEST(Morph, MatchesDoublePrecision) {
    for (const std::uint32_t count : {1u, 5u, 64u, 130u}) {
        Face face = make_face(count, 7, count);
        ASSERT_EQ(run(face.job()), Status::ok);
        for (std::uint32_t v = 0; v < count; ++v) {
            const Tangent &in = face.tangents[v], &out = face.out_tangents[v];
            for (float Vec3::*axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
                EXPECT_NEAR(displaced(face.positions[v].*axis, face, &Deltas::positions, v, axis),
                            face.out_positions[v].*axis, 5e-7);
                EXPECT_NEAR(displaced(face.normals[v].*axis, face, &Deltas::normals, v, axis),
                            face.out_normals[v].*axis, 5e-7);
            }
            EXPECT_NEAR(displaced(in.x, face, &Deltas::tangents, v, &Vec3::x), out.x, 5e-7);
            EXPECT_NEAR(displaced(in.y, face, &Deltas::tangents, v, &Vec3::y), out.y, 5e-7);
            EXPECT_NEAR(displaced(in.z, face, &Deltas::tangents, v, &Vec3::z), out.z, 5e-7);
            EXPECT_EQ(in.w, out.w);
        }
    }
}

TEST(Morph, SparseEqualsTheSameTargetDense) {
    Face face = make_face(200, 3, 4);
    face.weights = {0.25f, 0.0f, -0.75f};
    ASSERT_EQ(run(face.job()), Status::ok);
    Face dense = face;
    Deltas& d = dense.deltas[2];
    ASSERT_FALSE(d.indices.empty());
    Deltas filled{std::vector<Vec3>(200), std::vector<Vec3>(200), std::vector<Vec3>(200), {}};
    for (std::size_t i = 0; i < d.indices.size(); ++i) {
        filled.positions[d.indices[i]] = d.positions[i];
        filled.normals[d.indices[i]] = d.normals[i];
        filled.tangents[d.indices[i]] = d.tangents[i];
    }
    d = filled;
    ASSERT_EQ(run(dense.job()), Status::ok);
    EXPECT_EQ(dense.out_positions, face.out_positions);
    EXPECT_EQ(dense.out_normals, face.out_normals);
    EXPECT_EQ(dense.out_tangents, face.out_tangents);
}

TEST(Morph, ZeroWeightsGiveTheBaseBitForBit) {
    Face face = make_face(70, 6, 2);
    face.positions[3] = {-0.0f, -0.0f, 0.0f};
    for (float& w : face.weights)
        w = 0.0f;
    face.weights[2] = -0.0f;
    // A target of weight 0 is not even looked at.
    face.deltas[0].positions[3].x = std::numeric_limits<float>::quiet_NaN();
    face.deltas[2].indices.back() = 1000;
    ASSERT_EQ(run(face.job()), Status::ok);
    EXPECT_EQ(face.out_positions, face.positions);
    EXPECT_TRUE(std::signbit(face.out_positions[3].x));
    EXPECT_EQ(face.out_normals, face.normals);
    EXPECT_EQ(face.out_tangents, face.tangents);
}

TEST(Morph, SameBitsOnEveryTarget) {
    std::uint64_t expected = 0;
    for_each_simd_target([&](const char* name) {
        std::uint64_t all = kHashSeed;
        for (const std::uint32_t count : {1u, 2u, 5u, 6u, 11u, 63u, 64u, 65u, 200u}) {
            Face face = make_face(count, 9, count);
            ASSERT_EQ(run(face.job()), Status::ok);
            all = hash_floats(all, {&face.out_positions.data()->x, count * 3});
            all = hash_floats(all, {&face.out_normals.data()->x, count * 3});
            all = hash_floats(all, {&face.out_tangents.data()->x, count * 4});
        }
        if (expected == 0) expected = all;
        EXPECT_EQ(all, expected) << name;
    });
    EXPECT_EQ(expected, 0x42e4eff68134bcbfu);
}

TEST(Morph, InterleavedAndInPlaceGiveTheSameBits) {
    struct Packed {
        std::uint32_t before;
        Vec3 position;
        Tangent tangent;
        std::uint32_t after;
    };
    Face face = make_face(100, 6, 3);
    ASSERT_EQ(run(face.job()), Status::ok);
    std::vector<Packed> buffer(100);
    for (std::uint32_t v = 0; v < 100; ++v) {
        buffer[v] = {v, face.positions[v], face.tangents[v], ~v};
    }
    MorphJob job = face.job();
    job.out_positions = stream_of(std::span(buffer), offsetof(Packed, position));
    job.out_tangents = stream_of(std::span(buffer), offsetof(Packed, tangent));
    job.out_normals = {};
    job.positions = job.out_positions;
    job.tangents = job.out_tangents;
    ASSERT_EQ(run(job), Status::ok);
    for (std::uint32_t v = 0; v < 100; ++v) {
        ASSERT_EQ(buffer[v].position, face.out_positions[v]);
        ASSERT_EQ(buffer[v].tangent, face.out_tangents[v]);
        ASSERT_EQ(buffer[v].before, v);
        ASSERT_EQ(buffer[v].after, ~v);
    }
}

struct MorphFault {
    const char* name;
    Status status;
    void (*plant)(Face&, MorphJob&);
};

const MorphFault kMorphFaults[] = {
    {"weights and targets differ", Status::bad_size,
     [](Face&, MorphJob& j) { j.weights = j.weights.first(5); }},
    {"NaN weight", Status::bad_argument,
     [](Face& f, MorphJob&) { f.weights[3] = std::numeric_limits<float>::quiet_NaN(); }},
    {"infinite weight", Status::bad_argument,
     [](Face& f, MorphJob&) { f.weights[0] = std::numeric_limits<float>::infinity(); }},
    {"short dense target", Status::bad_size,
     [](Face& f, MorphJob&) { f.targets[0].normals = f.targets[0].normals.first(69); }},
    {"values and indices differ", Status::bad_size,
     [](Face& f, MorphJob&) { f.targets[2].tangents = f.targets[2].tangents.first(1); }},
    {"index beyond the mesh", Status::bad_data,
     [](Face& f, MorphJob&) { f.deltas[2].indices.back() = 70; }},
    {"index twice", Status::bad_data,
     [](Face& f, MorphJob&) { f.deltas[2].indices[1] = f.deltas[2].indices[0]; }},
    {"large index before the last", Status::bad_data,
     [](Face& f, MorphJob&) { f.deltas[2].indices[0] = 4000000000u; }},
    {"base one float short", Status::bad_size,
     [](Face&, MorphJob& j) { j.positions.bytes = j.positions.bytes.first(836); }},
    {"output one float short", Status::bad_size,
     [](Face&, MorphJob& j) { j.out_tangents.bytes = j.out_tangents.bytes.first(1116); }},
    {"output without base", Status::bad_argument, [](Face&, MorphJob& j) { j.normals = {}; }},
    {"stride not a multiple of 4", Status::bad_argument,
     [](Face&, MorphJob& j) { j.out_positions.stride = 14; }},
};

TEST(Morph, FaultsAreReportedAndNothingIsWritten) {
    for (const MorphFault& fault : kMorphFaults) {
        Face face = make_face(70, 6, 8);
        ASSERT_GE(face.deltas[2].indices.size(), 3u);
        MorphJob job = face.job();
        fault.plant(face, job);
        EXPECT_EQ(run(job), fault.status) << fault.name;
        face.expect_untouched(fault.name);
    }
}

TEST(Morph, NoTargetsCopyTheBase) {
    Face face = make_face(33, 0, 1);
    ASSERT_EQ(run(face.job()), Status::ok);
    EXPECT_EQ(face.out_positions, face.positions);
    EXPECT_EQ(run(MorphJob{}), Status::ok);
}

TEST(Morph, AllocatesNothing) {
    Face face = make_face(300, 9, 1);
    const MorphJob job = face.job();
    AllocCounter allocations;
    const Status status = run(job);
    EXPECT_EQ(allocations.count(), 0u);
    EXPECT_EQ(status, Status::ok);
}

}  // namespace
}  // namespace motus::test

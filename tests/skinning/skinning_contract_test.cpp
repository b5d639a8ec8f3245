// tests/skinning/skinning_contract_test.cpp - streams, faults, NaN and allocation of skinning.
// SPDX-License-Identifier: MIT
#include <motus/skinning/skinning.h>
#include <tests/skinning/skinned_mesh.h>
#include <tests/support/alloc_counter.h>

#include <gtest/gtest.h>
#include <cstddef>
#include <cstring>
#include <limits>
#include <vector>

namespace motus::test {
namespace {

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

struct SkinningFault {
    const char* name;
    Status status;
    void (*plant)(Mesh&, SkinningJob&);
};

const SkinningFault kSkinningFaults[] = {
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
    for (const SkinningFault& fault : kSkinningFaults) {
        Mesh mesh = make_mesh(100, 4, 12, Kind::scaled, 8);
        SkinningJob job = mesh.job();
        fault.plant(mesh, job);
        EXPECT_EQ(run(job), fault.status) << fault.name;
        mesh.expect_untouched(fault.name);
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

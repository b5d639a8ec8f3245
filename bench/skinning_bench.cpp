// bench/skinning_bench.cpp - CPU skinning and morphing, in time per vertex.
// SPDX-License-Identifier: MIT
#include <bench/report.h>
#include <motus/math/ops.h>
#include <motus/skinning/morph.h>
#include <motus/skinning/skinning.h>
#include <scenes/stress/stress.h>

#include <cstddef>
#include <string>
#include <vector>

namespace {

using namespace motus;
using bench::must;
using scenes::Dice;

constexpr std::uint32_t kVertices = 20000;
constexpr std::uint32_t kJoints = 67;

struct Tangent {
    float x, y, z, w;
};

/// A vertex as a host may lay it out.
struct Packed {
    Vec3 position;
    Vec3 normal;
    Tangent tangent;
    float uv[2];
};

/// Vertices in the order of a body: neighbours hang on the same few joints.
struct Mesh {
    std::vector<Vec3> positions, normals;
    std::vector<Tangent> tangents;
    std::vector<std::uint16_t> joints;
    std::vector<float> weights;
    std::vector<Mat34> palette;
    std::vector<Vec3> out_positions = std::vector<Vec3>(kVertices);
    std::vector<Vec3> out_normals = std::vector<Vec3>(kVertices);
    std::vector<Tangent> out_tangents = std::vector<Tangent>(kVertices);
    std::vector<Packed> packed = std::vector<Packed>(kVertices);

    explicit Mesh(std::uint32_t per_vertex) {
        Dice dice(1);
        const auto vector = [&] { return Vec3{dice.unit(), dice.unit(), dice.unit()}; };
        for (std::uint32_t j = 0; j < kJoints; ++j) {
            const Vec3 axis = normalize(vector());
            palette.push_back(to_matrix({vector(), axis_angle(axis, dice.unit()), {1, 1.1f, 1}}));
        }
        for (std::uint32_t v = 0; v < kVertices; ++v) {
            positions.push_back(vector());
            normals.push_back(normalize(vector()));
            const Vec3 t = normalize(cross(normals.back(), vector()));
            tangents.push_back({t.x, t.y, t.z, 1.0f});
            const std::uint32_t near = v * (kJoints - 8) / kVertices;
            for (std::uint32_t i = 0; i < per_vertex; ++i) {
                joints.push_back(static_cast<std::uint16_t>(near + dice.below(8)));
                weights.push_back(1.0f / static_cast<float>(per_vertex));
            }
        }
    }

    SkinningJob job(std::uint32_t per_vertex) {
        SkinningJob job;
        job.vertex_count = kVertices;
        job.influences = {per_vertex, joints, weights, joint_limit_of(joints)};
        job.palette = palette;
        job.positions = stream_of(std::span<const Vec3>(positions));
        job.normals = stream_of(std::span<const Vec3>(normals));
        job.tangents = stream_of(std::span<const Tangent>(tangents));
        return job;
    }
    [[nodiscard]] std::uint64_t hash() const {
        std::uint64_t h = hash_floats(kHashSeed, {&out_positions[0].x, kVertices * 3});
        h = hash_floats(h, {&out_normals[0].x, kVertices * 3});
        h = hash_floats(h, {&out_tangents[0].x, kVertices * 4});
        return hash_floats(h, {&packed[0].position.x, kVertices * sizeof(Packed) / sizeof(float)});
    }
};

enum class What { positions, normals, tangents, orthonormal, interleaved, measured_joints };

void skinning(benchmark::State& state, What what) {
    const auto per_vertex = static_cast<std::uint32_t>(state.range(0));
    Mesh mesh(per_vertex);
    SkinningJob job = mesh.job(per_vertex);
    if (what == What::interleaved) {
        job.out_positions = stream_of(std::span(mesh.packed), offsetof(Packed, position));
        job.out_normals = stream_of(std::span(mesh.packed), offsetof(Packed, normal));
        job.out_tangents = stream_of(std::span(mesh.packed), offsetof(Packed, tangent));
    } else {
        const bool normals = what != What::positions && what != What::measured_joints;
        job.out_positions = stream_of(std::span(mesh.out_positions));
        if (normals) job.out_normals = stream_of(std::span(mesh.out_normals));
        if (normals && what != What::normals) {
            job.out_tangents = stream_of(std::span(mesh.out_tangents));
        }
    }
    job.orthonormal = what == What::orthonormal;
    if (what == What::measured_joints) job.influences.joint_limit = 0;
    must(run(job));
    const std::uint64_t hash = mesh.hash();
    for (auto _ : state) {
        must(run(job));
        benchmark::ClobberMemory();
    }
    bench::report(state, "per_vertex", kVertices, hash);
}

void morphing(benchmark::State& state, bool sparse) {
    const auto count = static_cast<std::size_t>(state.range(0));
    Mesh mesh(4);
    std::vector<std::uint32_t> indices;
    for (std::uint32_t v = 0; sparse && v < kVertices; v += 10)
        indices.push_back(v);
    const std::span<const Vec3> deltas =
        std::span<const Vec3>(mesh.normals).first(sparse ? indices.size() : kVertices);
    const std::vector<MorphTarget> targets(count, MorphTarget{deltas, {}, {}, indices});
    const std::vector<float> weights(count, 0.125f);
    MorphJob job;
    job.vertex_count = kVertices;
    job.targets = targets;
    job.weights = weights;
    job.positions = stream_of(std::span<const Vec3>(mesh.positions));
    job.out_positions = stream_of(std::span(mesh.out_positions));
    must(run(job));
    const std::uint64_t hash = mesh.hash();
    for (auto _ : state) {
        must(run(job));
        benchmark::ClobberMemory();
    }
    bench::report(state, "per_vertex", kVertices, hash);
}

void influences(benchmark::internal::Benchmark* benchmark) {
    benchmark->ArgName("influences")->Arg(4)->Arg(8)->Unit(benchmark::kMicrosecond);
}

BENCHMARK_CAPTURE(skinning, positions, What::positions)->Apply(influences);
BENCHMARK_CAPTURE(skinning, positions_joints_measured, What::measured_joints)->Apply(influences);
BENCHMARK_CAPTURE(skinning, normals, What::normals)->Apply(influences);
BENCHMARK_CAPTURE(skinning, tangents, What::tangents)->Apply(influences);
BENCHMARK_CAPTURE(skinning, orthonormal, What::orthonormal)->Apply(influences);
BENCHMARK_CAPTURE(skinning, interleaved, What::interleaved)->Apply(influences);
BENCHMARK_CAPTURE(morphing, dense, false)->ArgName("targets")->Arg(0)->Arg(1)->Arg(8);
BENCHMARK_CAPTURE(morphing, sparse, true)->ArgName("targets")->Arg(8);

}  // namespace

BENCHMARK_MAIN();

// tests/skinning/vertices.h - vertices for a job of the palette, and room for what comes out.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/skinning/vertex_stream.h>

#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace motus::test {

struct Tangent {
    float x = 0.0f, y = 0.0f, z = 0.0f, w = 0.0f;
    friend bool operator==(const Tangent&, const Tangent&) = default;
};

struct Vertices {
    std::vector<Vec3> positions, normals, out_positions, out_normals;
    std::vector<Tangent> tangents, out_tangents;

    void make_room(std::size_t count) {
        out_positions.resize(count);
        out_normals.resize(count);
        out_tangents.resize(count);
    }
    /// All attributes of a morph or skinning job.
    template <class Job>
    void bind(Job& job) {
        job.positions = stream_of(std::span<const Vec3>(positions));
        job.normals = stream_of(std::span<const Vec3>(normals));
        job.tangents = stream_of(std::span<const Tangent>(tangents));
        job.out_positions = stream_of(std::span(out_positions));
        job.out_normals = stream_of(std::span(out_normals));
        job.out_tangents = stream_of(std::span(out_tangents));
    }
    /// Nothing was written since make_room().
    void expect_untouched(const char* what) const {
        for (const Vec3& p : out_positions)
            ASSERT_EQ(p, Vec3{}) << what;
        for (const Vec3& n : out_normals)
            ASSERT_EQ(n, Vec3{}) << what;
        for (const Tangent& t : out_tangents)
            ASSERT_EQ(t, Tangent{}) << what;
    }
};

}  // namespace motus::test

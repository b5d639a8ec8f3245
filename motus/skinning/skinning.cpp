// motus/skinning/skinning.cpp - blends matrices vertex by vertex, then transforms lane by vertex.
// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/skinning/skinning.h>
#include <motus/skinning/stream_access.h>

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "motus/skinning/skinning.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <motus/skinning/directions-inl.h>

HWY_BEFORE_NAMESPACE();
namespace motus::HWY_NAMESPACE {
namespace {
using detail::kVertexBlock;

// Three rows of four floats for each vertex of a block, row by row: LoadInterleaved4 of a row
// gives one vector per matrix element, a lane per vertex. Gathers from the palette instead would
// cost 12 per influence.
struct alignas(64) BlendedRows {
    float row[3][kVertexBlock * 4];
};

// Sum of weight x matrix over one vertex's influences, from element `at` of the matrices on.
template <std::uint32_t kPerVertex, class D>
HWY_INLINE hn::Vec<D> blend(D d, const SkinningJob& job, const std::uint16_t* joints,
                            const float* weights, std::size_t at) {
    MOTUS_ASSERT(joints[0] < job.palette.size() && at + hn::Lanes(d) <= 12);
    auto sum = hn::Mul(hn::Set(d, weights[0]), hn::LoadU(d, job.palette[joints[0]].m + at));
    for (std::uint32_t i = 1; i < kPerVertex; ++i) {
        MOTUS_ASSERT(joints[i] < job.palette.size());
        sum = hn::Add(sum,
                      hn::Mul(hn::Set(d, weights[i]), hn::LoadU(d, job.palette[joints[i]].m + at)));
    }
    return sum;
}

template <std::uint32_t kPerVertex>
void blend_rows(const SkinningJob& job, std::uint32_t first, std::uint32_t count,
                BlendedRows& out) {
    const hn::CappedTag<float, 4> d;
    const std::uint16_t* joints = job.influences.joints.data() + std::size_t{first} * kPerVertex;
    const float* weights = job.influences.weights.data() + std::size_t{first} * kPerVertex;
    MOTUS_ASSERT(count <= kVertexBlock &&
                 (std::size_t{first} + count) * kPerVertex <= job.influences.joints.size() &&
                 job.influences.joints.size() == job.influences.weights.size());
    for (std::uint32_t v = 0; v < count; ++v, joints += kPerVertex, weights += kPerVertex) {
        std::size_t row = 0;
#if HWY_MAX_BYTES >= 32 && !HWY_HAVE_SCALABLE
        // Two rows at once where registers hold them: a quarter faster.
        const hn::CappedTag<float, 8> d8;
        const auto both = blend<kPerVertex>(d8, job, joints, weights, 0);
        hn::Store(hn::LowerHalf(d, both), d, out.row[0] + v * 4);
        hn::Store(hn::UpperHalf(d, both), d, out.row[1] + v * 4);
        row = 2;
#endif
        for (; row < 3; ++row) {
            for (std::size_t lane = 0; lane < 4; lane += hn::Lanes(d)) {
                hn::Store(blend<kPerVertex>(d, job, joints, weights, row * 4 + lane), d,
                          out.row[row] + v * 4 + lane);
            }
        }
    }
    // Lanes past the end: zero matrices, so that nothing is read that was not written.
    for (std::size_t row = 0; row < 3; ++row) {
        std::fill(out.row[row] + count * 4, out.row[row] + kVertexBlock * 4, 0.0f);
    }
}

struct Buffers {
    alignas(64) float position[kVertexBlock * 3], position_out[kVertexBlock * 3];
    alignas(64) float normal[kVertexBlock * 3], normal_out[kVertexBlock * 3];
    alignas(64) float tangent[kVertexBlock * 4], tangent_out[kVertexBlock * 4];
};

template <bool kPositions, bool kNormals, bool kTangents>
void transform_block(const SkinningJob& job, std::uint32_t first, std::uint32_t count,
                     const BlendedRows& rows, Buffers& room) {
    const Lanes d;
    const float* position = nullptr;
    const float* normal = nullptr;
    const float* tangent = nullptr;
    float* position_out = nullptr;
    float* normal_out = nullptr;
    float* tangent_out = nullptr;
    if constexpr (kPositions) {
        position = detail::read_block<3>(job.positions, first, count, room.position);
        position_out = detail::write_target<3>(job.out_positions, first, count, room.position_out);
    }
    if constexpr (kNormals) {
        normal = detail::read_block<3>(job.normals, first, count, room.normal);
        normal_out = detail::write_target<3>(job.out_normals, first, count, room.normal_out);
    }
    if constexpr (kTangents) {
        tangent = detail::read_block<4>(job.tangents, first, count, room.tangent);
        tangent_out = detail::write_target<4>(job.out_tangents, first, count, room.tangent_out);
    }
    const bool flip = kTangents && job.flip_mirrored_w;
    const bool orthonormal = kTangents && kNormals && job.orthonormal;

    for (std::uint32_t v = 0; v < count; v += static_cast<std::uint32_t>(hn::Lanes(d))) {
        V3 r0{}, r1{}, r2{};
        V tx, ty, tz;
        hn::LoadInterleaved4(d, rows.row[0] + v * 4, r0.x, r0.y, r0.z, tx);
        hn::LoadInterleaved4(d, rows.row[1] + v * 4, r1.x, r1.y, r1.z, ty);
        hn::LoadInterleaved4(d, rows.row[2] + v * 4, r2.x, r2.y, r2.z, tz);
        if constexpr (kPositions) {
            V3 p{};
            hn::LoadInterleaved3(d, position + v * 3, p.x, p.y, p.z);
            hn::StoreInterleaved3(hn::Add(dot(r0, p), tx), hn::Add(dot(r1, p), ty),
                                  hn::Add(dot(r2, p), tz), d, position_out + v * 3);
        }
        if constexpr (kNormals || kTangents) {
            const Linear m = linear_part(r0, r1, r2);
            V3 n{};
            V sign = hn::Set(d, 1.0f);
            if (kNormals || flip) {
                const Cofactors c = cofactors(m);
                sign = c.sign;
                if constexpr (kNormals) {
                    hn::LoadInterleaved3(d, normal + v * 3, n.x, n.y, n.z);
                    n = unit_or(scale(V3{dot(c.r0, n), dot(c.r1, n), dot(c.r2, n)}, sign), n);
                    hn::StoreInterleaved3(n.x, n.y, n.z, d, normal_out + v * 3);
                }
            }
            if constexpr (kTangents) {
                V3 t{};
                V w;
                hn::LoadInterleaved4(d, tangent + v * 4, t.x, t.y, t.z, w);
                V3 moved = unit_or(V3{dot(m.r0, t), dot(m.r1, t), dot(m.r2, t)}, t);
                if (orthonormal) {
                    const V3 along = scale(n, dot(n, moved));
                    moved = unit_or(V3{hn::Sub(moved.x, along.x), hn::Sub(moved.y, along.y),
                                       hn::Sub(moved.z, along.z)},
                                    moved);
                }
                if (flip) w = hn::Mul(w, sign);
                hn::StoreInterleaved4(moved.x, moved.y, moved.z, w, d, tangent_out + v * 4);
            }
        }
    }
    if constexpr (kPositions) {
        detail::write_block<3>(job.out_positions, first, count, position_out, room.position_out);
    }
    if constexpr (kNormals) {
        detail::write_block<3>(job.out_normals, first, count, normal_out, room.normal_out);
    }
    if constexpr (kTangents) {
        detail::write_block<4>(job.out_tangents, first, count, tangent_out, room.tangent_out);
    }
}

using TransformBlock = void (*)(const SkinningJob&, std::uint32_t, std::uint32_t,
                                const BlendedRows&, Buffers&);

// Checked by run(): every size, every joint.
void skin(const SkinningJob& job) {
    static constexpr TransformBlock kBlocks[8] = {
        nullptr,
        transform_block<true, false, false>,
        transform_block<false, true, false>,
        transform_block<true, true, false>,
        transform_block<false, false, true>,
        transform_block<true, false, true>,
        transform_block<false, true, true>,
        transform_block<true, true, true>,
    };
    const std::size_t which = (job.out_positions.bytes.empty() ? 0u : 1u) +
                              (job.out_normals.bytes.empty() ? 0u : 2u) +
                              (job.out_tangents.bytes.empty() ? 0u : 4u);
    if (which == 0) return;
    BlendedRows rows;
    Buffers room;
    for (std::uint32_t first = 0; first < job.vertex_count;) {
        const std::uint32_t count = std::min(kVertexBlock, job.vertex_count - first);
        if (job.influences.per_vertex == 4) {
            blend_rows<4>(job, first, count, rows);
        } else {
            blend_rows<8>(job, first, count, rows);
        }
        kBlocks[which](job, first, count, rows, room);
        first += count;
    }
}

}  // namespace
}  // namespace motus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace motus {
namespace {

HWY_EXPORT(skin);

}  // namespace

Status run(const SkinningJob& job) noexcept {
    const Status status = detail::check_skinning(job);
    if (status == Status::ok && job.vertex_count != 0) HWY_DYNAMIC_DISPATCH(skin)(job);
    return status;
}

}  // namespace motus
#endif  // HWY_ONCE

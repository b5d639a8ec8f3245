// motus/palette/skinning.cpp - blends matrices vertex by vertex, then transforms lane by vertex.
// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/palette/skinning.h>
#include <motus/palette/stream_access.h>

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "motus/palette/skinning.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace motus::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;
using detail::kVertexBlock;

using Lanes = hn::ScalableTag<float>;
using V = hn::Vec<Lanes>;

struct V3 {
    V x, y, z;
};

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

HWY_INLINE V dot(const V3& a, const V3& b) {
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}

HWY_INLINE V3 scale(const V3& a, V s) {
    return {hn::Mul(a.x, s), hn::Mul(a.y, s), hn::Mul(a.z, s)};
}

HWY_INLINE V3 cross(const V3& a, const V3& b) {
    return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)),
            hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
            hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}

// `v` with length 1, or `otherwise` where it has none to speak of.
HWY_INLINE V3 unit_or(const V3& v, const V3& otherwise) {
    const Lanes d;
    const V one = hn::Set(d, 1.0f);
    const V square = dot(v, v);
    const auto good = hn::Ge(square, hn::Set(d, 1.17549435e-38f));
    const V inverse = hn::Div(one, hn::Sqrt(hn::IfThenElse(good, square, one)));
    return {hn::IfThenElse(good, hn::Mul(v.x, inverse), otherwise.x),
            hn::IfThenElse(good, hn::Mul(v.y, inverse), otherwise.y),
            hn::IfThenElse(good, hn::Mul(v.z, inverse), otherwise.z)};
}

HWY_INLINE V largest(const V3& v) {
    return hn::Max(hn::Max(hn::Abs(v.x), hn::Abs(v.y)), hn::Abs(v.z));
}

// The 3x3 part scaled so that its largest entry is 1: the directions that come out of it do not
// change, and products of two or three entries neither overflow nor vanish.
struct Linear {
    V3 r0, r1, r2;
};

HWY_INLINE Linear linear_part(const V3& r0, const V3& r1, const V3& r2) {
    const Lanes d;
    const V one = hn::Set(d, 1.0f);
    const V size = hn::Max(hn::Max(largest(r0), largest(r1)), largest(r2));
    const auto good = hn::Ge(size, hn::Set(d, 1.17549435e-38f));
    const V inverse =
        hn::IfThenElse(good, hn::Div(one, hn::IfThenElse(good, size, one)), hn::Zero(d));
    return {scale(r0, inverse), scale(r1, inverse), scale(r2, inverse)};
}

// Cofactors are the inverse transpose times the determinant; only its sign is wanted of that.
struct Cofactors {
    V3 r0, r1, r2;
    V sign;  // -1 where the matrix mirrors, else 1.
};

HWY_INLINE Cofactors cofactors(const Linear& m) {
    const Lanes d;
    Cofactors c{cross(m.r1, m.r2), cross(m.r2, m.r0), cross(m.r0, m.r1), hn::Zero(d)};
    const V determinant = dot(m.r0, c.r0);
    // Rows that are nearly dependent leave only noise in the determinant, and its sign would
    // flicker; 3e-7 of what perpendicular rows would give is a few units in the last place.
    const V full = hn::Sqrt(hn::Mul(hn::Mul(dot(m.r0, m.r0), dot(m.r1, m.r1)), dot(m.r2, m.r2)));
    const auto mirrored = hn::Lt(determinant, hn::Mul(hn::Set(d, -3e-7f), full));
    c.sign = hn::IfThenElse(mirrored, hn::Set(d, -1.0f), hn::Set(d, 1.0f));
    return c;
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
        V3 r0, r1, r2;
        V tx, ty, tz;
        hn::LoadInterleaved4(d, rows.row[0] + v * 4, r0.x, r0.y, r0.z, tx);
        hn::LoadInterleaved4(d, rows.row[1] + v * 4, r1.x, r1.y, r1.z, ty);
        hn::LoadInterleaved4(d, rows.row[2] + v * 4, r2.x, r2.y, r2.z, tz);
        if constexpr (kPositions) {
            V3 p;
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
                V3 t;
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

std::uint32_t largest_joint(const std::uint16_t* joints, std::size_t count) {
    const hn::ScalableTag<std::uint16_t> d;
    const std::size_t lanes = hn::Lanes(d);
    std::uint32_t most = 0;
    std::size_t i = 0;
    if (count >= lanes) {
        auto all = hn::Zero(d);
        for (; i + lanes <= count; i += lanes) {
            all = hn::Max(all, hn::LoadU(d, joints + i));
        }
        HWY_ALIGN std::uint16_t each[HWY_MAX_BYTES / sizeof(std::uint16_t)];
        hn::Store(all, d, each);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            most = std::max<std::uint32_t>(most, each[lane]);
        }
    }
    for (; i < count; ++i) {
        most = std::max<std::uint32_t>(most, joints[i]);
    }
    return most;
}

bool all_finite(const float* values, std::size_t count) {
    const Lanes d;
    const std::size_t lanes = hn::Lanes(d);
    const V most = hn::Set(d, 3.402823466e+38f);
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        if (!hn::AllTrue(d, hn::Le(hn::Abs(hn::LoadU(d, values + i)), most))) return false;
    }
    for (; i < count; ++i) {
        if (!(values[i] <= 3.402823466e+38f && values[i] >= -3.402823466e+38f)) return false;
    }
    return true;
}

}  // namespace
}  // namespace motus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace motus {
namespace {

HWY_EXPORT(skin);
HWY_EXPORT(largest_joint);
HWY_EXPORT(all_finite);

Status check(const SkinningJob& job) noexcept {
    const Influences& influences = job.influences;
    if (influences.per_vertex != 4 && influences.per_vertex != 8) return Status::bad_argument;
    const std::uint64_t pairs = std::uint64_t{job.vertex_count} * influences.per_vertex;
    if (influences.joints.size() < pairs || influences.weights.size() < pairs) {
        return Status::bad_size;
    }
    if (job.orthonormal && !job.out_tangents.bytes.empty() && job.out_normals.bytes.empty()) {
        return Status::bad_argument;
    }
    const Status attributes[] = {
        detail::check_attribute(job.positions, job.out_positions, job.vertex_count, 3),
        detail::check_attribute(job.normals, job.out_normals, job.vertex_count, 3),
        detail::check_attribute(job.tangents, job.out_tangents, job.vertex_count, 4),
    };
    for (const Status status : attributes) {
        if (status != Status::ok) return status;
    }
    if (pairs == 0) return Status::ok;
    std::uint32_t limit = influences.joint_limit;
    if (limit == 0)
        limit = joint_limit_of(influences.joints.first(static_cast<std::size_t>(pairs)));
    if (limit > job.palette.size()) return Status::bad_data;
    const float* palette = job.palette.data()->m;
    if (!HWY_DYNAMIC_DISPATCH(all_finite)(palette, job.palette.size() * 12)) {
        return Status::bad_argument;
    }
    return Status::ok;
}

}  // namespace

std::uint32_t joint_limit_of(std::span<const std::uint16_t> joints) noexcept {
    if (joints.empty()) return 0;
    return HWY_DYNAMIC_DISPATCH(largest_joint)(joints.data(), joints.size()) + 1;
}

Status run(const SkinningJob& job) noexcept {
    const Status status = check(job);
    if (status == Status::ok && job.vertex_count != 0) HWY_DYNAMIC_DISPATCH(skin)(job);
    return status;
}

}  // namespace motus
#endif  // HWY_ONCE

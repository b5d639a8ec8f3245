// motus/crowd/frame-inl.h - rotations of a group mixed, made matrices, and turned about in lanes.
// Compiled once per Highway target, inside its namespace.
// SPDX-License-Identifier: MIT
//
// Whether lanes are joints or characters, each number goes through the same operations in the same
// order: that is why one character alone has the bits it has in a crowd.

#if defined(MOTUS_CROWD_FRAME_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef MOTUS_CROWD_FRAME_INL_H_
#undef MOTUS_CROWD_FRAME_INL_H_
#else
#define MOTUS_CROWD_FRAME_INL_H_
#endif

#include <motus/crowd/frame_task.h>
#include <motus/sample/packed-inl.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace motus::HWY_NAMESPACE {

using motus::detail::FrameCharacter;
using motus::detail::FrameInput;
using motus::detail::FrameTask;
using motus::detail::kCrowdLanes;

HWY_INLINE PackQuats input_rotations(const FrameInput& input, const FrameTask& task, std::size_t g,
                                     std::size_t i) {
    const PackedGroup& group = input.groups[g];
    const std::size_t at = g * kPackedLanes + i;
    if (group.line == kPackedNone) return load_planes(task.plan.base, task.stride, at);
    const FramePair frames(input.left, input.right, input.up);
    const PackQuats q = frames.rotations(group.line, input.still, i);
    if (group.joints == 0xff) return q;
    return select(lanes_of(group.joints, i), q, load_planes(task.plan.base, task.stride, at));
}

/// Mix of two, each as if normalised first: a |b| |a| + b |a|^2 has their directions in the right
/// shares, for one square root. Weights are times kCrowdDown.
HWY_INLINE PackQuats mix_two(const PackQuats& a, float wa, const PackQuats& b, float wb) {
    const PackTag d;
    const PackVec na = dot(a, a), nb = dot(b, b);
    const PackVec fa = hn::Mul(hn::Sqrt(hn::Mul(na, nb)), hn::Set(d, wa));
    const PackVec fb = hn::Mul(na, hn::Set(d, wb));
    const PackVec turned = hn::IfThenElse(hn::Lt(dot(a, b), hn::Zero(d)), hn::Neg(fb), fb);
    return add(scale(a, fa), scale(b, turned));
}

HWY_INLINE PackQuats add_signed(const PackQuats& sum, const PackQuats& q, PackVec weight,
                                PackVec side) {
    const PackTag d;
    const PackVec turned = hn::IfThenElse(hn::Lt(side, hn::Zero(d)), hn::Neg(weight), weight);
    return add(sum, scale(q, turned));
}

/// Any number of inputs and the rest pose, by the rules of BlendJob.
HWY_INLINE PackQuats mix_many(const FrameCharacter& c, const FrameTask& task, std::size_t g,
                              std::size_t i) {
    const PackTag d;
    const PackVec zero = hn::Zero(d), one = hn::Set(d, 1.0f), limit = hn::Set(d, 1e-6f);
    PackQuats reference = input_rotations(c.inputs[c.reference], task, g, i);
    reference = scale(reference, hn::Div(one, hn::Sqrt(dot(reference, reference))));
    PackQuats sum{zero, zero, zero, zero};
    for (int pass = 0; pass < 2; ++pass) {
        auto any = hn::Lt(zero, zero);
        for (std::uint32_t k = 0; k < c.count; ++k) {
            PackQuats q = input_rotations(c.inputs[k], task, g, i);
            q = scale(q, hn::Div(one, hn::Sqrt(dot(q, q))));
            const PackVec cosine = dot(q, reference);
            const PackVec weight = hn::Set(d, c.inputs[k].weight);
            const auto perpendicular = hn::Le(hn::Abs(cosine), limit);
            any = hn::Or(any, perpendicular);
            if (pass == 0) {
                sum = select(perpendicular, sum, add_signed(sum, q, weight, cosine));
            } else {
                sum = select(perpendicular, add_signed(sum, q, weight, dot(q, sum)), sum);
            }
        }
        if (hn::AllFalse(d, any)) break;
    }
    const PackQuats rest = load_planes(task.plan.base, task.stride, g * kPackedLanes + i);
    const PackVec share = hn::Set(d, c.rest / kPackedUnit);
    return add_signed(sum, rest, share, dot(rest, sum));
}

/// An input over what there is, by its weight, at the joints that its clip animates.
HWY_INLINE PackQuats lay_over(const PackQuats& below, const FrameInput& input,
                              const FrameTask& task, std::size_t g, std::size_t i) {
    const PackTag d;
    const PackVec one = hn::Set(d, 1.0f), zero = hn::Zero(d);
    const PackedGroup& group = input.groups[g];
    const std::uint32_t turns = group.line != kPackedNone ? group.joints : 0u;
    const PackQuats q = scale(below, hn::Div(one, hn::Sqrt(dot(below, below))));
    PackQuats top = input_rotations(input, task, g, i);
    top = scale(top, hn::Div(one, hn::Sqrt(dot(top, top))));
    const PackQuats sum = scale(top, hn::Set(d, input.weight));
    const PackVec left = hn::Set(d, 1.0f - input.weight);
    const PackVec turned = hn::IfThenElse(hn::Lt(dot(q, sum), zero), hn::Neg(left), left);
    return select(lanes_of(turns | group.rest_rotations, i), add(sum, scale(q, turned)), q);
}

/// Rotations of a character's base layer; lanes are joints.
HWY_INLINE PackQuats base_rotations(const FrameCharacter& c, const FrameTask& task, std::size_t g,
                                    std::size_t i) {
    const std::size_t at = g * kPackedLanes + i;
    if (c.posed) {
        const PackQuats local = load_planes(c.rotations, task.stride, at);
        if (!task.plan.chain) return local;
        PackQuats right = load_planes(task.plan.space.right, task.stride, at);
        right = {hn::Neg(right.x), hn::Neg(right.y), hn::Neg(right.z), right.w};
        const PackQuats left = load_planes(task.plan.space.left, task.stride, at);
        return multiply_rotations(multiply_rotations(left, local), right);
    }
    if (c.count == 0) return load_planes(task.plan.base, task.stride, at);
    if (c.rest == 0.0f && c.count == 1) return input_rotations(c.inputs[0], task, g, i);
    if (c.rest == 0.0f && c.count == 2) {
        return mix_two(input_rotations(c.inputs[0], task, g, i), c.inputs[0].down,
                       input_rotations(c.inputs[1], task, g, i), c.inputs[1].down);
    }
    return mix_many(c, task, g, i);
}

/// Rotations of a character's group as the rig stores them, of any length; lanes are joints.
HWY_INLINE PackQuats group_rotations(const FrameCharacter& c, const FrameTask& task, std::size_t g,
                                     std::size_t i) {
    PackQuats q = base_rotations(c, task, g, i);
    for (std::uint32_t k = 0; k < c.overs; ++k)
        q = lay_over(q, c.inputs[c.count + k], task, g, i);
    return q;
}

struct PackVectors {
    PackVec x, y, z;
};

HWY_INLINE PackVectors load_three(const float* planes, std::size_t stride, std::size_t at) {
    const PackTag d;
    return {hn::LoadU(d, planes + at), hn::LoadU(d, planes + stride + at),
            hn::LoadU(d, planes + 2 * stride + at)};
}

/// Translations of a character's group; in a chain under the bind of each joint's parent.
HWY_INLINE PackVectors group_moves(const FrameCharacter& c, const FrameTask& task, std::size_t g,
                                   std::size_t i) {
    const std::size_t at = g * kPackedLanes + i;
    if (c.moved[g] == 0.0f) return load_three(task.plan.moves, task.stride, at);
    const PackVectors t = load_three(c.moves, task.stride, at);
    if (!task.plan.chain) return t;
    const PackTag d;
    const auto row = [&](std::size_t r) HWY_ATTR {
        const auto m = [&](std::size_t k) HWY_ATTR {
            return hn::LoadU(d, task.plan.above + (r + k) * task.stride + at);
        };
        return hn::Add(hn::Add(hn::Add(hn::Mul(m(0), t.x), hn::Mul(m(1), t.y)), hn::Mul(m(2), t.z)),
                       m(3));
    };
    return {row(0), row(4), row(8)};
}

/// Three rows of four. The constructor that compilers add is not compiled for the target: GCC's
/// refuses vectors of NEON.
struct PackRows {
    HWY_INLINE PackRows() {}
    PackVec m[12];
};

/// The matrix of rotations of any length. The fourth column is left alone.
HWY_INLINE void rotation_rows(const PackQuats& q, PackRows& out) {
    const PackTag d;
    const PackVec one = hn::Set(d, 1.0f);
    const PackVec s = hn::Div(hn::Set(d, 2.0f), dot(q, q));
    const PackVec xs = hn::Mul(q.x, s), ys = hn::Mul(q.y, s), zs = hn::Mul(q.z, s);
    const PackVec xx = hn::Mul(q.x, xs), yy = hn::Mul(q.y, ys), zz = hn::Mul(q.z, zs);
    const PackVec xy = hn::Mul(q.x, ys), xz = hn::Mul(q.x, zs), yz = hn::Mul(q.y, zs);
    const PackVec wx = hn::Mul(q.w, xs), wy = hn::Mul(q.w, ys), wz = hn::Mul(q.w, zs);
    out.m[0] = hn::Sub(one, hn::Add(yy, zz));
    out.m[1] = hn::Sub(xy, wz);
    out.m[2] = hn::Add(xz, wy);
    out.m[4] = hn::Add(xy, wz);
    out.m[5] = hn::Sub(one, hn::Add(xx, zz));
    out.m[6] = hn::Sub(yz, wx);
    out.m[8] = hn::Sub(xz, wy);
    out.m[9] = hn::Add(yz, wx);
    out.m[10] = hn::Sub(one, hn::Add(xx, yy));
}

HWY_INLINE void scale_rows(const PackVectors& s, PackRows& rows) {
    for (std::size_t r = 0; r < 12; r += 4) {
        rows.m[r] = hn::Mul(rows.m[r], s.x);
        rows.m[r + 1] = hn::Mul(rows.m[r + 1], s.y);
        rows.m[r + 2] = hn::Mul(rows.m[r + 2], s.z);
    }
}

/// Chain: turn about the pivot, then go to `move`. General: just `move`.
template <bool kChain>
HWY_INLINE void place_rows(const PackVectors& move, const PackVectors& pivot, PackRows& rows) {
    const PackVec to[3] = {move.x, move.y, move.z};
    for (std::size_t r = 0; r < 3; ++r) {
        PackVec* m = rows.m + 4 * r;
        m[3] = to[r];
        if (kChain) {
            const PackVec turned = hn::Add(hn::Add(hn::Mul(m[0], pivot.x), hn::Mul(m[1], pivot.y)),
                                           hn::Mul(m[2], pivot.z));
            m[3] = hn::Sub(m[3], turned);
        }
    }
}

HWY_INLINE PackRows multiply_lanes(const PackRows& a, const PackRows& b) {
    PackRows out;
    for (std::size_t r = 0; r < 12; r += 4) {
        for (std::size_t c = 0; c < 4; ++c) {
            out.m[r + c] =
                hn::Add(hn::Add(hn::Mul(a.m[r], b.m[c]), hn::Mul(a.m[r + 1], b.m[4 + c])),
                        hn::Mul(a.m[r + 2], b.m[8 + c]));
        }
        out.m[r + 3] = hn::Add(out.m[r + 3], a.m[r + 3]);
    }
    return out;
}

#if HWY_TARGET != HWY_SCALAR

inline constexpr std::size_t kPackLanesHere = hn::MaxLanes(PackTag());

/// Rows of a square in lanes become its columns.
HWY_INLINE void transpose(PackVec* v) {
    const PackTag d;
    const hn::Repartition<double, PackTag> d64;
    PackVec a[kPackLanesHere];
    for (std::size_t block = 0; block < kPackLanesHere; block += 4) {
        const PackVec l0 = hn::InterleaveLower(d, v[block], v[block + 1]);
        const PackVec u0 = hn::InterleaveUpper(d, v[block], v[block + 1]);
        const PackVec l1 = hn::InterleaveLower(d, v[block + 2], v[block + 3]);
        const PackVec u1 = hn::InterleaveUpper(d, v[block + 2], v[block + 3]);
        const auto join = [&](PackVec x, PackVec y, bool upper) HWY_ATTR {
            const auto p = hn::BitCast(d64, x), q = hn::BitCast(d64, y);
            return hn::BitCast(
                d, upper ? hn::InterleaveUpper(d64, p, q) : hn::InterleaveLower(d64, p, q));
        };
        a[block] = join(l0, l1, false);
        a[block + 1] = join(l0, l1, true);
        a[block + 2] = join(u0, u1, false);
        a[block + 3] = join(u0, u1, true);
    }
    if constexpr (kPackLanesHere == 8) {
        for (std::size_t k = 0; k < 4; ++k) {
            v[k] = hn::ConcatLowerLower(d, a[4 + k], a[k]);
            v[4 + k] = hn::ConcatUpperUpper(d, a[4 + k], a[k]);
        }
    } else {
        for (std::size_t k = 0; k < 4; ++k)
            v[k] = a[k];
    }
}

/// One joint's matrices, a character per lane, each to its own palette.
HWY_INLINE void store_matrices(const PackRows& rows, float* const* palettes, std::size_t place) {
    const PackTag d;
    if constexpr (kPackLanesHere == 8) {
        PackVec head[8];
        for (std::size_t k = 0; k < 8; ++k)
            head[k] = rows.m[k];
        transpose(head);
        for (std::size_t k = 0; k < 8; ++k)
            hn::StoreU(head[k], d, palettes[k] + 12 * place);
        const hn::Half<PackTag> half;
        const hn::Repartition<double, PackTag> d64;
        const auto l0 = hn::BitCast(d64, hn::InterleaveLower(d, rows.m[8], rows.m[9]));
        const auto u0 = hn::BitCast(d64, hn::InterleaveUpper(d, rows.m[8], rows.m[9]));
        const auto l1 = hn::BitCast(d64, hn::InterleaveLower(d, rows.m[10], rows.m[11]));
        const auto u1 = hn::BitCast(d64, hn::InterleaveUpper(d, rows.m[10], rows.m[11]));
        const PackVec tail[4] = {hn::BitCast(d, hn::InterleaveLower(d64, l0, l1)),
                                 hn::BitCast(d, hn::InterleaveUpper(d64, l0, l1)),
                                 hn::BitCast(d, hn::InterleaveLower(d64, u0, u1)),
                                 hn::BitCast(d, hn::InterleaveUpper(d64, u0, u1))};
        for (std::size_t k = 0; k < 4; ++k) {
            hn::StoreU(hn::LowerHalf(half, tail[k]), half, palettes[k] + 12 * place + 8);
            hn::StoreU(hn::UpperHalf(half, tail[k]), half, palettes[k + 4] + 12 * place + 8);
        }
    } else {
        for (std::size_t r = 0; r < 12; r += 4) {
            PackVec part[4] = {rows.m[r], rows.m[r + 1], rows.m[r + 2], rows.m[r + 3]};
            transpose(part);
            for (std::size_t k = 0; k < 4; ++k)
                hn::StoreU(part[k], d, palettes[k] + 12 * place + r);
        }
    }
}

/// Palettes of a batch. Where they are streamed, 8 matrices of each are gathered first: memory then
/// gets whole lines, and the cache does not get what nobody reads soon.
class Sink {
  public:
    Sink(const FrameTask& task, const FrameCharacter* characters) : staged_(task.stream) {
        for (std::size_t k = 0; k < kPackLanesHere; ++k) {
            palettes_[k] = characters[k].palette->m;
            to_[k] = staged_ ? stage_ + k * kRoom : palettes_[k];
        }
    }

    HWY_INLINE void put(const PackRows& rows, std::size_t place) {
        store_matrices(rows, to_, staged_ ? place % kWindow : place);
        if (staged_ && place % kWindow == kWindow - 1) flush(place / kWindow);
    }

    /// What does not fill a window.
    HWY_INLINE void finish(std::size_t count) {
        if (!staged_ || count % kWindow == 0) return;
        for (std::size_t k = 0; k < kPackLanesHere; ++k) {
            const float* from = stage_ + k * kRoom;
            std::copy(from, from + count % kWindow * 12, palettes_[k] + count / kWindow * kRoom);
        }
    }

  private:
    static constexpr std::size_t kWindow = 8, kRoom = kWindow * 12;

    HWY_INLINE void flush(std::size_t window) {
        const PackTag d;
        for (std::size_t k = 0; k < kPackLanesHere; ++k) {
            const float* from = stage_ + k * kRoom;
            float* to = palettes_[k] + window * kRoom;
            for (std::size_t i = 0; i < kRoom; i += kPackLanesHere)
                hn::Stream(hn::Load(d, from + i), d, to + i);
        }
    }

    HWY_ALIGN float stage_[kPackLanesHere * kRoom];
    float* palettes_[kPackLanesHere];
    float* to_[kPackLanesHere];
    bool staged_;
};

#endif

}  // namespace motus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

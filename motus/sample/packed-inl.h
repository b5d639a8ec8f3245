// motus/sample/packed-inl.h - two frames of a packed clip mixed in SIMD lanes, for kernels.
// Compiled once per Highway target, inside its namespace.
// SPDX-License-Identifier: MIT

#if defined(MOTUS_SAMPLE_PACKED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef MOTUS_SAMPLE_PACKED_INL_H_
#undef MOTUS_SAMPLE_PACKED_INL_H_
#else
#define MOTUS_SAMPLE_PACKED_INL_H_
#endif

#include <motus/clip/packed.h>
#include <motus/math/lanes-inl.h>

HWY_BEFORE_NAMESPACE();
namespace motus::HWY_NAMESPACE {

using PackTag = hn::CappedTag<float, kPackedLanes>;
using PackVec = hn::Vec<PackTag>;
using PackQuats = Quats<PackVec>;

/// Weights of two frames, ready for pairs of 16-bit numbers.
class FramePair {
  public:
    FramePair(const std::int16_t* left, const std::int16_t* right, std::int32_t weight)
        : left_(left), right_(right), up_(weight), down_(kPackedWhole - weight) {}

    /// Rotations of lanes [i, i + Lanes) of the group at `line`, kPackedUnit long.
    HWY_INLINE PackQuats rotations(std::uint32_t line, const std::int16_t* still,
                                   std::size_t i) const {
        const bool moves = line < kPackedStill;
        const std::size_t at = (moves ? line : line - kPackedStill) * (kPackedLine / 2) + 2 * i;
        const std::int16_t* a = (moves ? left_ : still) + at;
        const std::int16_t* b = (moves ? right_ : still) + at;
#if HWY_TARGET == HWY_SCALAR
        const PackTag d;
        const auto mixed = [&](std::size_t n) {
            return hn::Set(d, static_cast<float>(a[n] * down_ + b[n] * up_));
        };
        return {mixed(0), mixed(1), mixed(16), mixed(17)};
#else
        const hn::RebindToSigned<PackTag> d32;
        const hn::Repartition<std::int16_t, decltype(d32)> d16;
        const auto xy_a = hn::LoadU(d16, a), xy_b = hn::LoadU(d16, b);
        const auto zw_a = hn::LoadU(d16, a + 16), zw_b = hn::LoadU(d16, b + 16);
        return {low(xy_a, xy_b), high(xy_a, xy_b), low(zw_a, zw_b), high(zw_a, zw_b)};
#endif
    }

    /// One number of a frame, by its place counted in numbers.
    HWY_INLINE float number(std::size_t at) const {
        return static_cast<float>(left_[at] * down_ + right_[at] * up_);
    }

  private:
#if HWY_TARGET != HWY_SCALAR
#if (HWY_ARCH_X86 || HWY_ARCH_WASM) && HWY_TARGET != HWY_EMU128
    // Multiplying pairs and adding them, with one weight of a pair zero, picks one number of each
    // pair without moving any. The order of lanes is the pairs' on these machines; where they are
    // emulated (clang's lowest target), it is not.
    template <class V16>
    HWY_INLINE PackVec mixed(V16 a, V16 b, int shift) const {
        const PackTag d;
        const hn::RebindToSigned<PackTag> d32;
        const hn::Repartition<std::int16_t, decltype(d32)> d16;
        const auto down = hn::BitCast(d16, hn::Set(d32, down_ << shift));
        const auto up = hn::BitCast(d16, hn::Set(d32, up_ << shift));
        auto unused = hn::Zero(d32);
        const auto sum = hn::ReorderWidenMulAccumulate(d32, a, down, hn::Zero(d32), unused);
        return hn::ConvertTo(d, hn::ReorderWidenMulAccumulate(d32, b, up, sum, unused));
    }
    template <class V16>
    HWY_INLINE PackVec low(V16 a, V16 b) const {
        return mixed(a, b, 0);
    }
    template <class V16>
    HWY_INLINE PackVec high(V16 a, V16 b) const {
        return mixed(a, b, 16);
    }
#else
    template <class V32>
    HWY_INLINE PackVec mixed(V32 a, V32 b) const {
        const PackTag d;
        const hn::RebindToSigned<PackTag> d32;
        return hn::ConvertTo(
            d, hn::Add(hn::Mul(a, hn::Set(d32, down_)), hn::Mul(b, hn::Set(d32, up_))));
    }
    template <class V16>
    HWY_INLINE PackVec low(V16 a, V16 b) const {
        const hn::RebindToSigned<PackTag> d32;
        const auto first = [&](V16 v) HWY_ATTR {
            return hn::ShiftRight<16>(hn::ShiftLeft<16>(hn::BitCast(d32, v)));
        };
        return mixed(first(a), first(b));
    }
    template <class V16>
    HWY_INLINE PackVec high(V16 a, V16 b) const {
        const hn::RebindToSigned<PackTag> d32;
        const auto second = [&](V16 v) HWY_ATTR { return hn::ShiftRight<16>(hn::BitCast(d32, v)); };
        return mixed(second(a), second(b));
    }
#endif
#endif

    const std::int16_t* left_;
    const std::int16_t* right_;
    std::int32_t up_, down_;
};

/// First `b`, then `a`. Same expressions as multiply(Quat, Quat).
HWY_INLINE PackQuats multiply_rotations(const PackQuats& a, const PackQuats& b) {
    using namespace hwy::HWY_NAMESPACE;
    return {Sub(Add(Add(Mul(a.w, b.x), Mul(a.x, b.w)), Mul(a.y, b.z)), Mul(a.z, b.y)),
            Add(Add(Sub(Mul(a.w, b.y), Mul(a.x, b.z)), Mul(a.y, b.w)), Mul(a.z, b.x)),
            Add(Sub(Add(Mul(a.w, b.z), Mul(a.x, b.y)), Mul(a.y, b.x)), Mul(a.z, b.w)),
            Sub(Sub(Sub(Mul(a.w, b.w), Mul(a.x, b.x)), Mul(a.y, b.y)), Mul(a.z, b.z))};
}

/// The lanes of four planes.
HWY_INLINE PackQuats load_planes(const float* planes, std::size_t stride, std::size_t at) {
    const PackTag d;
    return {hn::LoadU(d, planes + at), hn::LoadU(d, planes + stride + at),
            hn::LoadU(d, planes + 2 * stride + at), hn::LoadU(d, planes + 3 * stride + at)};
}

HWY_INLINE void store_planes(const PackQuats& q, float* planes, std::size_t stride,
                             std::size_t at) {
    const PackTag d;
    hn::StoreU(q.x, d, planes + at);
    hn::StoreU(q.y, d, planes + stride + at);
    hn::StoreU(q.z, d, planes + 2 * stride + at);
    hn::StoreU(q.w, d, planes + 3 * stride + at);
}

/// Lanes [i, i + Lanes) of a mask of joints.
HWY_INLINE hn::Mask<PackTag> lanes_of(std::uint32_t joints, std::size_t i) {
    const PackTag d;
    const hn::RebindToSigned<PackTag> d32;
    HWY_ALIGN static constexpr std::int32_t kBits[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    const auto bits = hn::LoadU(d32, kBits + i);
    const auto set = hn::And(bits, hn::Set(d32, static_cast<std::int32_t>(joints)));
    return hn::RebindMask(d, hn::Ne(set, hn::Zero(d32)));
}

}  // namespace motus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

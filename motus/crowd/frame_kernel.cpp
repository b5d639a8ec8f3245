// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/crowd/frame_task.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "motus/crowd/frame_kernel.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <motus/crowd/frame-inl.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace motus::HWY_NAMESPACE {

constexpr std::uint32_t kNowhere = 0xffffffffu;
// Floats of one slot: 12 numbers in the lanes of a batch, or one matrix.
constexpr std::size_t kSlot = 12 * kCrowdLanes;

// out = a * b, a row of four in a register. Adding -0 leaves every number as it is, so that this is
// multiply_lanes to the last bit.
HWY_INLINE void multiply_places(const float* a, const float* b0, const float* b1, const float* b2,
                                float* out) {
#if HWY_TARGET == HWY_SCALAR
    float result[12];
    for (std::size_t r = 0; r < 12; r += 4) {
        for (std::size_t c = 0; c < 4; ++c)
            result[r + c] = (a[r] * b0[c] + a[r + 1] * b1[c]) + a[r + 2] * b2[c];
        result[r + 3] = result[r + 3] + a[r + 3];
    }
    std::copy(result, result + 12, out);
#else
    const hn::FixedTag<float, 4> d;
    HWY_ALIGN static constexpr float kLast[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    const auto last = hn::Ne(hn::Load(d, kLast), hn::Zero(d));
    const auto nothing = hn::Set(d, -0.0f);
    const auto v0 = hn::LoadU(d, b0), v1 = hn::LoadU(d, b1), v2 = hn::LoadU(d, b2);
    for (std::size_t r = 0; r < 12; r += 4) {
        const auto sum =
            hn::Add(hn::Add(hn::Mul(hn::Set(d, a[r]), v0), hn::Mul(hn::Set(d, a[r + 1]), v1)),
                    hn::Mul(hn::Set(d, a[r + 2]), v2));
        const auto row = hn::IfThenElse(last, hn::LoadU(d, a + r), nothing);
        hn::StoreU(hn::Add(sum, row), d, out + r);
    }
#endif
}

// The groups of a frame: all of them, or those that a level of detail evaluates.
class Groups {
  public:
    explicit Groups(const FrameTask& task)
        : task_(task), all_(task.detail.joints.empty()), joints_(task.plan.joints.size()) {}
    HWY_INLINE std::size_t size() const { return all_ ? task_.groups : task_.detail.groups.size(); }
    HWY_INLINE DetailGroup operator[](std::size_t n) const {
        return all_ ? DetailGroup{static_cast<std::uint32_t>(n), 0xff} : task_.detail.groups[n];
    }
    HWY_INLINE std::size_t end(std::size_t g) const {
        return std::min(joints_, (g + 1) * kPackedLanes);
    }
    HWY_INLINE std::span<const DetailFollower> followers(std::size_t joint) const {
        if (all_) return {};
        const std::uint32_t first = task_.detail.first[joint];
        return task_.detail.followers.subspan(first, task_.detail.first[joint + 1] - first);
    }

  private:
    const FrameTask& task_;
    bool all_;
    std::size_t joints_;
};

// Local matrices of a group, or the links of a chain: row r of joint k at rows[r][4 * k].
template <bool kChain>
HWY_INLINE void GroupRows(const FrameTask& task, const FrameCharacter& c, std::size_t g,
                          float (&rows)[3][4 * kPackedLanes]) {
    const PackTag d;
    for (std::size_t i = 0; i < kPackedLanes; i += hn::Lanes(d)) {
        const std::size_t at = g * kPackedLanes + i;
        PackRows m;
        rotation_rows(group_rotations(c, task, g, i), m);
        if (!kChain && (!task.unit || c.sized[g] != 0.0f)) {
            const float* sizes = c.sized[g] != 0.0f ? c.sizes : task.skeleton.rest.plane(Plane::sx);
            scale_rows(load_three(sizes, task.stride, at), m);
        }
        place_rows<kChain>(group_moves(c, task, g, i),
                           load_three(task.plan.pivots, task.stride, at), m);
        for (std::size_t r = 0; r < 3; ++r) {
            hn::StoreInterleaved4(m.m[4 * r], m.m[4 * r + 1], m.m[4 * r + 2], m.m[4 * r + 3], d,
                                  rows[r] + 4 * i);
        }
    }
}

template <bool kChain>
HWY_INLINE void Single(const FrameTask& task, const FrameCharacter& c) {
    HWY_ALIGN float rows[3][4 * kPackedLanes];
    HWY_ALIGN float here[12];
    const Groups groups(task);
    for (std::size_t n = 0; n < groups.size(); ++n) {
        const std::size_t g = groups[n].group;
        GroupRows<kChain>(task, c, g, rows);
        const std::size_t end = groups.end(g);
        for (std::size_t j = g * kPackedLanes; j < end; ++j) {
            if ((groups[n].joints >> j % kPackedLanes & 1) == 0) continue;
            const PlanJoint& joint = task.plan.joints[j];
            MOTUS_ASSERT(joint.slot == kNowhere || joint.slot < task.plan.slots);
            MOTUS_ASSERT(joint.parent == kNowhere || joint.parent < task.plan.slots);
            const std::size_t i = 4 * (j % kPackedLanes);
            float* to = joint.slot == kNowhere ? here : task.slots + joint.slot * kSlot;
            if (joint.parent == kNowhere) {
                for (std::size_t r = 0; r < 3; ++r)
                    std::copy(rows[r] + i, rows[r] + i + 4, to + 4 * r);
            } else {
                multiply_places(task.slots + joint.parent * kSlot, rows[0] + i, rows[1] + i,
                                rows[2] + i, to);
            }
            for (std::uint32_t k = 0; k < joint.count; ++k) {
                const std::uint32_t place = task.plan.outputs[joint.first + k];
                MOTUS_ASSERT(place < task.plan.palette_size);
                if (kChain) {
                    std::copy(to, to + 12, c.palette[place].m);
                } else {
                    const float* bind = task.plan.inverse_binds[place].m;
                    multiply_places(to, bind, bind + 4, bind + 8, c.palette[place].m);
                }
            }
            for (const DetailFollower& follower : groups.followers(j)) {
                float* out = c.palette[follower.place].m;
                if (follower.same != 0) {
                    std::copy(to, to + 12, out);
                } else {
                    const float* link = follower.link.m;
                    multiply_places(to, link, link + 4, link + 8, out);
                }
            }
        }
    }
}

void SingleFrame(const FrameTask& task, const FrameCharacter& c) {
    if (task.plan.chain) {
        Single<true>(task, c);
    } else {
        Single<false>(task, c);
    }
}

#if HWY_TARGET == HWY_SCALAR

std::size_t FrameLanes() {
    return 1;
}

void FrameFlush() {}

void BatchFrame(const FrameTask& task, const FrameCharacter* characters) {
    SingleFrame(task, *characters);
}

#else

std::size_t FrameLanes() {
    return kPackLanesHere;
}

void FrameFlush() {
    hwy::FlushStream();
}

// Numbers of a group, lanes being characters: number n of joint k at [n][k * lanes].
struct Tile {
    HWY_ALIGN float numbers[4][kPackedLanes * kCrowdLanes];

    HWY_INLINE PackVec at(std::size_t number, std::size_t joint) const {
        return hn::Load(PackTag(), numbers[number] + joint * kPackLanesHere);
    }
    // The lanes of characters `v`, joints from i on.
    HWY_INLINE void put(std::size_t number, std::size_t i, PackVec* v) {
        const PackTag d;
        transpose(v);
        for (std::size_t k = 0; k < kPackLanesHere; ++k)
            hn::Store(v[k], d, numbers[number] + (i + k) * kPackLanesHere);
    }
};

HWY_INLINE void TileRotations(const FrameTask& task, const FrameCharacter* characters,
                              std::size_t g, Tile& tile) {
    for (std::size_t i = 0; i < kPackedLanes; i += kPackLanesHere) {
        PackVec x[kPackLanesHere], y[kPackLanesHere], z[kPackLanesHere], w[kPackLanesHere];
        for (std::size_t k = 0; k < kPackLanesHere; ++k) {
            const PackQuats q = group_rotations(characters[k], task, g, i);
            x[k] = q.x, y[k] = q.y, z[k] = q.z, w[k] = q.w;
        }
        tile.put(0, i, x), tile.put(1, i, y), tile.put(2, i, z), tile.put(3, i, w);
    }
}

HWY_INLINE void TileMoves(const FrameTask& task, const FrameCharacter* characters, std::size_t g,
                          Tile& tile) {
    for (std::size_t i = 0; i < kPackedLanes; i += kPackLanesHere) {
        PackVec x[kPackLanesHere], y[kPackLanesHere], z[kPackLanesHere];
        for (std::size_t k = 0; k < kPackLanesHere; ++k) {
            const PackVectors t = group_moves(characters[k], task, g, i);
            x[k] = t.x, y[k] = t.y, z[k] = t.z;
        }
        tile.put(0, i, x), tile.put(1, i, y), tile.put(2, i, z);
    }
}

HWY_INLINE void TileSizes(const FrameTask& task, const FrameCharacter* characters, std::size_t g,
                          Tile& tile) {
    for (std::size_t i = 0; i < kPackedLanes; i += kPackLanesHere) {
        PackVec x[kPackLanesHere], y[kPackLanesHere], z[kPackLanesHere];
        for (std::size_t k = 0; k < kPackLanesHere; ++k) {
            const FrameCharacter& c = characters[k];
            const float* sizes = c.sized[g] != 0.0f ? c.sizes : task.skeleton.rest.plane(Plane::sx);
            const PackVectors t = load_three(sizes, task.stride, g * kPackedLanes + i);
            x[k] = t.x, y[k] = t.y, z[k] = t.z;
        }
        tile.put(0, i, x), tile.put(1, i, y), tile.put(2, i, z);
    }
}

// One number for every character.
HWY_INLINE PackVectors same_for_all(const float* planes, std::size_t stride, std::size_t joint) {
    const PackTag d;
    return {hn::Set(d, planes[joint]), hn::Set(d, planes[stride + joint]),
            hn::Set(d, planes[2 * stride + joint])};
}

HWY_INLINE PackRows load_slot(const float* slot) {
    const PackTag d;
    PackRows out;
    for (std::size_t n = 0; n < 12; ++n)
        out.m[n] = hn::LoadU(d, slot + n * kPackLanesHere);
    return out;
}

template <bool kChain>
HWY_INLINE void FinishJoint(const FrameTask& task, Sink& sink, const PlanJoint& joint,
                            std::span<const DetailFollower> followers, PackRows rows) {
    const PackTag d;
    MOTUS_ASSERT(joint.slot == kNowhere || joint.slot < task.plan.slots);
    MOTUS_ASSERT(joint.parent == kNowhere || joint.parent < task.plan.slots);
    if (joint.parent != kNowhere) {
        rows = multiply_lanes(load_slot(task.slots + joint.parent * kSlot), rows);
    }
    if (joint.slot != kNowhere) {
        float* slot = task.slots + joint.slot * kSlot;
        for (std::size_t n = 0; n < 12; ++n)
            hn::StoreU(rows.m[n], d, slot + n * kPackLanesHere);
    }
    for (std::uint32_t k = 0; k < joint.count; ++k) {
        const std::uint32_t place = task.plan.outputs[joint.first + k];
        MOTUS_ASSERT(place < task.plan.palette_size);
        if (kChain) {
            sink.put(rows, place);
        } else {
            PackRows bind;
            for (std::size_t n = 0; n < 12; ++n)
                bind.m[n] = hn::Set(d, task.plan.inverse_binds[place].m[n]);
            sink.put(multiply_lanes(rows, bind), place);
        }
    }
    for (const DetailFollower& follower : followers) {
        if (follower.same != 0) {
            sink.put(rows, follower.place);
            continue;
        }
        PackRows link;
        for (std::size_t n = 0; n < 12; ++n)
            link.m[n] = hn::Set(d, follower.link.m[n]);
        sink.put(multiply_lanes(rows, link), follower.place);
    }
}

template <bool kChain>
HWY_INLINE void Batch(const FrameTask& task, const FrameCharacter* characters) {
    const Groups groups(task);
    Tile rotations, moves, sizes;
    Sink sink(task, characters);
    for (std::size_t n = 0; n < groups.size(); ++n) {
        const std::size_t g = groups[n].group;
        TileRotations(task, characters, g, rotations);
        bool moved = false, sized = false;
        for (std::size_t k = 0; k < kPackLanesHere; ++k) {
            moved = moved || characters[k].moved[g] != 0.0f;
            sized = sized || characters[k].sized[g] != 0.0f;
        }
        if (moved) TileMoves(task, characters, g, moves);
        if (!kChain && sized) TileSizes(task, characters, g, sizes);
        const std::size_t end = groups.end(g);
        for (std::size_t j = g * kPackedLanes; j < end; ++j) {
            const std::size_t k = j % kPackedLanes;
            if ((groups[n].joints >> k & 1) == 0) continue;
            PackRows rows;
            rotation_rows(
                {rotations.at(0, k), rotations.at(1, k), rotations.at(2, k), rotations.at(3, k)},
                rows);
            if (!kChain && sized) {
                scale_rows({sizes.at(0, k), sizes.at(1, k), sizes.at(2, k)}, rows);
            } else if (!kChain && !task.unit) {
                const float* rest = task.skeleton.rest.plane(Plane::sx);
                scale_rows(same_for_all(rest, task.stride, j), rows);
            }
            const PackVectors move =
                moved ? PackVectors{moves.at(0, k), moves.at(1, k), moves.at(2, k)}
                      : same_for_all(task.plan.moves, task.stride, j);
            place_rows<kChain>(move, same_for_all(task.plan.pivots, task.stride, j), rows);
            FinishJoint<kChain>(task, sink, task.plan.joints[j], groups.followers(j), rows);
        }
    }
    sink.finish(task.plan.palette_size);
}

void BatchFrame(const FrameTask& task, const FrameCharacter* characters) {
    if (task.plan.chain) {
        Batch<true>(task, characters);
    } else {
        Batch<false>(task, characters);
    }
}

#endif

}  // namespace motus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace motus {
HWY_EXPORT(SingleFrame);
HWY_EXPORT(BatchFrame);
HWY_EXPORT(FrameLanes);
HWY_EXPORT(FrameFlush);

namespace detail {

std::size_t frame_lanes() noexcept {
    return HWY_DYNAMIC_DISPATCH(FrameLanes)();
}

void frame_flush() noexcept {
    HWY_DYNAMIC_DISPATCH(FrameFlush)();
}

void frame_batch(const FrameTask& task, const FrameCharacter* characters) noexcept {
    HWY_DYNAMIC_DISPATCH(BatchFrame)(task, characters);
}

void frame_single(const FrameTask& task, const FrameCharacter& character) noexcept {
    HWY_DYNAMIC_DISPATCH(SingleFrame)(task, character);
}

}  // namespace detail
}  // namespace motus
#endif

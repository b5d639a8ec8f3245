// motus/skinning/morph.cpp - sums displacements block by block, so that each vertex is read once.
// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/skinning/morph.h>
#include <motus/skinning/stream_access.h>

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "motus/skinning/morph.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace motus::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;
// Vertices summed at a time: 12 KB, in the first-level cache, and large enough that finding the
// place of a block in each sparse target does not count (64 took half as long again).
constexpr std::uint32_t kBlock = 1024;

static_assert(sizeof(Vec3) == 3 * sizeof(float));

// sum += weight x values, element by element.
void add_dense(float weight, const float* values, std::size_t count, float* sum) {
    const hn::ScalableTag<float> d;
    const std::size_t lanes = hn::Lanes(d);
    const auto w = hn::Set(d, weight);
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        const auto term = hn::Mul(w, hn::LoadU(d, values + i));
        hn::StoreU(hn::Add(hn::LoadU(d, sum + i), term), d, sum + i);
    }
    for (; i < count; ++i) {
        const float term = weight * values[i];
        sum[i] = sum[i] + term;
    }
}

// The target's entries for vertices [first, first + count).
void add_sparse(float weight, const MorphTarget& target, std::span<const Vec3> values,
                std::uint32_t first, std::uint32_t count, float* sum) {
    const auto begin = target.indices.begin();
    const auto end = target.indices.end();
    auto at = std::lower_bound(begin, end, first);
    MOTUS_ASSERT(values.size() >= target.indices.size());
    for (; at != end && *at - first < count; ++at) {
        MOTUS_ASSERT(at == begin || *(at - 1) < *at);  // ascending
        const Vec3& value = values[static_cast<std::size_t>(at - begin)];
        float* to = sum + std::size_t{*at - first} * 3;
        const float x = weight * value.x, y = weight * value.y, z = weight * value.z;
        to[0] = to[0] + x;
        to[1] = to[1] + y;
        to[2] = to[2] + z;
    }
}

template <std::uint32_t kFloats>
void morph_attribute(const MorphJob& job, std::span<const Vec3> MorphTarget::*attribute,
                     const ConstVertexStream& base, const VertexStream& out) {
    alignas(64) float sum[kBlock * 3];
    [[maybe_unused]] float w[kFloats == 4 ? kBlock : 1];
    for (std::uint32_t first = 0; first < job.vertex_count;) {
        const std::uint32_t count = std::min(kBlock, job.vertex_count - first);
        const std::byte* from = base.bytes.data() + base.offset + first * base.stride;
        for (std::uint32_t i = 0; i < count; ++i) {
            std::memcpy(sum + i * 3, from + i * base.stride, 3 * sizeof(float));
            if constexpr (kFloats == 4) {
                std::memcpy(w + i, from + i * base.stride + 3 * sizeof(float), sizeof(float));
            }
        }
        for (std::size_t t = 0; t < job.targets.size(); ++t) {
            const MorphTarget& target = job.targets[t];
            const std::span<const Vec3> values = target.*attribute;
            if (job.weights[t] == 0.0f || values.empty()) continue;
            if (target.indices.empty()) {
                add_dense(job.weights[t], &values[first].x, std::size_t{count} * 3, sum);
            } else {
                add_sparse(job.weights[t], target, values, first, count, sum);
            }
        }
        std::byte* to = out.bytes.data() + out.offset + first * out.stride;
        for (std::uint32_t i = 0; i < count; ++i) {
            std::memcpy(to + i * out.stride, sum + i * 3, 3 * sizeof(float));
            if constexpr (kFloats == 4) {
                std::memcpy(to + i * out.stride + 3 * sizeof(float), w + i, sizeof(float));
            }
        }
        first += count;
    }
}

// Checked by run(): every size, every index.
void morph(const MorphJob& job) {
    if (!job.out_positions.bytes.empty()) {
        morph_attribute<3>(job, &MorphTarget::positions, job.positions, job.out_positions);
    }
    if (!job.out_normals.bytes.empty()) {
        morph_attribute<3>(job, &MorphTarget::normals, job.normals, job.out_normals);
    }
    if (!job.out_tangents.bytes.empty()) {
        morph_attribute<4>(job, &MorphTarget::tangents, job.tangents, job.out_tangents);
    }
}

}  // namespace
}  // namespace motus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace motus {
namespace {

HWY_EXPORT(morph);

bool ascends_below(std::span<const std::uint32_t> indices, std::uint32_t limit) noexcept {
    for (std::size_t i = 1; i < indices.size(); ++i) {
        if (indices[i] <= indices[i - 1]) return false;
    }
    return indices.empty() || indices.back() < limit;
}

Status check(const MorphJob& job) noexcept {
    if (job.weights.size() != job.targets.size()) return Status::bad_size;
    const Status attributes[] = {
        detail::check_attribute(job.positions, job.out_positions, job.vertex_count, 3),
        detail::check_attribute(job.normals, job.out_normals, job.vertex_count, 3),
        detail::check_attribute(job.tangents, job.out_tangents, job.vertex_count, 4),
    };
    for (const Status status : attributes) {
        if (status != Status::ok) return status;
    }
    for (std::size_t t = 0; t < job.targets.size(); ++t) {
        const float weight = job.weights[t];
        if (!(weight >= -3.402823466e+38f && weight <= 3.402823466e+38f)) {
            return Status::bad_argument;
        }
        const MorphTarget& target = job.targets[t];
        const std::size_t entries =
            target.indices.empty() ? job.vertex_count : target.indices.size();
        for (const auto& values : {target.positions, target.normals, target.tangents}) {
            if (!values.empty() && values.size() != entries) return Status::bad_size;
        }
        if (weight != 0.0f && !ascends_below(target.indices, job.vertex_count)) {
            return Status::bad_data;
        }
    }
    return Status::ok;
}

}  // namespace

Status run(const MorphJob& job) noexcept {
    const Status status = check(job);
    if (status == Status::ok && job.vertex_count != 0) HWY_DYNAMIC_DISPATCH(morph)(job);
    return status;
}

}  // namespace motus
#endif  // HWY_ONCE

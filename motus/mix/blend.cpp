// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/mix/blend.h>
#include <motus/mix/kernels.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "motus/mix/blend.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <motus/mix/lanes-inl.h>

#include <array>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace motus::HWY_NAMESPACE {

using detail::BlendInput;
using detail::BlendTask;

constexpr float kPerpendicular = 1e-6f;

// Where weights come from: the same for all joints, or each joint its own. Both do the same
// arithmetic, so that a pose does not change when a mask of ones is put on it.
struct EvenWeights {
    const BlendTask& task;
    MixVec rest;

    EvenWeights(MixTag d, const BlendTask& t, std::size_t)
        : task(t), rest(hn::Set(d, t.rest_weight)) {}
    MixVec of(MixTag d, std::size_t i) const { return hn::Set(d, task.inputs[i].weight); }
    MixQuats reference(MixTag d, std::size_t j) const {
        return load_rotation(d, task.inputs[task.reference].joints(), j);
    }
    MixQuats finish(MixTag, const MixQuats& sum, const MixQuats&) const { return sum; }
};

struct JointWeights {
    const BlendTask& task;
    std::size_t first;
    MixVec scale, rest;
    hn::Mask<MixTag> silent;

    JointWeights(MixTag d, const BlendTask& t, std::size_t j) : task(t), first(j) {
        const MixVec zero = hn::Zero(d), one = hn::Set(d, 1.0f);
        MixVec total = zero;
        for (std::size_t i = 0; i < t.inputs.size(); ++i)
            total = hn::Add(total, given(d, i));
        silent = hn::Le(total, t.strict ? hn::Set(d, detail::kSilent) : zero);
        const auto over = hn::Gt(total, t.strict ? hn::Set(d, detail::kSilent) : one);
        scale = hn::IfThenElse(over, hn::Div(one, total), t.strict ? zero : one);
        rest = hn::IfThenElse(over, zero, t.strict ? one : hn::Sub(one, total));
    }
    MixVec given(MixTag d, std::size_t i) const {
        const BlendInput& input = task.inputs[i];
        MixVec weight = hn::Set(d, input.weight);
        if (input.mask != nullptr) {
            weight = hn::Mul(weight, load_mask(d, input.mask, first, task.out.count));
        }
        if (input.cover == nullptr) return weight;
        return hn::IfThenElseZero(covered_lanes(d, input.cover, first), weight);
    }
    MixVec of(MixTag d, std::size_t i) const { return hn::Mul(given(d, i), scale); }
    MixQuats reference(MixTag d, std::size_t j) const {
        MixVec largest = hn::Zero(d);
        MixQuats found = load_rotation(d, task.rest, j);
        for (std::size_t i = 0; i < task.inputs.size(); ++i) {
            const MixVec weight = given(d, i);
            const auto more = hn::Gt(weight, largest);
            largest = hn::IfThenElse(more, weight, largest);
            found = select(more, load_rotation(d, task.inputs[i].joints(), j), found);
        }
        return found;
    }
    // Where nothing animates, the rest pose stands, bit for bit.
    MixQuats finish(MixTag, const MixQuats& sum, const MixQuats& rest_pose) const {
        return select(silent, rest_pose, sum);
    }
};

struct Means {
    MixVec tx, ty, tz, sx, sy, sz;
};

HWY_INLINE Means add_means(MixTag d, const Means& sum, const ConstSoaView& pose, MixVec weight,
                           std::size_t j) {
    const auto next = [&](MixVec total, Plane plane) HWY_ATTR {
        return hn::Add(total, hn::Mul(hn::LoadU(d, pose.plane(plane) + j), weight));
    };
    return {next(sum.tx, Plane::tx), next(sum.ty, Plane::ty), next(sum.tz, Plane::tz),
            next(sum.sx, Plane::sx), next(sum.sy, Plane::sy), next(sum.sz, Plane::sz)};
}

HWY_INLINE void store_means(MixTag d, const Means& sum, const SoaView& pose, std::size_t j) {
    hn::StoreU(sum.tx, d, pose.plane(Plane::tx) + j);
    hn::StoreU(sum.ty, d, pose.plane(Plane::ty) + j);
    hn::StoreU(sum.tz, d, pose.plane(Plane::tz) + j);
    hn::StoreU(sum.sx, d, pose.plane(Plane::sx) + j);
    hn::StoreU(sum.sy, d, pose.plane(Plane::sy) + j);
    hn::StoreU(sum.sz, d, pose.plane(Plane::sz) + j);
}

HWY_INLINE MixQuats add_turned(MixTag d, const MixQuats& sum, const MixQuats& q, MixVec cosine,
                               MixVec weight) {
    const MixVec turned = hn::IfThenElse(hn::Lt(cosine, hn::Zero(d)), hn::Neg(weight), weight);
    return add(sum, scale(q, turned));
}

template <class Weights>
HWY_INLINE void BlendGroup(MixTag d, const BlendTask& task, std::size_t j) {
    const MixVec zero = hn::Zero(d), limit = hn::Set(d, kPerpendicular);
    const std::size_t count = task.inputs.size();
    const Weights weights(d, task, j);
    const MixQuats reference = weights.reference(d, j);
    Means means{zero, zero, zero, zero, zero, zero};
    MixQuats sum{zero, zero, zero, zero};
    auto any_perpendicular = hn::Lt(zero, zero);
    for (std::size_t i = 0; i < count; ++i) {
        const ConstSoaView pose = task.inputs[i].joints();
        const MixVec weight = weights.of(d, i);
        means = add_means(d, means, pose, weight, j);
        const MixQuats q = load_rotation(d, pose, j);
        const MixVec cosine = dot(q, reference);
        const auto perpendicular = hn::Le(hn::Abs(cosine), limit);
        sum = select(perpendicular, sum, add_turned(d, sum, q, cosine, weight));
        any_perpendicular = hn::Or(any_perpendicular, perpendicular);
    }
    if (!hn::AllFalse(d, any_perpendicular)) {
        for (std::size_t i = 0; i < count; ++i) {
            const MixQuats q = load_rotation(d, task.inputs[i].joints(), j);
            const auto perpendicular = hn::Le(hn::Abs(dot(q, reference)), limit);
            const MixQuats turned = add_turned(d, sum, q, dot(q, sum), weights.of(d, i));
            sum = select(perpendicular, turned, sum);
        }
    }
    const MixQuats rest = load_rotation(d, task.rest, j);
    sum = add_turned(d, sum, rest, dot(rest, sum), weights.rest);
    store_means(d, add_means(d, means, task.rest, weights.rest, j), task.out, j);
    store_rotation(d, weights.finish(d, normalize(d, sum, rest), rest), task.out, j);
}

template <class Weights>
HWY_INLINE void BlendAll(const BlendTask& task) {
    const MixTag d;
    MOTUS_ASSERT(task.out.stride % hn::Lanes(d) == 0 && task.rest.stride == task.out.stride);
    for (std::size_t i = 0; i < task.inputs.size(); ++i)
        MOTUS_ASSERT(task.inputs[i].joints().stride >= task.out.stride);
    for (std::size_t j = 0; j < task.out.stride; j += hn::Lanes(d))
        BlendGroup<Weights>(d, task, j);
}

void BlendEven(const BlendTask& task) {
    BlendAll<EvenWeights>(task);
}

void BlendMasked(const BlendTask& task) {
    BlendAll<JointWeights>(task);
}

}  // namespace motus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace motus {
HWY_EXPORT(BlendEven);
HWY_EXPORT(BlendMasked);

namespace {

using detail::BlendInput;
using detail::BlendTask;
using detail::Shares;
using detail::shares_of;

Status check(const BlendJob& job) noexcept {
    const std::uint32_t joints = job.rest.joint_count();
    const std::size_t morphs = job.rest.weights.size();
    if (!is_valid(job.rest) || !is_valid(job.out) || job.out.joint_count() != joints ||
        job.out.weights.size() != morphs) {
        return Status::bad_size;
    }
    for (const BlendLayer& layer : job.layers) {
        if (!(layer.weight >= 0.0f) || !std::isfinite(layer.weight) ||
            !(layer.morph_factor >= 0.0f && layer.morph_factor <= 1.0f)) {
            return Status::bad_argument;
        }
        if (!is_valid(layer.pose) || layer.pose.joint_count() < joints ||
            layer.pose.weights.size() < morphs ||
            (!layer.joint_weights.empty() && layer.joint_weights.size() < joints) ||
            (!layer.cover.empty() && layer.cover.size() < (joints + 15) / 16)) {
            return Status::bad_size;
        }
        if (!is_valid_mask(layer.joint_weights, joints)) return Status::bad_argument;
    }
    return Status::ok;
}

// Layers that count, in the order of the sum. Insertion: few, and mostly in order already.
struct Order {
    std::array<const BlendLayer*, kMaxBlendLayers> layers;
    std::size_t count = 0;
    bool masked = false;

    bool add(const BlendLayer& layer) noexcept {
        if (layer.weight == 0.0f) return true;
        if (count == kMaxBlendLayers) return false;
        std::size_t at = count++;
        for (; at > 0 && layers[at - 1]->motion > layer.motion; --at)
            layers[at] = layers[at - 1];
        layers[at] = &layer;
        masked = masked || !layer.joint_weights.empty() || !layer.cover.empty();
        return true;
    }
};

void blend_morphs(const BlendJob& job, const Order& order) noexcept {
    float total = 0.0f;
    for (std::size_t i = 0; i < order.count; ++i)
        total += order.layers[i]->weight * order.layers[i]->morph_factor;
    const Shares shares = shares_of(total, job.strict);
    for (std::size_t m = 0; m < job.rest.weights.size(); ++m) {
        float sum = 0.0f;
        for (std::size_t i = 0; i < order.count; ++i) {
            const BlendLayer& layer = *order.layers[i];
            sum += layer.pose.weights[m] * (layer.weight * layer.morph_factor * shares.scale);
        }
        job.out.weights[m] = sum + job.rest.weights[m] * shares.rest;
    }
}

}  // namespace

Status run(const BlendJob& job) noexcept {
    if (const Status status = check(job); status != Status::ok) return status;
    Order order;
    float total = 0.0f;
    for (const BlendLayer& layer : job.layers) {
        if (!order.add(layer)) return Status::bad_size;
    }
    for (std::size_t i = 0; i < order.count; ++i)
        total += order.layers[i]->weight;
    if (!std::isfinite(total)) return Status::bad_argument;
    if (order.count == 0) return copy_pose(job.rest, job.out);

    const Shares shares = shares_of(total, job.strict);
    const BlendLayer& lowest = *order.layers[0];
    if (order.count == 1 && !order.masked && lowest.weight * shares.scale == 1.0f &&
        lowest.morph_factor == 1.0f && copy_pose(lowest.pose, job.out) == Status::ok) {
        return Status::ok;
    }
    std::array<BlendInput, kMaxBlendLayers> inputs;
    BlendTask task{
        {inputs.data(), order.count}, job.rest.joints, job.out.joints, shares.rest, 0, job.strict};
    for (std::size_t i = 0; i < order.count; ++i) {
        const BlendLayer& layer = *order.layers[i];
        const float* mask = layer.joint_weights.empty() ? nullptr : layer.joint_weights.data();
        if (layer.weight > order.layers[task.reference]->weight) task.reference = i;
        const std::uint16_t* cover = layer.cover.empty() ? nullptr : layer.cover.data();
        inputs[i] = {layer.pose.joints.data, layer.pose.joints.stride, mask, cover,
                     order.masked ? layer.weight : layer.weight * shares.scale};
    }
    if (order.masked) {
        HWY_DYNAMIC_DISPATCH(BlendMasked)(task);
    } else {
        HWY_DYNAMIC_DISPATCH(BlendEven)(task);
    }
    blend_morphs(job, order);
    return Status::ok;
}

}  // namespace motus
#endif

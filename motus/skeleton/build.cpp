// SPDX-License-Identifier: MIT
#include <motus/math/ops.h>
#include <motus/skeleton/build.h>

#include <algorithm>
#include <numeric>

namespace motus {
namespace {

std::string place(const char* list, std::size_t index, const char* member = "") {
    return std::string(list) + "[" + std::to_string(index) + "]" + member;
}

// Input indices, parents first. Shorter than the input where there is a cycle.
std::vector<std::uint32_t> parents_first(std::span<const JointDesc> joints) {
    const auto count = static_cast<std::uint32_t>(joints.size());
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    const bool sorted = std::all_of(order.begin(), order.end(), [&](std::uint32_t i) {
        return joints[i].parent == kNoJoint || joints[i].parent < i;
    });
    if (sorted) return order;

    // Children as linked lists in reverse, so that popping a stack visits them in input order.
    std::vector<std::uint32_t> first_child(count, kNoJoint), next(count, kNoJoint), stack;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (joints[i].parent == kNoJoint) continue;
        next[i] = first_child[joints[i].parent];
        first_child[joints[i].parent] = i;
    }
    for (std::uint32_t i = count; i-- > 0;) {
        if (joints[i].parent == kNoJoint) stack.push_back(i);
    }
    order.clear();
    while (!stack.empty()) {
        const std::uint32_t joint = stack.back();
        stack.pop_back();
        order.push_back(joint);
        for (std::uint32_t c = first_child[joint]; c != kNoJoint; c = next[c])
            stack.push_back(c);
    }
    return order;
}

// A joint that is its own ancestor.
std::uint32_t find_cycle(std::span<const JointDesc> joints,
                         const std::vector<std::uint32_t>& reached) {
    std::vector<bool> seen(joints.size(), false);
    for (std::uint32_t joint : reached)
        seen[joint] = true;
    std::uint32_t joint = 0;
    while (seen[joint])
        ++joint;
    while (!seen[joint]) {
        seen[joint] = true;
        joint = joints[joint].parent;
    }
    return joint;
}

void store(std::vector<float>& planes, std::uint32_t stride, std::uint32_t joint,
           const Transform& t) {
    const float values[kPlaneCount] = {
        t.translation.x, t.translation.y, t.translation.z, t.rotation.x, t.rotation.y,
        t.rotation.z,    t.rotation.w,    t.scale.x,       t.scale.y,    t.scale.z};
    for (std::uint32_t p = 0; p < kPlaneCount; ++p) {
        planes[static_cast<std::size_t>(p) * stride + joint] = values[p];
    }
}

}  // namespace

Skeleton SkeletonBuffer::view() const noexcept {
    const auto count = static_cast<std::uint32_t>(parents_.size());
    return {parents_,      {rest_.data(), count, soa_stride(count)},
            rest_weights_, hashes_,
            by_name_,      source_,
            of_source_};
}

Result<SkeletonBuffer> build_skeleton(std::span<const JointDesc> joints,
                                      std::span<const float> rest_weights) {
    if (joints.size() >= kNoJoint) return Error{"skeleton-size", "joints", "too many joints"};
    const auto count = static_cast<std::uint32_t>(joints.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        if (joints[i].parent != kNoJoint && joints[i].parent >= count) {
            return Error{"skeleton-parent", place("joints", i, ".parent"),
                         "joint " + std::to_string(joints[i].parent) + " does not exist"};
        }
        if (!is_finite(joints[i].rest)) {
            return Error{"skeleton-rest", place("joints", i, ".rest"), "a number is not finite"};
        }
    }
    for (std::size_t i = 0; i < rest_weights.size(); ++i) {
        if (!is_finite(rest_weights[i])) {
            return Error{"skeleton-weight", place("rest_weights", i), "the number is not finite"};
        }
    }
    SkeletonBuffer out;
    out.source_ = parents_first(joints);
    if (out.source_.size() != count) {
        const std::uint32_t joint = find_cycle(joints, out.source_);
        return Error{"skeleton-cycle", place("joints", joint, ".parent"),
                     "the joint is its own ancestor"};
    }
    out.of_source_.resize(count);
    for (JointIndex j = 0; j < count; ++j)
        out.of_source_[out.source_[j]] = j;

    const std::uint32_t stride = soa_stride(count);
    out.rest_.resize(soa_floats(count));
    for (std::uint32_t j = count; j < stride; ++j)
        store(out.rest_, stride, j, Transform{});
    for (JointIndex j = 0; j < count; ++j) {
        const JointDesc& desc = joints[out.source_[j]];
        Transform rest = desc.rest;
        rest.rotation = normalize(rest.rotation);
        store(out.rest_, stride, j, rest);
        out.parents_.push_back(desc.parent == kNoJoint ? kNoJoint : out.of_source_[desc.parent]);
        out.names_.emplace_back(desc.name);
        out.hashes_.push_back(desc.name.empty() ? NameHash::none : hash_name(desc.name));
    }
    out.rest_weights_.assign(rest_weights.begin(), rest_weights.end());

    out.by_name_.resize(count);
    std::iota(out.by_name_.begin(), out.by_name_.end(), 0u);
    std::sort(out.by_name_.begin(), out.by_name_.end(), [&](JointIndex a, JointIndex b) {
        return out.hashes_[a] != out.hashes_[b] ? out.hashes_[a] < out.hashes_[b] : a < b;
    });
    for (std::uint32_t i = 1; i < count; ++i) {
        const JointIndex a = out.by_name_[i - 1], b = out.by_name_[i];
        if (out.hashes_[a] == out.hashes_[b] && out.names_[a] != out.names_[b]) {
            return Error{"skeleton-names", place("joints", out.source_[b], ".name"),
                         "the name has the same hash as \"" + out.names_[a] + "\""};
        }
    }
    return out;
}

Result<SkinBuffer> build_skin(const Skeleton& skeleton, std::span<const std::uint32_t> joints,
                              std::span<const Mat34> inverse_binds) {
    if (!inverse_binds.empty() && inverse_binds.size() != joints.size()) {
        return Error{"skin-size", "inverse_binds",
                     std::to_string(inverse_binds.size()) + " matrices for " +
                         std::to_string(joints.size()) + " joints"};
    }
    SkinBuffer out;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        if (joints[i] >= skeleton.of_source.size()) {
            return Error{"skin-joint", place("joints", i),
                         "joint " + std::to_string(joints[i]) + " does not exist"};
        }
        out.joints_.push_back(skeleton.of_source[joints[i]]);
    }
    for (std::size_t i = 0; i < inverse_binds.size(); ++i) {
        if (!is_finite(inverse_binds[i])) {
            return Error{"skin-bind", place("inverse_binds", i), "a number is not finite"};
        }
    }
    out.inverse_binds_.assign(inverse_binds.begin(), inverse_binds.end());
    if (inverse_binds.empty()) {
        std::vector<Mat34> model(skeleton.joint_count());
        for (JointIndex j = 0; j < skeleton.joint_count(); ++j) {
            const auto at = [&](Plane p) { return skeleton.rest.plane(p)[j]; };
            const Transform local{{at(Plane::tx), at(Plane::ty), at(Plane::tz)},
                                  {at(Plane::qx), at(Plane::qy), at(Plane::qz), at(Plane::qw)},
                                  {at(Plane::sx), at(Plane::sy), at(Plane::sz)}};
            const JointIndex parent = skeleton.parents[j];
            model[j] =
                parent == kNoJoint ? to_matrix(local) : multiply(model[parent], to_matrix(local));
        }
        for (JointIndex joint : out.joints_)
            out.inverse_binds_.push_back(inverse(model[joint]));
    }
    return out;
}

}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/play/palette_plan.h>

#include <motus/clip/small.h>
#include <motus/math/ops.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

namespace motus {
namespace {

constexpr double kRigid = 2e-5;

// Planes of a rig, in memory order.
enum : std::size_t { kBase = 0, kPivots = 4, kAbove = 7, kMoves = 19, kLeft = 22, kRight = 26 };
constexpr std::size_t kPlanes = 30;

bool is_rigid(const Mat34& m) noexcept {
    double determinant = 0.0;
    for (int a = 0; a < 3; ++a) {
        for (int b = a; b < 3; ++b) {
            double sum = 0.0;
            for (int r = 0; r < 12; r += 4)
                sum += static_cast<double>(m.m[r + a]) * m.m[r + b];
            if (!(std::fabs(sum - (a == b ? 1.0 : 0.0)) <= kRigid)) return false;
        }
        const int b = (a + 1) % 3, c = (a + 2) % 3;
        determinant += static_cast<double>(m.m[a]) * (static_cast<double>(m.m[4 + b]) * m.m[8 + c] -
                                                      static_cast<double>(m.m[8 + b]) * m.m[4 + c]);
    }
    return determinant > 0.0;
}

bool same(const Mat34& a, const Mat34& b) noexcept {
    for (int i = 0; i < 12; ++i) {
        if (!(std::fabs(a.m[i] - b.m[i]) <= kRigid * (1.0f + std::fabs(a.m[i])))) return false;
    }
    return true;
}

bool scales(const Skeleton& skeleton, std::span<const Clip> clips) noexcept {
    for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
        for (const Plane p : {Plane::sx, Plane::sy, Plane::sz}) {
            if (!(std::fabs(skeleton.rest.plane(p)[j] - 1.0f) <= 1e-6f)) return true;
        }
    }
    for (const Clip& clip : clips) {
        for (const TrackRecord& track : clip.tracks) {
            if (track.kind != TrackKind::scale) continue;
            const std::size_t values =
                track.key_count * (track.interpolation == Interpolation::cubic_spline ? 9u : 3u);
            for (std::size_t v = 0; v < values; ++v) {
                const bool tangent =
                    track.interpolation == Interpolation::cubic_spline && v / 3 % 3 != 1;
                const float wanted = tangent ? 0.0f : 1.0f;
                const float value = clip.values[track.value_start + v];
                if (!(std::fabs(value - wanted) <= 1e-6f)) return true;
            }
        }
        if (clip.packed == nullptr) continue;
        if (clip.packed->small != nullptr) {
            for (const SmallScalar& scalar : clip.packed->small->scalars) {
                if (scalar.plane >= 7 && scalar.plane != kSmallWeight) return true;
            }
        }
        for (const PackedChannel& channel : clip.packed->channels) {
            if (channel.part == PackedPart::joint && channel.plane >= 7) return true;
        }
        for (const PackedConstant& constant : clip.packed->constants) {
            if (constant.part != PackedPart::joint || constant.plane < 7) continue;
            if (!(std::fabs(constant.value - 1.0f) <= 1e-6f)) return true;
        }
    }
    return false;
}

// Bind matrices of all joints: the inverse of what skins say, for others the rest pose under the
// bind of the parent. Empty where skins disagree or a bind is not rigid.
std::vector<Mat34> binds_of(const Skeleton& skeleton, std::span<const Skin> skins) {
    std::vector<Mat34> binds(skeleton.joint_count());
    std::vector<const Mat34*> given(skeleton.joint_count(), nullptr);
    for (const Skin& skin : skins) {
        for (std::size_t k = 0; k < skin.joints.size(); ++k) {
            const Mat34*& inverse_bind = given[skin.joints[k]];
            if (inverse_bind != nullptr && !same(*inverse_bind, skin.inverse_binds[k])) return {};
            inverse_bind = &skin.inverse_binds[k];
        }
    }
    for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
        if (given[j] != nullptr) {
            bool invertible = false;
            binds[j] = inverse(*given[j], &invertible);
            if (!invertible) return {};
        } else {
            const auto at = [&](Plane p) { return skeleton.rest.plane(p)[j]; };
            const Mat34 local =
                to_matrix({{at(Plane::tx), at(Plane::ty), at(Plane::tz)},
                           {at(Plane::qx), at(Plane::qy), at(Plane::qz), at(Plane::qw)},
                           {at(Plane::sx), at(Plane::sy), at(Plane::sz)}});
            const JointIndex parent = skeleton.parents[j];
            binds[j] = parent == kNoJoint ? local : multiply(binds[parent], local);
        }
        if (!is_rigid(binds[j])) return {};
    }
    return binds;
}

}  // namespace

PalettePlan PalettePlanBuffer::view() const noexcept {
    const std::size_t stride = stride_;
    const float* planes = planes_.data();
    PalettePlan plan;
    plan.chain = chain_;
    plan.slots = slots_;
    plan.palette_size = static_cast<std::uint32_t>(outputs_.size());
    plan.unit = unit_;
    plan.ordered = ordered_;
    plan.joints = joints_;
    plan.outputs = outputs_;
    plan.inverse_binds = inverse_binds_;
    plan.base = planes + kBase * stride;
    plan.pivots = planes + kPivots * stride;
    plan.above = planes + kAbove * stride;
    plan.moves = planes + kMoves * stride;
    if (chain_) {
        plan.space = {planes + kLeft * stride, planes + kRight * stride,
                      static_cast<std::uint32_t>(stride)};
        if (space_.left != nullptr) plan.space = space_;
    }
    return plan;
}

std::uint32_t assign_plan_slots(std::span<const JointIndex> parents,
                                std::span<const std::uint32_t> follows,
                                std::span<PlanJoint> joints) {
    const auto count = static_cast<std::uint32_t>(joints.size());
    const auto is_out = [&](std::uint32_t j) { return !follows.empty() && follows[j] != kNoJoint; };
    std::vector<std::uint32_t> last_child(count, 0), free;
    std::uint32_t slots = 0;
    for (std::uint32_t j = 0; j < count; ++j) {
        if (parents[j] != kNoJoint && !is_out(j)) last_child[parents[j]] = j;
    }
    for (std::uint32_t j = 0; j < count; ++j) {
        joints[j].parent = joints[j].slot = kNoJoint;
        if (is_out(j)) continue;
        const JointIndex parent = parents[j];
        if (parent != kNoJoint) joints[j].parent = joints[parent].slot;
        // The parent's slot may be this joint's own: it is read before it is written.
        if (parent != kNoJoint && last_child[parent] == j) free.push_back(joints[parent].slot);
        if (last_child[j] == 0) continue;
        if (free.empty()) free.push_back(slots++);
        joints[j].slot = free.back();
        free.pop_back();
    }
    return slots;
}

Result<PalettePlanBuffer> build_palette_plan(const Skeleton& skeleton, std::span<const Skin> skins,
                                             std::span<const Clip> clips) {
    PalettePlanBuffer out;
    const std::uint32_t count = skeleton.joint_count();
    out.joints_.resize(count);
    for (std::size_t s = 0; s < skins.size(); ++s) {
        if (skins[s].inverse_binds.size() < skins[s].joints.size()) {
            return Error{"rig-skin", "skins[" + std::to_string(s) + "]",
                         "inverse binds are missing"};
        }
        for (const JointIndex joint : skins[s].joints) {
            if (joint >= count) {
                return Error{"rig-skin", "skins[" + std::to_string(s) + "]",
                             "the skin has a joint that the skeleton does not have"};
            }
            ++out.joints_[joint].count;
        }
    }
    std::uint32_t outputs = 0;
    for (PlanJoint& joint : out.joints_) {
        joint.first = outputs;
        outputs += joint.count;
        joint.count = 0;
    }
    out.outputs_.resize(outputs);
    std::uint32_t place = 0;
    for (const Skin& skin : skins) {
        for (std::size_t k = 0; k < skin.joints.size(); ++k) {
            PlanJoint& joint = out.joints_[skin.joints[k]];
            out.outputs_[joint.first + joint.count++] = place++;
            out.inverse_binds_.push_back(skin.inverse_binds[k]);
        }
    }
    out.ordered_ = std::is_sorted(out.outputs_.begin(), out.outputs_.end());
    out.unit_ = true;
    for (const Plane p : {Plane::sx, Plane::sy, Plane::sz}) {
        const float* plane = skeleton.rest.plane(p);
        out.unit_ =
            out.unit_ && std::all_of(plane, plane + count, [](float v) { return v == 1.0f; });
    }
    out.slots_ = assign_plan_slots(skeleton.parents, {}, out.joints_);

    const std::vector<Mat34> binds =
        scales(skeleton, clips) ? std::vector<Mat34>{} : binds_of(skeleton, skins);
    out.chain_ = !binds.empty();
    const std::size_t stride = soa_stride(count);
    out.stride_ = soa_stride(count);
    out.planes_.assign(kPlanes * stride, 0.0f);
    const auto put = [&](std::size_t plane, std::size_t joint, float value) {
        out.planes_[plane * stride + joint] = value;
    };
    const auto put_rotation = [&](std::size_t plane, std::size_t joint, const Quat& q) {
        put(plane, joint, q.x), put(plane + 1, joint, q.y);
        put(plane + 2, joint, q.z), put(plane + 3, joint, q.w);
    };
    for (std::size_t j = 0; j < stride; ++j) {
        // Lanes beyond the last joint hold the identity: their lengths must not be zero.
        Quat rest{};
        Vec3 move{};
        if (j < count) {
            const auto at = [&](Plane p) { return skeleton.rest.plane(p)[j]; };
            rest = {at(Plane::qx), at(Plane::qy), at(Plane::qz), at(Plane::qw)};
            move = {at(Plane::tx), at(Plane::ty), at(Plane::tz)};
        }
        Quat left{}, right{};
        if (j < count && out.chain_) {
            const JointIndex parent = skeleton.parents[j];
            const Mat34 above = parent == kNoJoint ? Mat34{} : binds[parent];
            left = decompose(above).rotation;
            right = decompose(binds[j]).rotation;
            rest = normalize(multiply(multiply(left, rest), conjugate(right)));
            for (std::size_t i = 0; i < 12; ++i)
                put(kAbove + i, j, above.m[i]);
            for (std::size_t i = 0; i < 3; ++i)
                put(kPivots + i, j, binds[j].m[4 * i + 3]);
            const float* m = above.m;
            // The same expression as the kernels have for translations that move.
            move = {((m[0] * move.x + m[1] * move.y) + m[2] * move.z) + m[3],
                    ((m[4] * move.x + m[5] * move.y) + m[6] * move.z) + m[7],
                    ((m[8] * move.x + m[9] * move.y) + m[10] * move.z) + m[11]};
        }
        put_rotation(kLeft, j, left);
        put_rotation(kRight, j, right);
        put_rotation(kBase, j,
                     {rest.x * kPackedUnit, rest.y * kPackedUnit, rest.z * kPackedUnit,
                      rest.w * kPackedUnit});
        put(kMoves, j, move.x), put(kMoves + 1, j, move.y), put(kMoves + 2, j, move.z);
    }
    // Clips that were baked bring the same numbers from another place.
    for (const Clip& clip : clips) {
        if (!out.chain_ || clip.packed == nullptr || clip.packed->space.left == nullptr) continue;
        const PackedSpace& given = clip.packed->space;
        const std::size_t bytes = 4 * stride * sizeof(float);
        if (given.stride == stride &&
            std::memcmp(given.left, out.planes_.data() + kLeft * stride, bytes) == 0 &&
            std::memcmp(given.right, out.planes_.data() + kRight * stride, bytes) == 0) {
            out.space_ = given;
            break;
        }
    }
    return out;
}

}  // namespace motus

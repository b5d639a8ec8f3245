// SPDX-License-Identifier: MIT
#include <motus/crowd/detail.h>

#include <motus/math/ops.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <motus/skinning/palette.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace motus {
namespace {

constexpr std::uint32_t kNowhere = 0xffffffffu;
constexpr double kSame = 1e-6;

Mat34 rest_local(const Skeleton& skeleton, std::uint32_t joint) noexcept {
    return to_matrix(joint_transform(rest_pose(skeleton), joint));
}

// How far apart two matrices put a point that is at most `reach` from the origin, never too small:
// the Frobenius norm is the largest singular value or more.
double apart(const Mat34& a, const Mat34& b, double reach) noexcept {
    double origin = 0.0, turned = 0.0;
    for (int r = 0; r < 12; r += 4) {
        for (int c = 0; c < 3; ++c) {
            const double d = static_cast<double>(a.m[r + c]) - b.m[r + c];
            turned += d * d;
        }
        const double d = static_cast<double>(a.m[r + 3]) - b.m[r + 3];
        origin += d * d;
    }
    return std::sqrt(origin) + reach * std::sqrt(turned);
}

// What leaving out each joint with all below it costs, over all moments of clips.
class Costs {
  public:
    Costs(const Skeleton& skeleton, double reach)
        : skeleton_(skeleton),
          reach_(reach),
          pose_(skeleton),
          model_(skeleton.joint_count()),
          largest_(skeleton.joint_count(), 0.0) {
        for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j)
            locals_.push_back(rest_local(skeleton, j));
    }

    [[nodiscard]] Status look(const Clip& clip, Ticks time) {
        if (const Status s = run(SampleJob{clip, time, rest_pose(skeleton_), {}, pose_});
            s != Status::ok) {
            return s;
        }
        if (const Status s = run(LocalToModelJob{skeleton_, pose_, {}, model_}); s != Status::ok)
            return s;
        // Each joint under each of its ancestors, as if all between stood at rest.
        for (std::uint32_t j = 0; j < skeleton_.joint_count(); ++j) {
            Mat34 down = locals_[j];
            for (std::uint32_t top = j; skeleton_.parents[top] != kNoJoint;) {
                const JointIndex above = skeleton_.parents[top];
                const double error = apart(multiply(model_[above], down), model_[j], reach_);
                // Written so that NaN is kept.
                if (!(error <= largest_[top])) largest_[top] = error;
                down = multiply(locals_[above], down);
                top = above;
            }
        }
        return Status::ok;
    }

    [[nodiscard]] const std::vector<double>& largest() const noexcept { return largest_; }

  private:
    Skeleton skeleton_;
    double reach_;
    PoseBuffer pose_;
    std::vector<Mat34> model_, locals_;
    std::vector<double> largest_;
};

Mat34 bind_above(const Rig& rig, std::uint32_t joint) noexcept {
    const std::size_t stride = soa_stride(rig.skeleton.joint_count());
    Mat34 out;
    for (std::size_t i = 0; i < 12; ++i)
        out.m[i] = rig.plan->above[i * stride + joint];
    return out;
}

bool is_identity(const Mat34& m) noexcept {
    const Mat34 one{};
    for (int i = 0; i < 12; ++i) {
        if (!(std::fabs(static_cast<double>(m.m[i]) - one.m[i]) <= kSame)) return false;
    }
    return true;
}

Error wrong(const char* what) {
    return Error{"crowd-detail", "", what};
}

}  // namespace

Result<CrowdDetailBuffer> build_crowd_detail(const Rig& rig, const DetailSettings& settings) {
    if (rig.plan == nullptr) return wrong("the rig has no plan: build_rig makes it");
    const Skeleton& skeleton = rig.skeleton;
    const PalettePlan& plan = *rig.plan;
    const std::span<const Clip> clips = rig.clips;
    const std::uint32_t count = skeleton.joint_count();
    if (!(settings.tolerance >= 0.0) || !(settings.reach >= 0.0) || !(settings.rate > 0.0) ||
        !(settings.rate <= 1e5)) {
        return wrong("a setting is negative or not a number");
    }
    if (!settings.keep.empty() && settings.keep.size() != count)
        return wrong("there is not one mark per joint");

    Costs costs(skeleton, settings.reach);
    for (std::size_t c = 0; c < clips.size(); ++c) {
        const auto step = static_cast<std::int64_t>(kTicksPerSecond / settings.rate);
        for (Ticks time{};; time.value += step) {
            time.value = std::min(time.value, clips[c].duration.value);
            if (costs.look(clips[c], time) != Status::ok)
                return Error{"crowd-detail", "clips[" + std::to_string(c) + "]",
                             "the clip does not fit the rig"};
            if (time.value == clips[c].duration.value) break;
        }
    }

    CrowdDetailBuffer out;
    std::vector<std::uint8_t> keep(count, 0);
    for (std::uint32_t j = 0; j < count && !settings.keep.empty(); ++j)
        keep[j] = settings.keep[j];
    for (std::uint32_t j = count; j-- > 0;) {
        if (!std::isfinite(costs.largest()[j])) return wrong("a clip gives what is not finite");
        const JointIndex parent = skeleton.parents[j];
        if (parent != kNoJoint && keep[j] != 0) keep[parent] = 1;
    }
    // The topmost that may go takes all below it along.
    std::vector<std::uint32_t> follows(count, kNowhere);
    for (std::uint32_t j = 0; j < count; ++j) {
        const JointIndex parent = skeleton.parents[j];
        if (parent == kNoJoint) continue;
        if (follows[parent] != kNowhere) {
            follows[j] = follows[parent];
        } else if (keep[j] == 0 && costs.largest()[j] <= settings.tolerance) {
            follows[j] = parent;
            out.error_ = std::max(out.error_, costs.largest()[j]);
        }
    }

    std::vector<PlanJoint> joints(plan.joints.begin(), plan.joints.end());
    std::vector<JointIndex> parents(skeleton.parents.begin(), skeleton.parents.end());
    std::vector<std::vector<std::uint32_t>> followers(count);
    for (std::uint32_t j = 0; j < count; ++j) {
        if (follows[j] != kNowhere) {
            followers[follows[j]].push_back(j);
            continue;
        }
        ++out.evaluated_;
        if (out.groups_.empty() || out.groups_.back().group != j / kPackedLanes)
            out.groups_.push_back({j / kPackedLanes, 0});
        out.groups_.back().joints |= 1u << j % kPackedLanes;
    }
    (void)assign_plan_slots(parents, follows, joints);
    for (std::uint32_t j = 0; j < count; ++j) {
        out.first_.push_back(static_cast<std::uint32_t>(out.followers_.size()));
        for (const std::uint32_t follower : followers[j]) {
            Mat34 link = rest_local(skeleton, follower);
            std::uint32_t top = follower;
            for (; skeleton.parents[top] != j; top = skeleton.parents[top])
                link = multiply(rest_local(skeleton, skeleton.parents[top]), link);
            if (plan.chain) link = multiply(bind_above(rig, top), link);
            const PlanJoint& outputs = plan.joints[follower];
            for (std::uint32_t k = 0; k < outputs.count; ++k) {
                const std::uint32_t place = plan.outputs[outputs.first + k];
                const Mat34 whole = multiply(link, plan.inverse_binds[place]);
                out.followers_.push_back({place, is_identity(whole) ? 1u : 0u, whole});
            }
        }
    }
    out.first_.push_back(static_cast<std::uint32_t>(out.followers_.size()));
    out.joints_ = std::move(joints);
    return out;
}

}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/skeleton/skeleton.h>

#include <algorithm>

namespace motus {

JointIndex find_joint(const Skeleton& skeleton, NameHash name) noexcept {
    MOTUS_ASSERT(skeleton.by_name.size() == skeleton.names.size());
    if (name == NameHash::none) return kNoJoint;
    const auto found = std::lower_bound(
        skeleton.by_name.begin(), skeleton.by_name.end(), name,
        [&](JointIndex joint, NameHash wanted) { return skeleton.names[joint] < wanted; });
    if (found == skeleton.by_name.end() || skeleton.names[*found] != name) return kNoJoint;
    return *found;
}

bool is_below(const Skeleton& skeleton, JointIndex joint, JointIndex ancestor) noexcept {
    MOTUS_ASSERT(joint == kNoJoint || joint < skeleton.joint_count());
    // Parents have smaller indices, so the walk ends at or below the ancestor.
    while (joint != kNoJoint && joint > ancestor) {
        MOTUS_ASSERT(skeleton.parents[joint] == kNoJoint || skeleton.parents[joint] < joint);
        joint = skeleton.parents[joint];
    }
    return joint != kNoJoint && joint == ancestor;
}

}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/bake/masks.h>

#include <motus/document/pointer.h>

namespace motus {

void add_masks(BakeContext& context, std::uint32_t rig_index, const SourceRig& rig,
               MaskSections& out) {
    std::uint32_t index = 0;
    for (const doc::Mask& mask : content(context.document).library().masks()) {
        const auto start = static_cast<std::uint32_t>(out.weights.size());
        const auto joints = rig.skeleton().joint_count();
        out.ranges.push_back({rig_index, index++, start, joints});
        out.weights.insert(out.weights.end(), joints, mask.rest_weight());
        for (const doc::MaskEntry& entry : mask.entries()) {
            bool several = false;
            const JointIndex joint = find_path(rig, entry.path(), several);
            if (joint == kNoJoint || several) continue;
            out.weights[start + joint] = entry.weight();
            out.found.insert(&entry);
        }
    }
}

void warn_of_masks(BakeContext& context, const MaskSections& masks) {
    if (masks.weights.empty()) return;  // there are no joints to name
    for (const doc::Mask& mask : content(context.document).library().masks()) {
        for (const doc::MaskEntry& entry : mask.entries()) {
            if (masks.found.count(&entry) != 0) continue;
            context.diagnostics.warn("missing-target",
                                     pointer_to(context.document, entry) + "/path",
                                     "no rig has one joint \"" + entry.path() + "\"");
        }
    }
}

}  // namespace motus

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
            if (joint != kNoJoint && !several) {
                out.weights[start + joint] = entry.weight();
                continue;
            }
            std::string message = several ? "several joints end in " : "no joint is called ";
            message.append(entry.path()).append(" in the rig ").append(std::to_string(rig_index));
            context.diagnostics.warn("bake-joint", pointer_to(context.document, entry), message);
        }
    }
}

}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/import/rig/model_source.h>

#include <motus/asset/node_path.h>

namespace motus {

void keep_of_model(const ImportedModel& model, RigSource& source) {
    if (model.bvh) source.metres_per_unit = static_cast<float>(model.bvh->metres_per_unit);
    if (!model.vrm) return;
    const VrmInfo& vrm = *model.vrm;
    RigNote humanoid{"Humanoid", {{"extension", vrm.extension}, {"version", vrm.version}}};
    for (const VrmBone& bone : vrm.bones)
        humanoid.fields.emplace_back(bone.bone, node_path(model.asset, bone.node));
    source.notes.push_back(std::move(humanoid));
    if (!vrm.look_at.empty()) source.notes.push_back({"Look-at", {{"json", vrm.look_at}}});
    if (vrm.expressions.empty()) return;
    RigNote expressions{"Expressions", {}};
    for (const VrmExpression& expression : vrm.expressions)
        expressions.fields.emplace_back(expression.name, expression.json);
    source.notes.push_back(std::move(expressions));
}

}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/load/nodes.h>

#include <motus/timeline/tables.h>

#include <algorithm>
#include <string>

namespace motus {
namespace {

record::Transform3D record_of(const Transform& t) noexcept {
    record::Transform3D out{};
    const float position[3] = {t.translation.x, t.translation.y, t.translation.z};
    const float rotation[4] = {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w};
    const float scale[3] = {t.scale.x, t.scale.y, t.scale.z};
    std::copy(position, position + 3, &out.position[0]);
    std::copy(rotation, rotation + 4, &out.rotation[0]);
    std::copy(scale, scale + 3, &out.scale[0]);
    return out;
}

Transform transform_of(const record::Transform3D& r) noexcept {
    return {{r.position[0], r.position[1], r.position[2]},
            {r.rotation[0], r.rotation[1], r.rotation[2], r.rotation[3]},
            {r.scale[0], r.scale[1], r.scale[2]}};
}

}  // namespace

NodeProperties::NodeProperties(const BakedFile& file, std::uint32_t rig)
    : entity_(file.rigs.rigs[rig].entity) {
    const Skeleton skeleton = skeleton_at(file.rigs, rig);
    const ConstPoseView rest = rest_pose(skeleton);
    std::vector<std::string> texts(skeleton.joint_count());
    for (JointIndex j = 0; j < skeleton.joint_count(); ++j) {
        const JointIndex parent = skeleton.parents[j];
        if (parent != kNoJoint) texts[j] = texts[parent] + "/";
        texts[j] += find_name(file.names, skeleton.names[j]);
        if (!texts[j].empty()) {
            paths_.push_back({static_cast<std::uint64_t>(hash_name(texts[j])), j});
        }
        transforms_.push_back(record_of(joint_transform(rest, j)));
    }
    std::stable_sort(paths_.begin(), paths_.end(),
                     [](const Path& a, const Path& b) { return a.hash < b.hash; });
    morphs_.resize(skeleton.joint_count());
    for (const MorphEntry& morph : morphs_at(file.rigs, rig))
        morphs_[skeleton.of_source[morph.node]] = {morph.first, morph.count};
    for (const float weight : skeleton.rest_weights)
        weights_.push_back({weight});
    has_transform_.resize(transforms_.size());
    has_weight_.resize(weights_.size());
}

PropertyHost NodeProperties::host(const PropertyHost& next) {
    next_ = next;
    types_.assign(next.components.begin(), next.components.end());
    for (const ComponentDef& ours : record::kComponents) {
        const bool wanted = ours.type == 60 || ours.type == 74;
        const bool known = std::any_of(types_.begin(), types_.end(),
                                       [&](const ComponentDef& c) { return c.type == ours.type; });
        if (wanted && !known) types_.push_back(ours);
    }
    return {types_, find, this, next.report != nullptr ? report : nullptr};
}

void NodeProperties::report(void* user, const TargetQuery& query, std::uint32_t property,
                            BindFault fault) noexcept {
    const PropertyHost& next = static_cast<const NodeProperties*>(user)->next_;
    next.report(next.user, query, property, fault);
}

void* NodeProperties::find(void* user, const TargetQuery& query) noexcept {
    auto* self = static_cast<NodeProperties*>(user);
    if (query.path != 0 && query.entity != nullptr && query.entity->id == self->entity_) {
        return self->find_node(query);
    }
    return self->next_.find != nullptr ? self->next_.find(self->next_.user, query) : nullptr;
}

void* NodeProperties::find_node(const TargetQuery& query) noexcept {
    const auto at = std::lower_bound(paths_.begin(), paths_.end(), query.path,
                                     [](const Path& p, std::uint64_t h) { return p.hash < h; });
    if (at == paths_.end() || at->hash != query.path) return nullptr;
    if (query.type == 60) {
        has_transform_[at->joint] = 1;
        return &transforms_[at->joint];
    }
    const record::Range morph = morphs_[at->joint];
    if (query.type != 74 || query.array_index >= morph.count) return nullptr;
    has_weight_[morph.start + query.array_index] = 1;
    return &weights_[morph.start + query.array_index];
}

Status NodeProperties::load(const ConstPoseView& pose) noexcept {
    if (pose.joint_count() != transforms_.size() || pose.weights.size() != weights_.size()) {
        return Status::bad_size;
    }
    for (JointIndex j = 0; j < transforms_.size(); ++j)
        if (has_transform_[j] != 0) transforms_[j] = record_of(joint_transform(pose, j));
    for (std::size_t w = 0; w < weights_.size(); ++w)
        if (has_weight_[w] != 0) weights_[w].weight = pose.weights[w];
    return Status::ok;
}

Status NodeProperties::store(const PoseView& pose) const noexcept {
    if (pose.joint_count() != transforms_.size() || pose.weights.size() != weights_.size()) {
        return Status::bad_size;
    }
    for (JointIndex j = 0; j < transforms_.size(); ++j)
        if (has_transform_[j] != 0) set_joint_transform(pose, j, transform_of(transforms_[j]));
    for (std::size_t w = 0; w < weights_.size(); ++w)
        if (has_weight_[w] != 0) pose.weights[w] = weights_[w].weight;
    return Status::ok;
}

}  // namespace motus

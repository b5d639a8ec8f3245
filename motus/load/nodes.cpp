// SPDX-License-Identifier: MIT
#include <motus/load/nodes.h>

#include <motus/timeline/tables.h>

#include <algorithm>
#include <string>

namespace motus {
NodeProperties::NodeProperties(const BakedFile& file, std::uint32_t rig)
    : entity_(file.rigs.rigs[rig].entity) {
    const Skeleton skeleton = skeleton_at(file.rigs, rig);
    std::vector<std::string> texts(skeleton.joint_count());
    for (JointIndex j = 0; j < skeleton.joint_count(); ++j) {
        const JointIndex parent = skeleton.parents[j];
        if (parent != kNoJoint) texts[j] = texts[parent] + "/";
        texts[j] += find_name(file.names, skeleton.names[j]);
        if (!texts[j].empty()) {
            paths_.push_back({static_cast<std::uint64_t>(hash_name(texts[j])), j});
        }
    }
    std::stable_sort(paths_.begin(), paths_.end(),
                     [](const Path& a, const Path& b) { return a.hash < b.hash; });
    morphs_.resize(skeleton.joint_count());
    for (const MorphEntry& morph : morphs_at(file.rigs, rig))
        morphs_[skeleton.of_source[morph.node]] = {morph.first, morph.count};
    transforms_.resize(skeleton.joint_count());
    weights_.resize(skeleton.rest_weights.size());
    has_transform_.assign(transforms_.size(), 1);
    has_weight_.assign(weights_.size(), 1);
    (void)load(rest_pose(skeleton));
    has_transform_.assign(transforms_.size(), 0);
    has_weight_.assign(weights_.size(), 0);
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

}  // namespace motus

// Layers of a controller.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/controller_reader.h>

#include <fmt/format.h>

namespace motus::unity {

bool ControllerReader::read_layers(const Fields& fields) {
    Node list = fields.node()["m_AnimatorLayers"];
    if (!list) list = fields.node()["m_Layers"];
    for (const Node entry : list) {
        if (entry.kind() != NodeKind::map) {
            faults_.warn("unity-layer", entry.line(), "a layer without properties is left out");
            continue;
        }
        if (layer_nodes_.size() == kMaxUnityLayers) {
            return faults_.error("unity-too-large", entry.line(),
                                 fmt::format("more than {} layers", kMaxUnityLayers));
        }
        layer_nodes_.push_back(entry);
        const Fields values(entry, faults_);
        layer_sets_.push_back(values.integer("m_StateMachineMotionSetIndex", 0));
        read_layer_values(values);
    }
    check_sync();
    // A machine that two layers name is that of the one that follows none.
    for (const bool synced : {false, true}) {
        for (std::uint32_t i = 0; i < out_.layers.size(); ++i) {
            if ((out_.layers[i].sync_layer >= 0) != synced) continue;
            const Fields values(layer_nodes_[i], faults_);
            const AssetRef ref = values.reference("m_StateMachine");
            if (!ref.is_none() && !read_machines(i, ref.file_id)) return false;
            if (ref.is_none() && !synced) {
                faults_.warn(
                    "unity-no-machine", values.line(),
                    fmt::format("layer {} has no state machine", shown(out_.layers[i].name)));
            }
        }
    }
    return !faults_.failed();
}

void ControllerReader::read_layer_values(const Fields& fields) {
    Layer layer;
    layer.name = fields.text("m_Name");
    layer.mask = fields.reference("m_Mask");
    if (layer.mask.is_none()) layer.mask = fields.reference("m_SkeletonMask");
    if (layer.mask.is_none()) layer.mask = fields.reference("m_HumanMask");
    const std::int32_t mode = fields.integer("m_BlendingMode", 0);
    layer.additive = mode == 1;
    if (mode != 0 && mode != 1) {
        faults_.warn("unity-unknown", fields.line(),
                     fmt::format("layer {} has blending mode {}, which is not known; it overrides",
                                 shown(layer.name), mode));
    }
    layer.sync_layer = fields.integer("m_SyncedLayerIndex", -1);
    layer.sync_timing = fields.flag("m_SyncedLayerAffectsTiming", false);
    layer.weight = fields.number("m_DefaultWeight", 0.0f);
    layer.ik_pass = fields.flag("m_IKPass", false);
    out_.layers.push_back(std::move(layer));
}

// A layer can follow one that has a machine of its own, and no other.
void ControllerReader::check_sync() {
    const auto count = static_cast<std::int32_t>(out_.layers.size());
    std::vector<std::int32_t> wanted;
    for (const Layer& layer : out_.layers)
        wanted.push_back(layer.sync_layer);
    for (std::size_t i = 0; i < out_.layers.size(); ++i) {
        const std::int32_t to = wanted[i];
        if (to < 0) continue;
        const char* cause = nullptr;
        if (to >= count) {
            cause = "a layer that is not there";
        } else if (to == static_cast<std::int32_t>(i)) {
            cause = "itself";
        } else if (wanted[static_cast<std::size_t>(to)] >= 0) {
            cause = "a layer that is synced itself";
        }
        if (cause == nullptr) continue;
        out_.layers[i].sync_layer = -1;
        faults_.warn("unity-sync", layer_nodes_[i].line(),
                     fmt::format("layer {} is synced to {}; it is read as a layer of its own",
                                 shown(out_.layers[i].name), cause));
    }
}

}  // namespace motus::unity

// A machine as a whole: its variables, its layers, and which of them follow others.
// SPDX-License-Identifier: MIT
#include <motus/bake/machine_parts.h>

#include <motus/document/limits.h>
#include <motus/document/pointer.h>

#include <algorithm>

namespace motus::detail {

// Validation refuses what the runtime would.
static_assert(limits::kLayers == kMaxLayers && limits::kGraphDepth == kMaxGraphDepth);
static_assert(limits::kMotionTicks == kMaxDuration.value);
static_assert(limits::kBlendDepth == kMaxBlendDepth && limits::kBlendChildren == kMaxBlendChildren);

std::string quoted(const std::string& name) {
    return "\"" + name + "\"";
}

RecordBytes::RecordBytes(const RecordSet& records) {
    for (const RecordTable& table : records.tables) {
        if (table.type->record->module != "machine") continue;
        for (std::size_t i = 0; i < table.count(); ++i) {
            bytes_.emplace(table.objects[i], table.bytes.data() + i * table.type->record->size);
        }
        if (table.type == &doc::AnimationClip::static_type()) {
            clip_count_ = static_cast<std::uint32_t>(table.count());
        }
    }
}

record::Link RecordBytes::motion(record::Link link) const noexcept {
    if (link.type == doc::AnimationTimeline::static_type().number) link.index += clip_count_;
    return link;
}

void MachineLowering::error(const char* code, const Object& object, std::string message) {
    faults_.error(code, pointer_to(document_, object), std::move(message));
}
void MachineLowering::error(const char* code, const Object& object, std::uint16_t property,
                            std::string message) {
    faults_.error(code, pointer_to(document_, object, *object.type().find(property)),
                  std::move(message));
}

LoweredMachines MachineLowering::run(const doc::StateMachineDefinition& definition) {
    MachineEntry& entry = out_.machines.emplace_back();
    entry.id = definition.id();
    entry.name = definition.name().empty() ? NameHash::none : hash_name(definition.name());
    const doc::StateMachine& machine = definition.machine();
    entry.start = static_cast<record::LayerStart>(machine.start());
    entry.trigger_reset = static_cast<record::TriggerReset>(machine.trigger_reset());
    add_variables(definition);
    add_layers(machine);
    follow_layers(machine);
    set_defaults();
    add_blends();
    lay_transitions();
    return std::move(out_);
}

void MachineLowering::add_variables(const doc::StateMachineDefinition& definition) {
    for (const doc::StateMachineVariable& variable : definition.variables()) {
        variables_.emplace(&variable, static_cast<std::uint32_t>(out_.variables.size()));
        record::StateMachineVariable& out = bytes_.append(variable, out_.variables);
        out.choices = {static_cast<std::uint32_t>(out_.choices.size()),
                       static_cast<std::uint32_t>(variable.choices().size())};
        for (const doc::VariableChoice& choice : variable.choices())
            bytes_.append(choice, out_.choices);
        const bool whole = variable.kind() == doc::VariableKind::int_ ||
                           variable.kind() == doc::VariableKind::enum_;
        if (whole && !(out.default_value >= -0x1p31f && out.default_value < 0x1p31f)) {
            error("out-of-range", variable, doc::StateMachineVariable::kDefaultValue,
                  "the default of " + quoted(variable.name()) + " is beyond 32-bit integers");
        }
    }
}

void MachineLowering::add_layers(const doc::StateMachine& machine) {
    if (machine.layers().size() > kMaxLayers) {
        error("too-many", machine, doc::StateMachine::kLayers,
              "a machine has at most " + std::to_string(kMaxLayers) + " layers");
    }
    for (const doc::StateMachineLayer& layer : machine.layers()) {
        const auto index = static_cast<std::uint32_t>(out_.layers.size());
        layers_.emplace(&layer, index);
        record::StateMachineLayer& out = bytes_.append(layer, out_.layers);
        out.machine = out.graph = out.sync_layer = 0;  // links stand for them
        out.synced_motions = {0, 0};
        if (layer.mask() != 0 && out.mask >= mask_count_) {
            error("missing-target", layer, doc::StateMachineLayer::kMask,
                  "there is no mask with the id " + std::to_string(layer.mask()));
        }
        if (!(out.weight >= 0.0f && out.weight <= 1.0f))
            out.weight = out.weight > 1.0f ? 1.0f : 0.0f;
        LayerLink& link = out_.layer_links.emplace_back();
        link.root = static_cast<std::uint32_t>(places_.size());
        add_graph(&layer.graph(), kNoIndex, index, 1);
    }
}

void MachineLowering::follow_layers(const doc::StateMachine& machine) {
    using Layer = doc::StateMachineLayer;
    for (const Layer& layer : machine.layers()) {
        LayerLink& link = out_.layer_links[layers_.at(&layer)];
        link.synced = {static_cast<std::uint32_t>(out_.synced.size()), 0};
        if (layer.sync_layer() == 0) continue;
        const auto* followed = object_cast<Layer>(document_.find_id(layer.sync_layer()));
        const auto at = layers_.find(followed);
        if (at == layers_.end() || followed == &layer || followed->sync_layer() != 0) {
            error("wrong-target", layer, Layer::kSyncLayer,
                  "layer " + quoted(layer.name()) +
                      " can only follow another layer of its machine that follows none");
            continue;
        }
        link.follows = at->second;
        for (const doc::SyncedMotion& synced : layer.synced_motions()) {
            const auto state = states_.find(document_.find_id(synced.state()));
            if (state == states_.end() || out_.state_links[state->second].layer != link.follows) {
                error("wrong-target", synced, doc::SyncedMotion::kState,
                      "layer " + quoted(followed->name()) + " has no state with the id " +
                          std::to_string(synced.state()));
                continue;
            }
            std::vector<record::SyncedMotion> record;
            bytes_.append(synced, record);
            set_motion(synced, doc::SyncedMotion::kMotion, synced.motion(), record[0].motion);
            SyncedLink& out = out_.synced.emplace_back();
            out.state = state->second;
            if (synced.blend() != nullptr) {
                out.blend = queue_blend(*synced.blend(), 1);
            } else {
                out.motion = record[0].motion.index;
            }
            ++link.synced.count;
        }
    }
}

}  // namespace motus::detail

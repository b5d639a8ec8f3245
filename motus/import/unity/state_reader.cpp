// States of a controller, and what synced layers play in their place.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/controller_reader.h>

#include <fmt/format.h>

namespace motus::unity {

void ControllerReader::add_states(std::uint32_t machine) {
    const Node body = machine_info_[machine].node;
    for (const Node child : body["m_ChildStates"]) {
        add_state(machine, child["m_State"], Fields(child, faults_).position("m_Position"), true);
    }
    for (const Node child : body["m_States"])
        add_state(machine, child, {}, false);
}

void ControllerReader::add_state(std::uint32_t machine, Node reference,
                                 std::array<float, 2> position, bool has_position) {
    const std::optional<Node> body =
        object(reference, {ClassId::state},
               fmt::format("a state of machine {}", shown(out_.machines[machine].name)));
    if (!body) return;
    const Fields fields(*body, faults_);
    const std::int64_t id = fields.reference(reference).file_id;
    const auto index = static_cast<std::uint32_t>(out_.states.size());
    if (!state_of_.emplace(id, index).second) {
        faults_.warn("unity-held-twice", reference.line(),
                     fmt::format("state {} is in two places; the first counts",
                                 shown(fields.text("m_Name"))));
        return;
    }
    State& state = out_.states.emplace_back();
    state.name = fields.text("m_Name");
    state.line = file_.find(id)->line;
    state.position = has_position ? position : fields.position("m_Position");
    state_info_.push_back({*body, machine_info_[machine].layer});
    out_.machines[machine].states.push_back(index);
}

void ControllerReader::read_state(std::uint32_t index) {
    State& state = out_.states[index];
    const StateInfo& info = state_info_[index];
    const Fields fields(info.node, faults_);
    state.speed = fields.number("m_Speed", 1.0f);
    state.cycle_offset = fields.number("m_CycleOffset", 0.0f);
    state.mirror = fields.flag("m_Mirror", false);
    state.ik_on_feet = fields.flag("m_IKOnFeet", false);
    state.write_defaults = fields.flag("m_WriteDefaultValues", true);
    state.tag = fields.text("m_Tag");
    const auto parameter = [&](const char* active, const char* name, std::string& out) {
        if (fields.flag(active, false)) out = fields.text(name);
    };
    parameter("m_SpeedParameterActive", "m_SpeedParameter", state.speed_parameter);
    parameter("m_MirrorParameterActive", "m_MirrorParameter", state.mirror_parameter);
    parameter("m_CycleOffsetParameterActive", "m_CycleOffsetParameter",
              state.cycle_offset_parameter);
    parameter("m_TimeParameterActive", "m_TimeParameter", state.time_parameter);
    if (const Node motion = info.node["m_Motion"]) {
        state.motion = read_motion(motion);
    } else if (const Node motions = info.node["m_Motions"]) {
        Node at = motions.first();
        for (std::int32_t i = 0; i < layer_sets_[info.layer] && at; ++i)
            at = at.next();
        if (at) state.motion = read_motion(at);
    }
    read_transitions(info.node["m_Transitions"], info.layer, true, state.transitions);
    read_behaviours(info.node["m_StateMachineBehaviours"], state.behaviours);
    read_behaviours(info.node["m_Behaviours"], state.behaviours);
}

// Overrides of a synced layer.
void ControllerReader::read_synced(std::uint32_t index, Node node) {
    Layer& layer = out_.layers[index];
    if (layer.sync_layer < 0) return;
    const auto follows = static_cast<std::uint32_t>(layer.sync_layer);
    std::map<std::uint32_t, std::size_t> at;
    const auto entry_for = [&](Node reference) -> SyncedState* {
        const AssetRef ref = Fields(node, faults_).reference(reference);
        const auto found = state_of_.find(ref.file_id);
        if (found == state_of_.end() || state_info_[found->second].layer != follows) {
            faults_.warn("unity-dangling", reference.line(),
                         fmt::format("layer {} overrides a state that the layer it follows does "
                                     "not have",
                                     shown(layer.name)));
            return nullptr;
        }
        const auto [place, is_new] = at.emplace(found->second, layer.synced.size());
        if (is_new) layer.synced.emplace_back().state = found->second;
        return &layer.synced[place->second];
    };
    for (const Node entry : node["m_Motions"]) {
        if (SyncedState* synced = entry_for(entry["m_State"])) {
            synced->motion = read_motion(entry["m_Motion"]);
        }
    }
    for (const Node entry : node["m_Behaviours"]) {
        if (SyncedState* synced = entry_for(entry["m_State"])) {
            read_behaviours(entry["m_StateMachineBehaviours"], synced->behaviours);
        }
    }
    if (node["m_StateMachineMotionSetIndex"]) read_old_synced(index);
}

// Unity 4: each state has a motion per set, and the layer says which set is its own.
void ControllerReader::read_old_synced(std::uint32_t index) {
    Layer& layer = out_.layers[index];
    for (std::uint32_t i = 0; i < out_.states.size(); ++i) {
        if (state_info_[i].layer != static_cast<std::uint32_t>(layer.sync_layer)) continue;
        Node at = state_info_[i].node["m_Motions"].first();
        for (std::int32_t n = 0; n < layer_sets_[index] && at; ++n)
            at = at.next();
        if (!at) continue;
        const Motion motion = read_motion(at);
        if (!motion.is_none()) layer.synced.push_back({i, motion, {}});
    }
}

}  // namespace motus::unity

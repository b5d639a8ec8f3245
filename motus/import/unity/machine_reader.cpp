// Machines of a controller, and who holds whom.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/controller_reader.h>

#include <fmt/format.h>

#include <unordered_map>

namespace motus::unity {

bool ControllerReader::read_machines(std::uint32_t layer, std::int64_t file_id) {
    // Unity 4: a synced layer names the machine that it follows.
    if (out_.layers[layer].sync_layer >= 0 && machine_of_.count(file_id) != 0) return true;
    std::vector<std::pair<std::uint32_t, std::int64_t>> todo;
    const auto root = static_cast<std::uint32_t>(out_.machines.size());
    if (!add_machine(layer, kNoItem, file_id, todo)) return false;
    if (root < out_.machines.size()) out_.layers[layer].machine = root;
    while (!todo.empty()) {
        const auto [above, id] = todo.back();
        todo.pop_back();
        if (!add_machine(layer, above, id, todo)) return false;
    }
    return true;
}

bool ControllerReader::add_machine(std::uint32_t layer, std::uint32_t above, std::int64_t file_id,
                                   std::vector<std::pair<std::uint32_t, std::int64_t>>& todo) {
    const std::uint32_t holder_line =
        above == kNoItem ? layer_nodes_[layer].line() : out_.machines[above].line;
    const ObjectEntry* entry = file_.find(file_id);
    if (entry == nullptr) {
        return faults_.error(
            "unity-dangling", holder_line,
            fmt::format("state machine {} is not in the file; it may be cut off", file_id));
    }
    if (entry->class_id != static_cast<std::int32_t>(ClassId::state_machine)) {
        faults_.warn("unity-wrong-class", holder_line,
                     fmt::format("{} where a state machine is expected is left out",
                                 class_name(entry->class_id)));
        return true;
    }
    if (const auto known = machine_of_.find(file_id); known != machine_of_.end()) {
        for (std::uint32_t i = above; i != kNoItem; i = machine_info_[i].above) {
            if (i == known->second) {
                return faults_.error(
                    "unity-cycle", entry->line,
                    fmt::format("state machine {} contains itself", shown(out_.machines[i].name)));
            }
        }
        return faults_.error("unity-held-twice", entry->line,
                             fmt::format("state machine {} is in two places",
                                         shown(out_.machines[known->second].name)));
    }
    const Result<Node> body = file_.read(*entry);
    if (!body) return faults_.error(body.error());
    const std::uint32_t depth = above == kNoItem ? 0 : machine_info_[above].depth + 1;
    if (depth >= kMaxUnityDepth) {
        return faults_.error(
            "unity-too-deep", entry->line,
            fmt::format("state machines are nested deeper than {}", kMaxUnityDepth));
    }
    const auto index = static_cast<std::uint32_t>(out_.machines.size());
    machine_of_[file_id] = index;
    machine_info_.push_back({*body, layer, above, depth});
    Machine& machine = out_.machines.emplace_back();
    const Fields fields(*body, faults_);
    machine.name = fields.text("m_Name");
    machine.line = entry->line;
    add_states(index);
    // Later ones are pushed first: machines are numbered in the order of the file.
    std::vector<std::pair<std::uint32_t, std::int64_t>> inner;
    for (const Node child : (*body)["m_ChildStateMachines"]) {
        const AssetRef ref = fields.reference(child["m_StateMachine"]);
        if (ref.is_local()) inner.emplace_back(index, ref.file_id);
    }
    for (const Node child : (*body)["m_ChildStateMachine"]) {
        const AssetRef ref = fields.reference(child);
        if (ref.is_local()) inner.emplace_back(index, ref.file_id);
    }
    todo.insert(todo.end(), inner.rbegin(), inner.rend());
    return true;
}

void ControllerReader::read_machine(std::uint32_t index) {
    Machine& machine = out_.machines[index];
    const MachineInfo& info = machine_info_[index];
    const Fields fields(info.node, faults_);
    const auto read_position = [&fields](const char* key, std::array<float, 2>& out) {
        if (fields.has(key)) out = fields.position(key);
    };
    read_position("m_AnyStatePosition", machine.any_position);
    read_position("m_EntryPosition", machine.entry_position);
    read_position("m_ExitPosition", machine.exit_position);
    read_position("m_ParentStateMachinePosition", machine.parent_position);
    if (const AssetRef ref = fields.reference("m_DefaultState"); ref.is_local()) {
        const auto found = state_of_.find(ref.file_id);
        if (found != state_of_.end() && state_info_[found->second].layer == info.layer) {
            machine.default_state = found->second;
        } else {
            faults_.warn("unity-dangling", info.node["m_DefaultState"].line(),
                         fmt::format("the default state of machine {} is not in its layer",
                                     shown(machine.name)));
        }
    }
    const auto add_child = [&](const AssetRef& ref, std::array<float, 2> position) {
        const auto found = machine_of_.find(ref.file_id);
        if (found != machine_of_.end() && machine_info_[found->second].above == index) {
            machine.children.push_back({found->second, position, {}});
        }
    };
    for (const Node child : info.node["m_ChildStateMachines"]) {
        const Fields values(child, faults_);
        add_child(values.reference("m_StateMachine"), values.position("m_Position"));
    }
    Node child_position = info.node["m_ChildStateMachinePosition"].first();
    for (const Node child : info.node["m_ChildStateMachine"]) {
        const Fields at(child_position, faults_);
        add_child(fields.reference(child), {at.number("x", 0.0f), at.number("y", 0.0f)});
        child_position = child_position.next();
    }
    read_transitions(info.node["m_AnyStateTransitions"], info.layer, true, machine.any);
    std::vector<Transition> entry;
    read_transitions(info.node["m_EntryTransitions"], info.layer, false, entry);
    for (Transition& transition : entry) {
        ++out_.counts.entry_transitions;
        if (transition.to_kind != Target::exit) {
            machine.entry.push_back(std::move(transition));
            continue;
        }
        faults_.warn("unity-entry-exit", transition.line,
                     "an entry transition that leads to the exit is left out");
    }
    read_leave(index);
    read_behaviours(info.node["m_StateMachineBehaviours"], machine.behaviours);
}

void ControllerReader::read_leave(std::uint32_t index) {
    Machine& machine = out_.machines[index];
    const MachineInfo& info = machine_info_[index];
    const Fields fields(info.node, faults_);
    std::unordered_map<std::uint32_t, ChildMachine*> children;
    for (ChildMachine& child : machine.children)
        children[child.machine] = &child;
    for (const Pair& pair : read_pairs(info.node["m_StateMachineTransitions"])) {
        const AssetRef ref = fields.reference(pair.first);
        const auto found = machine_of_.find(ref.file_id);
        const auto held =
            found == machine_of_.end() ? children.end() : children.find(found->second);
        ChildMachine* child = held == children.end() ? nullptr : held->second;
        if (child == nullptr) {
            if (pair.second.first()) {
                faults_.warn("unity-dangling", pair.first.line(),
                             fmt::format("machine {} has transitions out of a machine that it does "
                                         "not hold; they are left out",
                                         shown(machine.name)));
            }
            continue;
        }
        const std::size_t before = child->leave.size();
        read_transitions(pair.second, info.layer, false, child->leave);
        out_.counts.machine_transitions += static_cast<std::uint32_t>(child->leave.size() - before);
    }
}

}  // namespace motus::unity

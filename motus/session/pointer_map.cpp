// SPDX-License-Identifier: MIT
#include <motus/session/pointer_map.h>

#include <motus/session/transition_list.h>

#include <algorithm>

namespace motus {
namespace {

bool is_one_of(const std::string& name, std::initializer_list<const char*> words) {
    return std::any_of(words.begin(), words.end(), [&](const char* word) { return name == word; });
}

void add_once(std::vector<std::uint32_t>& list, std::uint32_t variable) {
    if (std::find(list.begin(), list.end(), variable) == list.end()) list.push_back(variable);
}

}  // namespace

const PointerTarget2D* PointerMap::find(std::uint64_t entity) const noexcept {
    for (const PointerTarget2D& target : targets)
        if (target.entity == entity) return &target;
    return nullptr;
}

PointerMap map_pointer(const BakedFile& file, const Machine& graph, const MachineNames& names) {
    PointerMap map;
    const std::vector<TransitionInfo> transitions = list_transitions(graph, names);
    for (std::uint32_t layer = 0; layer < graph.layers.size(); ++layer) {
        PointerTarget2D target;
        for (const record::Entity& entity : file.scene.entities) {
            if (target.entity == 0 && entity.name == graph.layers[layer].name)
                target.entity = entity.id;
        }
        if (target.entity == 0) continue;
        for (std::size_t t = 0; t < transitions.size(); ++t) {
            if (transitions[t].layer != layer) continue;
            const record::Range range = graph.transitions[t].conditions;
            for (const auto& condition : graph.conditions.subspan(range.start, range.count)) {
                if (condition.variable >= graph.variables.size()) continue;
                const std::string& name = names.variables[condition.variable];
                const record::VariableKind kind = graph.variables[condition.variable].kind;
                if (kind == record::VariableKind::trigger) {
                    add_once(target.clicked, condition.variable);
                } else if (kind == record::VariableKind::bool_) {
                    if (is_one_of(name, {"hovered", "hover", "over"}))
                        add_once(target.hovered, condition.variable);
                    if (is_one_of(name, {"pressed", "press", "down", "held"}))
                        add_once(target.pressed, condition.variable);
                }
            }
        }
        if (!target.hovered.empty() || !target.pressed.empty() || !target.clicked.empty())
            map.targets.push_back(std::move(target));
    }
    return map;
}

}  // namespace motus

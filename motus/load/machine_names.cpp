// SPDX-License-Identifier: MIT
#include <motus/load/machine_names.h>

namespace motus {
namespace {

NameHash motion_name(const BakedFile& file, const MotionInfo& motion) {
    if (motion.kind == MotionKind::clip) {
        return motion.index < file.clips.clips.size() ? file.clips.clips[motion.index].name
                                                      : NameHash::none;
    }
    const auto timelines = file.timelines.timelines;
    return motion.index < timelines.size() ? NameHash{timelines[motion.index].name}
                                           : NameHash::none;
}

bool has(record::Range range, std::uint32_t index) {
    return index >= range.start && index - range.start < range.count;
}

}  // namespace

std::string name_text(const BakedFile& file, NameHash hash) {
    const std::string_view text = find_name(file.names, hash);
    if (!text.empty() || hash == NameHash::none) return std::string(text);
    std::string number = "#";
    for (int shift = 60; shift >= 0; shift -= 4)
        number += "0123456789abcdef"[static_cast<std::uint64_t>(hash) >> shift & 15];
    return number;
}

MachineNames machine_names(const BakedFile& file, std::uint32_t machine) {
    MachineNames names = machine_names(file, machine_at(file.machines, machine));
    if (machine < file.machines.machines.size())
        names.machine = name_text(file, file.machines.machines[machine].name);
    return names;
}

MachineNames machine_names(const BakedFile& file, const Machine& graph) {
    const auto text = [&](auto hash) {
        return name_text(file, NameHash{static_cast<std::uint64_t>(hash)});
    };
    MachineNames names;
    for (const auto& layer : graph.layers)
        names.layers.push_back(text(layer.name));
    for (const auto& variable : graph.variables)
        names.variables.push_back(text(variable.name));
    for (const MotionInfo& motion : graph.motions)
        names.motions.push_back(text(motion_name(file, motion)));
    // Who holds whom: a sub-machine state's name is part of the paths inside it.
    std::vector<std::uint32_t> holder(graph.graphs.size(), kNoState);
    for (std::uint32_t s = 0; s < graph.states.size(); ++s) {
        const std::uint32_t inside = graph.state_links[s].inside;
        if (inside != kNoIndex) holder[inside] = s;
    }
    for (std::uint32_t s = 0; s < graph.states.size(); ++s) {
        std::string path = text(graph.states[s].name);
        std::uint32_t above = holder[graph.state_links[s].graph];
        for (std::uint32_t depth = 0; above != kNoState && depth < kMaxGraphDepth; ++depth) {
            path = text(graph.states[above].name) + "/" + path;
            above = holder[graph.state_links[above].graph];
        }
        names.states.push_back(std::move(path));
    }
    return names;
}

std::uint32_t rig_of_machine(const BakedFile& file, std::uint32_t machine) noexcept {
    const auto rigs = file.rigs.rigs;
    for (std::uint32_t i = 0; i < rigs.size(); ++i)
        if (rigs[i].machine == machine) return i;
    const Machine graph = machine_at(file.machines, machine);
    const auto rig_of = [&](const record::Link& motion) {
        if (motion.type == 0 || motion.index >= graph.motions.size()) return kNoItem;
        const MotionInfo& info = graph.motions[motion.index];
        if (info.kind != MotionKind::clip) return kNoItem;
        const std::uint32_t rig = file.clips.clips[info.index].rig;
        return rig < rigs.size() ? rig : kNoItem;
    };
    for (const auto& state : graph.states)
        if (const std::uint32_t rig = rig_of(state.motion); rig != kNoItem) return rig;
    for (const auto& child : graph.children)
        if (const std::uint32_t rig = rig_of(child.motion); rig != kNoItem) return rig;
    return kNoItem;
}

TransitionPlace place_of(const Machine& graph, std::uint32_t transition) noexcept {
    for (const LayerLink& layer : graph.layer_links) {
        if (has(layer.any, transition)) {
            return {TransitionSource::any, transition - layer.any.start};
        }
    }
    for (std::uint32_t s = 0; s < graph.state_links.size(); ++s) {
        const record::Range out = graph.state_links[s].out;
        if (has(out, transition)) return {TransitionSource::state, transition - out.start, s};
    }
    for (const GraphLink& inside : graph.graphs) {
        if (has(inside.entry, transition)) {
            return {TransitionSource::entry, transition - inside.entry.start};
        }
        if (has(inside.leave, transition)) {
            return {TransitionSource::exit, transition - inside.leave.start};
        }
    }
    return {};
}

}  // namespace motus

// SPDX-License-Identifier: MIT
#include <motus/import/unity/convert.h>

#include <motus/document/file.h>
#include <motus/machine/machine.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace motus::unity {
namespace {

doc::VariableKind kind_of(ParameterType type) {
    switch (type) {
        case ParameterType::integer:
            return doc::VariableKind::int_;
        case ParameterType::boolean:
            return doc::VariableKind::bool_;
        case ParameterType::trigger:
            return doc::VariableKind::trigger;
        default:
            return doc::VariableKind::float_;
    }
}

std::string joined(const std::string& above, const std::string& name) {
    return above.empty() ? name : fmt::format("{}/{}", above, name);
}

constexpr double kExactWhole = 16777216.0;    // whole numbers that a float holds
constexpr double kLargestInt = 2147483520.0;  // of those a float holds: 2^31 is no int

}  // namespace

Result<std::vector<std::byte>> Converter::run() {
    auto library = document_.begin_change(content(document_).library());
    auto definition = library.machines_append();
    definition_ = definition.handle();
    definition.set_name(controller_.name.empty() ? "Machine" : controller_.name);
    add_variables(definition);
    auto machine = definition.machine_change();
    if (controller_.entry_on_start) machine.set_start(doc::LayerStart::entry_transitions);
    states_.resize(controller_.states.size());
    machines_.resize(controller_.machines.size());
    for (std::uint32_t i = 0; i < controller_.layers.size(); ++i)
        add_layer(i, machine);
    for (std::uint32_t i = 0; i < controller_.machines.size(); ++i)
        add_transitions(i);
    for (std::uint32_t i = 0; i < controller_.layers.size(); ++i)
        add_synced(i);
    if (too_large_) {
        const Error error{
            "unity-too-large", "",
            fmt::format("blend trees that share parts come to more than {} blends", kMaxBlends)};
        diagnostics_.error(error.code, error.place, error.cause);
        return error;
    }
    note_layers();
    motions_.set_machine(definition.object().id());
    Result<std::vector<std::byte>> clips = motions_.finish();
    fill_counts();
    return clips;
}

void Converter::add_variables(doc::StateMachineDefinitionChange& definition) {
    std::set<std::string> names;
    for (const Parameter& parameter : controller_.parameters)
        names.insert(parameter.name);
    for (const Parameter& parameter : controller_.parameters) {
        auto change = definition.variables_append();
        double value = parameter.default_value;
        if (parameter.type == ParameterType::integer) value = std::min(value, kLargestInt);
        change.set_name(parameter.name)
            .set_kind(kind_of(parameter.type))
            .set_default_value(static_cast<float>(value));
        if (parameter.name.empty()) {
            std::string name = "Parameter";
            for (int next = 2; names.count(name) != 0; ++next)
                name = fmt::format("Parameter {}", next);
            change.set_name(name);
            diagnostics_.warn("unity-no-name", "",
                              fmt::format("a parameter has no name; it is called {} here", name));
            report_.use("parameters without a name", Support::approximated, "given one", name);
        }
        variables_[parameter.name] = {change.object().id(), parameter.type};
        if (std::fabs(parameter.default_value) > kExactWhole &&
            parameter.type == ParameterType::integer) {
            report_.use("whole numbers beyond 16777216", Support::approximated,
                        "rounded to a float", parameter.name);
        }
    }
}

// A variable that a blend follows: Unity reads 0 where there is no float of that name.
std::uint64_t Converter::number_variable(const std::string& name, const std::string& place) {
    const auto known = variables_.find(name);
    if (known != variables_.end() && known->second.type == ParameterType::number) {
        return known->second.id;
    }
    std::string other = name.empty() ? "Blend" : name;
    if (variables_.count(other) != 0) other += " (float)";
    Variable& variable = variables_[other];
    if (variable.id == 0) {
        auto change = doc::StateMachineDefinitionChange(document_, definition_).variables_append();
        change.set_name(other);
        variable = {change.object().id(), ParameterType::number};
        diagnostics_.warn("unity-no-parameter", place,
                          fmt::format("a blend follows parameter {}, which is no float of the "
                                      "controller; a variable {} of value 0 is made",
                                      shown(name), shown(other)));
        report_.use("blends that follow a missing parameter", Support::approximated,
                    "a variable of value 0 was made", place);
    }
    return variable.id;
}

std::uint64_t Converter::known_variable(const std::string& name, const std::string& place,
                                        bool wants_truth) {
    if (name.empty()) return 0;
    const auto known = variables_.find(name);
    const bool fits =
        known != variables_.end() && (known->second.type == ParameterType::boolean ||
                                      known->second.type == ParameterType::trigger) == wants_truth;
    if (fits) return known->second.id;
    diagnostics_.warn("unity-no-parameter", place,
                      fmt::format("follows parameter {}, which the controller does not have as {}; "
                                  "the fixed value counts",
                                  shown(name), wants_truth ? "a bool" : "a number"));
    return 0;
}

void Converter::add_layer(std::uint32_t index, doc::StateMachineChange& machine) {
    const Layer& layer = controller_.layers[index];
    auto change = machine.layers_append();
    layer_changes_.push_back(change.handle());
    layer_ids_.push_back(change.object().id());
    const bool base = index == 0;
    change.set_name(layer.name)
        .set_machine(doc::StateMachineDefinitionChange(document_, definition_).object().id())
        .set_blending(layer.additive && !base ? doc::LayerBlending::additive
                                              : doc::LayerBlending::override)
        .set_weight(base ? 1.0f : std::clamp(layer.weight, 0.0f, 1.0f))
        .set_sync_timing(layer.sync_timing)
        .set_ik_pass(layer.ik_pass);
    if (!layer.mask.is_none()) add_mask(layer, change);
    if (layer.machine != kNoItem) {
        paths_.clear();
        next_names_.clear();
        add_machine(layer.machine, change.graph_change(), 0, shown(layer.name), "", index, 1);
    }
}

// Depth is bounded by the reader.
void Converter::add_machine(std::uint32_t index, doc::StateGraphChange graph, std::uint64_t id,
                            const std::string& path, const std::string& above, std::uint32_t layer,
                            std::uint32_t depth) {
    const Machine& machine = controller_.machines[index];
    if (depth == kMaxGraphDepth + 1) {
        note_limit("machines too deep to bake",
                   fmt::format("machines are inside each other more than {} deep", kMaxGraphDepth),
                   path);
    }
    machines_[index] = {id, graph.handle(), path, layer};
    graph.set_any_position(machine.any_position)
        .set_entry_position(machine.entry_position)
        .set_exit_position(machine.exit_position)
        .set_parent_position(machine.parent_position);
    annotate(machine.behaviours, graph, path);
    for (const std::uint32_t state : machine.states) {
        auto change = graph.states_append();
        const std::string name = fmt::format("{}/{}", path, shown(controller_.states[state].name));
        states_[state] = {change.object().id(), graph.handle(), name, layer};
        set_name(controller_.states[state].name, above, name, change);
        add_state(state, std::move(change), name);
    }
    for (const ChildMachine& child : machine.children) {
        auto change = graph.states_append();
        const Machine& inner = controller_.machines[child.machine];
        const std::string place = fmt::format("{}/{}", path, shown(inner.name));
        set_name(inner.name, above, place, change);
        change.set_kind(doc::StateKind::sub_machine).set_position(child.position);
        add_machine(child.machine, change.graph_make(), change.object().id(), place,
                    joined(above, change.object().name()), layer, depth + 1);
        report_.use("sub-state machines", Support::supported, "states with a graph of their own",
                    path);
    }
    const std::uint32_t first = first_state(machine);
    if (machine.default_state == kNoItem && first != kNoItem) {
        diagnostics_.warn("unity-no-default", path,
                          "has states and no default state; the first one is taken");
    }
    // Of one outside the machine: add_default_outside.
    if (first != kNoItem && is_inside(first, index)) graph.set_entry(states_[first].id);
}

std::uint32_t Converter::first_state(const Machine& machine) const {
    if (machine.default_state != kNoItem || machine.states.empty()) return machine.default_state;
    return machine.states.front();
}

// Depth is bounded by the reader.
bool Converter::is_inside(std::uint32_t state, std::uint32_t machine) const {
    const Machine& holder = controller_.machines[machine];
    return std::find(holder.states.begin(), holder.states.end(), state) != holder.states.end() ||
           std::any_of(holder.children.begin(), holder.children.end(),
                       [&](const ChildMachine& child) { return is_inside(state, child.machine); });
}

void Converter::set_name(const std::string& name, const std::string& above,
                         const std::string& place, doc::StateMachineStateChange& change) {
    const std::string path = joined(above, name);
    std::string other = name;
    if (!paths_.insert(path).second) {
        std::size_t& next = next_names_[path];
        do {
            other = fmt::format("{} {}", name.empty() ? "State" : name, ++next + 1);
        } while (!paths_.insert(joined(above, other)).second);
        auto note = change.annotations_append();
        note.set_name(kNameNote);
        note.fields_append().set_name("name").set_value(Value(name));
        note.fields_append().set_name("as").set_value(Value(other));
        diagnostics_.warn("unity-same-name", place,
                          fmt::format("another state or machine of the layer has this path; it is "
                                      "called {} here",
                                      shown(other)));
        report_.use("names used twice", Support::approximated,
                    "numbered; the name is kept as a note and goes back to Unity", place);
    }
    change.set_name(other);
}

void Converter::add_state(std::uint32_t index, doc::StateMachineStateChange change,
                          const std::string& path) {
    const State& state = controller_.states[index];
    change.set_speed(state.speed)
        .set_speed_variable(known_variable(state.speed_parameter, path, false))
        .set_cycle_offset(state.cycle_offset)
        .set_cycle_offset_variable(known_variable(state.cycle_offset_parameter, path, false))
        .set_time_variable(known_variable(state.time_parameter, path, false))
        .set_mirror(state.mirror)
        .set_mirror_variable(known_variable(state.mirror_parameter, path, true))
        .set_foot_ik(state.ik_on_feet)
        .set_write_defaults(state.write_defaults)
        .set_tag(state.tag)
        .set_position(state.position);
    set_motion(state.motion, change, path);
    annotate(state.behaviours, change, path);
    note_state(state, states_[index]);
}

void Converter::add_synced(std::uint32_t index) {
    const Layer& layer = controller_.layers[index];
    if (layer.sync_layer < 0) return;
    doc::StateMachineLayerChange change(document_, layer_changes_[index]);
    change.set_sync_layer(layer_ids_[static_cast<std::size_t>(layer.sync_layer)]);
    report_.use("synced layers", Support::supported, "layers that follow another",
                shown(layer.name));
    for (const SyncedState& synced : layer.synced) {
        auto entry = change.synced_motions_append();
        const std::string place =
            fmt::format("{}: {}", shown(layer.name), shown(controller_.states[synced.state].name));
        entry.set_state(states_[synced.state].id);
        set_child_motion(synced.motion, entry, place, controller_.states[synced.state].name, 0);
        annotate(synced.behaviours, entry, place);
    }
}

std::optional<AvatarMask> Converter::find_mask(const AssetRef& ref) {
    if (ref.is_local() || ref.guid == options_.guid) {
        UnityFile* own = motions_.own_file();
        if (own == nullptr) return {};
        return read_mask(*own, ref.file_id, false);
    }
    const auto* path = options_.project == nullptr ? nullptr : options_.project->find(ref.guid);
    if (path == nullptr) return {};
    if (mask_guid_ != ref.guid) {
        mask_guid_ = ref.guid;
        mask_file_ = {};
        Result<std::string> text = options_.project->text(*path);
        if (!text) return {};
        auto file = UnityFile::open(*std::move(text), mask_file_.faults);
        if (!file) return {};
        mask_file_.file = *std::move(file);
    }
    if (mask_file_.file == nullptr) return {};
    return read_mask(*mask_file_.file, ref.file_id, true);
}

void Converter::add_mask(const Layer& layer, doc::StateMachineLayerChange& change) {
    std::uint64_t& id = masks_[layer.mask];
    if (id == 0) {
        const std::optional<AvatarMask> read = find_mask(layer.mask);
        const bool found = read.has_value();
        AvatarMask mask = read.value_or(AvatarMask());
        if (!found) {
            mask.name = layer.name;
            report_.missing.push_back({to_string(layer.mask), "mask", mask.name, layer.name});
            diagnostics_.warn(
                "unity-unresolved", layer.name,
                fmt::format("mask {} was not found; nothing is masked", to_string(layer.mask)));
        }
        ImportReport unused;  // one that was not found is told as such, and as nothing else
        id = unity::add_mask(document_, mask, layer.mask, motions_.root_name(),
                             found ? report_ : unused, layer.name);
        if (found && mask.elements.empty()) report_.touch(10, layer.name);
    }
    change.set_mask(id);
}

std::uint64_t add_mask(Document& document, const AvatarMask& mask, const AssetRef& ref,
                       const std::string& root, ImportReport& report, const std::string& place) {
    auto library = document.begin_change(content(document).library());
    auto change = library.masks_append();
    change.set_name(mask.name);
    // What a list of transforms does not name is not animated; an empty list masks nothing.
    change.set_rest_weight(mask.elements.empty() ? 1.0f : 0.0f);
    for (const auto& [path, weight] : mask.elements) {
        // The path of the Animator's own object is empty; a path that is given counts before it.
        const bool is_own = path.empty();
        if (is_own && std::any_of(mask.elements.begin(), mask.elements.end(),
                                  [&root](const auto& other) { return other.first == root; })) {
            continue;
        }
        change.entries_append()
            .set_path(is_own ? root : path)
            .set_weight(weight > 0.5f ? 1.0f : 0.0f);
        if (weight == 0.0f || weight == 1.0f) continue;
        report.use("mask weights between 0 and 1", Support::approximated, "the nearer of 0 and 1",
                   fmt::format("{}: {} {}", place, shown(path), weight));
    }
    note_origin(change, ref, "unity.mask");
    std::string off;
    for (const std::string& part : mask.parts_off)
        off += (off.empty() ? "" : " ") + part;
    if (!off.empty()) {
        auto note = change.annotations_append();
        note.set_name("unity.humanoid");
        note.fields_append().set_name("partsOff").set_value(Value(off));
    }
    if (!off.empty()) {
        report.use("humanoid body parts of masks", Support::not_supported,
                   "kept as a note: name the joints of your rig in the mask",
                   fmt::format("{}: {}", place, off));
    }
    if (off.empty() || !mask.elements.empty()) {
        report.use("avatar masks", Support::supported, "masks by path", place);
    }
    return change.object().id();
}

}  // namespace motus::unity

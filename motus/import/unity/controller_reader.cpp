// SPDX-License-Identifier: MIT
#include <motus/import/unity/controller_reader.h>

#include <fmt/format.h>

namespace motus::unity {

bool visit_reachable(UnityFile& file, const ObjectEntry& start, Faults& faults,
                     const std::function<void(const ObjectEntry&, Node)>& visit) {
    std::vector<const ObjectEntry*> todo{&start};
    std::unordered_set<std::int64_t> seen{start.file_id};
    bool ok = true;
    while (!todo.empty()) {
        const ObjectEntry& object = *todo.back();
        todo.pop_back();
        const Result<Node> body = file.read(object);
        if (!body) {
            ok = faults.error(body.error());
            continue;
        }
        visit(object, *body);
        const Tree& tree = body->tree();
        for (std::uint32_t i = 0; i < tree.size(); ++i) {
            const Node node(tree, i);
            if (!is_reference(node)) continue;
            const Result<AssetRef> ref = read_reference(node);
            if (!ref) {
                ok = faults.error(ref.error());
                continue;
            }
            if (!ref->is_local()) continue;
            const ObjectEntry* next = file.find(ref->file_id);
            if (next != nullptr && seen.insert(ref->file_id).second) todo.push_back(next);
        }
    }
    return ok;
}

std::vector<Pair> read_pairs(Node node) {
    std::vector<Pair> pairs;
    for (const Node entry : node) {
        if (entry["first"]) pairs.push_back({entry["first"], entry["second"]});
    }
    return pairs;
}

Result<Controller> read_controller(std::string text, Diagnostics& diagnostics,
                                   const Project* project) {
    auto file = UnityFile::open(std::move(text), diagnostics);
    if (!file) {
        const Error& error = file.error();
        diagnostics.error(error.code, error.place, error.cause);
        return error;
    }
    return ControllerReader(**file, diagnostics, project).run();
}

Result<Controller> ControllerReader::run() {
    const ObjectEntry* controller = file_.first_of(ClassId::controller);
    if (controller == nullptr) {
        faults_.error("unity-no-controller", 0,
                      fmt::format("the file holds no animator controller; its first object is {}",
                                  class_name(file_.objects().front().class_id)));
        return faults_.first();
    }
    if (!count_reachable(*controller)) return faults_.first();
    const Result<Node> body = file_.read(*controller);
    const Fields fields(*body, faults_);
    out_.name = fields.text("m_Name");
    out_.version = fields.version();
    for (const Node field : *body) {  // the newer flag's name varies
        const std::string_view key = field.key();
        if (key.find("TransitionsOnStart") != key.npos) out_.entry_on_start = field.text() == "1";
    }
    read_parameters(fields);
    if (!read_layers(fields)) return faults_.first();
    for (std::uint32_t i = 0; i < out_.machines.size(); ++i)
        read_machine(i);
    for (std::uint32_t i = 0; i < out_.states.size(); ++i)
        read_state(i);
    for (std::uint32_t i = 0; i < out_.machines.size(); ++i) {
        if (machine_info_[i].node["m_OrderedTransitions"]) read_old_transitions(i);
    }
    for (std::uint32_t i = 0; i < out_.layers.size(); ++i)
        read_synced(i, layer_nodes_[i]);
    read_trees();
    if (faults_.failed() || !check_trees()) return faults_.first();
    for (const Machine& machine : out_.machines) {
        out_.counts.any_transitions += static_cast<std::uint32_t>(machine.any.size());
    }
    return std::move(out_);
}

bool ControllerReader::count_reachable(const ObjectEntry& controller) {
    std::uint32_t reached = 0;
    Counts& counts = out_.counts;
    const bool ok =
        visit_reachable(file_, controller, faults_, [&](const ObjectEntry& object, Node body) {
            ++reached;
            switch (static_cast<ClassId>(object.class_id)) {
                case ClassId::state:
                    ++counts.states;
                    break;
                case ClassId::state_transition:
                    ++counts.transitions;
                    break;
                case ClassId::state_machine:
                    ++counts.machines;
                    break;
                case ClassId::behaviour:
                    ++counts.behaviours;
                    break;
                case ClassId::clip:
                    ++counts.clips;
                    break;
                case ClassId::blend_tree: {
                    const auto type = parse_integer(body["m_BlendType"].text()).value_or(0);
                    ++counts.trees[type >= 0 && type < 5 ? static_cast<std::size_t>(type) : 0];
                    break;
                }
                default:
                    break;
            }
        });
    counts.orphans = static_cast<std::uint32_t>(file_.objects().size()) - reached;
    return ok;
}

void ControllerReader::read_parameters(const Fields& fields) {
    Node list = fields.node()["m_AnimatorParameters"];
    if (!list) list = fields.node()["m_AnimatorEvents"];
    for (const Node entry : list) {
        const Fields values(entry, faults_);
        Parameter parameter;
        parameter.name = values.text("m_Name");
        const std::int32_t type = values.integer("m_Type", 1);
        switch (type) {
            case 3:
                parameter.type = ParameterType::integer;
                parameter.default_value = values.integer("m_DefaultInt", 0);
                break;
            case 4:
            case 9:
                parameter.type = type == 4 ? ParameterType::boolean : ParameterType::trigger;
                parameter.default_value = values.flag("m_DefaultBool", false) ? 1.0 : 0.0;
                break;
            default:
                if (type != 1) {
                    faults_.warn("unity-parameter-type", entry.line(),
                                 fmt::format("parameter {} has type {}, which is not known; it is "
                                             "read as a float",
                                             shown(parameter.name), type));
                }
                parameter.default_value = static_cast<double>(values.number("m_DefaultFloat", 0));
                break;
        }
        if (!parameter_names_.insert(parameter.name).second) {
            faults_.warn("unity-parameter-twice", entry.line(),
                         fmt::format("there is a parameter {} already; this one is left out",
                                     shown(parameter.name)));
            continue;
        }
        out_.parameters.push_back(std::move(parameter));
    }
}

std::optional<Node> ControllerReader::object(Node reference, std::initializer_list<ClassId> classes,
                                             std::string_view what) {
    const Result<AssetRef> ref = read_reference(reference);
    if (!ref) {
        faults_.error(ref.error());
        return {};
    }
    if (!ref->is_local()) return {};
    const ObjectEntry* entry = file_.find(ref->file_id);
    if (entry == nullptr) {
        faults_.warn("unity-dangling", reference.line(),
                     fmt::format("{} refers to {}, which is not in the file", what, ref->file_id));
        return {};
    }
    for (const ClassId class_id : classes) {
        if (entry->class_id != static_cast<std::int32_t>(class_id)) continue;
        const Result<Node> body = file_.read(*entry);
        if (body) return *body;
        faults_.error(body.error());
        return {};
    }
    faults_.warn("unity-wrong-class", reference.line(),
                 fmt::format("{} refers to {}", what, class_name(entry->class_id)));
    return {};
}

}  // namespace motus::unity

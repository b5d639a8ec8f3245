// motus/import/unity/exporter.h - the parts of an export.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/model.h>
#include <motus/import/unity/export.h>
#include <motus/import/unity/yaml_writer.h>

#include <map>
#include <unordered_map>

namespace motus::unity {

class Exporter {
  public:
    Exporter(const Document& document, const doc::StateMachineDefinition& machine,
             Diagnostics& diagnostics)
        : document_(document), machine_(machine), diagnostics_(diagnostics) {}

    [[nodiscard]] std::string run();

  private:
    /// What belongs to one graph while it is written.
    struct Lists {
        std::vector<std::int64_t> any, entry;
        std::map<const Object*, std::vector<std::int64_t>> leave, out;
    };

    void write_controller();
    void write_layer(const doc::StateMachineLayer& layer, std::size_t index);
    void write_graph(const doc::StateGraph& graph, const std::string& name, std::int64_t id);
    void write_state(const doc::StateMachineState& state,
                     const std::vector<std::int64_t>& transitions);
    std::int64_t write_transition(const doc::StateMachineTransition& transition);
    void write_conditions(const doc::StateMachineTransition& transition);
    [[nodiscard]] std::string write_motion(std::uint64_t motion);
    void lost_keys(const Object& motion, const std::string& name);
    std::int64_t write_stub(const std::string& name, double length, bool loop);
    template <typename Owner>
    std::int64_t write_tree(const Owner& owner, int kind, const std::string& name);
    template <typename Owner>
    std::vector<std::int64_t> write_behaviours(const Owner& owner);
    [[nodiscard]] AssetRef origin(ChildList<doc::Annotation> notes, std::string_view name) const;
    [[nodiscard]] std::string unity_name(const doc::StateMachineState& state) const;
    [[nodiscard]] std::string variable_name(std::uint64_t id) const;
    void number_graph(const doc::StateGraph& graph);
    [[nodiscard]] std::int64_t new_id(ClassId class_id);
    [[nodiscard]] std::int64_t id_of(const Object& object) const { return ids_.at(&object); }
    void lost(const Object& object, std::string message);
    void note_variable(const doc::StateMachineVariable& variable);
    void note_condition(const doc::StateMachineCondition& condition, doc::VariableKind kind);
    [[nodiscard]] std::int64_t default_state(const doc::StateGraph& graph);

    const Document& document_;
    const doc::StateMachineDefinition& machine_;
    Diagnostics& diagnostics_;
    YamlWriter out_;
    std::unordered_map<const Object*, std::int64_t> ids_;  ///< States and graphs.
    std::map<std::uint64_t, std::string> motions_;
    std::int64_t count_ = 0;
    std::map<std::size_t, std::pair<std::string, std::string>> layers_;  ///< Synced lists as text.
};

/// Rebuilds nested fields from their paths, as lines of two spaces per level.
[[nodiscard]] std::string nested_fields(
    const std::vector<std::pair<std::string, std::string>>& fields);

}  // namespace motus::unity

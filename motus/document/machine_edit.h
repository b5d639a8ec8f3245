// motus/document/machine_edit.h - edits of machines that are more than one change.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/document.h>
#include <motus/document/model.h>
#include <motus/schema/json.h>

#include <span>
#include <string>

namespace motus {

/// Removes states of `graph` with everything that leads to them or leaves them, anywhere in the
/// layer, and what synced layers play instead of them. A graph that started in one of them starts
/// in its first state that is left. One step, or part of the one that is open; so are all here.
/// Code: "no-state".
Result<Done> remove_states(Document& document, const doc::StateGraph& graph,
                           std::span<const std::uint64_t> states);

/// Where copies come to stand, and which ids they get.
struct PasteOptions {
    Float2 offset{};             ///< Added to every place.
    std::optional<Float2> at{};  ///< Instead: where the upper left corner of all comes to stand.
    /// New ids follow from it alone, where they are free: the same paste gives the same bytes
    /// anywhere. 0: ids of the document.
    std::uint64_t seed = 0;
};

/// Copies of the states and the transitions of `copied`, which is in no document, into `graph`,
/// with new ids and names that are free. References inside the copy follow. Transitions with an
/// end that is neither copied nor in the target are left out. `variables` describes the variables
/// of where it comes from: those that the target's machine does not have by id are found by name
/// and kind, or added.
Result<Done> paste_states(Document& document, const doc::StateGraph& graph,
                          std::unique_ptr<Object> copied,
                          std::span<const doc::StateMachineVariable* const> variables,
                          const PasteOptions& options);

/// Copies states beside themselves, with the transitions between them. Code: "no-state".
Result<Done> duplicate_states(Document& document, const doc::StateGraph& graph,
                              std::span<const std::uint64_t> states, const PasteOptions& options);

/// Changes what a variable is. Its default and the conditions that read it are said anew where
/// that means the same. Code: "retype-breaks", with every place that cannot follow: a condition
/// without such a meaning, a blend that needs a number.
Result<Done> retype_variable(Document& document, const doc::StateMachineVariable& variable,
                             doc::VariableKind kind);

/// Removes a variable with the conditions that read it; blends and speeds that followed it follow
/// none.
Result<Done> remove_variable(Document& document, const doc::StateMachineVariable& variable);

/// Puts the nodes of a graph in columns, in the order in which they are reached from the entry.
Result<Done> layout_graph(Document& document, const doc::StateGraph& graph);

/// The same as operations of a patch. False where `op` is none of them; docs/document.md has the
/// list. `Error::place` is `path`.
[[nodiscard]] bool is_machine_operation(std::string_view op) noexcept;
Result<Done> run_machine_operation(Document& document, std::string_view op, const std::string& path,
                                   const Json& json);

}  // namespace motus

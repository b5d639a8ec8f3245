// tests/unity/made.h - a controller made in code, and the document it becomes.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/validate.h>
#include <motus/import/unity/import.h>
#include <tests/unity/files.h>

namespace motus::unity {

/// Layer "Base" with states A and B; one transition from A to B under the conditions.
struct Made {
    Controller controller;
    Diagnostics diagnostics;
    UnityImport import;

    Made() {
        controller.parameters = {{"f", ParameterType::number, 0},
                                 {"i", ParameterType::integer, 0},
                                 {"b", ParameterType::boolean, 0},
                                 {"t", ParameterType::trigger, 0}};
        controller.states.resize(2);
        controller.states[0].name = "A";
        controller.states[1].name = "B";
        controller.machines.resize(1);
        controller.machines[0].states = {0, 1};
        controller.machines[0].default_state = 0;
        controller.layers.resize(1);
        controller.layers[0].name = "Base";
        controller.layers[0].machine = 0;
        controller.layers[0].weight = 1.0f;
    }
    Transition& lead(std::uint32_t from, Target kind, std::uint32_t to) {
        Transition& made = controller.states[from].transitions.emplace_back();
        made.to_kind = kind;
        made.to = to;
        return made;
    }
    /// Imports it. The document has errors only where a bake would refuse it.
    const doc::StateGraph& run(bool bakes = true) {
        Result<UnityImport> made = import_controller(controller, {}, diagnostics);
        EXPECT_TRUE(made) << to_string(made.error());
        import = *std::move(made);
        Diagnostics found;
        validate(*import.document, found);
        EXPECT_EQ(found.has_errors(), !bakes);
        for (const Fault& fault : found.faults())
            if (bakes && fault.severity == Severity::error)
                ADD_FAILURE() << fault.path << ": " << fault.message;
        return graph();
    }
    [[nodiscard]] const doc::StateGraph& graph() const {
        return content(*import.document).library().machines()[0].machine().layers()[0].graph();
    }
};

}  // namespace motus::unity

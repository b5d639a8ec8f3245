// tests/bake/small_machine.h - a document with one machine of one layer, and what bake makes of it.
// SPDX-License-Identifier: MIT
#pragma once

#include "random_machine.h"

#include <motus/bake/machine.h>
#include <motus/document/model_change.h>

#include <gtest/gtest.h>

namespace motus::test {

/// A document with one machine of one layer, and the pieces to fill it.
struct SmallMachine {
    std::unique_ptr<Document> document = new_document();
    std::uint64_t go = 0;
    std::vector<std::uint64_t> states;

    explicit SmallMachine(std::uint32_t state_count) {
        auto library = document->begin_change(content(*document).library(), "Machine");
        auto machine = library.machines_append();
        machine.set_name("small");
        auto variable = machine.variables_append();
        variable.set_name("go").set_kind(doc::VariableKind::bool_);
        go = variable.object().id();
        auto graph = machine.machine_change().layers_append().graph_change();
        for (std::uint32_t i = 0; i < state_count; ++i) {
            auto state = graph.states_append();
            state.set_name(numbered("S", i));
            states.push_back(state.object().id());
        }
        if (!states.empty()) graph.set_entry(states[0]);
        EXPECT_TRUE(library.commit());
    }

    [[nodiscard]] const doc::StateMachineDefinition& machine() const {
        return content(*document).library().machines()[0];
    }
    [[nodiscard]] const doc::StateGraph& graph() const {
        return machine().machine().layers()[0].graph();
    }
    LoweredMachines lower(Diagnostics& faults) const {
        const Result<RecordSet> records = make_records(*document);
        EXPECT_TRUE(records);
        return lower_machines(*document, *records, faults);
    }
    /// Lowers, and expects to find one error with that code, its path ending so.
    void expect_fault(const char* code, const std::string& path_end) const {
        Diagnostics faults;
        (void)lower(faults);
        ASSERT_EQ(faults.faults().size(), 1u) << code;
        const Fault& fault = faults.faults()[0];
        EXPECT_EQ(fault.code, code);
        EXPECT_EQ(fault.severity, Severity::error) << code;
        ASSERT_GE(fault.path.size(), path_end.size()) << fault.path;
        EXPECT_EQ(fault.path.substr(fault.path.size() - path_end.size()), path_end) << fault.path;
    }
};

}  // namespace motus::test

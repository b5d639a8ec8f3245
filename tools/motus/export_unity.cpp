// tools/motus/export_unity.cpp - a machine of a document to a Unity controller.
// SPDX-License-Identifier: MIT
#include "bake_input.h"
#include "baked_input.h"
#include "document_input.h"
#include "unity.h"
#include "verbs.h"

#include <motus/asset/file.h>
#include <motus/asset/json_writer.h>
#include <motus/core/guess.h>
#include <motus/import/unity/export.h>

#include <fmt/format.h>

namespace motus::tool {
namespace {

std::unique_ptr<Document> open_machine_file(const std::string& file, Diagnostics& diagnostics) {
    if (is_baked_file(file)) {
        throw InputFault(file,
                         "a baked file has no machines to write for Unity: export the "
                         "document it was baked from");
    }
    if (is_document_file(file) || file == kDefaultFile) return load_document(file, diagnostics);
    if (!is_unity_file(file)) {  // The machine that `import` would make.
        Result<BakeInput> input = read_bake_input(file, diagnostics);
        if (!input) throw InputFault(file, input.error());
        return std::move(input->document);
    }
    const unity::Project project = scan_project(file, "", diagnostics);
    unity::ImportOptions options;
    options.project = &project;
    options.clips_path = "clips.glb";
    auto import = open_unity(file, std::move(options), diagnostics);
    if (!import) throw InputFault(file, import.error());
    return std::move(import->document);
}

/// The machine that drives the first rig that has one; 0 where none has.
std::uint64_t machine_of_rigs(const doc::Document& document) {
    for (const doc::Entity& entity : document.scene().entities()) {
        for (const Object& component : entity.components()) {
            const auto* rig = object_cast<doc::Rig>(&component);
            if (rig != nullptr && rig->machine() != 0) return rig->machine();
        }
    }
    return 0;
}

}  // namespace

int export_unity(const ExportOptions& options, Output& out) {
    Diagnostics diagnostics;
    const std::unique_ptr<Document> document = open_machine_file(options.file, diagnostics);
    const auto& machines = content(*document).library().machines();
    const doc::StateMachineDefinition* chosen = nullptr;
    std::vector<std::string> names;
    if (options.machine.empty()) {
        const std::uint64_t own = machine_of_rigs(content(*document));
        chosen = object_cast<doc::StateMachineDefinition>(document->find_id(own));
    }
    for (const doc::StateMachineDefinition& machine : machines) {
        names.push_back(machine.name());
        if (chosen == nullptr && (options.machine.empty() || machine.name() == options.machine)) {
            chosen = &machine;
        }
    }
    if (chosen == nullptr) {
        throw InputFault(options.file, machines.empty()
                                           ? std::string("there is no state machine to export")
                                           : there_is_no("machine", options.machine, names));
    }
    const std::string text = unity::export_controller(*document, *chosen, diagnostics);
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    const auto written = write_file_atomic(options.output, {first, text.size()});
    if (!written) throw InputFault(options.output, written.error());
    for (const Fault& fault : diagnostics.faults()) {
        print_message(fmt::format("{}: warning: {}: {}", options.file, fault.path, fault.message));
    }
    if (options.json) {
        JsonWriter json(out.text);
        json.begin_object().key("file").value(options.output);
        json.key("bytes").value(std::uint64_t{*written}).end_object().end_line();
    } else if (!options.quiet) {
        out.text += fmt::format("{}  {:.1f} KiB: machine {}\n",
                                styled(Style::bold, printable(options.output)),
                                static_cast<double>(*written) / 1024.0, printable(chosen->name()));
    }
    return exit_ok;
}

}  // namespace motus::tool

// SPDX-License-Identifier: MIT
#include "machine_input.h"

#include "bake_input.h"
#include "document_input.h"
#include "input.h"
#include "output.h"
#include "unity.h"

#include <motus/document/new_document.h>
#include <motus/import/gltf/gltf.h>
#include <motus/session/machine_names.h>

#include <fmt/format.h>

namespace motus::tool {
namespace {

constexpr const char* kClipsPath = "clips.glb";

/// What `motus import` would write, without writing it.
Result<BakeInput> unity_input(const std::string& file, Diagnostics& diagnostics) {
    Diagnostics found;
    const unity::Project project = scan_project(file, "", found);
    unity::ImportOptions options;
    options.project = &project;
    options.clips_path = kClipsPath;
    Result<unity::UnityImport> made = open_unity(file, std::move(options), found);
    if (!made) return made.error();
    BakeInput input;
    input.document = std::move(made->document);
    for (const doc::Source& source : content(*input.document).sources()) {
        if (source.path() != kClipsPath || made->clips_glb.empty()) continue;
        Result<Asset> asset = import_gltf(made->clips_glb, {}, diagnostics);
        if (!asset) return asset.error();
        input.kept.push_back(std::make_unique<Asset>(*std::move(asset)));
        input.assets.push_back({source.id(), input.kept.back().get()});
    }
    return input;
}

Result<BakeInput> any_input(const std::string& file, Diagnostics& diagnostics) {
    if (is_unity_file(file)) return unity_input(file, diagnostics);
    if (!is_document_file(file) || lower_extension(file) == ".motus") {
        return read_bake_input(file, diagnostics);
    }
    BakeInput input;  // the card: all that it is made of is in it
    input.document = embedded_document(file);
    return input;
}

void print_warnings(const std::string& file, const Diagnostics& diagnostics) {
    for (const Fault& fault : diagnostics.faults()) {
        const char* severity = fault.severity == Severity::error ? "error" : "warning";
        print_message(fmt::format("{}: {}: {}{}{} ({})", file, severity, fault.path,
                                  fault.path.empty() ? "" : ": ", fault.message, fault.code));
    }
}

void bake_file(const std::string& file, OpenedMachine& out) {
    Diagnostics diagnostics;
    Result<BakeInput> input = any_input(file, diagnostics);
    if (!input) throw InputFault(file, input.error());
    Result<AlignedBytes> bytes = bake_input(*input, diagnostics);
    if (!bytes) throw InputFault(file, bytes.error());
    print_warnings(file, diagnostics);
    out.baked = *std::move(bytes);
    out.document = std::move(input->document);
    const std::span<const std::byte> view = out.baked;
    if (open_baked(view, out.file) != Status::ok) throw std::logic_error("unreadable bake");
}

}  // namespace

OpenedMachine load_machine(const std::string& file, const std::string& name) {
    OpenedMachine out;
    if (is_baked_file(file)) {
        out.mapped = load_baked_file(file);
        out.file = out.mapped->file;
    } else {
        bake_file(file, out);
    }
    const std::size_t count = out.file.machines.machines.size();
    if (count == 0) throw InputFault(file, "there is no state machine in it");
    if (name.empty()) return out;
    out.machine = find_machine(out.file, hash_name(name));
    if (out.machine != kNoItem) return out;
    std::string list;
    for (const MachineEntry& machine : out.file.machines.machines) {
        if (!list.empty()) list += ", ";
        list += fmt::format("\"{}\"", name_text(out.file, machine.name));
    }
    throw InputFault(file, fmt::format("there is no machine \"{}\"; there are {}", name, list));
}

}  // namespace motus::tool

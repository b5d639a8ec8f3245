// SPDX-License-Identifier: MIT
#include "bake_input.h"
#include "baked_input.h"
#include "document_input.h"
#include "input.h"
#include "unity.h"
#include "verbs.h"
#include "words.h"

#include <motus/asset/json_writer.h>
#include <motus/document/fold.h>
#include <motus/document/pointer.h>

#include <map>

#include <fmt/format.h>

namespace motus::tool {
namespace {

/// Patches that mend a fault, by the fault's path: operations for `motus edit`, for each layer in
/// the order in which validation reports them.
using Fixes = std::map<std::string, std::string>;

Fixes find_fixes(const Document& document) {
    Fixes fixes;
    visit_objects(document.root(), [&](const Object& object) {
        const auto* layer = object_cast<doc::StateMachineLayer>(&object);
        if (layer == nullptr) return;
        for (const RepeatedTransitions& repeated : find_repeated(document, *layer)) {
            if (!repeated.in_turn) continue;
            fixes.emplace(pointer_to(document, *repeated.transitions.front()),
                          fmt::format("[{}]", fold_patch(document, repeated)));
        }
    });
    return fixes;
}

Diagnostics find_document_faults(const std::string& file, Fixes& fixes) {
    Diagnostics diagnostics;
    Result<std::unique_ptr<Document>> document = open_document(file, diagnostics);
    if (!document) {
        const Error& error = document.error();
        if (!diagnostics.has_errors()) diagnostics.error(error.code, error.place, error.cause);
        return diagnostics;
    }
    const BakeInput input = with_sources(*std::move(document), file, diagnostics);
    check_bake(*input.document, input.assets, diagnostics);
    fixes = find_fixes(*input.document);
    return diagnostics;
}

/// Every fault of the file: what reading it found, and then whether it can be played.
Diagnostics find_faults(const std::string& file, Fixes& fixes) {
    // Before those who read kinds of files, which have each their own words for it.
    const bool known =
        is_unity_file(file) || is_document_file(file) || is_baked_file(file) || is_asset_file(file);
    if (known && !lower_extension(file).empty()) {
        if (const std::optional<Error> fault = find_file_fault(file)) {
            Diagnostics found;
            found.error(fault->code, fault->place, fault->cause);
            return found;
        }
    }
    if (is_unity_file(file)) return validate_unity(file);
    if (is_document_file(file)) return find_document_faults(file, fixes);
    if (is_baked_file(file)) {
        Diagnostics found;
        const Result<OpenedBake> opened = open_baked_file(file);
        if (!opened) {
            found.error(opened.error().code, "", opened.error().cause);
        } else if (opened->has_tail) {
            found.warn("baked-tail", "", "there are bytes behind the end of the baked file");
        }
        return found;
    }
    Diagnostics diagnostics;
    const Result<Asset> asset = open_asset(file, diagnostics);
    if (!asset) {
        const Error& error = asset.error();
        if (!diagnostics.has_errors()) diagnostics.error(error.code, error.place, error.cause);
        return diagnostics;
    }
    if (const Result<AssetRig> rig = make_rig(*asset); !rig) {
        const Error& error = rig.error();
        diagnostics.error(error.code, error.place, error.cause);
    }
    return diagnostics;
}

/// One file: its faults, and whether they fail it.
struct Checked {
    const std::string& file;
    Diagnostics diagnostics;
    Fixes fixes;
    std::size_t errors = 0, warnings = 0;
    const Fault* first = nullptr;  ///< The one that fails it; null: it passes.

    Checked(const std::string& name, bool strict) : file(name) {
        diagnostics = find_faults(file, fixes);
        for (const Fault& fault : diagnostics.faults()) {
            const bool error = fault.severity == Severity::error;
            ++(error ? errors : warnings);
            if (!error && !strict) continue;
            if (first == nullptr || (error && first->severity != Severity::error)) first = &fault;
        }
    }
    [[nodiscard]] std::string counts() const {
        if (warnings == 0) return counted(errors, "error");
        if (errors == 0) return counted(warnings, "warning");
        return counted(errors, "error") + ", " + counted(warnings, "warning");
    }
};

void write_checked(const Checked& checked, bool names_file, JsonWriter json) {
    json.begin_object();
    if (names_file) json.key("file").value(checked.file);
    json.key("ok").value(checked.first == nullptr).key("faults").begin_array();
    for (const Fault& fault : checked.diagnostics.faults()) {
        json.begin_object();
        json.key("severity").value(fault.severity == Severity::error ? "error" : "warning");
        json.key("code").value(fault.code).key("path").value(fault.path);
        json.key("message").value(fault.message);
        const auto fix = checked.fixes.find(fault.path);
        if (fault.code == "repeated-transition" && fix != checked.fixes.end()) {
            json.key("fix").raw(fix->second);
        }
        json.end_object();
    }
    json.end_array().end_object().end_line();
}

void print_checked(const Checked& checked, bool names_file, std::string& out) {
    const std::vector<Fault>& faults = checked.diagnostics.faults();
    if (names_file && !faults.empty()) out += styled(Style::bold, printable(checked.file)) + "\n";
    for (const Fault& fault : faults) {
        const bool error = fault.severity == Severity::error;
        out += styled(error ? Style::red : Style::yellow, error ? "error  " : "warning");
        out += fmt::format("  {}{}{} {}\n", printable(fault.path), fault.path.empty() ? "" : ": ",
                           printable(fault.message), styled(Style::dim, "(" + fault.code + ")"));
    }
}

}  // namespace

int run_validate(const ValidateOptions& options, Output& out) {
    const bool several = options.files.size() > 1;
    int code = exit_ok;
    for (const std::string& file : options.files) {
        const Checked checked(file, options.strict);
        if (options.json) {
            write_checked(checked, several, JsonWriter(out.text));
        } else {
            print_checked(checked, several, out.text);
        }
        if (checked.first == nullptr) {
            if (options.json || options.quiet) continue;
            const bool clean = checked.warnings == 0;
            out.text += fmt::format("{}: {}\n", printable(file),
                                    clean ? styled(Style::green, "no faults") : checked.counts());
            continue;
        }
        code = exit_input;
        out.flush();  // in the order of what happened, where both streams are one
        const Fault& first = *checked.first;
        if (options.json) {
            print_message(fmt::format("{}: {}{}{}", file, first.path,
                                      first.path.empty() ? "" : ": ", first.message));
            continue;
        }
        // The list has said why: stderr says that it is so, and where to look.
        print_message(fmt::format("{}: {}{}{}", file, checked.counts(),
                                  first.path.empty() ? "" : "; the first is at ", first.path));
    }
    return code;
}

}  // namespace motus::tool

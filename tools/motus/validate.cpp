// SPDX-License-Identifier: MIT
#include "input.h"
#include "unity.h"
#include "verbs.h"

#include <motus/asset/json_writer.h>

#include <fmt/format.h>

namespace motus::tool {
namespace {

/// Every fault of the file: what reading it found, and then whether it can be played.
Diagnostics find_faults(const std::string& file) {
    if (is_unity_file(file)) return validate_unity(file);
    Diagnostics diagnostics;
    const Result<Asset> asset = open_asset(file, diagnostics);
    if (!asset) {
        const Error& error = asset.error();
        if (!diagnostics.has_errors()) diagnostics.error(error.code, error.place, error.cause);
        return diagnostics;
    }
    if (const Result<Rig> rig = make_rig(*asset); !rig) {
        const Error& error = rig.error();
        diagnostics.error(error.code, error.place, error.cause);
    }
    return diagnostics;
}

void write_json(const Diagnostics& diagnostics, JsonWriter json) {
    json.begin_object().key("ok").value(!diagnostics.has_errors());
    json.key("faults").begin_array();
    for (const Fault& fault : diagnostics.faults()) {
        json.begin_object();
        json.key("severity").value(fault.severity == Severity::error ? "error" : "warning");
        json.key("code").value(fault.code).key("path").value(fault.path);
        json.key("message").value(fault.message).end_object();
    }
    json.end_array().end_object().end_line();
}

void print_faults(const std::string& file, const Diagnostics& diagnostics, std::string& out) {
    std::size_t errors = 0, warnings = 0;
    for (const Fault& fault : diagnostics.faults()) {
        const bool error = fault.severity == Severity::error;
        ++(error ? errors : warnings);
        out += styled(error ? Style::red : Style::yellow, error ? "error  " : "warning");
        out += fmt::format("  {}{}{} {}\n", printable(fault.path), fault.path.empty() ? "" : ": ",
                           printable(fault.message), styled(Style::dim, "(" + fault.code + ")"));
    }
    const auto plural = [](std::size_t n, const char* word) {
        return fmt::format("{} {}{}", n, word, n == 1 ? "" : "s");
    };
    out += fmt::format("{}: {}\n", printable(file),
                       errors == 0 && warnings == 0
                           ? styled(Style::green, "no faults")
                           : plural(errors, "error") + ", " + plural(warnings, "warning"));
}

}  // namespace

int run_validate(const ValidateOptions& options, Output& out) {
    const Diagnostics diagnostics = find_faults(options.file);
    if (options.json) {
        write_json(diagnostics, JsonWriter(out.text));
    } else {
        print_faults(options.file, diagnostics, out.text);
    }
    if (!diagnostics.has_errors()) return exit_ok;
    out.flush();
    throw InputFault(options.file, diagnostics.first_error());
}

}  // namespace motus::tool

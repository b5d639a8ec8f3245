// SPDX-License-Identifier: MIT
#include "baked_input.h"
#include "document_input.h"
#include "input.h"
#include "unity.h"
#include "verbs.h"
#include "words.h"

#include <motus/asset/json_writer.h>
#include <motus/bake/packing.h>
#include <motus/bake/rigs.h>
#include <motus/document/fold.h>
#include <motus/document/new_document.h>
#include <motus/document/pointer.h>
#include <motus/document/validate.h>

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace motus::tool {
namespace {

/// Patches that mend a fault, by the fault's path: operations for `motus edit`.
using Fixes = std::map<std::string, std::string>;

Fixes find_fixes(const Document& document) {
    Fixes fixes;
    visit_objects(document.root(), [&](const Object& object) {
        const auto* layer = object_cast<doc::StateMachineLayer>(&object);
        if (layer == nullptr) return;
        for (const RepeatedTransitions& repeated : find_repeated(document, *layer)) {
            if (!repeated.obstacle.empty()) continue;
            fixes.emplace(pointer_to(document, *repeated.transitions.front()),
                          fmt::format("[{}]", fold_patch(document, repeated)));
        }
    });
    return fixes;
}

/// What only the files can tell: whether the clips are there.
void check_sources(const Document& document, const std::vector<LoadedSource>& sources,
                   Diagnostics& diagnostics) {
    visit_objects(document.root(), [&](const Object& object) {
        const auto* clip = object_cast<doc::AnimationClip>(&object);
        if (clip == nullptr || clip->placeholder()) return;
        for (const LoadedSource& source : sources) {
            if (source.id != clip->source()) continue;
            const auto& all = source.asset.clips;
            if (std::none_of(all.begin(), all.end(), [&](const AssetClip& other) {
                    return other.name == clip->source_clip();
                })) {
                diagnostics.error("missing-target", pointer_to(document, *clip) + "/source_clip",
                                  fmt::format("the file has no clip \"{}\"", clip->source_clip()));
            }
        }
    });
}

/// Whether joints that rigs and masks name are in the files, as a bake looks for them.
void check_joints(const Document& document, const std::vector<LoadedSource>& sources,
                  Diagnostics& diagnostics) {
    std::map<std::uint64_t, SourceRig> rigs;  // those that a rig of the document uses
    visit_objects(document.root(), [&](const Object& object) {
        const auto* rig = object_cast<doc::Rig>(&object);
        if (rig == nullptr) return;
        const auto source =
            std::find_if(sources.begin(), sources.end(),
                         [&](const LoadedSource& each) { return each.id == rig->source(); });
        if (source == sources.end()) return;
        if (rigs.find(source->id) == rigs.end()) {
            Result<Rig> made = make_rig(source->asset);
            if (!made) return;
            rigs.emplace(source->id, SourceRig{&source->asset, *std::move(made)});
        }
        const auto check = [&](const std::string& name, const Object& owner, const char* property) {
            bool several = false;
            const JointIndex joint = find_path(rigs.at(source->id), name, several);
            if (joint != kNoJoint && !several) return;
            diagnostics.error(
                "missing-target", pointer_to(document, owner) + property,
                fmt::format("{} \"{}\"",
                            several ? "several joints of the file end in" : "the file has no joint",
                            name));
        };
        if (!rig->root_motion_joint().empty())
            check(rig->root_motion_joint(), *rig, "/root_motion_joint");
        if (!packs_clips(*rig)) return;  // a bake does not look at them either
        for (const doc::JointPrecision& item : rig->joint_precisions())
            check(item.joint(), item, "/joint");
    });
    if (rigs.empty()) return;
    for (const doc::Mask& mask : content(document).library().masks()) {
        for (const doc::MaskEntry& entry : mask.entries()) {
            const bool found = std::any_of(rigs.begin(), rigs.end(), [&](const auto& rig) {
                bool several = false;
                return find_path(rig.second, entry.path(), several) != kNoJoint && !several;
            });
            if (found) continue;
            diagnostics.warn("missing-target", pointer_to(document, entry) + "/path",
                             fmt::format("no rig has one joint \"{}\"", entry.path()));
        }
    }
}

Diagnostics find_document_faults(const std::string& file, Fixes& fixes) {
    Diagnostics diagnostics;
    const Result<std::unique_ptr<Document>> document = open_document(file, diagnostics);
    if (!document) {
        const Error& error = document.error();
        if (!diagnostics.has_errors()) diagnostics.error(error.code, error.place, error.cause);
        return diagnostics;
    }
    validate(**document, diagnostics);
    const std::vector<LoadedSource> sources = load_sources(**document, file, diagnostics);
    check_sources(**document, sources, diagnostics);
    check_joints(**document, sources, diagnostics);
    fixes = find_fixes(**document);
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
    if (const Result<Rig> rig = make_rig(*asset); !rig) {
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

// tools/motus/unity.h - Unity files on the command line: what they are and how verbs treat them.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake_input.h"
#include "output.h"
#include "unity_options.h"

#include <motus/core/diagnostics.h>
#include <motus/import/unity/import.h>

#include <string>

namespace motus::tool {

struct ImportOptions;
struct ExportOptions;

/// By the ending: .controller, .anim, .mask, .overrideController.
[[nodiscard]] bool is_unity_file(const std::string& file);

/// What `motus inspect` prints of one.
int inspect_unity(const std::string& file, const UnityOptions& options, bool json, Output& out);

/// Every fault and warning of one, those of the document that it becomes included.
[[nodiscard]] Diagnostics validate_unity(const std::string& file);

/// A Unity file as a document with all that a bake of it needs.
struct UnityInput {
    BakeInput bake;
    unity::ImportReport report;
};

/// For verbs that play one. Throws an InputFault or a UsageFault.
[[nodiscard]] UnityInput read_unity_input(const std::string& file, const UnityOptions& options,
                                          Diagnostics& diagnostics, bool fit = true);

/// `motus import` of one. What stands under the output's name is replaced where it is an import
/// that nobody has changed since.
int import_unity(const ImportOptions& options, Output& out);

/// `motus export` of a document's machine, or of a Unity file, to a .controller.
int export_unity(const ExportOptions& options, Output& out);

/// Where clips of .anim files are written, beside a document: "name.clips.glb".
[[nodiscard]] std::string clips_file(const std::string& document);

/// The .meta files of `folder`; where it is empty, of the Unity project that `file` is in, else of
/// the files beside it. Throws an InputFault where the folder is not there.
[[nodiscard]] unity::Project scan_project(const std::string& file, const std::string& folder,
                                          Diagnostics& diagnostics);

/// Reads what the options name. Models are referred to from `output`. Throws as above.
[[nodiscard]] unity::ImportOptions read_unity_options(const UnityOptions& options,
                                                      const std::string& output);

/// The document that a Unity file becomes. `options` has the project and the converted models.
[[nodiscard]] Result<unity::UnityImport> open_unity(const std::string& file,
                                                    unity::ImportOptions options,
                                                    Diagnostics& diagnostics);

}  // namespace motus::tool

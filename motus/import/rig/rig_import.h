// motus/import/rig/rig_import.h - a character's file into a document, for the first time or again.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/core/diagnostics.h>
#include <motus/document/document.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace motus {

/// Something of a file that a document keeps for later use, beside the rig: an Annotation.
struct RigNote {
    std::string name;
    std::vector<std::pair<std::string, std::string>> fields;  ///< Names and texts.
};

/// Where an asset came from, as a document says it.
struct RigSource {
    std::string path;              ///< Relative to the document, '/' between names.
    std::string content_hash;      ///< 16 hexadecimal digits; may be empty.
    std::string importer;          ///< "gltf", "scene".
    std::string name;              ///< Of the entity, where one is made.
    std::string moved_from;        ///< The path it had before, where the file was moved.
    float metres_per_unit = 0.0f;  ///< Of a file that states no unit; 0: it does.
    float rate_hz = 0.0f;          ///< At which its clips were sampled anew; 0: they were not.
    std::vector<RigNote> notes{};  ///< Of a file that has the rig: they replace those of before.
};

/// What an import did. Clips by their names in the document, in the file's order.
struct RigImport {
    bool is_new = false;        ///< The document had nothing of this source.
    std::uint64_t entity = 0;   ///< That has the rig.
    std::uint64_t machine = 0;  ///< The machine that was made; 0 where none was.
    std::vector<std::string> added;
    std::vector<std::string> changed;  ///< Another length than before, or back again.
    std::vector<std::string> unchanged;
    std::vector<std::string> missing;  ///< Were in the file before: placeholders now.
    /// Joints that clips put onto the rig of another file move and that rig lacks, each once.
    std::vector<std::string> lost_joints;
};

/// Puts an asset into a document as one step.
///
/// The first time it makes a source, an entity with a Rig, its clips with their events, a machine
/// that can play each clip, and entries in the library. A source that is known by its path is
/// imported again: lengths and places of clips follow the file, clips that are new are added, and
/// all that was authored stays: names, loops, events, states, machines. A clip that is gone is
/// kept as a placeholder, so that what plays it can be mended; `diagnostics` names it
/// ("clip-removed") and every state that plays it. Joints that masks and the rig name and the file
/// lacks: "joint-removed".
///
/// An asset without clips gets no machine. Codes: those of Document.
[[nodiscard]] Result<RigImport> import_rig(Document& document, const Asset& asset,
                                           const RigSource& source, Diagnostics& diagnostics);

/// A file whose clips play on one rig.
struct RigFile {
    const Asset* asset = nullptr;
    RigSource source;
    bool clips = true;  ///< False: only its rig is wanted. Clips that are there already stay.
};

/// The same of several files: the first has the rig, and the clips of all are put onto it, by the
/// names of the joints. A default machine that is made plays the clips of all. Reports are those of
/// the files, in their order. Joints that the rig lacks: "joint-missing", a warning for each file.
[[nodiscard]] Result<std::vector<RigImport>> import_rig_files(Document& document,
                                                              std::span<const RigFile> files,
                                                              Diagnostics& diagnostics);

/// Whether a document has a rig of the file at `path`.
[[nodiscard]] bool has_rig_of(const Document& document, const std::string& path);

/// Whether a clip of `clips` moves a joint that `rig` has too.
[[nodiscard]] bool shares_joints(const Asset& clips, const Asset& rig);

/// A number as Source::content_hash has it.
[[nodiscard]] std::string hash_text(std::uint64_t hash);

}  // namespace motus

// motus/import/unity/import.h - Unity controllers, clips and masks to a document, with a report.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/document/new_document.h>
#include <motus/import/unity/controller.h>
#include <motus/import/unity/project.h>
#include <motus/import/unity/report.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace motus::unity {

/// A converted model: a glTF file whose clips stand for those of Unity's models.
struct ClipFile {
    std::string path;          ///< As the document's Source names it.
    std::string content_hash;  ///< 16 hexadecimal digits; may be empty.
    Asset asset;
};

/// Which clip of which file stands for one of Unity.
struct ClipMapping {
    std::string unity;  ///< "guid:fileID", "guid", or a clip's name.
    std::string file;   ///< Path of a ClipFile; empty: any.
    std::string clip;
};

struct ImportOptions {
    std::string source;  ///< The file's name, for the report.
    std::string text;    ///< Of the controller: clips may be inside it.
    std::string guid;    ///< Of the controller's file, where it is known.
    const Project* project = nullptr;
    std::vector<ClipFile> clips;
    std::vector<ClipMapping> mapping;
    std::map<std::string, double> clip_lengths;  ///< Of placeholders: name, guid or guid:fileID.
    std::string clips_path;  ///< Where `clips_glb` is going to be, as the document names it.
    /// No: keys stay as they are, and what they cannot be is off between them. For a look at a
    /// file.
    bool fit = true;
    /// Of an override controller: which clip plays instead of which.
    std::vector<std::pair<AssetRef, AssetRef>> overrides;
    std::string override_text;  ///< Of that file: clips may be inside it.
};

struct UnityImport {
    std::unique_ptr<Document> document;
    ImportReport report;
    std::vector<std::byte> clips_glb;  ///< Clips of .anim files; empty: there were none.
};

/// A document with one machine that behaves as the controller does; docs/unity.md has what maps to
/// what. Never fails for a controller that was read, but for one that is too large: code
/// "unity-too-large".
[[nodiscard]] Result<UnityImport> import_controller(const Controller& controller,
                                                    const ImportOptions& options,
                                                    Diagnostics& diagnostics);

/// A document with the one clip of a .anim file, as a clip or a timeline. Codes as read_controller.
[[nodiscard]] Result<UnityImport> import_clip(const ImportOptions& options,
                                              Diagnostics& diagnostics);

/// A document with the mask of a .mask file.
[[nodiscard]] Result<UnityImport> import_mask(const ImportOptions& options,
                                              Diagnostics& diagnostics);

/// An override controller: which controller it is for, and what it replaces.
struct OverrideController {
    std::string name;
    AssetRef controller;
    std::vector<std::pair<AssetRef, AssetRef>> clips;  ///< Without those that keep the original.
};
[[nodiscard]] Result<OverrideController> read_override(std::string text, Diagnostics& diagnostics);

/// One override of the controller itself, out of an override of an override: follows `controller`
/// through the project. Codes: "unity-unresolved", "unity-wrong-class", "unity-cycle", those of
/// read_override.
[[nodiscard]] Result<OverrideController> resolve_override(OverrideController outer,
                                                          const Project& project);

/// An avatar mask: transforms by path, and humanoid body parts.
struct AvatarMask {
    std::string name;
    std::vector<std::pair<std::string, float>> elements;
    std::vector<std::string> parts_off;  ///< "Head", "LeftArm": body parts that are switched off.
    friend bool operator==(const AvatarMask&, const AvatarMask&) = default;
};
[[nodiscard]] Result<AvatarMask> read_mask(std::string text, Diagnostics& diagnostics);

/// The pose curves of a .anim file as an asset of nodes and one clip, in our coordinates.
[[nodiscard]] Result<Asset> read_anim_asset(std::string text, ImportReport& report,
                                            Diagnostics& diagnostics);

}  // namespace motus::unity

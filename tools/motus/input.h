// tools/motus/input.h - FILE of the command line: a model or the name of an embedded scene.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/asset/asset_rig.h>
#include <motus/core/diagnostics.h>
#include <motus/core/playhead.h>
#include <motus/core/result.h>
#include <motus/import/model/model.h>

#include <optional>
#include <string>
#include <vector>

namespace motus::tool {

/// Files that are models, for messages; model_kind() knows them.
inline constexpr const char* kModelEndings = ".glb, .gltf, .fbx, .bvh, .vrm and .vrma";

/// The ending of a file's name with its dot, in lower case: ".glb".
[[nodiscard]] std::string lower_extension(const std::string& file);

/// All of a text file; throws an InputFault that says why it cannot be read.
[[nodiscard]] std::string load_text(const std::string& file);

/// Why `file` is not read: it is not there, it is a folder, or of another kind. `takes` says what
/// would be; empty: all that motus reads.
[[nodiscard]] Error unknown_file(const std::string& file, std::string takes = "");

/// What keeps a file of a known ending from being read, whoever reads it: "file-missing",
/// "file-kind" for a folder, "file-read" where it may not be opened. Empty where nothing does.
[[nodiscard]] std::optional<Error> find_file_fault(const std::string& file);

/// A rig with its clips and nothing else, by the name: a model, .anim, or a scene that is not a
/// document.
[[nodiscard]] bool is_asset_file(const std::string& file);

/// The asset that `file` names. Where an error is returned, `diagnostics` may hold more than one.
[[nodiscard]] Result<Asset> open_asset(const std::string& file, Diagnostics& diagnostics);

/// The same with what only models have beside the asset.
[[nodiscard]] Result<ImportedModel> open_model(const std::string& file, Diagnostics& diagnostics);

/// The same for verbs that cannot go on without: any error is thrown as an InputFault.
[[nodiscard]] Asset load_asset(const std::string& file, Diagnostics& diagnostics);

/// The rig of an asset; throws an InputFault where there is none.
[[nodiscard]] AssetRig load_rig(const std::string& file, const Asset& asset);

/// What `--clip` or a script names: a clip's name, its place among all clips of the file as
/// `inspect` counts them, or either.
struct ClipKey {
    std::optional<std::string> name;
    std::optional<std::uint32_t> index;
};

/// Of the word after `--clip`: a name, and an index too where it is a number. Empty: neither.
[[nodiscard]] ClipKey clip_key(const std::string& word);

/// The clips of a file by name, and which of them one rig has: all, where there is one rig.
struct ClipNames {
    std::vector<std::string> all;
    std::uint32_t first = 0, count = 0;

    [[nodiscard]] const std::string& operator[](std::size_t clip) const {
        return all[first + clip];
    }
};

/// Of an asset, which is one rig.
[[nodiscard]] ClipNames clip_names_of(const Asset& asset);

/// The clip of the rig that `--clip` names, counted from the rig's first: by name first, then by
/// index. Throws an InputFault that names the clips there are.
[[nodiscard]] std::uint32_t find_clip(const std::string& file, const ClipNames& names,
                                      const std::string& word);

/// A finite number out of all of `text`; throws a UsageFault that names `option`.
[[nodiscard]] double parse_number(const char* option, const std::string& text);

/// The mode named "once", "loop" or "pingpong".
[[nodiscard]] std::optional<PlayMode> mode_of(const std::string& name);

}  // namespace motus::tool

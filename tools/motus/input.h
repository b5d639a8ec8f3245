// tools/motus/input.h - FILE of the command line: a glTF file or the name of an embedded scene.
// Room: tools. Includes asset. Included by every verb.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/asset/rig.h>
#include <motus/core/diagnostics.h>
#include <motus/core/playhead.h>
#include <motus/core/result.h>

#include <optional>
#include <string>
#include <vector>

namespace motus::tool {

/// The ending of a file's name with its dot, in lower case: ".glb".
[[nodiscard]] std::string lower_extension(const std::string& file);

/// All of a text file; throws an InputFault that says why it cannot be read.
[[nodiscard]] std::string load_text(const std::string& file);

/// Why `file` is not read: it is not there, it is a folder, or of another kind. `takes` says what
/// would be; empty: all that motus reads.
[[nodiscard]] Error unknown_file(const std::string& file, std::string takes = "");

/// A rig with its clips and nothing else, by the name: .glb, .gltf, .anim, or a scene that is not
/// a document.
[[nodiscard]] bool is_asset_file(const std::string& file);

/// The asset that `file` names. Where an error is returned, `diagnostics` may hold more than one.
[[nodiscard]] Result<Asset> open_asset(const std::string& file, Diagnostics& diagnostics);

/// The same for verbs that cannot go on without: any error is thrown as an InputFault.
[[nodiscard]] Asset load_asset(const std::string& file, Diagnostics& diagnostics);

/// The rig of an asset; throws an InputFault where there is none.
[[nodiscard]] Rig load_rig(const std::string& file, const Asset& asset);

/// The clip that `--clip` names: by name first, then by index. Throws an InputFault that names the
/// clips there are.
[[nodiscard]] std::uint32_t find_clip(const std::string& file, const Asset& asset,
                                      const std::string& name_or_index);
[[nodiscard]] std::uint32_t find_clip(const std::string& file,
                                      const std::vector<std::string>& names,
                                      const std::string& name_or_index);

/// A finite number out of all of `text`; throws a UsageFault that names `option`.
[[nodiscard]] double parse_number(const char* option, const std::string& text);

/// The mode named "once", "loop" or "pingpong".
[[nodiscard]] std::optional<PlayMode> mode_of(const std::string& name);

}  // namespace motus::tool

// tools/motus/render_options.h - the words of `motus render` as numbers.
// SPDX-License-Identifier: MIT
#pragma once

#include "input.h"
#include "verbs.h"

#include <motus/render/show.h>

#include <string>
#include <vector>

namespace motus::tool {

/// What the options ask for, against the asset they are about. Throws a UsageFault that names the
/// option and what it takes, or an InputFault where a clip or joint is not there.
[[nodiscard]] render::ShowOptions show_options(const RenderOptions& options, const Asset& asset,
                                               const AssetRig& rig, const ClipNames& names);

/// WIDTHxHEIGHT; throws a UsageFault.
void read_size(const std::string& text, std::uint32_t& width, std::uint32_t& height);

/// What --background names, or `unsaid` where it is empty. Throws a UsageFault.
[[nodiscard]] render::Look background_look(const RenderOptions& options, const char* unsaid);

/// Whether the overlay of packing errors is asked for.
[[nodiscard]] bool wants_error(const RenderOptions& options);

/// The one that `name_or_index` names: by name first, as clips are. Throws an InputFault that lists
/// them.
[[nodiscard]] std::uint32_t find_timeline_named(const std::string& file,
                                                const std::vector<std::string>& names,
                                                const std::string& name_or_index);

}  // namespace motus::tool

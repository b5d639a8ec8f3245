// tools/motus/render_options.h - the words of `motus render` as numbers.
// Room: tools. Includes render. Included by the verb render.
// SPDX-License-Identifier: MIT
#pragma once

#include "verbs.h"

#include <motus/render/show.h>

namespace motus::tool {

/// What the options ask for, against the asset they are about. Throws a UsageFault that names the
/// option and what it takes, or an InputFault where a clip or joint is not there.
[[nodiscard]] render::ShowOptions show_options(const RenderOptions& options, const Asset& asset,
                                               const Rig& rig);

}  // namespace motus::tool

// tools/motus/verb_render_missing.cpp - `motus render` in a build without the renderer.
// SPDX-License-Identifier: MIT
#include "verbs.h"

namespace motus::tool {

int run_render(const RenderOptions&, Output&) {
    throw InputFault("render",
                     "this motus was built without its renderer; install libegl-dev, libgles-dev, "
                     "libstb-dev, libpng-dev and libwebp-dev, and build again");
}

}  // namespace motus::tool

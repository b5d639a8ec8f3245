// tools/motus/verb_studio_missing.cpp - `motus studio` in a build without an HTTP library.
// SPDX-License-Identifier: MIT
#include "verbs.h"

namespace motus::tool {

int run_studio(const StudioOptions&, Output&) {
    throw InputFault("studio",
                     "this motus was built without its server; install libcpp-httplib-dev and "
                     "build again");
}

}  // namespace motus::tool

// tools/motus/unity_options.h - options that verbs share for Unity files.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace motus::tool {

/// How clips that are not in a Unity file are found; the same for every verb.
struct UnityOptions {
    std::string project;                    ///< Folder of .meta files.
    std::vector<std::string> clips;         ///< Converted models.
    std::string map;                        ///< A JSON file.
    std::vector<std::string> clip_lengths;  ///< NAME=SECONDS.
};

}  // namespace motus::tool

// motus/session/project_path.h - parts of a project's paths, '/' between names.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace motus::detail {

/// "a/b/" of "a/b/c.glb"; empty where there is no folder.
[[nodiscard]] inline std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

/// "c" of "a/b/c.glb".
[[nodiscard]] inline std::string stem_of(const std::string& path) {
    const std::string name = path.substr(folder_of(path).size());
    const std::size_t dot = name.rfind('.');
    return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

}  // namespace motus::detail

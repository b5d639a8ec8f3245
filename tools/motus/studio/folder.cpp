// tools/motus/studio/folder.cpp
// SPDX-License-Identifier: MIT
#include "folder.h"

#include <motus/core/hash.h>
#include <motus/document/file.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <span>

#include <fmt/format.h>

namespace motus::tool {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 9> kKnown{".motus", ".motusb",     ".glb",
                                                 ".gltf",  ".controller", ".anim",
                                                 ".mask",  ".meta",       ".overrideController"};

bool is_known(const fs::path& path) {
    return std::find(kKnown.begin(), kKnown.end(), path.extension().string()) != kKnown.end();
}

bool is_below(const fs::path& path, const fs::path& folder) {
    const auto ends = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return ends.first == folder.end();
}

}  // namespace

ProjectFolder::ProjectFolder(const fs::path& root) : root_(fs::canonical(root)) {}

std::optional<fs::path> ProjectFolder::find(std::string_view path) const {
    if (path.empty() || path.find('\0') != path.npos || path.find('\\') != path.npos) return {};
    fs::path at = root_;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        const std::string_view part = path.substr(begin, end - begin);
        // No "..", no ".git", no empty part: a name begins with anything but a dot.
        if (part.empty() || part.front() == '.') return {};
        at /= part;
        begin = end + 1;
    }
    std::error_code error;
    const fs::path real = fs::weakly_canonical(at, error);
    if (error || !is_below(real, root_) || real == root_) return {};
    if (!fs::is_directory(real.parent_path(), error)) return {};
    return real;
}

std::vector<FolderFile> ProjectFolder::list(std::size_t most) const {
    std::vector<FolderFile> files;
    std::error_code error;
    const auto options = fs::directory_options::skip_permission_denied;
    for (fs::recursive_directory_iterator at(root_, options, error), end; !error && at != end;
         at.increment(error)) {
        const std::string name = at->path().filename().string();
        std::error_code ignored;
        if (name.front() == '.' || name == "node_modules") {
            if (at->is_directory(ignored)) at.disable_recursion_pending();
            continue;
        }
        if (!at->is_regular_file(ignored) || !is_known(at->path())) continue;
        // The clock of files counts from a day of its own.
        const auto changed =
            std::chrono::file_clock::to_sys(at->last_write_time(ignored)).time_since_epoch();
        files.push_back({at->path().lexically_relative(root_).generic_string(),
                         at->file_size(ignored),
                         std::chrono::duration_cast<std::chrono::nanoseconds>(changed).count()});
        if (files.size() == most) break;
    }
    std::sort(files.begin(), files.end(),
              [](const FolderFile& a, const FolderFile& b) { return a.path < b.path; });
    return files;
}

std::optional<std::string> read_whole(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return {};
    Result<std::string> content = read_text_file(path);
    if (!content) return {};
    return *std::move(content);
}

std::string entity_tag(std::string_view content) {
    const auto bytes = std::as_bytes(std::span(content.data(), content.size()));
    return fmt::format("\"{:016x}-{:x}\"", checksum_bytes(bytes), content.size());
}

}  // namespace motus::tool

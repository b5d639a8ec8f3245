// tools/motus/studio/folder.cpp
// SPDX-License-Identifier: MIT
#include "folder.h"

#include <motus/core/hash.h>
#include <motus/document/file.h>
#include <motus/import/model/model.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <span>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace motus::tool {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 7> kKnown{".motus", ".motusb", ".controller",        ".anim",
                                                 ".mask",  ".meta",   ".overrideController"};

bool is_known(const fs::path& path) {
    return model_kind(path.generic_string()) ||
           std::find(kKnown.begin(), kKnown.end(), path.extension().string()) != kKnown.end();
}

bool is_below(const fs::path& path, const fs::path& folder) {
    const auto ends = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return ends.first == folder.end();
}

/// The file that a path below `root` names, its links resolved. Nothing where one of them leads out
/// of `root` or to nothing, where the file's folder is not there, or where it is no plain file.
std::optional<fs::path> real_file(const fs::path& path, const fs::path& root) {
    std::error_code error;
    const fs::path folder = fs::canonical(path.parent_path(), error);
    if (error || !is_below(folder, root) || !fs::is_directory(folder, error)) return {};
    const fs::path file = folder / path.filename();
    const fs::file_type type = fs::symlink_status(file, error).type();
    if (type == fs::file_type::not_found || type == fs::file_type::regular) return file;
    if (type != fs::file_type::symlink) return {};
    const fs::path real = fs::canonical(file, error);
    if (error || !is_below(real, root) || !fs::is_regular_file(real, error)) return {};
    return real;
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
    return real_file(at, root_);
}

FolderList ProjectFolder::list(std::size_t most, std::size_t looked_at) const {
    FolderList list;
    const auto options = fs::directory_options::skip_permission_denied;
    // One folder is open at a time: where one cannot be read, the others are all the same.
    std::vector<fs::path> folders = {root_};
    while (!folders.empty()) {
        const fs::path folder = std::move(folders.back());
        folders.pop_back();
        std::error_code error;
        for (fs::directory_iterator at(folder, options, error), end; !error && at != end;
             at.increment(error)) {
            if (looked_at-- == 0 || list.files.size() == most) {
                list.is_complete = false;
                folders.clear();
                break;
            }
            const std::string name = at->path().filename().string();
            std::error_code gone;
            if (name.front() == '.' || name == "node_modules") continue;
            if (at->is_directory(gone) && !at->is_symlink(gone)) folders.push_back(at->path());
            if (!is_known(at->path()) || !at->is_regular_file(gone)) continue;
            if (at->is_symlink(gone) && !real_file(at->path(), root_)) continue;
            const fs::file_time_type changed_at = at->last_write_time(gone);
            const std::uintmax_t bytes = gone ? 0 : at->file_size(gone);
            if (gone) continue;
            // The clock of files counts from a day of its own.
            const auto changed = std::chrono::file_clock::to_sys(changed_at).time_since_epoch();
            list.files.push_back(
                {at->path().lexically_relative(root_).generic_string(), bytes,
                 std::chrono::duration_cast<std::chrono::nanoseconds>(changed).count()});
        }
        if (error && error != std::errc::no_such_file_or_directory) list.is_complete = false;
    }
    std::sort(list.files.begin(), list.files.end(),
              [](const FolderFile& a, const FolderFile& b) { return a.path < b.path; });
    return list;
}

std::shared_ptr<const FolderList> FolderWatch::list() {
    const std::lock_guard lock(mutex_);
    const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
    if (last_ == nullptr || begin >= good_until_) {
        last_ = std::make_shared<const FolderList>(folder_.list());
        const std::chrono::steady_clock::time_point end = std::chrono::steady_clock::now();
        good_until_ = end + std::max<std::chrono::steady_clock::duration>(std::chrono::seconds(1),
                                                                          9 * (end - begin));
    }
    return last_;
}

void FolderWatch::forget() {
    const std::lock_guard lock(mutex_);
    last_ = nullptr;
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

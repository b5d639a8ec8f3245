// motus/import/unity/project.h - a Unity project's .meta files: which guid is which file.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/diagnostics.h>
#include <motus/core/result.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace motus::unity {

/// What a model's .meta says about one of its clips.
struct ModelClip {
    std::string name;
    std::optional<bool> loops;
};

/// Clips by id.
using ModelClips = std::map<std::int64_t, ModelClip>;

/// What the text of a model's .meta file says about its clips. Other text has none.
[[nodiscard]] ModelClips read_model_clips(std::string meta);

/// Which kind of file that Unity keeps clips or trees in as text: ".anim", ".asset"; by its ending,
/// in either case. Empty: none.
[[nodiscard]] std::string motion_ending(const std::filesystem::path& path);

/// Files by guid. Nothing but .meta files is opened by a scan; links are not followed, and Library,
/// Temp and folders that begin with a dot are left out.
class Project {
  public:
    /// At most kMaxProjectFiles entries are looked at.
    [[nodiscard]] static Project scan(const std::filesystem::path& folder, bool recursive,
                                      Diagnostics& diagnostics);
    /// Files that are in memory, by path: .meta files say the guids of those beside them.
    [[nodiscard]] static Project of_files(std::map<std::string, std::string> files);
    /// The folder that holds Assets and ProjectSettings, above `file`; nothing where there is none.
    [[nodiscard]] static std::optional<std::filesystem::path> folder_of(
        const std::filesystem::path& file);

    [[nodiscard]] std::size_t size() const noexcept { return files_.size(); }
    /// Null where no file has the guid.
    [[nodiscard]] const std::filesystem::path* find(std::string_view guid) const;
    /// The text of a file that `find` gave; its file is read at each call.
    [[nodiscard]] Result<std::string> text(const std::filesystem::path& path) const;
    /// The clips that the .meta of a model names; its file is read at each call.
    [[nodiscard]] ModelClips model_clips(std::string_view guid) const;

  private:
    std::map<std::string, std::filesystem::path, std::less<>> files_;
    std::map<std::string, std::string> texts_;  ///< Of files in memory.
    bool in_memory_ = false;
};

inline constexpr std::size_t kMaxProjectFiles = 2'000'000;

}  // namespace motus::unity

// motus/import/unity/unity_file.h - a Unity text file: its objects by id, read when asked for.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/diagnostics.h>
#include <motus/import/unity/text.h>

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace motus::unity {

/// Larger files are refused: a controller has a few megabytes, the longest clips a hundred.
inline constexpr std::size_t kMaxFileBytes = std::size_t{128} << 20;
inline constexpr std::size_t kMaxObjects = 2'000'000;

/// Numbers of the classes that are read.
enum class ClassId : std::int32_t {
    clip = 74,
    controller = 91,
    behaviour = 114,
    blend_tree = 206,
    override_controller = 221,
    avatar_mask = 319,
    avatar_mask_old = 1011,
    state_transition = 1101,
    state = 1102,
    state_machine = 1107,
    entry_transition = 1109,
};

/// "state", "blend tree", "class 90": for messages.
[[nodiscard]] std::string class_name(std::int32_t class_id);

/// An error of a file, and the place of one in its line.
[[nodiscard]] Error refuse(std::string_view code, std::string place, std::string cause);
[[nodiscard]] std::string line_place(std::size_t line);

/// One `--- !u!CLASS &ID` of a file.
struct ObjectEntry {
    std::int32_t class_id = 0;
    std::int64_t file_id = 0;
    std::size_t begin = 0, end = 0;  ///< Its lines, after the first.
    std::uint32_t line = 0;          ///< Of its first line.
};

/// The whole text of a Unity file, split at its objects.
class UnityFile {
  public:
    /// Refuses what is no such file, and says what it is instead: empty, binary, a git-lfs pointer,
    /// a link as text, with conflict markers, with NUL bytes, not UTF-8. Codes: "unity-empty",
    /// "unity-binary", "unity-lfs", "unity-conflict", "unity-not-text", "unity-not-yaml",
    /// "unity-too-large", "unity-duplicate", "unity-syntax". One pass.
    [[nodiscard]] static Result<std::unique_ptr<UnityFile>> open(std::string text,
                                                                 Diagnostics& diagnostics);
    /// A .meta file, or another without objects: one tree.
    [[nodiscard]] static Result<std::unique_ptr<UnityFile>> open_plain(std::string text,
                                                                       Diagnostics& diagnostics);

    [[nodiscard]] const std::vector<ObjectEntry>& objects() const noexcept { return objects_; }
    [[nodiscard]] const ObjectEntry* find(std::int64_t file_id) const noexcept;
    /// The first object of a class; null where there is none.
    [[nodiscard]] const ObjectEntry* first_of(ClassId class_id) const noexcept;
    /// The map of an object's properties; read when first asked for, and kept.
    [[nodiscard]] Result<Node> read(const ObjectEntry& object);
    /// The map of a plain file.
    [[nodiscard]] Result<Node> read_plain();
    [[nodiscard]] std::size_t bytes() const noexcept { return text_.size(); }

  private:
    explicit UnityFile(std::string text, Diagnostics& diagnostics)
        : text_(std::move(text)), diagnostics_(&diagnostics) {}
    Result<bool> check_text();
    Result<bool> split();
    Result<bool> add_object(std::string_view line, std::size_t body, std::uint32_t number);
    Result<const Tree*> tree_of(std::size_t index, std::size_t begin, std::size_t end,
                                std::uint32_t line);

    std::string text_;
    Diagnostics* diagnostics_;
    std::vector<ObjectEntry> objects_;
    std::unordered_map<std::int64_t, std::size_t> by_id_;
    std::map<std::size_t, Tree> trees_;
    std::uint32_t nodes_ = 0;  ///< Of all trees.
};

}  // namespace motus::unity

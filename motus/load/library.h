// motus/load/library.h - a baked file, opened once and shared by everyone: its contents by name.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/bytes.h>
#include <motus/core/result.h>
#include <motus/load/file.h>
#include <motus/play/rig.h>
#include <motus/timeline/set.h>

#include <memory>
#include <string_view>

namespace motus {

/// A baked file with the tables that playing it needs.
///
///     auto file = motus::Library::open("hero.motusb");
///     if (!file) return report(to_string(file.error()));
///
/// Allocates when it is opened, never after; it may be shared by all threads. Move-only. Moving it
/// leaves everything valid that was made from it; it must outlive all of that.
class Library {
  public:
    /// Maps the file: the system loads what is read. Replace a file in use by renaming a new one
    /// over it, as `motus bake` does; the system ends a program that reads a mapped file which was
    /// cut. The error says whether the file is missing or damaged, and which part.
    [[nodiscard]] static Result<Library> open(const char* path);
    /// A file in memory: copied, or taken over.
    [[nodiscard]] static Result<Library> open(std::span<const std::byte> bytes);
    [[nodiscard]] static Result<Library> open(AlignedBytes bytes);
    /// A file that open_baked has accepted. Its bytes stay the caller's, and must outlive this.
    [[nodiscard]] static Result<Library> of(const BakedFile& file);

    Library(Library&&) noexcept;
    Library& operator=(Library&&) noexcept;
    ~Library();

    /// Where each thing is, by name; of several with one name the first. An unknown name is an
    /// error that lists the names there are, and suggests the one that was meant.
    [[nodiscard]] Result<std::uint32_t> find_rig(std::string_view name) const;
    [[nodiscard]] Result<std::uint32_t> find_machine(std::string_view name) const;
    [[nodiscard]] Result<std::uint32_t> find_timeline(std::string_view name) const;
    /// Among all clips of the file, as clips() has them. `rig` is an index.
    [[nodiscard]] Result<std::uint32_t> find_clip(std::uint32_t rig, std::string_view name) const;

    /// What stands at an index. Where there is no such thing, an empty one: jobs refuse it.
    [[nodiscard]] const Rig& rig(std::uint32_t index) const noexcept;
    [[nodiscard]] Machine machine(std::uint32_t index) const noexcept;
    /// The rig that a machine drives; kNoItem where it drives none.
    [[nodiscard]] std::uint32_t rig_of(std::uint32_t machine) const noexcept;
    /// All clips of the file, as playlists count them.
    [[nodiscard]] std::span<const Clip> clips() const noexcept;
    [[nodiscard]] TimelineSet timelines() const noexcept;

    /// The text of a hash; empty where the file has no names.
    [[nodiscard]] std::string_view text(NameHash hash) const noexcept {
        return find_name(file_->names, hash);
    }
    [[nodiscard]] const BakedFile& file() const noexcept { return *file_; }

  private:
    struct Parts;
    explicit Library(std::unique_ptr<Parts> parts) noexcept;
    std::unique_ptr<Parts> parts_;
    const BakedFile* file_;  ///< Of the parts.
};

}  // namespace motus

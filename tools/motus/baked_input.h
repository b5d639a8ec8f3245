// tools/motus/baked_input.h - a .motusb file of the command line: read, checked, or refused.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/result.h>
#include <motus/load/library.h>

#include <string>

namespace motus::tool {

/// A baked file. Its bytes are read and not mapped: a file that somebody cuts meanwhile would end
/// the program where it is mapped.
struct OpenedBake {
    Library library;
    bool has_tail = false;  ///< There is more in the file than the size in its header.

    [[nodiscard]] const BakedFile& file() const noexcept { return library.file(); }
};

[[nodiscard]] bool is_baked_file(const std::string& file);

/// Codes: those of find_file_fault(), "baked-file" with what is wrong.
[[nodiscard]] Result<OpenedBake> open_baked_file(const std::string& file);

/// The same for verbs that cannot go on without: an error is thrown as an InputFault.
[[nodiscard]] OpenedBake load_baked_file(const std::string& file);

/// The text of a hash; its number where the file has no names.
[[nodiscard]] std::string text_of(const BakedFile& file, NameHash hash);

}  // namespace motus::tool

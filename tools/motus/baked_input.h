// tools/motus/baked_input.h - a .motusb file of the command line: read, checked, or refused.
// Room: tools. Includes load. Included by verbs that read baked files.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/bytes.h>
#include <motus/core/diagnostics.h>
#include <motus/core/result.h>
#include <motus/load/file.h>

#include <memory>
#include <string>

namespace motus::tool {

/// A baked file with its bytes. They are read and not mapped: a file that somebody cuts meanwhile
/// would end the program where it is mapped.
struct OpenedBake {
    AlignedBytes bytes;
    bool has_tail = false;  ///< There is more in the file than the size in its header.
    BakedFile file;
};

[[nodiscard]] bool is_baked_file(const std::string& file);

/// Codes: those of find_file_fault(), "baked-file" with what is wrong.
[[nodiscard]] Result<OpenedBake> open_baked_file(const std::string& file);

/// The same for verbs that cannot go on without: an error is thrown as an InputFault.
[[nodiscard]] OpenedBake load_baked_file(const std::string& file);

/// The text of a hash; its number where the file has no names.
[[nodiscard]] std::string text_of(const BakedFile& file, NameHash hash);

}  // namespace motus::tool

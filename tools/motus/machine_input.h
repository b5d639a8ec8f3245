// tools/motus/machine_input.h - a machine to run, from whatever file has one.
// Room: tools. Includes load, bake_input. Included by verbs that run machines.
// SPDX-License-Identifier: MIT
#pragma once

#include "baked_input.h"

#include <motus/core/bytes.h>
#include <motus/load/file.h>

#include <memory>
#include <optional>
#include <string>

namespace motus {
class Document;
}

namespace motus::tool {

/// A baked file, its bytes, and one of its machines.
struct OpenedMachine {
    std::optional<OpenedBake> mapped;    ///< Of a .motusb file;
    AlignedBytes baked;                  ///< of all others.
    std::unique_ptr<Document> document;  ///< What was baked, where it was.
    BakedFile file;
    std::uint32_t machine = 0;
};

/// Reads a baked file; bakes a document, a glTF file, an embedded scene or a Unity controller.
/// `name` is the machine's; empty: the first. Throws an InputFault; warnings are messages.
[[nodiscard]] OpenedMachine load_machine(const std::string& file, const std::string& name);

}  // namespace motus::tool

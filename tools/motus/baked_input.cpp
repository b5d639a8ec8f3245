// SPDX-License-Identifier: MIT
#include "baked_input.h"

#include "input.h"
#include "output.h"

#include <motus/session/machine_names.h>

#include <optional>

#include <fmt/format.h>

namespace motus::tool {

bool is_baked_file(const std::string& file) {
    return lower_extension(file) == ".motusb";
}

Result<OpenedBake> open_baked_file(const std::string& file) {
    OpenedBake opened;
    if (const Status status = opened.mapped.open(file.c_str()); status != Status::ok) {
        if (status == Status::bad_size) return Error{"baked-file", "", "the file is empty"};
        if (std::optional<Error> fault = find_file_fault(file)) return *std::move(fault);
        return Error{"file-read", "", "cannot be opened and mapped"};
    }
    BakedFault fault;
    if (open_baked(opened.mapped.bytes(), opened.file, &fault) == Status::ok) return opened;
    const bool container = fault.part == BakedPart::container;
    return Error{"baked-file", "",
                 container ? to_string(fault.container)
                           : fmt::format("{}: bake it again", to_string(fault.part))};
}

OpenedBake load_baked_file(const std::string& file) {
    Result<OpenedBake> opened = open_baked_file(file);
    if (!opened) throw InputFault(file, opened.error());
    return *std::move(opened);
}

std::string text_of(const BakedFile& file, NameHash hash) {
    return name_text(file, hash);
}

}  // namespace motus::tool

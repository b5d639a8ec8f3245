// SPDX-License-Identifier: MIT
#include "bake_cache.h"

#include <motus/core/container.h>
#include <motus/core/hash.h>
#include <motus/document/file.h>

#include <elf.h>
#include <link.h>

#include <fmt/format.h>

namespace motus::tool {
namespace {

/// The note that linkers put into a program: a hash of all of it. Empty where there is none.
std::string build_id() {
    std::string id;
    const auto look = [](dl_phdr_info* program, std::size_t, void* out) {
        for (int i = 0; i < program->dlpi_phnum; ++i) {
            const ElfW(Phdr)& part = program->dlpi_phdr[i];
            if (part.p_type != PT_NOTE) continue;
            const auto* at =
                reinterpret_cast<const unsigned char*>(program->dlpi_addr) + part.p_vaddr;
            const auto* end = at + part.p_memsz;
            while (at + sizeof(ElfW(Nhdr)) <= end) {
                const auto* note = reinterpret_cast<const ElfW(Nhdr)*>(at);
                const std::size_t name = (note->n_namesz + 3u) & ~3u;
                const unsigned char* text = at + sizeof *note + name;
                if (note->n_type == NT_GNU_BUILD_ID) {
                    for (std::size_t k = 0; k < note->n_descsz && text + k < end; ++k)
                        *static_cast<std::string*>(out) += fmt::format("{:02x}", text[k]);
                }
                at = text + ((note->n_descsz + 3u) & ~3u);
            }
        }
        return 1;  // The program itself comes first; libraries do not count.
    };
    dl_iterate_phdr(look, &id);
    return id;
}

}  // namespace

std::string program_mark() {
    static const std::string mark = [] {
        std::string id = build_id();
        if (id.empty()) {
            const Result<std::string> program = read_text_file("/proc/self/exe");
            id = program ? to_string(hash_key(std::as_bytes(std::span(*program)))) : "unknown";
        }
        return fmt::format("motus-bake {} {}", kContainerVersion, id);
    }();
    return mark;
}

}  // namespace motus::tool

// SPDX-License-Identifier: MIT
#include <motus/bake/bake.h>

#include <motus/schema/type_info.h>

namespace motus {

std::vector<SectionSize> section_sizes(const Container& container, const Schema& schema) {
    std::vector<SectionSize> sizes;
    std::uint64_t inside = 0;
    sizes.push_back({"container", 0, 1});
    for (const SectionEntry& entry : container.sections) {
        std::string name = to_string(entry.kind);
        if (entry.kind == SectionKind::records) {
            const TypeInfo* type = schema.find_type(static_cast<std::uint16_t>(entry.type));
            name += '.';
            name += type != nullptr ? std::string(type->name) : std::to_string(entry.type);
        }
        const std::uint64_t bytes = std::uint64_t{entry.count} * entry.stride;
        sizes.push_back({std::move(name), bytes, entry.count});
        inside += bytes;
    }
    sizes.front().bytes = container.bytes.size() - inside;
    return sizes;
}

}  // namespace motus

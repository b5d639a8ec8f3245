// SPDX-License-Identifier: MIT
#include <motus/bake/bake.h>

#include <motus/bake/pack.h>
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

std::vector<ClipSize> clip_sizes(const BakedFile& file) {
    std::vector<ClipSize> sizes;
    for (std::uint32_t i = 0; i < file.clips.clips.size(); ++i) {
        const ClipEntry& entry = file.clips.clips[i];
        ClipSize size;
        size.kind = entry.kind;
        size.bytes = size.exact_bytes = exact_bytes(clip_at(file.clips, i));
        if (entry.kind == ClipKind::fast) {
            const PackedEntry& packed = file.clips.packed.clips[entry.packed];
            size.bytes += packed_bytes(packed);
            size.exact_bytes = packed.exact_bytes;
            size.error_max = packed.error_max;
            size.error_p99 = packed.error_p99;
            size.error_joint = packed.error_joint;
            size.error_time = packed.error_time;
        }
        if (entry.kind == ClipKind::small) {
            const SmallEntry& packed = file.clips.small.clips[entry.packed];
            size.bytes += small_bytes(packed);
            size.exact_bytes = packed.exact_bytes;
            size.error_max = packed.error_max;
            size.error_p99 = packed.error_p99;
            size.error_joint = packed.error_joint;
            size.error_time = packed.error_time;
        }
        sizes.push_back(size);
    }
    return sizes;
}

}  // namespace motus

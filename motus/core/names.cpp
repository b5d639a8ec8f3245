// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/core/names.h>

#include <algorithm>

namespace motus {

Status read_names(const Container& container, Names& out) noexcept {
    Names names;
    if (read_section(container, SectionKind::names, names.entries) != Status::ok ||
        read_section(container, SectionKind::name_text, names.text) != Status::ok) {
        return Status::bad_data;
    }
    NameHash before = NameHash::none;
    TiledRanges texts;
    for (const NameEntry& entry : names.entries) {
        if (!(before < entry.hash)) return Status::bad_data;
        if (!texts.take(entry.start, entry.size, names.text.size())) return Status::bad_data;
        if (hash_name({names.text.data() + entry.start, entry.size}) != entry.hash) {
            return Status::bad_data;
        }
        before = entry.hash;
    }
    if (!texts.end(names.text.size())) return Status::bad_data;
    out = names;
    return Status::ok;
}

std::string_view find_name(const Names& names, NameHash hash) noexcept {
    const auto found = std::lower_bound(
        names.entries.begin(), names.entries.end(), hash,
        [](const NameEntry& entry, NameHash wanted) { return entry.hash < wanted; });
    if (found == names.entries.end() || found->hash != hash) return {};
    MOTUS_ASSERT(in_range(found->start, found->size, names.text.size()));
    return {names.text.data() + found->start, found->size};
}

}  // namespace motus

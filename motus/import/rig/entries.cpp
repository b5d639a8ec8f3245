// SPDX-License-Identifier: MIT
#include <motus/import/rig/entries.h>

#include <motus/document/new_document.h>

namespace motus {

void add_folder(doc::AnimationLibraryChange& library, const std::string& name,
                const std::vector<DefaultClip>& clips) {
    auto folder = library.root_change().entries_append().folder_make();
    folder.set_name(name);
    for (const DefaultClip& clip : clips)
        for (const bool timeline : {false, true}) {
            const std::uint64_t item = timeline == clip.is_timeline ? clip.id
                                       : timeline                   ? clip.timeline
                                                                    : 0;
            if (item == 0) continue;
            folder.entries_append()
                .set_kind(timeline ? doc::LibraryEntryKind::timeline : doc::LibraryEntryKind::clip)
                .set_item(item);
        }
}

void list_clip(Document& document, const doc::Rig& rig, std::uint64_t clip) {
    const Object* folder = nullptr;
    visit_objects(content(document).library().root(), [&](const Object& object) {
        const auto* entry = object_cast<doc::LibraryEntry>(&object);
        if (folder != nullptr || entry == nullptr || entry->item() == 0) return;
        const Object* item = document.find_id(entry->item());
        if (item != nullptr && item->parent() == &rig) folder = entry->parent();
    });
    const auto* found = object_cast<doc::AnimationFolder>(folder);
    document.begin_change(found != nullptr ? *found : content(document).library().root())
        .entries_append()
        .set_kind(doc::LibraryEntryKind::clip)
        .set_item(clip);
}

}  // namespace motus

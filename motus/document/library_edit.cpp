// SPDX-License-Identifier: MIT
#include <motus/document/library_edit.h>

#include <motus/document/clone.h>
#include <motus/document/model_change.h>
#include <motus/document/new_document.h>

#include <set>
#include <string>

namespace motus {
namespace {

using doc::AnimationFolder;
using doc::LibraryEntry;
using doc::LibraryEntryKind;

const AnimationFolder& root_of(const Document& document) {
    return content(document).library().root();
}

/// The timeline, machine or clip with that id; null where it is something else.
const Object* item_of(const Document& document, std::uint64_t id) {
    const Object* object = id != 0 ? document.find_id(id) : nullptr;
    const bool is_item = object_cast<doc::AnimationTimeline>(object) != nullptr ||
                         object_cast<doc::StateMachineDefinition>(object) != nullptr ||
                         object_cast<doc::AnimationClip>(object) != nullptr;
    return is_item && object->slot()->kind == PropertyKind::children ? object : nullptr;
}

const LibraryEntry* folder_entry(const Document& document, std::uint64_t id) {
    const auto* entry = object_cast<LibraryEntry>(id != 0 ? document.find_id(id) : nullptr);
    return entry != nullptr && entry->folder() != nullptr ? entry : nullptr;
}

/// Null: there is no such folder.
const AnimationFolder* folder_of(const Document& document, std::uint64_t id) {
    if (id == 0) return &root_of(document);
    const LibraryEntry* entry = folder_entry(document, id);
    return entry != nullptr ? entry->folder() : nullptr;
}

LibraryEntryKind kind_of(const Object& item) {
    if (object_cast<doc::AnimationTimeline>(&item) != nullptr) return LibraryEntryKind::timeline;
    return object_cast<doc::AnimationClip>(&item) != nullptr ? LibraryEntryKind::clip
                                                             : LibraryEntryKind::machine;
}

std::string name_of(const Document& document, const Object& object) {
    const PropertyInfo* property = object.type().find("name");
    if (property == nullptr) return {};
    const Value value = document.base_value(object, *property);
    const std::string* text = value.as_text();
    return text != nullptr ? *text : std::string();
}

Error no_item(std::uint64_t id) {
    return {"no-item", std::to_string(id), "there is no such item or folder in the library"};
}

Result<Done> remove(Document& document, const Object& object) {
    return document.remove(object.parent()->handle(), object.slot()->number, object.index());
}

/// Takes `object` to the place before `before` (null: the end) of a list of `owner`.
Result<Done> move_to(Document& document, const Object& object, const Object& owner,
                     std::uint16_t property, const Object* before) {
    const bool same = object.parent() == &owner;
    const std::size_t size = children_of(owner, *owner.type().find(property)).size();
    std::size_t to = before != nullptr ? before->index() : size;
    if (same && object.index() < to) --to;  // counted after it was taken out
    if (same && object.index() == to) return Done{};
    return document.move(object.parent()->handle(), object.slot()->number, object.index(),
                         owner.handle(), property, to);
}

/// The entry of `folder` for an item or a folder; null where it has none.
const LibraryEntry* entry_in(const AnimationFolder& folder, std::uint64_t id) {
    for (const LibraryEntry& entry : folder.entries()) {
        const bool is_folder = entry.kind() == LibraryEntryKind::folder;
        if (id != 0 && (is_folder ? entry.id() : entry.item()) == id) return &entry;
    }
    return nullptr;
}

}  // namespace

const LibraryEntry* library_entry(const Document& document, std::uint64_t id) {
    if (const LibraryEntry* folder = folder_entry(document, id)) return folder;
    const LibraryEntry* found = nullptr;
    const AnimationFolder& root = root_of(document);
    visit_objects(root, [&](const Object& object) {
        const auto* folder = object_cast<AnimationFolder>(&object);
        if (folder != nullptr && folder != &root && found == nullptr) found = entry_in(*folder, id);
    });
    return found;
}

Result<Done> make_folder(Document& document, std::string_view name, std::uint64_t parent) {
    const AnimationFolder* owner = folder_of(document, parent);
    if (owner == nullptr) return no_item(parent);
    if (name.empty()) return Error{"bad-name", "", "a folder needs a name"};
    Step step = document.begin_step("New folder " + std::string(name));
    document.begin_change(*owner).entries_append().folder_make().set_name(name);
    return step.commit();
}

Result<Done> move_in_library(Document& document, std::uint64_t id, std::uint64_t folder,
                             std::uint64_t before) {
    const AnimationFolder* into = folder_of(document, folder);
    const Object* item = item_of(document, id);
    const LibraryEntry* entry = library_entry(document, id);
    if (into == nullptr) return no_item(folder);
    if (item == nullptr && (entry == nullptr || entry->folder() == nullptr)) return no_item(id);
    Step step = document.begin_step(folder != 0 || item == nullptr ? "Move in the library"
                                                                   : "Reorder the library");
    if (item != nullptr && folder == 0) {
        const Object* neighbour = item_of(document, before);
        const bool listed = neighbour != nullptr && neighbour->parent() == item->parent() &&
                            neighbour->slot() == item->slot();
        if (entry != nullptr)
            if (const Result<Done> done = remove(document, *entry); !done) return done;
        if (neighbour != item && (listed || (before == 0 && entry == nullptr))) {
            const Result<Done> done =
                move_to(document, *item, *item->parent(), item->slot()->number, neighbour);
            if (!done) return done;
        }
        return step.commit();
    }
    const LibraryEntry* neighbour = entry_in(*into, before);
    if (entry == nullptr) {
        auto change = document.begin_change(*into);
        auto made = neighbour != nullptr ? change.entries_insert(neighbour->index())
                                         : change.entries_append();
        made.set_kind(kind_of(*item)).set_item(id);
    } else if (entry != neighbour) {
        const Result<Done> done =
            move_to(document, *entry, *into, AnimationFolder::kEntries, neighbour);
        if (!done) return done;
    }
    return step.commit();
}

Result<Done> rename_in_library(Document& document, std::uint64_t id, std::string_view name) {
    const Object* object = item_of(document, id);
    if (object == nullptr && folder_entry(document, id) != nullptr)
        object = folder_entry(document, id)->folder();
    if (object == nullptr) return no_item(id);
    if (name.empty()) return Error{"bad-name", "", "a name is not empty"};
    Step step = document.begin_step("Rename to " + std::string(name));
    const Result<Done> done =
        document.set(object->handle(), object->type().find("name")->number, Value(name));
    if (!done) return done;
    return step.commit();
}

Result<Done> duplicate_item(Document& document, std::uint64_t id) {
    const Object* item = item_of(document, id);
    if (item == nullptr) return no_item(id);
    const std::string old = name_of(document, *item);
    std::set<std::string> taken;
    for (const auto& other : children_of(*item->parent(), *item->slot()))
        taken.insert(name_of(document, *other));
    std::string name = old + " copy";
    for (int i = 2; taken.count(name) != 0; ++i)
        name = old + " copy " + std::to_string(i);

    Step step = document.begin_step("Duplicate " + old);
    std::unique_ptr<Object> copy = clone_authored(document, *item);
    renew_ids(document, *copy);
    const Result<Handle> made = document.insert(item->parent()->handle(), item->slot()->number,
                                                item->index() + 1, std::move(copy));
    if (!made) return made.error();
    const Object& added = *document.find(*made);
    const Result<Done> named =
        document.set(*made, added.type().find("name")->number, Value(std::string_view(name)));
    if (!named) return named;
    if (const LibraryEntry* entry = library_entry(document, id)) {
        const auto& folder = static_cast<const AnimationFolder&>(*entry->parent());
        document.begin_change(folder)
            .entries_insert(entry->index() + 1)
            .set_kind(entry->kind())
            .set_item(added.stable_id());
    }
    return step.commit();
}

Result<Done> delete_from_library(Document& document, std::uint64_t id) {
    const Object* item = item_of(document, id);
    const LibraryEntry* folder = folder_entry(document, id);
    if (item == nullptr && folder == nullptr) return no_item(id);
    if (folder != nullptr) {
        Step step = document.begin_step("Delete folder " + folder->folder()->name());
        const Object& owner = *folder->parent();
        const AnimationFolder& list = *folder->folder();
        const std::size_t place = folder->index();
        // From behind, each to the same place: nobody's place has to be looked for.
        for (std::size_t i = list.entries().size(); i-- > 0;) {
            // The root lists folders only: an item that comes there is in none.
            const Result<Done> done =
                &owner == &root_of(document) && list.entries()[i].folder() == nullptr
                    ? document.remove(list.handle(), AnimationFolder::kEntries, i)
                    : document.move(list.handle(), AnimationFolder::kEntries, i, owner.handle(),
                                    AnimationFolder::kEntries, place);
            if (!done) return done;
        }
        if (const Result<Done> done = remove(document, *folder); !done) return done;
        return step.commit();
    }
    Step step = document.begin_step("Delete " + name_of(document, *item));
    std::vector<Handle> entries;
    visit_objects(root_of(document), [&](const Object& object) {
        const auto* entry = object_cast<LibraryEntry>(&object);
        if (entry != nullptr && entry->folder() == nullptr && entry->item() == id)
            entries.push_back(entry->handle());
    });
    for (const Handle entry : entries)
        if (const Result<Done> done = remove(document, *document.find(entry)); !done) return done;
    if (const Result<Done> done = remove(document, *item); !done) return done;
    return step.commit();
}

}  // namespace motus

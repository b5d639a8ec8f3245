// motus/document/library_edit.h - edits of the library: folders, and the items they list.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/document.h>
#include <motus/document/model.h>

#include <string_view>

namespace motus {

/// An item is a timeline, a machine or a clip. It lies in the folder that lists it first; what only
/// the root lists, or nothing, lies in none and is seen in the order of its own list. Folders are
/// named by the id of their entry, 0 is "none". Every function is one step, or part of the one that
/// is open. Code of all: "no-item", where there is no such item or folder.

/// The entry of the folder or item; null where no folder lists it. `root` entries that name items
/// do not count: they do not put them into a folder.
[[nodiscard]] const doc::LibraryEntry* library_entry(const Document& document, std::uint64_t id);

/// A new folder, the last one of `parent`.
Result<Done> make_folder(Document& document, std::string_view name, std::uint64_t parent);

/// Puts an item or a folder into `folder`, before the item or folder `before` that lies there (0:
/// behind all). With no folder an item leaves the one it is in; in its own list it comes to stand
/// before `before` where that is of the same list. One that was in no folder goes to the end of its
/// list for 0. Code: "inside-itself".
Result<Done> move_in_library(Document& document, std::uint64_t id, std::uint64_t folder,
                             std::uint64_t before);

/// Code: "bad-name" for an empty one.
Result<Done> rename_in_library(Document& document, std::uint64_t id, std::string_view name);

/// A copy right behind the item, also in its folder, with new ids and the name "NAME copy". Not of
/// folders.
Result<Done> duplicate_item(Document& document, std::uint64_t id);

/// Removes an item with the entries that list it; what else refers to it stays, and is a fault. Of
/// a folder only itself goes: what lies in it moves to where the folder was.
Result<Done> delete_from_library(Document& document, std::uint64_t id);

}  // namespace motus

// motus/import/rig/entries.h - clips and timelines of a rig as entries of the library.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/document.h>
#include <motus/import/rig/default_machine.h>

namespace motus {

/// A folder with all that was made of a file.
void add_folder(doc::AnimationLibraryChange& library, const std::string& name,
                const std::vector<DefaultClip>& clips);

/// An entry for a clip, beside the rig's other clips where they are listed.
void list_clip(Document& document, const doc::Rig& rig, std::uint64_t clip);

}  // namespace motus

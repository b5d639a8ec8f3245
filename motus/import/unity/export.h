// motus/import/unity/export.h - a machine of a document back to a .controller file.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/diagnostics.h>
#include <motus/document/new_document.h>

#include <string>

namespace motus::unity {

/// The note of a state that is called otherwise than in Unity, where two had one path: "name" is
/// Unity's, "as" the one that was given instead of it.
inline constexpr const char* kNameNote = "unity.name";
/// In the note of a behaviour: a field by that name is a text, though it looks like a list or map.
inline constexpr const char* kTextField = "unity.text";

/// The machine as Unity's text, version 5. Imported again it is the same machine. Clips are written
/// as references where the document says which of Unity's they were; others as empty clips inside
/// the file that have name, length and loop flag. What Unity has no word for (blend curves, exit
/// times from the crossing on, inertial interruption, events of states, sync, the names of choices,
/// ways out with timing of their own) is left out with a warning at its path in the document.
[[nodiscard]] std::string export_controller(const Document& document,
                                            const doc::StateMachineDefinition& machine,
                                            Diagnostics& diagnostics);

}  // namespace motus::unity

// scenes/hero/hero_document.h - the hero's document: clips, mask, and the machine that drives him.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/new_document.h>

#include <memory>

namespace motus::scenes {

/// Importer of sources that are made in code: their path is a name that make_scene() takes.
inline constexpr const char* kSceneImporter = "scene";

/// A document about the hero: an entity with his rig and clips, and the machine "hero".
///
/// Variables: speed (m/s; Walk at 1.12, Run at 3), jump, turn and wave (triggers). Layer Base:
/// Idle, Move (Walk and Run, by speed), Jump from any state, Turn. Layer Arms: Wave over an
/// upper-body mask. Ids are the same in every build. See docs/scenes.md.
[[nodiscard]] std::unique_ptr<Document> make_hero_document();

}  // namespace motus::scenes

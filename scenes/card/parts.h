// scenes/card/parts.h - the parts of the card's document, made one after the other.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/model_change.h>
#include <motus/document/new_document.h>

#include <cstdint>

namespace motus::scenes::card {

using Id = std::uint64_t;

/// Entities of the scene.
struct Cast {
    Id backdrop = 0, glow = 0, card = 0, emblem = 0, title = 0, caption = 0, rule = 0;
    Id button = 0, label = 0;
};

/// Timelines of the library, and the event that flip fires.
struct Moves {
    Id idle = 0, flip = 0, unflip = 0, flipped = 0;
    Id rest = 0, hover = 0, pressed = 0;
    Id turned = 0;
};

/// What tells the two faces of the card apart. Colours are linear light.
struct Face {
    Float4 top, bottom, emblem_top, emblem_bottom, rule;
    const char* title;
    const char* caption;
};
[[nodiscard]] const Face& front();
[[nodiscard]] const Face& back();

/// "#8b5cf6" and alpha as linear light.
[[nodiscard]] Float4 paint(std::uint32_t rgb, float alpha = 1.0f);

[[nodiscard]] Cast add_scene(Document& document);
[[nodiscard]] Moves add_timelines(Document& document, const Cast& cast);
void add_machine(Document& document, const Moves& moves);

}  // namespace motus::scenes::card

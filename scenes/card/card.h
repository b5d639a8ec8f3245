// scenes/card/card.h - a card that flips and a button that presses: what property animation shows.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/new_document.h>

#include <memory>

namespace motus::scenes {

inline constexpr float kCardWidth = 640.0f, kCardHeight = 420.0f;

/// A document about a small UI scene of kCardWidth x kCardHeight pixels, and the machine "card".
///
/// Entities: Backdrop, Glow, Card (Emblem, Title, Caption, Rule), Button (Label). Timelines key
/// transforms, fills, paint layers and texts: "card idle", "flip", "unflip" (which plays flip
/// backwards, as a timeline inside a timeline), "flipped", "button rest", "button hover", "button
/// pressed". Variables: hovered, pressed (booleans), flip (trigger). Layer Card: Idle, Flip,
/// Flipped, Unflip; layer Button: Rest, Hover, Pressed. Ids are the same in every build.
[[nodiscard]] std::unique_ptr<Document> make_card_document();

}  // namespace motus::scenes

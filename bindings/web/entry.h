// bindings/web/entry.h - what stands behind the number of a stage.
// SPDX-License-Identifier: MIT
#pragma once

#include "abi.h"

#include <motus/render/board_handles.h>
#include <motus/render/stage_view.h>
#include <motus/session/desk.h>

#include <memory>
#include <string>
#include <vector>

namespace motus::web {

struct Entry {
    Entry();

    Stage stage;
    Desk desk{stage};
    std::uint32_t count = 0;       ///< Numbers that the last call gave a place of.
    std::vector<std::byte> bytes;  ///< A file that was made.
    std::string text;              ///< What the last call returned.
    std::string error;             ///< Why the last one failed.

    std::unique_ptr<render::StageView> view;
    std::uint64_t shown_assets = 0;     ///< Revision of the assets that the view has,
    std::uint32_t shown_rig = kNoItem;  ///< and the rig.
    bool shown = false;
    render::Picture picture;
    float numbers[6] = {};
    // The pointer over a board.
    std::uint64_t pressed_on = 0;  ///< Entity that it was pressed on.
    bool held = false;
    /// What a drag on the canvas started from.
    std::vector<std::pair<std::uint64_t, render::BoardPlace>> dragged;
    // Memory for ghosts and trail, used again each frame.
    std::vector<PoseBuffer> ghost_poses;
    std::vector<render::StageGhost> ghosts;
    std::vector<Vec3> trail;

    /// Text for the caller, or null with the error kept.
    const char* give(std::string made);
    const char* give(Result<std::string> made);
    const char* fail(const Error& why, const std::vector<Fault>& faults = {});
    int fail_int(const Error& why);
    int status(Status status, const char* what);
};

/// Null where there is no such stage.
[[nodiscard]] Entry* find(std::uint32_t stage);

/// A stage on which a document is open; null otherwise, and its error says so.
[[nodiscard]] Entry* find_open(std::uint32_t stage);

/// An id as pages write them, in decimal digits; 0 where there is none.
[[nodiscard]] std::uint64_t read_id(const char* text);

}  // namespace motus::web

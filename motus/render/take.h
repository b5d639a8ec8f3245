// motus/render/take.h - a performance that was played once and is shown frame by frame.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/ticks.h>
#include <motus/pose/pose_buffer.h>
#include <motus/render/overlay.h>

#include <string>
#include <vector>

namespace motus::render {

/// A panel of the HUD.
struct HudPanel {
    std::string title;
    std::vector<PanelRow> rows;
};

/// One frame: the local pose, where the rig stands, and what the HUD says of it.
struct TakeFrame {
    PoseBuffer local;
    Mat34 root{};
    std::vector<HudPanel> left, right;  ///< From the top down.
    std::vector<std::string> events;    ///< Names of what fired; shown for half a second.
};

/// What a mixer or a machine did. Its state depends on all steps before, so it is played first and
/// looked at after: a camera can know where the figure will go.
struct Take {
    std::string name;
    Ticks step{};  ///< From one frame to the next; above 0.
    std::vector<TakeFrame> frames;

    /// Length of the film: a step for each frame.
    [[nodiscard]] Ticks duration() const noexcept {
        return Ticks{step.value * static_cast<std::int64_t>(frames.size())};
    }
    /// The frame that stands at `time`; times outside give the first and the last.
    [[nodiscard]] std::size_t frame_at(Ticks time) const noexcept {
        if (time.value <= 0 || step.value <= 0 || frames.empty()) return 0;
        const auto index = static_cast<std::size_t>(time.value / step.value);
        return index < frames.size() ? index : frames.size() - 1;
    }
};

}  // namespace motus::render

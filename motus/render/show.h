// motus/render/show.h - a clip on a stage: figure or crowd, camera, overlays, picture by picture.
// Room: render. Includes renderer, figure, overlay. Included by tools, studio.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/diagnostics.h>
#include <motus/core/playhead.h>
#include <motus/render/figure.h>
#include <motus/render/overlay.h>
#include <motus/render/renderer.h>

#include <memory>
#include <string>

namespace motus::render {

enum class CameraMode : std::uint8_t {
    follow,  ///< Goes with a figure that travels, at its mean speed.
    fixed,   ///< Stands, and shows all places the figure comes to.
    orbit    ///< Follows and goes around once.
};

struct Overlays {
    bool skeleton = false, joint_axes = false, joint_names = false;
    bool trail = false;                ///< Where the root has been and will be.
    bool label = false;                ///< Clip and time.
    std::uint32_t onion_skins = 0;     ///< Ghosts before and after, each.
    bool heat = false;                 ///< Skin weights instead of materials.
    JointIndex heat_joint = kNoJoint;  ///< Weights of this joint of the skeleton alone.
};

struct ShowOptions {
    std::uint32_t clip = kNone;  ///< Of the asset; kNone: the rest pose.
    PlayMode mode = PlayMode::loop;
    std::uint32_t width = 640, height = 480;
    CameraMode camera = CameraMode::follow;
    OrbitView view{};
    Look look{};
    Overlays overlays{};
    std::uint32_t crowd = 1;  ///< Figures, each with a phase and a place of its own.
};

/// Milliseconds of the last picture's parts.
struct ShowTimes {
    double evaluate = 0.0, upload = 0.0, draw = 0.0, read = 0.0;
};

/// One asset on show. Needs a current Context to be made, used, and to go.
class Show {
  public:
    /// `asset` and `rig` must outlive it. Codes: those of Model and Renderer; "render-clip".
    [[nodiscard]] static Result<Show> make(const Asset& asset, const Rig& rig,
                                           const ShowOptions& options, Diagnostics& diagnostics);

    /// Length of the clip; of a ping-pong, there and back.
    [[nodiscard]] Ticks duration() const noexcept;

    /// The picture at `time` since the start, any time of either sign. A looping clip with root
    /// motion goes on from where it came to.
    [[nodiscard]] Result<Picture> picture(Ticks time);

    [[nodiscard]] const ShowTimes& times() const noexcept;
    [[nodiscard]] const FrameStats& stats() const noexcept;

    Show(Show&&) noexcept;
    Show& operator=(Show&&) noexcept;
    ~Show();

  private:
    struct Data;
    explicit Show(std::unique_ptr<Data> data);
    std::unique_ptr<Data> data_;
};

}  // namespace motus::render

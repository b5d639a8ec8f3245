// motus/render/show.h - a clip or a take on a stage: figure or crowd, camera, overlays.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/diagnostics.h>
#include <motus/core/playhead.h>
#include <motus/render/figure.h>
#include <motus/render/overlay.h>
#include <motus/render/renderer.h>
#include <motus/render/take.h>
#include <motus/skinning/palette.h>

#include <memory>
#include <string>
#include <vector>

namespace motus::render {

enum class CameraMode : std::uint8_t {
    follow,  ///< Goes with a figure that travels: at its clip's mean speed, or smoothly.
    fixed,   ///< Stands, and shows all places the figure comes to.
    orbit    ///< Follows and goes around once.
};

/// A place held by a joint, shown as axes with its name: a hand's grip, a sword's hilt.
struct AttachmentMark {
    Attachment attachment{};
    std::string name;
};

struct Overlays {
    bool skeleton = false, joint_axes = false, joint_names = false;
    std::vector<AttachmentMark> attachments;
    bool trail = false;                ///< Where the root has been and will be.
    bool label = false;                ///< Clip and time.
    std::uint32_t onion_skins = 0;     ///< Ghosts before and after, each.
    bool heat = false;                 ///< Skin weights instead of materials.
    JointIndex heat_joint = kNoJoint;  ///< Weights of this joint of the skeleton alone.
    /// Packed form of the clip, drawn in its stead: colours say how far each vertex is from where
    /// the clip has it. Not for takes, nor for crowds. Null: none.
    const Clip* packed = nullptr;
    float error_m = 0.0001f;   ///< What is red.
    float units_per_m = 1.0f;  ///< Of the model: 100 where it is in centimetres.
};

struct ShowOptions {
    std::uint32_t clip = kNone;  ///< Of the asset; kNone: the rest pose.
    const Take* take = nullptr;  ///< Shown instead of a clip, with its HUD; must outlive the show.
    PlayMode mode = PlayMode::loop;
    std::uint32_t width = 640, height = 480;
    CameraMode camera = CameraMode::follow;
    OrbitView view{};
    Look look{};
    Overlays overlays{};
    std::uint32_t crowd = 1;  ///< Figures, each with a phase and a place of its own; 1 for a take.
};

/// Milliseconds of the last picture's parts.
struct ShowTimes {
    double evaluate = 0.0, upload = 0.0, draw = 0.0, read = 0.0;
};

/// One asset on show. Needs a current Context to be made, used, and to go.
class Show {
  public:
    /// `asset` and `rig` must outlive it. `clips`: one per clip of the asset, in the stead of the
    /// rig's; what they look at must outlive it too. Codes: those of Model and Renderer;
    /// "render-clip".
    [[nodiscard]] static Result<Show> make(const Asset& asset, const AssetRig& rig,
                                           const ShowOptions& options, Diagnostics& diagnostics,
                                           std::span<const Clip> clips = {});

    /// Shows something else of the same asset: cheap, models and shaders stay. On an error nothing
    /// changes.
    [[nodiscard]] Result<bool> change(const ShowOptions& options);
    [[nodiscard]] const ShowOptions& options() const noexcept;

    /// Length of the clip or take; of a ping-pong, there and back.
    [[nodiscard]] Ticks duration() const noexcept;

    /// The picture at `time` since the start, any time of either sign. A looping clip with root
    /// motion goes on from where it came to.
    [[nodiscard]] Result<Picture> picture(Ticks time);

    /// The same in parts: draw, then read it or put it on the canvas of a browser.
    [[nodiscard]] Result<bool> draw(Ticks time);
    [[nodiscard]] Result<Picture> read();
    void present();

    [[nodiscard]] const ShowTimes& times() const noexcept;
    [[nodiscard]] const FrameStats& stats() const noexcept;
    [[nodiscard]] const Model& model() const noexcept;

    Show(Show&&) noexcept;
    Show& operator=(Show&&) noexcept;
    ~Show();

  private:
    struct Data;
    explicit Show(std::unique_ptr<Data> data);
    std::unique_ptr<Data> data_;
};

}  // namespace motus::render

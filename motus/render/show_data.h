// motus/render/show_data.h - the parts of a Show: what moves, where the camera is, what lies on
// top.
// SPDX-License-Identifier: MIT
#pragma once

#include "crowd_layout.h"

#include <motus/render/hud.h>
#include <motus/render/show.h>

#include <vector>

namespace motus::render {

/// What is played, and where it goes; made anew when options change.
struct Stage {
    Ticks duration{};
    JointIndex root = kNoJoint;  ///< Carries root motion; kNoJoint where there is none to add up.
    Mat34 travel{};              ///< Of one time through the clip.
    Vec3 velocity{};             ///< Mean, in metres a clip.
    std::vector<Vec3> path;      ///< Of a take: where a camera that follows looks, per frame.
    Bounds bounds{};             ///< Of all figures, the camera's movement taken out.
    float floor = 0.0f;
    float figure_size = 1.0f;  ///< Radius of one figure.
    Look look{};
    Camera camera{};
    std::vector<CrowdPlace> crowd;
};

struct Show::Data {
    const Asset& asset;
    const AssetRig& rig;
    ShowOptions options;
    Renderer renderer;
    Model model;
    FigurePoses poses, ghosts, scratch;
    std::vector<bool> bones;
    Stage stage;
    std::vector<Instance> instances;
    ShowTimes times;

    Data(const Asset& a, const AssetRig& r, Renderer rd, Model m, std::span<const Clip> clips)
        : asset(a),
          rig(r),
          renderer(std::move(rd)),
          model(std::move(m)),
          poses(r, 1, clips),
          ghosts(r, 1, clips),
          scratch(r, 1, clips),
          bones(bone_joints(r)) {}

    /// Those that are played: every FigurePoses has them.
    [[nodiscard]] std::vector<Clip> clips() const {
        return {scratch.clips().begin(), scratch.clips().end()};
    }

    Result<bool> change(const ShowOptions& wanted);
    Result<bool> draw(Ticks time);

    // show_motion.cpp
    struct Moment {
        Ticks time;
        std::int64_t wraps;
        double phase;  ///< Times through the clip, fractions included.
    };
    [[nodiscard]] Moment moment_of(Ticks time) const;
    [[nodiscard]] Mat34 place_of(const Moment& moment) const;
    /// How far the camera has gone with the figure.
    [[nodiscard]] Vec3 followed(Ticks time) const;
    Status pose_at(FigurePoses& into, std::uint32_t index, Ticks time);
    Status evaluate(Ticks time);
    void prepare_travel();
    void prepare_bounds();
    void prepare_camera();
    [[nodiscard]] Camera camera_at(Ticks time) const;

    // show_overlays.cpp
    void draw_overlays(Canvas& canvas, const Camera& at, Ticks time);
    void draw_marks(Canvas& canvas, const OverlayView& view, float text);
};

}  // namespace motus::render

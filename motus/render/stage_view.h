// motus/render/stage_view.h - what a studio draws: a figure or a board in a canvas, with a camera.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/render/board.h>
#include <motus/render/context.h>
#include <motus/render/figure.h>
#include <motus/render/overlay.h>
#include <motus/render/renderer.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace motus::render {

/// Where a studio's camera looks from: angles as OrbitView has them.
struct StageCamera {
    Vec3 target{0.0f, 1.0f, 0.0f};
    float yaw_rad = 0.5f, pitch_rad = 0.16f;
    float distance_m = 4.0f;
};

struct StageOverlays {
    bool skeleton = false, axes = false, names = false, trail = false, onion = false, heat = false,
         label = false;
};

/// A pose of onion skin.
struct StageGhost {
    ConstPoseView pose{};
    Mat34 place{};
    bool before = false;
    float strength = 0.75f;
};

/// One frame. Views only.
struct StageFrame {
    ConstPoseView pose{};  ///< Of the model that is loaded; empty: the rest pose.
    Mat34 place{};         ///< Where the figure stands, its unit scale included.
    std::span<const Vec3> trail{};
    std::span<const StageGhost> ghosts{};
    const SceneRecords* board = nullptr;  ///< A 2D scene instead of a figure.
    const Names* names = nullptr;         ///< Of the board's texts.
    std::string label;
};

/// A canvas of a studio. Everything on the GPU is made again when a browser takes the context away
/// and gives it back. One thread.
class StageView {
  public:
    explicit StageView(std::unique_ptr<Context> context);
    ~StageView();

    /// Shows another model from now on; null: none. `asset` must outlive its being shown. On an
    /// error nothing is shown. Codes: those of make_rig and Model::make.
    [[nodiscard]] Result<bool> load(const Asset* asset, Diagnostics& diagnostics);

    void set_size(std::uint32_t width, std::uint32_t height) noexcept;
    [[nodiscard]] std::uint32_t width() const noexcept { return width_; }
    [[nodiscard]] std::uint32_t height() const noexcept { return height_; }
    StageOverlays overlays{};
    Look look{};
    JointIndex selection = kNoJoint;
    /// Whether the camera goes with a figure that travels. The picture stays when it is changed.
    void set_follow(bool follow) noexcept;
    [[nodiscard]] bool follow() const noexcept { return follow_; }

    /// Relative to the figure's place while the camera follows it.
    StageCamera camera{};
    /// The camera was set by someone: do not frame what is loaded next.
    void keep_camera() noexcept { framed_ = true; }
    /// By a drag of that many pixels. A board is panned and zoomed, never turned.
    void orbit(float dx, float dy) noexcept;
    void pan(float dx, float dy) noexcept;
    void zoom(float factor) noexcept;
    void frame_all();
    void frame_joint(JointIndex joint);

    /// Draws; "gl-lost" while the context is lost: draw again later, then it is as it was.
    [[nodiscard]] Result<bool> draw(const StageFrame& frame);
    void present();
    [[nodiscard]] Result<Picture> read();
    [[nodiscard]] FrameStats stats() const noexcept;
    [[nodiscard]] const Context& context() const noexcept { return *context_; }

    /// Of the last frame: the bone nearest to a place on the picture, within 24 pixels.
    [[nodiscard]] JointIndex pick(float x, float y) const;
    /// Where a joint was drawn; none behind the camera.
    [[nodiscard]] std::optional<Vec2> place_of(JointIndex joint) const;
    /// A place on the picture in pixels of the board that was drawn.
    [[nodiscard]] Vec2 board_place(float x, float y) const noexcept;
    /// And back.
    [[nodiscard]] Vec2 picture_place(Vec2 point) const noexcept;

  private:
    struct Loaded;
    Result<bool> ready();
    Result<bool> draw_figure(const StageFrame& frame);
    Result<bool> draw_flat(const StageFrame& frame);
    void draw_marks(const StageFrame& frame);
    [[nodiscard]] Camera real_camera() const noexcept;
    [[nodiscard]] Vec3 back() const noexcept;

    std::unique_ptr<Context> context_;  // Goes last.
    std::unique_ptr<Loaded> loaded_;
    std::optional<Renderer> renderer_;
    std::uint32_t generation_ = 0;
    std::uint32_t width_ = 640, height_ = 480;
    bool follow_ = true;
    bool is_board_ = false, framed_ = false;
    Vec3 place_{};          ///< What the camera followed in the last frame.
    Affine2 to_picture_{};  ///< Of the board, in the last frame.
    Vec2 board_pan_{};      ///< Pixels of the picture.
    float board_zoom_ = 1.0f;
    Canvas canvas_;
};

}  // namespace motus::render

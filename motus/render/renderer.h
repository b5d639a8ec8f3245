// motus/render/renderer.h - draws scenes: figures, studio, shadows, overlays.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/result.h>
#include <motus/render/camera.h>
#include <motus/render/canvas.h>
#include <motus/render/model.h>
#include <motus/render/picture.h>

#include <cstdint>
#include <memory>
#include <span>

namespace motus::render {

/// How a figure is shown.
enum class DrawStyle : std::uint8_t {
    lit,
    ghost,  ///< See-through in one colour, behind everything, without a shadow: onion skin.
    heat,   ///< Skin weights as colours.
    error   ///< How far each vertex is from where another pose has it, as colours.
};

/// One model, in as many poses and places as there are. One GL draw call per part of the model and
/// pass, whatever the number of instances.
struct Draw {
    const Model* model = nullptr;
    PoseSet poses{};
    std::span<const Instance> instances{};
    DrawStyle style = DrawStyle::lit;
    Vec4 ghost_color{0.25f, 0.45f, 0.9f, 0.35f};  ///< Linear; alpha at its strongest.
    std::int32_t heat_joint = -1;                 ///< Joint of the skin; -1: all, a colour each.
    /// Error: units of the world that are red. One instance, of pose 0 of two; pose 1 is right.
    float error_m = 0.0001f;
};

/// Light and surroundings. Colours of light are linear; wall and floor are sRGB, as the screen
/// shows them.
struct Look {
    Vec3 key_direction{-0.42f, 0.80f, 0.62f};  ///< Towards the light; any length.
    Vec3 key_color{2.30f, 2.14f, 1.92f};
    Vec3 sky_color{0.64f, 0.71f, 0.84f};
    Vec3 bounce_color{0.40f, 0.36f, 0.33f};
    float exposure = 1.0f;
    float rim = 0.6f;
    float reflections = 1.0f;
    float shadow = 1.0f;        ///< 0 to 1.
    float light_size = 0.085f;  ///< Tangent of the key light's angular radius: softness.
    Vec3 wall{0.80f, 0.82f, 0.85f};
    Vec3 floor{0.83f, 0.85f, 0.87f};
    float vignette = 1.0f;  ///< How much darker the corners of the wall are.
    bool backdrop = true;   ///< False: transparent, with the shadow as what is left of the floor.
    bool ground = true;
    float ground_height = 0.0f;
    float grid = 0.32f;      ///< Strength of its lines: dark above 0, light below, 0 none.
    float grid_cell = 0.0f;  ///< Metres; 0: a round number that suits the subject.
};

/// A dark studio.
[[nodiscard]] Look dark_look();
/// One sRGB colour behind everything, no floor.
[[nodiscard]] Look plain_look(const Vec3& color);

/// A frame. Views only.
struct Scene {
    std::span<const Draw> draws{};
    Camera camera{};
    Look look{};
    Bounds subject{};                 ///< What casts shadows, and where the floor is bright.
    float figure_m = 0.0f;            ///< Radius of one figure of a crowd; 0: the subject is one.
    const Canvas* overlay = nullptr;  ///< In pixels of the picture, drawn last.
    std::uint32_t width = 640, height = 480;
};

/// Counts of the last frame.
struct FrameStats {
    std::uint32_t draw_calls = 0;  ///< Of models, without shadows.
    std::uint32_t instances = 0;
};

/// Programs, targets and shadow maps. Needs a current Context to be made, used, and to go.
class Renderer {
  public:
    [[nodiscard]] static Result<Renderer> make();

    /// Uploads poses and instances: the part of a frame that moves data.
    [[nodiscard]] Result<bool> upload(const Scene& scene);
    /// Draws what was uploaded, 4 samples a pixel, resolved. Any GL error is returned.
    [[nodiscard]] Result<bool> draw(const Scene& scene);
    /// Reads the last frame.
    [[nodiscard]] Result<Picture> read();
    /// Copies the last frame to the canvas of a browser.
    void present();

    /// upload, draw, read.
    [[nodiscard]] Result<Picture> render(const Scene& scene);

    /// Waits until the GPU has done what was asked: for measuring.
    void finish();

    [[nodiscard]] const FrameStats& stats() const noexcept;

    Renderer(Renderer&&) noexcept;
    Renderer& operator=(Renderer&&) noexcept;
    ~Renderer();

  private:
    struct Data;
    explicit Renderer(std::unique_ptr<Data> data);
    std::unique_ptr<Data> data_;
};

}  // namespace motus::render

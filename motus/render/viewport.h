// motus/render/viewport.h - a Show in a window that can go away: survives the loss of its context.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/render/context.h>
#include <motus/render/show.h>

#include <memory>

namespace motus::render {

/// One asset on show in a context of its own. Keeps the asset, so that everything on the GPU can be
/// made again when a browser takes the context away and gives it back. One thread.
class Viewport {
  public:
    explicit Viewport(std::unique_ptr<Context> context);
    Viewport(Viewport&&) noexcept;
    Viewport& operator=(Viewport&&) noexcept;
    ~Viewport();

    /// Shows another asset, with the same size, camera and look, from its first clip. On an error
    /// the old one stays. Codes: those of make_rig and Show::make; "gl-lost".
    [[nodiscard]] Result<bool> load(Asset asset, Diagnostics& diagnostics);

    /// What to show and how; cheap. Before an asset is there, options are kept for it. On an error
    /// nothing changes.
    [[nodiscard]] Result<bool> change(const ShowOptions& options);
    [[nodiscard]] const ShowOptions& options() const noexcept;

    /// Draws the moment `time`. "gl-lost" while the context is lost: draw again later, and after
    /// it has come back everything is as it was. "render-empty" where nothing is loaded.
    [[nodiscard]] Result<bool> draw(Ticks time);
    /// The picture that was drawn last: read, or put on the canvas.
    [[nodiscard]] Result<Picture> read();
    void present();

    [[nodiscard]] const Asset* asset() const noexcept;  ///< Null where nothing is loaded.
    [[nodiscard]] Ticks duration() const noexcept;      ///< Of what is shown; 0 where nothing is.
    [[nodiscard]] FrameStats stats() const noexcept;    ///< Of the last picture.
    [[nodiscard]] const Context& context() const noexcept;

  private:
    struct Data;
    std::unique_ptr<Data> data_;
};

}  // namespace motus::render

// motus/render/film.h - pictures one after the other as an animated WebP. Native only.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/result.h>
#include <motus/render/picture.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace motus::render {

struct FilmOptions {
    std::uint32_t width = 0, height = 0;
    std::uint32_t loops = 0;  ///< How often it plays; 0: for ever.
    float quality = 82.0f;    ///< 0 to 100.
    int effort = 4;           ///< 0 (fast) to 6 (small).
    bool lossless = false;
};

/// Collects frames and encodes them as they come: memory holds the encoded film and two frames.
class WebpFilm {
  public:
    [[nodiscard]] static Result<WebpFilm> make(const FilmOptions& options);

    /// Adds a frame that is shown from `time_ms`, which must not fall. "film-encode" where its size
    /// differs or the encoder refuses.
    [[nodiscard]] Result<bool> add(const Picture& picture, int time_ms);

    /// The file; `end_ms` is when the last frame ends. Nothing can be added after that.
    [[nodiscard]] Result<std::vector<std::byte>> finish(int end_ms);

    WebpFilm(WebpFilm&&) noexcept;
    WebpFilm& operator=(WebpFilm&&) noexcept;
    ~WebpFilm();

  private:
    struct Data;
    explicit WebpFilm(std::unique_ptr<Data> data);
    std::unique_ptr<Data> data_;
};

}  // namespace motus::render

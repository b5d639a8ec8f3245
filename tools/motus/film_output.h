// tools/motus/film_output.h - films by the ending of their name: .webp by libwebp, .mp4 and .gif by
// ffmpeg.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/render/picture.h>

#include <cstdint>
#include <memory>
#include <string>

namespace motus::tool {

struct FilmSettings {
    std::string file;
    std::uint32_t width = 0, height = 0;
    double fps = 30.0;
};

/// Takes frames one after the other. Nothing stands under the film's name before `finish`, and
/// nothing of it is left where that is never called. Faults are thrown as InputFault.
class FilmOutput {
  public:
    virtual ~FilmOutput() = default;
    virtual void add(const render::Picture& frame) = 0;
    /// Closes the film, and gives back its size in bytes.
    virtual std::uint64_t finish() = 0;
};

[[nodiscard]] bool is_film(const std::string& file);
[[nodiscard]] std::unique_ptr<FilmOutput> open_film(const FilmSettings& settings);

}  // namespace motus::tool

// tools/motus/verb_render.cpp - `motus render`: a picture, a contact sheet or a film.
// SPDX-License-Identifier: MIT
#include "film_output.h"
#include "input.h"
#include "progress.h"
#include "render_subject.h"
#include "verbs.h"
#include "words.h"

#include <motus/asset/file.h>
#include <motus/asset/json_writer.h>
#include <motus/render/context.h>
#include <motus/render/film.h>

#include <cmath>
#include <filesystem>

#include <fmt/format.h>

namespace motus::tool {
namespace {

using render::Picture;

constexpr double kStillFps = 30.0;

struct Written {
    std::uint64_t bytes = 0;
    std::uint32_t width = 0, height = 0, frames = 1;
};

Written write_png(const std::string& file, const Picture& picture, std::uint32_t frames) {
    const auto png = render::encode_png(picture);
    if (!png) throw InputFault(file, png.error());
    const auto written = write_file_atomic(file, *png);
    if (!written) throw InputFault(file, written.error());
    return {*written, picture.width, picture.height, frames};
}

// Moment `i` of `count` that divide the subject evenly; what ends also shows its end.
Ticks moment(const RenderSubject& subject, std::uint32_t i, std::uint32_t count) {
    const double share = static_cast<double>(i) / (subject.ends() && count > 1 ? count - 1 : count);
    return Ticks{static_cast<std::int64_t>(share * static_cast<double>(subject.duration().value))};
}

Written render_sheet(const RenderOptions& options, RenderSubject& subject) {
    Progress progress("rendering", options.sheet);
    std::vector<Picture> tiles;
    for (std::uint32_t i = 0; i < options.sheet; ++i) {
        InterruptGuard::check();
        tiles.push_back(subject.picture(moment(subject, i, options.sheet)));
        progress.step();
    }
    const std::uint32_t columns =
        render::sheet_columns(options.sheet, subject.width(), subject.height());
    const Picture sheet = render::contact_sheet(tiles, columns, 4, {255, 255, 255, 255});
    return write_png(options.output, sheet, options.sheet);
}

Written render_film(const RenderOptions& options, RenderSubject& subject) {
    const double seconds = seconds_of(subject.duration());
    const double most = subject.most_fps();
    const double wanted = most > 0.0 ? std::min(options.fps, most) : options.fps;
    const auto frames =
        static_cast<std::uint32_t>(std::max(1.0, std::floor(seconds * wanted + 0.5)));
    // The loop closes exactly: frames divide the clip, and their rate follows.
    const double fps = seconds > 0.0 ? frames / seconds : options.fps;
    const auto film = open_film({options.output, subject.width(), subject.height(), fps});
    Progress progress("rendering", frames);
    for (std::uint32_t i = 0; i < frames; ++i) {
        InterruptGuard::check();
        film->add(subject.picture(moment(subject, i, frames)));
        progress.step();
    }
    return {film->finish(), subject.width(), subject.height(), frames};
}

void report(const RenderOptions& options, const RenderSubject& subject, const Written& written,
            const std::string& renderer, Output& out) {
    const RenderSubject::Name name = subject.name();
    if (options.json) {
        JsonWriter json(out.text);
        json.begin_object().key("file").value(options.output);
        json.key("bytes").value(written.bytes).key("width").value(written.width);
        json.key("height").value(written.height).key("frames").value(written.frames);
        const bool clip = std::string_view(name.key) == "clip";
        json.key("clip");
        if (clip && !name.none)
            json.value(name.text);
        else
            json.null();
        if (!clip && !name.none) json.key(name.key).value(name.text);
        json.key("renderer").value(renderer);
        json.end_object().end_line();
        return;
    }
    if (options.quiet) return;
    const double seconds = seconds_of(subject.duration());
    const std::string what = is_film(options.output)
                                 ? fmt::format("{} frames at {:.4g} fps", written.frames,
                                               seconds > 0.0 ? written.frames / seconds : kStillFps)
                                 : counted(written.frames, "picture");
    out.text += fmt::format("{}  {:.1f} KiB: {}, {} x {}, {}\n",
                            styled(Style::bold, printable(options.output)),
                            static_cast<double>(written.bytes) / 1024.0, printable(name.text),
                            written.width, written.height, what);
}

int render_file(const RenderOptions& options, Output& out) {
    const bool film = is_film(options.output);
    if (!film && std::filesystem::path(options.output).extension() != ".png")
        throw UsageFault("render: --output: the name must end in .png, .webp, .mp4 or .gif");
    if (film && options.sheet > 0) throw UsageFault("render: --sheet: a sheet is a .png");
    if (options.sheet > 400) throw UsageFault("render: --sheet: at most 400 pictures");
    if (!(options.fps > 0.0 && options.fps <= 240.0))
        throw UsageFault("render: --fps: must be above 0 and at most 240");
    const double time_s = options.time.empty() ? 0.0 : parse_number("render: --time", options.time);

    const auto context = render::open_context();
    if (!context) throw InputFault("render", context.error());
    const std::unique_ptr<RenderSubject> subject = make_subject(options);

    const InterruptGuard guard;
    Written written;
    if (film)
        written = render_film(options, *subject);
    else if (options.sheet > 0)
        written = render_sheet(options, *subject);
    else
        written = write_png(options.output, subject->picture(ticks_of_seconds(time_s)), 1);
    report(options, *subject, written, (*context)->description(), out);
    return exit_ok;
}

}  // namespace

int run_render(const RenderOptions& options, Output& out) {
    return render_file(options, out);
}

}  // namespace motus::tool

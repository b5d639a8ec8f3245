// tools/motus/verb_render.cpp - `motus render`: a picture, a contact sheet or a film of a clip.
// SPDX-License-Identifier: MIT
#include "film_output.h"
#include "input.h"
#include "progress.h"
#include "render_options.h"
#include "takes.h"
#include "verbs.h"

#include <motus/asset/file.h>
#include <motus/asset/json_writer.h>
#include <motus/render/context.h>
#include <motus/render/show.h>

#include <cmath>
#include <csignal>
#include <filesystem>

#include <fmt/format.h>

namespace motus::tool {
namespace {

using render::Picture;
using render::Show;
using render::ShowOptions;

constexpr double kStillFps = 30.0;

struct Written {
    std::uint64_t bytes = 0;
    std::uint32_t width = 0, height = 0, frames = 1;
};

Picture must(Result<Picture> picture, const std::string& file) {
    if (!picture) throw InputFault(file, picture.error());
    return std::move(*picture);
}

Written write_png(const std::string& file, const Picture& picture, std::uint32_t frames) {
    const auto png = render::encode_png(picture);
    if (!png) throw InputFault(file, png.error());
    const auto written = write_file_atomic(file, *png);
    if (!written) throw InputFault(file, written.error());
    return {*written, picture.width, picture.height, frames};
}

// Moment `i` of `count` that divide the clip evenly; a clip that ends also shows its end.
Ticks moment(const Show& show, const ShowOptions& options, std::uint32_t i, std::uint32_t count) {
    const bool ends = options.mode == PlayMode::once && count > 1;
    const double share = static_cast<double>(i) / (ends ? count - 1 : count);
    return Ticks{static_cast<std::int64_t>(share * static_cast<double>(show.duration().value))};
}

Written render_sheet(const RenderOptions& options, const ShowOptions& shown, Show& show) {
    Progress progress("rendering", options.sheet);
    std::vector<Picture> tiles;
    for (std::uint32_t i = 0; i < options.sheet; ++i) {
        InterruptGuard::check();
        tiles.push_back(must(show.picture(moment(show, shown, i, options.sheet)), options.file));
        progress.step();
    }
    const std::uint32_t columns = render::sheet_columns(options.sheet, shown.width, shown.height);
    const Picture sheet = render::contact_sheet(tiles, columns, 4, {255, 255, 255, 255});
    return write_png(options.output, sheet, options.sheet);
}

Written render_film(const RenderOptions& options, const ShowOptions& shown, Show& show) {
    const double seconds = seconds_of(show.duration());
    // A take has no more to show than its own frames.
    const double wanted =
        shown.take ? std::min(options.fps, 1.0 / seconds_of(shown.take->step)) : options.fps;
    const auto frames =
        static_cast<std::uint32_t>(std::max(1.0, std::floor(seconds * wanted + 0.5)));
    // The loop closes exactly: frames divide the clip, and their rate follows.
    const double fps = seconds > 0.0 ? frames / seconds : options.fps;
    const auto film = open_film({options.output, shown.width, shown.height, fps});
    Progress progress("rendering", frames);
    for (std::uint32_t i = 0; i < frames; ++i) {
        InterruptGuard::check();
        film->add(must(show.picture(moment(show, shown, i, frames)), options.file));
        progress.step();
    }
    return {film->finish(), shown.width, shown.height, frames};
}

// What a script does; no frames where there is no script.
render::Take record(const RenderOptions& options, const Asset& asset, const Rig& rig) {
    if (!options.mix.empty()) return mix_take(options.file, options.mix, asset, rig);
    return {};
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

    Diagnostics diagnostics;
    const Asset asset = load_asset(options.file, diagnostics);
    const Rig rig = load_rig(options.file, asset);
    ShowOptions shown = show_options(options, asset, rig);
    if (options.sheet > 0) shown.overlays.label = true;
    const render::Take take = record(options, asset, rig);
    if (!take.frames.empty()) {
        if (shown.crowd > 1) throw UsageFault("render: --crowd: a script has one figure");
        shown.take = &take;
        shown.mode = PlayMode::loop;
        shown.overlays.label = true;
    }

    const auto context = render::open_context();
    if (!context) throw InputFault("render", context.error());
    auto show = Show::make(asset, rig, shown, diagnostics);
    if (!show) throw InputFault(options.file, show.error());
    for (const Fault& fault : diagnostics.faults())
        print_message(fmt::format("{}: warning: {}: {}", options.file, fault.path, fault.message));

    const InterruptGuard guard;
    Written written;
    if (film)
        written = render_film(options, shown, *show);
    else if (options.sheet > 0)
        written = render_sheet(options, shown, *show);
    else
        written = write_png(options.output,
                            must(show->picture(ticks_of_seconds(time_s)), options.file), 1);

    std::string clip = shown.clip == kNone ? "rest pose" : asset.clips[shown.clip].name;
    if (shown.take) clip = take.name;
    if (options.json) {
        JsonWriter json(out.text);
        json.begin_object().key("file").value(options.output);
        json.key("bytes").value(written.bytes).key("width").value(written.width);
        json.key("height").value(written.height).key("frames").value(written.frames);
        json.key("clip");
        if (shown.clip != kNone && !shown.take)
            json.value(clip);
        else
            json.null();
        if (shown.take) json.key("script").value(clip);
        json.key("renderer").value((*context)->description());
        json.end_object().end_line();
    } else {
        const double rate = seconds_of(show->duration()) > 0.0
                                ? written.frames / seconds_of(show->duration())
                                : kStillFps;
        const std::string what =
            film ? fmt::format("{} frames at {:.4g} fps", written.frames, rate)
                 : fmt::format("{} picture{}", written.frames, written.frames == 1 ? "" : "s");
        out.text += fmt::format("{}  {:.1f} KiB: {}, {} x {}, {}\n",
                                styled(Style::bold, printable(options.output)),
                                static_cast<double>(written.bytes) / 1024.0, printable(clip),
                                written.width, written.height, what);
    }
    return exit_ok;
}

}  // namespace

int run_render(const RenderOptions& options, Output& out) {
    try {
        return render_file(options, out);
    } catch (const Interrupted& interrupted) {
        // What was unfinished is gone; now end as the signal asked.
        std::signal(interrupted.signal, SIG_DFL);
        std::raise(interrupted.signal);
        return exit_input;
    }
}

}  // namespace motus::tool

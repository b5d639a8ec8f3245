// motus_sheet - a contact sheet: the poses of a clip in columns, seen from several sides in rows.
// SPDX-License-Identifier: MIT
#include <scenes/scenes.h>
#include <tools/sheet/figure.h>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace motus;

struct Options {
    std::string scene = "hero", clip, out;
    std::vector<std::string> views{"front", "side", "three-quarter"};
    int frames = 8, width = 200, height = 300;
    double from_s = 0.0, to_s = -1.0;
    float metres = 1.95f, centre_y = 0.87f, centre_x = 0.0f, centre_z = 0.0f;
    bool travel = false;
};

struct Angle {
    float yaw_deg, pitch_deg;
};

const std::map<std::string, Angle> kViews = {
    {"front", {0, 8}},        {"side", {90, 4}},           {"back", {180, 8}},
    {"other-side", {-90, 4}}, {"three-quarter", {35, 10}}, {"back-quarter", {145, 10}},
    {"top", {20, 60}},
};

int fail(const std::string& message) {
    std::fprintf(stderr, "motus_sheet: %s\n", message.c_str());
    return 1;
}

int draw_sheet(const Options& o) {
    Result<Asset> asset = scenes::make_scene(o.scene);
    if (!asset) return fail(to_string(asset.error()));
    std::optional<std::uint32_t> clip;
    for (std::uint32_t i = 0; i < asset->clips.size(); ++i)
        if (asset->clips[i].name == o.clip) clip = i;
    if (!o.clip.empty() && !clip) return fail("no clip '" + o.clip + "' in " + o.scene);
    Result<sheet::Figure> figure = sheet::Figure::make(*asset);
    if (!figure) return fail(to_string(figure.error()));

    const double end_s = o.to_s >= 0.0 ? o.to_s
                         : clip        ? seconds_of(asset->clips[*clip].duration)
                                       : 0.0;
    // A single pose lies on its side: its views next to each other.
    const int views = static_cast<int>(o.views.size());
    const bool single = o.frames == 1;
    sheet::Image image(o.width * (single ? views : o.frames), o.height * (single ? 1 : views),
                       {0.46f, 0.47f, 0.49f});
    for (int f = 0; f < o.frames; ++f) {
        const double share = static_cast<double>(f) / static_cast<double>(o.frames);
        const Ticks time = ticks_of_seconds(o.from_s + (end_s - o.from_s) * share);
        const Status status = figure->pose(clip, time, !o.travel);
        if (status != Status::ok) return fail(to_string(status));
        for (int v = 0; v < views; ++v) {
            const Angle angle = kViews.at(o.views[static_cast<std::size_t>(v)]);
            const float rad = 3.14159265f / 180.0f;
            const sheet::Cell cell{(single ? v : f) * o.width,
                                   (single ? 0 : v) * o.height,
                                   o.width,
                                   o.height,
                                   angle.yaw_deg * rad,
                                   angle.pitch_deg * rad,
                                   {o.centre_x, o.centre_y, o.centre_z},
                                   o.metres};
            draw_floor(image, cell);
            for (const sheet::Triangles& t : figure->triangles())
                draw_shadow(image, cell, t);
            for (const sheet::Triangles& t : figure->triangles())
                draw(image, cell, t);
        }
    }
    return image.write_png(o.out) ? 0 : fail("cannot write " + o.out);
}

}  // namespace

int main(int argc, char** argv) {
    Options o;
    CLI::App app{"Draws the poses of a clip as a sheet of small pictures.", "motus_sheet"};
    app.add_option("scene", o.scene, "Scene to draw, as in scenes/scenes.h");
    app.add_option("-o,--out", o.out, "PNG file to write")->required();
    app.add_option("--clip", o.clip, "Clip to sample; without it, the rest pose");
    app.add_option("--frames", o.frames, "Columns")->check(CLI::Range(1, 64));
    app.add_option("--from", o.from_s, "First time in seconds");
    app.add_option("--to", o.to_s, "End of the range in seconds, itself not drawn");
    app.add_option("--views", o.views, "Rows")->delimiter(',')->check(CLI::IsMember(kViews));
    app.add_option("--width", o.width, "Pixels of one picture")->check(CLI::Range(16, 2048));
    app.add_option("--height", o.height, "Pixels of one picture")->check(CLI::Range(16, 2048));
    app.add_option("--metres", o.metres, "World height of one picture");
    app.add_option("--centre-x", o.centre_x, "World x in the middle of a picture");
    app.add_option("--centre-y", o.centre_y, "World height in the middle of a picture");
    app.add_option("--centre-z", o.centre_z, "World z in the middle of a picture");
    app.add_flag("--travel", o.travel, "Let root motion move the figure");
    CLI11_PARSE(app, argc, argv);
    return draw_sheet(o);
}

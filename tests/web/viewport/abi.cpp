// tests/web/viewport/abi.cpp - handles to viewports, errors to text.
// SPDX-License-Identifier: MIT
#include "abi.h"

#include <motus/import/gltf/gltf.h>
#include <motus/render/viewport.h>

#include <cmath>
#include <map>
#include <span>
#include <string>

namespace {

using namespace motus;
using namespace motus::render;

struct Entry {
    Viewport viewport;
    Picture picture;
    std::string error;
};

std::map<std::uint32_t, Entry> g_entries;
std::uint32_t g_last = 0;
std::string g_open_error;

Entry* find(std::uint32_t id) {
    const auto found = g_entries.find(id);
    return found == g_entries.end() ? nullptr : &found->second;
}

int failed(Entry& entry, const Error& error) {
    entry.error = to_string(error);
    return error.code == "gl-lost" ? motus_lost : motus_failed;
}

int done(Entry& entry) {
    entry.error.clear();
    return motus_ok;
}

// Changes one thing of the options.
template <typename Change>
int change(std::uint32_t id, Change make) {
    Entry* entry = find(id);
    if (!entry) return motus_failed;
    ShowOptions options = entry->viewport.options();
    make(options);
    if (const auto ok = entry->viewport.change(options); !ok) return failed(*entry, ok.error());
    return done(*entry);
}

const AssetClip* clip_of(std::uint32_t id, std::uint32_t clip) {
    const Entry* entry = find(id);
    const Asset* asset = entry ? entry->viewport.asset() : nullptr;
    return asset && clip < asset->clips.size() ? &asset->clips[clip] : nullptr;
}

PlayMode mode_of(const Asset& asset, std::uint32_t clip) {
    return clip < asset.clips.size() && !asset.clips[clip].loop ? PlayMode::once : PlayMode::loop;
}

}  // namespace

uint32_t motus_viewport_open(const char* canvas) {
    ContextOptions options;
    if (canvas) options.canvas = canvas;
    auto context = open_context(options);
    if (!context) {
        g_open_error = to_string(context.error());
        return 0;
    }
    g_open_error.clear();
    g_entries.emplace(++g_last, Entry{Viewport(std::move(*context)), {}, {}});
    return g_last;
}

void motus_viewport_close(uint32_t viewport) {
    g_entries.erase(viewport);
}

int motus_viewport_load(uint32_t viewport, const uint8_t* bytes, size_t size) {
    Entry* entry = find(viewport);
    if (!entry) return motus_failed;
    Diagnostics diagnostics;
    auto asset = import_gltf(std::as_bytes(std::span(bytes, size)), {}, diagnostics);
    if (!asset) return failed(*entry, asset.error());
    const PlayMode mode = mode_of(*asset, 0);
    if (const auto ok = entry->viewport.load(std::move(*asset), diagnostics); !ok)
        return failed(*entry, ok.error());
    ShowOptions options = entry->viewport.options();
    options.mode = mode;
    if (const auto ok = entry->viewport.change(options); !ok) return failed(*entry, ok.error());
    done(*entry);
    for (const Fault& fault : diagnostics.faults())
        entry->error += fault.path + ": " + fault.message + "\n";
    return motus_ok;
}

uint32_t motus_viewport_clip_count(uint32_t viewport) {
    const Entry* entry = find(viewport);
    const Asset* asset = entry ? entry->viewport.asset() : nullptr;
    return asset ? static_cast<uint32_t>(asset->clips.size()) : 0;
}

const char* motus_viewport_clip_name(uint32_t viewport, uint32_t clip) {
    const AssetClip* found = clip_of(viewport, clip);
    return found ? found->name.c_str() : "";
}

double motus_viewport_clip_seconds(uint32_t viewport, uint32_t clip) {
    const AssetClip* found = clip_of(viewport, clip);
    return found ? seconds_of(found->duration) : 0.0;
}

int motus_viewport_set_clip(uint32_t viewport, int32_t clip) {
    return change(viewport, [&](ShowOptions& options) {
        options.clip = clip < 0 ? kNone : static_cast<std::uint32_t>(clip);
        const Asset* asset = find(viewport)->viewport.asset();
        if (asset) options.mode = mode_of(*asset, options.clip);
    });
}

int motus_viewport_set_size(uint32_t viewport, uint32_t width, uint32_t height) {
    Entry* entry = find(viewport);
    if (entry && (width == 0 || height == 0))
        return failed(*entry, {"viewport-size", "", "a picture has at least one pixel"});
    return change(viewport, [&](ShowOptions& options) {
        options.width = width;
        options.height = height;
    });
}

int motus_viewport_set_camera(uint32_t viewport, float yaw_rad, float pitch_rad, float margin) {
    Entry* entry = find(viewport);
    const bool good =
        std::isfinite(yaw_rad) && std::isfinite(pitch_rad) && margin > 0.0f && margin < 1e3f;
    if (entry && !good)
        return failed(*entry, {"viewport-camera", "", "angles and margin must be finite numbers"});
    return change(viewport, [&](ShowOptions& options) {
        options.view.yaw_rad = yaw_rad;
        options.view.pitch_rad = pitch_rad;
        options.view.margin = margin;
    });
}

int motus_viewport_set_overlays(uint32_t viewport, uint32_t overlays) {
    return change(viewport, [&](ShowOptions& options) {
        Overlays& show = options.overlays;
        show.skeleton = overlays & motus_overlay_skeleton;
        show.joint_axes = overlays & motus_overlay_axes;
        show.joint_names = overlays & motus_overlay_names;
        show.trail = overlays & motus_overlay_trail;
        show.onion_skins = overlays & motus_overlay_onion ? 2 : 0;
        show.heat = overlays & motus_overlay_heat;
        show.label = overlays & motus_overlay_label;
    });
}

int motus_viewport_set_look(uint32_t viewport, uint32_t look) {
    return change(viewport, [&](ShowOptions& options) {
        options.look = look == motus_look_dark ? dark_look() : Look{};
        if (look != motus_look_clear) return;
        options.look.backdrop = false;
        options.look.grid = 0.0f;
    });
}

int motus_viewport_set_crowd(uint32_t viewport, uint32_t figures) {
    Entry* entry = find(viewport);
    if (entry && (figures == 0 || figures > 100000))
        return failed(*entry, {"viewport-crowd", "", "a crowd has 1 to 100,000 figures"});
    return change(viewport, [&](ShowOptions& options) { options.crowd = figures; });
}

int motus_viewport_draw(uint32_t viewport, double time_s) {
    Entry* entry = find(viewport);
    if (!entry) return motus_failed;
    if (!(std::fabs(time_s) < 1e9))
        return failed(*entry, {"viewport-time", "", "the time must be a finite number"});
    const auto drawn = entry->viewport.draw(ticks_of_seconds(time_s));
    if (!drawn) return failed(*entry, drawn.error());
    entry->viewport.present();
    return done(*entry);
}

const uint8_t* motus_viewport_read(uint32_t viewport) {
    Entry* entry = find(viewport);
    if (!entry) return nullptr;
    auto picture = entry->viewport.read();
    if (!picture) {
        failed(*entry, picture.error());
        return nullptr;
    }
    entry->picture = std::move(*picture);
    return entry->picture.rgba.data();
}

uint32_t motus_viewport_draw_calls(uint32_t viewport) {
    const Entry* entry = find(viewport);
    return entry ? entry->viewport.stats().draw_calls : 0;
}

const char* motus_viewport_error(uint32_t viewport) {
    const Entry* entry = find(viewport);
    if (entry) return entry->error.c_str();
    return viewport == 0 ? g_open_error.c_str() : "there is no such viewport";
}

const char* motus_viewport_renderer(uint32_t viewport) {
    const Entry* entry = find(viewport);
    return entry ? entry->viewport.context().description().c_str() : "";
}

// tests/web/viewport/abi.h - the renderer as C functions, for the page that loads it as
// WebAssembly. SPDX-License-Identifier: MIT
//
// A viewport is a number above 0. Functions that can fail return a MotusResult, and
// motus_viewport_error says why in words. Strings are UTF-8 and stay good until the next call.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum MotusResult {
    motus_ok = 0,
    motus_failed = 1,
    motus_lost = 2  ///< The context is lost: draw again after it has come back.
};

enum MotusOverlay {
    motus_overlay_skeleton = 1,
    motus_overlay_axes = 2,
    motus_overlay_names = 4,
    motus_overlay_trail = 8,
    motus_overlay_onion = 16,
    motus_overlay_heat = 32,
    motus_overlay_label = 64
};

enum MotusLook { motus_look_studio = 0, motus_look_dark = 1, motus_look_clear = 2 };

/// Opens a viewport on the canvas that a CSS selector names. 0 on failure: see
/// motus_viewport_error(0).
uint32_t motus_viewport_open(const char* canvas);
void motus_viewport_close(uint32_t viewport);

/// Shows a .glb file, from its first clip. Warnings go to motus_viewport_error, one a line.
int motus_viewport_load(uint32_t viewport, const uint8_t* bytes, size_t size);

uint32_t motus_viewport_clip_count(uint32_t viewport);
const char* motus_viewport_clip_name(uint32_t viewport, uint32_t clip);
double motus_viewport_clip_seconds(uint32_t viewport, uint32_t clip);

/// -1 shows the rest pose.
int motus_viewport_set_clip(uint32_t viewport, int32_t clip);
/// Pixels; the canvas must be as large.
int motus_viewport_set_size(uint32_t viewport, uint32_t width, uint32_t height);
/// Angles as OrbitView has them; `margin` 1 frames the figure tightly, 2 from twice as far.
int motus_viewport_set_camera(uint32_t viewport, float yaw_rad, float pitch_rad, float margin);
int motus_viewport_set_overlays(uint32_t viewport, uint32_t overlays);
int motus_viewport_set_look(uint32_t viewport, uint32_t look);
int motus_viewport_set_crowd(uint32_t viewport, uint32_t figures);

/// Draws the moment `time_s` onto the canvas.
int motus_viewport_draw(uint32_t viewport, double time_s);
/// The last picture: width x height x 4 bytes, straight alpha, top row first; null on failure.
const uint8_t* motus_viewport_read(uint32_t viewport);
/// Draw calls for models in the last picture.
uint32_t motus_viewport_draw_calls(uint32_t viewport);

/// Why the last call failed, or the warnings of the last load; empty where there is nothing to say.
const char* motus_viewport_error(uint32_t viewport);
/// What draws.
const char* motus_viewport_renderer(uint32_t viewport);

#ifdef __cplusplus
}
#endif

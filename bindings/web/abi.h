// bindings/web/abi.h - a stage of the studio as C functions, for pages that load it as WebAssembly.
// SPDX-License-Identifier: MIT
//
// A stage is a number above 0. Functions that return an int give a MotusResult. Functions that
// return text give JSON, typed in motus.d.ts, or null where they failed. motus_error says why in
// words. Texts and views stay good until the next call for the same stage. Ids are decimal text.
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
enum MotusKind { motus_none = 0, motus_clip = 1, motus_machine = 2, motus_timeline = 3 };
enum MotusLoop { motus_once = 0, motus_loop = 1, motus_pingpong = 2 };
enum MotusOverlay {
    motus_overlay_skeleton = 1,
    motus_overlay_axes = 2,
    motus_overlay_names = 4,
    motus_overlay_trail = 8,
    motus_overlay_onion = 16,
    motus_overlay_heat = 32,
    motus_overlay_label = 64
};
enum MotusLook { motus_look_light = 0, motus_look_dark = 1, motus_look_clear = 2 };
enum MotusPointer {
    motus_pointer_move = 0,
    motus_pointer_down = 1,
    motus_pointer_up = 2,
    motus_pointer_leave = 3
};

const char* motus_version(void);
uint32_t motus_new_stage(void);
void motus_close_stage(uint32_t stage);
/// Why the last call failed: {"code","place","message","faults"}.
const char* motus_error(uint32_t stage);

// ---- Open ---------------------------------------------------------------------------------------
/// A file for what is opened next, or that was missing.
int motus_add_file(uint32_t stage, const char* path, const uint8_t* bytes, size_t size);
const char* motus_open_scene(uint32_t stage, const char* name);
const char* motus_open_document(uint32_t stage, const char* text);
const char* motus_open_model(uint32_t stage, const char* name, const uint8_t* bytes, size_t size);
/// A Unity controller, with its project's files added before: an OpenReport with "import".
const char* motus_open_controller(uint32_t stage, const char* name, const char* text);
const char* motus_provide(uint32_t stage);
const char* motus_library(uint32_t stage);

// ---- Play ---------------------------------------------------------------------------------------
int motus_play(uint32_t stage, int kind, const char* id);
const char* motus_playing(uint32_t stage);
int motus_restart(uint32_t stage);
int motus_set_transport(uint32_t stage, int paused, double speed);
int motus_set_loop(uint32_t stage, int loop);
/// 1 where something moved, 0 where not, -1 where it failed.
int motus_advance(uint32_t stage, double seconds);
int motus_step(uint32_t stage, int frames);
int motus_seek(uint32_t stage, double seconds);
/// Numbers of the frame that is shown: motus/session/live_block.h.
const double* motus_live(uint32_t stage);
const char* motus_events(uint32_t stage);

// ---- Parameters, why, recording -----------------------------------------------------------------
int motus_set_parameter(uint32_t stage, uint32_t parameter, double value);
const char* motus_why(uint32_t stage, uint32_t transition);
const char* motus_frame_text(uint32_t stage, int explain);
int motus_scrub(uint32_t stage, double tick);
int motus_resume(uint32_t stage, int here);

// ---- Transitions by themselves ------------------------------------------------------------------
const char* motus_curve(uint32_t stage, const char* keys, uint32_t samples);
int motus_show_curve(uint32_t stage, uint32_t transition, const char* keys);
/// Weights of a blend where the parameters stand.
const char* motus_blend_weights(uint32_t stage, const char* pointer);
const char* motus_preview_blend(uint32_t stage, uint32_t transition, double seconds, int linear);
int motus_previews(uint32_t stage);

// ---- Pose
// -----------------------------------------------------------------------------------------
/// Floats and how many; 0 where there is no pose.
const float* motus_locals(uint32_t stage);
const float* motus_models(uint32_t stage);
uint32_t motus_joint_count(uint32_t stage);
const float* motus_palette(uint32_t stage, uint32_t skin);
uint32_t motus_palette_size(uint32_t stage, uint32_t skin);
/// 16 hexadecimal digits, as JSON.
const char* motus_frame_hash(uint32_t stage);
const char* motus_properties(uint32_t stage);

// ---- Document
// -------------------------------------------------------------------------------------
/// The text itself, not JSON around it.
const char* motus_document_text(uint32_t stage);
const char* motus_value(uint32_t stage, const char* pointer);
const char* motus_validate(uint32_t stage);
const char* motus_problems(uint32_t stage);
const char* motus_edit(uint32_t stage, const char* operations, const char* name);
const char* motus_undo(uint32_t stage);
const char* motus_redo(uint32_t stage);
const char* motus_go_to(uint32_t stage, uint32_t position);
const char* motus_take_text(uint32_t stage, const char* text, const char* name);
const char* motus_history(uint32_t stage);
/// Every step since it was opened, as operations: what `motus edit` takes.
const char* motus_commands(uint32_t stage);
int motus_mark_saved(uint32_t stage);
const uint8_t* motus_baked(uint32_t stage);
uint32_t motus_baked_size(uint32_t stage);

/// What `motus export` writes: the model of what plays; motus_desk_count says how many bytes.
const uint8_t* motus_export_gltf(uint32_t stage);
/// {"name","text","faults"}; the first machine where `machine` is empty.
const char* motus_export_controller(uint32_t stage, const char* machine);

// ---- Desk: timelines, keys and properties (motus/session/desk.h)
// -------------------------------------------------------------
/// Stands in a timeline at a frame, paused.
int motus_desk_go(uint32_t stage, const char* timeline, double frame);
/// The frame of the timeline that plays; -1 where none does.
double motus_desk_frame(uint32_t stage);
/// Another number after every change of the document.
double motus_desk_revision(uint32_t stage);
int motus_desk_record(uint32_t stage, int on);
const char* motus_desk_timeline(uint32_t stage, const char* timeline);
/// Four numbers a key; motus_desk_count says how many numbers, here and for curves.
const double* motus_desk_keys(uint32_t stage, const char* timeline);
const char* motus_desk_track(uint32_t stage, const char* track);
const float* motus_desk_curve(uint32_t stage, const char* track, double from, double to,
                              uint32_t count);
uint32_t motus_desk_count(uint32_t stage);
double motus_desk_snap(uint32_t stage, const char* timeline, double frame, double radius,
                       const uint32_t* except, uint32_t count);
const char* motus_desk_entities(uint32_t stage);
const char* motus_desk_uses(uint32_t stage, const char* id);
const char* motus_desk_inspect(uint32_t stage, const char* pointers);
const char* motus_desk_command(uint32_t stage, const char* command);

// ---- Canvas: entities of a 2D scene, by their handles
// ---------------------------------------------------------
/// Corners and pivot of entities in pixels of the picture; `ids` is a JSON list.
const char* motus_canvas_boxes(uint32_t stage, const char* ids);
/// A drag starts: entities are as they are shown now.
int motus_canvas_begin(uint32_t stage, const char* ids);
/// One move of it, as a dragged command of the desk: "drop" and "cancel" end it.
const char* motus_canvas_drag(uint32_t stage, const char* drag);

// ---- Viewport: one a stage
// ------------------------------------------------------------------------
/// Opens it on the canvas that a CSS selector names.
int motus_view_open(uint32_t stage, const char* canvas);
void motus_view_close(uint32_t stage);
int motus_view_size(uint32_t stage, uint32_t width, uint32_t height);
int motus_view_overlays(uint32_t stage, uint32_t overlays);
int motus_view_look(uint32_t stage, uint32_t look);
int motus_view_select(uint32_t stage, int32_t joint);
int motus_view_follow(uint32_t stage, int follow);
/// Six numbers: target, yaw, pitch, distance. A view: write to it with motus_view_set_camera.
const float* motus_view_camera(uint32_t stage);
int motus_view_set_camera(uint32_t stage, float x, float y, float z, float yaw, float pitch,
                          float distance);
int motus_view_orbit(uint32_t stage, float dx, float dy);
int motus_view_pan(uint32_t stage, float dx, float dy);
int motus_view_zoom(uint32_t stage, float factor);
int motus_view_frame(uint32_t stage, int32_t joint);
int32_t motus_view_pick(uint32_t stage, float x, float y);
/// Two numbers, or null: it is behind the camera.
const float* motus_view_joint(uint32_t stage, uint32_t joint);
/// {"id","name"} or null.
const char* motus_view_entity(uint32_t stage, float x, float y);
/// {"name","acts"} or null.
const char* motus_view_pointer(uint32_t stage, int kind, float x, float y);
int motus_view_draw(uint32_t stage);
/// The last picture: width x height x 4 bytes, straight alpha, top row first; null on failure.
const uint8_t* motus_view_read(uint32_t stage);
uint32_t motus_view_draw_calls(uint32_t stage);
const char* motus_view_renderer(uint32_t stage);

#ifdef __cplusplus
}
#endif

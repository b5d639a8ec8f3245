// bindings/web/abi_view.cpp - the viewport of a stage for pages.
// SPDX-License-Identifier: MIT
#include "entry.h"

#include <motus/math/ops.h>

#include <cmath>

#include <fmt/format.h>

namespace motus::web {
namespace {

using namespace motus::render;

constexpr int kGhostsEachWay = 2;

Mat34 matrix_of(const RootDelta& place, float scale) {
    return to_matrix(Transform{place.translation, place.rotation, {scale, scale, scale}});
}

float unit_scale(Performance& performance) {
    if (!performance.has_pose()) return 1.0f;
    return performance.file().rigs.rigs[performance.rig()].unit_scale;
}

/// The view has the model of what plays.
Result<bool> show_model(Entry& entry) {
    Project& project = entry.stage.project();
    const std::uint32_t rig = entry.stage.performance().rig();
    if (entry.shown && entry.shown_assets == project.assets_revision() && entry.shown_rig == rig)
        return true;
    Diagnostics ignored;  // Images that cannot be decoded are white; importing has said so.
    const Asset* asset = project.is_open() ? project.asset_of_rig(rig) : nullptr;
    Result<bool> loaded = entry.view->load(asset, ignored);
    if (!loaded) return loaded;
    entry.shown = true;
    entry.shown_assets = project.assets_revision();
    entry.shown_rig = rig;
    return true;
}

void add_ghosts(Entry& entry) {
    Performance& performance = entry.stage.performance();
    entry.ghosts.clear();
    if (!performance.has_pose()) return;
    const std::size_t most = 2 * kGhostsEachWay;
    if (entry.ghost_poses.size() != most ||
        entry.ghost_poses[0].view().joint_count() != performance.skeleton().joint_count()) {
        entry.ghost_poses.clear();
        for (std::size_t i = 0; i < most; ++i)
            entry.ghost_poses.emplace_back(performance.skeleton());
    }
    const Ticks apart = performance.kind() == PlayKind::clip ? Ticks{performance.length().value / 6}
                                                             : ticks_of_frames(12, 60);
    for (int i = 0; i < 2 * kGhostsEachWay; ++i) {
        const bool before = i % 2 == 0;
        const std::int64_t away = (i / 2 + 1) * (before ? -1 : 1);
        PoseBuffer& pose = entry.ghost_poses[static_cast<std::size_t>(i)];
        RootDelta place;
        if (!performance.pose_at(apart * away, pose, place)) continue;
        entry.ghosts.push_back({pose, matrix_of(place, unit_scale(performance)), before,
                                0.75f / static_cast<float>(i / 2 + 1)});
    }
}

void add_trail(Entry& entry) {
    const Recording& recording = entry.stage.performance().recording();
    entry.trail.clear();
    const std::size_t count = recording.size();
    // Every fifth tick of the last three seconds, at 60 a second.
    for (std::size_t i = count > 180 ? count - 180 : 0; i < count; i += 5) {
        if (recording[i].tick > entry.stage.performance().tick()) break;
        const Vec3& at = recording[i].place_after.translation;
        entry.trail.push_back({at.x, 0.0f, at.z});
    }
}

/// The entities under a place on the picture, topmost first, each followed by those it hangs on.
std::vector<std::uint64_t> entities_under(Entry& entry, float x, float y) {
    std::vector<std::uint64_t> out;
    const PropertyRun* properties = entry.stage.performance().properties();
    if (properties == nullptr || !entry.view || entry.stage.performance().has_pose()) return out;
    const SceneRecords scene = properties->records();
    for (std::uint32_t at : entities_at(scene, entry.view->board_place(x, y))) {
        for (int depth = 0; depth < 64 && at != kNoRecord; ++depth) {
            out.push_back(scene.entities[at].id);
            at = scene.entities[at].parent_entity;
        }
    }
    return out;
}

std::string name_of(Entry& entry, std::uint64_t id) {
    for (const record::Entity& entity : entry.stage.performance().file().scene.entities) {
        if (entity.id == id)
            return name_text(entry.stage.performance().file(), NameHash{entity.name});
    }
    return {};
}

std::string label_of(Entry& entry) {
    Performance& performance = entry.stage.performance();
    const BakedFile& file = performance.file();
    const std::string at = fmt::format("  {:.2f} s", seconds_of(performance.time()));
    switch (performance.kind()) {
        case PlayKind::clip:
            return name_text(file, file.clips.clips[performance.index()].name) + at;
        case PlayKind::machine:
            return performance.names().machine + at;
        default:
            return performance.has_pose() ? "rest pose" : "";
    }
}

/// A view that is open; null otherwise, and the error says so.
Entry* find_view(std::uint32_t stage) {
    Entry* entry = find(stage);
    if (entry == nullptr || entry->view) return entry;
    entry->fail({"no-view", "", "no viewport is open"});
    return nullptr;
}

}  // namespace
}  // namespace motus::web

using namespace motus;
using namespace motus::web;

int motus_view_open(uint32_t stage, const char* canvas) {
    Entry* entry = find(stage);
    if (entry == nullptr) return motus_failed;
    render::ContextOptions options;
    if (canvas != nullptr && *canvas != 0) options.canvas = canvas;
    entry->view.reset();
    entry->shown = false;
    auto context = render::open_context(options);
    if (!context) return entry->fail_int(context.error());
    entry->view = std::make_unique<render::StageView>(std::move(*context));
    return motus_ok;
}

void motus_view_close(uint32_t stage) {
    if (Entry* entry = find(stage)) entry->view.reset();
}

int motus_view_size(uint32_t stage, uint32_t width, uint32_t height) {
    Entry* entry = find_view(stage);
    if (entry == nullptr) return motus_failed;
    entry->view->set_size(width, height);
    return motus_ok;
}

int motus_view_overlays(uint32_t stage, uint32_t overlays) {
    Entry* entry = find_view(stage);
    if (entry == nullptr) return motus_failed;
    render::StageOverlays& show = entry->view->overlays;
    show.skeleton = overlays & motus_overlay_skeleton;
    show.axes = overlays & motus_overlay_axes;
    show.names = overlays & motus_overlay_names;
    show.trail = overlays & motus_overlay_trail;
    show.onion = overlays & motus_overlay_onion;
    show.heat = overlays & motus_overlay_heat;
    show.label = overlays & motus_overlay_label;
    return motus_ok;
}

int motus_view_look(uint32_t stage, uint32_t look) {
    Entry* entry = find_view(stage);
    if (entry == nullptr) return motus_failed;
    entry->view->look = look == motus_look_dark ? render::dark_look() : render::Look{};
    if (look == motus_look_clear) {
        entry->view->look.backdrop = false;
        entry->view->look.grid = 0.0f;
    }
    return motus_ok;
}

int motus_view_select(uint32_t stage, int32_t joint) {
    Entry* entry = find_view(stage);
    if (entry == nullptr) return motus_failed;
    entry->view->selection = joint < 0 ? kNoJoint : static_cast<JointIndex>(joint);
    return motus_ok;
}

int motus_view_follow(uint32_t stage, int follow) {
    Entry* entry = find_view(stage);
    if (entry == nullptr) return motus_failed;
    entry->view->set_follow(follow != 0);
    return motus_ok;
}

const float* motus_view_camera(uint32_t stage) {
    Entry* entry = find_view(stage);
    if (entry == nullptr) return nullptr;
    const render::StageCamera& camera = entry->view->camera;
    const float numbers[6] = {camera.target.x, camera.target.y,  camera.target.z,
                              camera.yaw_rad,  camera.pitch_rad, camera.distance_m};
    for (int i = 0; i < 6; ++i)
        entry->numbers[i] = numbers[i];
    return entry->numbers;
}

int motus_view_set_camera(uint32_t stage, float x, float y, float z, float yaw, float pitch,
                          float distance) {
    Entry* entry = find_view(stage);
    if (entry == nullptr) return motus_failed;
    if (!std::isfinite(x + y + z + yaw) || !(std::fabs(pitch) <= 1.5708f) || !(distance > 0.0f))
        return entry->fail_int({"bad-camera", "", "a camera has finite numbers and a distance"});
    entry->view->camera = {{x, y, z}, yaw, pitch, distance};
    entry->view->keep_camera();
    return motus_ok;
}

int motus_view_orbit(uint32_t stage, float dx, float dy) {
    Entry* entry = find_view(stage);
    if (entry == nullptr) return motus_failed;
    entry->view->orbit(dx, dy);
    return motus_ok;
}

int motus_view_pan(uint32_t stage, float dx, float dy) {
    Entry* entry = find_view(stage);
    if (entry == nullptr) return motus_failed;
    entry->view->pan(dx, dy);
    return motus_ok;
}

int motus_view_zoom(uint32_t stage, float factor) {
    Entry* entry = find_view(stage);
    if (entry == nullptr) return motus_failed;
    entry->view->zoom(factor);
    return motus_ok;
}

int motus_view_frame(uint32_t stage, int32_t joint) {
    Entry* entry = find_view(stage);
    if (entry == nullptr) return motus_failed;
    if (joint < 0) {
        entry->view->frame_all();
    } else {
        entry->view->frame_joint(static_cast<JointIndex>(joint));
    }
    return motus_ok;
}

int32_t motus_view_pick(uint32_t stage, float x, float y) {
    Entry* entry = find_view(stage);
    if (entry == nullptr) return -1;
    const JointIndex joint = entry->view->pick(x, y);
    return joint == kNoJoint ? -1 : static_cast<int32_t>(joint);
}

const float* motus_view_joint(uint32_t stage, uint32_t joint) {
    Entry* entry = find_view(stage);
    if (entry == nullptr) return nullptr;
    const std::optional<Vec2> at = entry->view->place_of(joint);
    if (!at) return nullptr;
    entry->numbers[0] = at->x;
    entry->numbers[1] = at->y;
    return entry->numbers;
}

const char* motus_view_entity(uint32_t stage, float x, float y) {
    Entry* entry = find_view(stage);
    if (entry == nullptr) return nullptr;
    const std::vector<std::uint64_t> under = entities_under(*entry, x, y);
    if (under.empty()) return entry->give(std::string("null"));
    std::string out;
    JsonWriter json(out);
    json.begin_object().key("id").value(std::to_string(under[0]));
    json.key("name").value(name_of(*entry, under[0])).end_object();
    return entry->give(std::move(out));
}

const char* motus_view_pointer(uint32_t stage, int kind, float x, float y) {
    Entry* entry = find_view(stage);
    if (entry == nullptr) return nullptr;
    std::vector<std::uint64_t> under;
    if (kind != motus_pointer_leave) under = entities_under(*entry, x, y);
    // What answers to the pointer: the topmost target under it.
    std::uint64_t target = 0;
    for (const std::uint64_t entity : under) {
        if (target == 0 && entry->stage.pointers().find(entity) != nullptr) target = entity;
    }
    if (kind == motus_pointer_down) {
        entry->held = true;
        entry->pressed_on = target;
    }
    const bool clicked =
        kind == motus_pointer_up && entry->held && target != 0 && target == entry->pressed_on;
    if (kind == motus_pointer_up || kind == motus_pointer_leave) entry->held = false;
    const std::uint64_t only[1] = {target};
    entry->stage.point(std::span(only, target != 0 ? 1 : 0), entry->held, clicked);
    if (under.empty()) return entry->give(std::string("null"));
    std::string out;
    JsonWriter json(out);
    json.begin_object().key("name").value(name_of(*entry, target != 0 ? target : under[0]));
    json.key("acts").value(target != 0).end_object();
    return entry->give(std::move(out));
}

int motus_view_draw(uint32_t stage) {
    Entry* entry = find_view(stage);
    if (entry == nullptr) return motus_failed;
    if (const auto ok = show_model(*entry); !ok) return entry->fail_int(ok.error());
    Performance& performance = entry->stage.performance();
    render::StageFrame frame;
    SceneRecords board;
    if (performance.has_pose()) {
        frame.pose = performance.pose();
        frame.place = matrix_of(performance.place(), unit_scale(performance));
        if (entry->view->overlays.onion) add_ghosts(*entry);
        if (entry->view->overlays.trail) add_trail(*entry);
        frame.ghosts = entry->ghosts;
        frame.trail = entry->trail;
    } else if (performance.properties() != nullptr) {
        board = performance.properties()->records();
        frame.names = &performance.file().names;
        if (!board.transforms_2d.empty()) frame.board = &board;
    }
    if (entry->view->overlays.label) frame.label = label_of(*entry);
    if (const auto drawn = entry->view->draw(frame); !drawn) return entry->fail_int(drawn.error());
#ifdef __EMSCRIPTEN__
    entry->view->present();  // Natively there is no canvas to put it on.
#endif
    entry->error.clear();
    return motus_ok;
}

const uint8_t* motus_view_read(uint32_t stage) {
    Entry* entry = find_view(stage);
    if (entry == nullptr) return nullptr;
    auto picture = entry->view->read();
    if (!picture) {
        entry->fail(picture.error());
        return nullptr;
    }
    entry->picture = std::move(*picture);
    return entry->picture.rgba.data();
}

uint32_t motus_view_draw_calls(uint32_t stage) {
    const Entry* entry = find_view(stage);
    return entry != nullptr ? entry->view->stats().draw_calls : 0;
}

const char* motus_view_renderer(uint32_t stage) {
    const Entry* entry = find_view(stage);
    return entry != nullptr ? entry->view->context().description().c_str() : "";
}

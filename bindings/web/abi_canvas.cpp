// bindings/web/abi_canvas.cpp - entities of a 2D scene on the picture: outlines, and drags of
// handles. SPDX-License-Identifier: MIT
#include "entry.h"

#include <motus/document/pointer.h>
#include <motus/schema/json.h>

#include <charconv>

using namespace motus;
using namespace motus::web;
using namespace motus::render;

namespace {

std::vector<std::uint64_t> ids_of(const char* text) {
    std::vector<std::uint64_t> out;
    const Result<Json> list = parse_json(text != nullptr ? text : "");
    if (!list) return out;
    for (const Json& item : list->items) {
        std::uint64_t id = 0;
        std::from_chars(item.text.data(), item.text.data() + item.text.size(), id);
        out.push_back(id);
    }
    return out;
}

/// The 2D scene that is shown; null where there is none, and the error says so.
Entry* find_board(std::uint32_t stage) {
    Entry* entry = find_open(stage);
    if (entry == nullptr) return nullptr;
    if (entry->view && entry->stage.performance().properties() != nullptr &&
        !entry->stage.performance().has_pose()) {
        return entry;
    }
    entry->fail({"no-board", "", "no 2D scene is shown"});
    return nullptr;
}

std::optional<BoardPlace> place_of(Entry& entry, std::uint64_t id) {
    return place_on_board(entry.stage.performance().properties()->records(), id);
}

/// Pointer to a property of the entity's Transform2D; empty where it has none.
std::string pointer_in(Entry& entry, std::uint64_t id, std::string_view property) {
    const Document& document = entry.stage.project().document();
    const auto* entity = object_cast<doc::Entity>(document.find_id(id));
    if (entity == nullptr) return {};
    for (const auto& component : entity->components()) {
        if (object_cast<doc::Transform2D>(&component) == nullptr) continue;
        return pointer_to(document, component, *component.type().find(property));
    }
    return {};
}

Vec2 point_in(const Json& c, std::string_view key, const StageView& view) {
    const Json* list = c.find(key);
    if (list == nullptr || list->items.size() != 2) return {};
    return view.board_place(static_cast<float>(list->items[0].number),
                            static_cast<float>(list->items[1].number));
}

bool truth_in(const Json& c, std::string_view key, bool otherwise) {
    const Json* found = c.find(key);
    return found != nullptr ? found->truth : otherwise;
}

}  // namespace

const char* motus_canvas_boxes(uint32_t stage, const char* ids) {
    Entry* entry = find_board(stage);
    if (entry == nullptr) return nullptr;
    std::string out;
    JsonWriter json(out);
    const auto point = [&](Vec2 at) {
        const Vec2 picture = entry->view->picture_place(at);
        json.begin_array().value(picture.x).value(picture.y).end_array();
    };
    json.begin_array();
    for (const std::uint64_t id : ids_of(ids)) {
        const std::optional<BoardPlace> place = place_of(*entry, id);
        if (!place) continue;
        const Box2& box = place->box;
        json.begin_object().key("id").value(std::to_string(id)).key("corners").begin_array();
        for (const Vec2 corner :
             {Vec2{box.x, box.y}, Vec2{box.x + box.width, box.y},
              Vec2{box.x + box.width, box.y + box.height}, Vec2{box.x, box.y + box.height}})
            point(to_scene(place->own, corner));
        json.end_array().key("pivot");
        point({place->own.tx, place->own.ty});
        json.end_object();
    }
    json.end_array();
    return entry->give(std::move(out));
}

int motus_canvas_begin(uint32_t stage, const char* ids) {
    Entry* entry = find_board(stage);
    if (entry == nullptr) return motus_failed;
    entry->dragged.clear();
    for (const std::uint64_t id : ids_of(ids)) {
        if (const std::optional<BoardPlace> place = place_of(*entry, id))
            entry->dragged.push_back({id, *place});
    }
    return motus_ok;
}

const char* motus_canvas_drag(uint32_t stage, const char* drag) {
    Entry* entry = find_board(stage);
    if (entry == nullptr) return nullptr;
    const Result<Json> parsed = parse_json(drag);
    if (!parsed) return entry->fail(parsed.error());
    const Json* kind = parsed->find("kind");
    BoardDrag by;
    const std::string word = kind != nullptr ? kind->text : "";
    by.kind = word == "rotate"  ? BoardDragKind::rotate
              : word == "scale" ? BoardDragKind::scale
                                : BoardDragKind::move;
    by.from = point_in(*parsed, "from", *entry->view);
    by.to = point_in(*parsed, "to", *entry->view);
    by.x = truth_in(*parsed, "x", true);
    by.y = truth_in(*parsed, "y", true);
    by.even = truth_in(*parsed, "even", false);
    std::string command;
    JsonWriter json(command);
    json.begin_object().key("do").value("set").key("drag").value(true).key("items").begin_array();
    for (const auto& [id, place] : entry->dragged) {
        const record::Transform2D after = drag_on_board(place, by);
        const char* property = by.kind == BoardDragKind::rotate  ? "angle_rad"
                               : by.kind == BoardDragKind::scale ? "scale"
                                                                 : "position";
        const std::string pointer = pointer_in(*entry, id, property);
        if (pointer.empty()) continue;
        json.begin_object().key("pointer").value(pointer).key("value");
        if (by.kind == BoardDragKind::rotate) {
            json.value(after.angle_rad);
        } else {
            json.values(by.kind == BoardDragKind::scale ? std::span<const float>(after.scale)
                                                        : std::span<const float>(after.position));
        }
        json.end_object();
    }
    json.end_array().end_object();
    return entry->give(entry->desk.command(command));
}

// motus/session/desk_library.cpp - commands of a desk about the library, and who uses what.
// SPDX-License-Identifier: MIT
#include <motus/session/desk.h>

#include <motus/asset/json_writer.h>
#include <motus/document/access.h>
#include <motus/document/library_edit.h>
#include <motus/document/pointer.h>
#include <motus/session/desk_arguments.h>

#include <set>

namespace motus {

using detail::id_in;
using detail::text_in;
Result<Desk::Outcome> Desk::library_folder(const Json& c) {
    const Result<Done> done = make_folder(document(), text_in(c, "name"), id_in(c, "folder"));
    if (!done) return done.error();
    return Outcome{};
}

Result<Desk::Outcome> Desk::library_move(const Json& c) {
    const Result<Done> done =
        move_in_library(document(), id_in(c, "item"), id_in(c, "folder"), id_in(c, "before"));
    if (!done) return done.error();
    return Outcome{};
}

Result<Desk::Outcome> Desk::library_rename(const Json& c) {
    const Result<Done> done = rename_in_library(document(), id_in(c, "item"), text_in(c, "name"));
    if (!done) return done.error();
    return Outcome{};
}

Result<Desk::Outcome> Desk::library_duplicate(const Json& c) {
    const Result<Done> done = duplicate_item(document(), id_in(c, "item"));
    if (!done) return done.error();
    return Outcome{};
}

Result<Desk::Outcome> Desk::library_delete(const Json& c) {
    const Result<Done> done = delete_from_library(document(), id_in(c, "item"));
    if (!done) return done.error();
    return Outcome{};
}

namespace {

/// Names from the outside in: "card / Button / Hover".
std::string place_of(const Document& document, const Object& object) {
    std::string out;
    for (const Object* at = &object; at->parent() != nullptr; at = at->parent()) {
        const PropertyInfo* property = at->type().find("name");
        const Value value = property != nullptr ? document.base_value(*at, *property) : Value{};
        const std::string* name = value.as_text();
        if (name != nullptr && !name->empty()) out = out.empty() ? *name : *name + " / " + out;
    }
    return out.empty() ? std::string(object.type_name()) : out;
}

}  // namespace

std::string Desk::uses_text(std::uint64_t id) const {
    const Object* target = document().find_id(id);
    std::set<std::uint64_t> inside;
    if (target != nullptr) {
        visit_objects(*target, [&](const Object& object) {
            if (object.stable_id() != 0) inside.insert(object.stable_id());
        });
    }
    std::string out;
    JsonWriter json(out);
    json.begin_array();
    visit_objects(document().root(), [&](const Object& object) {
        for (const Object* at = &object; at != nullptr; at = at->parent())
            if (at == target) return;  // What is in it does not use it.
        // A folder's line goes with what it names.
        if (object_cast<doc::LibraryEntry>(&object) != nullptr) return;
        for (const PropertyInfo& property : object.type().properties) {
            if (property.kind != PropertyKind::reference) continue;
            if (inside.count(id_of(object, property)) == 0) continue;
            json.begin_object().key("pointer").value(pointer_to(document(), object, property));
            json.key("kind").value(object.type_name());
            json.key("place").value(place_of(document(), object)).end_object();
        }
    });
    json.end_array();
    return out;
}

}  // namespace motus

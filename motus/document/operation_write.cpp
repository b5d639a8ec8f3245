// SPDX-License-Identifier: MIT
#include <motus/document/operation.h>

#include <motus/document/object_json.h>
#include <motus/document/pointer.h>

namespace motus {
namespace {

void member(std::string& out, const char* key, std::string_view text) {
    out += ", \"";
    out += key;
    out += "\": ";
    append_json_string(out, text);
}

/// Pointer to the place `index` in a property of the object `handle`.
std::string place(const Document& document, Handle handle, std::uint16_t number, std::size_t index,
                  const Object* absent = nullptr) {
    const Object& owner = *document.find(handle);
    const PropertyInfo& property = *owner.type().find(number);
    std::string pointer = pointer_to(document, owner, property, absent);
    if (property.kind == PropertyKind::children) {
        pointer += '/';
        pointer += std::to_string(index);
    }
    return pointer;
}

/// Whether an insert that looks at ids would refuse the tree, or give it new ones.
bool has_odd_ids(const Document& document, const Object& tree) {
    bool odd = false;
    visit_objects(tree, [&](const Object& object) {
        odd =
            odd || (object.type().id_property != nullptr && !document.is_only(object.stable_id()));
    });
    return odd;
}

}  // namespace

std::string operation_of(const Document& document, const ChangeEvent& event) {
    const Command& command = event.command;
    const Object& owner = *document.find(command.object);
    std::string out;
    switch (command.kind) {
        case Command::Kind::set: {
            const PropertyInfo& property = *owner.type().find(command.property);
            out = "{\"op\": \"replace\"";
            member(out, "path", pointer_to(document, owner, property));
            out += ", \"value\": ";
            append_value(out, property, event.backward ? command.before : command.after);
            break;
        }
        case Command::Kind::insert:
        case Command::Kind::remove: {
            const bool adds = (command.kind == Command::Kind::insert) != event.backward;
            out = adds ? "{\"op\": \"add\"" : "{\"op\": \"remove\"";
            member(out, "path", place(document, command.object, command.property, command.index));
            if (adds) {
                const Object& child = *document.find(command.child);
                if (has_odd_ids(document, child)) out += ", \"ids\": \"kept\"";
                out += ", \"value\": ";
                append_object(out, child, JsonLayout::line);
            }
            break;
        }
        case Command::Kind::move: {
            // The pointers hold in the document without the child, which is now at its new place.
            const Object* child = document.find(command.child);
            const std::string first =
                place(document, command.object, command.property, command.index, child);
            const std::string second =
                place(document, command.to_object, command.to_property, command.to_index, child);
            out = "{\"op\": \"move\"";
            member(out, "from", event.backward ? second : first);
            member(out, "path", event.backward ? first : second);
            break;
        }
        case Command::Kind::unknown: {
            Json fields = Json::array();
            for (const UnknownField& field : owner.unknown_fields()) {
                Json& item = fields.items.emplace_back(Json::object());
                item.add("after", Json(static_cast<double>(field.after)));
                item.add("name", Json(std::string_view(field.name)));
                item.add("value", field.value);
            }
            out = "{\"op\": \"set_unknown\"";
            member(out, "path", pointer_to(document, owner));
            out += ", \"value\": " + to_text(fields);
            break;
        }
    }
    return out + "}";
}

}  // namespace motus

// motus/session/desk_inspect.cpp - the property table of what is selected, as an inspector shows
// it. SPDX-License-Identifier: MIT
#include <motus/session/desk.h>

#include <motus/asset/json_writer.h>
#include <motus/document/access.h>
#include <motus/document/object_json.h>
#include <motus/document/pointer.h>

#include <cmath>

namespace motus {
namespace {

using Objects = std::vector<const Object*>;

/// Children that all of the objects have at the same place, of the same type.
Objects same_child(const Objects& objects, const PropertyInfo& slot, std::size_t index) {
    Objects out;
    for (const Object* object : objects) {
        const ChildArray& children = children_of(*object, slot);
        if (index >= children.size()) return {};
        if (!out.empty() && &children[index]->type() != &out[0]->type()) return {};
        out.push_back(children[index].get());
    }
    return out;
}

/// The first child of that type in each; empty where one has none.
Objects same_type(const Objects& objects, const PropertyInfo& slot, const TypeInfo& type) {
    Objects out;
    for (const Object* object : objects) {
        const Object* found = nullptr;
        for (const auto& child : children_of(*object, slot))
            if (found == nullptr && &child->type() == &type) found = child.get();
        if (found == nullptr) return {};
        out.push_back(found);
    }
    return out;
}

class InspectWriter {
  public:
    InspectWriter(const Document& document, const PropertyContext& context,
                  const PropertyRun* shown, std::string& out)
        : document_(document), context_(context), shown_(shown), json_(out) {}

    void write(const Objects& objects, std::string_view playing) {
        json_.begin_object().key("type").value(objects[0]->type_name());
        json_.key("name").value(objects.size() == 1 ? name_of(*objects[0])
                                                    : std::to_string(objects.size()));
        json_.key("count").value(std::uint64_t{objects.size()});
        json_.key("playing").value(playing);
        json_.key("keyable").value(context_.timeline() != nullptr);
        json_.key("groups").begin_array();
        write_group(objects, std::string(objects[0]->type_name()));
        for (const PropertyInfo& slot : objects[0]->type().properties) {
            // Components of entities; other lists (clips, transitions) are selected on their own.
            if (slot.kind != PropertyKind::children || slot.name != "components") continue;
            for (const auto& child : children_of(*objects[0], slot)) {
                const Objects same = same_type(objects, slot, child->type());
                if (same.empty() || same[0] != child.get()) continue;
                write_component(same);
            }
        }
        json_.end_array().end_object();
    }

  private:
    static std::string name_of(const Object& object) {
        const PropertyInfo* name = object.type().find("name");
        if (name == nullptr || name->kind != PropertyKind::string) return {};
        const Value value = get_property(object, *name);
        return value.as_text() != nullptr ? *value.as_text() : std::string();
    }

    static std::string item_title(const std::string& title, std::size_t index) {
        std::string out = title;
        return out.append(" layer ").append(std::to_string(index + 1));
    }

    void write_component(const Objects& objects) {
        const std::string title = name_of(*objects[0]).empty()
                                      ? std::string(objects[0]->type_name())
                                      : name_of(*objects[0]);
        write_group(objects, title);
        for (const PropertyInfo& slot : objects[0]->type().properties) {
            const bool items = slot.kind == PropertyKind::children &&
                               (slot.name == "layers" || slot.name == "properties");
            for (std::size_t i = 0; items; ++i) {
                const Objects same = same_child(objects, slot, i);
                if (same.empty()) break;
                const std::string own = name_of(*same[0]);
                write_group(same, own.empty() ? item_title(title, i) : own);
            }
        }
    }

    void write_group(const Objects& objects, const std::string& title) {
        json_.begin_object().key("title").value(title);
        json_.key("type").value(objects[0]->type_name());
        json_.key("help").value(objects[0]->type().help);
        json_.key("pointers").begin_array();
        for (const Object* object : objects)
            json_.value(pointer_to(document_, *object));
        json_.end_array().key("properties").begin_array();
        for (const PropertyInfo& property : objects[0]->type().properties) {
            if (holds_children(property.kind) || property.kind == PropertyKind::id) continue;
            write_property(objects, property);
        }
        json_.end_array().end_object();
    }

    void write_property(const Objects& objects, const PropertyInfo& property) {
        json_.begin_object().key("name").value(property.name);
        json_.key("title").value(property.display_name);
        json_.key("kind").value(to_string(property.kind));
        json_.key("unit").value(property.unit).key("help").value(property.help);
        json_.key("min");
        limit(property.min);
        json_.key("max");
        limit(property.max);
        json_.key("computed").value(property.has(kComputed));
        json_.key("refersTo").value(property.refers_to);
        if (property.enumeration != nullptr) {
            json_.key("choices").begin_array();
            for (const EnumInfo::Item& item : property.enumeration->items)
                json_.value(item.name);
            json_.end_array();
        }
        json_.key("default");
        value(property, property.default_value());
        json_.key("pointers").begin_array();
        for (const Object* object : objects)
            json_.value(pointer_to(document_, *object, property));
        json_.end_array().key("values").begin_array();
        for (const Object* object : objects)
            value(property, document_.base_value(*object, property));
        json_.end_array().key("shown").begin_array();
        for (const Object* object : objects) {
            std::optional<Value> now;
            if (shown_ != nullptr) now = shown_->value(key_of(*object, property));
            if (now) {
                value(property, *now);
            } else {
                json_.null();
            }
        }
        json_.end_array().key("state").value(state(objects, property)).end_object();
    }

    /// "off": it has no key button; "mixed": the objects differ.
    [[nodiscard]] const char* state(const Objects& objects, const PropertyInfo& property) const {
        static constexpr const char* kStates[] = {"none", "track", "key"};
        const char* out = nullptr;
        for (const Object* object : objects) {
            if (!property.has(kAnimatable) ||
                (context_.timeline() != nullptr && !context_.can_key(*object, property))) {
                return "off";
            }
            const char* own = kStates[static_cast<int>(context_.state(*object, property))];
            if (out != nullptr && out != own) return "mixed";
            out = own;
        }
        return out;
    }

    void limit(double number) {
        if (std::isfinite(number)) {
            json_.value(number);
        } else {
            json_.null();
        }
    }

    void value(const PropertyInfo& property, const Value& value) {
        std::string text;
        append_value(text, property, value);
        json_.raw(text);
    }

    const Document& document_;
    const PropertyContext& context_;
    const PropertyRun* shown_;
    JsonWriter json_;
};

}  // namespace

Result<std::string> Desk::inspect_text(std::string_view pointers) const {
    static constexpr const char* kPlaying[] = {"none", "clip", "machine", "timeline"};
    const Result<Json> list = parse_json(pointers);
    if (!list) return list.error();
    Objects objects;
    for (const Json& item : list->items) {
        if (!item.is_string()) return Error{"bad-command", "", "objects are named by pointers"};
        const Result<PointerTarget> target = follow(document(), item.text);
        if (!target) return target.error();
        const Object* object = target->object;
        if (target->property != nullptr) {
            const bool holds = holds_children(target->property->kind);
            const std::size_t at = target->index.value_or(0);
            const ChildArray* children =
                holds ? &children_of(*target->object, *target->property) : nullptr;
            if (children == nullptr || at >= children->size())
                return Error{"bad-path", item.text, "is no object"};
            object = (*children)[at].get();
        }
        if (!objects.empty() && &object->type() != &objects[0]->type())
            return Error{"wrong-type", item.text, "what is inspected together is of one type"};
        objects.push_back(object);
    }
    if (objects.empty()) return Error{"bad-command", "", "nothing is selected"};
    const PropertyContext context(document(), position());
    std::string out;
    InspectWriter(document(), context, stage_.performance().properties(), out)
        .write(objects, kPlaying[static_cast<int>(stage_.performance().kind())]);
    return out;
}

}  // namespace motus
